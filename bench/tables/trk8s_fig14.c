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
} point[] = {
    {0.99, "99%", 38, 0},          {0.999, "99.9%", 0, 0},          {0.9999, "99.99%", 0, 0},
    {0.99999, "99.999%", 47, 30},  {0.999999, "99.9999%", 53, 50},
};
enum { POINTS = sizeof point / sizeof *point, POLICIES = 3 };

static const ul_fig_policy policy[POLICIES] = {UL_FIG_TRK8S_CODE, UL_FIG_LOCAL, UL_FIG_OPTIMUM};

typedef struct {
    ul_spread cost[POINTS * POLICIES], excess[POINTS * POLICIES], above[POINTS];
    size_t proved[POINTS];
} figure;

static ul_status fill_point(const ul_table_request *request, const ul_zone_list *zones, size_t q,
                            figure *to)
{
    double cost[POLICIES][UL_ZONES_MAX], excess[POLICIES][UL_ZONES_MAX], above[UL_ZONES_MAX];
    size_t n[POLICIES] = {0}, n_above = 0;
    for (size_t z = 0; z < zones->n; z++) {
        ul_zone_outcome outcome[POLICIES];
        for (size_t p = 0; p < POLICIES; p++) {
            ul_zone_outcome *o = &outcome[p];
            UL_TRY(ul_zone_run(request, zones->path[z], point[q].target, policy[p], o));
            /* the greedy's pools that miss the target cost less than they promise */
            o->has_pool = o->has_pool
                          && 1 - o->availability <= 1 - point[q].target + UL_AVAILABILITY_SLACK;
            if (!o->has_pool)
                continue;
            cost[p][n[p]] = 100 * o->cost_share;
            excess[p][n[p]++] = 100 * o->excess;
        }
        to->proved[q] += outcome[POLICIES - 1].proved;
        if (outcome[0].has_pool && outcome[POLICIES - 1].has_pool)
            above[n_above++] =
                100 * (outcome[0].cost_share / outcome[POLICIES - 1].cost_share - 1);
    }
    for (size_t p = 0; p < POLICIES; p++) {
        ul_spread_of(cost[p], n[p], &to->cost[q * POLICIES + p]);
        ul_spread_of(excess[p], n[p], &to->excess[q * POLICIES + p]);
    }
    ul_spread_of(above, n_above, &to->above[q]);
    return UL_OK;
}

static void spread_cell(ul_sheet *sheet, const ul_spread *value)
{
    if (value->mean >= 0 || value->mean < 0)
        ul_sheet_cell(sheet, "%.1f%% (%.1f-%.1f)", value->mean, value->least, value->most);
    else
        ul_sheet_cell(sheet, "none");
}

static void printed_cell(ul_sheet *sheet, double percent)
{
    if (percent > 0)
        ul_sheet_cell(sheet, "%.0f%%", percent);
    else
        ul_sheet_cell(sheet, "%s", "");
}

static ul_status claim_point(const figure *f, size_t q, ul_arena *arena, ul_table_made *made)
{
    static const char why[] = "the published records cover eight of the paper's fourteen zones";
    const ul_spread *cost = &f->cost[q * POLICIES], *excess = &f->excess[q * POLICIES];
    char what[64];
    snprintf(what, sizeof what, "cost at %s, of on-demand", point[q].name);
    if (point[q].cost > 0)
        UL_TRY(ul_table_claim(made, arena, &(ul_claim){
            .what = what, .paper = point[q].cost, .ours = cost->mean, .tolerance = 4,
            .decimals = 1, .unit = "%", .why = why}));
    snprintf(what, sizeof what, "excess capacity at %s", point[q].name);
    if (point[q].excess > 0)
        UL_TRY(ul_table_claim(made, arena, &(ul_claim){
            .what = what, .paper = point[q].excess, .ours = excess->mean, .tolerance = 5,
            .decimals = 1, .unit = "%", .why = why}));
    return UL_OK;
}

static void write_point(ul_sheet *sheet, size_t q, const figure *f, size_t zones)
{
    const ul_spread *cost = &f->cost[q * POLICIES], *excess = &f->excess[q * POLICIES];
    ul_sheet_cell(sheet, "%s", point[q].name);
    spread_cell(sheet, &cost[0]);
    printed_cell(sheet, point[q].cost);
    spread_cell(sheet, &cost[1]);
    spread_cell(sheet, &cost[2]);
    spread_cell(sheet, &f->above[q]);
    spread_cell(sheet, &excess[0]);
    printed_cell(sheet, point[q].excess);
    spread_cell(sheet, &excess[2]);
    ul_sheet_cell(sheet, "%zu of %zu", f->proved[q], zones);
}

static ul_status draw(const figure *f, const char *path)
{
    const char *group[POINTS], *bar[POLICIES];
    for (size_t q = 0; q < POINTS; q++)
        group[q] = point[q].name;
    for (size_t p = 0; p < POLICIES; p++)
        bar[p] = ul_fig_policy_name[policy[p]];
    const ul_bar_chart a = {"cost", "cost, % of on-demand", POINTS, POLICIES, group, bar, f->cost};
    const ul_bar_chart b = {"excess", "excess capacity, %", POINTS, POLICIES, group, bar,
                            f->excess};
    const ul_bar_chart *const chart[] = {&a, &b};
    return ul_bar_chart_draw(chart, 2, "Cost and excess by target (TR-Kubernetes, Figure 14)",
                             path);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"target",        "trk8s-code cost", "paper",
                                       "local cost",    "optimum cost",    "greedy above optimum",
                                       "trk8s-code excess", "paper",       "optimum excess",
                                       "proved"};
    static const char note[] =
        "Mean (least-most) over the zones where the target was met; cost as a share of the on-demand "
        "type with the least price per unit. Where the proof did not end in time the optimum is the "
        "best pool found.";
    const char *svg = ul_param_text(request->param, "svg");
    ul_zone_list *zones = ul_arena_alloc(arena, 1, sizeof *zones);
    figure *f = ul_arena_alloc(arena, 1, sizeof *f);
    if (zones == NULL || f == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a table");
    UL_TRY(ul_zone_list_read(ul_param_text(request->param, "zones"), zones));
    UL_TRY(ul_sheet_new(arena, "trk8s-fig14", "TR-Kubernetes, Figure 14: cost and excess by "
                        "availability target", note, "lrrrrrrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (size_t q = 0; q < POINTS; q++) {
        UL_TRY(fill_point(request, zones, q, f));
        write_point(made->table, q, f, zones->n);
        UL_TRY(claim_point(f, q, arena, made));
    }
    return *svg == '\0' ? UL_OK : draw(f, svg);
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
