/* Duals that are read with errors, as large ones that cancel out have: the program over a pool is
 * solved in as many rounds, and proves no more than holds. */
#include <dlfcn.h>
#include <glpk.h>
#include <math.h>

#include "small_problems.h"

#define NOISE 0.2 /* of a dual, so that it shows on small problems */

static ul_rng *noise; /* NULL: none */
static size_t n_read; /* how often duals were */

/* In the place of GLPK's own. */
double glp_get_row_dual(glp_prob *lp, int row)
{
    static double (*get)(glp_prob *, int);
    if (get == NULL)
        *(void **)&get = dlsym(RTLD_NEXT, "glp_get_row_dual");
    n_read += row == 1;
    return get(lp, row) * (1 + (noise == NULL ? 0 : NOISE * (2 * ul_rng_unit(noise) - 1)));
}

static void expect_proof(const ul_pattern_lp *lp, const small *it)
{
    ul_node_dual dual;
    cr_assert_eq(ul_pattern_lp_prove(lp, lp->arena, &dual), UL_OK);
    cr_expect_leq(dual.units, it->optimum);
    for (size_t p = 0; p < lp->pool->n; p++)
        cr_assert_geq(ul_pattern_lp_reduced_cost(lp, &dual, p), 0);
}

static void add(const ul_pattern_pool *from, size_t p, ul_pattern_pool *pool)
{
    cr_assert_eq(ul_pattern_add(pool, from->pattern[p].type, ul_pattern_entries(from, p), from->pattern[p].n, NULL),
                 UL_OK);
}

/* What the solution over all patterns uses comes first, and the others when duals have errors. */
static void look_at_pool(small *it)
{
    ul_pattern_pool all = {0}, pool = {0};
    ul_pattern_lp *lp;
    int64_t held[TASKS] = {0};
    bool solved;
    for (size_t k = 0; k < it->of.problem.n_types; k++)
        add_patterns(&it->of.problem, k, 0, held, &all);
    cr_assert_eq(ul_pattern_lp_new(&it->of.problem, it->of.exact.run, &all, 1000, &lp), UL_OK);
    cr_assert(ul_pattern_lp_solve(lp, &solved) == UL_OK && solved);
    const double objective = lp->objective;
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE && lp->x[c] > 0)
            add(&all, lp->pattern_of[c], &pool);
    ul_pattern_lp_free(lp);
    cr_assert_eq(ul_pattern_lp_new(&it->of.problem, it->of.exact.run, &pool, 1000, &lp), UL_OK);
    cr_assert(ul_pattern_lp_solve(lp, &solved) == UL_OK && solved);
    for (size_t p = 0; p < all.n; p++)
        add(&all, p, &pool);
    const size_t columns = lp->n_columns;
    const int pivots = ul_lp_pivots(lp->lp);
    noise = it->rng;
    n_read = 0;
    cr_assert(ul_pattern_lp_solve(lp, &solved) == UL_OK && solved);
    noise = NULL;
    n_seen += lp->n_columns > columns;
    cr_expect_leq((int)n_read, 2 + ul_lp_pivots(lp->lp) - pivots, "%zu rounds", n_read);
    cr_expect_float_eq(lp->objective, objective, 1e-6);
    expect_proof(lp, it);
    ul_pattern_lp_free(lp);
    ul_pattern_pool_clear(&pool);
    ul_pattern_pool_clear(&all);
}

Test(dual_noise, a_program_that_is_solved_stays_so_and_proves_what_holds)
{
    each(look_at_pool);
    cr_assert_gt(n_seen, CASES / 4);
}
