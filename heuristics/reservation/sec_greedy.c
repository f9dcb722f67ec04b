/* SEC's offline greedy (Section 5.1.2, equations 3 and 4).
 *
 * Interval by interval: each rank of instances is looked at over the coming
 * term of every class, gets the most discounted class whose minimum utilization
 * it reaches, and what is missing in stock is bought.
 *
 * Hours by rank are kept as sliding sums, one array per distinct term:
 * O(intervals * (peak * terms + classes * (classes + log peak + term))).
 */
#include "sec_portfolio.h"

typedef struct {
    size_t term;
    size_t from, until; /* intervals in the sum */
    ul_micro *hours;    /* by rank, falling */
} window;

typedef struct {
    const ul_reservation *in;
    size_t n;
    window window[UL_CLASSES_MAX];
} windows;

static void add_interval(const ul_reservation *in, window *w, size_t t, int sign)
{
    size_t rank = 0;
    for (size_t s = in->first[t]; s < in->first[t + 1]; s++) {
        const ul_micro hours = sign * in->step[s].hours;
        for (const size_t end = rank + in->step[s].instances; rank < end; rank++)
            w->hours[rank] += hours;
    }
}

static ul_status make_windows(const ul_reservation *in, ul_run *run, windows *all)
{
    for (size_t c = 0; c < in->n_classes; c++) {
        size_t q = 0;
        while (q < all->n && all->window[q].term != in->classes[c].term)
            q++;
        if (q < all->n || in->classes[c].level == 0)
            continue;
        ul_micro *hours = ul_arena_alloc(ul_run_arena(run), in->peak, sizeof *hours);
        if (hours == NULL)
            return ul_fail(UL_E_MEMORY, "out of memory for %u ranks", in->peak);
        all->window[all->n++] = (window){.term = in->classes[c].term, .hours = hours};
    }
    return UL_OK;
}

static void slide(windows *all, size_t t)
{
    for (size_t q = 0; q < all->n; q++) {
        window *w = &all->window[q];
        for (; w->from < t; w->from++)
            add_interval(all->in, w, w->from, -1);
        for (; w->until < all->in->n_intervals && w->until < t + w->term; w->until++)
            add_interval(all->in, w, w->until, 1);
    }
}

static uint64_t ranks(void *context, size_t c, ul_cost hours)
{
    const windows *all = context;
    size_t q = 0;
    while (all->window[q].term != all->in->classes[c].term)
        q++;
    size_t low = 0, high = all->in->peak; /* ranks below low reach it, from high on none does */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (all->window[q].hours[middle] >= hours && all->window[q].hours[middle] > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

ul_status ul_sec_greedy(const ul_reservation *in, ul_run *run, ul_portfolio_terms terms)
{
    ul_portfolio *portfolio;
    windows all = {.in = in};
    UL_TRY(ul_portfolio_new(in, run, terms, true, &portfolio));
    UL_TRY(make_windows(in, run, &all));
    for (size_t t = 0; t < in->n_intervals && !ul_run_expired(run); t++) {
        slide(&all, t);
        UL_TRY(ul_portfolio_decide(portfolio, t, ranks, &all));
    }
    return ul_run_offer(run, ul_portfolio_plan(portfolio));
}

static ul_status solve(const ul_reservation *in, ul_run *run)
{
    return ul_sec_greedy(in, run, UL_TERMS_ALL);
}

const ul_method ul_method_sec_greedy = {
    .name = "sec-greedy",
    .brief = "each rank of instances gets the most discounted lease it uses enough",
    .paper = "SEC, Section 5.1.2",
    .traits = UL_CONSTRUCTIVE,
    .reservation = solve,
};
