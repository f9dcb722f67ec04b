/* A machine seen along one resource, or along the sum of all in shares of the largest machine:
 * what fits it in every resource fits it there. So no pattern is worth more than what fits there,
 * as many copies of an item as there is room for, and one short table is enough. Values that were
 * made of one resource, or of their sum, are proved so, however many items there are.
 *
 * O(items * STATES) for each resource and the sum.
 */
#include "family.h"

enum { STATES = 16384, WHOLE = 1 << 24, ITEMS_MIN = 64 };
#define SATURATED ((int64_t)1 << 61) /* and a value of at most 2^62 stays below 2^63 */

typedef struct {
    const check_family *f;
    size_t dim;    /* the number of dimensions: the sum */
    int64_t step;  /* a state of the shadow is this much */
    size_t size;   /* largest state */
    int64_t *most; /* per state: what fits there is worth no more */
} shadow;

/* What an item (rounded down) or a machine (up) has along the line. */
static check_wide along(const shadow *s, const int64_t *amount, bool up)
{
    check_wide sum = 0;
    if (s->dim < s->f->n_dims)
        return amount[s->dim];
    for (size_t d = 0; d < s->f->n_dims; d++) {
        const check_wide size = s->f->size[d];
        sum += ((check_wide)amount[d] * WHOLE + (up ? size - 1 : 0)) / size;
    }
    return sum;
}

/* False where an item has a value and needs nothing there: no end of it would fit. */
static bool fill(shadow *s)
{
    const check_family *f = s->f;
    for (size_t q = 0; q < f->n; q++) {
        const int64_t value = f->root->value[f->item[q]];
        const size_t weight = (size_t)(along(s, f->weight + q * f->n_dims, false) / s->step);
        if (value > 0 && weight == 0)
            return false;
        for (size_t x = weight; value > 0 && x <= s->size; x++) {
            const int64_t dual_value = s->most[x - weight] + value;
            const int64_t here = dual_value < SATURATED ? dual_value : SATURATED;
            s->most[x] = here > s->most[x] ? here : s->most[x];
        }
    }
    return true;
}

/* Whether no pattern of a type is worth more than its price. */
static bool is_below_price(const shadow *s, size_t k)
{
    const check_family *f = s->f;
    const check_packing *p = f->items->p;
    int64_t room[CHECK_RESOURCES_MAX];
    for (size_t d = 0; d < f->n_dims; d++) {
        const int64_t has = p->capacity[k * p->resource.n + f->resource[d]] / f->step[d];
        room[d] = has < f->size[d] ? has : f->size[d];
    }
    const int64_t most = s->most[(size_t)(along(s, room, true) / s->step)];
    const check_wide price = check_times(f->c, f->root->price[k], f->root->num);
    return most < SATURATED && (check_wide)most * f->root->den <= price;
}

/* Strikes the types out that this line proves; how many are left. */
static size_t look_along(const check_family *f, size_t dim, bool *open)
{
    shadow s = {.f = f, .dim = dim};
    size_t left = 0;
    const check_wide all = along(&s, f->size, true);
    s.step = (int64_t)(all / STATES) + 1;
    s.size = (size_t)(all / s.step);
    check_spend_on(f->c, f->n, s.size + CHECK_DIVISION * (f->n_dims + 1));
    s.most = check_alloc(f->c, s.size + 1, sizeof *s.most);
    const bool filled = fill(&s);
    for (size_t k = 0; k < f->items->p->type.n; k++) {
        open[k] = open[k] && !(filled && is_below_price(&s, k));
        left += open[k];
    }
    check_free(f->c, s.most);
    return left;
}

bool check_family_is_in_shadow(const check_family *f)
{
    const check_packing *p = f->items->p;
    const uint64_t lines = f->n_dims + 1, half = (f->c->most_steps - f->c->steps) / 2;
    const uint64_t table = f->table ? check_family_table_steps(f) : UINT64_MAX;
    bool proved = false;
    if (f->root->gap >= 0 || f->root->most_value != NULL || f->n < ITEMS_MIN || f->n_dims == 0
        || half / (lines * STATES) <= f->n || table / (lines * STATES) <= f->n
        || (f->table && half <= table)) /* which must have its own steps left */
        return false;
    bool *open = check_alloc(f->c, p->type.n, sizeof *open);
    for (size_t k = 0; k < p->type.n; k++)
        open[k] = check_family_looks_at(f, k);
    check_spend_on(f->c, lines * p->type.n, CHECK_DIVISION * (2 * f->n_dims + 1));
    for (size_t d = 0; d < lines && !proved; d++)
        proved = look_along(f, d, open) == 0;
    check_free(f->c, open);
    return proved;
}
