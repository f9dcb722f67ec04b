#include "small_optimum.h"

#include <stdint.h>
#include <string.h>

#define NO_MACHINE INT64_MAX /* millionths of a dollar: no type holds the subset */

typedef struct {
    const ul_packing *in;
    size_t n;
    uint32_t shape[UL_SMALL_TASKS];
} tasks;

/* One entry a task, copies counted; false when there are too many. */
static bool list_tasks(const ul_packing *in, tasks *t)
{
    *t = (tasks){.in = in};
    if (in->n_copies > UL_SMALL_TASKS)
        return false;
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t c = 0; c < in->task[j].copies; c++)
            t->shape[t->n++] = in->task[j].shape;
    return true;
}

/* Lowers price[S] to the price of type k for each subset S that it holds. Loads are
 * built up from the subset without its lowest task. */
static void price_subsets(const tasks *t, size_t k, ul_micro *load, ul_micro *price)
{
    const size_t R = t->in->n_resources;
    const ul_packing_type *type = &t->in->type[k];
    memset(load, 0, R * sizeof *load);
    for (uint32_t S = 1; S < 1u << t->n; S++) {
        const ul_micro *rest = load + (size_t)(S & (S - 1)) * R;
        const ul_micro *need = ul_packing_demand(
            t->in, t->shape[__builtin_ctz(S)], type->family);
        bool fits = true;
        for (size_t r = 0; r < R; r++) { /* twelve times 10^18 stay below 2^63 only if capped */
            const ul_micro sum = rest[r] > type->capacity[r] ? rest[r] : rest[r] + need[r];
            load[(size_t)S * R + r] = sum;
            fits = fits && sum <= type->capacity[r];
        }
        if (fits && type->price < price[S])
            price[S] = type->price;
    }
}

bool ul_small_optimum(const ul_packing *in, ul_cost *optimum)
{
    enum { SUBSETS = 1 << UL_SMALL_TASKS, RESOURCES = 4 };
    static _Thread_local ul_micro load[SUBSETS * RESOURCES], price[SUBSETS], least[SUBSETS];
    tasks t;
    if (in->n_resources > RESOURCES || !list_tasks(in, &t))
        return false;
    const uint32_t all = (1u << t.n) - 1;
    for (uint32_t S = 0; S <= all; S++)
        price[S] = NO_MACHINE;
    for (size_t k = 0; k < in->n_types; k++)
        price_subsets(&t, k, load, price);
    least[0] = 0;
    for (uint32_t S = 1; S <= all; S++) {
        const uint32_t lowest = S & -S, others = S ^ lowest;
        least[S] = NO_MACHINE;
        /* the machine of the lowest task holds T of the others with it */
        for (uint32_t T = others;; T = (T - 1) & others) {
            const ul_micro here = price[T | lowest], rest = least[others ^ T];
            if (here != NO_MACHINE && rest != NO_MACHINE && here + rest < least[S])
                least[S] = here + rest;
            if (T == 0)
                break;
        }
    }
    *optimum = (ul_cost)least[all] * UL_COST_PER_MICRO;
    return least[all] != NO_MACHINE;
}
