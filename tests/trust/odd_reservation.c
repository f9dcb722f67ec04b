/* Odd reservations: discounts of a millionth of a dollar, free leases, terms beyond the
 * horizon, hours of all sizes. The optimum by trying every vector of purchases. */
#include "odd.h"

enum { INTERVALS = 4, CLASSES = 3, PEAK = 3, MOST_TRIED = 5000 };

typedef struct {
    int intervals, classes, peak;
    bool pure;
    int64_t hours;     /* of an interval, millionths */
    int64_t on_demand; /* price an hour */
    int term[CLASSES];
    int64_t upfront[CLASSES], price[CLASSES];
    bool always[CLASSES];
    int n_used[INTERVALS];
    int64_t used[INTERVALS][PEAK]; /* hours, falling */
} reservation;

static int64_t odd_price(uint64_t *rng, int64_t on_demand)
{
    switch (odd_between(rng, 0, 5)) {
    case 0:
        return on_demand > 0 ? on_demand - 1 : 0;
    case 1:
        return on_demand / 2;
    case 2:
        return 0;
    case 3:
        return on_demand + odd_between(rng, 0, 1);
    default:
        return odd_between(rng, 0, on_demand);
    }
}

static int64_t odd_upfront(uint64_t *rng, const reservation *p)
{
    const int64_t month = (int64_t)((odd_cost)p->on_demand * p->hours / 1000000);
    switch (odd_between(rng, 0, 4)) {
    case 0:
        return 0;
    case 1:
        return month * 9 / 10;
    case 2:
        return month + odd_between(rng, 0, 1);
    default:
        return odd_between(rng, 0, 3 * month + 1);
    }
}

static int64_t odd_hours(uint64_t *rng, int64_t most)
{
    const int64_t part[] = {most, most / 2, most / 100, odd_between(rng, 1, most)};
    const int64_t hours = part[odd_between(rng, 0, 3)];
    return hours > 0 ? hours : 1;
}

static void make_use(uint64_t *rng, reservation *p)
{
    for (int t = 0; t < p->intervals; t++) {
        p->n_used[t] = (int)odd_between(rng, t == 0, p->peak);
        int64_t most = p->hours;
        for (int q = 0; q < p->n_used[t]; q++)
            p->used[t][q] = most = odd_hours(rng, most);
    }
}

static void make(uint64_t *rng, reservation *p)
{
    static const int64_t length[] = {1000000, 1000000, 10000000, 730000000, 1};
    double tried;
    do {
        p->intervals = (int)odd_between(rng, 1, INTERVALS);
        p->classes = (int)odd_between(rng, 0, CLASSES);
        p->peak = (int)odd_between(rng, 1, PEAK);
        tried = 1;
        for (int q = 0; q < p->intervals * p->classes; q++)
            tried *= p->peak + 1;
    } while (tried > MOST_TRIED);
    p->pure = odd_chance(rng, 50);
    p->hours = length[odd_between(rng, 0, 4)];
    p->on_demand = odd_chance(rng, 30) ? odd_between(rng, 1, 3) * 1000000
                                       : odd_between(rng, 1, 3000000);
    for (int c = 0; c < p->classes; c++) {
        p->term[c] = (int)odd_between(rng, 1, 6);
        p->always[c] = odd_chance(rng, 30);
        p->price[c] = odd_price(rng, p->on_demand);
        p->upfront[c] = odd_upfront(rng, p);
    }
    make_use(rng, p);
}

static void write(const reservation *p, odd_instance *odd)
{
    ODD_SAY(odd, "ullage,1,reservation\nname,odd\ninterval_hours,%lld.%06lld\nobjective,%s\n"
                 "intervals,%d\nclass,now,0,0,%lld.%06lld,used\n",
            ODD_MICRO(p->hours), p->pure ? "pure" : "total", p->intervals, ODD_MICRO(p->on_demand));
    for (int c = 0; c < p->classes; c++)
        ODD_SAY(odd, "class,c%d,%d,%lld.%06lld,%lld.%06lld,%s\n", c, p->term[c],
                ODD_MICRO(p->upfront[c]), ODD_MICRO(p->price[c]), p->always[c] ? "always" : "used");
    for (int t = 0; t < p->intervals; t++)
        for (int q = 0; q < p->n_used[t]; q++)
            ODD_SAY(odd, "usage,%d,%lld.%06lld,1\n", t + 1, ODD_MICRO(p->used[t][q]));
}

/* What one lease from t on costs, whatever it serves. */
static odd_cost lease(const reservation *p, int t, int c)
{
    const int served = p->intervals - t < p->term[c] ? p->intervals - t : p->term[c];
    const odd_cost upfront = (odd_cost)p->upfront[c] * 1000000;
    const odd_cost kept = p->pure ? upfront * (p->term[c] - served) / p->term[c] : 0;
    return upfront - kept + (p->always[c] ? (odd_cost)p->price[c] * p->hours * served : 0);
}

/* Leases that are active in t go to the busiest instances, the cheapest lease first. */
static odd_cost bill(const reservation *p, int bought[INTERVALS][CLASSES], int t)
{
    int64_t rate[INTERVALS * CLASSES * PEAK + 1];
    int n = 0;
    for (int c = 0; c < p->classes; c++)
        for (int from = t < p->term[c] ? 0 : t - p->term[c] + 1; from <= t; from++)
            for (int q = 0; q < bought[from][c]; q++) {
                const int64_t mine = p->always[c] ? 0 : p->price[c];
                int at = n++;
                for (; at > 0 && rate[at - 1] > mine; at--)
                    rate[at] = rate[at - 1];
                rate[at] = mine;
            }
    odd_cost cost = 0;
    for (int q = 0; q < p->n_used[t]; q++)
        cost += (odd_cost)p->used[t][q]
                * (q < n && rate[q] < p->on_demand ? rate[q] : p->on_demand);
    return cost;
}

static odd_cost cost_of(const reservation *p, int bought[INTERVALS][CLASSES])
{
    odd_cost cost = 0;
    for (int t = 0; t < p->intervals; t++) {
        cost += bill(p, bought, t);
        for (int c = 0; c < p->classes; c++)
            cost += lease(p, t, c) * bought[t][c];
    }
    return cost;
}

static odd_cost solve(const reservation *p)
{
    int bought[INTERVALS][CLASSES] = {0};
    odd_cost best = cost_of(p, bought);
    const int n = p->intervals * p->classes;
    for (;;) {
        int q = 0;
        while (q < n && ++bought[q / p->classes][q % p->classes] > p->peak)
            bought[q / p->classes][q % p->classes] = 0, q++;
        if (q == n)
            return best;
        const odd_cost cost = cost_of(p, bought);
        best = cost < best ? cost : best;
    }
}

bool odd_reservation(uint64_t seed, odd_instance *odd)
{
    reservation p = {0};
    make(&seed, &p);
    odd->feasible = true;
    odd->optimum = solve(&p);
    write(&p, odd);
    return true;
}
