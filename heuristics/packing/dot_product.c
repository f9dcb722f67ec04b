/* Dot-product vector packing: an open machine takes the task whose demand has
 * the greatest dot product with what is free, so that large demands meet large
 * leftovers and resources run out together.
 *
 * Panigrahy et al. 2011, Section 3 ("DotProduct", unit weights). How machine
 * types are chosen, and the cost, is in vector_fill.c.
 */
#include "vector_fill.h"

static void dot_product(const void *context, const ul_micro *const *demand, double *score)
{
    const ul_vector_free *free = context;
    double sum[UL_SCORED_AT_ONCE] = {0};
    for (size_t r = 0; r < free->n_resources; r++)
        for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++)
            sum[q] += (double)demand[q][r] * free->per_unit[r] * free->share[r];
    for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++)
        score[q] = sum[q];
}

static ul_status dot_product_solve(const ul_packing *in, ul_run *run)
{
    return ul_vector_fill(in, run, dot_product, 
                          ": of those that fit, its demand has the greatest dot product with what is "
                          "free, {4value}, much where much is left");
}

const ul_method ul_method_dot_product = {
    .name = "dot-product",
    .brief = "fill machines by the dot product of demand and free capacity",
    .paper = "Panigrahy, Talwar, Uyeda, Wieder 2011",
    .traits = UL_CONSTRUCTIVE | UL_SUPPLY,
    .packing = dot_product_solve,
};
