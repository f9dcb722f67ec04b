/* Which types of a problem are priced together: all of them, or those of each family by themselves.
 * A task that several parts hold has a choice, which a tree may branch on.
 */
#pragma once

#include "exact_problem.h"

enum { UL_PARTS_MAX = 8 };

typedef struct {
    size_t n;
    size_t first[UL_PARTS_MAX + 1]; /* per part: its first type; after the last, as many as there are */
    bool *holds;    /* part x item: whether some type of the part has room for one */
    size_t *choice; /* part x item: which of the choices that is; UL_NONE where no other holds it */
    size_t n_choices;
} ul_type_parts;

/* The families are one part where there are more than UL_PARTS_MAX. */
ul_status ul_type_parts_new(const ul_exact_problem *problem, bool by_family, ul_arena *arena,
                            ul_type_parts *parts);

/* The problem of one part: a group of its types; the others stay, and nobody prices them. */
ul_status ul_type_parts_cut(const ul_exact_problem *problem, const ul_type_parts *parts, size_t part,
                            ul_arena *arena, ul_exact_problem *result);
