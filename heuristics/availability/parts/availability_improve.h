/* Local search on machine counts: the best exchange between two types.
 *
 * With the distribution of all other types at hand, the pool's failure is a sum of
 * four terms for every pair of counts, so the cheapest pair that keeps the promise
 * is found exactly in O(count_a + count_b); the distribution costs
 * O(held types * capacity).
 */
#pragma once

#include "availability_cover.h"
#include "run.h"

typedef struct {
    const ul_cover *cover;
    ul_run *run;
    double *below; /* below[u] = P(the other types have less than u up) */
} ul_improver;

ul_status ul_improver_new(const ul_cover *cover, ul_run *run, ul_improver *improver);

/* Makes the pool valid by scaling it up; false when nothing helps. */
bool ul_improver_repair(ul_improver *improver, uint32_t *count);

/* Exchanges until no pair of types can be improved, or time is up. The pool must
 * be valid and stays so. */
void ul_improver_descend(ul_improver *improver, uint32_t *count);

/* The method, which the exact one starts from. */
extern const ul_method ul_method_availability_local;
