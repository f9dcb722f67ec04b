/* Stratus' Figure 8 and Table 3: how it bears estimates that are off (Section 5.4.2).
 * Each is its task's run time times a factor drawn between h and 1. */
#include <math.h>
#include <stdio.h>

#include "stratus_time.h"

/* ---- Figure 8 ---- */

enum { FACTORS = 9, EXACT = 4, LAST = FACTORS - 1 };

#define BOTH(h) \
    {"h=" h, "stratus", {NULL}, h}, {"h=" h ", no clearing", "stratus", {"clearing=no"}, h}
static const ul_stratus_row rows8[] = {
    BOTH("0.01"), BOTH("0.03"), BOTH("0.1"), BOTH("0.3"), BOTH("1"), BOTH("3"), BOTH("10"),
    BOTH("30"),   BOTH("100"),  {0},
};

static double with_clearing(const ul_stratus_cases *cases, size_t w, size_t h,
                            ul_stratus_measure measure)
{
    return ul_stratus_mean(cases, w, 2 * h, measure);
}

static double without(const ul_stratus_cases *cases, size_t w, size_t h)
{
    return ul_stratus_mean(cases, w, 2 * h + 1, UL_STRATUS_COST);
}

/* How much dearer it is without clearing, in percent. */
static double clearing_saves(const ul_stratus_cases *cases, size_t w, size_t h)
{
    return 100 * (without(cases, w, h) / with_clearing(cases, w, h, UL_STRATUS_COST) - 1);
}

static const char stand_in[] = "the workload stands in for the paper's";
static const char heavy[] = "moving tasks of much memory takes minutes, which bad estimates waste";

static ul_status claim_costs(ul_stratus_cases *cases, size_t w)
{
    static const double at_low[] = {31, 14};
    double least = HUGE_VAL;
    for (size_t h = 0; h < FACTORS; h++)
        least = fmin(least, with_clearing(cases, w, h, UL_STRATUS_COST));
    UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
        .what = "shape: cost at h = 1 against the least of all", .paper = 100,
        .ours = 100 * with_clearing(cases, w, EXACT, UL_STRATUS_COST) / least, .decimals = 1,
        .unit = "%", .origin = UL_FROM_FIGURE, .tolerance = 0.05, .why = stand_in}));
    UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
        .what = "value: at h = 1 it is dearer without clearing by at most", .paper = 5,
        .ours = clearing_saves(cases, w, EXACT), .sense = UL_CLAIM_AT_MOST, .decimals = 1,
        .unit = "%", .origin = UL_DERIVED, .why = stand_in}));
    UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
        .what = "shape: at h = 0.01 it is dearer without clearing by at least", .paper = 0,
        .ours = clearing_saves(cases, w, 0), .sense = UL_CLAIM_AT_LEAST, .decimals = 1,
        .unit = "%", .why = heavy}));
    return ul_stratus_claim(cases, w, &(ul_claim){
        .what = "value: at h = 0.01 clearing saves", .paper = at_low[w],
        .ours = 100 * (1 - with_clearing(cases, w, 0, UL_STRATUS_COST) / without(cases, w, 0)),
        .tolerance = 15, .decimals = 1, .unit = "%", .why = heavy});
}

/* Fewer machines are rented and more of them cleared the more estimates are off. */
static ul_status claim_machines(ul_stratus_cases *cases, size_t w)
{
    const double rented = with_clearing(cases, w, EXACT, UL_STRATUS_RENTED);
    const double cleared = with_clearing(cases, w, EXACT, UL_STRATUS_CLEARED);
    const size_t end[] = {0, LAST};
    for (size_t q = 0; q < 2; q++) {
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = q == 0 ? "shape: machines rented at h = 0.01 against h = 1"
                           : "shape: machines rented at h = 100 against h = 1",
            .paper = 100, .ours = 100 * with_clearing(cases, w, end[q], UL_STRATUS_RENTED) / rented,
            .sense = UL_CLAIM_AT_MOST, .decimals = 0, .unit = "%", .origin = UL_FROM_FIGURE,
            .why = stand_in}));
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = q == 0 ? "shape: machines cleared at h = 0.01, more than at h = 1 by"
                           : "shape: machines cleared at h = 100, more than at h = 1 by",
            .paper = 0,
            .ours = with_clearing(cases, w, end[q], UL_STRATUS_CLEARED) - cleared,
            .sense = UL_CLAIM_AT_LEAST, .decimals = 0, .unit = "", .origin = UL_FROM_FIGURE,
            .why = stand_in}));
    }
    return UL_OK;
}

/* Sections 5.2 and 5.4.1, where the paper's estimates are JVuPredict's. */
static ul_status claim_moves(ul_stratus_cases *cases, size_t w)
{
    const double moving_s = with_clearing(cases, w, LAST, UL_STRATUS_MOVING_S);
    const double moved = with_clearing(cases, w, LAST, UL_STRATUS_MOVED);
    UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
        .what = "shape: exact estimates instead of h = 100 lower the time spent moving by",
        .paper = 50,
        .ours = 100 * (1 - with_clearing(cases, w, EXACT, UL_STRATUS_MOVING_S) / moving_s),
        .sense = UL_CLAIM_AT_LEAST, .decimals = 0, .unit = "%", .origin = UL_DERIVED,
        .why = stand_in}));
    return ul_stratus_claim(cases, w, &(ul_claim){
        .what = "value: moves of a task that moves, at h = 100", .paper = 1.2,
        .ours = with_clearing(cases, w, LAST, UL_STRATUS_MOVES) / moved, .tolerance = 0.3,
        .decimals = 2, .unit = "", .why = "the paper's estimates are better than these"});
}

static ul_status fill8(ul_stratus_cases *cases)
{
    for (size_t h = 0; h < FACTORS; h++) {
        ul_sheet_cell(cases->made->table, "%s", rows8[2 * h].misestimate);
        for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
            const double value[] = {with_clearing(cases, w, h, UL_STRATUS_COST),
                                    without(cases, w, h), clearing_saves(cases, w, h),
                                    with_clearing(cases, w, h, UL_STRATUS_RENTED),
                                    with_clearing(cases, w, h, UL_STRATUS_CLEARED)};
            static const char *const name[] = {"cost", "cost without clearing",
                                               "dearer without clearing", "machines", "cleared"};
            static const char *const unit[] = {"$", "$", "%", "", ""};
            ul_sheet_cell(cases->made->table, "%.2f", value[0]);
            ul_sheet_cell(cases->made->table, "%.2f", value[1]);
            ul_sheet_cell(cases->made->table, "%+.1f%%", value[2]);
            ul_sheet_cell(cases->made->table, "%.0f", value[3]);
            ul_sheet_cell(cases->made->table, "%.0f", value[4]);
            for (size_t q = 0; q < 5; q++)
                UL_TRY(ul_stratus_number(cases, w, 2 * h, name[q], unit[q], value[q], NAN));
        }
    }
    return UL_OK;
}

static const char title8[] = "Stratus, Figure 8: cost and machines by how far estimates are off";

/* The two halves of the figure, one above the other: costs, then machines. */
static ul_status draw8(const ul_stratus_cases *cases)
{
    static const char *const bar[] = {"0.01", "0.03", "0.1", "0.3", "1", "3", "10", "30", "100"};
    static const char *const name[] = {
        "cost with clearing, % of h = 1", "cost without clearing, % of h = 1 with it",
        "machines rented, % of h = 1", "machines cleared, % of all rented"};
    const char *path = ul_param_text(cases->request->param, "svg");
    static ul_spread value[4][UL_STRATUS_WORKLOADS * FACTORS];
    ul_bar_chart chart[4];
    if (path[0] == '\0')
        return UL_OK;
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
        const double cost = with_clearing(cases, w, EXACT, UL_STRATUS_COST);
        const double rented = with_clearing(cases, w, EXACT, UL_STRATUS_RENTED);
        for (size_t h = 0; h < FACTORS; h++) {
            const double share[] = {
                with_clearing(cases, w, h, UL_STRATUS_COST) / cost, without(cases, w, h) / cost,
                with_clearing(cases, w, h, UL_STRATUS_RENTED) / rented,
                with_clearing(cases, w, h, UL_STRATUS_CLEARED)
                    / with_clearing(cases, w, h, UL_STRATUS_RENTED)};
            for (size_t q = 0; q < 4; q++)
                value[q][w * FACTORS + h] =
                    (ul_spread){100 * share[q], 100 * share[q], 100 * share[q]};
        }
    }
    for (size_t q = 0; q < 4; q++)
        chart[q] = (ul_bar_chart){name[q], UL_STRATUS_WORKLOADS, FACTORS, ul_stratus_workload, bar,
                                  value[q], NULL, NULL, NULL};
    return ul_bar_chart_draw(chart, 4, title8, "bars: h, from 0.01 to 100", path);
}

static ul_status make8(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {
        "h", "google, $", "no clearing", "dearer", "machines", "cleared", "two-sigma, $",
        "no clearing", "dearer", "machines", "cleared", NULL};
    ul_stratus_cases *cases;
    UL_TRY(ul_stratus_run_cases(request, arena, made, rows8, ul_param_text(request->param, "price"),
                                false, &cases));
    UL_TRY(ul_stratus_sheet(cases, "stratus-fig8", title8,
                            "Estimates are run times times a factor drawn between h and 1 for each "
                            "task.", "rrrrrrrrrrr", head));
    UL_TRY(fill8(cases));
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
        UL_TRY(claim_costs(cases, w));
        UL_TRY(claim_machines(cases, w));
        UL_TRY(claim_moves(cases, w));
    }
    return draw8(cases);
}

/* ---- Table 3 ---- */

enum { POINTS = 3, MIDDLE = 1 };
static const ul_stratus_row rows3[] = {
    {"h=0.01", "stratus", {NULL}, "0.01"},
    {"h=1", "stratus", {NULL}, "1"},
    {"h=100", "stratus", {NULL}, "100"},
    {0},
};
static const char title3[] = "Stratus, Table 3: how long jobs take by how far estimates are off";

static ul_status make3(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"h", "google 50%", "paper", "95%", "paper",
                                       "two-sigma 50%", "95%", NULL};
    static const double paper[POINTS][2] = {{1.3, 3.2}, {1.3, 3.3}, {1.3, 3.2}};
    ul_spread value[UL_STRATUS_WORKLOADS * POINTS];
    ul_stratus_cases *cases;
    UL_TRY(ul_stratus_run_cases(request, arena, made, rows3, ul_param_text(request->param, "price"),
                                false, &cases));
    UL_TRY(ul_stratus_sheet(cases, "stratus-table3", title3,
                            "From a job's submission to its end, over what it takes when every "
                            "task runs at once.", "rrrrrrr", head));
    for (size_t q = 0; q < POINTS; q++) {
        ul_sheet_cell(made->table, "%s", rows3[q].misestimate);
        for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
            const double median = ul_stratus_mean(cases, w, q, UL_STRATUS_MEDIAN);
            const double p95 = ul_stratus_mean(cases, w, q, UL_STRATUS_P95);
            const bool prints = w == UL_STRATUS_GOOGLE;
            value[w * POINTS + q] = ul_stratus_spread(cases, w, q, UL_STRATUS_MEDIAN);
            ul_sheet_cell(made->table, "%.2f", median);
            if (prints)
                ul_sheet_cell(made->table, "%.1f", paper[q][0]);
            ul_sheet_cell(made->table, "%.1f", p95);
            if (prints)
                ul_sheet_cell(made->table, "%.1f", paper[q][1]);
            UL_TRY(ul_stratus_number(cases, w, q, "latency 50%", "of run", median,
                                     prints ? paper[q][0] : NAN));
            UL_TRY(ul_stratus_number(cases, w, q, "latency 95%", "of run", p95,
                                     prints ? paper[q][1] : NAN));
        }
    }
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
        const ul_spread *of = &value[w * POINTS];
        const double least = fmin(of[0].mean, fmin(of[1].mean, of[2].mean));
        const double most = fmax(of[0].mean, fmax(of[1].mean, of[2].mean));
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = "shape: medians differ by at most", .paper = 10,
            .ours = 100 * (most / least - 1), .sense = UL_CLAIM_AT_MOST, .decimals = 1,
            .unit = "%", .origin = UL_DERIVED, .why = stand_in}));
    }
    UL_TRY(ul_stratus_claim(cases, UL_STRATUS_GOOGLE, &(ul_claim){
        .what = "value: median latency at h = 1", .paper = paper[MIDDLE][0],
        .ours = value[MIDDLE].mean, .tolerance = 0.2 * paper[MIDDLE][0], .decimals = 2, .unit = "",
        .why = stand_in}));
    return ul_stratus_draw(cases, title3, "median latency over run alone", value);
}

static const ul_param param[] = {UL_STRATUS_TIME_PARAMS("1"), UL_STRATUS_PRICE_PARAM("on-demand"), {0}};

const ul_table ul_table_stratus_fig8 = {
    .name = "stratus-fig8",
    .brief = "how Stratus bears estimates that are off: cost, machines rented and cleared",
    .paper = "Stratus, Section 5.4.2, Figure 8",
    .param = param,
    .make = make8,
};

const ul_table ul_table_stratus_table3 = {
    .name = "stratus-table3",
    .brief = "how long jobs take under Stratus when estimates are off",
    .paper = "Stratus, Section 5.4.2, Table 3",
    .param = param,
    .make = make3,
};
