/* How bad methods can get: the worst instances that 'ullage worst' has found, each
 * proved again, beside what theory says and what random instances show.
 *
 * A case is a file of results/worst-cases/instances and a row below. Nothing is
 * searched here: the method runs, the prover proves, the ratio is printed. Of schedules
 * no optimum is known; their prover is the floor of those who wait as little as they do.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "instance.h"
#include "registry.h"
#include "run.h"
#include "table.h"
#include "worst_cases.h"

static const char one[] = "up to 10 tasks of one resource";
static const char two[] = "up to 9 tasks of two resources";
static const char falling[] = "three types; larger ones cheaper by the unit";
static const char free_prices[] = "three types at any price";
static const char eva[] = "up to 8 tasks on Eva's 21 types";
static const char lease[] = "8 intervals; a lease that saves 20% to 70%";
static const char jobs[] = "up to 6 jobs; nobody waits for more than a minute";
static const char simchi[] = "Simchi-Levi 1994: never more";
static const char johnson[] = "Johnson 1973: 11/9 for many machines";
static const char metaopt[] = "MetaOpt, NSDI'24: at least 2";
static const char kang[] = "Kang and Park 2003: 3/2 for many machines";
static const char beyond[] = "none: Kang and Park's condition is broken";
static const char suites[] = "the worst in random suites";

/* `known` is a ratio from theory, or, where `sense` is MEASURED, the worst that the
 * instances of suites eva-table4, exact-table7 and heterogeneous show against their
 * proved bounds. 0: nothing is known. */
enum { MEASURED = -1 };
static const struct {
    const char *name, *method, *prover, *within;
    double known;
    int sense;
    const char *source;
} row[] = {
    {"ffd-1d", "ffd", "exact", one, 1.5, UL_CLAIM_AT_MOST, simchi},
    {"ffd-nine", "ffd", "exact", "nine machines of one resource", 11.0 / 9, UL_CLAIM_EQUAL, johnson},
    {"ffd-2d", "ffd", "exact", two, 2, UL_CLAIM_AT_LEAST, metaopt},
    {"bfd-1d", "bfd", "exact", one, 1.5, UL_CLAIM_AT_MOST, simchi},
    {"bfd-2d", "bfd", "exact", two, 0, 0, ""},
    {"dot-product-2d", "dot-product", "exact", two, 0, 0, ""},
    {"norm2-2d", "norm2", "exact", two, 0, 0, ""},
    {"vsbpp-ffd-falling", "vsbpp-ffd", "exact", falling, 1.5, UL_CLAIM_AT_MOST, kang},
    {"vsbpp-bfd-falling", "vsbpp-bfd", "exact", falling, 1.5, UL_CLAIM_AT_MOST, kang},
    {"vsbpp-ffd-free", "vsbpp-ffd", "exact", free_prices, 0, 0, beyond},
    {"vsbpp-bfd-free", "vsbpp-bfd", "exact", free_prices, 0, 0, beyond},
    {"eva-full", "eva-full", "exact", eva, 1.19121, MEASURED, suites},
    {"eva-full-code", "eva-full-code", "exact", eva, 1.11089, MEASURED, suites},
    {"stratus", "stratus", "exact", eva, 1.59776, MEASURED, suites},
    {"synergy", "synergy", "exact", eva, 1.34818, MEASURED, suites},
    {"owl", "owl", "exact", eva, 1.37338, MEASURED, suites},
    {"sec-greedy", "sec-greedy", "reservation-exact", lease, 0, 0, ""},
    {"sec-online", "sec-online", "reservation-exact", lease, 0, 0, ""},
    {"trk8s", "trk8s", "availability-exact", "three types; a unit for 1 or 2 cents", 0, 0, ""},
    {"first-fit-time", "first-fit", "schedule-floor", jobs, 0, 0, ""},
    {"stratus-time", "stratus", "schedule-floor", jobs, 0, 0, ""},
    {"eva-time", "eva", "schedule-floor", jobs, 0, 0, ""},
};
enum { N_ROWS = sizeof row / sizeof *row };

static const char *text_of(const char *name)
{
    for (size_t q = 0; ul_worst_cases[q].name != NULL; q++)
        if (strcmp(ul_worst_cases[q].name, name) == 0)
            return ul_worst_cases[q].text;
    return NULL;
}

static bool shows_bound(const ul_method *method)
{
    return (method->traits & UL_BOUND_ONLY) != 0;
}

/* What a method's plan costs, or what a floor shows that all cost; a fault where there is
 * neither, or where a proof was wanted and did not come. */
static ul_status cost_of(const char *name, bool must_prove, const ul_table_request *request,
                         const ul_instance *instance, ul_cost *cost)
{
    static const char *const hardly_waits[] = {"wait=60"};
    const ul_method *method = ul_method_find(name);
    ul_run *run;
    if (method == NULL)
        return ul_fail(UL_E_INTERNAL, "there is no method '%s'", name);
    const bool is_bound = shows_bound(method);
    const ul_run_options options = {
        .time_limit_s = must_prove ? request->time_limit_s : 0,
        .seed = request->seed,
        .set = hardly_waits,
        .n_set = is_bound,
        .methods = ul_methods,
    };
    UL_TRY(ul_run_new(method, instance, &options, &run));
    ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    const bool has = is_bound ? result->has_bound
                              : must_prove ? result->outcome == UL_OPTIMAL : result->has_cost;
    if (status == UL_OK && !has)
        status = ul_fail(UL_E_INTERNAL, "%s on %s: %s", name, instance->name,
                         ul_outcome_name(result->outcome));
    *cost = is_bound ? result->bound : result->cost;
    ul_run_free(run);
    return status;
}

static ul_status add_row(size_t q, ul_cost cost, ul_cost optimum, ul_arena *arena,
                         ul_table_made *made)
{
    char number[UL_NUMBER_TEXT], what[96];
    const double ratio = ul_cost_double(cost) / ul_cost_double(optimum);
    ul_sheet_cell(made->table, "%s", row[q].method);
    ul_sheet_cell(made->table, "%s", row[q].within);
    ul_sheet_cell(made->table, "$%s", ul_cost_text(cost, number));
    ul_sheet_cell(made->table, "$%s", ul_cost_text(optimum, number));
    ul_sheet_cell(made->table, "%.3f", ratio);
    if (row[q].known > 0)
        ul_sheet_cell(made->table, "%.3f", row[q].known);
    else
        ul_sheet_cell(made->table, "%s", "");
    ul_sheet_cell(made->table, "%s", row[q].source);
    snprintf(what, sizeof what, "%s: %s", row[q].method, row[q].within);
    const ul_claim claim = {.what = what, .paper = row[q].known, .ours = ratio, .tolerance = 1e-9,
                            .sense = row[q].sense, .decimals = 3, .unit = "",
                            .why = "fewer machines than the bound speaks of"};
    return ul_table_number(made, arena, &(ul_number){
        .of = row[q].within, .subject = row[q].method, .measure = "cost",
        .unit = shows_bound(ul_method_find(row[q].prover)) ? "of the floor" : "of the optimum",
        .ours = ratio},
        row[q].known > 0 && row[q].sense != MEASURED ? &claim : NULL);
}

static ul_status make_row(size_t q, const ul_table_request *request, ul_arena *arena,
                          ul_table_made *made)
{
    ul_instance instance = {0};
    ul_cost cost, optimum;
    const char *text = text_of(row[q].name);
    if (text == NULL)
        return ul_fail(UL_E_INTERNAL, "the case '%s' is missing", row[q].name);
    UL_TRY(ul_instance_parse(row[q].name, text, strlen(text), &instance));
    ul_status status = ul_table_input(made, arena, &instance);
    if (status == UL_OK)
        status = cost_of(row[q].method, false, request, &instance, &cost);
    if (status == UL_OK)
        status = cost_of(row[q].prover, true, request, &instance, &optimum);
    if (status == UL_OK && cost < optimum)
        status = ul_fail(UL_E_INTERNAL, "alarm: %s costs less than what was proved",
                         row[q].name);
    if (status == UL_OK)
        status = add_row(q, cost, optimum, arena, made);
    ul_instance_free(&instance);
    return status;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"method", "searched", "pays", "least", "ratio", "known",
                                       "from"};
    UL_TRY(ul_sheet_new(arena, "worst-cases", "The worst found: a method's cost over the proved "
                        "optimum", "Every optimum is proved again; of schedules the floor. What "
                        "'ullage worst' found is a lower bound on how bad a method can get.",
                        "llrrrrl", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (size_t q = 0; q < N_ROWS; q++)
        UL_TRY(make_row(q, request, arena, made));
    return UL_OK;
}

const ul_table ul_table_worst_cases = {
    .name = "worst-cases",
    .brief = "how bad each method can get: the worst instances found, proved again",
    .paper = "11/9, 3/2, 2: Johnson 1973, Simchi-Levi 1994, Kang and Park 2003, MetaOpt 2024",
    .time_limit_s = 20,
    .make = make,
};
