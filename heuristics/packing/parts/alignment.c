#include "alignment.h"

void ul_alignment_with(const ul_packing *in, size_t k, const ul_micro *free, ul_alignment *a)
{
    a->n_resources = in->n_resources;
    for (size_t r = 0; r < in->n_resources; r++) {
        a->capacity[r] = (double)in->type[k].capacity[r];
        a->free_share[r] = a->capacity[r] > 0 ? (double)free[r] / a->capacity[r] : 0;
    }
}

void ul_alignment_score(const void *context, const ul_micro *const *demand, double *score)
{
    const ul_alignment *a = context;
    double sum[UL_SCORED_AT_ONCE] = {0};
    for (size_t r = 0; r < a->n_resources; r++)
        if (a->capacity[r] > 0)
            for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++)
                sum[q] += (double)demand[q][r] / a->capacity[r] * a->free_share[r];
    for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++)
        score[q] = sum[q];
}

double ul_alignment_of(const ul_alignment *a, const ul_micro *demand)
{
    const ul_micro *const same[UL_SCORED_AT_ONCE] = {demand, demand, demand, demand};
    double score[UL_SCORED_AT_ONCE];
    ul_alignment_score(a, same, score);
    return score[0];
}
