/* The tables against a baseline, by class of instance, of brackets and of measures. */
#include <math.h>
#include <string.h>

#include "comparison.h"

/* Tables by class have one column more, the first, under the name of the class. */
static const ul_sheet_column of_comparison[] = {
    {"", "class", UL_WORD}, {"method", "method", UL_WORD},
    {"instances", "instances", UL_WHOLE}, {"mean", "mean_difference", UL_PERCENT},
    {"low 95%", "mean_low", UL_PERCENT}, {"high 95%", "mean_high", UL_PERCENT},
    {"median", "median_difference", UL_PERCENT}, {"median low 95%", "median_low", UL_PERCENT},
    {"median high 95%", "median_high", UL_PERCENT}, {"cheaper", "cheaper", UL_WHOLE},
    {"equal", "equal", UL_WHOLE}, {"dearer", "dearer", UL_WHOLE}, {"unpaired", "unpaired", UL_WHOLE},
    {"p", "p", UL_PLAIN}, {"p (Holm)", "p_holm", UL_PLAIN}, {0}};

static void put_comparison(ul_sheet *sheet, const char *class, const char *label,
                           const ul_comparison *c)
{
    double value[] = {
        (double)c->n, c->by.mean, c->by.low, c->by.high, c->by.median, c->by.median_low, c->by.median_high,
        (double)c->n_better, (double)c->n_equal, (double)c->n_worse, (double)c->n_unpaired, c->by.p,
        c->p_holm};
    for (size_t q = 0; q < sizeof value / sizeof *value; q++)
        value[q] = isnan(value[q]) ? UL_TOO_FEW_FOR : value[q];
    ul_sheet_row(sheet, class == NULL ? label : class, class == NULL ? NULL : label, value);
}

/* The comparisons of one part, or which value has none. */
static ul_status add_part(const ul_summary *part, size_t baseline, const char *value,
                          const char **without, ul_sheet *sheet)
{
    ul_comparison *all;
    size_t n;
    UL_TRY(ul_compare(part, baseline, &all, &n));
    for (size_t q = 0; q < n; q++)
        put_comparison(sheet, value, part->method[all[q].method].label, &all[q]);
    return n > 0 || part->n_records == 0 || value == NULL
               ? UL_OK
               : ul_arena_format(part->arena, without, "%s%s%s", *without,
                                 (*without)[0] == '\0' ? "" : ", ", value);
}

ul_status ul_baseline_sheet(const ul_summary *s, size_t baseline, size_t class, ul_sheet **result)
{
    const char *without = "";
    ul_sheet_described table = {
        "baseline", NULL,
        "relative difference (cost - baseline) / baseline by instance, cost a mean over repetitions; "
        "negative is cheaper; unpaired: only one of the two has a plan, be it that the other did not "
        "run; intervals by 2000 bootstrap resamples; p: two-sided Wilcoxon signed-rank test on these "
        "differences, adjusted after Holm over the rows of this table; too few: fewer than six "
        "instances", of_comparison + 1};
    UL_TRY(ul_arena_format(s->arena, &table.title, "Cost against %s", s->method[baseline].label));
    if (class == UL_NONE) {
        UL_TRY(ul_sheet_describe(s->arena, &table, result));
        return add_part(s, baseline, NULL, &without, *result);
    }
    const ul_class *c = &s->classes[class];
    table.note = "as above, the instances of each class by themselves; Holm within the class";
    table.column = of_comparison;
    UL_TRY(ul_arena_format(s->arena, &table.name, "baseline-by-%s", c->name));
    UL_TRY(ul_arena_format(s->arena, &table.title, "%s, by %s", table.title, c->name));
    UL_TRY(ul_sheet_describe(s->arena, &table, result));
    (*result)->cell[0] = c->name;
    for (size_t v = 0; v < c->n_values; v++) {
        ul_summary *part;
        UL_TRY(ul_summary_part(s, NULL, class, c->value[v], &part));
        UL_TRY(add_part(part, baseline, c->value[v], &without, *result));
    }
    return without[0] == '\0' ? UL_OK
                              : ul_arena_format(s->arena, &(*result)->note, "%s; no instance has a "
                                                "plan of the baseline and of another method in: %s",
                                                (*result)->note, without);
}

static const ul_sheet_column of_class[] = {
    {"", "class", UL_WORD}, {"method", "method", UL_WORD},
    {"instances", "instances", UL_WHOLE}, {"without a plan", "without_plan", UL_WHOLE},
    {"with optimum", "optima", UL_WHOLE}, {"mean gap", "gap_mean", UL_PERCENT},
    {"worst gap", "gap_worst", UL_PERCENT}, {"with bound only", "bounds", UL_WHOLE},
    {"mean gap, at most", "bound_gap_mean", UL_PERCENT},
    {"worst gap, at most", "bound_gap_worst", UL_PERCENT}, {0}};

ul_status ul_class_sheet(const ul_summary *s, size_t class, ul_sheet **result)
{
    const ul_class *c = &s->classes[class];
    ul_sheet_described table = {
        NULL, NULL, "(cost - optimum) / optimum where the optimum is proved, (cost - bound) / bound, "
                    "which is at least the gap, elsewhere; the two are never averaged together", of_class};
    UL_TRY(ul_arena_format(s->arena, &table.name, "by-%s", c->name));
    UL_TRY(ul_arena_format(s->arena, &table.title, "Gaps by %s", c->name));
    UL_TRY(ul_sheet_describe(s->arena, &table, result));
    (*result)->cell[0] = c->name;
    for (size_t v = 0; v < c->n_values; v++) {
        ul_summary *part;
        UL_TRY(ul_summary_part(s, NULL, class, c->value[v], &part));
        for (size_t m = 0; m < s->n_methods; m++) {
            const ul_method_summary *method = &part->method[m];
            double value[] = {(double)method->n_sought, (double)(method->n_sought - method->n_priced),
                              0, NAN, NAN, 0, NAN, NAN};
            if (method->n_sought == 0)
                continue;
            for (int to_bound = 0; to_bound < 2; to_bound++) {
                const ul_gaps *gaps = &method->gaps[to_bound];
                double *three = value + 2 + 3 * to_bound;
                if (gaps->n == 0)
                    continue;
                three[0] = (double)gaps->n;
                three[1] = ul_stat_mean(gaps->gap, gaps->n);
                three[2] = ul_stat_quantile(gaps->gap, gaps->n, 1);
            }
            ul_sheet_row(*result, c->value[v], method->label, value);
        }
    }
    return UL_OK;
}

/* ---- brackets: between which two numbers an optimum lies that nobody has proved ---- */

ul_status ul_bracket_sheet(const ul_summary *s, ul_sheet **result)
{
    static const ul_sheet_column column[] = {
        {"instance", "instance", UL_WORD}, {"floor", "floor", UL_DOLLARS},
        {"cheapest plan", "cheapest", UL_DOLLARS}, {"by", "method", UL_WORD},
        {"between", "between", UL_PERCENT}, {0}};
    static const ul_sheet_described brackets = {
        "brackets", "Where the optima lie", "instances without a proved optimum: no plan costs less "
        "than the floor, the best bound of any run; between: (cheapest - floor) / floor, how closely "
        "the optimum is known", column};
    UL_TRY(ul_sheet_describe(s->arena, &brackets, result));
    for (size_t q = 0; q < s->n_instances; q++) {
        const ul_reference *r = &s->reference[q];
        double gap;
        if (!s->inside[q] || isnan(r->bound) || isnan(r->best) || !isnan(r->optimum))
            continue;
        ul_sheet_cell(*result, "%s", s->instance[q].label);
        ul_sheet_number(*result, UL_DOLLARS, r->bound);
        ul_sheet_number(*result, UL_DOLLARS, r->best);
        ul_sheet_cell(*result, "%s", r->cheapest_by);
        ul_sheet_number(*result, UL_PERCENT, ul_gap(r->best, r->bound, &gap) ? gap : NAN);
    }
    if ((*result)->n_cells == (*result)->n_columns)
        *result = NULL; /* a heading and nothing below it */
    return UL_OK;
}

/* ---- what plans come to beside their cost: whatever measures the kind gives ---- */

ul_measure_names ul_measure_names_of(const ul_summary *s)
{
    ul_measure_names found = {.n = 0};
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_measures *measures = s->record[q].measures;
        for (size_t i = 0; measures != NULL && i < measures->n; i++) {
            size_t c = 0;
            while (c < found.n && strcmp(found.name[c], measures->item[i].name) != 0)
                c++;
            if (c == found.n && c < UL_MEASURES_MAX)
                found.name[found.n++] = measures->item[i].name;
        }
    }
    return found;
}

ul_status ul_measures_sheet(const ul_summary *s, ul_sheet **result)
{
    const ul_measure_names found = ul_measure_names_of(s);
    ul_sheet_column *column;
    ul_sheet_described table = {"measures", "Measures beside cost", NULL, NULL};
    *result = NULL;
    if (found.n == 0)
        return UL_OK;
    UL_ALLOC(s->arena, column, found.n + 2);
    column[0] = (ul_sheet_column){"method", "method", UL_WORD};
    for (size_t c = 0; c < found.n; c++)
        column[c + 1] = (ul_sheet_column){found.name[c], found.name[c], UL_MEASURE};
    table.column = column;
    UL_TRY(ul_arena_format(s->arena, &table.note, "means over the runs with a plan; a name ends in its "
                           "unit, utilisation is the share in use of what is rented%s", s->over));
    UL_TRY(ul_sheet_describe(s->arena, &table, result));
    for (size_t m = 0; m < s->n_methods; m++) {
        double mean[UL_MEASURES_MAX];
        for (size_t c = 0; c < found.n; c++)
            mean[c] = ul_mean_run(s, m, found.name[c]);
        if (s->method[m].n_priced > 0)
            ul_sheet_row(*result, s->method[m].label, NULL, mean);
    }
    return UL_OK;
}
