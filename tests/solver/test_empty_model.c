/* Programs without rows or without columns, which GLPK itself does not take. */
#include <criterion/criterion.h>
#include <math.h>

#include "mip.h"

typedef struct {
    size_t n_incumbents;
    double value[2];
    size_t n_duals;
} heard;

static size_t n_columns;

static void on_incumbent(void *context, const double *value)
{
    heard *h = context;
    h->n_incumbents++;
    for (size_t q = 0; q < n_columns; q++)
        h->value[q] = value[q];
}

static void on_progress(void *context, const ul_mip_result *so_far)
{
    (void)context;
    (void)so_far;
}

static void on_duals(void *context, const double *dual)
{
    (void)dual;
    ((heard *)context)->n_duals++;
}

static ul_mip_result solve(const ul_model *model, double cutoff, bool lp_only, heard *h)
{
    static const volatile sig_atomic_t stop = 0;
    const ul_mip_options options = {
        .time_limit_s = HUGE_VAL, .lp_only = lp_only, .cuts = true, .presolve = true,
        .cutoff = cutoff, .stop = &stop, .context = h, .incumbent = on_incumbent,
        .progress = on_progress, .duals = on_duals,
    };
    ul_mip_result result;
    n_columns = model->n_columns;
    cr_assert_eq(ul_glpk_mip(model, &options, &result), UL_OK);
    return result;
}

Test(empty_model, nothing_at_all_costs_its_offset)
{
    const ul_model model = {.offset = 7};
    heard h = {0};
    const ul_mip_result result = solve(&model, HUGE_VAL, false, &h);
    cr_expect_eq(result.outcome, UL_MIP_OPTIMAL);
    cr_expect(result.has_bound && result.bound == 7);
    cr_expect_eq(h.n_incumbents, 1);
    cr_expect_eq(solve(&model, 6, false, &h).outcome, UL_MIP_INFEASIBLE);
    cr_expect_eq(solve(&model, HUGE_VAL, true, &h).outcome, UL_MIP_OPTIMAL);
    cr_expect_eq(h.n_duals, 3); /* each time: they prove the bound */
}

Test(empty_model, columns_alone_go_to_their_better_bounds)
{
    const ul_model_column column[] = {{"x", 9, 1, true}, {"y", 3.5, -2, true}};
    const ul_model model = {.n_columns = 2, .column = column};
    heard h = {0};
    const ul_mip_result result = solve(&model, HUGE_VAL, false, &h);
    cr_expect_eq(result.outcome, UL_MIP_OPTIMAL);
    cr_expect(h.value[0] == 0 && h.value[1] == 3);
    cr_expect(result.bound == -6);
    cr_expect(solve(&model, HUGE_VAL, true, &h).bound == -7);
}

Test(empty_model, a_column_without_a_bound_is_no_optimum)
{
    const ul_model_column column[] = {{"x", HUGE_VAL, -1, true}};
    const ul_model model = {.n_columns = 1, .column = column};
    heard h = {0};
    cr_expect_eq(solve(&model, HUGE_VAL, false, &h).outcome, UL_MIP_FAILED);
    cr_expect_eq(h.n_incumbents, 0);
}

Test(empty_model, rows_without_columns_hold_or_not)
{
    const ul_model_row holds[] = {{"r", -1, 1, NULL}}, fails[] = {{"r", 1, HUGE_VAL, NULL}};
    const ul_model held = {.n_rows = 1, .row = holds}, broken = {.n_rows = 1, .row = fails};
    heard h = {0};
    cr_expect_eq(solve(&held, HUGE_VAL, false, &h).outcome, UL_MIP_OPTIMAL);
    cr_expect_eq(solve(&broken, HUGE_VAL, false, &h).outcome, UL_MIP_INFEASIBLE);
}
