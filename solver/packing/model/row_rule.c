#include "row_rule.h"

int64_t ul_row_low(const ul_row_rule *rule)
{
    return rule->kind == UL_ROW_CUT || rule->kind == UL_ROW_FAMILY ? rule->limit : UL_ROW_FREE;
}

int64_t ul_row_high(const ul_row_rule *rule)
{
    return rule->kind == UL_ROW_SUPPLY || rule->kind == UL_ROW_DOMINANCE ? rule->limit
                                                                         : UL_ROW_FREE;
}

static int64_t weigh_shares(const ul_row_rule *rule, uint32_t type, const ul_pattern_entry *entry, size_t n)
{
    int64_t sum = 0;
    for (size_t s = 0, q = 0; s < rule->n_shares; s++) {
        const ul_row_share *share = &rule->share[s];
        while (q < n && entry[q].item < share->item)
            q++;
        if (q < n && entry[q].item == share->item && type >= share->first && type < share->end)
            sum += (int64_t)share->weight * entry[q].count;
    }
    return sum;
}

int64_t ul_row_coefficient(const ul_row_rule *rule, uint32_t type,
                           const ul_pattern_entry *entry, size_t n)
{
    if (rule->kind == UL_ROW_CUT) {
        int64_t sum = 0;
        for (size_t q = 0; q < n; q++)
            sum += (int64_t)rule->numerator[entry[q].item] * entry[q].count;
        return ul_cut_rounded(sum, rule->denominator);
    }
    if (rule->kind == UL_ROW_SUM)
        return weigh_shares(rule, type, entry, n);
    size_t q = 0;
    if (rule->weight[type] == 0)
        return 0;
    if (rule->kind == UL_ROW_COPIES) {
        while (q < n && entry[q].item != rule->item)
            q++;
        return q < n ? (int64_t)rule->weight[type] * entry[q].count : 0;
    }
    for (size_t c = 0; c < rule->n_conditions; c++) {
        while (q < n && entry[q].item < rule->condition[c].item)
            q++;
        if (q == n || entry[q].item != rule->condition[c].item
            || entry[q].count < rule->condition[c].count)
            return 0;
    }
    return rule->weight[type];
}

ul_status ul_row_rules_add(ul_row_rules *rules, const ul_row_rule *rule, size_t *id)
{
    ul_row_rule *copy;
    UL_ALLOC(rules->arena, copy, 1);
    UL_MORE(rules->arena, rules->rule, rules->n, rules->room);
    *copy = *rule;
    if (rule->numerator != NULL)
        UL_COPY(rules->arena, copy->numerator, rule->numerator, rules->problem->n_items);
    if (rule->weight != NULL)
        UL_COPY(rules->arena, copy->weight, rule->weight, rules->problem->n_types);
    UL_COPY(rules->arena, copy->condition, rule->condition, rule->n_conditions);
    UL_COPY(rules->arena, copy->share, rule->share, rule->n_shares);
    *id = rules->n;
    rules->rule[rules->n++] = copy;
    return UL_OK;
}
