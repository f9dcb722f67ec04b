/* Solutions of the exact problem: patterns and how often each is used; and the
 * way to plans of the instance and back.
 */
#pragma once

#include "exact_problem.h"
#include "packing_plan.h"
#include "pattern_pool.h"

typedef struct {
    ul_pattern_pool pool;
    int64_t *times; /* one per pattern of the pool */
    size_t room;
    int64_t cost;   /* in units */
} ul_exact_solution;

/* A zeroed solution is an empty one. */
void ul_exact_solution_clear(ul_exact_solution *solution);
ul_status ul_exact_solution_add(const ul_exact_problem *problem, ul_exact_solution *solution,
                                size_t type, const ul_pattern_entry *entry, size_t n,
                                int64_t times);

/* The same as adding, but that a pattern which is there already comes to be there again; costs are
 * not counted. */
ul_status ul_exact_solution_append(ul_exact_solution *solution, size_t type,
                                   const ul_pattern_entry *entry, size_t n, int64_t times);

/* Adds another's machines at this problem's prices, each pattern less often by what `less` says
 * (NULL: nothing). */
ul_status ul_exact_solution_copy(const ul_exact_problem *problem, const ul_exact_solution *from,
                                 const int64_t *less, ul_exact_solution *solution);

/* The cheapest type that holds these items (earlier type on ties); UL_NONE when
 * none does. */
size_t ul_exact_cheapest_type(const ul_exact_problem *problem, const ul_pattern_entry *entry,
                              size_t n);

/* The same of the types of which some are left; `supply` is per type, NULL: any number. */
size_t ul_exact_cheapest_left(const ul_exact_problem *problem, const int64_t *supply,
                              const ul_pattern_entry *entry, size_t n);

/* Adds a machine for every copy of an item, of the cheapest type that holds it. */
ul_status ul_exact_each_alone(const ul_exact_problem *problem, ul_exact_solution *solution);

/* The problem's type for a type of the instance, or for one that dominates it; UL_NONE when it
 * has none. */
size_t ul_exact_type_of(const ul_exact_problem *problem, uint32_t k);

/* Tasks that cost nothing go on free machines of their own; copies beyond an
 * item's number are left out. */
ul_status ul_exact_plan(const ul_packing *in, const ul_exact_problem *problem,
                        const ul_exact_solution *solution, ul_arena *arena,
                        ul_packing_plan **plan);

/* The same machines, each on the cheapest type that holds its tasks; where supply is
 * limited each on its own, or on the one that stands in for it. */
ul_status ul_exact_from_plan(const ul_packing_plan *plan, const ul_exact_problem *problem,
                             ul_arena *arena, ul_exact_solution *solution);

/* ---- parts of the problem: some copies of its items ---- */

/* A pattern of the part as the whole has its items: how many entries. */
size_t ul_exact_entries_of(const ul_exact_problem *part, const ul_pattern_pool *pool, size_t p,
                           ul_pattern_entry *entry);

/* The part's type for items of the whole's that are on a machine of a type of the whole: the
 * cheapest that holds them, or where supply is limited the same. UL_NONE: there is none. The other
 * way round, from a part to the whole, as well. */
size_t ul_exact_part_type(const ul_exact_problem *whole, size_t type, const ul_exact_problem *part,
                          const ul_pattern_entry *entry, size_t n);

/* Adds a solution of the part, as the whole has its items, to one of the whole. */
ul_status ul_exact_join(const ul_exact_problem *whole, const ul_exact_problem *part,
                        const ul_exact_solution *found, ul_arena *arena,
                        ul_exact_solution *joined);

/* What a pattern holds of the copies left, in `entry` and in the items of `origin` (NULL: its
 * own): how many entries. *times is then how often all of it is wanted, at least once and at
 * most as often as asked. */
size_t ul_exact_trim(const ul_pattern_pool *pool, size_t p, const uint32_t *origin,
                     const int64_t *left, ul_pattern_entry *entry, int64_t *times);
