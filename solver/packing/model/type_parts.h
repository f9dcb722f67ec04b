/* Which types of a problem are priced together: all of them, or the large ones of each family, and each
 * small one by itself. A task that several parts hold has a choice, which a tree may branch on.
 *
 * A type is large if it holds as much as an item needs on average, of everything: large machines of a
 * family are filled as one would be, to the last core. On a small one there is room for a few of
 * the tasks, and what these leave of it is lost.
 */
#pragma once

#include "exact_problem.h"

enum { UL_PARTS_MAX = 32 };

typedef enum { UL_BY_SIZE, UL_BY_FAMILY, UL_TOGETHER } ul_type_division; /* from the finest on */

typedef struct {
    size_t n;
    size_t first[UL_PARTS_MAX + 1]; /* per part: its first type; after the last, as many as there are */
    bool *holds;    /* part x item: whether some type of the part has room for one */
    size_t *choice; /* part x item: which of the choices that is; UL_NONE where no other holds it */
    size_t n_choices;
    bool by_size;   /* small types are parts of their own */
} ul_type_parts;

bool ul_type_is_large(const ul_exact_problem *problem, size_t k);

/* A division of more than UL_PARTS_MAX parts is not made: the next coarser one is. */
ul_status ul_type_parts_new(const ul_exact_problem *problem, ul_type_division by, ul_arena *arena,
                            ul_type_parts *parts);

/* The problem of one part: a group of its types; the others stay, and nobody prices them. */
ul_status ul_type_parts_cut(const ul_exact_problem *problem, const ul_type_parts *parts, size_t part,
                            ul_arena *arena, ul_exact_problem *result);
