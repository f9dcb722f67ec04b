/* Column generation with rows that count machines (pattern_lp.h): whether so many of each type have
 * room for all tasks.
 *
 * Such a row knows types alone. Its dual value makes machines cheaper or dearer, and the
 * pricing stays what it is: no pattern has to be enumerated before a case is split. A
 * machine may stand empty, so that no dual of a row is beyond a price. Where each family is priced by
 * itself (type_parts.h), a row may also count the copies of an item on one: its dual is part of what
 * the item is worth there.
 *
 * Of very many items the program would take minutes to solve; the linear relaxation, whose machines may
 * hold anything in parts, takes its place. Among so many tasks there are patterns that waste nothing.
 */
#pragma once

#include "benders.h"
#include "linear_relaxation.h"
#include "pattern_lp.h"
#include "price.h"

/* The types that are priced together. */
typedef struct {
    ul_exact_problem finer; /* the same at prices less duals of count rows */
    ul_exact_type *type;    /* of it */
    ul_pricer *pricer;
    double *value;          /* per item: on the pricer's scale of prices */
} ul_count_part;

enum { UL_COUNT_ROWS_MAX = 600 }; /* items: of more the linear relaxation is asked */

typedef struct {
    ul_pattern_lp *lp;
    ul_linear_relaxation *relaxed; /* NULL unless it is asked */
    ul_pattern_pool pool;   /* all that were generated */
    const ul_type_parts *parts;
    ul_count_part *part;
    double penalty;         /* to begin with */
} ul_count_master;

/* `penalty`, in units, is what a copy costs that has no machine; `columns` are patterns to begin
 * with. Rows are added to master->lp. */
ul_status ul_count_master_new(const ul_exact_problem *problem, const ul_type_parts *parts, ul_run *run,
                              const ul_pattern_pool *columns, double penalty, ul_arena *arena,
                              ul_count_master *master);
void ul_count_master_clear(ul_count_master *master); /* what the arena does not hold */

/* Generates columns until none improves the LP; each pricing is a cut. *solved is false when the time
 * was over. */
ul_status ul_count_master_solve(ul_count_master *master, ul_benders *benders, bool *solved);

/* Whether so many machines of each type, in parts or not, have room for all tasks in parts, with the
 * copies of items where the program's limits let them be: where they have not, the cuts of so many
 * rounds of pricing say so. `rule` is that of the first type, those of the others follow. */
ul_status ul_count_master_ask(ul_count_master *master, const double *machines, size_t rule,
                              size_t rounds, ul_benders *benders, bool *solved, bool *refuted);
