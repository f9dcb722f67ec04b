/* Takes the records of a schedule that describe its world (machines, billing,
 * prices, interference) and checks what each must obey by itself. Jobs are in
 * schedule_jobs.c; schedule_finish.c checks what all must obey together.
 */
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "schedule_parts.h"

ul_schedule_builder *ul_schedule_builder_new(void)
{
    ul_schedule_builder *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->cutoff_s = -1;
    b->keeps_work = true;
    b->stretch = UL_SCHEDULE_NONE;
    b->unit_s = UL_MICRO;
    ul_names **sets[] = {&b->resource, &b->type_name, &b->family, &b->job_name, &b->workload,
                         &b->image,    &b->base,      &b->rows,   &b->shapes,   &b->pair_seen};
    for (size_t q = 0; q < sizeof sets / sizeof *sets; q++) {
        *sets[q] = ul_names_new();
        if (*sets[q] == NULL) {
            ul_schedule_builder_free(b);
            return NULL;
        }
    }
    return b;
}

void ul_schedule_builder_free(ul_schedule_builder *b)
{
    if (b == NULL)
        return;
    free(b->name);
    ul_names *sets[] = {b->resource, b->type_name, b->family, b->job_name, b->workload,
                        b->image,    b->base,      b->rows,   b->shapes,   b->pair_seen};
    for (size_t q = 0; q < sizeof sets / sizeof *sets; q++)
        ul_names_free(sets[q]);
    void *arrays[] = {b->type,     b->capacity, b->price, b->supply, b->service, b->boot, b->job,
                      b->job_line, b->task,     b->group, b->key,    b->own_row, b->pair};
    for (size_t q = 0; q < sizeof arrays / sizeof *arrays; q++)
        free(arrays[q]);
    free(b);
}

void ul_schedule_builder_at(ul_schedule_builder *b, size_t line)
{
    b->line = line > UINT32_MAX ? UINT32_MAX : (uint32_t)line;
}

size_t ul_schedule_builder_resources(const ul_schedule_builder *b)
{
    return ul_names_count(b->resource);
}

size_t ul_schedule_builder_jobs(const ul_schedule_builder *b)
{
    return ul_names_count(b->job_name);
}

ul_status ul_schedule_set_name(ul_schedule_builder *b, const char *name)
{
    return ul_name_instance(name, &b->name);
}

ul_status ul_schedule_check_seconds(const char *what, ul_micro seconds)
{
    return seconds >= 0 && seconds <= UL_SCHEDULE_SECONDS_MAX
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s is not from 0 to %lld seconds", what,
                         (long long)(UL_SCHEDULE_SECONDS_MAX / UL_MICRO));
}

static ul_status check_once(bool *has, const char *what)
{
    if (*has)
        return ul_fail(UL_E_INPUT, "%s is given twice", what);
    *has = true;
    return UL_OK;
}

ul_status ul_schedule_set_round(ul_schedule_builder *b, ul_micro round_s)
{
    UL_TRY(ul_schedule_check_seconds("the length of a round", round_s));
    UL_TRY(check_once(&b->has_round, "the length of a round"));
    b->round_s = round_s;
    return UL_OK;
}

ul_status ul_schedule_set_cutoff(ul_schedule_builder *b, ul_micro cutoff_s)
{
    UL_TRY(ul_schedule_check_seconds("the cutoff", cutoff_s));
    UL_TRY(check_once(&b->has_cutoff, "the cutoff"));
    b->cutoff_s = cutoff_s;
    return UL_OK;
}

ul_status ul_schedule_set_keeps_work(ul_schedule_builder *b, bool keeps_work)
{
    UL_TRY(check_once(&b->has_keeps, "what becomes of work that is cut off"));
    b->keeps_work = keeps_work;
    return UL_OK;
}

ul_status ul_schedule_add_resource(ul_schedule_builder *b, const char *name)
{
    size_t r;
    if (ul_names_count(b->type_name) > 0)
        return ul_fail(UL_E_INPUT, "resources must be named before types and jobs");
    if (ul_names_count(b->resource) == UL_SCHEDULE_RESOURCES_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d resources", UL_SCHEDULE_RESOURCES_MAX);
    return ul_names_take(b->resource, "resource", name, true, &r);
}

ul_status ul_schedule_set_stretch(ul_schedule_builder *b, const char *resource)
{
    const size_t r = ul_names_find(b->resource, resource, strlen(resource));
    if (r == UL_NONE)
        return ul_fail(UL_E_INPUT, "resource '%.80s' is not named above this record", resource);
    UL_TRY(check_once(&b->has_stretch, "the resource that stretches tasks"));
    b->stretch = (uint32_t)r;
    return UL_OK;
}

static ul_status check_price(ul_micro price)
{
    return price >= 0 && price <= UL_SCHEDULE_PRICE_MAX
               ? UL_OK
               : ul_fail(UL_E_INPUT, "the price is not from 0 to %lld dollars an hour",
                         (long long)(UL_SCHEDULE_PRICE_MAX / UL_MICRO));
}

ul_status ul_schedule_add_type(ul_schedule_builder *b, const char *name, const char *family,
                               ul_micro price, const ul_micro *capacity)
{
    const size_t n_resources = ul_names_count(b->resource);
    size_t k, f, r;
    if (n_resources == 0)
        return ul_fail(UL_E_INPUT, "a type comes before any resource is named");
    if (ul_names_count(b->job_name) > 0)
        return ul_fail(UL_E_INPUT, "types must be named before jobs");
    if (ul_names_count(b->type_name) == UL_SCHEDULE_TYPES_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d types", UL_SCHEDULE_TYPES_MAX);
    UL_TRY(check_price(price));
    UL_TRY(ul_grow_2(&b->type, sizeof *b->type, &b->capacity, n_resources * sizeof(ul_micro),
                     ul_names_count(b->type_name), &b->type_room));
    for (r = 0; r < n_resources && capacity[r] == 0; r++)
        continue;
    if (r == n_resources)
        return ul_fail(UL_E_INPUT, "type '%s' has no capacity at all", name);
    UL_TRY(ul_names_take(b->type_name, "type", name, true, &k));
    UL_TRY(ul_names_take(b->family, "family", family, false, &f));
    b->type[k] = (ul_schedule_type){
        .family = f, .price = price, .billed_after_s = -1, .billing_unit_s = -1};
    memcpy(b->capacity + k * n_resources, capacity, n_resources * sizeof *capacity);
    return UL_OK;
}

bool ul_schedule_builder_has_family(const ul_schedule_builder *b, const char *family)
{
    return ul_names_find(b->family, family, strlen(family)) != UL_NONE;
}

bool ul_schedule_builder_fits(const ul_schedule_builder *b, const char *family,
                              const ul_micro *demand)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t f = family == NULL ? 0 : ul_names_find(b->family, family, strlen(family));
    for (size_t k = 0; k < ul_names_count(b->type_name); k++) {
        const ul_micro *capacity = b->capacity + k * n_resources;
        size_t r = 0;
        while (r < n_resources && demand[r] <= capacity[r])
            r++;
        if (r == n_resources && (family == NULL || b->type[k].family == f))
            return true;
    }
    return false;
}

static ul_status find_type(const ul_schedule_builder *b, const char *name, size_t *k)
{
    *k = ul_names_find(b->type_name, name, strlen(name));
    return *k != UL_NONE ? UL_OK
                         : ul_fail(UL_E_INPUT, "type '%.80s' is not defined above this record",
                                   name);
}

ul_status ul_schedule_set_billing(ul_schedule_builder *b, const char *type, ul_micro unit_s,
                                  ul_micro least_s)
{
    size_t k;
    UL_TRY(ul_schedule_check_seconds("the unit of billing", unit_s));
    UL_TRY(ul_schedule_check_seconds("the least time billed", least_s));
    if (type == NULL) {
        UL_TRY(check_once(&b->has_billing, "the billing of all types"));
        b->unit_s = unit_s;
        b->least_s = least_s;
        return UL_OK;
    }
    UL_TRY(find_type(b, type, &k));
    if (b->type[k].billing_unit_s >= 0)
        return ul_fail(UL_E_INPUT, "the billing of type '%s' is given twice", type);
    b->type[k].billing_unit_s = unit_s;
    b->type[k].billing_least_s = least_s;
    return UL_OK;
}

ul_status ul_schedule_set_sustained(ul_schedule_builder *b, const char *type, ul_micro period_s,
                                    const ul_micro *share, size_t n_shares)
{
    size_t k;
    UL_TRY(find_type(b, type, &k));
    UL_TRY(ul_schedule_check_seconds("the period", period_s));
    if (period_s < UL_SCHEDULE_PERIOD_LEAST)
        return ul_fail(UL_E_INPUT, "the period of a discount is a day at least");
    if (n_shares == 0 || n_shares > UL_SCHEDULE_SHARES_MAX)
        return ul_fail(UL_E_INPUT, "a period has 1 to %d parts", UL_SCHEDULE_SHARES_MAX);
    if (period_s % (ul_micro)n_shares != 0)
        return ul_fail(UL_E_INPUT, "the parts of the period are whole microseconds");
    if (b->type[k].n_shares > 0)
        return ul_fail(UL_E_INPUT, "the discount of type '%s' is given twice", type);
    for (size_t q = 0; q < n_shares; q++)
        if (share[q] > UL_MICRO)
            return ul_fail(UL_E_INPUT, "a share of the price is at most 1");
    b->type[k].sustained_s = period_s;
    b->type[k].n_shares = n_shares;
    memcpy(b->type[k].share, share, n_shares * sizeof *share);
    return UL_OK;
}

ul_status ul_schedule_set_startup(ul_schedule_builder *b, const char *type, ul_micro billed_after_s,
                                  ul_micro usable_after_s, ul_micro gone_after_s,
                                  ul_micro usable_at_most_s)
{
    size_t k;
    UL_TRY(find_type(b, type, &k));
    UL_TRY(ul_schedule_check_seconds("the time until billing", billed_after_s));
    UL_TRY(ul_schedule_check_seconds("the time until use", usable_after_s));
    UL_TRY(ul_schedule_check_seconds("the time until it is gone", gone_after_s));
    UL_TRY(ul_schedule_check_seconds("the longest time until use", usable_at_most_s));
    if (usable_at_most_s < usable_after_s)
        return ul_fail(UL_E_INPUT, "the longest time until use is less than the shortest");
    if (b->type[k].billed_after_s >= 0)
        return ul_fail(UL_E_INPUT, "the start-up of type '%s' is given twice", type);
    b->type[k].billed_after_s = billed_after_s;
    b->type[k].usable_after_s = usable_after_s;
    b->type[k].gone_after_s = gone_after_s;
    b->type[k].usable_at_most_s = usable_at_most_s;
    return UL_OK;
}

ul_status ul_schedule_add_boot(ul_schedule_builder *b, uint64_t count, ul_micro usable_after_s)
{
    UL_TRY(ul_schedule_check_seconds("the time until use", usable_after_s));
    if (count == 0 || count > UINT32_MAX)
        return ul_fail(UL_E_INPUT, "a request is for 1 to %lu machines", (unsigned long)UINT32_MAX);
    const ul_schedule_boot *before = b->n_boots > 0 ? &b->boot[b->n_boots - 1] : NULL;
    if (before != NULL && (count <= before->count || usable_after_s < before->usable_after_s))
        return ul_fail(UL_E_INPUT, "boot records come by ascending numbers and times");
    /* Between two records the time is rounded to a second, so it only ascends with whole ones. */
    if (usable_after_s % UL_MICRO != 0)
        return ul_fail(UL_E_INPUT, "the time until use of a request is in whole seconds");
    UL_TRY(ul_grow(&b->boot, b->n_boots, &b->boot_room, sizeof *b->boot));
    b->boot[b->n_boots++] = (ul_schedule_boot){(uint32_t)count, usable_after_s};
    return UL_OK;
}

static ul_status add_moment(struct ul_schedule_moment **list, size_t *n, size_t *room,
                            const struct ul_schedule_moment *moment)
{
    UL_TRY(ul_schedule_check_seconds("the second from which it holds", moment->from_s));
    UL_TRY(ul_grow(list, *n, room, sizeof **list));
    (*list)[*n] = *moment;
    (*list)[*n].order = *n;
    ++*n;
    return UL_OK;
}

ul_status ul_schedule_add_price(ul_schedule_builder *b, const char *type, ul_micro from_s,
                                ul_micro price)
{
    size_t k;
    UL_TRY(find_type(b, type, &k));
    UL_TRY(check_price(price));
    return add_moment(&b->price, &b->n_prices, &b->price_room,
                      &(struct ul_schedule_moment){.type = (uint32_t)k, .line = b->line,
                                                   .from_s = from_s, .value = (uint64_t)price});
}

/* So many machines of a type between two seconds. */
static ul_status make_span(const ul_schedule_builder *b, const char *type, uint64_t count,
                           ul_micro from_s, ul_micro to_s, const char *what,
                           struct ul_schedule_moment *span)
{
    size_t k;
    UL_TRY(find_type(b, type, &k));
    UL_TRY(ul_schedule_check_seconds("the second until which it holds", to_s));
    if (to_s <= from_s)
        return ul_fail(UL_E_INPUT, "the %s ends before it begins", what);
    if (count > UINT32_MAX)
        return ul_fail(UL_E_INPUT, "a %s is of at most %lu machines", what,
                       (unsigned long)UINT32_MAX);
    *span = (struct ul_schedule_moment){.type = (uint32_t)k, .line = b->line, .from_s = from_s,
                                        .to_s = to_s, .value = count};
    return UL_OK;
}

ul_status ul_schedule_add_supply(ul_schedule_builder *b, const char *type, uint64_t count,
                                 ul_micro from_s, ul_micro to_s)
{
    struct ul_schedule_moment span;
    UL_TRY(make_span(b, type, count, from_s, to_s, "supply", &span));
    return add_moment(&b->supply, &b->n_supplies, &b->supply_room, &span);
}

ul_status ul_schedule_add_service(ul_schedule_builder *b, const char *type, uint64_t count,
                                  ul_micro from_s, ul_micro to_s)
{
    struct ul_schedule_moment span;
    UL_TRY(make_span(b, type, count, from_s, to_s, "service", &span));
    return add_moment(&b->service, &b->n_services, &b->service_room, &span);
}

/* A workload that a throughput record names, "*" for any; *text is kept. */
static ul_status take_base(ul_schedule_builder *b, const char *name, uint32_t *index,
                           const char **text)
{
    size_t q;
    *index = UL_SCHEDULE_NONE;
    *text = "*";
    if (strcmp(name, "*") == 0)
        return UL_OK;
    if (strchr(name, '[') != NULL)
        return ul_fail(UL_E_INPUT, "workload '%.80s': throughput is by the part before '['", name);
    UL_TRY(ul_names_take(b->base, "workload", name, false, &q));
    if (q + 1 >= UL_SCHEDULE_CLASSES_MAX)
        return ul_fail(UL_E_INPUT, "there is throughput of more than %d workloads",
                       UL_SCHEDULE_CLASSES_MAX - 1);
    *index = (uint32_t)q;
    *text = ul_names_text(b->base, q);
    return UL_OK;
}

ul_status ul_schedule_add_throughput(ul_schedule_builder *b, const char *workload,
                                     const char *beside, ul_micro value)
{
    ul_schedule_pair pair = {.value = value};
    uint32_t key[2];
    bool added;
    if (value <= 0 || value > UL_MICRO)
        return ul_fail(UL_E_INPUT, "a normalized throughput is above 0 and at most 1");
    UL_TRY(take_base(b, workload, &key[0], &pair.workload));
    UL_TRY(take_base(b, beside, &key[1], &pair.beside));
    if (ul_names_add(b->pair_seen, (const char *)key, sizeof key, &added) == UL_NONE)
        return ul_no_memory();
    if (!added)
        return ul_fail(UL_E_INPUT, "the throughput of '%s' beside '%s' is given twice", workload,
                       beside);
    UL_TRY(ul_grow(&b->pair, b->n_pairs, &b->pair_room, sizeof *b->pair));
    b->pair[b->n_pairs++] = pair;
    return UL_OK;
}
