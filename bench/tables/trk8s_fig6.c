/* TR-Kubernetes, Figure 6: provisioning policies at 5000 units and 99.999%, over all
 * zones; our local search and the proved optimum beside them.
 *
 * Cost is a share of what the capacity costs on demand; the availability of several
 * zones is averaged as the paper plots it, in nines. Policies that know no target
 * count even where they miss it, and the table says in how many zones they keep it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability.h"
#include "trk8s_zones.h"

/* What the paper's text says of its figure. */
static const char *const printed_cost[UL_FIG_POLICIES] = {
    [UL_FIG_TRK8S_CODE] = "47%", [UL_FIG_TRK8S] = "below 50%",
    [UL_FIG_CHEAPEST] = "lowest", [UL_FIG_DIVERSE] = "60-80%", [UL_FIG_GREEDY] = "60-80%",
    [UL_FIG_LOCAL] = "",         [UL_FIG_OPTIMUM] = "",
};
static const char *const printed_nines[UL_FIG_POLICIES] = {
    [UL_FIG_TRK8S_CODE] = "5", [UL_FIG_TRK8S] = "5",
    [UL_FIG_CHEAPEST] = "3",   [UL_FIG_DIVERSE] = "slightly below 5", [UL_FIG_GREEDY] = "5",
    [UL_FIG_LOCAL] = "",       [UL_FIG_OPTIMUM] = "",
};

static void write_row(ul_sheet *sheet, ul_fig_policy policy, const ul_zone_spread *r, size_t zones)
{
    ul_sheet_cell(sheet, "%s", ul_fig_policy_name[policy]);
    ul_zones_cell(sheet, &r->cost_share, 1, "%");
    ul_sheet_cell(sheet, "%s", printed_cost[policy]);
    ul_zones_cell(sheet, &r->above, 1, "%");
    ul_zones_cell(sheet, &r->nines, 2, "");
    ul_sheet_cell(sheet, "%s", printed_nines[policy]);
    ul_zones_cell(sheet, &r->excess, 1, "%");
    ul_sheet_cell(sheet, "%zu of %zu", r->met, zones);
    if (policy == UL_FIG_OPTIMUM)
        ul_sheet_cell(sheet, "%zu of %zu", r->proved, zones);
    else
        ul_sheet_cell(sheet, "%s", "");
}

/* The claims of the paper's text that have numbers: ranges are their middle, give or take. */
static ul_status claim(const ul_zone_spread *rows, ul_arena *arena, ul_table_made *made)
{
    static const char zones[] = "the records at hand cover eight of the paper's fourteen zones";
    static const char spare[] = "filled to capacity without spare, ten types fail whenever one is "
                                "down: the paper's fleet must hold more than its text says";
    const struct {
        const char *what;
        double paper, ours, tolerance;
        const char *unit, *why;
    } said[] = {
        {"cost of the greedy, of on-demand", 47, rows[UL_FIG_TRK8S_CODE].cost_share.mean, 4, "%", zones},
        {"cost of spotfleet-diverse", 70, rows[UL_FIG_DIVERSE].cost_share.mean, 10, "%", spare},
        {"cost of greedy-availability", 70, rows[UL_FIG_GREEDY].cost_share.mean, 10, "%",
         "blind to cost it takes the dearest types in some zones, as the paper's error bar says"},
        {"nines of the greedy", 5, rows[UL_FIG_TRK8S_CODE].nines.mean, 0.5, "", zones},
        {"nines of spotfleet-cheapest", 3, rows[UL_FIG_CHEAPEST].nines.mean, 0.5, "", zones},
        {"nines of spotfleet-diverse", 4.8, rows[UL_FIG_DIVERSE].nines.mean, 0.5, "", spare},
    };
    for (size_t q = 0; q < sizeof said / sizeof *said; q++)
        UL_TRY(ul_table_claim(made, arena, &(ul_claim){
            .what = said[q].what, .paper = said[q].paper, .ours = said[q].ours,
            .tolerance = said[q].tolerance, .decimals = 1, .unit = said[q].unit,
            .why = said[q].why}));
    return UL_OK;
}

static ul_status draw(const ul_zones *zones, const ul_zone_spread *rows, double target,
                      const char *path)
{
    char subtitle[160];
    const double on_demand = 100, promised = -log10(1 - target);
    ul_spread cost[UL_FIG_POLICIES], nines[UL_FIG_POLICIES];
    for (size_t p = 0; p < UL_FIG_POLICIES; p++) {
        cost[p] = rows[p].cost_share;
        nines[p] = rows[p].nines;
    }
    const ul_bar_chart chart[] = {
        {"cost, % of on-demand", 1, UL_FIG_POLICIES, NULL, ul_fig_policy_name, cost, &on_demand,
         "dashed: on-demand machines"},
        {"availability, number of nines", 1, UL_FIG_POLICIES, NULL, ul_fig_policy_name, nines,
         isfinite(promised) ? &promised : NULL, "dashed: the target"},
    };
    snprintf(subtitle, sizeof subtitle, "%s units with probability %g; mean, least and greatest of "
             "%zu %szones", ul_param_text(zones->request->param, "capacity"), target, zones->n,
             zones->generated ? "generated " : "");
    return ul_bar_chart_draw(chart, 2, "Provisioning policies (TR-Kubernetes, Figure 6)", subtitle,
                             path);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"policy", "cost / on-demand", "paper", "above optimum",
                                       "nines",  "paper",            "excess", "keeps target",
                                       "proved"};
    static const char note[] =
        "Mean (least-most) over zones. Cost against the on-demand type with the least price per "
        "unit; above the optimum where the target is kept; nines are -log10(1 - availability).";
    const double target = ul_param_number(request->param, "target");
    const char *svg = ul_param_text(request->param, "svg");
    bool wanted[UL_FIG_POLICIES];
    ul_zones *zones;
    ul_zone_spread rows[UL_FIG_POLICIES];
    memset(wanted, true, sizeof wanted);
    UL_TRY(ul_zones_open(request, arena, made, &zones));
    ul_zone_outcome *outcome = ul_arena_alloc(arena, zones->n * UL_FIG_POLICIES, sizeof *outcome);
    const char *whole_note = ul_zones_note(zones, note);
    if (outcome == NULL || whole_note == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a table");
    UL_TRY(ul_zones_run(zones, target, wanted, outcome));
    UL_TRY(ul_sheet_new(arena, "trk8s-fig6", "TR-Kubernetes, Figure 6: cost and availability of "
                        "provisioning policies", whole_note, "lrrrrrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++) {
        rows[p] = ul_zones_spread(zones, outcome, p, false);
        write_row(made->table, p, &rows[p], zones->n);
    }
    if (!zones->generated)
        UL_TRY(claim(rows, arena, made));
    return *svg == '\0' ? UL_OK : draw(zones, rows, target, svg);
}

static const ul_param param[] = {
    UL_ZONE_PARAMS("trk8s-fig6.svg"),
    {.name = "target", .preset = "0.99999", .form = UL_PARAM_REAL, .low = 0, .high = 1,
     .brief = "availability promised"},
    {0},
};

const ul_table ul_table_trk8s_fig6 = {
    .name = "trk8s-fig6",
    .brief = "provisioning policies at 99.999%: cost, availability, excess; ours and the optimum",
    .paper = "TR-Kubernetes, Figure 6",
    .param = param,
    .time_limit_s = 20,
    .make = make,
};
