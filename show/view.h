/* How instances and plans of a kind are shown: on the terminal, as a picture,
 * as JSON. One view per kind, listed in views.def.
 */
#pragma once

#include "amount.h"
#include "instance.h"
#include "names.h"
#include "output.h"

typedef struct {
    const ul_kind *kind;
    /* The instance at a glance. */
    ul_status (*show)(const void *data, ul_output *out);
    /* One line on a plan ("3 machines: 2 it1, 1 it3"), without line end. */
    ul_status (*brief)(const void *plan, ul_output *out);
    /* A few lines more on a plan, after the one above; NULL when that says it all. */
    ul_status (*detail)(const void *plan, ul_output *out);
    /* Draws a plan as SVG; NULL when there is no picture of this kind yet. What is
     * named alike has the same colour in all pictures drawn with the same `colours`
     * (NULL: a picture by itself). */
    ul_status (*draw)(const void *plan, const char *method, ul_names *colours, ul_output *out);
    /* Plans as the tiers of one service; NULL where that means nothing. */
    ul_status (*tiers)(const void *const *plan, size_t n, ul_output *out);
    /* What the kind adds to the JSON of a result: `name` and the value's writer. */
    const char *json_name;
    ul_status (*json)(const void *plan, ul_output *out);
} ul_view;

/* The view of a kind; NULL when it has none. */
const ul_view *ul_view_of(const ul_kind *kind);
