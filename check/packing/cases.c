/* A tree whose branchings are counts of machines by type: "at most four of this type", "at
 * least 43 steps of this family"; or of some items' copies by the type that they are on. At a leaf,
 * items and rows have values, and no pattern of any type may be worth more than the type's price
 * less what the rows pay for a machine of it; an item is worth on a type what it is and what the
 * rows of its copies pay there. That is one pricing of all types on which items are worth the
 * same, with our own table: nothing is enumerated. All tasks and all rows' limits together must be
 * worth more than a plan below the bound costs.
 *
 * A rank-1 cut pays by what a machine holds: k . count / d rounded up. Of k = q d + r that is q,
 * and one where r is not 0, for each copy, less (d - r) . count / d rounded down: the first is what
 * items are worth, the second is taken back from who holds several (patterns.c). An item that is
 * worth less than nothing nobody takes: without it a pattern is worth no less.
 *
 * A plan of the fewest machines, among those that cost no more than it, has no machines that
 * have room in one which costs no more than they: dominance rows say how many of some types it has
 * at most. If there is a plan below the bound, there is one of the fewest machines below it.
 *
 * O(leaves * items * states), for each set of such types.
 */
#include "family.h"

#include "certificate.h"

enum { MERGED_MAX = 6 };
#define ADDITION 4u /* steps: one that is looked at for being beyond 128 bits */

typedef check_certificate certificate;

/* ---- what rows are worth ---- */

/* What all copies of the items are worth. */
check_wide check_worth_of_items(const certificate *z, const int64_t *value)
{
    check_wide dual_value = 0;
    for (size_t i = 0; i < z->items.n; i++)
        dual_value = check_plus(z->c, dual_value, check_times(z->c, value[i], z->items.copies[i]));
    return dual_value;
}

/* What the right-hand side of a used row is worth: a cut's is rounded up, a
 * count's is the sharpest limit of the path on the side of the value's sign. */
static bool side_of(const certificate *z, const check_claim *m, const struct use *use,
                    const check_turn *path, size_t depth, check_wide *side)
{
    const check_rule *mine = &m->rule[use->id];
    if (mine->is_cut) {
        check_spend_on(z->c, z->items.n, ADDITION);
        *side = check_ratio_up(check_worth_of_items(z, mine->numerator), mine->denominator);
        return use->value >= 0;
    }
    bool any = (mine->is_floor && use->value > 0)
               || ((mine->is_supply || mine->is_merger) && use->value <= 0);
    if (any)
        *side = mine->is_floor ? mine->least : mine->supply;
    for (size_t q = 0; q < depth; q++)
        if (path[q].id == use->id && path[q].upper == (use->value > 0)
            && (!any || (path[q].upper ? path[q].limit > *side : path[q].limit < *side))) {
            any = true;
            *side = path[q].limit;
        }
    return any;
}

/* What all tasks and rows are worth; false when a row is used as it may not be. */
bool check_total_of(certificate *z, const check_claim *m, const check_proof *one,
                    const check_turn *path, size_t depth, check_wide *total)
{
    check_spend_on(z->c, z->items.n, ADDITION);
    check_spend_on(z->c, one->n_uses, depth + 1);
    *total = check_worth_of_items(z, one->value);
    for (size_t q = 0; q < one->n_uses; q++) {
        check_wide side = 0;
        if (!side_of(z, m, &one->use[q], path, depth, &side)) {
            check_violation(z->c, &one->place, "row %zu has no limit on that side here",
                            one->use[q].id);
            return false;
        }
        *total = check_plus(z->c, *total, check_times(z->c, one->use[q].value, side));
    }
    return true;
}

/* ---- leaves ---- */

void check_cases_allow(certificate *z, const char *name)
{
    const check_claim *m = &z->whole;
    if (m->n_filters > 0)
        check_refuse_file(z->c, name, "has filters, and no patterns that they could set aside");
    for (size_t id = 0; id < m->n_rules; id++)
        if (m->rule[id].known && m->rule[id].n_conditions > 0)
            check_refuse_file(z->c, name, "has cases with row %zu, which counts machines by what they "
                                          "hold", id);
}

/* The prices of all types less what the rows pay, in value units; false when that is more
 * than a price: a machine would be worth something that holds nothing. */
static bool find_prices(certificate *z, const check_claim *m, const check_proof *one,
                        check_wide *price)
{
    check_spend_on(z->c, ADDITION * (one->n_uses + 1), z->p->type.n);
    for (size_t k = 0; k < z->p->type.n; k++) {
        price[k] = check_times(z->c, m->price[k], one->scale);
        for (size_t q = 0; q < one->n_uses; q++)
            if (m->rule[one->use[q].id].n_shares == 0 && !m->rule[one->use[q].id].is_cut)
                price[k] = check_minus(z->c, price[k],
                                       check_times(z->c, one->use[q].value,
                                                   m->rule[one->use[q].id].weight[k]));
        if (price[k] < 0) {
            check_violation(z->c, &one->place, "the rows pay more for a machine of type '%s' than "
                                               "its price", z->p->type.key[k].text);
            return false;
        }
        if (price[k] >> 120 > 0)
            check_refuse(z->c, &one->place, 0, "the rows' values are too large");
    }
    return true;
}

/* How many items the rows that are used count the copies of, an item once for each row. */
static size_t shares_of(const check_claim *m, const check_proof *one)
{
    size_t n = 0;
    for (size_t q = 0; q < one->n_uses; q++)
        n += m->rule[one->use[q].id].n_shares;
    return n;
}

/* Whether every row of copies that is used pays as much on one type as on the other, for each item. */
static bool pay_the_same(const check_claim *m, const check_proof *one, size_t a, size_t b)
{
    for (size_t q = 0; q < one->n_uses; q++) {
        const check_rule *mine = &m->rule[one->use[q].id];
        for (size_t s = 0; s < mine->n_shares; s++)
            if (mine->share[s].weight[a] != mine->share[s].weight[b])
                return false;
    }
    return true;
}

/* The cuts that are used, and what they pay for each copy of an item. */
typedef struct {
    check_cut *cut;
    size_t n;
    check_wide *paid; /* per item */
    bool *has;        /* per item: whether who holds several may have to pay back */
} cut_pays;

static void find_cuts(certificate *z, const check_claim *m, const check_proof *one, cut_pays *cuts)
{
    cuts->cut = check_alloc(z->c, one->n_uses, sizeof *cuts->cut);
    cuts->paid = check_alloc(z->c, z->items.n, sizeof *cuts->paid);
    cuts->has = check_alloc(z->c, z->items.n, sizeof *cuts->has);
    for (size_t q = 0; q < one->n_uses; q++) {
        const check_rule *mine = &m->rule[one->use[q].id];
        if (!mine->is_cut || one->use[q].value == 0)
            continue;
        check_cut *cut = &cuts->cut[cuts->n++];
        *cut = (check_cut){.value = one->use[q].value, .divisor = mine->denominator};
        cut->rest = check_alloc(z->c, z->items.n, sizeof *cut->rest);
        check_spend_on(z->c, z->items.n, 2 * CHECK_DIVISION);
        for (size_t i = 0; i < z->items.n; i++) {
            const int64_t over = mine->numerator[i] % cut->divisor;
            const check_wide each = mine->numerator[i] / cut->divisor + (over > 0);
            cuts->paid[i] = check_plus(z->c, cuts->paid[i], check_times(z->c, cut->value, each));
            cut->rest[i] = over > 0 ? cut->divisor - over : 0;
            cuts->has[i] = cuts->has[i] || over > 0;
        }
    }
}

static void forget_cuts(certificate *z, cut_pays *cuts)
{
    for (size_t q = 0; q < cuts->n; q++)
        check_free(z->c, cuts->cut[q].rest);
    check_free(z->c, cuts->cut);
    check_free(z->c, cuts->paid);
    check_free(z->c, cuts->has);
}

/* What items are worth on a type, with what cuts and the rows of their copies pay there: below 0
 * nobody takes them. */
static void find_values(certificate *z, const check_claim *m, const check_proof *one,
                        const cut_pays *cuts, size_t type, int64_t *value)
{
    check_wide *dual_value = check_alloc(z->c, z->items.n, sizeof *dual_value);
    check_spend_on(z->c, z->items.n + one->n_uses + shares_of(m, one), ADDITION);
    for (size_t i = 0; i < z->items.n; i++)
        dual_value[i] = check_plus(z->c, one->value[i], cuts->paid[i]);
    for (size_t q = 0; q < one->n_uses; q++) {
        const check_rule *mine = &m->rule[one->use[q].id];
        for (size_t s = 0; s < mine->n_shares; s++) {
            check_wide *sum = &dual_value[mine->share[s].item];
            *sum = check_plus(z->c, *sum,
                              check_times(z->c, one->use[q].value, mine->share[s].weight[type]));
        }
    }
    for (size_t i = 0; i < z->items.n; i++) {
        if (dual_value[i] > (check_wide)1 << 62)
            check_refuse(z->c, &one->place, 0, "the leaf's values are too large");
        value[i] = dual_value[i] < 0 ? 0 : (int64_t)dual_value[i];
    }
    check_free(z->c, dual_value);
    if (check_worth_of_items(z, value) > (check_wide)1 << 62)
        check_refuse(z->c, &one->place, 0, "the leaf's values are too large");
}

/* Whether no pattern of any type is worth more than its price, types on which items are worth the
 * same at a time. */
static bool look_at_types(certificate *z, const check_claim *m, const check_proof *one,
                          const cut_pays *cuts, const check_wide *price)
{
    const size_t n = z->p->type.n, n_shares = shares_of(m, one);
    check_pool none = {0};
    bool sound = true;
    bool *done = check_alloc(z->c, n, sizeof *done), *same = check_alloc(z->c, n, sizeof *same);
    int64_t *value = check_alloc(z->c, z->items.n, sizeof *value);
    const check_root root = {.active = m->active, .type = same, .price = price, .value = value,
                             .num = 1, .den = 1, .cut = cuts->cut, .n_cuts = cuts->n,
                             .in_cut = cuts->has, .gap = -1};
    for (size_t k = 0; k < n && sound; k++) {
        if (done[k])
            continue;
        check_spend_on(z->c, n, one->n_uses + n_shares + 1);
        for (size_t other = 0; other < n; other++) {
            same[other] = pay_the_same(m, one, k, other);
            done[other] = done[other] || same[other];
        }
        find_values(z, m, one, cuts, k, value);
        sound = check_patterns(z->c, &z->items, &root, &none);
    }
    check_free(z->c, value);
    check_free(z->c, same);
    check_free(z->c, done);
    return sound;
}

bool check_case(certificate *z, const check_claim *m, const check_proof *one,
                const check_turn *path, size_t depth)
{
    check_wide total;
    check_wide *price = check_alloc(z->c, z->p->type.n, sizeof *price);
    if (check_worth_of_items(z, one->value) > (check_wide)1 << 62)
        check_refuse(z->c, &one->place, 0, "the leaf's values are too large");
    bool sound = check_total_of(z, m, one, path, depth, &total) && find_prices(z, m, one, price);
    if (sound) {
        cut_pays cuts = {0};
        find_cuts(z, m, one, &cuts);
        sound = look_at_types(z, m, one, &cuts, price);
        forget_cuts(z, &cuts);
    }
    check_free(z->c, price);
    if (sound && total <= check_times(z->c, m->most, one->scale)) {
        check_violation(z->c, &one->place, "this leaf does not reach the bound");
        return false;
    }
    return sound;
}

/* ---- dominance rows ---- */

typedef struct {
    check *c;
    const check_packing *p;
    size_t n;
    size_t type[MERGED_MAX];  /* those that are looked at together */
} merging;

/* Whether these of them have room in one machine that costs no more. */
static bool fit_in_one(const merging *g, size_t chosen)
{
    const check_packing *p = g->p;
    const size_t n = p->resource.n;
    check_wide price = 0, room[CHECK_RESOURCES_MAX] = {0};
    check_spend(g->c, ADDITION * (g->n * (n + 1) + p->type.n * (n + 1)));
    for (size_t q = 0; q < g->n; q++)
        if (chosen >> q & 1) {
            price = check_plus(g->c, price, p->types[g->type[q]].price);
            for (size_t r = 0; r < n; r++)
                room[r] = check_plus(g->c, room[r], p->capacity[g->type[q] * n + r]);
        }
    for (size_t k = 0; k < p->type.n; k++) {
        bool fits = p->types[k].family == p->types[g->type[0]].family
                    && p->types[k].price <= price && !p->types[k].is_limited;
        for (size_t r = 0; r < n && fits; r++)
            fits = room[r] <= p->capacity[k * n + r];
        if (fits)
            return true;
    }
    return false;
}

/* Whether some two or more of them have. */
static bool some_fit_in_one(merging *g)
{
    for (size_t chosen = 3; chosen < (size_t)1 << g->n; chosen++)
        if ((chosen & (chosen - 1)) != 0 && fit_in_one(g, chosen))
            return true;
    return false;
}

/* Whether that holds however the machines from `at` on are chosen, each of a type not
 * before that of the one before it. */
static bool always(merging *g, const int64_t *weight, size_t at)
{
    check_spend(g->c, g->p->type.n + 1);
    if (at == g->n)
        return some_fit_in_one(g);
    for (size_t k = at == 0 ? 0 : g->type[at - 1]; k < g->p->type.n; k++)
        if (weight[k] > 0) {
            g->type[at] = k;
            if (!always(g, weight, at + 1))
                return false;
        }
    return true;
}

bool check_merges(check *c, const check_packing *p, const int64_t *weight, int64_t limit)
{
    merging g = {.c = c, .p = p};
    size_t family = CHECK_NOT_FOUND;
    if (limit < 1 || limit >= MERGED_MAX)
        return false;
    for (size_t k = 0; k < p->type.n; k++) {
        if (weight[k] > 0 && family != CHECK_NOT_FOUND && p->types[k].family != family)
            return false;
        family = weight[k] > 0 ? p->types[k].family : family;
    }
    g.n = (size_t)limit + 1;
    return always(&g, weight, 0);
}
