/* One table a family, over the largest capacities of its types: after[j][x] is
 * the most that the first j items are worth within the free capacity x. Where
 * the reduced costs allowed are negative, and there are no cuts, one row of the table at a time
 * is enough.
 * Items of cuts come last: for those before them the table has no more than what they are worth.
 *
 * O(items * states * log copies) time and O(items * states) memory.
 */
#include "family.h"

#include <string.h>

enum { STATES_MAX = 100000000 };
#define ROW_STEPS 16u /* of a table: states that stand side by side */

/* ---- a family's items and states ---- */

static const check_micro *need(const check_family *f, size_t item)
{
    return check_packing_demand(f->items->p, f->items->task[item], f->family);
}

/* Copies of an item that one machine of a type may hold. */
static uint64_t most_on(const check_family *f, size_t item, size_t k)
{
    const check_packing *p = f->items->p;
    const check_micro *demand = need(f, item), *capacity = p->capacity + k * p->resource.n;
    uint64_t most = f->items->copies[item];
    for (size_t r = 0; r < p->resource.n; r++)
        if (demand[r] > 0 && (uint64_t)(capacity[r] / demand[r]) < most)
            most = (uint64_t)(capacity[r] / demand[r]);
    return most;
}

/* Those that are in a cut, or those that are not. */
static void find_some(check_family *f, bool in_cut)
{
    const check_packing *p = f->items->p;
    for (size_t i = 0; i < f->items->n; i++) {
        uint64_t most = 0;
        const bool wanted = f->root->active[i] && (f->root->n_cuts > 0 && f->root->in_cut[i]) == in_cut;
        for (size_t k = 0; k < p->type.n && wanted; k++)
            if (check_family_looks_at(f, k) && most_on(f, i, k) > most)
                most = most_on(f, i, k);
        if (most > 0) {
            f->item[f->n] = (check_index)i;
            f->most[f->n++] = most;
        }
    }
}

static void find_items(check_family *f)
{
    f->item = check_alloc(f->c, f->items->n, sizeof *f->item);
    f->most = check_alloc(f->c, f->items->n, sizeof *f->most);
    f->entry = check_alloc(f->c, f->items->n, sizeof *f->entry);
    f->held = check_alloc(f->c, f->root->n_cuts, sizeof *f->held);
    find_some(f, false);
    if (f->root->n_cuts > 0)
        find_some(f, true);
}

static check_micro gcd(check_micro a, check_micro b)
{
    while (b != 0) {
        const check_micro rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* a * b, or the largest number where that is beyond it. */
static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* How many patterns there are at most, over all types of the family. */
static uint64_t all_patterns(const check_family *f)
{
    uint64_t patterns = 0;
    for (size_t k = 0; k < f->items->p->type.n; k++)
        patterns += check_family_looks_at(f, k);
    for (size_t q = 0; q < f->n; q++)
        patterns = times(patterns, f->most[q] + 1);
    return patterns;
}

/* What a table takes: each state once for every part of an item's copies, and what it takes to
 * go on to the next row of states, which may be short. */
static uint64_t steps_of(const check_family *f, uint64_t states)
{
    const uint64_t last = f->n_dims == 0 ? 0 : (uint64_t)f->size[f->n_dims - 1];
    uint64_t parts = 0;
    states = times(states, 1 + (ROW_STEPS + 4 * f->n_dims) / (last + 1));
    for (size_t q = 0; q < f->n; q++)
        for (uint64_t rest = f->most[q]; rest > 0; rest /= 2)
            parts++;
    return times(parts, states);
}

uint64_t check_family_table_steps(const check_family *f)
{
    return steps_of(f, f->states);
}

/* Resources that the items need, in steps of the gcd of what they need. */
static void find_states(check_family *f)
{
    const check_packing *p = f->items->p;
    uint64_t states = 1;
    check_spend_on(f->c, p->resource.n, CHECK_DIVISION * f->n + p->type.n);
    for (size_t r = 0; r < p->resource.n; r++) {
        check_micro step = 0, largest = 0;
        check_wide total = 0;
        for (size_t q = 0; q < f->n; q++) {
            step = gcd(step, need(f, f->item[q])[r]);
            total = check_plus(f->c, total, check_times(f->c, need(f, f->item[q])[r], f->most[q]));
        }
        for (size_t k = 0; k < p->type.n; k++)
            if (check_family_looks_at(f, k) && p->capacity[k * p->resource.n + r] > largest)
                largest = p->capacity[k * p->resource.n + r];
        if (step == 0)
            continue;
        if (total < largest)
            largest = (check_micro)total;
        f->resource[f->n_dims] = r;
        f->step[f->n_dims] = step;
        f->size[f->n_dims] = largest / step;
        states = times(states, (uint64_t)(largest / step) + 1);
        f->n_dims++;
    }
    const uint64_t rows = check_family_keeps_rows(f) ? f->n + 2 : 3;
    f->affords = states < STATES_MAX && check_affords(f->c, times(rows, states), sizeof(int64_t));
    f->table = f->affords && states < all_patterns(f)
               && steps_of(f, states) < f->c->most_steps - f->c->steps;
    f->states = 1;
    for (size_t d = f->n_dims; f->table && d-- > 0;) {
        f->stride[d] = f->states;
        f->states *= (size_t)f->size[d] + 1;
    }
    f->weight = check_alloc(f->c, f->n * f->n_dims, sizeof *f->weight);
    for (size_t q = 0; q < f->n; q++)
        for (size_t d = 0; d < f->n_dims; d++)
            f->weight[q * f->n_dims + d] = need(f, f->item[q])[f->resource[d]] / f->step[d];
}

void check_family_make(check_family *f)
{
    find_items(f);
    find_states(f);
}

/* ---- bounds on what the first items are worth ---- */

/* One row of numbers: so many copies together, or none of them. Rows do not overlap. */
static void take_or_leave(const int64_t *restrict before, int64_t dual_value, size_t n,
                          int64_t *restrict after)
{
    for (size_t x = 0; x < n; x++)
        after[x] = before[x] + dual_value > after[x] ? before[x] + dual_value : after[x];
}

/* So many copies together, or none of them, on top of what the row before has; `after` is a
 * copy of it. States of the last dimension stand side by side. */
static void add_copies(const check_family *f, size_t q, uint64_t copies, const int64_t *before,
                       int64_t *after)
{
    const int64_t dual_value = (int64_t)copies * f->root->value[f->item[q]];
    const size_t last = f->n_dims - 1, length = (size_t)f->size[last] + 1;
    int64_t load[CHECK_RESOURCES_MAX], at[CHECK_RESOURCES_MAX] = {0};
    size_t offset = 0;
    for (size_t d = 0; d < f->n_dims; d++) {
        load[d] = (int64_t)copies * f->weight[q * f->n_dims + d]; /* what a machine has at most */
        offset += (size_t)load[d] * f->stride[d];
    }
    for (size_t x = 0; x < f->states; x += length) {
        bool fits = load[last] <= f->size[last];
        for (size_t d = 0; d < last; d++)
            fits = fits && load[d] <= at[d];
        if (fits)
            take_or_leave(before + x + load[last] - offset, dual_value, length - (size_t)load[last],
                          after + x + load[last]);
        for (size_t d = last; d-- > 0;) {
            if (at[d]++ < f->size[d])
                break;
            at[d] = 0;
        }
    }
}

/* One row of the table: counts of item q on top of the row before. Parts of 1, 2, 4
 * and so on copies and of the rest make every count. All copies of all items are worth
 * at most 2^62, and so is what a row holds. An item that needs nothing is worth taking. */
static void fill_row(check_family *f, size_t q, const int64_t *before, int64_t *after)
{
    uint64_t left = f->root->value[f->item[q]] > 0 ? f->most[q] : 0;
    memcpy(after, before, f->states * sizeof *after);
    for (uint64_t part = 1; left > 0; part *= 2) {
        const uint64_t copies = part < left ? part : left;
        if (f->n_dims == 0) {
            after[0] += (int64_t)copies * f->root->value[f->item[q]];
        } else {
            add_copies(f, q, copies, before, after);
            if (left > copies) {
                memcpy(f->scratch, after, f->states * sizeof *after);
                before = f->scratch;
            }
        }
        left -= copies;
    }
}

void check_family_fill_table(check_family *f)
{
    const bool keep = check_family_keeps_rows(f);
    check_spend(f->c, check_family_table_steps(f)); /* which there are */
    f->after = check_alloc(f->c, keep ? f->n + 1 : 2, f->states * sizeof *f->after);
    f->scratch = check_alloc(f->c, f->states, sizeof *f->scratch);
    for (size_t q = 0; q < f->n; q++)
        fill_row(f, q, f->after + (keep ? q : q % 2) * f->states,
                 f->after + (keep ? q + 1 : (q + 1) % 2) * f->states);
}

static bool is_denser(check_density a, check_density b)
{
    return (check_wide)a.value * b.weight > (check_wide)b.value * a.weight
           || (a.value > 0 && a.weight == 0);
}

void check_family_fill_densities(check_family *f)
{
    f->densest = check_alloc(f->c, (f->n + 1) * f->n_dims, sizeof *f->densest);
    f->rest = check_alloc(f->c, f->n + 1, sizeof *f->rest);
    check_spend_on(f->c, f->n, 4 * (f->n_dims + 1));
    for (size_t d = 0; d < f->n_dims; d++)
        f->densest[d] = (check_density){0, 1, INT64_MAX};
    for (size_t q = 0; q < f->n; q++) {
        const int64_t value = f->root->value[f->item[q]];
        f->rest[q + 1] = check_plus(f->c, f->rest[q], check_times(f->c, value, f->most[q]));
        for (size_t d = 0; d < f->n_dims; d++) {
            const int64_t weight = f->weight[q * f->n_dims + d];
            const check_density here = {value, weight, weight}, before = f->densest[q * f->n_dims + d];
            check_density *after = &f->densest[(q + 1) * f->n_dims + d];
            *after = is_denser(here, before) ? here : before;
            after->least = weight < before.least ? weight : before.least;
        }
    }
}

void check_family_forget(check_family *f)
{
    check_free(f->c, f->item);
    check_free(f->c, f->most);
    check_free(f->c, f->entry);
    check_free(f->c, f->held);
    check_free(f->c, f->weight);
    check_free(f->c, f->after);
    check_free(f->c, f->scratch);
    check_free(f->c, f->densest);
    check_free(f->c, f->rest);
}
