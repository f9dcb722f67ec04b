/* The tables of a report. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "comparison.h"
#include "statistics.h"

static double mean_of(const double *x, size_t n)
{
    return n == 0 ? NAN : ul_stat_mean(x, n);
}

/* What the columns count, and what was left out of them. */
static ul_status methods_note(const ul_summary *s, const char **note)
{
    size_t lost = 0;
    for (size_t m = 0; m < s->n_methods; m++)
        lost += s->method[m].n_lost;
    UL_TRY(ul_arena_format(
        s->arena, note,
        "solved: runs that ended with a plan, a proof that there is none, or a bound as asked; cut "
        "short: runs that met a limit; CPU times over the solved ones, geomean shifted by %g s, "
        "which suits these times; primal integral over all runs, %.3g s of wall-clock time, against "
        "the best cost known; mean cost over instances%s", s->shift_s, s->horizon_s, s->over));
    return lost == 0 ? UL_OK
                     : ul_arena_format(s->arena, note, "%s; integrals leave out %zu solved run%s "
                                       "without events", *note, lost, lost == 1 ? "" : "s");
}

static ul_status methods_sheet(const ul_summary *s, ul_sheet **result)
{
    static const char *const head[] = {
        "method", "runs", "solved", "proved", "certified", "cut short", "mean CPU s",
        "geomean CPU s", "primal integral s", "mean cost"};
    static const char *const key[] = {
        "method", "runs", "solved", "proved", "certified", "cut_short", "cpu_mean_s",
        "cpu_geomean_s", "primal_integral_s", "cost_mean"};
    const char *note = NULL;
    UL_TRY(methods_note(s, &note));
    UL_TRY(ul_sheet_new(s->arena, "methods", "Methods", note, "lrrrrrrrrr", result));
    (*result)->key = key;
    ul_sheet_heads(*result, head, sizeof head / sizeof *head);
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        const size_t n = method->n_solved;
        if (method->n_runs == 0)
            continue;
        ul_sheet_cell(*result, "%s", method->label);
        ul_sheet_number(*result, UL_WHOLE, (double)method->n_runs);
        ul_sheet_number(*result, UL_WHOLE, (double)n);
        ul_sheet_number(*result, UL_WHOLE, (double)method->n_proved);
        ul_sheet_number(*result, UL_WHOLE, (double)method->n_certified);
        ul_sheet_number(*result, UL_WHOLE, (double)method->n_limited);
        ul_sheet_number(*result, UL_SECONDS, mean_of(method->cpu_s, n));
        ul_sheet_number(*result, UL_SECONDS,
                        n == 0 ? NAN : ul_stat_shifted_geomean(method->cpu_s, n, s->shift_s));
        ul_sheet_number(*result, UL_PLAIN, mean_of(method->integral, method->n_integrals));
        ul_sheet_number(*result, UL_DOLLARS, ul_mean_cost(s, m));
    }
    return UL_OK;
}

/* How many, mean with its bootstrap interval, median and worst of one sort of gap, and
 * the mean in dollars. */
static ul_status gap_cells(ul_sheet *sheet, const ul_gaps *gaps)
{
    const size_t n = gaps->n;
    double low = NAN, high = NAN;
    if (n >= UL_FEWEST_PAIRS)
        UL_TRY(ul_stat_bootstrap(UL_STAT_MEAN, gaps->gap, n, &low, &high));
    ul_sheet_number(sheet, UL_WHOLE, (double)n);
    ul_sheet_number(sheet, UL_WHOLE, (double)gaps->n_planless);
    ul_sheet_number(sheet, UL_PERCENT, mean_of(gaps->gap, n));
    if (n > 0 && n < UL_FEWEST_PAIRS) {
        ul_sheet_none(sheet, "too few");
        ul_sheet_none(sheet, "too few");
    } else {
        ul_sheet_number(sheet, UL_PERCENT, low);
        ul_sheet_number(sheet, UL_PERCENT, high);
    }
    ul_sheet_number(sheet, UL_PERCENT, n == 0 ? NAN : ul_stat_quantile(gaps->gap, n, 0.5));
    ul_sheet_number(sheet, UL_PERCENT, n == 0 ? NAN : ul_stat_quantile(gaps->gap, n, 1));
    ul_sheet_number(sheet, UL_DOLLARS, n == 0 ? NAN : gaps->dollars / (double)n);
    return UL_OK;
}

static ul_status gap_note(const ul_summary *s, bool to_bound, const char **note)
{
    size_t unmeasured = 0;
    for (size_t m = 0; m < s->n_methods; m++)
        unmeasured += s->method[m].gaps[to_bound].n_unmeasured;
    UL_TRY(ul_arena_format(s->arena, note,
                           "%s, cost a mean over repetitions; without a plan: instances of these "
                           "where no run of the method has one; 95%% interval of the mean, too few: "
                           "fewer than six instances",
                           to_bound ? "(cost - bound) / bound over instances without a proved optimum"
                                    : "(cost - optimum) / optimum over instances with a proved "
                                      "optimum"));
    return unmeasured == 0
               ? UL_OK
               : ul_arena_format(s->arena, note, "%s; left out: %zu time%s a plan costs something "
                                 "where the optimum is 0, which has no gap", *note, unmeasured,
                                 unmeasured == 1 ? "" : "s");
}

static ul_status gap_sheet(const ul_summary *s, bool to_bound, ul_sheet **result)
{
    static const char *const head[] = {"method",  "instances", "without a plan",
                                       "mean",    "low 95%",   "high 95%",
                                       "median",  "worst",     "mean in dollars"};
    static const char *const key[] = {"method",   "instances", "without_plan",
                                      "gap_mean", "gap_low",   "gap_high",
                                      "gap_median", "gap_worst", "dollars_mean"};
    const char *note = NULL;
    UL_TRY(gap_note(s, to_bound, &note));
    UL_TRY(ul_sheet_new(s->arena, to_bound ? "bounds" : "gaps",
                        to_bound ? "Gap to the best bound (upper bounds on the true gap)"
                                 : "Gap to the proved optimum", note, "lrrrrrrrr", result));
    (*result)->key = key;
    ul_sheet_heads(*result, head, sizeof head / sizeof *head);
    for (size_t m = 0; m < s->n_methods; m++) {
        if (s->method[m].n_sought == 0)
            continue;
        ul_sheet_cell(*result, "%s", s->method[m].label);
        UL_TRY(gap_cells(*result, &s->method[m].gaps[to_bound]));
    }
    return UL_OK;
}

/* ---- pairs ---- */

typedef struct {
    size_t first, second, win, tie, loss;
    size_t unpaired; /* only one of the two has a plan; the other may not have run */
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
        pair->unpaired += isfinite(x->cost[q]) != isfinite(y->cost[q]);
        if (!isfinite(x->cost[q]) || !isfinite(y->cost[q]))
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

static bool is_tested(const duel *pair)
{
    return pair->win + pair->tie + pair->loss >= UL_FEWEST_PAIRS;
}

/* Pairs that both solved some instance. */
static ul_status fight(const ul_summary *s, duel *all, size_t *n, double *p, size_t *n_tested)
{
    double *difference;
    UL_ALLOC(s->arena, difference, s->n_instances);
    *n = *n_tested = 0;
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t other = m + 1; other < s->n_methods; other++) {
            duel pair = {.first = m, .second = other};
            UL_TRY(compare(s, &pair, difference));
            if (pair.win + pair.tie + pair.loss == 0)
                continue;
            if (is_tested(&pair))
                p[(*n_tested)++] = pair.p;
            all[(*n)++] = pair;
        }
    return UL_OK;
}

static ul_status pairs_sheet(const ul_summary *s, ul_sheet **result)
{
    static const char *const head[] = {"method", "against", "wins", "ties", "losses",
                                       "unpaired", "p (Holm)"};
    static const char *const key[] = {"method", "against", "wins", "ties", "losses", "unpaired",
                                      "p_holm"};
    size_t n = s->n_methods * (s->n_methods - 1) / 2, tested = 0;
    duel *all;
    double *p;
    UL_ALLOC(s->arena, all, n);
    UL_ALLOC(s->arena, p, 2 * n);
    double *adjusted = p + n;
    UL_TRY(fight(s, all, &n, p, &tested));
    UL_TRY(ul_stat_holm(p, tested, adjusted));
    tested = 0;
    UL_TRY(ul_sheet_new(s->arena, "pairs", "Pairwise, by cost",
                        "over instances, cost a mean over repetitions; unpaired: only one of the two "
                        "has a plan, be it that the other did not run; paired Wilcoxon signed-rank test on dollars, p adjusted after "
                        "Holm over all pairs ('--baseline METHOD' asks about one method alone); too "
                        "few: fewer than six instances", "llrrrrr", result));
    (*result)->key = key;
    ul_sheet_heads(*result, head, 7);
    for (size_t q = 0; q < n; q++) {
        ul_sheet_cell(*result, "%s", s->method[all[q].first].label);
        ul_sheet_cell(*result, "%s", s->method[all[q].second].label);
        ul_sheet_number(*result, UL_WHOLE, (double)all[q].win);
        ul_sheet_number(*result, UL_WHOLE, (double)all[q].tie);
        ul_sheet_number(*result, UL_WHOLE, (double)all[q].loss);
        ul_sheet_number(*result, UL_WHOLE, (double)all[q].unpaired);
        if (is_tested(&all[q]))
            ul_sheet_number(*result, UL_PLAIN, adjusted[tested++]);
        else
            ul_sheet_none(*result, "too few");
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
    const char *key[8]; /* for programs */
} distribution;

static const distribution of_gaps = {
    "gap-ecdf", "Distribution of the gap to the proved optimum",
    "share of the runs on instances with a proved optimum whose gap is at most this (empirical "
    "distribution); a run without a plan has no gap",
    {{0, "0"}, {0.0001, "0.01%"}, {0.001, "0.1%"}, {0.01, "1%"}, {0.05, "5%"}, {0.1, "10%"},
     {0.5, "50%"}},
    {"method", "within_0", "within_0.0001", "within_0.001", "within_0.01", "within_0.05",
     "within_0.1", "within_0.5"},
};

static const distribution of_times = {
    "time-ecdf", "Distribution of the CPU time",
    "share of runs that were solved within this CPU time (empirical distribution)",
    {{1e-4, "0.1 ms"}, {1e-3, "1 ms"}, {1e-2, "10 ms"}, {0.1, "0.1 s"}, {1, "1 s"}, {10, "10 s"},
     {60, "60 s"}},
    {"method", "within_0.0001_s", "within_0.001_s", "within_0.01_s", "within_0.1_s", "within_1_s",
     "within_10_s", "within_60_s"},
};

static const distribution of_costs = {
    "profile", "Performance profile of cost (Dolan and More)",
    "share of the instances it ran on where a method's cost, a mean over repetitions, is within the "
    "factor of the best method's; without a plan it is within none",
    {{1, "1"}, {1.001, "1.001"}, {1.01, "1.01"}, {1.05, "1.05"}, {1.1, "1.1"}, {1.5, "1.5"}, {2, "2"}},
    {"method", "within_1", "within_1.001", "within_1.01", "within_1.05", "within_1.1", "within_1.5",
     "within_2"},
};

static ul_status distribution_sheet(const ul_summary *s, const distribution *d, ul_sheet **result)
{
    double *ratio;
    UL_ALLOC(s->arena, ratio, s->n_instances);
    UL_TRY(ul_sheet_new(s->arena, d->name, d->title, d->note, "lrrrrrrr", result));
    (*result)->key = d->key;
    ul_sheet_cell(*result, "method");
    for (size_t t = 0; t < 7; t++)
        ul_sheet_cell(*result, "%s", d->step[t].label);
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        const double *x = d == &of_gaps ? method->run_gap : d == &of_costs ? ratio : method->cpu_s;
        const size_t n = d == &of_gaps    ? method->n_reached
                         : d == &of_costs ? s->n_instances : method->n_solved;
        const size_t whole = d == &of_gaps    ? method->n_measured
                             : d == &of_costs ? method->n_sought : method->n_runs;
        if (whole == 0)
            continue;
        for (size_t q = 0; q < s->n_instances; q++) /* a hair less: quotients are rounded */
            ratio[q] = ul_cost_ratio(s, m, q) * (1 - 1e-12);
        ul_sheet_cell(*result, "%s", method->label);
        for (size_t t = 0; t < 7; t++)
            ul_sheet_number(*result, UL_SHARE, ul_stat_ecdf(x, n, whole, d->step[t].at));
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

/* The tables of one kind. */
static ul_status kind_sheets(const ul_summary *s, const ul_report_options *o, ul_sheet **sheet,
                             size_t *n)
{
    size_t runs = 0;
    UL_TRY(methods_sheet(s, &sheet[(*n)++]));
    if (o->has_baseline && s->method[o->baseline].n_sought > 0) {
        UL_TRY(ul_baseline_sheet(s, o->baseline, &sheet[(*n)++]));
        for (size_t c = 0; c < o->n_classes; c++)
            UL_TRY(ul_baseline_class_sheet(s, o->baseline, o->classes[c], &sheet[(*n)++]));
    }
    if (any_gap(s, false))
        UL_TRY(gap_sheet(s, false, &sheet[(*n)++]));
    if (any_gap(s, true))
        UL_TRY(gap_sheet(s, true, &sheet[(*n)++]));
    UL_TRY(ul_bracket_sheet(s, &sheet[*n]));
    *n += sheet[*n] != NULL;
    for (size_t c = 0; c < o->n_classes; c++)
        UL_TRY(ul_class_sheet(s, o->classes[c], &sheet[(*n)++]));
    UL_TRY(distribution_sheet(s, &of_costs, &sheet[(*n)++]));
    if (any_gap(s, false))
        UL_TRY(distribution_sheet(s, &of_gaps, &sheet[(*n)++]));
    UL_TRY(distribution_sheet(s, &of_times, &sheet[(*n)++]));
    UL_TRY(ul_measures_sheet(s, &sheet[*n]));
    *n += sheet[*n] != NULL;
    for (size_t m = 0; m < s->n_methods; m++)
        runs += s->method[m].n_sought > 0;
    if (runs > 1)
        UL_TRY(pairs_sheet(s, &sheet[(*n)++]));
    return UL_OK;
}

/* Where there are several kinds, each has tables of its own: its dollars are an hour's or
 * all time's, and nothing of one compares with the other. */
static ul_status name_for_kind(const ul_summary *s, const char *kind, ul_sheet *sheet)
{
    UL_TRY(ul_arena_format(s->arena, &sheet->name, "%s-%s", sheet->name, kind));
    return ul_arena_format(s->arena, &sheet->title, "%s (%s)", sheet->title, kind);
}

ul_status ul_summary_sheets(const ul_summary *s, const ul_report_options *options,
                            ul_sheet ***result, size_t *n)
{
    enum { OF_A_KIND = 11 };
    size_t kinds = 0;
    for (const char *kind = NULL; (kind = ul_summary_next_kind(s, kind)) != NULL;)
        kinds++;
    ul_sheet **sheet;
    UL_ALLOC(s->arena, sheet, kinds * (OF_A_KIND + 2 * options->n_classes));
    *n = 0;
    for (const char *kind = NULL; (kind = ul_summary_next_kind(s, kind)) != NULL;) {
        ul_summary *part;
        const size_t first = *n;
        UL_TRY(ul_summary_part(s, kind, 0, NULL, &part));
        UL_TRY(kind_sheets(part, options, sheet, n));
        for (size_t q = first; q < *n && kinds > 1; q++)
            UL_TRY(name_for_kind(s, kind, sheet[q]));
    }
    *result = sheet;
    return UL_OK;
}
