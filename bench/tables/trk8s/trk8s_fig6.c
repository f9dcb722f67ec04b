/* TR-Kubernetes, Figure 6: provisioning policies at 5000 units and 99.999%, over all
 * zones; our local search and the proved optimum beside them.
 *
 * Cost is a share of what the capacity costs on demand; the availability of several
 * zones is averaged as the paper plots it, in nines. Policies that know no target
 * count even where they miss it, and the table says in how many zones they keep it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "availability.h"
#include "trk8s_zones.h"

/* What the paper's text says of its figure. */
static const char *const printed_cost[UL_FIG_POLICIES] = {
    [UL_FIG_TRK8S_CODE] = "53% lower", [UL_FIG_TRK8S] = "below 50%",
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

enum { COST, NINES, CLAIMED };

/* The claims of the paper's text that have numbers: ranges are their middle, give or take. */
static const struct {
    const char *what;
    double paper, tolerance;
    const char *why; /* NULL: the zones at hand, which the run counts */
    int origin;      /* of the paper's value */
} said[UL_FIG_POLICIES][CLAIMED] = {
#define FEW_ZONES NULL
#define NO_SPARE "filled to capacity without spare, ten types fail whenever one is down: the " \
                 "paper's fleet must hold more than its text says"
    [UL_FIG_TRK8S_CODE] = {{"cost of the greedy, of on-demand", 47, 4, FEW_ZONES, UL_DERIVED},
                           {"nines of the greedy", 5, 0.5, FEW_ZONES, UL_PRINTED}},
    [UL_FIG_CHEAPEST] = {[NINES] = {"nines of spotfleet-cheapest", 3, 0.5, FEW_ZONES, UL_PRINTED}},
    [UL_FIG_DIVERSE] = {{"cost of spotfleet-diverse", 70, 10, NO_SPARE, UL_DERIVED},
                        {"nines of spotfleet-diverse", 4.8, 0.5, NO_SPARE, UL_FROM_FIGURE}},
    [UL_FIG_GREEDY] = {{"cost of greedy-availability", 70, 10, "blind to cost it takes the dearest "
                        "types in some zones, as the paper's error bar says", UL_DERIVED}},
};

/* A number that the paper prints, or its words where they are none. */
static void add_printed(const char *printed, ul_number *number)
{
    char *end;
    number->paper = strtod(printed, &end);
    if (end > printed && (*end == '\0' || strcmp(end, "%") == 0))
        number->has |= UL_HAS_PAPER;
    else
        number->paper_says = printed;
}

static ul_status add_claimed(const ul_zones *zones, ul_fig_policy p, int q, const ul_spread *value)
{
    ul_number number = {.subject = ul_fig_policy_name[p],
                        .measure = q == COST ? "cost of on-demand" : "availability",
                        .unit = q == COST ? "%" : "nines"};
    char zones_text[96];
    snprintf(zones_text, sizeof zones_text, "%zu of the paper's fourteen zones are here", zones->n);
    const ul_claim claim = {
        .what = said[p][q].what, .paper = said[p][q].paper, .ours = value->mean,
        .tolerance = said[p][q].tolerance, .decimals = 1, .unit = q == COST ? "%" : "",
        .origin = said[p][q].origin,
        .why = said[p][q].why == NULL ? zones_text : said[p][q].why,
        .why_is_checked = said[p][q].why == NULL};
    add_printed((q == COST ? printed_cost : printed_nines)[p], &number);
    return ul_zones_number(zones, &number, value,
                           claim.what != NULL && !zones->generated ? &claim : NULL);
}

static ul_status add_numbers(const ul_zones *zones, const ul_zone_spread *rows)
{
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++)
        UL_TRY(add_claimed(zones, p, COST, &rows[p].cost_share));
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++)
        UL_TRY(add_claimed(zones, p, NINES, &rows[p].nines));
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++) {
        ul_number number = {.subject = ul_fig_policy_name[p], .measure = "above optimum",
                            .unit = "%"};
        UL_TRY(ul_zones_number(zones, &number, &rows[p].above, NULL));
        number.measure = "excess";
        UL_TRY(ul_zones_number(zones, &number, &rows[p].excess, NULL));
        UL_TRY(ul_zones_counts(zones, NULL, p, &rows[p]));
    }
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
         "dashed: on-demand machines", NULL},
        {"availability, number of nines", 1, UL_FIG_POLICIES, NULL, ul_fig_policy_name, nines,
         isfinite(promised) ? &promised : NULL, "dashed: the target", NULL},
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
        return ul_no_memory();
    UL_TRY(ul_zones_run(zones, target, wanted, outcome));
    UL_TRY(ul_sheet_new(arena, "trk8s-fig6", "TR-Kubernetes, Figure 6: cost and availability of "
                        "provisioning policies", whole_note, "lrrrrrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++) {
        rows[p] = ul_zones_spread(zones, outcome, p, false);
        write_row(made->table, p, &rows[p], zones->n);
    }
    UL_TRY(add_numbers(zones, rows));
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
