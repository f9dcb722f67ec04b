/* What a set of tasks is worth to the last digit, where rates rounded at 10^-12 do not tell
 * whether it is more than the price: a throughput has six decimals, so a product of n of them is a
 * whole number of 10^-6n. Digits here are to the base of a million, the least first.
 *
 * O(members^2) for each workload in the set.
 */
#include "floor_sets.h"

enum { BASE = 1000000, WHOLE_DIGITS = 8 }; /* 10^48 is beyond all sums of values and all prices */

uint64_t check_beside(const check_hunt *h, size_t kind, size_t other)
{
    const check_schedule *s = h->f->s;
    if (s->rate == NULL || kind == h->n_kinds - 1 || other == h->n_kinds - 1)
        return CHECK_SECOND;
    return s->rate[kind * (s->workload.n + 1) + other];
}

typedef struct {
    check_hunt *h;
    size_t depth; /* members, and as many digits behind the point */
    size_t n;     /* digits in all */
    uint32_t *worth, *one, *price;
} digits;

/* A whole number from 0 to 10^48. */
static void set(const digits *d, uint32_t *number, check_wide whole)
{
    for (size_t q = 0; q < d->n; q++) {
        number[q] = q < d->depth ? 0 : (uint32_t)(whole % BASE);
        whole = q < d->depth ? whole : whole / BASE;
    }
}

/* Times a throughput. The last digit is 0 before: no number is slowed down more often than it has
 * digits behind the point. */
static void slow_down(const digits *d, uint32_t *number, uint64_t throughput)
{
    uint64_t carry = 0;
    for (size_t q = 0; q < d->n; q++) {
        const uint64_t here = number[q] * throughput + carry; /* at most 10^12 + 10^6 */
        if (q > 0)
            number[q - 1] = (uint32_t)(here % BASE);
        carry = here / BASE;
    }
    number[d->n - 1] = (uint32_t)carry;
}

static void add(const digits *d, uint32_t *sum, const uint32_t *number)
{
    uint32_t carry = 0;
    for (size_t q = 0; q < d->n; q++) {
        const uint32_t here = sum[q] + number[q] + carry;
        sum[q] = here % BASE;
        carry = here / BASE;
    }
}

/* What all members of a kind are worth, each beside all others. */
static void add_kind(const digits *d, size_t kind)
{
    const check_stage *stage = d->h->stage;
    bool is_alone = true; /* none of the kind is passed: one of them is not beside itself */
    check_spend_on(d->h->f->c, d->depth, 4 * d->n);
    set(d, d->one, stage[d->depth].sum[kind]);
    for (size_t q = 1; q <= d->depth; q++) {
        const size_t other = d->h->list[stage[q].member].kind;
        const uint64_t throughput = check_beside(d->h, kind, other);
        if (throughput < BASE && !(is_alone && other == kind))
            slow_down(d, d->one, throughput);
        is_alone = is_alone && other != kind;
    }
    add(d, d->worth, d->one);
}

/* A rate of the set is rounded up once for each member, each time by less than 10^-12: where the
 * worth is above the price by more than that, it is above. */
bool check_is_above(check_hunt *h, size_t depth)
{
    const check_stage *at = &h->stage[depth];
    check *c = h->f->c;
    check_wide values = 0;
    for (size_t b = 0; b < h->n_kinds; b++)
        values += at->sum[b]; /* times 20000 members, below 2^82 */
    if (at->worth - values * (check_wide)depth > h->price)
        return true;
    digits d = {.h = h, .depth = depth, .n = depth + WHOLE_DIGITS};
    d.worth = check_alloc(c, 3 * d.n, sizeof *d.worth);
    d.one = d.worth + d.n;
    d.price = d.one + d.n;
    /* Tolls beyond all presences are as good as a higher price. */
    set(&d, d.worth, at->flat > 0 ? at->flat : 0);
    set(&d, d.price, h->price / (check_wide)CHECK_FULL_RATE - (at->flat < 0 ? at->flat : 0));
    for (size_t b = 0; b < h->n_kinds; b++)
        if (at->sum[b] > 0)
            add_kind(&d, b);
    size_t q = d.n - 1;
    while (q > 0 && d.worth[q] == d.price[q])
        q--;
    const bool above = d.worth[q] > d.price[q];
    check_free(c, d.worth);
    return above;
}
