/* Named parameters with defaults, limits and a line of help: one table drives
 * --set, the lists, the records and the documentation.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

typedef enum {
    UL_PARAM_CHOICE, /* one of choices, separated by '|' */
    UL_PARAM_WHOLE,  /* whole number in low .. high */
    UL_PARAM_REAL,   /* number in low .. high */
    UL_PARAM_TEXT    /* has choices in it, where there are any */
} ul_param_form;

typedef struct {
    const char *name;
    const char *preset; /* the default, as a user would type it */
    const char *brief;
    ul_param_form form;
    const char *choices;
    double low, high;
} ul_param;

/* Rows of such a table. */
#define UL_TEXT(name, preset, brief) {name, preset, brief, UL_PARAM_TEXT, NULL, 0, 0}
#define UL_COUNT(name, preset, brief, low, high) {name, preset, brief, UL_PARAM_WHOLE, NULL, low, high}
#define UL_REAL(name, preset, brief, low, high) {name, preset, brief, UL_PARAM_REAL, NULL, low, high}
#define UL_CHOICE(name, preset, brief, list) {name, preset, brief, UL_PARAM_CHOICE, list, 0, 0}

/* ---- below: not for plugins ---- */

typedef struct {
    const char *owner; /* in faults: "method 'ffd'" */
    const ul_param *param;
    char **value; /* one per parameter */
    size_t n;
    char *text; /* "name=value name=value" */
} ul_param_values;

/* Each parameter is given once: of two values nobody knows which was meant. */
ul_status ul_param_check_once(const char *const *set, size_t n);

/* The table (ends with a NULL name; NULL is empty) with the user's "name=value"
 * assignments applied. Clear the values afterwards, fault or not. */
ul_status ul_param_read(const char *owner, const ul_param *table, const char *const *set,
                        size_t n_set, ul_param_values *values);
void ul_param_clear(ul_param_values *values);

const char *ul_param_text(const ul_param_values *values, const char *name);
bool ul_param_is(const ul_param_values *values, const char *name, const char *value);
double ul_param_number(const ul_param_values *values, const char *name);
