/* Alibaba's GPU cluster trace of 2023, the pod list (openb_pod_list_*.csv), as Eva
 * prepares it: failed pods are left out, CPU and GB rounded up to whole ones, a
 * share of a GPU counts as one, a pod runs from its creation to its deletion.
 * Columns are found by name.
 */
#pragma once

#include "catalog.h"
#include "generator.h"

typedef struct {
    const char *name;
    uint64_t created_s, runtime_s;
    ul_micro demand[UL_CATALOG_EVA_RESOURCES];
} ul_alibaba_pod;

typedef ul_status (*ul_alibaba_pod_fn)(void *context, const ul_alibaba_pod *pod);

/* Calls fn for each pod of the request's one input; the remark says what was left out. */
ul_status ul_alibaba_read(const ul_source_request *request, bool with_failed, ul_alibaba_pod_fn fn,
                          void *context);
