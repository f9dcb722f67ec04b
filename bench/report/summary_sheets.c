/* The tables of a report. */
#include <math.h>
#include <stdio.h>

#include "statistics.h"
#include "summary.h"

/* A tenth of a second: below it, times are noise of the machine. */
static const double time_shift_s = 0.1;
enum { RESAMPLES = 2000, BOOTSTRAP_SEED = 1, NOTE_ROOM = 1024 };

static void texts(ul_sheet *sheet, const char *const *text, size_t n)
{
    for (size_t q = 0; q < n; q++)
        ul_sheet_cell(sheet, "%s", text[q]);
}

/* Microseconds are as fine as records are. */
static void seconds_cell(ul_sheet *sheet, double seconds)
{
    ul_sheet_cell(sheet, seconds < 0.01 ? "%.6f" : seconds < 1 ? "%.4f" : "%.2f", seconds);
}

/* An empty cell where there is nothing to average. */
static void mean_seconds_cells(ul_sheet *sheet, const ul_method_summary *method)
{
    const size_t n = method->n_solved;
    if (n == 0) {
        texts(sheet, (const char *const[]){"", ""}, 2);
        return;
    }
    seconds_cell(sheet, ul_stat_mean(method->wall_s, n));
    seconds_cell(sheet, ul_stat_shifted_geomean(method->wall_s, n, time_shift_s));
}

/* What the columns count, and what was left out of them. */
static ul_status methods_note(const ul_summary *s, const char **note)
{
    char *text = ul_arena_alloc(s->arena, NOTE_ROOM, 1);
    size_t lost = 0;
    if (text == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a report");
    for (size_t m = 0; m < s->n_methods; m++)
        lost += s->method[m].n_lost;
    int n = snprintf(text, NOTE_ROOM,
                     "solved: runs that ended with a plan, a proof that there is none, or a bound as "
                     "asked; times over these, geomean shifted by %g s; primal integral over all "
                     "runs, %.3g s, against the best cost known; mean cost over instances with a plan",
                     time_shift_s, s->horizon_s);
    if (lost > 0)
        n += snprintf(text + n, NOTE_ROOM - (size_t)n,
                      "; integrals leave out %zu solved run%s without events", lost,
                      lost == 1 ? "" : "s");
    if (s->torn)
        snprintf(text + n, NOTE_ROOM - (size_t)n,
                 "; the last row of records.csv is incomplete and not counted ('ullage bench "
                 "--resume' does its run again)");
    *note = text;
    return UL_OK;
}

static ul_status methods_sheet(const ul_summary *s, ul_sheet **result)
{
    static const char *const head[] = {"method", "runs", "solved", "proved", "mean time s",
                                       "geomean time s", "primal integral s", "mean cost"};
    const char *note = NULL;
    UL_TRY(methods_note(s, &note));
    UL_TRY(ul_sheet_new(s->arena, "methods", "Methods", note, "lrrrrrrr", result));
    texts(*result, head, 8);
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        ul_sheet_cell(*result, "%s", method->label);
        ul_sheet_cell(*result, "%zu", method->n_runs);
        ul_sheet_cell(*result, "%zu", method->n_solved);
        ul_sheet_cell(*result, "%zu", method->n_proved);
        mean_seconds_cells(*result, method);
        if (method->n_integrals > 0)
            ul_sheet_cell(*result, "%.4g", ul_stat_mean(method->integral, method->n_integrals));
        else
            ul_sheet_cell(*result, "%s", "");
        if (method->n_priced > 0)
            ul_sheet_cell(*result, "$%.2f", method->dollars / (double)method->n_priced);
        else
            ul_sheet_cell(*result, "%s", "");
    }
    return UL_OK;
}

/* How many, mean with its bootstrap interval (one instance has none), median and worst
 * of one kind of gap, and the mean in dollars. */
static ul_status gap_cells(ul_sheet *sheet, const ul_gaps *gaps)
{
    const size_t n = gaps->n;
    double low, high;
    ul_sheet_cell(sheet, "%zu", n);
    ul_sheet_cell(sheet, "%zu", gaps->n_without);
    if (n == 0) {
        texts(sheet, (const char *const[]){"", "", "", "", ""}, 5);
        return UL_OK;
    }
    UL_TRY(ul_stat_bootstrap_mean(gaps->gap, n, RESAMPLES, BOOTSTRAP_SEED, 0.95, &low, &high));
    ul_sheet_cell(sheet, "%.3f%%", 100 * ul_stat_mean(gaps->gap, n));
    if (n > 1)
        ul_sheet_cell(sheet, "%.3f%% .. %.3f%%", 100 * low, 100 * high);
    else
        ul_sheet_cell(sheet, "%s", "");
    ul_sheet_cell(sheet, "%.3f%%", 100 * ul_stat_quantile(gaps->gap, n, 0.5));
    ul_sheet_cell(sheet, "%.3f%%", 100 * ul_stat_quantile(gaps->gap, n, 1));
    ul_sheet_cell(sheet, "$%.2f", gaps->dollars / (double)n);
    return UL_OK;
}

static ul_status gap_sheet(const ul_summary *s, bool to_bound, ul_sheet **result)
{
    static const char *const head[] = {"method", "instances", "no gap", "mean", "95% interval",
                                       "median", "worst", "mean in dollars"};
    UL_TRY(ul_sheet_new(s->arena, to_bound ? "bounds" : "gaps",
                        to_bound ? "Gap to the best bound (upper bounds on the true gap)"
                                 : "Gap to the proved optimum",
                        to_bound ? "(cost - bound) / bound over instances without a proved optimum, "
                                   "cost a mean over repetitions; no gap: no run has a plan"
                                 : "(cost - optimum) / optimum over instances with a proved optimum, "
                                   "cost a mean over repetitions; no gap: no run has a plan, or the "
                                   "optimum is 0 and the cost is not",
                        "lrrrrrrr", result));
    texts(*result, head, 8);
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_sheet_cell(*result, "%s", s->method[m].label);
        UL_TRY(gap_cells(*result, &s->method[m].gaps[to_bound]));
    }
    return UL_OK;
}

/* ---- pairs ---- */

typedef struct {
    size_t first, second, win, tie, loss;
    size_t unpaired; /* only one of the two has a plan */
    double p;
} duel;

/* Of two means, to a billionth of a dollar: thirds are rounded, and equal differences
 * must tie. */
static ul_cost difference_of(ul_cost x, ul_cost y)
{
    const ul_cost unit = 1000, half = x < y ? -unit / 2 : unit / 2;
    return (x - y + half) / unit * unit;
}

static ul_status compare(const ul_summary *s, duel *pair, double *difference)
{
    const ul_method_summary *x = &s->method[pair->first], *y = &s->method[pair->second];
    size_t n = 0;
    double w;
    for (size_t q = 0; q < s->n_instances; q++) {
        if (isnan(x->cost[q]) || isnan(y->cost[q]))
            continue;
        pair->unpaired += (x->cost[q] < HUGE_VAL) != (y->cost[q] < HUGE_VAL);
        if (!(x->cost[q] < HUGE_VAL && y->cost[q] < HUGE_VAL))
            continue;
        const ul_cost more = difference_of(x->mean[q], y->mean[q]);
        pair->win += more < 0;
        pair->tie += more == 0;
        pair->loss += more > 0;
        difference[n++] = ul_cost_double(more);
    }
    pair->p = 1;
    return n == 0 ? UL_OK : ul_stat_wilcoxon(difference, n, &w, &pair->p);
}

/* Pairs that both solved some instance; methods of different kinds never do. */
static ul_status fight(const ul_summary *s, duel *all, double *p, size_t *n)
{
    double *difference = ul_arena_alloc(s->arena, s->n_instances, sizeof *difference);
    if (difference == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a report");
    *n = 0;
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t other = m + 1; other < s->n_methods; other++) {
            duel pair = {.first = m, .second = other};
            UL_TRY(compare(s, &pair, difference));
            if (pair.win + pair.tie + pair.loss == 0)
                continue;
            p[*n] = pair.p;
            all[(*n)++] = pair;
        }
    return UL_OK;
}

static ul_status pairs_sheet(const ul_summary *s, ul_sheet **result)
{
    static const char *const head[] = {"method", "against", "wins", "ties", "losses",
                                       "unpaired", "p (Holm)"};
    size_t n = s->n_methods * (s->n_methods - 1) / 2;
    duel *all = ul_arena_alloc(s->arena, n, sizeof *all);
    double *p = ul_arena_alloc(s->arena, 2 * n, sizeof *p), *adjusted = p + n;
    if (all == NULL || p == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a report");
    UL_TRY(fight(s, all, p, &n));
    UL_TRY(ul_stat_holm(p, n, adjusted));
    UL_TRY(ul_sheet_new(s->arena, "pairs", "Pairwise, by cost",
                        "over instances, cost a mean over repetitions; unpaired: only one of the two "
                        "has a plan; paired Wilcoxon signed-rank test, p adjusted after Holm over "
                        "all pairs", "llrrrrr", result));
    texts(*result, head, 7);
    for (size_t q = 0; q < n; q++) {
        ul_sheet_cell(*result, "%s", s->method[all[q].first].label);
        ul_sheet_cell(*result, "%s", s->method[all[q].second].label);
        ul_sheet_cell(*result, "%zu", all[q].win);
        ul_sheet_cell(*result, "%zu", all[q].tie);
        ul_sheet_cell(*result, "%zu", all[q].loss);
        ul_sheet_cell(*result, "%zu", all[q].unpaired);
        ul_sheet_cell(*result, "%.3g", adjusted[q]);
    }
    return UL_OK;
}

/* ---- distributions ---- */

typedef struct {
    const char *name, *title, *note;
    struct {
        double at;
        const char *label;
    } step[7];
} distribution;

static const distribution of_gaps = {
    "gap-ecdf", "Distribution of the gap to the proved optimum",
    "share of the runs on instances with a proved optimum whose gap is at most this (empirical "
    "distribution); a run without a plan has no gap",
    {{0, "0"}, {0.0001, "0.01%"}, {0.001, "0.1%"}, {0.01, "1%"}, {0.05, "5%"}, {0.1, "10%"},
     {0.5, "50%"}},
};

static const distribution of_times = {
    "time-ecdf", "Distribution of the runtime",
    "share of runs that were solved within this time (empirical distribution)",
    {{1e-4, "0.1 ms"}, {1e-3, "1 ms"}, {1e-2, "10 ms"}, {0.1, "0.1 s"}, {1, "1 s"}, {10, "10 s"},
     {60, "60 s"}},
};

static ul_status distribution_sheet(const ul_summary *s, const distribution *d, ul_sheet **result)
{
    UL_TRY(ul_sheet_new(s->arena, d->name, d->title, d->note, "lrrrrrrr", result));
    ul_sheet_cell(*result, "method");
    for (size_t t = 0; t < 7; t++)
        ul_sheet_cell(*result, "%s", d->step[t].label);
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        const double *x = d == &of_gaps ? method->run_gap : method->wall_s;
        const size_t n = d == &of_gaps ? method->n_reached : method->n_solved;
        const size_t whole = d == &of_gaps ? method->n_measured : method->n_runs;
        if (whole == 0)
            continue;
        ul_sheet_cell(*result, "%s", method->label);
        for (size_t t = 0; t < 7; t++)
            ul_sheet_cell(*result, "%.1f%%", 100 * ul_stat_ecdf(x, n, whole, d->step[t].at));
    }
    return UL_OK;
}

static ul_status profile_sheet(const ul_summary *s, ul_sheet **result)
{
    static const double tau[] = {1, 1.001, 1.01, 1.05, 1.1, 1.5, 2};
    double *cost = ul_arena_alloc(s->arena, s->n_methods * s->n_instances, sizeof *cost);
    if (cost == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a report");
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t q = 0; q < s->n_instances; q++)
            cost[m * s->n_instances + q] = s->method[m].cost[q];
    UL_TRY(ul_sheet_new(s->arena, "profile", "Performance profile of cost (Dolan and More)",
                        "share of the instances it ran on where a method's cost, a mean over "
                        "repetitions, is within the factor of the best method's; without a plan it "
                        "is within none", "lrrrrrrr", result));
    ul_sheet_cell(*result, "method");
    for (size_t t = 0; t < 7; t++)
        ul_sheet_cell(*result, "%g", tau[t]);
    for (size_t m = 0; m < s->n_methods; m++) {
        if (s->method[m].n_sought == 0) /* it only bounds */
            continue;
        ul_sheet_cell(*result, "%s", s->method[m].label);
        for (size_t t = 0; t < 7; t++)
            ul_sheet_cell(*result, "%.1f%%",
                          100 * ul_stat_profile(cost, s->n_methods, s->n_instances, m, tau[t]));
    }
    return UL_OK;
}

static bool any_gap(const ul_summary *s, bool to_bound)
{
    for (size_t m = 0; m < s->n_methods; m++)
        if (s->method[m].gaps[to_bound].n > 0)
            return true;
    return false;
}

ul_status ul_summary_sheets(const ul_summary *s, ul_sheet ***result, size_t *n)
{
    ul_sheet **sheet = ul_arena_alloc(s->arena, 8, sizeof(ul_sheet *));
    if (sheet == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a report");
    *n = 0;
    UL_TRY(methods_sheet(s, &sheet[(*n)++]));
    if (any_gap(s, false))
        UL_TRY(gap_sheet(s, false, &sheet[(*n)++]));
    if (any_gap(s, true))
        UL_TRY(gap_sheet(s, true, &sheet[(*n)++]));
    UL_TRY(profile_sheet(s, &sheet[(*n)++]));
    if (any_gap(s, false))
        UL_TRY(distribution_sheet(s, &of_gaps, &sheet[(*n)++]));
    UL_TRY(distribution_sheet(s, &of_times, &sheet[(*n)++]));
    if (s->n_methods > 1)
        UL_TRY(pairs_sheet(s, &sheet[(*n)++]));
    UL_TRY(ul_measures_sheet(s, &sheet[*n]));
    *n += sheet[*n] != NULL;
    *result = sheet;
    return UL_OK;
}
