/* Small random packing instances with many ties: coarse demands, repeated
 * shapes, equal prices, copies, jobs, workloads, family-specific demands and
 * throughput records. */
#pragma once

#include "packing.h"
#include "rng.h"
#include "solving.h"

typedef struct {
    ul_rng *rng;
    size_t n_tasks;
} random_packing_request;

enum { RANDOM_FAMILIES = 3, RANDOM_WORKLOADS = 4, RANDOM_UNIT = 500000 };

static inline void random_vector(ul_rng *rng, size_t n, int64_t low, int64_t high, ul_micro *to)
{
    for (size_t r = 0; r < n; r++)
        to[r] = ul_rng_between(rng, low, high) * RANDOM_UNIT;
}

static inline const char *random_name(ul_rng *rng, char letter, size_t n, char name[24])
{
    snprintf(name, 24, "%c%d", letter, (int)ul_rng_below(rng, n));
    return name;
}

static inline ul_status random_types(ul_packing_builder *b, ul_rng *rng, size_t n_resources,
                                     int64_t largest)
{
    const size_t n_types = 1 + ul_rng_below(rng, 7);
    for (size_t k = 0; k < n_types; k++) {
        ul_micro capacity[UL_RESOURCES_MAX];
        char name[24], family[24];
        snprintf(name, sizeof name, "k%zu", k);
        random_vector(rng, n_resources, k == 0 ? largest : 1, largest, capacity);
        snprintf(family, sizeof family, "f%zu", k % RANDOM_FAMILIES);
        UL_TRY(ul_packing_add_type(b, name, family, ul_rng_between(rng, k == 0 ? 4 : 1, 12)
                                   * 306 * 1000, capacity));
    }
    return UL_OK;
}

static inline ul_status random_tasks(ul_packing_builder *b, ul_rng *rng, size_t n_resources,
                                     size_t n_tasks, int64_t largest)
{
    const bool copies = ul_rng_below(rng, 2) == 0, families = ul_rng_below(rng, 2) == 0;
    for (size_t j = 0; j < n_tasks; j++) {
        ul_micro demand[UL_RESOURCES_MAX];
        char name[24], job[24], workload[24];
        snprintf(name, sizeof name, "t%zu", j);
        random_vector(rng, n_resources, 0, largest, demand);
        const ul_packing_task_facts facts = {
            name, copies ? 1 + ul_rng_below(rng, 5) : 1,
            ul_rng_below(rng, 3) > 0 ? random_name(rng, 'j', 1 + n_tasks / 3, job) : NULL,
            ul_rng_below(rng, 5) > 0 ? random_name(rng, 'w', RANDOM_WORKLOADS, workload) : NULL,
            -1, demand};
        UL_TRY(ul_packing_add_task(b, &facts));
        if (families && ul_rng_below(rng, 3) == 0) {
            random_vector(rng, n_resources, 0, largest, demand);
            UL_TRY(ul_packing_add_demand(b, name, "f0", demand));
        }
    }
    return UL_OK;
}

static inline ul_status random_build(ul_packing_builder *b, void *context)
{
    const random_packing_request *request = context;
    ul_rng *rng = request->rng;
    const size_t n_resources = 1 + ul_rng_below(rng, 3);
    const int64_t largest = 2 + (int64_t)ul_rng_below(rng, 12);
    static const char *const resource[] = {"gpu", "cpu", "ram"};
    UL_TRY(ul_packing_set_name(b, "random"));
    for (size_t r = 0; r < n_resources; r++)
        UL_TRY(ul_packing_add_resource(b, resource[r]));
    UL_TRY(random_types(b, rng, n_resources, largest));
    UL_TRY(random_tasks(b, rng, n_resources, request->n_tasks, largest / 2));
    const size_t n_pairs = ul_rng_below(rng, 2) * ul_rng_below(rng, 8);
    for (size_t q = 0; q < n_pairs; q++) {
        char of[24], beside[24];
        const ul_micro value = 500000 + (ul_micro)ul_rng_below(rng, 6) * 100000;
        snprintf(of, sizeof of, "w%zu", q % RANDOM_WORKLOADS);
        snprintf(beside, sizeof beside, "w%zu", (q / RANDOM_WORKLOADS + q) % RANDOM_WORKLOADS);
        UL_TRY(ul_packing_add_throughput(b, of, ul_rng_below(rng, 8) == 0 && q == 0 ? "*" : beside,
                                         value));
    }
    return UL_OK;
}

/* k0 of family f0 holds any single task. */
static inline ul_instance random_packing(ul_rng *rng, size_t n_tasks)
{
    ul_instance instance;
    random_packing_request request = {rng, n_tasks};
    cr_assert_eq(ul_packing_build(random_build, &request, &instance), UL_OK, "%s",
                 ul_error_text());
    return instance;
}
