/* TR-Kubernetes, Figure 14: cost against on-demand and excess capacity of its greedy
 * from 99% to 99.9999%, over all zones; the proved optimum beside it.
 */
#include <math.h>
#include <stdio.h>

#include "availability.h"
#include "trk8s_zones.h"

static const struct {
    double target;
    const char *name;
    double cost, excess; /* percent, as the paper's text gives them; 0 where it does not */
    bool derived;        /* the cost: the text says that it is 53% lower */
} point[] = {
    {0.99, "99%", 38, 0, false},         {0.999, "99.9%", 0, 0, false},
    {0.9999, "99.99%", 0, 0, false},     {0.99999, "99.999%", 47, 30, true},
    {0.999999, "99.9999%", 53, 50, false},
};
enum { POINTS = sizeof point / sizeof *point };

static const size_t shown[] = {UL_FIG_TRK8S_CODE, UL_FIG_LOCAL, UL_FIG_OPTIMUM};
enum { SHOWN = sizeof shown / sizeof *shown };

typedef struct {
    ul_zone_spread greedy, ours, optimum;
} row;

static void printed_cell(ul_sheet *sheet, double percent)
{
    if (percent > 0)
        ul_sheet_cell(sheet, "%.0f%%", percent);
    else
        ul_sheet_cell(sheet, "%s", "");
}

/* One measure of one policy; what the paper says of it in percent (0: nothing) is judged
 * where the zones are the paper's. */
static ul_status add_percent(const ul_zones *zones, size_t q, ul_fig_policy policy,
                             const char *measure, const ul_spread *value, ul_claim claim)
{
    char of[16];
    snprintf(of, sizeof of, "%g", point[q].target);
    const ul_number number = {.of = of, .subject = ul_fig_policy_name[policy], .measure = measure,
                              .unit = "%", .has = claim.paper > 0 ? UL_HAS_PAPER : 0,
                              .paper = claim.paper};
    claim.ours = value->mean;
    claim.decimals = 1;
    claim.unit = "%";
    char why[128];
    snprintf(why, sizeof why, "%zu of the paper's fourteen zones are here; where the greedy gives up "
                              "it is not counted", zones->n);
    claim.why = why;
    claim.why_is_checked = true;
    return ul_zones_number(zones, &number, value,
                           claim.paper > 0 && !zones->generated ? &claim : NULL);
}

static ul_status add_policy(const ul_zones *zones, size_t q, ul_fig_policy policy,
                            const ul_zone_spread *spread)
{
    char of[16], cost[64], excess[64];
    const bool printed = policy == UL_FIG_TRK8S_CODE;
    snprintf(of, sizeof of, "%g", point[q].target);
    snprintf(cost, sizeof cost, "cost at %s, of on-demand", point[q].name);
    snprintf(excess, sizeof excess, "excess capacity at %s", point[q].name);
    UL_TRY(add_percent(zones, q, policy, "cost of on-demand", &spread->cost_share, (ul_claim){
        .what = cost, .paper = printed ? point[q].cost : 0, .tolerance = 4,
        .origin = point[q].derived ? UL_DERIVED : UL_PRINTED}));
    UL_TRY(add_percent(zones, q, policy, "excess", &spread->excess, (ul_claim){
        .what = excess, .paper = printed ? point[q].excess : 0, .tolerance = 5}));
    UL_TRY(add_percent(zones, q, policy, "above optimum", &spread->above, (ul_claim){0}));
    UL_TRY(ul_zones_number(zones, &(ul_number){
        .of = of, .subject = ul_fig_policy_name[policy], .measure = "availability",
        .unit = "nines"}, &spread->nines, NULL));
    return ul_zones_counts(zones, of, policy, spread);
}

static void write_point(ul_sheet *sheet, size_t q, const row *r, size_t zones)
{
    ul_sheet_cell(sheet, "%s", point[q].name);
    ul_zones_cell(sheet, &r->greedy.cost_share, 1, "%");
    printed_cell(sheet, point[q].cost);
    ul_zones_cell(sheet, &r->ours.cost_share, 1, "%");
    ul_zones_cell(sheet, &r->optimum.cost_share, 1, "%");
    ul_zones_cell(sheet, &r->greedy.above, 1, "%");
    ul_zones_cell(sheet, &r->greedy.nines, 2, "");
    ul_zones_cell(sheet, &r->optimum.nines, 2, "");
    ul_zones_cell(sheet, &r->greedy.excess, 1, "%");
    printed_cell(sheet, point[q].excess);
    ul_zones_cell(sheet, &r->ours.excess, 1, "%");
    ul_zones_cell(sheet, &r->optimum.excess, 1, "%");
    ul_sheet_cell(sheet, "%zu of %zu", r->greedy.met, zones);
    ul_sheet_cell(sheet, "%zu of %zu", r->optimum.proved, zones);
}

static ul_status draw(const ul_zones *zones, const row *rows, const char *path)
{
    const char *group[POINTS], *bar[SHOWN];
    char subtitle[160];
    ul_spread cost[POINTS * SHOWN], nines[POINTS * SHOWN], excess[POINTS * SHOWN];
    double promised[POINTS];
    for (size_t p = 0; p < SHOWN; p++)
        bar[p] = ul_fig_policy_name[shown[p]];
    for (size_t q = 0; q < POINTS; q++) {
        const ul_zone_spread *const of[SHOWN] = {&rows[q].greedy, &rows[q].ours, &rows[q].optimum};
        group[q] = point[q].name;
        promised[q] = -log10(1 - point[q].target);
        for (size_t p = 0; p < SHOWN; p++) {
            cost[q * SHOWN + p] = of[p]->cost_share;
            nines[q * SHOWN + p] = of[p]->nines;
            excess[q * SHOWN + p] = of[p]->excess;
        }
    }
    const ul_bar_chart chart[] = {
        {"cost, % of on-demand", POINTS, SHOWN, group, bar, cost, NULL, NULL, shown},
        {"excess capacity, %", POINTS, SHOWN, group, bar, excess, NULL, NULL, shown},
        {"availability, number of nines", POINTS, SHOWN, group, bar, nines, promised,
         "dashed: the target", shown},
    };
    snprintf(subtitle, sizeof subtitle, "%s units; mean, least and greatest over those of %zu %szones in "
             "which the target was kept", ul_param_text(zones->request->param, "capacity"),
             zones->n, zones->generated ? "generated " : "");
    return ul_bar_chart_draw(chart, 3, "Cost and excess by target (TR-Kubernetes, Figure 14)",
                             subtitle, path);
}

static ul_status fill_table(const ul_zones *zones, ul_zone_outcome *outcome, row *rows)
{
    static const bool wanted[UL_FIG_POLICIES] = {
        [UL_FIG_TRK8S_CODE] = true, [UL_FIG_LOCAL] = true, [UL_FIG_OPTIMUM] = true};
    for (size_t q = 0; q < POINTS; q++) {
        row *r = &rows[q];
        UL_TRY(ul_zones_run(zones, point[q].target, wanted, outcome));
        /* the greedy's pools that miss the target cost less than they promise */
        r->greedy = ul_zones_spread(zones, outcome, UL_FIG_TRK8S_CODE, true);
        r->ours = ul_zones_spread(zones, outcome, UL_FIG_LOCAL, true);
        r->optimum = ul_zones_spread(zones, outcome, UL_FIG_OPTIMUM, true);
        write_point(zones->made->table, q, r, zones->n);
        UL_TRY(add_policy(zones, q, UL_FIG_TRK8S_CODE, &r->greedy));
        UL_TRY(add_policy(zones, q, UL_FIG_LOCAL, &r->ours));
        UL_TRY(add_policy(zones, q, UL_FIG_OPTIMUM, &r->optimum));
    }
    return UL_OK;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {
        "target",         "trk8s-code cost",   "paper", "local cost",   "optimum cost",
        "greedy above optimum", "trk8s-code nines", "optimum nines", "trk8s-code excess", "paper",
        "local excess",   "optimum excess",    "greedy keeps target",  "proved"};
    static const char note[] =
        "Mean (least-most) over the zones where the target was kept; cost as a share of the "
        "on-demand type with the least price per unit. Where the proof did not end in time the "
        "optimum is the best pool found.";
    const char *svg = ul_param_text(request->param, "svg");
    ul_zones *zones;
    row rows[POINTS];
    UL_TRY(ul_zones_open(request, arena, made, &zones));
    ul_zone_outcome *outcome = ul_arena_alloc(arena, zones->n * UL_FIG_POLICIES, sizeof *outcome);
    const char *whole_note = ul_zones_note(zones, note);
    if (outcome == NULL || whole_note == NULL)
        return ul_no_memory();
    UL_TRY(ul_sheet_new(arena, "trk8s-fig14", "TR-Kubernetes, Figure 14: cost and excess by "
                        "availability target", whole_note, "lrrrrrrrrrrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    UL_TRY(fill_table(zones, outcome, rows));
    return *svg == '\0' ? UL_OK : draw(zones, rows, svg);
}

static const ul_param param[] = {UL_ZONE_PARAMS("trk8s-fig14.svg"), {0}};

const ul_table ul_table_trk8s_fig14 = {
    .name = "trk8s-fig14",
    .brief = "cost and excess from 99% to 99.9999%: the greedy, ours and the optimum",
    .paper = "TR-Kubernetes, Figure 14",
    .param = param,
    .time_limit_s = 20,
    .make = make,
};
