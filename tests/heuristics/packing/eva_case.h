/* Instances of Eva's micro-benchmark with a given list of workloads, and what
 * a plan rents, as text. */
#pragma once

#include "catalog.h"
#include "eva_workloads.h"
#include "packing.h"
#include "solving.h"

typedef struct {
    const char *const *workload; /* one job each */
    size_t n;
    int tasks_per_job;
    bool vcpu, known_pairs;
} eva_case;

static inline const ul_eva_workload *eva_workload_named(const char *name)
{
    for (size_t q = 0; q < UL_EVA_KINDS; q++)
        if (strcmp(ul_eva_kind(q)->name, name) == 0)
            return ul_eva_kind(q);
    cr_assert_fail("no workload '%s'", name);
    return NULL;
}

static inline ul_status eva_case_build(ul_packing_builder *b, void *context)
{
    const eva_case *c = context;
    UL_TRY(ul_packing_set_name(b, "case"));
    UL_TRY(ul_catalog_eva(b, c->vcpu));
    for (size_t q = 0; q < c->n; q++)
        for (int copy = 0; copy < c->tasks_per_job; copy++) {
            char name[64], job[32];
            snprintf(name, sizeof name, "t%zu-%d", q, copy);
            snprintf(job, sizeof job, "j%zu", q);
            UL_TRY(ul_eva_add_task(b, eva_workload_named(c->workload[q]), name, job, -1));
        }
    return c->known_pairs ? ul_eva_add_throughput(b, UL_EVA_THROUGHPUT_CODE) : UL_OK;
}

static inline ul_instance eva_case_instance(const eva_case *c)
{
    ul_instance instance;
    cr_assert_eq(ul_packing_build(eva_case_build, (void *)c, &instance), UL_OK, "%s",
                 ul_error_text());
    return instance;
}

static inline size_t eva_machines_of(const ul_packing_plan *plan, size_t k)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->n_bins; i++)
        n += plan->bin[i].type == k ? plan->bin[i].copies : 0;
    return n;
}

/* "p3.2xlarge 3, c7i.large 1": types in file order. */
static inline const char *eva_rented(const ul_packing_plan *plan, char *text, size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < plan->in->n_types; k++)
        if (eva_machines_of(plan, k) > 0)
            used += (size_t)snprintf(text + used, room - used, "%s%s %zu", used > 0 ? ", " : "",
                                     plan->in->type[k].name, eva_machines_of(plan, k));
    return text;
}
