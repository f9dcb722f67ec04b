/* The incremental LP. */
#include "lp.h"

#include <math.h>

#include "run.h"
#include "solving.h"

/* min x0 + ... so that x_j + x_(j+1) >= 1 around a ring: a start far from its end. */
static ul_lp *ring(size_t n)
{
    ul_lp *lp;
    cr_assert_eq(ul_lp_new(&lp), UL_OK);
    for (size_t q = 0; q < n; q++)
        cr_assert_eq(ul_lp_add_row(lp, 1, HUGE_VAL, 0, NULL, NULL), UL_OK);
    for (size_t q = 0; q < n; q++) {
        const int row[] = {(int)q, (int)((q + 1) % n)};
        const double one[] = {1, 1};
        cr_assert_eq(ul_lp_add_column(lp, 0, HUGE_VAL, 1, 2, row, one), UL_OK);
    }
    return lp;
}

static ul_run *run_on(ul_instance *instance)
{
    const ul_run_options options = {.methods = ul_methods};
    ul_run *run;
    *instance = parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,5\ntask,t,1,,,,3\n");
    cr_assert_eq(ul_run_new(ul_method_find("exact"), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK); /* without a deadline */
    return run;
}

/* More pivots than GLPK is given at a time. */
Test(lp, goes_on_where_it_left_off)
{
    ul_instance instance;
    ul_run *run = run_on(&instance);
    ul_lp *lp = ring(1501);
    ul_lp_outcome outcome;
    cr_assert_eq(ul_lp_solve(lp, UL_LP_PRIMAL, run, &outcome), UL_OK);
    cr_expect_eq(outcome, UL_LP_OPTIMAL);
    cr_expect_float_eq(ul_lp_objective(lp), 750.5, 1e-6);
    cr_expect(ul_lp_pivots(lp) > 900, "%d", ul_lp_pivots(lp));
    ul_lp_free(lp);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(lp, stops_after_the_pivots_it_is_given)
{
    ul_instance instance;
    ul_run *run = run_on(&instance);
    ul_lp *lp = ring(101);
    ul_lp_outcome outcome;
    ul_lp_limit_pivots(lp, 7);
    cr_assert_eq(ul_lp_solve(lp, UL_LP_PRIMAL, run, &outcome), UL_OK);
    cr_expect_eq(outcome, UL_LP_TIME_LIMIT);
    cr_expect(ul_lp_pivots(lp) <= 7, "%d", ul_lp_pivots(lp));
    ul_lp_free(lp);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Around the ring half of the rows is the end: 50.5; from a basis that is dual feasible the
 * objective rises to it. */
Test(lp, stops_where_its_objective_is_beyond)
{
    ul_instance instance;
    ul_run *run = run_on(&instance);
    ul_lp *lp = ring(101);
    ul_lp_outcome outcome;
    ul_lp_limit_objective(lp, 20);
    cr_assert_eq(ul_lp_solve(lp, UL_LP_DUAL, run, &outcome), UL_OK);
    cr_expect_eq(outcome, UL_LP_BEYOND);
    const int there = ul_lp_pivots(lp);
    ul_lp_limit_objective(lp, 51);
    cr_assert_eq(ul_lp_solve(lp, UL_LP_DUAL, run, &outcome), UL_OK);
    cr_expect_eq(outcome, UL_LP_OPTIMAL);
    cr_expect_float_eq(ul_lp_objective(lp), 50.5, 1e-6);
    cr_expect(ul_lp_pivots(lp) > there, "%d", there);
    ul_lp_free(lp);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Coefficients a hundred million apart; values and duals are those of the LP as given. */
Test(lp, scaling_changes_no_value)
{
    ul_instance instance;
    ul_run *run = run_on(&instance);
    ul_lp *lp;
    ul_lp_outcome outcome;
    const int row[] = {0};
    const double small[] = {1e-8}, one[] = {1};
    cr_assert_eq(ul_lp_new(&lp), UL_OK);
    cr_assert_eq(ul_lp_add_row(lp, 3, HUGE_VAL, 0, NULL, NULL), UL_OK);
    cr_assert_eq(ul_lp_add_column(lp, 0, HUGE_VAL, 1e-9, 1, row, small), UL_OK);
    cr_assert_eq(ul_lp_add_column(lp, 0, 1, 0.05, 1, row, one), UL_OK);
    cr_assert_eq(ul_lp_scale(lp, run), UL_OK);
    cr_assert_eq(ul_lp_solve(lp, UL_LP_PRIMAL, run, &outcome), UL_OK);
    cr_expect_eq(outcome, UL_LP_OPTIMAL);
    cr_expect_float_eq(ul_lp_value(lp, 1), 1, 1e-9);
    cr_expect_float_eq(ul_lp_value(lp, 0), 2e8, 1);
    cr_expect_float_eq(ul_lp_dual(lp, 0), 0.1, 1e-9);
    ul_lp_free(lp);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* All columns of an even ring, of which one depends on the others, and one that is given twice. */
Test(lp, starts_from_the_columns_that_are_independent)
{
    ul_instance instance;
    ul_run *run = run_on(&instance);
    for (size_t n = 40; n <= 41; n++) {
        ul_lp *lp = ring(n);
        ul_lp_outcome outcome;
        size_t column[42] = {7}, basic = 0;
        for (size_t q = 0; q < n; q++)
            column[q + 1] = q;
        cr_assert_eq(ul_lp_start_from(lp, column, n + 1), UL_OK);
        for (size_t q = 0; q < n; q++)
            basic += ul_lp_is_basic(lp, q);
        cr_expect_eq(basic, n == 40 ? 39 : 41);
        cr_assert_eq(ul_lp_solve(lp, UL_LP_PRIMAL, run, &outcome), UL_OK);
        cr_expect_eq(outcome, UL_LP_OPTIMAL);
        cr_expect_float_eq(ul_lp_objective(lp), (double)n / 2, 1e-6);
        cr_expect_leq(ul_lp_pivots(lp), 1);
        ul_lp_free(lp);
    }
    ul_run_free(run);
    ul_instance_free(&instance);
}

enum { LINKS = 8, CHAINS = 200 };

/* A chain: what a link costs is paid with the links before it, three to eight times over, so that duals are
 * of many sizes and cancel out. */
static ul_lp *chain(ul_rng *rng, double *own, double *next, double *cost)
{
    ul_lp *lp;
    cr_assert_eq(ul_lp_new(&lp), UL_OK);
    for (size_t q = 0; q < LINKS; q++)
        cr_assert_eq(ul_lp_add_row(lp, 1, HUGE_VAL, 0, NULL, NULL), UL_OK);
    for (size_t q = 0; q < LINKS; q++) {
        own[q] = 1 + ul_rng_unit(rng);
        next[q] = q + 1 < LINKS ? -own[q] * (3 + 5 * ul_rng_unit(rng)) : 0;
        cost[q] = 1 + ul_rng_unit(rng);
        const int row[] = {(int)q, (int)q + 1};
        const double value[] = {own[q], next[q]};
        cr_assert_eq(ul_lp_add_column(lp, 0, HUGE_VAL, cost[q], q + 1 < LINKS ? 2 : 1, row, value), UL_OK);
    }
    return lp;
}

/* What is basic costs nothing but for what doubles round, however large the duals are that cancel out, and
 * though they were off by a billionth. */
Test(lp, refined_duals_are_those_of_the_basis)
{
    ul_instance instance;
    ul_run *run = run_on(&instance);
    ul_rng *rng = ul_rng_new(1);
    double own[LINKS], next[LINKS], cost[LINKS], dual[LINKS + 1] = {0}, reduced[LINKS];
    for (size_t draw = 0; draw < CHAINS; draw++) {
        ul_lp *lp = chain(rng, own, next, cost);
        ul_lp_outcome outcome;
        cr_assert_eq(ul_lp_solve(lp, UL_LP_EITHER, run, &outcome), UL_OK);
        cr_expect_eq(outcome, UL_LP_OPTIMAL);
        for (size_t q = 0; q < LINKS; q++)
            dual[q] = ul_lp_dual(lp, q) * (1 + 1e-9 * (ul_rng_unit(rng) - 0.5));
        cr_assert_eq(ul_lp_refine_duals(lp, dual, reduced), UL_OK);
        for (size_t q = 0; q < LINKS; q++) {
            const double left = cost[q] - own[q] * dual[q] - next[q] * dual[q + 1];
            const double size = cost[q] + fabs(own[q] * dual[q]) + fabs(next[q] * dual[q + 1]);
            cr_expect_float_eq(dual[q], ul_lp_dual(lp, q), 1e-6 * (1 + fabs(dual[q])));
            if (ul_lp_is_basic(lp, q))
                cr_expect_lt(fabs(left), 1e-15 * size, "draw %zu, link %zu: %g of %g", draw, q, left, size);
            else
                cr_expect_float_eq(reduced[q], left, 1e-12 * size);
        }
        ul_lp_free(lp);
    }
    ul_rng_free(rng);
    ul_run_free(run);
    ul_instance_free(&instance);
}
