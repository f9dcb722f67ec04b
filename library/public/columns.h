/* Arrays with names, in which plans leave the library and come into it.
 *
 * Those that are given live in the list's arena; those that are taken are the caller's.
 */
#pragma once

#include "arena.h"
#include "ullage.h"

typedef struct {
    ul_arena *arena; /* of a list that is filled */
    ul_array *column; /* of a list that is taken, never written */
    size_t n, room;
} ul_columns;

/* Adds n whole numbers of 1/unit, to be filled in. */
ul_status ul_columns_add(ul_columns *list, const char *name, size_t n, int64_t unit,
                         int64_t **number);
/* Adds n texts, to be filled in. */
ul_status ul_columns_add_text(ul_columns *list, const char *name, size_t n, const char ***text);

/* NULL when there is none of this name. */
const ul_array *ul_columns_find(const ul_columns *list, const char *name);

/* The numbers of a column that must be there with n of them (UL_NONE: any number, and
 * *n is it), each from 0 to `most`; where `optional`, it may be missing: NULL. */
typedef struct {
    const char *name;
    int64_t unit;
    int64_t most;
    bool is_optional;
} ul_column_wanted;
ul_status ul_columns_take(const ul_columns *list, const ul_column_wanted *wanted, size_t *n,
                          const int64_t **number);

/* How a kind's plans become columns and back: one for each line of plan_arrays.def. */
typedef struct {
    ul_status (*give)(const void *plan, ul_columns *to);
    /* The names of the instance that the numbers of a plan point into. */
    ul_status (*names)(const void *data, ul_columns *to);
    ul_status (*take)(const void *data, const ul_columns *from, ul_arena *arena, void **plan);
} ul_plan_arrays;
