/* What a rule (bin_values.h) values machines at: a row for each shape of task, a column for
 * each state of a machine, which is its type and what is free on it.
 *
 * A rule is asked for a row at a time: for what is free somewhere and, as long as these are
 * few, for all that can become free by the tasks that came. So where sizes are whole numbers
 * it is asked about once a shape (FunSearch's Weibull sets: 80 times for 5,000 tasks), and
 * of later games not at all. O(1) to look up, expected.
 */
#pragma once

#include "arena.h"
#include "packing.h"

/* What the machines of one type are worth to a task. */
typedef struct {
    size_t n_resources;
    const double *item, *capacity; /* what the task takes on the type, and what that has */
    size_t n;
    const double *free; /* n rows of n_resources */
} ul_bin_question;

typedef struct {
    /* UL_E_STOPPED when the run has been ended. */
    ul_status (*values)(void *context, const ul_bin_question *ask, double *value);
    void *context;
} ul_bin_rule;

typedef enum { UL_BIN_UNKNOWN, UL_BIN_TOO_SMALL, UL_BIN_VALUED } ul_bin_knowledge;

typedef struct {
    /* By column; +infinity where it is unknown and -infinity where machines are too small, so
     * that one comparison passes over most. */
    double *value;
    unsigned char *is; /* ul_bin_knowledge */
    size_t room;
    const ul_micro *need; /* of each family */
} ul_bin_row;

typedef struct ul_bin_table ul_bin_table;

ul_status ul_bin_table_new(ul_arena *arena, ul_bin_table **table);

/* Before a game: what was said of machines of other types is forgotten. */
ul_status ul_bin_table_open(ul_bin_table *table, const ul_packing *in);

/* The column of machines like this; *n is how many columns there are. */
ul_status ul_bin_table_column(ul_bin_table *table, size_t type, const ul_micro *free,
                              size_t *column, size_t *n);
/* The row of a shape, with a place for every column; until the next call. */
ul_status ul_bin_table_row(ul_bin_table *table, size_t shape, ul_bin_row **row);
/* Asks for what the row does not know of a type, and says whether no value is NaN. */
ul_status ul_bin_table_ask(ul_bin_table *table, const ul_bin_rule *rule, size_t type, ul_bin_row *row,
                           bool *are_numbers);
