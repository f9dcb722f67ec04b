/* Builds an availability instance and checks every rule of it. O(1) expected a record. */
#include "availability.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"

struct ul_availability_parts {
    ul_names *names; /* owns the texts that the types point to */
    ul_availability_type *type;
    char *name;
};

struct ul_availability_builder {
    struct ul_availability_parts parts;
    size_t n_types, room;
    bool targeted;
    uint64_t capacity;
    double target;
    ul_cost promised;
    bool transient_only;
};

static void parts_clear(struct ul_availability_parts *parts)
{
    ul_names_free(parts->names);
    free(parts->type);
    free(parts->name);
}

void ul_availability_free(ul_availability *in)
{
    if (in == NULL)
        return;
    if (in->parts != NULL)
        parts_clear(in->parts);
    free(in->parts);
    free(in);
}

double ul_availability_allowance(const ul_availability *in)
{
    return (double)(UL_AVAILABILITY_WHOLE - in->promised + UL_AVAILABILITY_SLACK) / 1e18;
}

double ul_availability_down(const ul_availability_type *type)
{
    return (double)(UL_AVAILABILITY_WHOLE - type->up) / 1e18;
}

size_t ul_availability_on_demand_type(const ul_availability *in)
{
    size_t best = UL_NONE;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_availability_type *type = &in->type[k];
        if (type->on_demand_cost > 0
            && (best == UL_NONE
                || type->on_demand_cost * (ul_cost)in->type[best].capacity
                       < in->type[best].on_demand_cost * (ul_cost)type->capacity))
            best = k;
    }
    return best;
}

ul_availability_builder *ul_availability_builder_new(void)
{
    ul_availability_builder *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->parts.names = ul_names_new();
    if (b->parts.names == NULL) {
        free(b);
        return NULL;
    }
    return b;
}

void ul_availability_builder_free(ul_availability_builder *b)
{
    if (b == NULL)
        return;
    parts_clear(&b->parts);
    free(b);
}

ul_status ul_availability_set_name(ul_availability_builder *b, const char *name)
{
    return ul_name_instance(name, &b->parts.name);
}

static ul_status check_share(const char *what, double value)
{
    return value >= 0 && value <= 1
               ? UL_OK
               : ul_fail(UL_E_INPUT, "the %s is %g; a probability lies in 0 to 1", what, value);
}

ul_status ul_availability_set_target(ul_availability_builder *b, uint64_t capacity, double target)
{
    if (b->targeted)
        return ul_fail(UL_E_INPUT, "there is a second target; an instance has one");
    if (capacity > UL_AVAILABILITY_CAPACITY_MAX)
        return ul_fail(UL_E_INPUT, "the target capacity %llu is above %llu",
                       (unsigned long long)capacity,
                       (unsigned long long)UL_AVAILABILITY_CAPACITY_MAX);
    UL_TRY(check_share("target availability", target));
    b->targeted = true;
    b->capacity = capacity;
    b->target = target;
    b->promised = ul_scaled_from_double(target, UL_AVAILABILITY_DECIMALS);
    return UL_OK;
}

void ul_availability_promise(ul_availability_builder *b, ul_cost promised)
{
    b->promised = promised;
}

static ul_status check_price(const char *what, double price)
{
    return price >= 0 && price <= UL_AVAILABILITY_PRICE_MAX
               ? UL_OK
               : ul_fail(UL_E_INPUT, "the %s is %g; a price lies in 0 to %g dollars an hour", what,
                         price, UL_AVAILABILITY_PRICE_MAX);
}

static void make_exact(ul_availability_type *type)
{
    const int of_price = UL_AVAILABILITY_PRICE_DECIMALS;
    type->cost = ul_scaled_from_double(type->price, of_price);
    type->on_demand_cost = ul_scaled_from_double(type->on_demand_price, of_price);
    type->up = ul_scaled_from_double(type->availability, UL_AVAILABILITY_DECIMALS);
}

void ul_availability_transient_only(ul_availability_builder *b)
{
    b->transient_only = true;
}

ul_status ul_availability_add_type(ul_availability_builder *b, const ul_availability_type *type)
{
    bool added;
    UL_TRY(ul_name_check("machine type", type->name));
    if (type->capacity == 0 || type->capacity > UL_AVAILABILITY_CAPACITY_MAX)
        return ul_fail(UL_E_INPUT, "the capacity of '%s' is %llu; it takes 1 to %llu", type->name,
                       (unsigned long long)type->capacity,
                       (unsigned long long)UL_AVAILABILITY_CAPACITY_MAX);
    UL_TRY(check_price("price", type->price));
    UL_TRY(check_price("on-demand price", type->on_demand_price));
    UL_TRY(check_share("availability", type->availability));
    if (b->n_types == UL_AVAILABILITY_TYPES_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d types", UL_AVAILABILITY_TYPES_MAX);
    if (b->n_types == b->room) {
        const size_t room = b->room == 0 ? 32 : b->room * 2;
        ul_availability_type *grown = realloc(b->parts.type, room * sizeof *grown);
        UL_NEED(grown);
        b->parts.type = grown;
        b->room = room;
    }
    const size_t k = ul_names_add(b->parts.names, type->name, strlen(type->name), &added);
    if (k == UL_NONE)
        return ul_no_memory();
    if (!added)
        return ul_fail(UL_E_INPUT, "machine type '%s' is named twice", type->name);
    ul_availability_type *mine = &b->parts.type[k];
    *mine = *type;
    mine->name = ul_names_text(b->parts.names, k);
    if (!mine->exact)
        make_exact(mine);
    mine->exact = true;
    if (b->transient_only) {
        mine->on_demand_price = 0;
        mine->on_demand_cost = 0;
    }
    b->n_types++;
    return UL_OK;
}

static ul_status check_whole(const ul_availability_builder *b)
{
    if (b->parts.name == NULL)
        return ul_fail(UL_E_INPUT, "the instance has no name; add 'name,NAME'");
    if (!b->targeted)
        return ul_fail(UL_E_INPUT, "the instance has no target; add 'target,CAPACITY,AVAILABILITY'");
    if (b->n_types == 0)
        return ul_fail(UL_E_INPUT, "the instance has no machine type; add 'vm' records");
    return UL_OK;
}

ul_status ul_availability_finish(ul_availability_builder *b, ul_availability **result)
{
    ul_status status = check_whole(b);
    ul_availability *in = status == UL_OK ? calloc(1, sizeof *in) : NULL;
    if (in != NULL)
        in->parts = malloc(sizeof *in->parts);
    if (in == NULL || in->parts == NULL) {
        free(in);
        ul_availability_builder_free(b);
        return status != UL_OK ? status : ul_no_memory();
    }
    *in->parts = b->parts;
    in->name = b->parts.name;
    in->capacity = b->capacity;
    in->target = b->target;
    in->promised = b->promised;
    in->n_types = b->n_types;
    in->type = b->parts.type;
    free(b);
    *result = in;
    return UL_OK;
}
