/* Choosing what to branch on: the machines of a family in price steps, copies of an item on a
 * family's machines, machines of one type, machines that hold given counts of one or two items
 * (Ryan and Foster 1981; Vanderbeck 2000), or as a last resort at least a given pattern. The most
 * promising, 16 at most, are tried on the LP (strong branching).
 */
#include "node.h"

#include <math.h>
#include <string.h>

#include "tolerance.h"

enum { TRIED_MAX = 16 };
#define FRACTION_MIN 1e-4 /* a row nearer to a whole number than this is not branched on */
#define LEAST_GAIN 1e-6   /* of the gap: what a side without gain counts in the product */

typedef struct {
    double value;     /* of the row at the LP's solution */
    double promise;   /* before the trial; the largest are tried */
    ul_row_rule rule; /* its arrays are there for a moment */
} candidate;

/* To the fraction this is added: families come first, then copies. Machines of a type are seldom
 * what is missing: those of a family cost as much as they hold, and without two of one size the
 * program takes one of another, so that one side closes and nothing is gained on the other. */
#define FAMILY 2.0
#define COPIES 1.5
#define TYPE 1.0
#define HOLDING 0.0

typedef struct {
    const ul_pattern_lp *lp;
    uint16_t *of_type; /* type x type: weights of rows that count one type, and one that counts all */
    size_t *used;      /* columns */
    size_t n_used;
    candidate best[TRIED_MAX];
    size_t n;
} shortlist;

static double fraction_of(double value)
{
    const double fraction = value - floor(value);
    return fraction < 0.5 ? fraction : 1 - fraction;
}

static const uint16_t *weight_of(const shortlist *list, size_t type)
{
    return list->of_type + type * list->lp->problem->n_types;
}

/* Rows with conditions have the weights of weight_of(): the same ones are in the same place. */
static bool is_listed(const shortlist *list, const ul_row_rule *rule)
{
    for (size_t q = 0; q < list->n; q++) {
        const ul_row_rule *other = &list->best[q].rule;
        if (rule->n_conditions > 0 && other->weight == rule->weight
            && other->n_conditions == rule->n_conditions
            && memcmp(other->condition, rule->condition,
                      rule->n_conditions * sizeof *rule->condition) == 0)
            return true;
    }
    return false;
}

static void consider(shortlist *list, ul_row_rule rule, double value, double rank)
{
    const candidate one = {value, rank + fraction_of(value), rule};
    if (fraction_of(value) < FRACTION_MIN
        || (list->n == TRIED_MAX && one.promise <= list->best[TRIED_MAX - 1].promise)
        || is_listed(list, &rule))
        return;
    size_t at = list->n < TRIED_MAX ? list->n++ : TRIED_MAX - 1;
    for (; at > 0 && list->best[at - 1].promise < one.promise; at--)
        list->best[at] = list->best[at - 1];
    list->best[at] = one;
}

static ul_status open_list(shortlist *list)
{
    const ul_pattern_lp *lp = list->lp;
    const size_t n = lp->problem->n_types;
    UL_ALLOC(lp->arena, list->of_type, (n + 1) * n);
    for (size_t k = 0; k < n; k++)
        list->of_type[k * n + k] = list->of_type[n * n + k] = 1;
    UL_ALLOC_RAW(lp->arena, list->used, lp->n_columns);
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE && lp->x[c] > UL_LP_USED)
            list->used[list->n_used++] = c;
    return UL_OK;
}

/* Machines of a type, and of a family in its price steps. */
static ul_status consider_types(shortlist *list)
{
    const ul_pattern_lp *lp = list->lp;
    const ul_exact_problem *problem = lp->problem;
    double *machines;
    UL_ALLOC(lp->arena, machines, problem->n_types);
    ul_pattern_lp_machines(lp, machines);
    for (size_t k = 0; k < problem->n_types; k++) {
        uint16_t *steps;
        double value = 0;
        consider(list, (ul_row_rule){.weight = weight_of(list, k)}, machines[k], TYPE);
        if (ul_exact_first_of_family(problem, k) < k)
            continue;
        UL_ALLOC(lp->arena, steps, problem->n_types);
        const bool narrow = ul_exact_family_steps(problem, problem->type[k].family, steps);
        for (size_t q = k; q < problem->n_types && narrow; q++)
            value += machines[q] * steps[q];
        consider(list, (ul_row_rule){.weight = steps}, value, FAMILY);
    }
    return UL_OK;
}

/* Copies of each item on each family's machines. */
static ul_status consider_copies(shortlist *list)
{
    const ul_pattern_lp *lp = list->lp;
    const ul_exact_problem *problem = lp->problem;
    const size_t n = problem->n_items;
    double *copies;
    UL_ALLOC(lp->arena, copies, problem->n_types * n);
    for (size_t c = 0; c < lp->n_columns; c++) {
        const size_t p = lp->pattern_of[c];
        if (p == UL_NONE || lp->x[c] < UL_LP_ZERO)
            continue;
        double *of = copies + n * ul_exact_first_of_family(problem, lp->pool->pattern[p].type);
        UL_EACH_ENTRY(e, lp->pool, p)
            of[e->item] += lp->x[c] * e->count;
    }
    for (size_t k = 0; k < problem->n_types; k++) {
        uint16_t *of_family;
        UL_ALLOC(lp->arena, of_family, problem->n_types);
        for (size_t q = k; q < problem->n_types; q++)
            of_family[q] = problem->type[q].family == problem->type[k].family;
        for (size_t i = 0; i < n && ul_exact_first_of_family(problem, k) == k; i++)
            if (problem->copies[i] <= UINT16_MAX)
                consider(list, (ul_row_rule){.kind = UL_ROW_COPIES, .item = (uint32_t)i, .weight = of_family},
                         copies[k * n + i], COPIES);
    }
    return UL_OK;
}

/* Machines of a type, or of all, that hold what is given. */
static void consider_holding(shortlist *list, const ul_pattern_entry *held, size_t n, size_t type)
{
    const ul_pattern_lp *lp = list->lp;
    const ul_row_rule rule = {.weight = weight_of(list, type), .condition = held, .n_conditions = n};
    double value = 0;
    for (size_t q = 0; q < list->n_used; q++)
        value += lp->x[list->used[q]]
                 * (double)ul_row_coefficient_of(&rule, lp->pool, lp->pattern_of[list->used[q]]);
    consider(list, rule, value, HOLDING);
}

/* Machines that hold as much of one item, or of two, as a column in use does: of
 * any type and of the column's type. As a last resort, all that it holds. */
static ul_status consider_holdings(shortlist *list, bool all)
{
    const ul_pattern_lp *lp = list->lp;
    for (size_t q = 0; q < list->n_used; q++) {
        const ul_pattern *pattern = &lp->pool->pattern[lp->pattern_of[list->used[q]]];
        const ul_pattern_entry *entry = lp->pool->entry + pattern->first;
        if (fraction_of(lp->x[list->used[q]]) < FRACTION_MIN)
            continue;
        if (all)
            consider_holding(list, entry, pattern->n, pattern->type);
        for (size_t a = 0; a < pattern->n && !all; a++)
            for (size_t b = a; b < pattern->n; b++) {
                ul_pattern_entry *held;
                UL_ALLOC_RAW(lp->arena, held, 2);
                held[0] = entry[a];
                held[1] = entry[b];
                consider_holding(list, held, b > a ? 2 : 1, lp->problem->n_types);
                consider_holding(list, held, b > a ? 2 : 1, pattern->type);
            }
    }
    return UL_OK;
}

/* What both children gain, as a product; a child at the cutoff gains all there is. */
static ul_status try_candidate(ul_pattern_lp *lp, double cutoff, const candidate *one, double *score)
{
    double low, high;
    const int64_t whole = (int64_t)floor(one->value);
    UL_TRY(ul_pattern_lp_try_row(lp, &one->rule, UL_ROW_FREE, whole, cutoff, &low));
    UL_TRY(ul_pattern_lp_try_row(lp, &one->rule, whole + 1, UL_ROW_FREE, cutoff, &high));
    const double least = LEAST_GAIN * (cutoff - lp->objective);
    *score = fmax(low - lp->objective, least) * fmax(high - lp->objective, least);
    return UL_OK;
}

ul_status ul_branch_choose(ul_pattern_lp *lp, double cutoff, size_t most, ul_row_rules *rules,
                           size_t *rule, int64_t *rounded_down, bool *found)
{
    shortlist list = {.lp = lp};
    const candidate *chosen = NULL;
    double best = -1;
    const ul_arena_mark_t before = ul_arena_mark(lp->arena);
    UL_TRY(open_list(&list));
    UL_TRY(consider_types(&list));
    UL_TRY(consider_copies(&list));
    UL_TRY(consider_holdings(&list, false));
    if (list.n == 0)
        UL_TRY(consider_holdings(&list, true));
    for (size_t q = 0; q < list.n && q < most && !ul_run_expired(lp->run); q++) {
        double score;
        UL_TRY(try_candidate(lp, cutoff, &list.best[q], &score));
        if (score > best) {
            best = score;
            chosen = &list.best[q];
        }
    }
    *found = chosen != NULL;
    if (*found) {
        *rounded_down = (int64_t)floor(chosen->value);
        UL_TRY(ul_row_rules_add(rules, &chosen->rule, rule));
    }
    ul_arena_rewind(lp->arena, before);
    return UL_OK;
}
