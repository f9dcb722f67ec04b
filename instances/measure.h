/* What a plan comes to beside its cost: a list of names and values that a kind gives and
 * that records, JSON, reports and tables hand on without knowing the kind.
 *
 * A name ends in its unit where it has one: mean_wait_s, machine_hours.
 */
#pragma once

/* ---- below: not for plugins ---- */

#include <stddef.h>

#include "status.h"

enum { UL_MEASURES_MAX = 64, UL_MEASURE_NAME = 64 };

typedef struct {
    char name[UL_MEASURE_NAME];
    double value;
} ul_measure;

typedef struct {
    size_t n;
    ul_measure item[UL_MEASURES_MAX];
} ul_measures;

/* Adds one; the name is made of a format, as a resource's name may be part of it. What is
 * no letter, digit, '-' or '.' of it becomes '_'. A value that is not finite is not
 * added: there is nothing to tell. One too many is an internal fault. */
ul_status ul_measures_add(ul_measures *list, double value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The value of this name; NULL when it is not in the list. */
const double *ul_measures_find(const ul_measures *list, const char *name);

/* The list as one text, "name=value;name=value", and back. */
enum { UL_MEASURES_TEXT = UL_MEASURES_MAX * (UL_MEASURE_NAME + 32) };
const char *ul_measures_text(const ul_measures *list, char text[UL_MEASURES_TEXT]);
ul_status ul_measures_parse(const char *text, ul_measures *list);
