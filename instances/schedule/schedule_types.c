/* What the types of an instance come to once all records are there: prices that move, what
 * can be had and what services hold by second; no price holds twice, and services never
 * hold more than there is.
 *
 * O(records log records).
 */
#include <stdlib.h>

#include "schedule_parts.h"

static int moment_order(const void *a, const void *b)
{
    const struct ul_schedule_moment *x = a, *y = b;
    UL_LOWER_FIRST(x->type, y->type);
    return x->order < y->order ? -1 : x->order > y->order;
}

/* The records of one type, as [*q, end) of the sorted list. */
static size_t of_type(const struct ul_schedule_moment *list, size_t n, size_t q, size_t k)
{
    while (q < n && list[q].type == k)
        q++;
    return q;
}

/* A price from second 0 takes the place of that of the type's record. */
static ul_status fill_type_prices(const ul_schedule_builder *b, ul_schedule *in, size_t k,
                                  size_t first, size_t end, size_t *line)
{
    ul_schedule_type *type = &b->type[k];
    ul_arena *arena = in->parts->arena;
    if (first == end)
        return UL_OK;
    if (type->n_shares > 0) {
        *line = b->price[first].line;
        return ul_fail(UL_E_INPUT, "the price of type '%s' moves and has a sustained-use discount",
                       ul_names_text(b->type_name, k));
    }
    const bool whole = b->price[first].from_s == 0;
    const size_t n = end - first + !whole;
    ul_schedule_price *price = ul_arena_alloc(arena, n, sizeof *price);
    ul_cost *paid = ul_arena_alloc(arena, n, sizeof *paid);
    if (price == NULL || paid == NULL)
        return ul_no_memory();
    if (whole)
        type->price = (ul_micro)b->price[first].value;
    price[0] = (ul_schedule_price){0, type->price};
    for (size_t q = 1; q < n; q++) {
        const struct ul_schedule_moment *m = &b->price[first + q - !whole];
        if (m->from_s <= price[q - 1].from_s) {
            *line = m->line;
            return ul_fail(UL_E_INPUT, "the prices of type '%s' come by ascending second",
                           ul_names_text(b->type_name, k));
        }
        price[q] = (ul_schedule_price){m->from_s, (ul_micro)m->value};
        paid[q] = paid[q - 1]
                  + (ul_cost)price[q - 1].price * (price[q].from_s - price[q - 1].from_s);
    }
    type->n_prices = n;
    type->moving_price = price;
    in->parts->paid[k] = paid;
    return UL_OK;
}

static ul_status fill_prices(ul_schedule_builder *b, ul_schedule *in, size_t *line)
{
    size_t q = 0;
    UL_ALLOC(in->parts->arena, in->parts->paid, in->n_types);
    if (b->n_prices > 0)
        qsort(b->price, b->n_prices, sizeof *b->price, moment_order);
    for (size_t k = 0; k < in->n_types; k++) {
        const size_t end = of_type(b->price, b->n_prices, q, k);
        UL_TRY(fill_type_prices(b, in, k, q, end, line));
        q = end;
    }
    return UL_OK;
}

/* A list of spans, sorted by type. */
static ul_schedule_supply *sort_spans(struct ul_schedule_moment *list, size_t n, ul_arena *arena)
{
    ul_schedule_supply *span = ul_arena_alloc(arena, n, sizeof *span);
    if (n > 0)
        qsort(list, n, sizeof *list, moment_order);
    for (size_t p = 0; span != NULL && p < n; p++)
        span[p] = (ul_schedule_supply){list[p].from_s, list[p].to_s, (uint32_t)list[p].value};
    return span;
}

typedef struct {
    ul_micro at_s;
    int64_t change;
} supply_step;

static int step_order(const void *a, const void *b)
{
    const supply_step *x = a, *y = b;
    return x->at_s < y->at_s ? -1 : x->at_s > y->at_s;
}

static size_t add_steps(supply_step *step, const ul_schedule_supply *span, size_t n, int64_t sign)
{
    for (size_t q = 0; q < n; q++) {
        step[2 * q] = (supply_step){span[q].from_s, sign * span[q].count};
        step[2 * q + 1] = (supply_step){span[q].to_s, -sign * span[q].count};
    }
    return 2 * n;
}

/* Services never hold more of a type than there is. */
static ul_status check_services(const ul_schedule_type *type, const char *name)
{
    const size_t n = 2 * (type->n_supplies + type->n_services);
    supply_step *step = malloc((n + 1) * sizeof *step);
    UL_NEED(step);
    const size_t supplies = add_steps(step, type->supply, type->n_supplies, 1);
    add_steps(step + supplies, type->service, type->n_services, -1);
    qsort(step, n, sizeof *step, step_order);
    int64_t left = 0;
    size_t q = 0;
    for (; q < n; q++) {
        left += step[q].change;
        if (left < 0 && (q + 1 == n || step[q + 1].at_s != step[q].at_s))
            break;
    }
    const ul_micro at_s = q < n ? step[q].at_s : 0;
    free(step);
    char number[UL_NUMBER_TEXT];
    return q == n ? UL_OK
                  : ul_fail(UL_E_INPUT, "services hold more machines of type '%s' than there are at "
                                        "second %s", name, ul_micro_text(at_s, number));
}

static ul_status fill_supplies(ul_schedule_builder *b, ul_schedule *in, size_t *line)
{
    size_t q = 0, p = 0;
    const ul_schedule_supply *supply = sort_spans(b->supply, b->n_supplies, in->parts->arena);
    const ul_schedule_supply *service = sort_spans(b->service, b->n_services, in->parts->arena);
    if (supply == NULL || service == NULL)
        return ul_no_memory();
    for (size_t k = 0; k < in->n_types; k++) {
        const size_t end = of_type(b->supply, b->n_supplies, q, k);
        const size_t last = of_type(b->service, b->n_services, p, k);
        b->type[k].supply = supply + q;
        b->type[k].n_supplies = end - q;
        b->type[k].service = service + p;
        b->type[k].n_services = last - p;
        if (last > p && end == q) {
            *line = b->service[p].line;
            return ul_fail(UL_E_INPUT, "services hold machines of type '%s', which has no supply",
                           ul_names_text(b->type_name, k));
        }
        if (last > p) {
            *line = b->service[p].line;
            UL_TRY(check_services(&b->type[k], ul_names_text(b->type_name, k)));
        }
        q = end;
        p = last;
    }
    return UL_OK;
}

ul_status ul_schedule_fill_types(ul_schedule_builder *b, ul_schedule *in, size_t *line)
{
    in->n_types = ul_names_count(b->type_name);
    for (size_t k = 0; k < in->n_types; k++) {
        ul_schedule_type *type = &b->type[k];
        type->name = ul_names_text(b->type_name, k);
        type->capacity = b->capacity + k * in->n_resources;
        if (type->billing_unit_s < 0) {
            type->billing_unit_s = b->unit_s;
            type->billing_least_s = b->least_s;
        }
        if (type->billed_after_s < 0)
            type->billed_after_s = 0;
    }
    in->n_boots = b->n_boots;
    UL_TRY(fill_prices(b, in, line));
    return fill_supplies(b, in, line);
}
