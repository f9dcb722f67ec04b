#include "branch.h"

#include <math.h>
#include <string.h>

#include "tolerance.h"

enum { TRIED_MAX = 16 };
#define FRACTION_MIN 1e-4 /* a row nearer to a whole number than this is not branched on */
#define LEAST_GAIN 1e-6   /* of the gap: what a side without gain counts in the product */

typedef struct {
    double value;   /* of the row at the LP's solution */
    /* Before the trial: families have 2, types 1, copies 0.5, what is held 0, and the fraction;
     * the largest are tried. */
    double promise;
    uint32_t family, type; /* UINT32_MAX: any; a family alone is counted in price steps */
    bool of_copies;        /* of item[0] on the family's machines */
    uint32_t item[2];      /* conditions, UINT32_MAX: none */
    uint32_t count[2];
    size_t pattern;        /* UL_NONE, or the pattern all of whose entries are conditions */
} candidate;

typedef struct {
    const ul_pattern_lp *lp;
    candidate best[TRIED_MAX];
    size_t n;
} shortlist;

static double fraction_of(double value)
{
    const double fraction = value - floor(value);
    return fraction < 0.5 ? fraction : 1 - fraction;
}

static void consider(shortlist *list, candidate one)
{
    if (fraction_of(one.value) < FRACTION_MIN)
        return;
    if (list->n == TRIED_MAX && one.promise <= list->best[TRIED_MAX - 1].promise)
        return;
    size_t at = list->n < TRIED_MAX ? list->n++ : TRIED_MAX - 1;
    for (; at > 0 && list->best[at - 1].promise < one.promise; at--)
        list->best[at] = list->best[at - 1];
    list->best[at] = one;
}

static const candidate nothing = {0, 0, UINT32_MAX, UINT32_MAX, false, {UINT32_MAX, UINT32_MAX},
                                  {0, 0}, UL_NONE};

/* Counts by type and by family. */
static ul_status consider_types(shortlist *list)
{
    const ul_pattern_lp *lp = list->lp;
    const ul_exact_problem *problem = lp->problem;
    double *machines;
    UL_ALLOC(lp->arena, machines, problem->n_types);
    ul_pattern_lp_machines(lp, machines);
    for (size_t k = 0; k < problem->n_types; k++) {
        candidate one = nothing;
        one.value = machines[k];
        one.type = (uint32_t)k;
        one.promise = 1 + fraction_of(one.value);
        consider(list, one);
        if (ul_exact_first_of_family(problem, k) < k)
            continue;
        one = nothing;
        one.family = problem->type[k].family;
        const int64_t unit = ul_exact_family_unit(problem, one.family);
        bool narrow = true;
        for (size_t q = k; q < problem->n_types; q++)
            if (problem->type[q].family == one.family) {
                narrow = narrow && problem->type[q].price / unit <= UINT16_MAX;
                one.value += machines[q] * (double)(problem->type[q].price / unit);
            }
        one.promise = 2 + fraction_of(one.value);
        if (narrow)
            consider(list, one);
    }
    return UL_OK;
}

/* Copies of each item on each family's machines. */
static ul_status consider_copies(shortlist *list)
{
    const ul_pattern_lp *lp = list->lp;
    const ul_exact_problem *problem = lp->problem;
    double *copies;
    UL_ALLOC(lp->arena, copies, problem->n_types * problem->n_items);
    for (size_t c = 0; c < lp->n_columns; c++) {
        if (lp->pattern_of[c] == UL_NONE || lp->x[c] < UL_LP_ZERO)
            continue;
        const ul_pattern *pattern = &lp->pool->pattern[lp->pattern_of[c]];
        const ul_pattern_entry *entry = ul_pattern_entries(lp->pool, lp->pattern_of[c]);
        const size_t at = ul_exact_first_of_family(problem, pattern->type) * problem->n_items;
        for (size_t q = 0; q < pattern->n; q++)
            copies[at + entry[q].item] += lp->x[c] * entry[q].count;
    }
    for (size_t k = 0; k < problem->n_types; k++)
        for (size_t i = 0; i < problem->n_items && ul_exact_first_of_family(problem, k) == k; i++) {
            candidate one = nothing;
            one.value = copies[k * problem->n_items + i];
            one.family = problem->type[k].family;
            one.of_copies = true;
            one.item[0] = (uint32_t)i;
            one.promise = 0.5 + fraction_of(one.value);
            if (problem->copies[i] <= UINT16_MAX)
                consider(list, one);
        }
    return UL_OK;
}

/* Whether a column in use counts for a candidate. */
static bool counts(const ul_pattern_lp *lp, size_t c, const candidate *one)
{
    const ul_pattern *pattern = &lp->pool->pattern[lp->pattern_of[c]];
    const ul_pattern_entry *entry = ul_pattern_entries(lp->pool, lp->pattern_of[c]);
    if (one->type != UINT32_MAX && pattern->type != one->type)
        return false;
    for (size_t q = 0; q < 2 && one->item[q] != UINT32_MAX; q++) {
        size_t e = 0;
        while (e < pattern->n && entry[e].item != one->item[q])
            e++;
        if (e == pattern->n || entry[e].count < one->count[q])
            return false;
    }
    return true;
}

static bool is_listed(const shortlist *list, const candidate *one)
{
    for (size_t q = 0; q < list->n; q++) {
        const candidate *other = &list->best[q];
        if (other->family == one->family && other->type == one->type && !other->of_copies
            && memcmp(other->item, one->item, sizeof one->item) == 0
            && memcmp(other->count, one->count, sizeof one->count) == 0)
            return true;
    }
    return false;
}

static void consider_holding(shortlist *list, const size_t *used, size_t n_used, candidate one)
{
    for (size_t o = 0; o < n_used; o++)
        if (counts(list->lp, used[o], &one))
            one.value += list->lp->x[used[o]];
    one.promise = fraction_of(one.value);
    if (!is_listed(list, &one))
        consider(list, one);
}

/* Machines that hold as much of one item, or of two, as a column in use does: of
 * any type and of the column's type. */
static ul_status consider_holdings(shortlist *list)
{
    const ul_pattern_lp *lp = list->lp;
    size_t *used, n_used = 0;
    UL_ALLOC_RAW(lp->arena, used, lp->n_columns);
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE && lp->x[c] > UL_LP_USED)
            used[n_used++] = c;
    for (size_t q = 0; q < n_used; q++) {
        const ul_pattern *pattern = &lp->pool->pattern[lp->pattern_of[used[q]]];
        const ul_pattern_entry *entry = ul_pattern_entries(lp->pool, lp->pattern_of[used[q]]);
        if (fraction_of(lp->x[used[q]]) < FRACTION_MIN)
            continue;
        for (size_t a = 0; a < pattern->n; a++)
            for (size_t b = a; b < pattern->n; b++) {
                candidate one = nothing;
                one.item[0] = entry[a].item;
                one.count[0] = entry[a].count;
                if (b > a) {
                    one.item[1] = entry[b].item;
                    one.count[1] = entry[b].count;
                }
                consider_holding(list, used, n_used, one);
                one.type = pattern->type;
                consider_holding(list, used, n_used, one);
            }
    }
    return UL_OK;
}

/* Machines that hold at least the counts of a column in use. */
static void consider_patterns(shortlist *list)
{
    const ul_pattern_lp *lp = list->lp;
    for (size_t c = 0; c < lp->n_columns; c++) {
        if (lp->pattern_of[c] == UL_NONE || fraction_of(lp->x[c]) < FRACTION_MIN)
            continue;
        candidate one = nothing;
        one.pattern = lp->pattern_of[c];
        const ul_pattern *pattern = &lp->pool->pattern[one.pattern];
        const ul_row_rule rule = {.condition = ul_pattern_entries(lp->pool, one.pattern),
                                  .n_conditions = pattern->n};
        one.type = pattern->type;
        for (size_t o = 0; o < lp->n_columns; o++) {
            if (lp->pattern_of[o] == UL_NONE || lp->x[o] < UL_LP_ZERO)
                continue;
            const ul_pattern *other = &lp->pool->pattern[lp->pattern_of[o]];
            uint16_t weight[1] = {1};
            ul_row_rule same = rule;
            same.weight = weight;
            if (other->type == one.type
                && ul_row_coefficient(&same, 0, ul_pattern_entries(lp->pool, lp->pattern_of[o]),
                                      other->n) > 0)
                one.value += lp->x[o];
        }
        one.promise = fraction_of(one.value);
        consider(list, one);
    }
}

static ul_status rule_of(const ul_pattern_lp *lp, const candidate *one, ul_arena *arena,
                         ul_row_rule *rule)
{
    const ul_exact_problem *problem = lp->problem;
    const size_t room = one->pattern != UL_NONE ? lp->pool->pattern[one->pattern].n : 2;
    uint16_t *weight;
    ul_pattern_entry *condition;
    UL_ALLOC(arena, weight, problem->n_types);
    UL_ALLOC(arena, condition, room);
    *rule = (ul_row_rule){.weight = weight, .condition = condition,
                          .kind = one->of_copies ? UL_ROW_COPIES : UL_ROW_MACHINES,
                          .item = one->of_copies ? one->item[0] : 0};
    const int64_t unit = one->family == UINT32_MAX ? 1 : ul_exact_family_unit(problem, one->family);
    for (size_t k = 0; k < problem->n_types; k++) {
        if (one->family == UINT32_MAX)
            weight[k] = one->type == UINT32_MAX || one->type == k ? 1 : 0;
        else if (problem->type[k].family == one->family)
            weight[k] = (uint16_t)(one->of_copies ? 1 : problem->type[k].price / unit);
    }
    if (one->of_copies)
        return UL_OK;
    if (one->pattern != UL_NONE) {
        memcpy(condition, ul_pattern_entries(lp->pool, one->pattern), room * sizeof *condition);
        rule->n_conditions = room;
        return UL_OK;
    }
    for (size_t q = 0; q < 2; q++)
        if (one->item[q] != UINT32_MAX)
            condition[rule->n_conditions++] = (ul_pattern_entry){one->item[q], one->count[q]};
    return UL_OK;
}

/* What both children gain, as a product; a child at the cutoff gains all there is. */
static ul_status try_candidate(ul_pattern_lp *lp, double cutoff, const ul_row_rule *rule,
                               double value, double *score)
{
    double low, high;
    const int64_t whole = (int64_t)floor(value);
    UL_TRY(ul_pattern_lp_try_row(lp, rule, UL_ROW_FREE, whole, cutoff, &low));
    UL_TRY(ul_pattern_lp_try_row(lp, rule, whole + 1, UL_ROW_FREE, cutoff, &high));
    const double least = LEAST_GAIN * (cutoff - lp->objective);
    *score = fmax(low - lp->objective, least) * fmax(high - lp->objective, least);
    return UL_OK;
}

ul_status ul_branch_choose(ul_pattern_lp *lp, double cutoff, ul_row_rules *rules,
                           ul_row_rule *rule, int64_t *whole, bool *found)
{
    shortlist list = {.lp = lp};
    const ul_arena_mark_t before = ul_arena_mark(lp->arena);
    UL_TRY(consider_types(&list));
    UL_TRY(consider_copies(&list));
    UL_TRY(consider_holdings(&list));
    ul_arena_rewind(lp->arena, before);
    if (list.n == 0)
        consider_patterns(&list);
    *found = list.n > 0;
    double best = -1;
    for (size_t q = 0; q < list.n && !ul_run_expired(lp->run); q++) {
        ul_row_rule mine;
        double score;
        const ul_arena_mark_t mark = ul_arena_mark(rules->arena);
        UL_TRY(rule_of(lp, &list.best[q], rules->arena, &mine));
        UL_TRY(try_candidate(lp, cutoff, &mine, list.best[q].value, &score));
        if (score > best) {
            best = score;
            *rule = mine;
            *whole = (int64_t)floor(list.best[q].value);
        } else {
            ul_arena_rewind(rules->arena, mark);
        }
    }
    *found = *found && best >= 0;
    return UL_OK;
}
