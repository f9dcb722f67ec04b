#include "throughput.h"

#include <string.h>

#include "names.h"

/* ---- kinds of workloads ---- */

enum { NO_RECORD = 0 }; /* the kind of workloads that no record names */

/* Workloads named in records get a kind each; kind_of has a place more, for
 * tasks without a workload. example[kind] is a workload of the kind. */
static ul_status find_kinds(const ul_packing *in, ul_arena *arena, uint32_t **kind_of,
                            uint32_t **example, size_t *n_kinds)
{
    size_t n_pairs;
    const ul_packing_pair *pair = ul_packing_pairs(in, &n_pairs);
    bool *present;
    UL_ALLOC(arena, *kind_of, in->n_workloads + 1);
    UL_ALLOC(arena, *example, in->n_workloads + 1);
    UL_ALLOC(arena, present, in->n_workloads + 1);
    for (size_t j = 0; j < in->n_tasks; j++)
        if (in->task[j].workload != UL_PACKING_NONE)
            present[in->task[j].workload] = true;
    *n_kinds = 1;
    (*example)[NO_RECORD] = UL_PACKING_NONE;
    for (size_t q = 0; q < 2 * n_pairs; q++) {
        const uint32_t w = q % 2 == 0 ? pair[q / 2].workload : pair[q / 2].beside;
        if (w == UL_PACKING_NONE || !present[w] || (*kind_of)[w] != NO_RECORD)
            continue;
        (*example)[*n_kinds] = w;
        (*kind_of)[w] = (uint32_t)(*n_kinds)++;
    }
    return UL_OK;
}

static ul_status fill_pairs(ul_tenancy_pricing *pricing, ul_arena *arena, const uint32_t *example,
                            double otherwise)
{
    const size_t n = pricing->n_kinds;
    double *pair = n > SIZE_MAX / n ? NULL : ul_arena_alloc_raw(arena, n * n, sizeof *pair);
    UL_NEED(pair);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            const ul_micro value = ul_packing_throughput(pricing->in, example[a], example[b], -1);
            pair[a * n + b] = value < 0 ? otherwise : ul_micro_double(value);
        }
    pricing->pair = pair;
    return UL_OK;
}

/* ---- classes ---- */

static ul_micro reservation_price(const ul_packing *in, size_t j)
{
    return in->type[ul_packing_cheapest_for(in, in->task[j].shape)].price;
}

/* Reservation price of each job, all its tasks together. */
static ul_status price_jobs(const ul_packing *in, ul_arena *arena, ul_cost **job_price)
{
    UL_ALLOC(arena, *job_price, in->n_jobs);
    for (size_t j = 0; j < in->n_tasks; j++)
        if (in->task[j].job != UL_PACKING_NONE)
            (*job_price)[in->task[j].job] +=
                (ul_cost)reservation_price(in, j) * in->task[j].copies;
    return UL_OK;
}

typedef struct {
    ul_micro price;
    double job_prices;
    uint64_t kind; /* as wide as the others: no padding in a key that is hashed */
} class_key;

static class_key key_of(const ul_tenancy_pricing *pricing, const uint32_t *kind_of,
                        const ul_cost *job_price, size_t j)
{
    const ul_packing_task *task = &pricing->in->task[j];
    class_key key = {.price = reservation_price(pricing->in, j), .job_prices = 1};
    if (pricing->interferes && task->workload != UL_PACKING_NONE)
        key.kind = kind_of[task->workload];
    if (pricing->interferes && pricing->multi && task->job != UL_PACKING_NONE && key.price > 0)
        key.job_prices = (double)job_price[task->job] / (double)key.price;
    return key;
}

static ul_status sort_into_classes(ul_tenancy_pricing *pricing, ul_arena *arena,
                                   const uint32_t *kind_of, const ul_cost *job_price,
                                   ul_names *seen)
{
    const ul_packing *in = pricing->in;
    uint32_t *class_of;
    UL_ALLOC_RAW(arena, class_of, in->n_tasks);
    for (size_t j = 0; j < in->n_tasks; j++) {
        const class_key key = key_of(pricing, kind_of, job_price, j);
        const size_t c = ul_names_add(seen, (const char *)&key, sizeof key, NULL);
        if (c == UL_NONE)
            return ul_no_memory();
        class_of[j] = (uint32_t)c;
    }
    pricing->n_classes = ul_names_count(seen);
    ul_price_class *class;
    UL_ALLOC_RAW(arena, class, pricing->n_classes);
    for (size_t c = 0; c < pricing->n_classes; c++) {
        class_key key;
        memcpy(&key, ul_names_text(seen, c), sizeof key);
        class[c] = (ul_price_class){(uint32_t)key.kind, key.price, ul_micro_double(key.price),
                                    key.job_prices};
    }
    pricing->class_of = class_of;
    pricing->class = class;
    return UL_OK;
}

ul_status ul_tenancy_pricing_new(const ul_packing *in, ul_run *run, bool clamped,
                                 ul_tenancy_pricing **result)
{
    ul_arena *arena = ul_run_arena(run);
    ul_tenancy_pricing *pricing;
    uint32_t *kind_of, *example = NULL;
    ul_cost *job_price;
    UL_ALLOC(arena, pricing, 1);
    pricing->in = in;
    pricing->interferes = ul_run_choice_is(run, "price", "tnrp");
    pricing->multi = ul_run_choice_is(run, "jobs", "multi");
    pricing->clamped = clamped;
    UL_TRY(find_kinds(in, arena, &kind_of, &example, &pricing->n_kinds));
    if (!pricing->interferes)
        pricing->n_kinds = 1;
    UL_TRY(fill_pairs(pricing, arena, example, ul_run_number(run, "throughput")));
    UL_TRY(price_jobs(in, arena, &job_price));
    ul_names *seen = ul_names_new();
    UL_NEED(seen);
    const ul_status status = sort_into_classes(pricing, arena, kind_of, job_price, seen);
    ul_names_free(seen);
    *result = pricing;
    return status;
}

/* ---- tenants ---- */

double ul_worth_at(const ul_tenancy_pricing *pricing, size_t c, double tput)
{
    const ul_price_class *class = &pricing->class[c];
    if (class->job_prices == 1)
        return tput * class->rp;
    const double share = 1 - (1 - tput) * class->job_prices;
    return class->rp * (pricing->clamped && share < 0 ? 0 : share);
}

void ul_tenants_clear(ul_tenants *tenants, const ul_tenancy_pricing *pricing)
{
    tenants->pricing = pricing;
    tenants->n = 0;
    tenants->rp = 0;
    tenants->worth = 0;
}

ul_joining ul_tenants_joining(const ul_tenants *tenants, size_t kind)
{
    const ul_tenancy_pricing *pricing = tenants->pricing;
    if (!pricing->interferes)
        return (ul_joining){tenants->worth, 1};
    ul_joining joining = {0, 1};
    for (size_t q = 0; q < tenants->n; q++) {
        const ul_tenant *tenant = &tenants->tenant[q];
        const size_t other = pricing->class[tenant->class].kind;
        joining.others += ul_worth_at(pricing, tenant->class, tenant->tput
                                      * pricing->pair[other * pricing->n_kinds + kind]);
        joining.tput *= pricing->pair[kind * pricing->n_kinds + other];
    }
    return joining;
}

double ul_joining_worth(const ul_tenancy_pricing *pricing, ul_joining joining, size_t c)
{
    return joining.others + ul_worth_at(pricing, c, joining.tput);
}

ul_status ul_tenants_add(ul_tenants *tenants, ul_arena *arena, size_t c)
{
    const ul_tenancy_pricing *pricing = tenants->pricing;
    const size_t kind = pricing->class[c].kind;
    const ul_joining joining = ul_tenants_joining(tenants, kind);
    tenants->worth = ul_joining_worth(pricing, joining, c);
    tenants->rp += pricing->class[c].price;
    if (pricing->interferes) {
        UL_MORE(arena, tenants->tenant, tenants->n, tenants->room);
        for (size_t q = 0; q < tenants->n; q++) {
            const size_t other = pricing->class[tenants->tenant[q].class].kind;
            tenants->tenant[q].tput *= pricing->pair[other * pricing->n_kinds + kind];
        }
        tenants->tenant[tenants->n] = (ul_tenant){(uint32_t)c, joining.tput};
    }
    tenants->n++;
    return UL_OK;
}
