/* L2 vector packing: an open machine takes the task whose demand is nearest to
 * what is free, in Euclidean distance of shares.
 *
 * Panigrahy et al. 2011, Section 3 ("Norm-based greedy", l2, unit weights). How
 * machine types are chosen, and the cost, is in vector_fill.c.
 */
#include "vector_fill.h"

static void nearness(const void *context, const ul_micro *const *demand, double *score)
{
    const ul_vector_free *free = context;
    double sum[UL_SCORED_AT_ONCE] = {0};
    for (size_t r = 0; r < free->n_resources; r++)
        for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++) {
            const double left = free->share[r] - (double)demand[q][r] * free->per_unit[r];
            sum[q] += left * left;
        }
    for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++)
        score[q] = -sum[q];
}

static ul_status norm2_solve(const ul_packing *in, ul_run *run)
{
    return ul_vector_fill(in, run, nearness, 
                          ": of those that fit, its demand is nearest to what is free, {4against} away "
                          "in shares of the machine");
}

const ul_method ul_method_norm2 = {
    .name = "norm2",
    .brief = "fill machines by the demand nearest to the free capacity",
    .paper = "Panigrahy, Talwar, Uyeda, Wieder 2011",
    .traits = UL_CONSTRUCTIVE | UL_SUPPLY,
    .packing = norm2_solve,
};
