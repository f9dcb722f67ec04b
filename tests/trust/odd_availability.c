/* Odd pools: types that are never or always up, at equal prices, some on demand as well.
 * The optimum by trying every vector of counts; pools whose probability of failing is
 * within a billionth of what is allowed are too close to call, and so is the instance. */
#include <math.h>

#include "odd.h"

enum { TYPES = 5, COLUMNS = 2 * TYPES };

typedef struct {
    int types, columns; /* a column is a type, transient or on demand */
    int64_t capacity;
    double target;
    int64_t units[COLUMNS];
    int64_t price[COLUMNS]; /* millionths of a dollar */
    double up[COLUMNS];
    bool sold[TYPES]; /* on demand, too */
} pool;

static void make(uint64_t *rng, pool *p)
{
    const bool alike = odd_chance(rng, 30);
    p->types = (int)odd_between(rng, 1, TYPES);
    p->capacity = odd_between(rng, 1, p->types > 3 ? 8 : 12);
    p->target = (double)odd_between(rng, 1, 99999) / 100000;
    if (odd_chance(rng, 50))
        p->target = 1 - pow(10, -(double)odd_between(rng, 1, 5));
    for (int k = 0; k < p->types; k++) {
        p->units[k] = odd_between(rng, 1, 5);
        p->price[k] = alike ? 50000 : odd_between(rng, 1, 900000);
        p->up[k] = (double)odd_between(rng, 500000, 999999) / 1000000;
        if (odd_chance(rng, 10))
            p->up[k] = odd_chance(rng, 50);
        p->sold[k] = odd_chance(rng, 30);
    }
    p->columns = p->types;
    for (int k = 0; k < p->types; k++)
        if (p->sold[k]) {
            const int c = p->columns++;
            p->units[c] = p->units[k];
            p->up[c] = 1;
            p->price[c] = p->price[k] + odd_between(rng, 0, 2 * p->price[k]);
        }
}

static void write(const pool *p, odd_instance *odd)
{
    int c = p->types;
    ODD_SAY(odd, "ullage,1,availability\nname,odd\ntarget,%lld,%.6f\n", (long long)p->capacity,
            p->target);
    for (int k = 0; k < p->types; k++) {
        ODD_SAY(odd, "vm,v%d,%lld,%lld.%06lld,", k, (long long)p->units[k], ODD_MICRO(p->price[k]));
        if (p->sold[k]) {
            ODD_SAY(odd, "%lld.%06lld", ODD_MICRO(p->price[c]));
            c++;
        }
        ODD_SAY(odd, ",%.6f\n", p->up[k]);
    }
}

typedef struct {
    const pool *p;
    int64_t held[COLUMNS];
    int64_t best; /* -1: none yet */
    bool close;
} trial;

/* The probability that what is up falls short: every set of types that may be up. */
static long double failing(const trial *t)
{
    const pool *p = t->p;
    long double sum = 0;
    int64_t certain = 0;
    for (int c = p->types; c < p->columns; c++)
        certain += t->held[c] * p->units[c];
    for (unsigned set = 0; set < 1u << p->types; set++) {
        long double chance = 1;
        int64_t up = certain;
        for (int k = 0; k < p->types; k++) {
            const bool is_up = (set >> k & 1) != 0;
            chance *= is_up ? (long double)p->up[k] : 1 - (long double)p->up[k];
            up += is_up ? t->held[k] * p->units[k] : 0;
        }
        sum += up < p->capacity ? chance : 0;
    }
    return sum;
}

static void try_counts(trial *t, int c, int64_t cost)
{
    const pool *p = t->p;
    if (t->best >= 0 && cost >= t->best)
        return;
    if (c == p->columns) {
        const long double over = failing(t) - (1 - (long double)p->target);
        t->close = t->close || fabsl(over) < 1e-9L;
        if (over <= 0)
            t->best = cost;
        return;
    }
    for (int64_t n = 0; n == 0 || (n - 1) * p->units[c] < p->capacity; n++) {
        t->held[c] = n;
        try_counts(t, c + 1, cost + n * p->price[c]);
    }
    t->held[c] = 0;
}

bool odd_availability(uint64_t seed, odd_instance *odd)
{
    pool p = {0};
    make(&seed, &p);
    trial t = {.p = &p, .best = -1};
    try_counts(&t, 0, 0);
    write(&p, odd);
    odd->feasible = t.best >= 0;
    odd->optimum = (odd_cost)t.best * 1000000;
    return !t.close;
}
