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

ul_status ul_cut_keep(ul_cut_support *s, uint8_t denominator, double violation)
{
    const size_t n_items = s->lp->problem->n_items;
    if (s->n_kept == s->most && violation <= s->kept[s->most - 1].violation)
        return UL_OK;
    for (size_t q = 0; q < s->n_kept; q++)
        if (s->kept[q].denominator == denominator
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
    s->kept[at].denominator = denominator;
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

ul_status ul_cut_add_kept(const ul_cut_support *s, ul_row_rules *rules, size_t *added)
{
    for (*added = 0; *added < s->n_kept; ++*added)
        UL_TRY(add(s->lp, s->kept[*added].denominator, s->kept[*added].numerator, rules));
    return UL_OK;
}
