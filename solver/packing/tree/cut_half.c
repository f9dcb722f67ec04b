/* Zero-half cuts of the covering rows (Caprara and Fischetti 1996): multipliers of a half on a few items
 * that have an odd number of copies together, which is no sum of even numbers.
 *
 * Where rows are met exactly the violation is half of what columns that hold an odd number of the
 * items fall short of one together. So from each item on the set grows by the item that leaves least of
 * these, one of those in a column that is odd. Few items, since pricing chooses among those of all cuts.
 *
 * O(starts * items of a set^2 * uses of an item).
 */
#include "node.h"

#include "tolerance.h"

enum { STARTS = 16, ITEMS_MAX = 9 };
#define VIOLATION_MIN 0.01
#define BY_CHANCE 0.1 /* what chance may make of the weight of odd columns */

typedef struct {
    ul_cut_support of;     /* its numerator says whether an item is in the set */
    double *slack;         /* per item */
    double weight;         /* of columns that hold an odd number of the set, and the slack of its rows */
    uint32_t item[ITEMS_MAX];
    size_t n_items;
} halves;

static ul_status open(ul_pattern_lp *lp, size_t most, halves *h)
{
    UL_TRY(ul_cut_support_open(lp, most, &h->of));
    UL_ALLOC(lp->arena, h->slack, lp->problem->n_items);
    for (size_t i = 0; i < lp->problem->n_items; i++)
        h->slack[i] = -(double)lp->problem->copies[i];
    for (size_t c = 0; c < h->of.n; c++)
        UL_EACH_ENTRY(e, lp->pool, h->of.pattern[c])
            h->slack[e->item] += h->of.x[c] * e->count;
    return UL_OK;
}

/* What the weight would change by with the item. */
static double change_by(const halves *h, uint32_t item)
{
    double change = h->slack[item];
    for (size_t q = h->of.first[item]; q < h->of.first[item + 1]; q++) {
        const size_t c = h->of.use[q].column;
        if (h->of.use[q].count % 2 != 0)
            change += h->of.sum[c] % 2 != 0 ? -h->of.x[c] : h->of.x[c];
    }
    return change;
}

/* The item of an odd column that leaves least, UL_NONE where all are in the set. */
static size_t choose(const halves *h, ul_rng *rng)
{
    size_t best = UL_NONE;
    double least = 0;
    for (size_t k = 0; k < h->n_items; k++)
        for (size_t q = h->of.first[h->item[k]]; q < h->of.first[h->item[k] + 1]; q++) {
            const size_t c = h->of.use[q].column;
            if (h->of.sum[c] % 2 == 0 || h->of.use[q].count % 2 == 0)
                continue;
            UL_EACH_ENTRY(e, h->of.lp->pool, h->of.pattern[c]) {
                if (h->of.numerator[e->item])
                    continue;
                const double change = change_by(h, e->item) + BY_CHANCE * ul_rng_unit_53(rng);
                if (best == UL_NONE || change < least) {
                    best = e->item;
                    least = change;
                }
            }
        }
    return best;
}

static ul_status grow(halves *h, uint32_t start, ul_rng *rng)
{
    size_t next = start;
    h->n_items = 0;
    h->weight = 0;
    ul_cut_begin(&h->of, 2);
    while (next != UL_NONE && h->n_items < ITEMS_MAX) {
        h->weight += change_by(h, (uint32_t)next);
        ul_cut_set(&h->of, next, 1);
        h->item[h->n_items++] = (uint32_t)next;
        if (h->of.total % 2 != 0 && (1 - h->weight) / 2 >= VIOLATION_MIN)
            UL_TRY(ul_cut_keep(&h->of, (1 - h->weight) / 2));
        next = choose(h, rng);
    }
    return UL_OK;
}

ul_status ul_cut_half_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                               size_t *added)
{
    halves h = {0};
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    UL_TRY(open(lp, most, &h));
    for (size_t start = 0; start < STARTS && !ul_run_expired(lp->run); start++)
        for (size_t i = 0; i < lp->problem->n_items; i++)
            UL_TRY(grow(&h, (uint32_t)i, rng));
    UL_TRY(ul_cut_add_kept(&h.of, rules, added));
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}
