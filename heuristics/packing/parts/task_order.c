#include "task_order.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ul_micro size; /* a share, or a price */
    uint32_t task;
} sized;

static int larger_first(const void *a, const void *b)
{
    const sized *x = a, *y = b;
    UL_HIGHER_FIRST(x->size, y->size);
    return x->task < y->task ? -1 : x->task > y->task;
}

ul_size_rule ul_size_rule_of(const char *value)
{
    if (strcmp(value, "price") == 0)
        return UL_SIZE_PRICE;
    return strcmp(value, "max") == 0 ? UL_SIZE_MAX : UL_SIZE_SUM;
}

ul_status ul_largest_capacity(const ul_packing *in, ul_arena *arena, const ul_micro **result)
{
    ul_micro *largest;
    UL_ALLOC(arena, largest, in->n_resources);
    for (size_t r = 0; r < in->n_resources; r++) {
        largest[r] = 1;
        for (size_t k = 0; k < in->n_types; k++)
            if (in->type[k].capacity[r] > largest[r])
                largest[r] = in->type[k].capacity[r];
    }
    *result = largest;
    return UL_OK;
}

static ul_share share(ul_micro amount, ul_micro largest)
{
    if (amount >> 31 == 0) /* most are: a long division takes five times as long */
        return (ul_share)(((uint64_t)amount << 32) / (uint64_t)largest);
    return (ul_share)((ul_cost)amount * ((ul_cost)1 << 32) / largest);
}

ul_share ul_share_sum(const ul_packing *in, const ul_micro *largest, const ul_micro *amount)
{
    ul_share sum = 0;
    for (size_t r = 0; r < in->n_resources; r++)
        sum += share(amount[r], largest[r]);
    return sum;
}

static ul_share share_max(const ul_packing *in, const ul_micro *largest, const ul_micro *amount)
{
    ul_share max = 0;
    for (size_t r = 0; r < in->n_resources; r++) {
        const ul_share one = share(amount[r], largest[r]);
        max = one > max ? one : max;
    }
    return max;
}

ul_status ul_tasks_by_size(const ul_packing *in, ul_arena *arena, ul_size_rule rule,
                           const uint32_t **result)
{
    const ul_micro *largest = NULL;
    if (in->n_resources == 1)
        rule = UL_SIZE_SUM;
    UL_TRY(ul_largest_capacity(in, arena, &largest));
    uint32_t *order;
    sized *list;
    UL_ALLOC_RAW(arena, order, in->n_tasks);
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    UL_ALLOC_RAW(arena, list, in->n_tasks);
    for (size_t j = 0; j < in->n_tasks; j++) {
        const size_t cheapest = ul_packing_cheapest_for(in, in->task[j].shape);
        const ul_micro *need = ul_packing_need(in, j, cheapest);
        list[j] = (sized){rule == UL_SIZE_PRICE ? in->type[cheapest].price
                          : rule == UL_SIZE_MAX ? share_max(in, largest, need)
                                                : ul_share_sum(in, largest, need),
                          (uint32_t)j};
    }
    qsort(list, in->n_tasks, sizeof *list, larger_first);
    for (size_t q = 0; q < in->n_tasks; q++)
        order[q] = list[q].task;
    ul_arena_rewind(arena, mark);
    *result = order;
    return UL_OK;
}
