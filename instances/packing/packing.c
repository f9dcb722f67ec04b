#include "packing.h"

#include <stdlib.h>

#include "packing_parts.h"

void ul_packing_free(ul_packing *in)
{
    if (in == NULL)
        return;
    struct ul_packing_parts *parts = in->parts;
    if (parts != NULL) {
        ul_arena_free(parts->arena);
        for (size_t q = 0; q < sizeof parts->kept / sizeof *parts->kept; q++)
            ul_names_free(parts->kept[q]);
        ul_names_free(parts->pair_index);
        free(parts->type);
        free(parts->capacity);
        free(parts->task);
        free(parts->pair);
        free(parts);
    }
    free(in);
}

const ul_micro *ul_packing_demand(const ul_packing *in, size_t shape, size_t family)
{
    const struct ul_packing_parts *parts = in->parts;
    const uint32_t *by_family = parts->shape[shape].by_family;
    const uint32_t row = by_family == NULL ? parts->shape[shape].row : by_family[family];
    return parts->row + (size_t)row * in->n_resources;
}

bool ul_packing_fits(const ul_packing *in, const ul_micro *demand, const ul_micro *free)
{
    for (size_t r = 0; r < in->n_resources; r++)
        if (demand[r] > free[r])
            return false;
    return true;
}

bool ul_packing_same_demand(const ul_packing *in, size_t shape, size_t f, size_t g)
{
    /* equal rows are one row (see packing_finish.c), so pointers tell */
    return ul_packing_demand(in, shape, f) == ul_packing_demand(in, shape, g);
}

bool ul_packing_same_demands(const ul_packing *in, size_t f, size_t g)
{
    for (size_t shape = 0; shape < in->n_shapes; shape++)
        if (!ul_packing_same_demand(in, shape, f, g))
            return false;
    return true;
}

size_t ul_packing_cheapest_for(const ul_packing *in, size_t shape)
{
    return in->parts->shape[shape].cheapest;
}

ul_micro ul_packing_throughput(const ul_packing *in, uint32_t w, uint32_t v, ul_micro otherwise)
{
    const uint32_t any = UL_PACKING_NONE;
    const uint32_t key[4][2] = {{w, v}, {w, any}, {any, v}, {any, any}};
    for (int q = 0; q < 4; q++) {
        const size_t pair = ul_names_find(in->parts->pair_index, (const char *)key[q], sizeof key[q]);
        if (pair != UL_NONE)
            return in->parts->pair[pair].value;
    }
    return otherwise;
}

const ul_packing_pair *ul_packing_pairs(const ul_packing *in, size_t *n)
{
    *n = in->parts->n_pairs;
    return in->parts->pair;
}
