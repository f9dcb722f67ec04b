/* The availability problem as exact search sees it: columns of machines, the sets
 * of columns that may be down together, and how likely that is.
 *
 * A pool is a vector x of capacities (machines times capacity, one per column). A
 * *down set* S is survived when the columns outside S still have the wanted
 * capacity; if S fails, so does every superset. A pool is valid when the failing
 * sets have a probability of at most the allowance.
 *
 * Columns are transient machines, and on-demand machines where the instance offers
 * them: those are always up, and a valid plan may hold them. Of these, one that as
 * much of another replaces at no higher price is left out.
 *
 * At most UL_COVER_COLUMNS columns are searched. Where there are more types, the
 * dearest per unit are merged into one stand-in that is always up and divisible:
 * a relaxation, so bounds stay valid and a pool that does without it is real.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "availability_plan.h"
#include "run.h"

enum { UL_COVER_COLUMNS = 64 };

typedef uint64_t ul_down; /* a set of columns */

typedef struct {
    const ul_availability *in;
    size_t n;        /* columns, cheapest per unit first */
    bool stands_in;  /* the last column is the stand-in ... */
    size_t n_merged; /* ... for so many */
    double wanted, allowance;
    double too_much; /* a failure above this no valid pool has, whatever was rounded */
    double all_down; /* probability, of all that was to choose from */
    size_t type[UL_COVER_COLUMNS];      /* of the instance; UL_NONE for the stand-in */
    bool on_demand[UL_COVER_COLUMNS];
    ul_cost cost[UL_COVER_COLUMNS];     /* of one machine */
    double size[UL_COVER_COLUMNS];      /* of one machine */
    double unit_price[UL_COVER_COLUMNS]; /* dollars for a unit of capacity */
    double down[UL_COVER_COLUMNS];      /* probability */
    double log_down[UL_COVER_COLUMNS];  /* -log of it */
    double most[UL_COVER_COLUMNS];      /* capacity beyond which more is useless */
} ul_cover;

/* Types that are never up are left out. */
void ul_cover_of(const ul_availability *in, ul_cover *cover);

/* The column that replaces on-demand machines of a type, `weight` of it for one; UL_NONE
 * where they are not offered, or merged. */
size_t ul_cover_replaces(const ul_cover *cover, size_t type, uint64_t *weight);

/* Says so to the run, with the best reachable availability, when no pool keeps the
 * promise. */
bool ul_cover_infeasible(const ul_cover *cover, ul_run *run);

/* Whether a pool of these capacities is valid. Walks the likely states first and
 * stops as soon as the answer is certain. Exact for whole capacities; where there
 * are too many states, fractional ones are rounded up first. */
bool ul_cover_holds(const ul_cover *cover, const double *x);
/* Whether it is invalid by more than rounding. */
bool ul_cover_fails(const ul_cover *cover, const double *x);

/* The allowance, short of the checker's by what two ways of adding may differ. */
double ul_cover_safe_allowance(const ul_cover *cover);

/* Exact cost and plan of machine counts. */
ul_cost ul_cover_cost(const ul_cover *cover, const uint32_t *count);
void ul_cover_store(const ul_cover *cover, const uint32_t *count, ul_availability_plan *plan);
void ul_cover_load(const ul_cover *cover, const ul_availability_plan *plan, uint32_t *count);

/* ---- failing sets ---- */

enum { UL_FAILING_MAX = 512 };

/* Sets that a node of the search lets fail, those decided first first, and a lower bound
 * on their probability: the checker of proofs counts in the same order. */
typedef struct {
    ul_down set[UL_FAILING_MAX];
    size_t n;
    double probability;
} ul_failing;

/* False when the table is full. */
bool ul_failing_add(const ul_cover *cover, ul_failing *failing, ul_down set);

/* The most violated set of the pool x that must be survived because its failure
 * would break the allowance, enlarged by columns not held; false when there is none
 * (or none was found within a limit of steps). */
bool ul_cover_forced_set(const ul_cover *cover, const double *x, const ul_failing *failing,
                         ul_down *set);

/* Minimal failing sets of the pool that are not yet allowed to fail, the `room`
 * most likely ones by gain; returns how many. *all is false when the search for
 * them was cut short. */
typedef struct {
    ul_down set;
    double gain;
} ul_candidate;
size_t ul_cover_failing_sets(const ul_cover *cover, const double *x, const ul_failing *failing,
                             ul_candidate *candidate, size_t room, bool *all);
