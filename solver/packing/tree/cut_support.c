/* What separators of rank-1 cuts share: the columns in use by item, and the cuts that they keep. */
#include "node.h"

#include <string.h>

#include "tolerance.h"

ul_status ul_cut_support_open(ul_pattern_lp *lp, size_t most, ul_cut_support *s)
{
    const size_t n_items = lp->problem->n_items;
    s->lp = lp;
    s->most = most < UL_CUTS_KEPT_MAX ? most : UL_CUTS_KEPT_MAX;
    UL_ALLOC_RAW(lp->arena, s->x, lp->n_columns);
    UL_ALLOC_RAW(lp->arena, s->pattern, lp->n_columns);
    UL_ALLOC(lp->arena, s->first, n_items + 2);
    UL_ALLOC(lp->arena, s->numerator, n_items);
    UL_ALLOC(lp->arena, s->sum, lp->n_columns);
    UL_ALLOC(lp->arena, s->above, lp->n_columns);
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE && lp->x[c] > UL_LP_USED) {
            s->x[s->n] = lp->x[c];
            s->pattern[s->n++] = lp->pattern_of[c];
        }
    for (size_t c = 0; c < s->n; c++)
        UL_EACH_ENTRY(e, lp->pool, s->pattern[c])
            s->first[e->item + 2]++;
    for (size_t i = 2; i < n_items + 2; i++)
        s->first[i] += s->first[i - 1];
    UL_ALLOC_RAW(lp->arena, s->use, s->first[n_items + 1]);
    for (size_t c = 0; c < s->n; c++)
        UL_EACH_ENTRY(e, lp->pool, s->pattern[c]) {
            const size_t q = s->first[e->item + 1]++;
            s->use[q].column = (uint32_t)c;
            s->use[q].count = e->count;
        }
    return UL_OK;
}

void ul_cut_begin(ul_cut_support *s, uint8_t denominator)
{
    s->denominator = denominator;
    s->total = 0;
    memset(s->sum, 0, s->n * sizeof *s->sum);
    memset(s->above, 0, s->n * sizeof *s->above);
    memset(s->numerator, 0, s->lp->problem->n_items);
}

void ul_cut_set(ul_cut_support *s, size_t i, uint8_t k)
{
    const int64_t change = (int64_t)k - s->numerator[i];
    s->total += change * s->lp->problem->copies[i];
    for (size_t q = s->first[i]; q < s->first[i + 1]; q++) {
        int64_t *sum = &s->sum[s->use[q].column];
        *sum += change * s->use[q].count;
        s->above[s->use[q].column] = ul_cut_rounded(*sum, s->denominator);
    }
    s->numerator[i] = k;
}

double ul_cut_gain(const ul_cut_support *s, size_t i, int k)
{
    const int d = s->denominator;
    const int64_t change = k - s->numerator[i];
    double gain = (double)(ul_cut_rounded(s->total + change * s->lp->problem->copies[i], d)
                           - ul_cut_rounded(s->total, d));
    for (size_t q = s->first[i]; q < s->first[i + 1]; q++) {
        const uint32_t c = s->use[q].column;
        gain -= s->x[c] * (double)(ul_cut_rounded(s->sum[c] + change * s->use[q].count, d) - s->above[c]);
    }
    return gain;
}

double ul_cut_violation(const ul_cut_support *s)
{
    double violation = (double)ul_cut_rounded(s->total, s->denominator);
    for (size_t c = 0; c < s->n; c++)
        violation -= s->x[c] * (double)s->above[c];
    return violation;
}

ul_status ul_cut_keep(ul_cut_support *s, double violation)
{
    const size_t n_items = s->lp->problem->n_items;
    if (s->n_kept == s->most && violation <= s->kept[s->most - 1].violation)
        return UL_OK;
    for (size_t q = 0; q < s->n_kept; q++)
        if (s->kept[q].denominator == s->denominator
            && memcmp(s->kept[q].numerator, s->numerator, n_items) == 0)
            return UL_OK;
    uint8_t *numerator = s->kept[s->most - 1].numerator; /* of the one that goes */
    if (s->n_kept < s->most)
        UL_ALLOC_RAW(s->lp->arena, numerator, n_items);
    memcpy(numerator, s->numerator, n_items);
    size_t at = s->n_kept < s->most ? s->n_kept++ : s->most - 1;
    for (; at > 0 && s->kept[at - 1].violation < violation; at--)
        s->kept[at] = s->kept[at - 1];
    s->kept[at].violation = violation;
    s->kept[at].denominator = s->denominator;
    s->kept[at].numerator = numerator;
    return UL_OK;
}

static ul_status add(ul_pattern_lp *lp, uint8_t denominator, const uint8_t *numerator, ul_row_rules *rules)
{
    int64_t total = 0;
    size_t id;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        total += (int64_t)numerator[i] * lp->problem->copies[i];
    const ul_row_rule rule = {.kind = UL_ROW_CUT, .denominator = denominator, .numerator = numerator,
                              .limit = ul_cut_rounded(total, denominator)};
    UL_TRY(ul_row_rules_add(rules, &rule, &id));
    return ul_pattern_lp_add_row(lp, rules->rule[id], id, rule.limit, UL_ROW_FREE);
}

/* Whether its coefficient of every pattern is one that a row has: not where machines hold a hundred
 * thousand copies. */
static bool is_narrow(const ul_exact_problem *problem, uint8_t denominator, const uint8_t *numerator)
{
    for (size_t k = 0; k < problem->n_types; k++) {
        int64_t most = 0;
        for (size_t i = 0; i < problem->n_items; i++)
            if (numerator[i] > 0)
                most += numerator[i] * ul_exact_most(problem, k, i);
        if (ul_cut_rounded(most, denominator) > UINT16_MAX)
            return false;
    }
    return true;
}

ul_status ul_cut_add_kept(const ul_cut_support *s, ul_row_rules *rules, size_t *added)
{
    *added = 0;
    for (size_t q = 0; q < s->n_kept; q++)
        if (is_narrow(s->lp->problem, s->kept[q].denominator, s->kept[q].numerator)) {
            UL_TRY(add(s->lp, s->kept[q].denominator, s->kept[q].numerator, rules));
            ++*added;
        }
    return UL_OK;
}
