/* Grids: assignments that stand for several settings of a method's parameters.
 *
 *     alpha=0.8|1|1.2             any of these
 *     alpha=0.5..2 by 0.25        0.5, 0.75, ... 2: exact decimals of at most six places
 *     k=1..9                      of a whole number, by 1
 *     command=mine.py {1|2}       a text, as a command is, has them in braces
 *
 * The settings are the product of all, the last assignment changing fastest.
 */
#pragma once

#include "arena.h"
#include "param.h"

enum { UL_GRID_MAX = 1000 }; /* settings */

typedef struct {
    size_t n; /* settings */
    size_t n_set;
    const char *const **value; /* of each assignment what it may be, as NAME=VALUE */
    size_t *n_values;
} ul_grid;

/* Of a range of reals without 'by' `steps` values are taken, ends included, and of whole
 * numbers at most about as many; with 0 it is a fault. Names and values are not checked:
 * ul_param_read() does that. */
ul_status ul_grid_new(const ul_param *table, const char *const *set, size_t n_set, size_t steps,
                      ul_arena *arena, ul_grid *grid);

/* The index-th setting: n_set assignments. */
void ul_grid_setting(const ul_grid *grid, size_t index, const char **set);
