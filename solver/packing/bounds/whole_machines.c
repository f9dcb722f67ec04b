/* What the root's values prove of machines in whole numbers: together they must hold
 * what all tasks are worth, each at most what the best pattern of its type is.
 *
 *     minimise sum price(k) n_k   so that   sum most(k) n_k >= total,   n whole
 *
 * The root's bound is the linear relaxation of this. With prices that fall with the
 * size (concave) it is far below: a plan buys a last machine for a few tasks.
 */
#include "bounds.h"

#include <stdlib.h>

enum { TYPES_MAX = 64 };

typedef struct {
    int64_t price, most;
} machine;

typedef struct {
    machine type[TYPES_MAX]; /* the least price for what it holds first */
    size_t n, tries; /* left */
    int64_t best; /* the cheapest cover so far */
} search;

static int by_ratio(const void *a, const void *b)
{
    const machine *x = a, *y = b;
    const ul_cost left = (ul_cost)x->price * y->most, right = (ul_cost)y->price * x->most;
    return left != right ? (left < right ? -1 : 1) : (y->most > x->most) - (y->most < x->most);
}

/* The least that the types from `at` on cost for this much, if not in whole numbers. */
static bool too_dear(const search *s, size_t at, ul_cost wanted, int64_t cost)
{
    if (wanted <= 0)
        return cost >= s->best;
    return at == s->n
           || wanted * s->type[at].price > (ul_cost)(s->best - 1 - cost) * s->type[at].most;
}

static void choose(search *s, size_t at, ul_cost wanted, int64_t cost)
{
    if (s->tries == 0 || too_dear(s, at, wanted, cost))
        return;
    s->tries--;
    if (wanted <= 0) {
        s->best = cost;
        return;
    }
    const machine *one = &s->type[at];
    for (ul_cost count = (wanted + one->most - 1) / one->most; count >= 0; count--) {
        const ul_cost rest = wanted - count * one->most;
        const int64_t so_far = cost + (int64_t)count * one->price;
        /* fewer of this one, better than those behind it, do not help */
        if (rest > 0 && too_dear(s, at + 1, rest, so_far))
            return;
        choose(s, at + 1, rest, so_far);
    }
}

int64_t ul_whole_machines_units(const ul_exact_problem *problem, const ul_exact_dual *dual,
                             size_t tries)
{
    search s = {.best = INT64_MAX / 4, .tries = tries};
    for (size_t k = 0; k < problem->n_types; k++) {
        if (dual->most[k] <= 0)
            continue;
        if (s.n == TYPES_MAX)
            return 0;
        s.type[s.n++] = (machine){problem->type[k].price, dual->most[k]};
    }
    qsort(s.type, s.n, sizeof *s.type, by_ratio);
    choose(&s, 0, dual->total, 0);
    return s.tries == 0 || s.best == INT64_MAX / 4 ? 0 : s.best;
}
