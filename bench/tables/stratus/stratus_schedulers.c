/* Stratus' Figures 4, 5 and 7 and Table 2: four schedulers on two workloads, by what
 * they cost on spot and on demand, how full their machines are and how long jobs wait.
 *
 * The paper estimates run times by JVuPredict, which is not public; here estimates are
 * exact, which it says lowers its cost by 5% and 9%. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stratus_time.h"
#include "table_floor.h"

enum { STRATUS, FLEET, HOTSPOT, SUPERCLOUD, SCHEDULERS, CHEAPEST_FIT = SCHEDULERS };

static const ul_stratus_row rows[] = {
    {"stratus", "stratus", {NULL}, NULL},
    {"fleet", "fleet", {NULL}, NULL},
    {"hotspot", "hotspot", {NULL}, NULL},
    {"supercloud", "supercloud", {NULL}, NULL},
    {0},
};
static const ul_stratus_row more_rows[] = {
    {"stratus", "stratus", {NULL}, NULL},
    {"fleet", "fleet", {NULL}, NULL},
    {"hotspot", "hotspot", {NULL}, NULL},
    {"supercloud", "supercloud", {NULL}, NULL},
    {"stratus, cheapest fit", "stratus", {"scaling=cheapest"}, NULL},
    {0},
};

/* What Stratus saves of another's cost, in percent (Section 5.1); and the order. */
static const double saved[UL_STRATUS_WORKLOADS][SCHEDULERS] = {{NAN, 17, 25, 44},
                                                               {NAN, 22, 31, 17}};
static const size_t order[UL_STRATUS_WORKLOADS][SCHEDULERS] = {
    {STRATUS, FLEET, HOTSPOT, SUPERCLOUD}, {STRATUS, SUPERCLOUD, FLEET, HOTSPOT}};

static double cost(const ul_stratus_cases *cases, size_t w, size_t row)
{
    return ul_stratus_mean(cases, w, row, UL_STRATUS_COST);
}

static double saving(const ul_stratus_cases *cases, size_t w, size_t row)
{
    return 100 * (1 - cost(cases, w, STRATUS) / cost(cases, w, row));
}

static double dearest(const ul_stratus_cases *cases, size_t w)
{
    double most = 0;
    for (size_t q = 0; q < cases->n_rows; q++)
        most = fmax(most, cost(cases, w, q));
    return most;
}

static double floor_of(const ul_stratus_cases *cases, size_t w)
{
    return ul_stratus_mean(cases, w, STRATUS, UL_STRATUS_FLOOR);
}

/* How far a cost is above the floor, in percent. */
static double above(const ul_stratus_cases *cases, size_t w, size_t row)
{
    return 100 * (cost(cases, w, row) / floor_of(cases, w) - 1);
}

/* How much of what another pays above the floor Stratus does not. */
static double gap_closed(const ul_stratus_cases *cases, size_t w, size_t row)
{
    return 100 * (cost(cases, w, row) - cost(cases, w, STRATUS))
           / (cost(cases, w, row) - floor_of(cases, w));
}

/* Pairs of schedulers that stand as in the paper, of six. */
static double pairs_in_order(const ul_stratus_cases *cases, size_t w)
{
    double n = 0;
    for (size_t a = 0; a < SCHEDULERS; a++)
        for (size_t b = a + 1; b < SCHEDULERS; b++)
            n += cost(cases, w, order[w][a]) < cost(cases, w, order[w][b]);
    return n;
}

static ul_status claim_order(ul_stratus_cases *cases, size_t w, const char *why)
{
    return ul_stratus_claim(cases, w, &(ul_claim){
        .what = "order: pairs of schedulers whose costs stand as in the paper", .paper = 6,
        .ours = pairs_in_order(cases, w), .unit = " of 6", .origin = UL_FROM_FIGURE, .why = why});
}

/* ---- Figures 4 and 7 ---- */

static void cost_cells(ul_stratus_cases *cases, size_t w, size_t q, double paper)
{
    ul_sheet *sheet = cases->made->table;
    ul_sheet_cell(sheet, "%.2f", cost(cases, w, q));
    ul_sheet_cell(sheet, "%.0f%%", 100 * cost(cases, w, q) / dearest(cases, w));
    if (q == STRATUS)
        ul_sheet_cell(sheet, "%s", "");
    else
        ul_sheet_cell(sheet, "%.1f%%", saving(cases, w, q));
    if (isnan(paper))
        ul_sheet_cell(sheet, "%s", "");
    else
        ul_sheet_cell(sheet, "%.0f%%", paper);
    ul_sheet_cell(sheet, "%.1f%%", above(cases, w, q));
    if (q == STRATUS)
        ul_sheet_cell(sheet, "%s", "");
    else
        ul_sheet_cell(sheet, "%.0f%%", gap_closed(cases, w, q));
}

static ul_status cost_numbers(ul_stratus_cases *cases, size_t w, size_t q, double paper)
{
    UL_TRY(ul_stratus_number(cases, w, q, "cost", "$", cost(cases, w, q), NAN));
    UL_TRY(ul_stratus_number(cases, w, q, "cost", "% of the dearest",
                             100 * cost(cases, w, q) / dearest(cases, w), NAN));
    if (q != STRATUS)
        UL_TRY(ul_stratus_number(cases, w, q, "Stratus saves", "%", saving(cases, w, q), paper));
    UL_TRY(ul_stratus_number(cases, w, q, "above the floor", "%", above(cases, w, q), NAN));
    return q == STRATUS ? UL_OK
                        : ul_stratus_number(cases, w, q, "of the gap to the floor Stratus closes",
                                            "%", gap_closed(cases, w, q), NAN);
}

static ul_status cost_table(ul_stratus_cases *cases, const char *name, const char *title,
                            bool with_paper)
{
    static const char *const head[] = {
        "scheduler", "google, $", "of dearest", "Stratus saves", "paper", "above the floor",
        "gap closed", "two-sigma, $", "of dearest", "Stratus saves", "paper", "above the floor",
        "gap closed", NULL};
    UL_TRY(ul_stratus_sheet(cases, name, title,
                            "Cost, what Stratus saves of it, how far it is above what no schedule "
                            "can undercut (schedule-floor), and how much of what others pay above "
                            "that Stratus does not.", "lrrrrrrrrrrrr", head));
    for (size_t q = 0; q < cases->n_rows; q++) {
        ul_sheet_cell(cases->made->table, "%s", cases->row[q].label);
        for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
            const double paper = with_paper && q < SCHEDULERS ? saved[w][q] : NAN;
            cost_cells(cases, w, q, paper);
            UL_TRY(cost_numbers(cases, w, q, paper));
        }
    }
    return UL_OK;
}

static ul_status draw_costs(const ul_stratus_cases *cases, const char *title)
{
    ul_spread value[UL_STRATUS_WORKLOADS * UL_STRATUS_ROWS_MAX];
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++)
        for (size_t q = 0; q < cases->n_rows; q++) {
            const double scale = 100 / dearest(cases, w);
            const ul_spread spread = ul_stratus_spread(cases, w, q, UL_STRATUS_COST);
            value[w * cases->n_rows + q] = (ul_spread){scale * spread.mean, scale * spread.least,
                                                       scale * spread.most};
        }
    return ul_stratus_draw(cases, title, "cost, % of the dearest", value);
}

/* Savings may be 15 points off: two stand-ins for the paper's workloads, other estimates,
 * other prices. */
static ul_status claim_savings(ul_stratus_cases *cases, size_t w)
{
    static const char *const what[SCHEDULERS] = {
        "", "value: Stratus saves of Fleet's cost", "value: Stratus saves of HotSpot's cost",
        "value: Stratus saves of SuperCloud's cost"};
    for (size_t q = FLEET; q < SCHEDULERS; q++)
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = what[q], .paper = saved[w][q], .ours = saving(cases, w, q), .tolerance = 15,
            .decimals = 1, .unit = "%",
            .why = "the workload stands in for the paper's, whose prices are not public either"}));
    return UL_OK;
}

static const char title4[] = "Stratus, Figure 4: cost of four schedulers on spot";

static ul_status make4(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    ul_stratus_cases *cases;
    UL_TRY(ul_stratus_run_cases(request, arena, made, more_rows,
                                ul_param_text(request->param, "price"), true, &cases));
    UL_TRY(cost_table(cases, "stratus-fig4", title4, true));
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
        UL_TRY(claim_order(cases, w, "the workload stands in for the paper's"));
        UL_TRY(claim_savings(cases, w));
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = "shape: Stratus renting by cheapest fit (Section 5.1) against Fleet",
            .paper = 100,
            .ours = 100 * cost(cases, w, CHEAPEST_FIT) / cost(cases, w, FLEET), .tolerance = 2,
            .decimals = 1, .unit = "%", .origin = UL_DERIVED,
            .why = "\"only slightly beating Fleet\" is all that the paper says"}));
    }
    return draw_costs(cases, title4);
}

static const char title7[] = "Stratus, Figure 7: cost of four schedulers on demand";

static ul_status make7(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const double least[] = {10, 14}, most[] = {29, 25};
    ul_stratus_cases *cases;
    UL_TRY(ul_stratus_run_cases(request, arena, made, rows, "on-demand", true, &cases));
    UL_TRY(cost_table(cases, "stratus-fig7", title7, false));
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t q = FLEET; q < SCHEDULERS; q++) {
            low = fmin(low, saving(cases, w, q));
            high = fmax(high, saving(cases, w, q));
        }
        UL_TRY(claim_order(cases, w, "on demand a large machine is no cheaper by the unit, so that "
                                     "SuperCloud pays for what it leaves empty"));
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = "value: the least that Stratus saves", .paper = least[w], .ours = low,
            .tolerance = 5, .decimals = 1, .unit = "%",
            .why = "the workload stands in for the paper's"}));
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = "value: the most that Stratus saves", .paper = most[w], .ours = high,
            .tolerance = 5, .decimals = 1, .unit = "%",
            .why = "the workload stands in for the paper's"}));
    }
    return draw_costs(cases, title7);
}

/* ---- Figure 5 ---- */

static const char title5[] = "Stratus, Figure 5: how full machines are";

/* VCPU for Google, memory for TwoSigma. */
static const ul_stratus_measure constraining[] = {UL_STRATUS_CPU_USED, UL_STRATUS_RAM_USED};

static ul_status make5(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"scheduler", "google, vCPU", "paper", "memory",
                                       "two-sigma, memory", "paper", "vCPU", NULL};
    static const double exact[] = {90, 84};
    ul_spread value[UL_STRATUS_WORKLOADS * SCHEDULERS];
    ul_stratus_cases *cases;
    UL_TRY(ul_stratus_run_cases(request, arena, made, rows, ul_param_text(request->param, "price"),
                                false, &cases));
    UL_TRY(ul_stratus_sheet(cases, "stratus-fig5", title5,
                            "Requests times run times over capacity paid for. Of Stratus the paper "
                            "prints 86% and 79%, with exact run times 90% and 84%.", "lrrrrrr",
                            head));
    for (size_t q = 0; q < SCHEDULERS; q++) {
        ul_sheet_cell(made->table, "%s", rows[q].label);
        for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
            const ul_stratus_measure other =
                w == 0 ? UL_STRATUS_RAM_USED : UL_STRATUS_CPU_USED;
            const ul_spread used = ul_stratus_spread(cases, w, q, constraining[w]);
            value[w * SCHEDULERS + q] = (ul_spread){100 * used.mean, 100 * used.least,
                                                    100 * used.most};
            ul_sheet_cell(made->table, "%.1f%%", 100 * used.mean);
            if (q == STRATUS)
                ul_sheet_cell(made->table, "%.0f%%", exact[w]);
            else
                ul_sheet_cell(made->table, "%s", "");
            ul_sheet_cell(made->table, "%.1f%%", 100 * ul_stratus_mean(cases, w, q, other));
            UL_TRY(ul_stratus_number(cases, w, q, "constraining resource used", "%",
                                     100 * used.mean, q == STRATUS ? exact[w] : NAN));
        }
    }
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
        double others = 0;
        for (size_t q = FLEET; q < SCHEDULERS; q++)
            others = fmax(others, value[w * SCHEDULERS + q].mean);
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = "shape: Stratus above the fullest other", .paper = 0,
            .ours = value[w * SCHEDULERS].mean - others, .sense = UL_CLAIM_AT_LEAST, .decimals = 1,
            .unit = " points", .origin = UL_FROM_FIGURE, .why = "the workload stands in for the paper's"}));
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = "value: used with exact run times", .paper = exact[w],
            .ours = value[w * SCHEDULERS].mean, .tolerance = 5, .decimals = 1, .unit = "%",
            .why = "start-up is paid and unused: with short jobs that alone is more than a tenth"}));
    }
    return ul_stratus_draw(cases, title5, "constraining resource used, %", value);
}

/* ---- Table 2 ---- */

static const char title_table2[] = "Stratus, Table 2: how long jobs take, over their run alone";

static ul_status make_table2(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"scheduler", "google 50%", "paper", "95%", "paper",
                                       "two-sigma 50%", "paper", "95%", "paper", NULL};
    static const double paper[UL_STRATUS_WORKLOADS][SCHEDULERS][2] = {
        {{1.3, 3.2}, {1.2, 3.1}, {2.2, 7.0}, {2.5, 11.4}},
        {{1.1, 1.6}, {1.0, 1.4}, {1.1, 1.5}, {1.2, 2.0}}};
    ul_spread value[UL_STRATUS_WORKLOADS * SCHEDULERS];
    ul_stratus_cases *cases;
    UL_TRY(ul_stratus_run_cases(request, arena, made, rows, ul_param_text(request->param, "price"),
                                false, &cases));
    UL_TRY(ul_stratus_sheet(cases, "stratus-table2", title_table2,
                            "From a job's submission to its end, over what it takes when every "
                            "task runs at once: the median job and the 95th of a hundred.",
                            "lrrrrrrrr", head));
    for (size_t q = 0; q < SCHEDULERS; q++) {
        ul_sheet_cell(made->table, "%s", rows[q].label);
        for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
            const double median = ul_stratus_mean(cases, w, q, UL_STRATUS_MEDIAN);
            const double p95 = ul_stratus_mean(cases, w, q, UL_STRATUS_P95);
            value[w * SCHEDULERS + q] = ul_stratus_spread(cases, w, q, UL_STRATUS_MEDIAN);
            ul_sheet_cell(made->table, "%.2f", median);
            ul_sheet_cell(made->table, "%.1f", paper[w][q][0]);
            ul_sheet_cell(made->table, "%.1f", p95);
            ul_sheet_cell(made->table, "%.1f", paper[w][q][1]);
            UL_TRY(ul_stratus_number(cases, w, q, "latency 50%", "of run", median,
                                     paper[w][q][0]));
            UL_TRY(ul_stratus_number(cases, w, q, "latency 95%", "of run", p95, paper[w][q][1]));
        }
    }
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
        const ul_spread *of = &value[w * SCHEDULERS];
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = "value: median latency under Stratus", .paper = paper[w][STRATUS][0],
            .ours = of[STRATUS].mean, .tolerance = 0.2 * paper[w][STRATUS][0], .decimals = 2,
            .unit = "", .why = "the jobs of the stand-in are shorter: a minute of waiting is more"}));
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = "shape: median of those that pack over that of those that do not", .paper = 1,
            .ours = fmax(of[STRATUS].mean, of[FLEET].mean)
                    / fmin(of[HOTSPOT].mean, of[SUPERCLOUD].mean),
            .sense = UL_CLAIM_AT_MOST, .tolerance = 0.05, .decimals = 2, .unit = "",
            .why = "most tasks find no running machine with room in time"}));
    }
    return ul_stratus_draw(cases, title_table2, "median latency over run alone", value);
}

static const ul_param param[] = {UL_STRATUS_TIME_PARAMS("3"), UL_STRATUS_PRICE_PARAM("spot"), {0}};
static const ul_param param4[] = {UL_STRATUS_TIME_PARAMS("3"), UL_STRATUS_PRICE_PARAM("spot"),
                                  UL_TABLE_CERTIFICATES, {0}};
static const ul_param param7[] = {UL_STRATUS_TIME_PARAMS("3"), UL_TABLE_CERTIFICATES, {0}};

const ul_table ul_table_stratus_fig4 = {
    .name = "stratus-fig4",
    .brief = "cost of Stratus, Fleet, HotSpot and SuperCloud on spot",
    .paper = "Stratus, Section 5.1, Figure 4",
    .param = param4,
    .make = make4,
};

const ul_table ul_table_stratus_fig5 = {
    .name = "stratus-fig5",
    .brief = "how full four schedulers' machines are",
    .paper = "Stratus, Section 5.1, Figure 5",
    .param = param,
    .make = make5,
};

const ul_table ul_table_stratus_fig7 = {
    .name = "stratus-fig7",
    .brief = "cost of four schedulers on demand",
    .paper = "Stratus, Section 5.3, Figure 7",
    .param = param7,
    .make = make7,
};

const ul_table ul_table_stratus_table2 = {
    .name = "stratus-table2",
    .brief = "how long jobs take under four schedulers",
    .paper = "Stratus, Section 5.1, Table 2",
    .param = param,
    .make = make_table2,
};
