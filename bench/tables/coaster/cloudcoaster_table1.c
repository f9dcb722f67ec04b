/* CloudCoaster, Table 1: how long transient servers are used, and how many at a time. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coaster_cases.h"

enum { N_RATIOS = 3 };
static const struct {
    const char *name, *set[1];
    double mean_h, max_h, active;
} ratio[N_RATIOS] = {
    {"r = 1", {"r=1"}, 0.77, 12.8, 29.0},
    {"r = 2", {"r=2"}, 0.82, 12.5, 56.5},
    {"r = 3", {"r=3"}, 0.79, 12.5, 84.5},
};

/* Half of the 2% of servers that are for short jobs alone are replaced. */
static double replaced(const ul_coaster_cases *cases)
{
    return floor(floor(2 * ul_param_number(cases->request->param, "workers") / 100) / 2);
}

/* Of the transient servers that would cost what was replaced, percent in use on average. */
static double share(const ul_coaster_cases *cases, size_t q)
{
    return 100 * cases->outcome[q].active / (replaced(cases) * (double)(q + 1));
}

static double paper_share(size_t q)
{
    return 100 * ratio[q].active / (40 * (double)(q + 1));
}

static ul_status fill_row(ul_coaster_cases *cases, size_t q)
{
    const ul_coaster_outcome *o = &cases->outcome[q];
    ul_sheet *sheet = cases->made->table;
    ul_sheet_cell(sheet, "%s", o->name);
    ul_sheet_cell(sheet, "%.2f", o->life_mean_h);
    ul_sheet_cell(sheet, "%.2f", ratio[q].mean_h);
    ul_sheet_cell(sheet, "%.2f", o->life_max_h);
    ul_sheet_cell(sheet, "%.1f", ratio[q].max_h);
    ul_sheet_cell(sheet, "%.1f", o->active);
    ul_sheet_cell(sheet, "%.1f", ratio[q].active);
    ul_sheet_cell(sheet, "%.1f%%", 100 - share(cases, q));
    ul_sheet_cell(sheet, "%.1f%%", 100 - paper_share(q));
    UL_TRY(ul_coaster_number(cases, o->name, "mean time in use", "h", o->life_mean_h,
                             ratio[q].mean_h));
    UL_TRY(ul_coaster_number(cases, o->name, "longest time in use", "h", o->life_max_h,
                             ratio[q].max_h));
    UL_TRY(ul_coaster_number(cases, o->name, "in use on average", "servers", o->active,
                             ratio[q].active));
    return ul_coaster_number(cases, o->name, "saved of what was replaced", "%",
                             100 - share(cases, q), 100 - paper_share(q));
}

static ul_status fill(ul_coaster_cases *cases)
{
    static const char *const head[] = {"transient servers", "mean h", "paper", "longest h", "paper",
                                       "in use", "paper", "saved", "paper"};
    char jobs[120], note[400];
    snprintf(note, sizeof note, "Hours from ready to gone; %s. Saved: of the cost of the servers "
             "that were replaced. The verdicts are on the shape.",
             ul_coaster_jobs_text(cases, jobs, sizeof jobs));
    UL_TRY(ul_sheet_new(cases->arena, "cloudcoaster-table1",
                        "CloudCoaster, Table 1: transient servers and their lifetimes",
                        ul_arena_text(cases->arena, note, strlen(note)), "lrrrrrrrr",
                        &cases->made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(cases->made->table, "%s", head[c]);
    for (size_t q = 0; q < N_RATIOS; q++)
        UL_TRY(fill_row(cases, q));
    return UL_OK;
}

/* How far the greatest of three is above the least, percent. */
static double spread(double a, double b, double c)
{
    return 100 * (fmax(a, fmax(b, c)) / fmin(a, fmin(b, c)) - 1);
}

static ul_status claim(ul_coaster_cases *cases, const char *what, double paper, double ours,
                       int sense, double tolerance, const char *unit)
{
    return ul_table_claim(cases->made, cases->arena, &(ul_claim){
        .what = what, .paper = paper, .ours = ours, .sense = sense, .tolerance = tolerance,
        .decimals = 1, .unit = unit, .origin = UL_DERIVED,
        .why = "other jobs than the paper's, whose trace is not public"});
}

static ul_status judge(ul_coaster_cases *cases)
{
    const ul_coaster_outcome *o = cases->outcome;
    UL_TRY(claim(cases, "mean times in use do not depend on r: apart by at most", 6.5,
                 spread(o[0].life_mean_h, o[1].life_mean_h, o[2].life_mean_h), UL_CLAIM_AT_MOST, 8.5,
                 "%"));
    UL_TRY(claim(cases, "nor do the longest: apart by at most", 2.4,
                 spread(o[0].life_max_h, o[1].life_max_h, o[2].life_max_h), UL_CLAIM_AT_MOST, 2.6,
                 "%"));
    UL_TRY(claim(cases, "the share in use falls slightly from r = 1 to 3, points",
                 paper_share(0) - paper_share(2), share(cases, 0) - share(cases, 2),
                 UL_CLAIM_AT_MOST, 0.9, ""));
    UL_TRY(claim(cases, "and does fall, points", 0, share(cases, 0) - share(cases, 2),
                 UL_CLAIM_AT_LEAST, 0, ""));
    return claim(cases, "transient servers save at r = 3", 0, 100 - share(cases, 2),
                 UL_CLAIM_AT_LEAST, 0, "%");
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    ul_coaster_cases *cases;
    UL_ALLOC(arena, cases, 1);
    ul_status status = ul_coaster_cases_begin(cases, request, arena, made);
    for (size_t q = 0; q < N_RATIOS && status == UL_OK; q++)
        status = ul_coaster_case(cases, ratio[q].name, "cloudcoaster", ratio[q].set, 1, NULL, NULL);
    if (status == UL_OK)
        status = fill(cases);
    if (status == UL_OK)
        status = judge(cases);
    ul_coaster_cases_free(cases);
    return status;
}

static const ul_param param[] = {UL_COASTER_TABLE_PARAMS, {0}};

const ul_table ul_table_cloudcoaster_table1 = {
    .name = "cloudcoaster-table1",
    .brief = "how long transient servers are used, and how many",
    .paper = "CloudCoaster, Section 4.2, Table 1",
    .param = param,
    .make = make,
};
