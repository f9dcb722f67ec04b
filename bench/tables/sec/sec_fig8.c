/* SEC's Figure 8: what an hour of work costs on one cloud with leases, on another with
 * sustained-use discounts, and on both, by the ratio of their prices.
 *
 * The first cloud's leases are bought by the online method as time passes, in total cost:
 * what they are worth after the trace is not deducted. The second cloud's schedule does
 * not depend on its price, which scales its bill.
 */
#include "sec_time.h"

enum { RATIOS = 4 };
static const double ratio[RATIOS] = {1, 0.9, 0.8, 0.7};
static const char *const shown[RATIOS] = {"1", "0.9", "0.8", "0.7"};

/* What was paid: the first cloud's machines through leases instead of on demand. */
static double with_leases(const ul_sec_outcome *outcome)
{
    const double first_price = 2.4; /* of an hour without a lease */
    const char *at = strstr(outcome->note, "leases: $");
    double upfront, hourly;
    if (at == NULL || sscanf(at, "leases: $%lf upfront, $%lf", &upfront, &hourly) != 2)
        return NAN;
    return outcome->cost - first_price * outcome->first_h + upfront + hourly;
}

static ul_status run(ul_sec_jobs *jobs, const char *of, const char *who, const char *world,
                     const char *method, ul_sec_outcome *outcome)
{
    const ul_instance *instance;
    ul_table_let_go(jobs->made, NULL);
    UL_TRY(ul_sec_world(jobs, world, &instance));
    return ul_sec_run(jobs, of, who, instance, method, outcome, NULL);
}

static ul_status measure(ul_sec_jobs *jobs, const char *name)
{
    ul_table_made *made = jobs->made;
    ul_sec_outcome one, other, both;
    UL_TRY(run(jobs, name, "one with leases", "billing=hour", "sec-clouds", &one));
    UL_TRY(run(jobs, name, "other with discounts", "billing=sustained", "sec", &other));
    const double leased = with_leases(&one) / one.work_h, plain = other.cost / other.work_h;
    ul_put(made, name, "one with leases", "rate", leased);
    for (size_t q = 0; q < RATIOS; q++) {
        const char *of = ul_text(made, "%s at %s", name, shown[q]);
        UL_TRY(run(jobs, of, "both", ul_text(made, "billing=hour second=%s", shown[q]),
                   "sec-clouds", &both));
        const double together = with_leases(&both) / both.work_h;
        ul_put(made, of, "one with leases", "rate", leased);
        ul_put(made, of, "other with discounts", "rate", ratio[q] * plain);
        ul_put(made, of, "both", "rate", together);
        const double saving = 100 * (1 - together / fmin(leased, ratio[q] * plain));
        const double of_dearer = 100 * (1 - together / fmax(leased, ratio[q] * plain));
        ul_put(made, of, "", "saving", saving);
        ul_put(made, of, "", "saving of the dearer", of_dearer);
        ul_add(made, shown[q], "all", "saving", saving);
        ul_add(made, shown[q], "all", "saving of the dearer", of_dearer);
    }
    ul_put(made, name, "", "break-even", leased / plain);
    ul_add(made, "", "all", "break-even", leased / plain);
    return UL_OK;
}

/* Every trace that the folder has; without a folder generated jobs. */
static ul_status experiment(ul_table_made *made)
{
    ul_sec_jobs jobs;
    size_t n = 0;
    for (size_t q = 0; q < UL_SEC_N_TRACES; q++)
        if (ul_sec_has(made, q) != NULL) {
            UL_TRY(ul_sec_find(made, q, &jobs));
            UL_TRY(measure(&jobs, ul_sec_traces[q].brief));
            n++;
        }
    if (n == 0) {
        UL_TRY(ul_sec_find(made, UL_SEC_DATASTAR, &jobs));
        UL_TRY(measure(&jobs, "generated"));
    }
    return ul_put_note(made, "Dollars paid for each hour of work on a node, leases in full. The "
        "price of the other cloud is the ratio times $2.40. Saving: of both against the cheaper "
        "one alone, and against the dearer. Break-even, on average at %.2f: where one costs as "
        "much as the other. Traces that the folder does not have are left out.",
        ul_got(made, "", "all", "break-even"));
}

const ul_table ul_table_sec_fig8 = {
    .name = "sec-fig8", .paper = "SEC, Section 8.6, Figure 8",
    .brief = "SEC on one cloud, on another, and on both", .of = "jobs at price ratio",
    .hidden = UL_SEC_MEASURES,
    .column = UL_COLUMNS(UL_COL("rate", "$", 4, .head = "", .who = "*"),
        UL_COL("saving", "%", 1, .who = ""), UL_COL("saving of the dearer", "%", 1, .who = ""),
        UL_COL("break-even", "x", 2, .who = "")),
    .panel = UL_PANELS({.title = "dollars for an hour of a node's work", .measure = "rate"}),
    .param = UL_PARAMS(UL_SEC_JOBS, UL_TABLE_PICTURE("")), .experiment = experiment,
};
