/* A part of the problem, some copies of its items, with what the whole knows already; and
 * the way back.
 */
#ifndef UL_EXACT_PART_H
#define UL_EXACT_PART_H

#include "exact_solution.h"

/* A pattern of the part as the whole has its items: how many entries. */
size_t ul_exact_entries_of(const ul_exact_problem *part, const ul_pattern_pool *pool, size_t p,
                           ul_pattern_entry *entry);

/* The part's type for items of the whole's that are on a machine of a type of the whole: the
 * cheapest that holds them, or where supply is limited the same. UL_NONE: there is none. */
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

#endif
