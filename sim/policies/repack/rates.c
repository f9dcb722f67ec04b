#include "rates.h"

#include <math.h>
#include <string.h>

enum { WORKLOADS_MAX = 512, SEEN_MAX = 256 };
static const double least_rate = 0.01, same = 1e-6;

/* Many workloads are beyond learning: those past a limit are taken as one. */
static size_t number_workloads(ul_sim *sim, bool pools, ul_repack_rates *rates)
{
    uint32_t first[WORKLOADS_MAX];
    size_t n = 0;
    for (uint32_t w = 0; w < ul_sim_n_workloads(sim); w++) {
        size_t q = pools ? 0 : n;
        while (q < n && !ul_schedule_are_variants(ul_sim_workload(sim, first[q]),
                                                  ul_sim_workload(sim, w)))
            q++;
        if (q == n && n < WORKLOADS_MAX)
            first[n++] = w;
        rates->of[w] = (uint32_t)(q < n ? q : n - 1);
    }
    return n;
}

ul_status ul_repack_rates_new(ul_sim *sim, double unknown, bool pools, ul_repack_rates *rates)
{
    ul_arena *arena = ul_run_arena(ul_sim_run_of(sim));
    UL_ALLOC(arena, rates->of, ul_sim_n_workloads(sim));
    rates->n = number_workloads(sim, pools, rates) + 1;
    rates->unknown = unknown;
    rates->arena = arena;
    UL_ALLOC_RAW(arena, rates->beside, rates->n * rates->n);
    UL_ALLOC(arena, rates->is_sure, rates->n * rates->n);
    for (size_t q = 0; q < rates->n * rates->n; q++)
        rates->beside[q] = unknown;
    return UL_OK;
}

void ul_repack_rates_look(ul_sim *sim, ul_repack_rates *rates)
{
    for (uint32_t w = 0; w + 1 < rates->n; w++)
        for (uint32_t v = 0; v + 1 < rates->n; v++) {
            rates->beside[w * rates->n + v] = fmax(least_rate, ul_sim_throughput(sim, w, v));
            rates->is_sure[w * rates->n + v] = true;
        }
}

/* ---- equations ---- */

static size_t pair_of(const ul_repack_rates *rates, const ul_repack_company *company, size_t q)
{
    return company->workload * rates->n + company->other[q];
}

static double expected(const ul_repack_rates *rates, const ul_repack_company *company)
{
    double rate = 1;
    for (size_t q = 0; q < company->n; q++)
        rate *= rates->beside[pair_of(rates, company, q)];
    return rate;
}

/* How many of the neighbours are not sure, and whether these are of one workload. */
static size_t unsure(const ul_repack_rates *rates, const ul_repack_company *company, bool *is_one)
{
    size_t n = 0, first = 0;
    *is_one = true;
    for (size_t q = 0; q < company->n; q++) {
        const size_t pair = pair_of(rates, company, q);
        if (rates->is_sure[pair])
            continue;
        if (n++ == 0)
            first = pair;
        *is_one = *is_one && pair == first;
    }
    return n;
}

static bool is_first(const ul_repack_company *company, size_t q)
{
    for (size_t p = 0; p < q; p++)
        if (company->other[p] == company->other[q])
            return false;
    return true;
}

/* A root that is the same on every machine: of the next power of two, so at times it does
 * too little, and the next look goes on. */
static double root(double value, size_t n)
{
    for (size_t power = 1; power < n; power *= 2)
        value = sqrt(value);
    return value;
}

/* The pairs of a company that are not sure are changed alike, so that it has this rate; a
 * single one is then sure, unless the company is only guessed to have it. */
static void fit(ul_repack_rates *rates, const ul_repack_company *company, double rate,
                bool is_guess)
{
    bool is_one;
    const size_t n = unsure(rates, company, &is_one);
    const double times = root(rate / expected(rates, company), n);
    for (size_t q = 0; q < company->n; q++) {
        const size_t pair = pair_of(rates, company, q);
        if (rates->is_sure[pair] || !is_first(company, q))
            continue;
        rates->beside[pair] = fmin(1, fmax(least_rate, rates->beside[pair] * times));
    }
    for (size_t q = 0; q < company->n && is_one && !is_guess; q++)
        rates->is_sure[pair_of(rates, company, q)] = true;
}

/* Of a gang that shows a rate: none of its companies is slower than that. */
static void raise_to(ul_repack_rates *rates, const ul_repack_company *company, double rate)
{
    bool is_one;
    const size_t n = unsure(rates, company, &is_one);
    const double is = expected(rates, company);
    for (size_t q = 0; q < company->n && n > 0 && is < rate; q++) {
        const size_t pair = pair_of(rates, company, q);
        if (!rates->is_sure[pair] && is_first(company, q))
            rates->beside[pair] = fmin(1, rates->beside[pair] * root(rate / is, n));
    }
}

/* Nobody slows it down. */
static void clear(ul_repack_rates *rates, const ul_repack_company *company)
{
    for (size_t q = 0; q < company->n; q++) {
        rates->beside[pair_of(rates, company, q)] = 1;
        rates->is_sure[pair_of(rates, company, q)] = true;
    }
}

static size_t count_of(const ul_repack_company *company, uint32_t other)
{
    size_t n = 0;
    for (size_t q = 0; q < company->n; q++)
        n += company->other[q] == other;
    return n;
}

/* Whether all neighbours of a task are also, by workload, among those of another: it is then
 * no slower. */
static bool is_within(const ul_repack_company *company, const ul_repack_company *larger)
{
    bool is = company->workload == larger->workload && company->n <= larger->n;
    for (size_t q = 0; q < company->n && is; q++)
        is = count_of(company, company->other[q]) <= count_of(larger, company->other[q]);
    return is;
}

/* Of equal ones the first is left. */
static bool is_no_slower(const ul_repack_company *company, size_t n, size_t q)
{
    for (size_t p = 0; p < n; p++)
        if (p != q && is_within(&company[q], &company[p])
            && (p < q || company[p].n > company[q].n))
            return true;
    return false;
}

/* Looks again at what was seen, by what is known now; whether that makes a company sure. */
static bool weigh(ul_repack_rates *rates, const ul_repack_seen *seen)
{
    size_t open = 0, blamed = seen->n;
    bool is_one, is_explained = false;
    for (size_t q = 0; q < seen->n; q++) {
        const ul_repack_company *company = &seen->company[q];
        raise_to(rates, company, seen->rate);
        if (unsure(rates, company, &is_one) == 0) {
            is_explained = is_explained || expected(rates, company) <= seen->rate + same;
            continue;
        }
        open++;
        if (blamed == seen->n
            || expected(rates, company) < expected(rates, &seen->company[blamed]))
            blamed = q;
    }
    if (is_explained || blamed == seen->n
        || (open > 1 && expected(rates, &seen->company[blamed]) <= seen->rate))
        return false;
    fit(rates, &seen->company[blamed], seen->rate, open > 1);
    return unsure(rates, &seen->company[blamed], &is_one) == 0;
}

static bool is_open(const ul_repack_rates *rates, const ul_repack_company *company, size_t n)
{
    bool is_one;
    for (size_t q = 0; q < n; q++)
        if (unsure(rates, &company[q], &is_one) > 0)
            return true;
    return false;
}

/* Companies in the same order: another is kept twice, which does no harm. */
static bool is_same(const ul_repack_seen *a, const ul_repack_seen *b)
{
    bool is = a->n == b->n && fabs(a->rate - b->rate) < same;
    for (size_t q = 0; q < a->n && is; q++)
        is = a->company[q].n == b->company[q].n && is_within(&a->company[q], &b->company[q]);
    return is;
}

static ul_status keep(ul_repack_rates *rates, const ul_repack_company *company, size_t n,
                      double rate)
{
    ul_repack_seen seen = {.n = 0, .rate = rate};
    if (!is_open(rates, company, n))
        return UL_OK;
    UL_ALLOC_RAW(rates->arena, seen.company, n);
    for (size_t q = 0; q < n; q++)
        if (!is_no_slower(company, n, q))
            seen.company[seen.n++] = company[q];
    for (size_t q = 0; q < rates->n_seen; q++)
        if (is_same(&rates->seen[q], &seen))
            return UL_OK;
    for (size_t q = 0; q < seen.n; q++) { /* what it was told lasts for a round */
        uint32_t *other;
        UL_ALLOC_RAW(rates->arena, other, seen.company[q].n);
        memcpy(other, seen.company[q].other, seen.company[q].n * sizeof *other);
        seen.company[q].other = other;
    }
    UL_MORE(rates->arena, rates->seen, rates->n_seen, rates->seen_room);
    if (rates->n_seen == SEEN_MAX) /* the oldest is forgotten */
        memmove(rates->seen, rates->seen + 1, --rates->n_seen * sizeof *rates->seen);
    rates->seen[rates->n_seen++] = seen;
    return UL_OK;
}

/* Whether one more company is sure; what has no other is not looked at again. */
static bool weigh_all(ul_repack_rates *rates)
{
    size_t left = 0;
    bool is_news = false;
    for (size_t q = 0; q < rates->n_seen; q++) {
        is_news = weigh(rates, &rates->seen[q]) || is_news;
        if (is_open(rates, rates->seen[q].company, rates->seen[q].n))
            rates->seen[left++] = rates->seen[q];
    }
    rates->n_seen = left;
    return is_news;
}

ul_status ul_repack_learn(ul_repack_rates *rates, const ul_repack_company *company, size_t n,
                          double rate)
{
    for (size_t q = 0; q < n && rate >= 1 - same; q++)
        clear(rates, &company[q]);
    UL_TRY(keep(rates, company, n, fmax(rate, least_rate)));
    while (weigh_all(rates))
        ;
    return UL_OK;
}
