#include "rates.h"

#include <math.h>

enum { WORKLOADS_MAX = 512 };
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

void ul_repack_learn(ul_repack_rates *rates, const ul_repack_company *company, size_t n,
                     double rate)
{
    size_t open = 0, blamed = n;
    bool is_one, is_explained = false;
    rate = fmax(rate, least_rate);
    for (size_t q = 0; q < n; q++) {
        if (rate >= 1 - same)
            clear(rates, &company[q]);
        raise_to(rates, &company[q], rate);
        if (unsure(rates, &company[q], &is_one) == 0) {
            is_explained = is_explained || expected(rates, &company[q]) <= rate + same;
            continue;
        }
        open++;
        if (blamed == n || expected(rates, &company[q]) < expected(rates, &company[blamed]))
            blamed = q;
    }
    if (!is_explained && blamed < n && (open == 1 || expected(rates, &company[blamed]) > rate))
        fit(rates, &company[blamed], rate, open > 1);
}
