/* Whether machines cheap enough, in whole numbers, are worth enough. The machines
 * of a plan hold all tasks, so that together they hold what all tasks are worth.
 *
 * A covering problem with one row: a search over how often each type occurs, the
 * best value for its price first, as often as it helps. O(counts tried), as many as a check
 * has steps.
 */
#include "certificate.h"

enum { TYPES_MAX = 1000, TRY = 64, COMPARISON = 8 };

typedef struct {
    check_wide price, dual_value;
} machine;

typedef struct {
    check *c;
    machine *type; /* by price / value, the least first */
    size_t n;
} counts;

static bool before(const counts *s, const machine *a, const machine *b)
{
    return check_times(s->c, a->price, b->dual_value) < check_times(s->c, b->price, a->dual_value);
}

/* One that another beats is left out. As many as are left is how deep the search goes. */
static void insert(counts *s, machine one)
{
    size_t at = 0, kept = 0;
    check_spend_on(s->c, s->n + 1, COMPARISON);
    for (size_t q = 0; q < s->n; q++)
        if (s->type[q].price <= one.price && s->type[q].dual_value >= one.dual_value)
            return;
    for (size_t q = 0; q < s->n; q++)
        if (s->type[q].price < one.price || s->type[q].dual_value > one.dual_value)
            s->type[kept++] = s->type[q];
    s->n = kept;
    if (s->n == TYPES_MAX)
        check_refuse_file(s->c, s->c->counted, "takes too long to check: more than %d types in "
                                               "whole machines", TYPES_MAX);
    while (at < s->n && !before(s, &one, &s->type[at]))
        at++;
    for (size_t q = s->n++; q > at; q--)
        s->type[q] = s->type[q - 1];
    s->type[at] = one;
}

/* No counts of the types from `at` on cost less, even if not whole. */
static bool out_of_reach(const counts *s, size_t at, check_wide wanted, check_wide budget)
{
    return wanted > 0
           && (at == s->n
               || check_times(s->c, wanted, s->type[at].price)
                      > check_times(s->c, budget, s->type[at].dual_value));
}

/* Whether the types from `at` on can be worth `wanted` for `budget`. */
static bool reach(counts *s, size_t at, check_wide wanted, check_wide budget)
{
    check_spend(s->c, TRY);
    if (wanted <= 0)
        return true;
    if (out_of_reach(s, at, wanted, budget))
        return false;
    const machine *one = &s->type[at];
    check_wide count = check_ratio_up(wanted, one->dual_value);
    if (one->price > 0 && count > budget / one->price)
        count = budget / one->price;
    for (; count >= 0; count--) {
        /* count * value is below wanted + value, count * price at most the budget */
        const check_wide rest = wanted - count * one->dual_value,
                         left = budget - count * one->price;
        /* fewer of this one, better than those behind it, do not help */
        if (out_of_reach(s, at + 1, rest, left))
            return false;
        if (reach(s, at + 1, rest, left))
            return true;
    }
    return false;
}

/* What one machine is worth beyond all that is wanted helps nobody: without it no
 * product of a genuine certificate leaves 128 bits. */
bool check_counts_reach(check *c, size_t n, const check_wide *price, const check_wide *dual_value,
                        check_wide wanted, check_wide budget)
{
    counts s = {.c = c, .type = check_alloc(c, TYPES_MAX, sizeof *s.type)};
    for (size_t k = 0; k < n; k++)
        if (dual_value[k] > 0)
            insert(&s, (machine){price[k], dual_value[k] < wanted ? dual_value[k] : wanted});
    const bool reached = reach(&s, 0, wanted, budget);
    check_free(c, s.type);
    return reached;
}
