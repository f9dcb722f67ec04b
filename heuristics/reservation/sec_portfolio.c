#include "sec_portfolio.h"

#include <math.h>
#include <stdlib.h>

static const char in_stock[] = "Interval {interval}: {count} {count=1?instance is|instances are} used enough for "
                               "a lease, and {value} {value=1?lease is|leases are} in stock. Nothing to buy.";

struct ul_portfolio {
    const ul_reservation *in;
    ul_reservation_plan *plan;
    const ul_step_listener *listener;
    bool foresees_end;
    size_t n;                     /* classes on offer */
    size_t class[UL_CLASSES_MAX]; /* the most discounted first */
};

static ul_micro used_price(const ul_reservation *in, size_t c)
{
    return in->level_price[in->classes[c].level];
}

/* By the price of a used hour, then by the fee for an interval. */
static int discount_order(const ul_reservation *in, size_t a, size_t b)
{
    const ul_micro x = used_price(in, a), y = used_price(in, b);
    UL_LOWER_FIRST(x, y);
    const ul_cost u = (ul_cost)in->classes[a].upfront * in->classes[b].term;
    const ul_cost v = (ul_cost)in->classes[b].upfront * in->classes[a].term;
    UL_LOWER_FIRST(u, v);
    return a < b ? -1 : a > b;
}

static bool is_on_offer(const ul_reservation *in, size_t c, ul_portfolio_terms terms)
{
    const double years = in->classes[c].term * ul_micro_double(in->interval_hours) / 8760;
    if (in->classes[c].level == 0)
        return false;
    return terms == UL_TERMS_ALL || fabs(years - (terms == UL_TERMS_ONE_YEAR ? 1 : 3)) < 0.05;
}

ul_status ul_portfolio_new(const ul_reservation *in, ul_run *run, ul_portfolio_terms terms,
                           bool foresees_end, ul_portfolio **result)
{
    ul_portfolio *p;
    UL_ALLOC(ul_run_arena(run), p, 1);
    p->in = in;
    p->listener = ul_run_steps(run);
    p->foresees_end = foresees_end;
    for (size_t c = 0; c < in->n_classes; c++) {
        if (!is_on_offer(in, c, terms))
            continue;
        size_t q = p->n++;
        for (; q > 0 && discount_order(in, c, p->class[q - 1]) < 0; q--)
            p->class[q] = p->class[q - 1];
        p->class[q] = c;
    }
    *result = p;
    return ul_reservation_plan_new(in, ul_run_arena(run), &p->plan);
}

size_t ul_portfolio_longest(const ul_portfolio *p)
{
    size_t longest = 0;
    for (size_t q = 0; q < p->n; q++)
        if (p->in->classes[p->class[q]].term > longest)
            longest = p->in->classes[p->class[q]].term;
    return longest;
}

const ul_reservation_plan *ul_portfolio_plan(const ul_portfolio *p)
{
    return p->plan;
}

/* What a lease bought at t costs before any use, as this buyer sees it. */
static ul_cost lease_cost(const ul_portfolio *p, size_t t, size_t c)
{
    const ul_reservation *in = p->in;
    if (p->foresees_end)
        return ul_reservation_lease(in, t, c, in->objective);
    return in->classes[c].upfront * UL_COST_PER_MICRO
           + ul_reservation_holding(in, c) * in->classes[c].term;
}

static ul_cost divide_up(ul_cost a, ul_cost b)
{
    return a <= 0 ? 0 : (a + b - 1) / b;
}

/* The minimum utilization level of a class, as hours over its term: from there
 * on it costs no more than on demand and than every less discounted class of
 * the same term. */
static ul_cost least_hours(const ul_portfolio *p, size_t t, size_t c)
{
    const ul_reservation *in = p->in;
    const ul_cost own = lease_cost(p, t, c);
    const ul_micro price = used_price(in, c);
    ul_cost least = divide_up(own, in->level_price[0] - price);
    for (size_t q = 0; q < p->n; q++) {
        const size_t other = p->class[q];
        if (in->classes[other].term != in->classes[c].term || used_price(in, other) <= price)
            continue;
        const ul_cost hours = divide_up(own - lease_cost(p, t, other),
                                        used_price(in, other) - price);
        least = hours > least ? hours : least;
    }
    return least;
}

/* Step 2: active leases by what is left of them. One with less left than a
 * shorter class of the same price lasts counts as that class. */
static void take_stock(ul_portfolio *p, size_t t, uint64_t stock[UL_CLASSES_MAX])
{
    const ul_reservation *in = p->in;
    for (size_t q = 0; q < p->n; q++)
        stock[q] = 0;
    for (size_t b = 0; b < p->plan->n; b++) {
        const ul_reservation_purchase *bought = &p->plan->purchase[b];
        const ul_reservation_class *class = &in->classes[bought->c];
        if (bought->t + class->term <= t)
            continue;
        const size_t left = bought->t + class->term - t;
        size_t as = UL_NONE; /* the shortest that lasts as long */
        for (size_t q = 0; q < p->n; q++) {
            const ul_reservation_class *other = &in->classes[p->class[q]];
            if (other->level == class->level && other->billing == class->billing
                && other->term >= left
                && (as == UL_NONE || other->term < in->classes[p->class[as]].term))
                as = q;
        }
        stock[as] += bought->count;
    }
}

ul_status ul_portfolio_decide(ul_portfolio *p, size_t t, ul_portfolio_ranks ranks, void *context)
{
    uint64_t wanted[UL_CLASSES_MAX], stock[UL_CLASSES_MAX];
    ul_cost least[UL_CLASSES_MAX];
    uint64_t all_wanted = 0, all_stock = 0;
    /* Step 1: use falls with the rank, so those a class wants are the first
     * few; each rank goes to the first class that wants it. */
    for (size_t q = 0; q < p->n; q++) {
        least[q] = least_hours(p, t, p->class[q]);
        const uint64_t n = ranks(context, p->class[q], least[q]);
        wanted[q] = n > all_wanted ? n - all_wanted : 0;
        all_wanted += wanted[q];
    }
    take_stock(p, t, stock);
    for (size_t q = 0; q < p->n; q++)
        all_stock += stock[q];
    /* Step 3: equation (3) fixes how many are bought, equation (4) only that
     * none goes beyond its class's want; the most discounted want comes first. */
    uint64_t short_of = all_wanted > all_stock ? all_wanted - all_stock : 0;
    if (short_of == 0)
        UL_TELL(p->listener, .kind = UL_STEP_ENOUGH, .why = in_stock, .interval = t,
                .count = all_wanted, .value = (double)all_stock);
    for (size_t q = 0; q < p->n && short_of > 0; q++)
        UL_TELL(p->listener, .kind = UL_STEP_WEIGH, .interval = t, .type = p->class[q],
                .count = wanted[q], .value = (double)least[q] / 1e6, .against = (double)stock[q]);
    for (size_t q = 0; q < p->n && short_of > 0; q++) {
        const uint64_t gap = wanted[q] > stock[q] ? wanted[q] - stock[q] : 0;
        const uint64_t count = gap < short_of ? gap : short_of;
        short_of -= count;
        if (count > 0)
            UL_TELL(p->listener, .kind = UL_STEP_BUY, .interval = t, .type = p->class[q],
                    .count = count);
        UL_TRY(ul_reservation_buy(p->plan, t, p->class[q], count));
    }
    return UL_OK;
}
