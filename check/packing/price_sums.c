/* Which sums prices can make. A plan costs a sum of prices; where those are rare
 * a plan that costs less than a bound costs less by more than one unit.
 *
 * A search over how often each price occurs, the smallest as often as fits.
 * O(sums tried), limited.
 */
#include "certificate.h"

enum { PRICES_MAX = 64, TRY = 16 };
#define STEPS_MAX ((uint64_t)4000000 * TRY) /* that the search may take */

typedef struct {
    check *c;
    check_wide price[PRICES_MAX]; /* descending, each once */
    size_t n;
    check_wide limit, best;
    uint64_t until; /* steps that it may take */
} sums;

/* False when there are too many prices. */
static bool insert(sums *s, check_wide price)
{
    size_t at = 0;
    while (at < s->n && s->price[at] > price)
        at++;
    if (at < s->n && s->price[at] == price)
        return true;
    if (s->n == PRICES_MAX)
        return false;
    for (size_t q = s->n++; q > at; q--)
        s->price[q] = s->price[q - 1];
    s->price[at] = price;
    return true;
}

static void choose(sums *s, size_t at, check_wide sum)
{
    check_spend(s->c, TRY);
    if (s->c->steps > s->until || s->best == s->limit)
        return;
    if (at + 1 == s->n) {
        /* at most the limit */
        const check_wide last = sum + (s->limit - sum) / s->price[at] * s->price[at];
        s->best = last > s->best ? last : s->best;
        return;
    }
    for (; sum <= s->limit && s->c->steps <= s->until;
         sum = check_plus(s->c, sum, s->price[at]))
        choose(s, at + 1, sum);
}

check_wide check_sum_below(check *c, size_t n, const check_wide *price, check_wide units)
{
    sums s = {.c = c, .limit = check_minus(c, units, 1), .until = c->steps + STEPS_MAX};
    bool few = units > 0;
    for (size_t k = 0; k < n && few; k++)
        few = price[k] <= 0 || insert(&s, price[k]);
    if (!few || s.n == 0)
        return s.limit;
    choose(&s, 0, 0);
    return c->steps > s.until ? s.limit : s.best;
}
