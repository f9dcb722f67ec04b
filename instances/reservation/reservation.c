#include "reservation.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"

void ul_reservation_free(ul_reservation *in)
{
    if (in == NULL)
        return;
    ul_arena_free(in->arena);
    free(in);
}

size_t ul_reservation_end(const ul_reservation *in, size_t t, size_t c)
{
    const size_t term = in->classes[c].term;
    return term < in->n_intervals - t ? t + term : in->n_intervals;
}

ul_cost ul_reservation_holding(const ul_reservation *in, size_t c)
{
    const ul_reservation_class *class = &in->classes[c];
    return class->billing == UL_BILL_ALWAYS ? (ul_cost)class->price * in->interval_hours : 0;
}

ul_cost ul_reservation_lease(const ul_reservation *in, size_t t, size_t c,
                             ul_reservation_objective objective)
{
    const ul_reservation_class *class = &in->classes[c];
    const size_t served = ul_reservation_end(in, t, c) - t;
    const ul_cost upfront = class->upfront * UL_COST_PER_MICRO;
    const ul_cost residual = objective == UL_OBJECTIVE_PURE
                                 ? upfront * (ul_cost)(class->term - served) / class->term
                                 : 0;
    return upfront - residual + ul_reservation_holding(in, c) * (ul_cost)served;
}

ul_cost ul_reservation_hours(const ul_reservation *in, size_t t)
{
    ul_cost hours = 0;
    for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
        hours += (ul_cost)in->step[s].hours * in->step[s].instances;
    return hours;
}

ul_cost ul_reservation_all_hours(const ul_reservation *in)
{
    ul_cost hours = 0;
    for (size_t t = 0; t < in->n_intervals; t++)
        hours += ul_reservation_hours(in, t);
    return hours;
}

ul_cost ul_reservation_on_demand(const ul_reservation *in)
{
    return ul_reservation_all_hours(in) * in->level_price[0];
}

/* ---- building: everything lives in the arena that the instance keeps ---- */

struct ul_reservation_builder {
    ul_arena *arena;
    const char *name;
    ul_micro interval_hours;
    ul_reservation_objective objective;
    size_t n_intervals; /* as said; 0 when not */
    ul_reservation_class class[UL_CLASSES_MAX];
    size_t n_classes;
    struct usage {
        uint32_t interval; /* from 0 */
        ul_usage_step step;
    } *usage;
    size_t n_usages, usage_room;
    uint64_t running; /* of the last interval so far */
};

ul_reservation_builder *ul_reservation_builder_new(void)
{
    ul_reservation_builder *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->arena = ul_arena_new();
    if (b->arena == NULL) {
        free(b);
        return NULL;
    }
    return b;
}

void ul_reservation_builder_free(ul_reservation_builder *b)
{
    if (b == NULL)
        return;
    ul_arena_free(b->arena);
    free(b->usage);
    free(b);
}

static ul_status keep_text(ul_reservation_builder *b, const char *text, const char **kept)
{
    *kept = ul_arena_text(b->arena, text, strlen(text));
    return *kept == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_reservation_set_name(ul_reservation_builder *b, const char *name)
{
    UL_TRY(ul_name_check("instance", name));
    if (b->name != NULL)
        return ul_fail(UL_E_INPUT, "the instance is named twice");
    return keep_text(b, name, &b->name);
}

ul_status ul_reservation_set_interval_hours(ul_reservation_builder *b, ul_micro hours)
{
    if (b->interval_hours != 0)
        return ul_fail(UL_E_INPUT, "the length of an interval is given twice");
    if (hours <= 0 || hours > UL_INTERVAL_HOURS_MAX)
        return ul_fail(UL_E_INPUT, "an interval lasts more than 0 and at most 10000 hours");
    b->interval_hours = hours;
    return UL_OK;
}

ul_status ul_reservation_set_objective(ul_reservation_builder *b,
                                       ul_reservation_objective objective)
{
    b->objective = objective;
    return UL_OK;
}

ul_status ul_reservation_set_intervals(ul_reservation_builder *b, uint64_t n)
{
    if (b->n_intervals != 0)
        return ul_fail(UL_E_INPUT, "the number of intervals is given twice");
    if (n == 0 || n > UL_INTERVALS_MAX)
        return ul_fail(UL_E_INPUT, "there are 1 to %d intervals", UL_INTERVALS_MAX);
    b->n_intervals = (size_t)n;
    return UL_OK;
}

static ul_status check_class(const ul_reservation_builder *b, const ul_reservation_class *facts)
{
    UL_TRY(ul_name_check("class", facts->name));
    for (size_t c = 0; c < b->n_classes; c++)
        if (strcmp(b->class[c].name, facts->name) == 0)
            return ul_fail(UL_E_INPUT, "class '%s' is named twice", facts->name);
    if (b->n_classes == UL_CLASSES_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d classes", UL_CLASSES_MAX);
    if (facts->price > UL_LEASE_PRICE_MAX || facts->upfront > UL_UPFRONT_MAX)
        return ul_fail(UL_E_INPUT, "class '%s' costs more than this program counts (1000000 an "
                                   "hour, 1000000000 upfront)", facts->name);
    if (facts->term == 0 && facts->upfront > 0)
        return ul_fail(UL_E_INPUT, "class '%s' has no term (on demand) but an upfront fee",
                       facts->name);
    if (facts->term == 0 && facts->billing == UL_BILL_ALWAYS)
        return ul_fail(UL_E_INPUT, "class '%s' has no term (on demand) but is billed always",
                       facts->name);
    if (facts->term > UL_INTERVALS_MAX)
        return ul_fail(UL_E_INPUT, "the term of class '%s' is longer than %d intervals",
                       facts->name, UL_INTERVALS_MAX);
    return UL_OK;
}

ul_status ul_reservation_add_class(ul_reservation_builder *b, const ul_reservation_class *facts)
{
    UL_TRY(check_class(b, facts));
    b->class[b->n_classes] = *facts;
    UL_TRY(keep_text(b, facts->name, &b->class[b->n_classes].name));
    b->n_classes++;
    return UL_OK;
}

ul_status ul_reservation_add_usage(ul_reservation_builder *b, uint64_t interval, ul_micro hours,
                                   uint64_t instances)
{
    struct usage *last = b->n_usages == 0 ? NULL : &b->usage[b->n_usages - 1];
    if (interval == 0 || interval > UL_INTERVALS_MAX)
        return ul_fail(UL_E_INPUT, "intervals count from 1 to %d", UL_INTERVALS_MAX);
    if (b->interval_hours == 0)
        return ul_fail(UL_E_INPUT, "usage comes before the length of an interval is given");
    if (hours <= 0 || hours > b->interval_hours)
        return ul_fail(UL_E_INPUT, "an instance is used for more than 0 hours and at most the "
                                   "length of an interval");
    if (last != NULL && interval < last->interval + 1)
        return ul_fail(UL_E_INPUT, "interval %llu comes after interval %u; sort the usage by "
                                   "interval", (unsigned long long)interval, last->interval + 1);
    const bool same = last != NULL && interval == last->interval + 1;
    if (same && hours > last->step.hours)
        return ul_fail(UL_E_INPUT, "hours rise within interval %llu; write the busiest instances "
                                   "first", (unsigned long long)interval);
    if (instances == 0)
        return ul_fail(UL_E_INPUT, "the number of instances is 0; leave the record out");
    b->running = same ? b->running : 0;
    if (instances > UL_INSTANCES_MAX - b->running)
        return ul_fail(UL_E_INPUT, "more than %d instances run in interval %llu",
                       UL_INSTANCES_MAX, (unsigned long long)interval);
    b->running += instances;
    if (same && hours == last->step.hours) {
        last->step.instances += (uint32_t)instances;
        return UL_OK;
    }
    if (b->n_usages == b->usage_room) {
        b->usage_room = b->usage_room == 0 ? 256 : b->usage_room * 2;
        struct usage *grown = realloc(b->usage, b->usage_room * sizeof *grown);
        UL_NEED(grown);
        b->usage = grown;
    }
    b->usage[b->n_usages++] =
        (struct usage){(uint32_t)interval - 1, {hours, (uint32_t)instances}};
    return UL_OK;
}

static ul_status check_complete(const ul_reservation_builder *b)
{
    if (b->name == NULL)
        return ul_fail(UL_E_INPUT, "the instance has no name record");
    if (b->interval_hours == 0)
        return ul_fail(UL_E_INPUT, "the instance has no interval_hours record");
    if (b->n_usages == 0)
        return ul_fail(UL_E_INPUT, "the instance has no usage record");
    if (b->n_intervals > 0 && b->usage[b->n_usages - 1].interval >= b->n_intervals)
        return ul_fail(UL_E_INPUT, "there is usage in interval %u, after the last of the %zu "
                                   "intervals", b->usage[b->n_usages - 1].interval + 1,
                       b->n_intervals);
    for (size_t c = 0; c < b->n_classes; c++)
        if (b->class[c].term == 0)
            return UL_OK;
    return ul_fail(UL_E_INPUT, "no class has term 0; demand beyond the leases needs an on-demand "
                               "class");
}

static ul_micro used_price(const ul_reservation_class *class)
{
    return class->billing == UL_BILL_ALWAYS ? 0 : class->price;
}

/* The distinct prices of a used hour below on demand, descending. */
static void find_levels(const ul_reservation *in, ul_reservation_class *class, ul_micro *price,
                        size_t *n)
{
    *n = 1;
    for (;;) {
        ul_micro next = -1;
        for (size_t c = 0; c < in->n_classes; c++) {
            const ul_micro used = used_price(&class[c]);
            if (class[c].term > 0 && used < price[*n - 1] && used > next)
                next = used;
        }
        if (next < 0)
            return;
        for (size_t c = 0; c < in->n_classes; c++)
            if (class[c].term > 0 && used_price(&class[c]) == next)
                class[c].level = (uint32_t)*n;
        price[(*n)++] = next;
    }
}

static ul_status fill(ul_reservation_builder *b, ul_reservation *in)
{
    in->n_intervals = b->n_intervals > 0 ? b->n_intervals : b->usage[b->n_usages - 1].interval + 1;
    in->n_steps = b->n_usages;
    in->n_classes = b->n_classes;
    ul_reservation_class *class;
    ul_micro *price;
    size_t *first;
    uint32_t *running;
    ul_usage_step *step;
    UL_ALLOC(b->arena, class, b->n_classes);
    UL_ALLOC(b->arena, price, b->n_classes + 1);
    UL_ALLOC(b->arena, first, in->n_intervals + 1);
    UL_ALLOC(b->arena, running, in->n_intervals);
    UL_ALLOC(b->arena, step, in->n_steps);
    memcpy(class, b->class, b->n_classes * sizeof *class);
    in->on_demand = UL_NONE;
    for (size_t c = 0; c < in->n_classes; c++)
        if (class[c].term == 0
            && (in->on_demand == UL_NONE || class[c].price < class[in->on_demand].price))
            in->on_demand = c;
    price[0] = class[in->on_demand].price;
    find_levels(in, class, price, &in->n_levels);
    for (size_t s = 0; s < in->n_steps; s++) {
        const uint32_t t = b->usage[s].interval;
        step[s] = b->usage[s].step;
        first[t + 1]++;
        running[t] += step[s].instances;
        in->peak = running[t] > in->peak ? running[t] : in->peak;
    }
    for (size_t t = 0; t < in->n_intervals; t++)
        first[t + 1] += first[t];
    in->classes = class;
    in->level_price = price;
    in->first = first;
    in->running = running;
    in->step = step;
    return UL_OK;
}

ul_status ul_reservation_finish(ul_reservation_builder *b, ul_reservation **result)
{
    ul_reservation *in = calloc(1, sizeof *in);
    ul_status status = in == NULL ? ul_no_memory() : check_complete(b);
    if (status == UL_OK)
        status = fill(b, in);
    if (status == UL_OK) {
        in->name = b->name;
        in->interval_hours = b->interval_hours;
        in->objective = b->objective;
        in->arena = b->arena;
        b->arena = NULL;
    } else {
        free(in);
        in = NULL;
    }
    ul_reservation_builder_free(b);
    *result = in;
    return status;
}
