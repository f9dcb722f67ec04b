/* Sums that prices can make: with few prices far apart they are rare, and a plan
 * cheaper than another is cheaper by more than a unit.
 *
 * By search over the counts of each price, the last of them as large as fits.
 * O(sums tried), at most SUMS_MAX.
 */
#include "exact_problem.h"

enum { SUMS_MAX = 20000, PRICES_MAX = 64 };

typedef struct {
    int64_t price[PRICES_MAX];
    size_t n;
    int64_t target, best;
    size_t steps;
} sums;

static void add_price(sums *s, int64_t price)
{
    for (size_t q = 0; q < s->n && q < PRICES_MAX; q++)
        if (s->price[q] == price)
            return;
    if (s->n < PRICES_MAX)
        s->price[s->n] = price;
    s->n++;
}

/* Adds machines of the first n prices to what has been chosen, `left` short of
 * the target. */
static void add_machines(sums *s, size_t n, int64_t left)
{
    const int64_t price = s->price[n - 1];
    if (++s->steps > SUMS_MAX || s->best == s->target)
        return;
    if (n == 1) {
        const int64_t sum = s->target - left % price;
        s->best = sum > s->best ? sum : s->best;
        return;
    }
    for (int64_t rest = left; rest >= 0 && s->steps <= SUMS_MAX; rest -= price)
        add_machines(s, n - 1, rest);
}

/* What all prices divide, up to the target, where that is so large that it is a sum (Brauer 1942):
 * with d the divisor of the prices before, fewer of the next one than d becomes smaller by make any
 * number a multiple of it. -1 where it need not be. */
static int64_t large_sum(const sums *s)
{
    ul_cost least = 0;
    int64_t divisor = s->price[0];
    for (size_t q = 1; q < s->n; q++) {
        const int64_t before = divisor;
        divisor = ul_micro_divisor(divisor, s->price[q]);
        least += (ul_cost)s->price[q] * (before / divisor - 1);
    }
    const int64_t sum = s->target - s->target % divisor;
    return sum >= least ? sum : -1;
}

static int64_t largest(sums *s, int64_t cost)
{
    s->target = cost - 1;
    s->best = -1;
    if (cost <= 0 || s->n == 0 || s->n > PRICES_MAX)
        return cost - 1;
    const int64_t large = large_sum(s);
    if (large >= 0)
        return large;
    add_machines(s, s->n, s->target);
    return s->steps > SUMS_MAX ? cost - 1 : s->best;
}

int64_t ul_price_sum_below(const ul_exact_problem *problem, int64_t cost)
{
    sums s = {0};
    for (size_t k = 0; k < problem->n_types; k++)
        add_price(&s, problem->type[k].price);
    return largest(&s, cost);
}

int64_t ul_price_sum_below_of_all(const ul_packing *in, const ul_exact_problem *problem,
                                  int64_t cost)
{
    sums s = {0};
    for (size_t k = 0; k < in->n_types; k++)
        if (in->type[k].price > 0)
            add_price(&s, (int64_t)((ul_cost)in->type[k].price * UL_COST_PER_MICRO
                                    / problem->unit));
    return largest(&s, cost);
}
