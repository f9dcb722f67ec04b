/* How bad methods can get: the worst instances that 'ullage worst' has found, each
 * proved again, beside what theory says and what random instances show.
 *
 * A case is a file of results/worst-cases/instances and a row below. Nothing is
 * searched here: the method runs, the prover proves, the ratio is printed. Of schedules
 * no optimum is known; their prover is the floor of those who wait as little as they do.
 */
#include "registry.h"
#include "table.h"
#include "worst_cases.h"

static const char one[] = "up to 10 tasks of one resource";
static const char two[] = "up to 9 tasks of two resources";
static const char falling[] = "three types; larger ones cheaper by the unit";
static const char free_prices[] = "three types at any price";
static const char eva[] = "up to 8 tasks on Eva's 21 types";
static const char lease[] = "8 intervals; a lease that saves 20% to 70%";
static const char jobs[] = "up to 6 jobs; nobody waits for more than a minute";

/* `bound` is what theory says the ratio never exceeds (Simchi-Levi 1994; Kang and Park 2003,
 * for many machines) or reaches (Johnson 1973: 11/9; MetaOpt, NSDI'24: 2); `random` the worst
 * that the instances of suites eva-table4, exact-table7 and heterogeneous, for autoscalers those
 * of the suite autoscalers, show against their proved bounds. 0: nothing is known. */
static const struct {
    const char *name, *method, *prover, *within;
    double bound, random;
    bool never; /* more than the bound */
} row[] = {
    {"ffd-1d", "ffd", "exact", one, 1.5, 0, true},
    {"ffd-nine", "ffd", "exact", "nine machines of one resource", 11.0 / 9, 0, false},
    {"ffd-2d", "ffd", "exact", two, 2, 0, false},
    {"bfd-1d", "bfd", "exact", one, 1.5, 0, true},
    {"bfd-2d", "bfd", "exact", two, 0, 0, false},
    {"dot-product-2d", "dot-product", "exact", two, 0, 0, false},
    {"norm2-2d", "norm2", "exact", two, 0, 0, false},
    {"vsbpp-ffd-falling", "vsbpp-ffd", "exact", falling, 1.5, 0, true},
    {"vsbpp-bfd-falling", "vsbpp-bfd", "exact", falling, 1.5, 0, true},
    {"vsbpp-ffd-free", "vsbpp-ffd", "exact", free_prices, 0, 0, false},
    {"vsbpp-bfd-free", "vsbpp-bfd", "exact", free_prices, 0, 0, false},
    {"eva-full", "eva-full", "exact", eva, 0, 1.19121, false},
    {"eva-full-code", "eva-full-code", "exact", eva, 0, 1.11089, false},
    {"stratus", "stratus", "exact", eva, 0, 1.59776, false},
    {"synergy", "synergy", "exact", eva, 0, 1.34818, false},
    {"owl", "owl", "exact", eva, 0, 1.37338, false},
    {"karpenter", "karpenter", "exact", eva, 0, 1.30130, false},
    {"karpenter-consolidated", "karpenter-consolidated", "exact", eva, 0, 1.20946, false},
    {"cluster-autoscaler", "cluster-autoscaler", "exact", eva, 0, 1.15160, false},
    {"sec-greedy", "sec-greedy", "reservation-exact", lease, 0, 0, false},
    {"sec-online", "sec-online", "reservation-exact", lease, 0, 0, false},
    {"trk8s", "trk8s", "availability-exact", "three types; a unit for 1 or 2 cents", 0, 0, false},
    {"first-fit-time", "first-fit", "schedule-floor", jobs, 0, 0, false},
    {"stratus-time", "stratus", "schedule-floor", jobs, 0, 0, false},
    {"eva-time", "eva", "schedule-floor", jobs, 0, 0, false},
    {"karpenter-time", "karpenter", "schedule-floor", jobs, 0, 0, false},
    {"cluster-autoscaler-time", "cluster-autoscaler", "schedule-floor", jobs, 0, 0, false},
};

/* What a method's plan costs, or what a floor shows that all cost; a fault where there is
 * neither, or where a proof was wanted and did not come. */
static ul_status cost_of(ul_table_made *made, const char *name, bool must_prove,
                         const ul_instance *instance, ul_cost *cost)
{
    const ul_method *method = ul_method_find(name);
    const bool is_bound = method != NULL && (method->traits & UL_BOUND_ONLY) != 0;
    const ul_run *run;
    UL_TRY(ul_table_try(made, instance, ul_text(made, "%s%s", name, is_bound ? " wait=60" : ""),
                        &(ul_run_options){
        .time_limit_s = must_prove ? made->request->time_limit_s : 0}, &run));
    const ul_run_result *result = ul_run_result_of(run);
    const bool has = is_bound ? result->has_bound
                              : must_prove ? result->outcome == UL_OPTIMAL : result->has_cost;
    *cost = is_bound ? result->bound : result->cost;
    return has ? UL_OK : ul_fail(UL_E_INTERNAL, "%s on %s: %s", name, instance->name,
                                 ul_outcome_name(result->outcome));
}

static ul_status experiment(ul_table_made *made)
{
    for (size_t q = 0; q < sizeof row / sizeof *row; q++) {
        const ul_worst_case *found = ul_worst_cases;
        const ul_instance *instance;
        ul_instance own;
        ul_cost cost, least;
        while (found->name != NULL && !ul_same(found->name, row[q].name))
            found++;
        if (found->name == NULL)
            return ul_fail(UL_E_INTERNAL, "the case '%s' is missing", row[q].name);
        UL_TRY(ul_instance_parse(row[q].name, found->text, strlen(found->text), &own));
        UL_TRY(ul_table_own(made, &own, &instance));
        UL_TRY(ul_table_input(made, instance));
        UL_TRY(cost_of(made, row[q].method, false, instance, &cost));
        UL_TRY(cost_of(made, row[q].prover, true, instance, &least));
        const char *of = row[q].within, *who = row[q].method;
        const double ratio = ul_cost_double(cost) / ul_cost_double(least);
        if (cost < least || (row[q].never && ratio > row[q].bound * (1 + 1e-9)))
            return ul_fail(UL_E_INTERNAL, "alarm: %s costs %s than %s", row[q].name,
                           cost < least ? "less" : "more",
                           cost < least ? "what was proved" : "a theorem allows");
        ul_put(made, of, who, "pays", ul_cost_double(cost));
        ul_put(made, of, who, "least", ul_cost_double(least));
        ul_put(made, of, who, "ratio", ratio);
        if (row[q].bound > 0)
            ul_put(made, of, who, "in theory", row[q].bound);
        if (row[q].random > 0)
            ul_put(made, of, who, "in random suites", row[q].random);
    }
    return ul_put_note(made, "Every optimum is proved again; of schedules the floor. What 'ullage "
        "worst' found is a lower bound on how bad a method can get. In theory: never more than 3/2 "
        "(Simchi-Levi 1994; Kang and Park 2003, for many machines, where larger types are cheaper "
        "by the unit), 11/9 for many machines (Johnson 1973), at least 2 (MetaOpt, NSDI'24).");
}

const ul_table ul_table_worst_cases = {
    .name = "worst-cases",
    .paper = "11/9, 3/2, 2: Johnson 1973, Simchi-Levi 1994, Kang and Park 2003, MetaOpt 2024",
    .brief = "how bad each method can get: the worst instances found, proved again",
    .title = "The worst found: a method's cost over the proved optimum", .of = "searched",
    .who = "method",
    .column = UL_COLUMNS(UL_COL("pays", "$", UL_SHORT), UL_COL("least", "$", UL_SHORT),
        UL_COL("ratio", "x", 3), UL_COL("in theory", "x", 3), UL_COL("in random suites", "x", 3)),
    .time_limit_s = 20, .experiment = experiment,
};
