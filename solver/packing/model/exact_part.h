/* A part of the problem, some copies of its items, with what the whole knows already; and
 * the way back.
 */
#ifndef UL_EXACT_PART_H
#define UL_EXACT_PART_H

#include "master.h"

/* Makes columns of the part's master program: the patterns that hold no more than these
 * copies of the whole's items, by which the part was cut, and each item alone. */
ul_status ul_master_seed_columns(const ul_exact_problem *whole, const ul_pattern_pool *columns,
                        const int64_t *copies, ul_arena *arena, ul_master *master);

/* A pattern of the part as the whole has its items: how many entries. */
size_t ul_exact_entries_of(const ul_exact_problem *part, const ul_pattern_pool *pool, size_t p,
                           ul_pattern_entry *entry);

/* Adds a solution of the part, as the whole has its items, to one of the whole. */
ul_status ul_exact_join(const ul_exact_problem *whole, const ul_exact_problem *part,
                        const ul_exact_solution *found, ul_arena *arena,
                        ul_exact_solution *joined);

/* What a pattern holds of the copies left, in `entry` and in the items of `origin` (NULL: its
 * own): how many entries. *times is then how often all of it is wanted, at least once and at
 * most as often as asked. */
size_t ul_exact_trim(const ul_pattern_pool *pool, size_t p, const uint32_t *origin,
                     const int64_t *left, ul_pattern_entry *entry, int64_t *times);

/* What a column that the master program has in part counts for when one is to be bought: the
 * part, by chance up to `shake` more, and what its dearest item is worth, since large items
 * are the harder to place later. */
double ul_branching_score(const ul_master *master, size_t p, double part, double noise);

#endif
