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

#include <string.h>

#include "tolerance.h"

enum { STARTS = 16, ITEMS_MAX = 9, KEPT_MAX = 64 };
#define VIOLATION_MIN 0.01
#define BY_CHANCE 0.1 /* what chance may make of the weight of odd columns */

typedef struct {
    double violation;
    uint8_t *numerator;
} candidate;

typedef struct {
    const ul_pattern_lp *lp;
    size_t n;              /* columns in use */
    double *x, *slack;     /* per column, per item */
    size_t *pattern;
    size_t *first, *use;   /* item -> its columns in which it is an odd number of times */
    bool *odd;             /* per column: whether it holds an odd number of the set */
    double weight;         /* of those that are */
    int64_t copies;        /* of the set */
    uint8_t *numerator;    /* per item: whether it is in the set */
    uint32_t item[ITEMS_MAX];
    size_t n_items;
    candidate kept[KEPT_MAX];
    size_t n_kept;
} halves;

static ul_status open(const ul_pattern_lp *lp, halves *h)
{
    const size_t n_items = lp->problem->n_items;
    h->lp = lp;
    UL_ALLOC_RAW(lp->arena, h->x, lp->n_columns);
    UL_ALLOC_RAW(lp->arena, h->pattern, lp->n_columns);
    UL_ALLOC(lp->arena, h->odd, lp->n_columns);
    UL_ALLOC(lp->arena, h->slack, n_items);
    UL_ALLOC(lp->arena, h->first, n_items + 2);
    UL_ALLOC(lp->arena, h->numerator, n_items);
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE && lp->x[c] > UL_LP_USED) {
            h->x[h->n] = lp->x[c];
            h->pattern[h->n++] = lp->pattern_of[c];
        }
    for (size_t i = 0; i < n_items; i++)
        h->slack[i] = -(double)lp->problem->copies[i];
    for (size_t c = 0; c < h->n; c++)
        UL_EACH_ENTRY(e, lp->pool, h->pattern[c]) {
            h->slack[e->item] += h->x[c] * e->count;
            h->first[e->item + 2] += e->count % 2;
        }
    for (size_t i = 2; i < n_items + 2; i++)
        h->first[i] += h->first[i - 1];
    UL_ALLOC_RAW(lp->arena, h->use, h->first[n_items + 1]);
    for (size_t c = 0; c < h->n; c++)
        UL_EACH_ENTRY(e, lp->pool, h->pattern[c])
            if (e->count % 2 != 0)
                h->use[h->first[e->item + 1]++] = c;
    return UL_OK;
}

static void toggle(halves *h, uint32_t item)
{
    const int sign = h->numerator[item] ? -1 : 1;
    h->numerator[item] = !h->numerator[item];
    h->copies += sign * h->lp->problem->copies[item];
    h->weight += sign * h->slack[item];
    for (size_t q = h->first[item]; q < h->first[item + 1]; q++) {
        const size_t c = h->use[q];
        h->odd[c] = !h->odd[c];
        h->weight += h->odd[c] ? h->x[c] : -h->x[c];
    }
}

/* What the weight would change by with the item. */
static double change_by(const halves *h, uint32_t item)
{
    double change = h->slack[item];
    for (size_t q = h->first[item]; q < h->first[item + 1]; q++)
        change += h->odd[h->use[q]] ? -h->x[h->use[q]] : h->x[h->use[q]];
    return change;
}

/* The item of an odd column that leaves least, UL_NONE where all are in the set. */
static size_t choose(const halves *h, ul_rng *rng)
{
    size_t best = UL_NONE;
    double least = 0;
    for (size_t k = 0; k < h->n_items; k++)
        for (size_t q = h->first[h->item[k]]; q < h->first[h->item[k] + 1]; q++) {
            if (!h->odd[h->use[q]])
                continue;
            UL_EACH_ENTRY(e, h->lp->pool, h->pattern[h->use[q]]) {
                if (h->numerator[e->item])
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

/* Keeps the most violated, each once. */
static ul_status keep(halves *h, size_t most)
{
    const size_t n_items = h->lp->problem->n_items;
    const double violation = (1 - h->weight) / 2;
    if (h->copies % 2 == 0 || violation < VIOLATION_MIN
        || (h->n_kept == most && violation <= h->kept[most - 1].violation))
        return UL_OK;
    for (size_t q = 0; q < h->n_kept; q++)
        if (memcmp(h->kept[q].numerator, h->numerator, n_items) == 0)
            return UL_OK;
    uint8_t *numerator = h->kept[most - 1].numerator; /* of the one that goes */
    if (h->n_kept < most)
        UL_ALLOC_RAW(h->lp->arena, numerator, n_items);
    memcpy(numerator, h->numerator, n_items);
    size_t at = h->n_kept < most ? h->n_kept++ : most - 1;
    for (; at > 0 && h->kept[at - 1].violation < violation; at--)
        h->kept[at] = h->kept[at - 1];
    h->kept[at] = (candidate){violation, numerator};
    return UL_OK;
}

static ul_status grow(halves *h, uint32_t start, size_t most, ul_rng *rng)
{
    size_t next = start;
    h->n_items = 0;
    h->copies = 0;
    h->weight = 0;
    while (next != UL_NONE && h->n_items < ITEMS_MAX) {
        toggle(h, (uint32_t)next);
        h->item[h->n_items++] = (uint32_t)next;
        UL_TRY(keep(h, most));
        next = choose(h, rng);
    }
    while (h->n_items > 0)
        toggle(h, h->item[--h->n_items]);
    return UL_OK;
}

ul_status ul_cut_half_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                               size_t *added)
{
    halves h = {0};
    most = most > KEPT_MAX ? KEPT_MAX : most;
    *added = 0;
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    UL_TRY(open(lp, &h));
    for (size_t start = 0; start < STARTS && !ul_run_expired(lp->run); start++)
        for (size_t i = 0; i < lp->problem->n_items; i++)
            UL_TRY(grow(&h, (uint32_t)i, most, rng));
    for (; *added < h.n_kept; ++*added)
        UL_TRY(ul_cut_add(lp, 2, h.kept[*added].numerator, rules));
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}
