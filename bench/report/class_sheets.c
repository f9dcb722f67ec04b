/* The tables against a baseline, and by class of instance. */
#include <math.h>

#include "comparison.h"
#include "statistics.h"

static const char too_few[] = "too few";

/* A number that few pairs do not give. */
static void put_if_enough(ul_sheet *sheet, const ul_comparison *c, ul_sheet_form form, double value)
{
    if (c->n < UL_FEWEST_PAIRS)
        ul_sheet_none(sheet, too_few);
    else
        ul_sheet_number(sheet, form, value);
}

static const char *const heading[] = {"method",    "instances", "mean",   "low 95%", "high 95%",
                                      "median",    "median low 95%", "median high 95%", "cheaper", "equal",
                                      "dearer",    "unpaired",  "p",      "p (Holm)"};
static const char *const class_key[] = {
    "class", "method",     "instances", "mean_difference", "mean_low",   "mean_high",
    "median_difference", "median_low", "median_high", "cheaper", "equal",
    "dearer",     "unpaired",  "p",               "p_holm"};
enum { N_COLUMNS = sizeof heading / sizeof *heading };

static void put_heading(ul_sheet *sheet, const char *first)
{
    if (first != NULL)
        ul_sheet_cell(sheet, "%s", first);
    ul_sheet_heads(sheet, heading, N_COLUMNS);
}

static void put_comparison(ul_sheet *sheet, const ul_summary *s, const ul_comparison *c)
{
    ul_sheet_cell(sheet, "%s", s->method[c->method].label);
    ul_sheet_number(sheet, UL_WHOLE, (double)c->n);
    ul_sheet_number(sheet, UL_PERCENT, c->mean);
    put_if_enough(sheet, c, UL_PERCENT, c->low);
    put_if_enough(sheet, c, UL_PERCENT, c->high);
    ul_sheet_number(sheet, UL_PERCENT, c->median);
    put_if_enough(sheet, c, UL_PERCENT, c->median_low);
    put_if_enough(sheet, c, UL_PERCENT, c->median_high);
    ul_sheet_number(sheet, UL_WHOLE, (double)c->n_better);
    ul_sheet_number(sheet, UL_WHOLE, (double)c->n_equal);
    ul_sheet_number(sheet, UL_WHOLE, (double)c->n_worse);
    ul_sheet_number(sheet, UL_WHOLE, (double)c->n_unpaired);
    put_if_enough(sheet, c, UL_PLAIN, c->p);
    put_if_enough(sheet, c, UL_PLAIN, c->p_holm);
}

ul_status ul_baseline_sheet(const ul_summary *s, size_t baseline, ul_sheet **result)
{
    ul_comparison *all;
    size_t n;
    const char *title;
    UL_TRY(ul_compare(s, baseline, &all, &n));
    UL_TRY(ul_arena_format(s->arena, &title, "Cost against %s", s->method[baseline].label));
    UL_TRY(ul_sheet_new(s->arena, "baseline", title,
                        "relative difference (cost - baseline) / baseline by instance, cost a mean "
                        "over repetitions; negative is cheaper; unpaired: only one of "
                        "the two has a plan, be it that the other did not run; intervals by 2000 bootstrap "
                        "resamples; p: two-sided Wilcoxon signed-rank test on these differences, "
                        "adjusted after Holm over the rows of this table; too few: fewer than six "
                        "instances", "lrrrrrrrrrrrrr", result));
    (*result)->key = class_key + 1;
    put_heading(*result, NULL);
    for (size_t q = 0; q < n; q++)
        put_comparison(*result, s, &all[q]);
    return UL_OK;
}

ul_status ul_baseline_class_sheet(const ul_summary *s, size_t baseline, size_t class,
                                  ul_sheet **result)
{
    const ul_class *c = &s->classes[class];
    const char *name, *title, *without = "";
    UL_TRY(ul_arena_format(s->arena, &name, "baseline-by-%s", c->name));
    UL_TRY(ul_arena_format(s->arena, &title, "Cost against %s, by %s", s->method[baseline].label,
                           c->name));
    UL_TRY(ul_sheet_new(s->arena, name, title,
                        "as above, the instances of each class by themselves; Holm within the class",
                        "llrrrrrrrrrrrrr", result));
    (*result)->key = class_key;
    put_heading(*result, c->name);
    for (size_t v = 0; v < c->n_values; v++) {
        ul_comparison *all;
        ul_summary *part;
        size_t n;
        UL_TRY(ul_summary_part(s, NULL, class, c->value[v], &part));
        UL_TRY(ul_compare(part, baseline, &all, &n));
        if (n == 0 && part->n_records > 0)
            UL_TRY(ul_arena_format(s->arena, &without, "%s%s%s", without, without[0] == '\0' ? "" : ", ",
                                   c->value[v]));
        for (size_t q = 0; q < n; q++) {
            ul_sheet_cell(*result, "%s", c->value[v]);
            put_comparison(*result, s, &all[q]);
        }
    }
    return without[0] == '\0' ? UL_OK
                              : ul_arena_format(s->arena, &(*result)->note, "%s; no instance has a "
                                                "plan of the baseline and of another method in: %s",
                                                (*result)->note, without);
}

static void put_gaps(ul_sheet *sheet, const ul_method_summary *method)
{
    for (int to_bound = 0; to_bound < 2; to_bound++) {
        const ul_gaps *gaps = &method->gaps[to_bound];
        const size_t n = gaps->n;
        ul_sheet_number(sheet, UL_WHOLE, (double)n);
        ul_sheet_number(sheet, UL_PERCENT, n > 0 ? ul_stat_mean(gaps->gap, n) : NAN);
        ul_sheet_number(sheet, UL_PERCENT, n > 0 ? ul_stat_quantile(gaps->gap, n, 1) : NAN);
    }
}

ul_status ul_class_sheet(const ul_summary *s, size_t class, ul_sheet **result)
{
    static const char *const key[] = {
        "class", "method", "instances", "without_plan", "optima", "gap_mean", "gap_worst",
        "bounds", "bound_gap_mean", "bound_gap_worst"};
    const ul_class *c = &s->classes[class];
    const char *const head[] = {c->name,    "method", "instances", "without a plan",
                                "with optimum", "mean gap", "worst gap", "with bound only",
                                "mean gap, at most", "worst gap, at most"};
    const char *name, *title;
    UL_TRY(ul_arena_format(s->arena, &name, "by-%s", c->name));
    UL_TRY(ul_arena_format(s->arena, &title, "Gaps by %s", c->name));
    UL_TRY(ul_sheet_new(s->arena, name, title,
                        "(cost - optimum) / optimum where the optimum is proved, (cost - bound) / "
                        "bound, which is at least the gap, elsewhere; the two are never averaged "
                        "together", "llrrrrrrrr", result));
    (*result)->key = key;
    ul_sheet_heads(*result, head, sizeof head / sizeof *head);
    for (size_t v = 0; v < c->n_values; v++) {
        ul_summary *part;
        UL_TRY(ul_summary_part(s, NULL, class, c->value[v], &part));
        for (size_t m = 0; m < s->n_methods; m++) {
            const ul_method_summary *method = &part->method[m];
            if (method->n_sought == 0)
                continue;
            ul_sheet_cell(*result, "%s", c->value[v]);
            ul_sheet_cell(*result, "%s", method->label);
            ul_sheet_number(*result, UL_WHOLE, (double)method->n_sought);
            ul_sheet_number(*result, UL_WHOLE, (double)(method->n_sought - method->n_priced));
            put_gaps(*result, method);
        }
    }
    return UL_OK;
}
