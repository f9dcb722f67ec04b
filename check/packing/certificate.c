/* Verifies a certificate of a packing bound: ullage-certificate,1,packing.
 *
 * Suppose a plan cost less than the bound. The root's values, whole numbers by
 * which no pattern is worth more than its price, leave only patterns of small
 * reduced cost for it: price less dual value, summed over its machines, is at most the bound
 * less what all tasks are worth. Those patterns are enumerated here, with
 * pricing of our own. Filters narrow them down by the same argument with cuts.
 * The tree then splits all plans by counts of machines, and at each leaf the
 * values show that no plan of these patterns costs less than the bound.
 *
 * Floors are counts of machines that every plan reaches. Each is proved first,
 * in the same way, with the count's weights for prices. The root may take
 * rebates off prices for them, filters and leaves may give them values.
 *
 * Where the supply of a type is limited, the root may charge a fee on top of its price:
 * all plans together pay at most the fee for each machine that there is. Leaves and
 * filters may give the supply's row a value below zero. Prices are counted in finer
 * units there, and a free machine of a limited type as one of them, which adds at most
 * as many units to a plan as there are such machines.
 *
 * Where there is no tree the root's values may prove more than their sum: machines
 * come in whole numbers (machine_counts.c). Where tasks are few the certificate may leave
 * everything to the checker, which then looks at every selection of tasks (selections.c). Or it
 * says that room for all tasks costs as much in whole steps of prices (steps.c).
 *
 * Or the tree comes first: its branchings are counts of machines by type alone, and each
 * leaf is priced, over all patterns, at prices less what its rows pay (cases.c).
 *
 * O(leaves * patterns * (entries + rows)) time after the enumeration.
 */
#include "certificate.h"

enum {
    FINE = 1000, /* units in a unit of price, where supply is limited */
    ADDITION = 4 /* steps: one that is looked at for being beyond 128 bits */
};

typedef check_rule rule;
typedef check_proof proof;
typedef check_node node;
typedef check_claim claim;
typedef check_certificate certificate;

static check_index count_in(const check_entry *entry, size_t n, size_t item)
{
    for (size_t q = 0; q < n; q++)
        if (entry[q].item == item)
            return entry[q].count;
    return 0;
}

/* Of all items of the row together, each weighted by the pattern's type. */
static check_index copies_in(certificate *z, const rule *mine, const check_pattern *pattern,
                             const check_entry *entry)
{
    check_wide copies = 0;
    for (size_t q = 0; q < mine->n_shares; q++)
        copies = check_plus(z->c, copies,
                            check_times(z->c, mine->share[q].weight[pattern->type],
                                        count_in(entry, pattern->n, mine->share[q].item)));
    if (copies > (check_wide)CHECK_INDEX_MAX)
        check_refuse_file(z->c, z->c->counted, "has a row with numbers too large to check");
    return (check_index)copies;
}

static check_index coefficient_of(certificate *z, const claim *m, const rule *mine,
                               const check_pattern *pattern)
{
    const check_entry *entry = m->pool.entry + pattern->first;
    if (mine->is_cut) {
        check_wide sum = 0;
        for (size_t q = 0; q < pattern->n; q++)
            sum = check_plus(z->c, sum,
                             check_times(z->c, mine->numerator[entry[q].item], entry[q].count));
        const check_wide whole = check_ratio_up(sum, mine->denominator);
        if (whole > (check_wide)CHECK_INDEX_MAX)
            check_refuse_file(z->c, z->c->counted, "has a cut with numbers too large to check");
        return (check_index)whole;
    }
    if (mine->n_shares > 0)
        return copies_in(z, mine, pattern, entry);
    for (size_t c = 0; c < mine->n_conditions; c++)
        if (count_in(entry, pattern->n, mine->condition[c].item) < mine->condition[c].count)
            return 0;
    return (check_index)mine->weight[pattern->type];
}

static const check_index *coefficients(certificate *z, const claim *m, rule *mine)
{
    if (mine->coefficient == NULL) {
        mine->coefficient = check_alloc(z->c, m->pool.n, sizeof *mine->coefficient);
        check_spend_on(z->c, m->pool.n + m->pool.n_entries,
                       ADDITION * (mine->n_conditions + mine->n_shares + 1));
        for (size_t p = 0; p < m->pool.n; p++)
            mine->coefficient[p] = coefficient_of(z, m, mine, &m->pool.pattern[p]);
    }
    return mine->coefficient;
}

/* Reduced costs, price less dual value, of all patterns of the pool; none may be negative. A
 * value, at most 2^56, times a count of 32 bits is far from 128. */
static bool reduced_costs_of(certificate *z, const claim *m, const proof *one,
                             check_wide *reduced_cost)
{
    const check_pool *pool = &m->pool;
    check_spend_on(z->c, pool->n_entries, ADDITION);
    check_spend_on(z->c, pool->n, ADDITION * (one->n_uses + 1));
    for (size_t p = 0; p < pool->n; p++) {
        const check_pattern *pattern = &pool->pattern[p];
        const check_entry *entry = pool->entry + pattern->first;
        reduced_cost[p] = check_times(z->c, m->price[pattern->type], one->scale);
        for (size_t q = 0; q < pattern->n; q++)
            reduced_cost[p] = check_minus(z->c, reduced_cost[p],
                                          (check_wide)one->value[entry[q].item] * entry[q].count);
    }
    for (size_t q = 0; q < one->n_uses; q++) {
        const check_index *coefficient = coefficients(z, m, &m->rule[one->use[q].id]);
        for (size_t p = 0; p < pool->n; p++)
            reduced_cost[p] =
                check_minus(z->c, reduced_cost[p], (check_wide)one->use[q].value * coefficient[p]);
    }
    for (size_t p = 0; p < pool->n; p++)
        if (reduced_cost[p] < 0) {
            check_violation(z->c, &one->place, "a pattern of type '%s' is worth more than its "
                                               "price", z->p->type.key[pool->pattern[p].type].text);
            return false;
        }
    return true;
}

static bool apply_filter(certificate *z, claim *m, const proof *one, check_wide *reduced_cost)
{
    check_wide total;
    if (!check_total_of(z, m, one, NULL, 0, &total) || !reduced_costs_of(z, m, one, reduced_cost))
        return false;
    const check_wide most =
        check_minus(z->c, check_times(z->c, m->most, one->scale), total);
    size_t kept = 0;
    for (size_t p = 0; p < m->pool.n; p++)
        if (reduced_cost[p] <= most)
            m->pool.pattern[kept++] = m->pool.pattern[p];
    m->pool.n = kept;
    check_spend(z->c, m->n_rules);
    for (size_t id = 0; id < m->n_rules; id++)
        m->rule[id].coefficient = NULL;
    return true;
}

static bool is_leaf_sound(certificate *z, const claim *m, const proof *one, const check_turn *path,
                          size_t depth, check_wide *reduced_cost)
{
    check_wide total;
    if (!check_total_of(z, m, one, path, depth, &total)
        || !reduced_costs_of(z, m, one, reduced_cost))
        return false;
    if (total > check_times(z->c, m->most, one->scale))
        return true;
    check_violation(z->c, &one->place, "this leaf does not reach the bound");
    return false;
}

/* Walks the tree as the file has it. path[] holds the turns taken; a turn to the
 * first side is followed by the second when what lies below it is done. */
static void check_tree(certificate *z, const claim *m, const char *name, check_wide *reduced_cost)
{
    check_turn *path = check_alloc(z->c, m->n_nodes + 1, sizeof *path);
    size_t depth = 0;
    bool done = false;
    for (size_t q = 0; q < m->n_nodes; q++) {
        const node *mine = &m->node[q];
        if (done)
            check_refuse(z->c, &mine->place, 0, "the tree has ended before this record");
        if (!mine->is_leaf) {
            path[depth++] = (check_turn){mine->id, false, mine->limit};
            continue;
        }
        if (!(z->by_cases && m == &z->whole
                  ? check_case(z, m, &mine->proof, path, depth)
                  : is_leaf_sound(z, m, &mine->proof, path, depth, reduced_cost)))
            return;
        while (depth > 0 && path[depth - 1].upper)
            depth--;
        done = depth == 0;
        if (!done) {
            path[depth - 1].upper = true;
            path[depth - 1].limit++; /* it was read, so that it is at most 2^56 */
        }
    }
    if (!done)
        check_violation(z->c, NULL, "%s: the tree is not complete: it does not prove the bound it claims", name);
}

/* The prices less the rebates, none of which may take more than there is, and with the
 * fees. The floors add rebate times least to what all tasks are worth, in *units, the
 * supplies take fee times supply off it. */
static check_wide *rebated_prices(certificate *z, const claim *m, check_wide *units)
{
    check_wide *price = check_alloc(z->c, z->p->type.n, sizeof *price);
    for (size_t k = 0; k < z->p->type.n; k++)
        price[k] = m->price[k];
    check_spend(z->c, m->n_rules);
    for (size_t id = 0; id < m->n_rules; id++) {
        const rule *mine = &m->rule[id];
        if (!mine->is_floor || mine->rebate == 0)
            continue;
        *units = check_plus(z->c, *units, check_times(z->c, mine->rebate, mine->least));
        for (size_t k = 0; k < z->p->type.n; k++)
            price[k] = check_minus(z->c, price[k],
                                   check_times(z->c, mine->rebate, mine->weight[k]));
    }
    for (size_t k = 0; k < z->p->type.n && m->fee != NULL; k++) {
        price[k] = check_plus(z->c, price[k], m->fee[k]);
        *units = check_minus(z->c, *units, check_times(z->c, m->fee[k], z->p->types[k].supply));
    }
    for (size_t k = 0; k < z->p->type.n; k++)
        if (price[k] < 0)
            check_refuse(z->c, &m->shell.place, 0, "the rebates on type '%s' are beyond its price",
                         z->p->type.key[k].text);
    return price;
}

/* Whether no machines in whole numbers are cheap enough and worth enough to hold all
 * tasks. True too when the root's values are not sound: that is reported. What was not found out
 * to the end may have been proved. */
static bool proved_by_counts(certificate *z, const claim *m, check_wide total)
{
    check_root root = m->root;
    check_pool none = {0};
    root.gap = -1;
    bool cut_short = false;
    root.cut_short = &cut_short;
    root.most_value = check_alloc(z->c, z->p->type.n, sizeof *root.most_value);
    if (!check_patterns(z->c, &z->items, &root, &none)
        || !check_counts_reach(z->c, z->p->type.n, root.price, root.most_value, total, m->most))
        return true;
    if (cut_short)
        check_refuse_file(z->c, z->c->counted, "takes too long to check: what machines are worth");
    return false;
}

/* Verifies one claim; violations are reported. */
static void verify_claim(certificate *z, claim *m, const char *name)
{
    check_wide rebates = 0;
    const check_wide total = check_worth_of_items(z, m->root.value);
    if (total > (check_wide)1 << 62)
        check_refuse_file(z->c, name, "the root's values are too large");
    m->root.active = m->active;
    m->root.price = rebated_prices(z, m, &rebates);
    m->root.gap = check_minus(
        z->c, check_times(z->c, check_minus(z->c, m->most, rebates), m->root.num),
        check_times(z->c, total, m->root.den));
    if (m->root.gap >= 0 && m->n_nodes == 0 && rebates == 0 && m->fee == NULL
        && proved_by_counts(z, m, total))
        return;
    if (m->root.gap >= 0 && m->n_nodes + m->n_filters == 0) {
        check_tree(z, m, name, NULL); /* there is none, whatever patterns there are */
        return;
    }
    if (!check_patterns(z->c, &z->items, &m->root, &m->pool) || m->root.gap < 0)
        return;
    check_wide *reduced_cost = check_alloc(z->c, m->pool.n, sizeof *reduced_cost);
    for (size_t q = 0; q < m->n_filters; q++)
        if (!apply_filter(z, m, &m->filter[q], reduced_cost))
            return;
    check_tree(z, m, name, reduced_cost);
}

/* Where supply is limited: FINE units of each, and one for a free machine that there are
 * only so many of. */
static void count_finer(certificate *z)
{
    claim *m = &z->whole;
    bool limited = false;
    for (size_t k = 0; k < z->p->type.n; k++)
        limited = limited || z->p->types[k].is_limited;
    if (!limited)
        return;
    m->most = check_times(z->c, m->most, FINE);
    for (size_t k = 0; k < z->p->type.n; k++) {
        m->price[k] = check_times(z->c, m->price[k], FINE);
        if (m->price[k] > 0 || !z->p->types[k].is_limited)
            continue;
        m->price[k] = 1;
        m->most = check_plus(z->c, m->most, z->p->types[k].supply);
    }
}

static void verify(certificate *z, const char *name)
{
    /* where every type is free, plans cost nothing, and a certificate says that there is none */
    const check_micro unit = z->items.unit > 0 ? z->items.unit : 1;
    if (z->bound == 0)
        return;
    if (z->by_selections) {
        if (check_selections_cost(z->c, &z->items) < z->bound)
            check_violation(z->c, NULL, "%s: there is a plan that costs less than the bound", name);
        return;
    }
    for (size_t q = 0; q < z->n_floors && z->c->violations == 0; q++) {
        claim *m = &z->floor[q];
        m->most = check_sum_below(z->c, z->p->type.n, m->price, m->units);
        verify_claim(z, m, name);
    }
    if (z->c->violations > 0)
        return;
    z->whole.price = check_alloc(z->c, z->p->type.n, sizeof *z->whole.price);
    for (size_t k = 0; k < z->p->type.n; k++)
        z->whole.price[k] = z->p->types[k].price / unit;
    z->whole.units = check_ratio_up(z->bound, unit);
    z->whole.most = check_sum_below(z->c, z->p->type.n, z->whole.price, z->whole.units);
    if (!z->by_steps) {
        count_finer(z);
        if (!z->by_cases) {
            verify_claim(z, &z->whole, name);
            return;
        }
        check_cases_allow(z, name);
        check_tree(z, &z->whole, name, NULL);
        return;
    }
    if (check_steps_reach(z->c, &z->items, &z->whole, check_times(z->c, z->whole.most, unit)))
        check_violation(z->c, NULL, "%s: machines that cost less than the bound have room for all "
                                    "tasks", name);
}

check_wide check_packing_certificate(check *c, void *problem, const check_file *instance,
                                     check_file *file)
{
    certificate z = {.c = c, .p = problem, .instance = instance};
    check_items_make(c, z.p, &z.items);
    check_certificate_read(&z, file);
    verify(&z, file->name);
    return check_times(c, z.bound, 1000000);
}
