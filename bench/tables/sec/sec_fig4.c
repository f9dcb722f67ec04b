/* SEC's Figure 4: what a job waits and what an hour of work costs when every user rents
 * for himself, without a queue, on SEC's cluster (on demand, through a portfolio of
 * leases, by the minute with sustained-use discounts), and on clusters of one's own; and
 * Section 8.3's placements.
 *
 * SEC-Hybrid is the same schedule, its leases bought by the online method as in the
 * paper. New: what the cheapest portfolio for it costs, proved.
 */
#include "sec_time.h"

/* Without a world: the schedule of the mode before it, paid through leases. */
static const struct {
    const char *name, *world, *method;
} mode[] = {
    {"individual", "billing=hour", "individual"},
    {"no-wait", "billing=hour", "no-wait"},
    {"sec on demand", "billing=hour", "sec"},
    {"sec hybrid online", NULL, "sec-online"},
    {"sec hybrid optimum", NULL, "reservation-exact"},
    {"sec C' bound", NULL, "sec-bound"},
    {"sec by the minute", "billing=sustained", "sec"},
    {"sec min-margin", "billing=hour", "sec placement=min-margin"},
    {"sec max-idle", "billing=hour", "sec placement=max-idle"},
    {"sec min-idle", "billing=hour", "sec placement=min-idle"},
    {"sec random", "billing=hour", "sec placement=random"},
    {"local 1x (93)", "nodes=93", "local"},
    {"local 1.25x (117)", "nodes=117", "local"},
    {"local 1.5x (140)", "nodes=140", "local"},
    {"local 1.75x (163)", "nodes=163", "local"},
    {"local 2x (186)", "nodes=186", "local"},
};
enum { N_MODES = sizeof mode / sizeof *mode };

/* An in-house cluster of 93 nodes over three years (Section 8.2): paid by the year, not by
 * the hour. */
static const double dollars = 1108583, hours = 26280, nodes_of_it = 93;

static ul_status run_modes(ul_table_made *made, ul_sec_jobs *jobs, bool *proved)
{
    ul_sec_outcome outcome;
    const ul_instance *instance, *demand = NULL;
    for (size_t m = 0; m < N_MODES; m++) {
        const bool leased = m + 1 < N_MODES && mode[m + 1].world == NULL;
        const bool is_sec = strncmp(mode[m].method, "sec", 3) == 0;
        bool optimal = false;
        double nodes;
        ul_cost cost;
        if (mode[m].world == NULL) {
            const bool best = ul_same(mode[m].method, "reservation-exact");
            UL_TRY(ul_sec_leases(made, demand, mode[m].method, best ? "" : NULL, &cost, &optimal));
            *proved = *proved || optimal;
            outcome.cost = ul_cost_double(cost);
            ul_sec_put(made, "", mode[m].name, &outcome);
            continue;
        }
        ul_table_let_go(made, NULL);
        UL_TRY(ul_sec_world(jobs, mode[m].world, &instance));
        UL_TRY(ul_sec_run(jobs, "", mode[m].name, instance,
                          ul_text(made, "%s%s%s", mode[m].method, is_sec ? " short=" : "",
                                  is_sec ? ul_table_text(made, "short") : ""),
                          &outcome, leased ? &demand : NULL));
        if (sscanf(mode[m].world, "nodes=%lf", &nodes) == 1) {
            outcome.cost = dollars * nodes / nodes_of_it * outcome.span_h / hours;
            outcome.paid_h = nodes * outcome.span_h;
            ul_sec_put(made, "", mode[m].name, &outcome);
        }
    }
    return UL_OK;
}

static double got(const ul_table_made *made, const char *who, const char *measure)
{
    return ul_got(made, "", who, measure);
}

static ul_status experiment(ul_table_made *made)
{
    ul_sec_jobs jobs;
    bool proved = false;
    UL_TRY(ul_sec_find(made, UL_SEC_DATASTAR, &jobs));
    UL_TRY(run_modes(made, &jobs, &proved));
    for (size_t m = 0; m < N_MODES; m++) {
        const char *who = mode[m].name;
        const double more = ul_above(made, "", who, "individual", "wait");
        ul_put(made, "", who, "saving", ul_below(made, "", who, "individual", "rate"));
        ul_put(made, "", who, "more wait", more);
        ul_put(made, "", who, "less wait", -more);
    }
    ul_put(made, "", "local 1.5x (140)", "wait by SEC's",
           got(made, "local 1.5x (140)", "wait") / got(made, "sec on demand", "wait"));
    ul_put(made, "", "sec hybrid online", "rate by local's",
           100 * got(made, "sec hybrid online", "rate") / got(made, "local 1.75x (163)", "rate"));
    ul_put(made, "", "sec hybrid online", "wait by local's",
           100 * got(made, "sec hybrid online", "wait") / got(made, "local 2x (186)", "wait"));
    const double no_wait = got(made, "no-wait", "rate");
    ul_put(made, "", "no-wait", "nearer to individual",
           fabs(got(made, "individual", "rate") - no_wait)
               < fabs(got(made, "sec hybrid online", "rate") - no_wait));
    return ul_put_note(made, "Rate: dollars paid for each hour of work on a node; utilisation: "
        "work over hours paid. Hybrid: the leases of sec on demand bought in 1- and 3-year "
        "classes, pure cost (residual value deducted): by the paper's online method, and the "
        "optimum%s. Individual: nodes for each job; where a user's jobs shared them, SEC would "
        "save less. Local: $1,108,583 for 93 nodes and three years, in proportion.",
        proved ? ", proved" : " (not proved)");
}

const ul_table ul_table_sec_fig4 = {
    .name = "sec-fig4", .paper = "SEC, Sections 8.2 and 8.3, Figure 4",
    .brief = "what a batch system waits and pays, by how it rents", .who = "mode",
    .hidden = "less wait (%); wait by SEC's (x); rate by local's (%); wait by local's (%); "
         "nearer to individual (); " UL_SEC_MEASURES,
    .column = UL_COLUMNS(UL_COL("wait", "s", 1),
        UL_COL("more wait", "%", 1, .head = "against individual"), UL_COL("rate", "$", 4),
        UL_COL("saving", "%", 1), UL_COL("utilisation", "%", 1)),
    .panel = UL_PANELS({.title = "dollars for an hour of a node's work", .measure = "rate"}),
    .param = UL_PARAMS(UL_SEC_JOBS, UL_TABLE_PICTURE(""), UL_TABLE_CERTIFICATES,
        UL_TEXT("short", "3600", "SEC's T_short in seconds, which the paper does not say for this "
                "figure")), .time_limit_s = 60, .experiment = experiment,
};
