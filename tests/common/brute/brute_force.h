/* The exact optimum of a tiny packing instance, and tiny instances to try
 * methods on. Nothing here uses a method, a plan or the checker: what the
 * conformance tests compare with is found by other means.
 */
#pragma once

#include "instance.h"
#include "packing.h"

enum { UL_TINY_TASKS = 7 };

/* The least cost over every partition of the tasks (copies counted, at most
 * UL_TINY_TASKS of them); types have no supply. */
ul_cost ul_brute_force(const ul_packing *in);

/* The same where types may have one: over every partition and every choice of types
 * for its parts. Returns false where there is no plan. */
bool ul_brute_force_limited(const ul_packing *in, ul_cost *cost);

/* Tiny instances: hand-made odd ones first, then random ones. */
size_t ul_tiny_count(void);
ul_status ul_tiny_make(size_t index, ul_instance *instance);

/* Tiny instances with a limited supply, some without a plan: the same. */
size_t ul_tiny_limited_count(void);
ul_status ul_tiny_limited_make(size_t index, ul_instance *instance);

/* A random instance of n distinct tasks over two families; repeatable. */
ul_status ul_tiny_large(size_t n, uint64_t seed, ul_instance *instance);
