/* What the tasks cost at least, where they are few: the least cost of every
 * selection of copies, each as one machine and a smaller selection. Nothing of the
 * certificate is used, only that it says so.
 *
 * O(product of (copies + 1) (copies + 2) / 2) time.
 */
#include "certificate.h"

#include <string.h>

#define SELECTIONS_MAX 8000000u
#define PAIRS_MAX ((check_wide)1000000000)

typedef struct {
    const check_items *items;
    size_t n_items, n;  /* items that no free machine holds; selections of their copies */
    size_t *item;
    uint64_t *digit;    /* of the selection looked at */
    uint64_t *part;     /* of a part of it */
    size_t *stride;
    check_wide *cost;   /* per selection, in millionths */
    check_micro *machine; /* per selection: the cheapest that holds it; -1: none does */
} selections;

static bool fits(const selections *s, size_t k, const uint64_t *count)
{
    const check_packing *p = s->items->p;
    const check_micro *capacity = p->capacity + k * p->resource.n;
    for (size_t r = 0; r < p->resource.n; r++) {
        check_wide load = 0; /* copies are at most 10^8 and demands below 2^63 each */
        for (size_t q = 0; q < s->n_items; q++)
            load += (check_wide)count[q]
                    * check_packing_demand(p, s->items->task[s->item[q]], p->types[k].family)[r];
        if (load > capacity[r])
            return false;
    }
    return true;
}

static check_micro cheapest(const selections *s, const uint64_t *count)
{
    const check_packing *p = s->items->p;
    check_micro best = -1;
    for (size_t k = 0; k < p->type.n; k++)
        if ((best < 0 || p->types[k].price < best) && fits(s, k, count))
            best = p->types[k].price;
    return best;
}

/* The items that cost something, and how many selections their copies make. */
static void find_items(check *c, selections *s)
{
    check_wide n = 1, pairs = 1; /* below 2^23 * 2^64, and 2^30 * 2^46 */
    uint64_t *one = check_alloc(c, s->items->n, sizeof *one);
    for (size_t i = 0; i < s->items->n; i++) {
        s->item[s->n_items++] = i;
        check_spend(c, s->items->n
                           + 4 * s->items->p->type.n * s->items->p->resource.n * s->n_items);
        memset(one, 0, s->items->n * sizeof *one);
        one[s->n_items - 1] = 1;
        if (cheapest(s, one) == 0) { /* beside a free machine of its own nothing is dearer */
            s->n_items--;
            continue;
        }
        const check_wide copies = (check_wide)s->items->copies[i];
        s->stride[s->n_items - 1] = (size_t)n;
        n *= copies + 1;
        pairs = n > SELECTIONS_MAX ? PAIRS_MAX + 1 : pairs * (copies + 1) * (copies + 2) / 2;
        if (pairs > PAIRS_MAX)
            check_refuse_file(c, c->counted, "leaves too many selections of tasks to look at");
    }
    s->n = (size_t)n;
    check_spend(c, 4 * (uint64_t)pairs);
    check_spend_on(c, s->n, s->items->p->type.n * s->items->p->resource.n * (s->n_items + 1) * 4);
}

static void cost_selection(selections *s, size_t at)
{
    size_t last = s->n_items - 1;
    while (s->digit[last] == 0)
        last--;
    memset(s->part, 0, s->n_items * sizeof *s->part);
    s->part[last] = 1;
    size_t number = s->stride[last];
    s->cost[at] = -1;
    for (size_t q = 0; q <= last;) {
        if (q == 0 && s->machine[number] >= 0 && s->cost[at - number] >= 0) {
            const check_wide cost = s->machine[number] + s->cost[at - number];
            if (s->cost[at] < 0 || cost < s->cost[at])
                s->cost[at] = cost;
        }
        if (s->part[q] < s->digit[q]) { /* the next part of the selection */
            s->part[q]++;
            number += s->stride[q];
            q = 0;
        } else {
            number -= s->part[q] * s->stride[q];
            s->part[q++] = 0;
        }
    }
}

check_wide check_selections_cost(check *c, const check_items *items)
{
    selections s = {.items = items};
    s.item = check_alloc(c, items->n, sizeof *s.item);
    s.stride = check_alloc(c, items->n, sizeof *s.stride);
    find_items(c, &s);
    s.digit = check_alloc(c, items->n, sizeof *s.digit);
    s.part = check_alloc(c, items->n, sizeof *s.part);
    s.cost = check_alloc(c, s.n, sizeof *s.cost);
    s.machine = check_alloc(c, s.n, sizeof *s.machine);
    for (size_t at = 1; at < s.n; at++) {
        size_t q = 0;
        while (s.digit[q] == items->copies[s.item[q]])
            s.digit[q++] = 0;
        s.digit[q]++;
        s.machine[at] = cheapest(&s, s.digit);
        cost_selection(&s, at);
    }
    return s.cost[s.n - 1];
}
