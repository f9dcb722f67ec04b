/* What the conformance tests want of a problem kind: tiny instances, the optimum of
 * each, and larger ones for deadlines. One ul_tiny per kind, listed in tiny.def.
 *
 * The optimum is found by trying everything, without a method, a plan or the checker:
 * what methods are compared with comes by other means.
 */
#pragma once

#include "instance.h"

enum { UL_TINY_SIZES = 2 };

typedef struct {
    const ul_kind *kind;
    size_t n; /* tiny instances */
    ul_status (*make)(size_t index, ul_instance *instance);
    /* Returns false where there is no plan at all. */
    bool (*optimum)(const void *data, ul_cost *cost);
    size_t size[UL_TINY_SIZES]; /* of large ones: as many tasks, hours, types ... */
    ul_status (*large)(size_t size, ul_instance *instance);
} ul_tiny;

extern const ul_tiny *const ul_tinies[]; /* ends with NULL */

/* NULL when tiny.def has no line for the kind. */
const ul_tiny *ul_tiny_of(const ul_kind *kind);
