#include "alignment.h"

void ul_alignment_with(const ul_packing *in, size_t k, const ul_micro *free, ul_alignment *a)
{
    a->n_resources = in->n_resources;
    for (size_t r = 0; r < in->n_resources; r++) {
        a->capacity[r] = (double)in->type[k].capacity[r];
        a->free_share[r] = a->capacity[r] > 0 ? (double)free[r] / a->capacity[r] : 0;
    }
}

double ul_alignment_score(const void *context, const ul_micro *demand)
{
    const ul_alignment *a = context;
    double sum = 0;
    for (size_t r = 0; r < a->n_resources; r++)
        if (a->capacity[r] > 0)
            sum += (double)demand[r] / a->capacity[r] * a->free_share[r];
    return sum;
}
