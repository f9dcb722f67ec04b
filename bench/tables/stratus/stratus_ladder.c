/* Stratus' Figure 6: from SuperCloud to Stratus, one part after the other, and what
 * Stratus still saves of the cost after each (Section 5.2). */
#include <math.h>
#include <stdio.h>

#include "stratus_time.h"

enum { SUPERCLOUD, PACKING, SCALING, CLEARING, STRATUS, RUNGS };

static const ul_stratus_row rows[] = {
    {"supercloud", "supercloud", {NULL}, NULL},
    {"+ packing", "supercloud", {"packing=dot-product"}, NULL},
    {"+ scaling", "supercloud", {"packing=dot-product", "scaling=efficient"}, NULL},
    {"+ clearing", "supercloud", {"packing=dot-product", "scaling=efficient", "clearing=yes"},
     NULL},
    {"+ bins: stratus", "stratus", {NULL}, NULL},
    {0},
};

static const double printed[UL_STRATUS_WORKLOADS][RUNGS] = {{44, 17, 9, 8, 0}, {17, 11, 8, 7, 0}};
static const char stand_in[] = "the workload stands in for the paper's";

static double gap(const ul_stratus_cases *cases, size_t w, size_t q)
{
    return 100 * (1 - ul_stratus_mean(cases, w, STRATUS, UL_STRATUS_COST)
                          / ul_stratus_mean(cases, w, q, UL_STRATUS_COST));
}

static ul_status claim_shape(ul_stratus_cases *cases, size_t w)
{
    double largest = -HUGE_VAL;
    size_t falling = 0, step = PACKING;
    for (size_t q = PACKING; q < RUNGS; q++) {
        const double fall = ul_stratus_mean(cases, w, q - 1, UL_STRATUS_COST)
                            - ul_stratus_mean(cases, w, q, UL_STRATUS_COST);
        falling += fall >= 0;
        if (fall > largest) {
            largest = fall;
            step = q;
        }
    }
    UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
        .what = "shape: steps that lower the cost", .paper = 4, .ours = (double)falling,
        .unit = " of 4", .why = "which machine a task joins without regard to run times decides little here"}));
    if (w == UL_STRATUS_TWO_SIGMA)
        return UL_OK;
    return ul_stratus_claim(cases, w, &(ul_claim){
        .what = "shape: the step that lowers the cost most, packing being the first", .paper = 1,
        .ours = (double)step, .unit = "", .why = stand_in});
}

static ul_status claim_values(ul_stratus_cases *cases, size_t w)
{
    static const char *const what[] = {"value: Stratus saves of SuperCloud's cost",
                                       "value: the same with packing",
                                       "value: the same with Stratus' scaling",
                                       "value: the same with clearing"};
    for (size_t q = SUPERCLOUD; q < STRATUS; q++)
        UL_TRY(ul_stratus_claim(cases, w, &(ul_claim){
            .what = what[q], .paper = printed[w][q], .ours = gap(cases, w, q), .tolerance = 15,
            .decimals = 1, .unit = "%", .why = stand_in}));
    return UL_OK;
}

static const char title[] = "Stratus, Figure 6: from SuperCloud to Stratus";

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"scheduler", "google, $", "Stratus saves", "paper",
                                       "two-sigma, $", "Stratus saves", "paper", NULL};
    ul_spread value[UL_STRATUS_WORKLOADS * RUNGS];
    ul_stratus_cases *cases;
    UL_TRY(ul_stratus_run_cases(request, arena, made, rows, ul_param_text(request->param, "price"),
                                false, &cases));
    UL_TRY(ul_stratus_sheet(cases, "stratus-fig6", title,
                            "Each row adds a part to the one above; clearing knows run times, as "
                            "in the paper.", "lrrrrrr", head));
    for (size_t q = 0; q < RUNGS; q++) {
        ul_sheet_cell(made->table, "%s", rows[q].label);
        for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
            const double saves = gap(cases, w, q);
            value[w * RUNGS + q] = (ul_spread){fmax(saves, 0), fmax(saves, 0), fmax(saves, 0)};
            ul_sheet_cell(made->table, "%.2f", ul_stratus_mean(cases, w, q, UL_STRATUS_COST));
            ul_sheet_cell(made->table, "%.1f%%", saves);
            ul_sheet_cell(made->table, "%.0f%%", printed[w][q]);
            UL_TRY(ul_stratus_number(cases, w, q, "Stratus saves", "%", saves, printed[w][q]));
            UL_TRY(ul_stratus_number(cases, w, q, "cost", "$",
                                     ul_stratus_mean(cases, w, q, UL_STRATUS_COST), NAN));
        }
    }
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++) {
        UL_TRY(claim_shape(cases, w));
        UL_TRY(claim_values(cases, w));
    }
    return ul_stratus_draw(cases, title, "of the cost Stratus saves, %", value);
}

static const ul_param param[] = {UL_STRATUS_TIME_PARAMS("3"), UL_STRATUS_PRICE_PARAM("spot"), {0}};

const ul_table ul_table_stratus_fig6 = {
    .name = "stratus-fig6",
    .brief = "from SuperCloud to Stratus, one part after the other",
    .paper = "Stratus, Section 5.2, Figure 6",
    .param = param,
    .make = make,
};
