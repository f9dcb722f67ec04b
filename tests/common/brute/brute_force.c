/* Brute force over set partitions.
 *
 * Each of the 2^n sets of tasks has a cheapest type that holds it; the best
 * partition of a set takes the part with its first task and the best partition
 * of the rest. That runs over every set partition once, 3^n steps: 2187 for
 * seven tasks. Sums are 128-bit, so no demand can wrap.
 */
#include "brute_force.h"

#include <stdio.h>
#include <stdlib.h>

static const ul_cost NO_TYPE = -1;

static void expect_small(bool is_small, const ul_packing *in)
{
    if (is_small)
        return;
    fprintf(stderr, "'%s' is too large for brute force\n", in->name);
    abort();
}

static bool holds_set(const ul_packing *in, const size_t *record, unsigned set, size_t k)
{
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_cost sum = 0;
        for (unsigned q = 0; set >> q != 0; q++)
            if ((set >> q & 1) != 0)
                sum += ul_packing_need(in, record[q], k)[r];
        if (sum > in->type[k].capacity[r])
            return false;
    }
    return true;
}

static ul_cost price_of_set(const ul_packing *in, const size_t *record, unsigned set)
{
    ul_cost best = NO_TYPE;
    for (size_t k = 0; k < in->n_types; k++)
        if (holds_set(in, record, set, k) && (best == NO_TYPE || in->type[k].price < best))
            best = in->type[k].price;
    return best;
}

/* The record of each task. */
static unsigned list_tasks(const ul_packing *in, size_t *record)
{
    unsigned n = 0;
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            expect_small(n < UL_TINY_TASKS, in);
            record[n++] = j;
        }
    return n;
}

ul_cost ul_brute_force(const ul_packing *in)
{
    size_t record[UL_TINY_TASKS];
    const unsigned n = list_tasks(in, record);
    ul_cost price[1 << UL_TINY_TASKS], best[1 << UL_TINY_TASKS] = {0};
    for (unsigned set = 1; set < 1u << n; set++)
        price[set] = price_of_set(in, record, set);
    for (unsigned set = 1; set < 1u << n; set++) {
        const unsigned first = set & -set, others = set ^ first;
        best[set] = NO_TYPE;
        for (unsigned part = others;; part = (part - 1) & others) {
            const unsigned with_first = part | first;
            if (price[with_first] != NO_TYPE) {
                const ul_cost cost = price[with_first] + best[set ^ with_first];
                if (best[set] == NO_TYPE || cost < best[set])
                    best[set] = cost;
            }
            if (part == 0)
                break;
        }
    }
    return best[(1u << n) - 1] * UL_COST_PER_MICRO;
}

enum { TYPES_MAX = 16 };

typedef struct {
    const ul_packing *in;
    size_t record[UL_TINY_TASKS];
    uint32_t left[TYPES_MAX];
    ul_cost best; /* NO_TYPE: no plan yet */
} choice;

/* Puts the first task of the set, with every part of the others, on every type left. */
static void choose(choice *c, unsigned set, ul_cost cost)
{
    if (c->best != NO_TYPE && cost >= c->best)
        return;
    if (set == 0) {
        c->best = cost;
        return;
    }
    const unsigned first = set & -set, others = set ^ first;
    for (unsigned part = others;; part = (part - 1) & others) {
        for (size_t k = 0; k < c->in->n_types; k++)
            if (c->left[k] > 0 && holds_set(c->in, c->record, part | first, k)) {
                c->left[k]--;
                choose(c, others ^ part, cost + c->in->type[k].price);
                c->left[k]++;
            }
        if (part == 0)
            return;
    }
}

bool ul_brute_force_limited(const ul_packing *in, ul_cost *cost)
{
    choice c = {.in = in, .best = NO_TYPE};
    const unsigned n = list_tasks(in, c.record);
    expect_small(in->n_types <= TYPES_MAX, in);
    for (size_t k = 0; k < in->n_types; k++)
        c.left[k] = in->type[k].supply;
    choose(&c, (1u << n) - 1, 0);
    *cost = c.best * UL_COST_PER_MICRO;
    return c.best != NO_TYPE;
}
