/* The tables of a report. */
#include <math.h>
#include <string.h>

#include "comparison.h"

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

static const ul_sheet_column of_method[] = {
    {"method", "method", UL_WORD},
    {"runs", "runs", UL_WHOLE}, {"solved", "solved", UL_WHOLE}, {"proved", "proved", UL_WHOLE},
    {"certified", "certified", UL_WHOLE}, {"cut short", "cut_short", UL_WHOLE},
    {"mean CPU s", "cpu_mean_s", UL_SECONDS}, {"geomean CPU s", "cpu_geomean_s", UL_SECONDS},
    {"primal integral s", "primal_integral_s", UL_PLAIN}, {"mean cost", "cost_mean", UL_DOLLARS},
    {0}};

static ul_status methods_sheet(const ul_summary *s, ul_sheet **result)
{
    ul_sheet_described table = {"methods", "Methods", NULL, of_method};
    UL_TRY(methods_note(s, &table.note));
    UL_TRY(ul_sheet_describe(s->arena, &table, result));
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        const size_t n = method->n_solved;
        if (method->n_runs == 0)
            continue;
        ul_sheet_row(*result, method->label, NULL, (const double[]){
            (double)method->n_runs, (double)n, (double)method->n_proved,
            (double)method->n_certified, (double)method->n_limited, mean_of(method->cpu_s, n),
            n == 0 ? NAN : ul_stat_shifted_geomean(method->cpu_s, n, s->shift_s),
            mean_of(method->integral, method->n_integrals), ul_mean_instance(s, m, UL_DOLLARS_PAID)});
    }
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

static const ul_sheet_column of_gap[] = {
    {"method", "method", UL_WORD},
    {"instances", "instances", UL_WHOLE}, {"without a plan", "without_plan", UL_WHOLE},
    {"mean", "gap_mean", UL_PERCENT}, {"low 95%", "gap_low", UL_PERCENT},
    {"high 95%", "gap_high", UL_PERCENT}, {"median", "gap_median", UL_PERCENT},
    {"worst", "gap_worst", UL_PERCENT}, {"mean in dollars", "dollars_mean", UL_DOLLARS}, {0}};

static ul_status gap_sheet(const ul_summary *s, bool to_bound, ul_sheet **result)
{
    ul_sheet_described table = {
        to_bound ? "bounds" : "gaps",
        to_bound ? "Gap to the best bound (upper bounds on the true gap)" : "Gap to the proved optimum",
        NULL, of_gap};
    UL_TRY(gap_note(s, to_bound, &table.note));
    UL_TRY(ul_sheet_describe(s->arena, &table, result));
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_gaps *gaps = &s->method[m].gaps[to_bound];
        const size_t n = gaps->n;
        double low = n == 0 ? NAN : UL_TOO_FEW_FOR, high = low;
        if (s->method[m].n_sought == 0)
            continue;
        if (n >= UL_FEWEST_PAIRS)
            UL_TRY(ul_stat_bootstrap(UL_STAT_MEAN, gaps->gap, n, &low, &high));
        const double mean = mean_of(gaps->gap, n); /* before the gaps are sorted */
        ul_sheet_row(*result, s->method[m].label, NULL, (const double[]){
            (double)n, (double)gaps->n_planless, mean, low, high,
            n == 0 ? NAN : ul_stat_quantile(gaps->gap, n, 0.5),
            n == 0 ? NAN : ul_stat_quantile(gaps->gap, n, 1),
            n == 0 ? NAN : gaps->dollars / (double)n});
    }
    return UL_OK;
}

/* ---- pairs ---- */

static const ul_sheet_column of_pair[] = {
    {"method", "method", UL_WORD}, {"against", "against", UL_WORD},
    {"wins", "wins", UL_WHOLE}, {"ties", "ties", UL_WHOLE}, {"losses", "losses", UL_WHOLE},
    {"unpaired", "unpaired", UL_WHOLE}, {"p (Holm)", "p_holm", UL_PLAIN}, {0}};
static const ul_sheet_described pairs = {
    "pairs", "Pairwise, by cost",
    "over instances, cost a mean over repetitions; unpaired: only one of the two has a plan, be it "
    "that the other did not run; paired Wilcoxon signed-rank test on dollars, p adjusted after Holm "
    "over all pairs ('--baseline METHOD' asks about one method alone); too few: fewer than six "
    "instances", of_pair};

static ul_status pairs_sheet(const ul_summary *s, ul_sheet **result)
{
    ul_comparison *all;
    size_t n;
    UL_TRY(ul_compare(s, UL_NONE, &all, &n));
    UL_TRY(ul_sheet_describe(s->arena, &pairs, result));
    for (const ul_comparison *c = all; c < all + n; c++)
        ul_sheet_row(*result, s->method[c->method].label, s->method[c->baseline].label,
                     (const double[]){(double)c->n_better, (double)c->n_equal, (double)c->n_worse,
                                      (double)c->n_unpaired, isnan(c->by.p) ? UL_TOO_FEW_FOR : c->p_holm});
    return UL_OK;
}

/* ---- distributions ---- */

enum { STEPS = 7 };
typedef struct {
    ul_sheet_described table;
    double at[STEPS];
} distribution;

#define STEP(head, key) {head, "within_" key, UL_SHARE}
static const ul_sheet_column gap_steps[] = {
    {"method", "method", UL_WORD},
    STEP("0", "0"), STEP("0.01%", "0.0001"), STEP("0.1%", "0.001"), STEP("1%", "0.01"),
    STEP("5%", "0.05"), STEP("10%", "0.1"), STEP("50%", "0.5"), {0}};
static const ul_sheet_column time_steps[] = {
    {"method", "method", UL_WORD},
    STEP("0.1 ms", "0.0001_s"), STEP("1 ms", "0.001_s"), STEP("10 ms", "0.01_s"),
    STEP("0.1 s", "0.1_s"), STEP("1 s", "1_s"), STEP("10 s", "10_s"), STEP("60 s", "60_s"), {0}};
static const ul_sheet_column cost_steps[] = {
    {"method", "method", UL_WORD},
    STEP("1", "1"), STEP("1.001", "1.001"), STEP("1.01", "1.01"), STEP("1.05", "1.05"),
    STEP("1.1", "1.1"), STEP("1.5", "1.5"), STEP("2", "2"), {0}};

static const distribution distributions[] = {
    [UL_COST_RATIOS] = {
        {"profile", "Performance profile of cost (Dolan and More)",
         "share of the instances it ran on where a method's cost, a mean over repetitions, is within "
         "the factor of the best method's; without a plan it is within none", cost_steps}, {1, 1.001, 1.01, 1.05, 1.1, 1.5, 2}},
    [UL_RUN_GAPS] = {
        {"gap-ecdf", "Distribution of the gap to the proved optimum",
         "share of the runs on instances with a proved optimum whose gap is at most this (empirical "
         "distribution); a run without a plan has no gap", gap_steps},
        {0, 0.0001, 0.001, 0.01, 0.05, 0.1, 0.5}},
    [UL_CPU_TIMES] = {
        {"time-ecdf", "Distribution of the CPU time",
         "share of runs that were solved within this CPU time (empirical distribution)", time_steps}, {1e-4, 1e-3, 1e-2, 0.1, 1, 10, 60}}};

static ul_status distribution_sheet(const ul_summary *s, ul_sample_of of, ul_sheet **result)
{
    const distribution *d = &distributions[of];
    UL_TRY(ul_sheet_describe(s->arena, &d->table, result));
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_sample sample;
        double share[STEPS];
        UL_TRY(ul_sample_make(s, m, of, &sample));
        for (size_t q = 0; q < sample.n && of == UL_COST_RATIOS; q++)
            sample.value[q] *= 1 - 1e-12; /* a hair less: quotients are rounded */
        for (size_t t = 0; t < STEPS && sample.whole > 0; t++)
            share[t] = ul_stat_ecdf(sample.value, sample.n, sample.whole, d->at[t]);
        if (sample.whole > 0)
            ul_sheet_row(*result, s->method[m].label, NULL, share);
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
        UL_TRY(ul_baseline_sheet(s, o->baseline, UL_NONE, &sheet[(*n)++]));
        for (size_t c = 0; c < o->n_classes; c++)
            UL_TRY(ul_baseline_sheet(s, o->baseline, o->classes[c], &sheet[(*n)++]));
    }
    if (any_gap(s, false))
        UL_TRY(gap_sheet(s, false, &sheet[(*n)++]));
    if (any_gap(s, true))
        UL_TRY(gap_sheet(s, true, &sheet[(*n)++]));
    UL_TRY(ul_bracket_sheet(s, &sheet[*n]));
    *n += sheet[*n] != NULL;
    for (size_t c = 0; c < o->n_classes; c++)
        UL_TRY(ul_class_sheet(s, o->classes[c], &sheet[(*n)++]));
    UL_TRY(distribution_sheet(s, UL_COST_RATIOS, &sheet[(*n)++]));
    if (any_gap(s, false))
        UL_TRY(distribution_sheet(s, UL_RUN_GAPS, &sheet[(*n)++]));
    UL_TRY(distribution_sheet(s, UL_CPU_TIMES, &sheet[(*n)++]));
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
ul_status ul_summary_sheets(const ul_summary *s, const ul_report_options *options,
                            ul_sheet ***result, size_t *n)
{
    enum { OF_A_KIND = 11 };
    ul_sheet **sheet;
    UL_ALLOC(s->arena, sheet, s->n_kinds * (OF_A_KIND + 2 * options->n_classes));
    *n = 0;
    for (size_t k = 0; k < s->n_kinds; k++) {
        ul_summary *part;
        const size_t first = *n;
        UL_TRY(ul_summary_part(s, s->kind[k], 0, NULL, &part));
        UL_TRY(kind_sheets(part, options, sheet, n));
        for (ul_sheet **of = sheet + first; of < sheet + *n && s->n_kinds > 1; of++) {
            UL_TRY(ul_arena_format(s->arena, &(*of)->name, "%s-%s", (*of)->name, s->kind[k]));
            UL_TRY(ul_arena_format(s->arena, &(*of)->title, "%s (%s)", (*of)->title, s->kind[k]));
        }
    }
    *result = sheet;
    return UL_OK;
}
