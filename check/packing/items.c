/* What tasks need; those that need the same everywhere are one item. O(tasks * families * resources). */
#include <string.h>

#include "patterns.h"

const check_micro *check_packing_demand(const check_packing *p, size_t j, size_t family)
{
    const size_t key[2] = {j, family};
    const size_t q = !p->tasks[j].overridden
                         ? CHECK_NOT_FOUND
                         : check_names_find(&p->override, (const char *)key, sizeof key);
    return q == CHECK_NOT_FOUND ? p->demand + j * p->resource.n
                                : p->override_demand + q * p->resource.n;
}

void check_items_make(check *c, const check_packing *p, check_items *items)
{
    const size_t row = p->resource.n * sizeof(check_micro);
    check_names seen = {0};
    char *key = check_alloc(c, p->family.n, row);
    *items = (check_items){.p = p};
    items->item_of = check_alloc(c, p->task.n, sizeof *items->item_of);
    items->task = check_alloc(c, p->task.n, sizeof *items->task);
    items->copies = check_alloc(c, p->task.n, sizeof *items->copies);
    for (size_t j = 0; j < p->task.n; j++) {
        bool added;
        check_spend_on(c, p->family.n, 2 * p->resource.n);
        for (size_t f = 0; f < p->family.n; f++)
            memcpy(key + f * row, check_packing_demand(p, j, f), row);
        const size_t i = check_names_add(c, &seen, key, p->family.n * row, &added);
        if (added)
            items->task[i] = j;
        items->item_of[j] = i;
        items->copies[i] += p->tasks[j].copies; /* each below 2^27: 2^37 of them no file has */
    }
    items->n = seen.n;
    for (size_t k = 0; k < p->type.n; k++) {
        check_micro a = p->types[k].price, b = items->unit;
        while (b != 0) {
            const check_micro rest = a % b;
            a = b;
            b = rest;
        }
        items->unit = a;
    }
}
