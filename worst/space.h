/* A space: the instances of one problem kind among which a method's worst is
 * sought, written down as whole numbers (genome.h).
 *
 * A space lays the numbers out, and writes them as an instance file. The search
 * reads that text like any file, so every rule of the format is checked by the
 * reader, and numbers that make no instance are simply no candidates.
 */
#pragma once

#include "genome.h"
#include "instance.h"
#include "output.h"

typedef struct {
    size_t records;          /* most tasks, intervals or machine types */
    size_t types;            /* machine types or lease classes that may change; 0: the space's own */
    size_t resources;
    int32_t grid;            /* numbers go from 0 to this */
    int32_t copies;          /* of one task at most */
    bool runtimes;           /* tasks have run times too */
    bool families;           /* a task asks for something else of each machine family */
    int32_t price_low, price_high; /* of what is free, as the space counts it; 0: its own */
    bool falling;            /* no type costs more a unit than a smaller one */
    const ul_instance *start; /* of this kind, or NULL: where the search begins */
} ul_space_options;

typedef struct ul_space_plan ul_space_plan; /* what open() worked out */

typedef struct {
    const ul_kind *kind;
    const char *reference; /* the method that proves optima of this kind */
    const char *record;    /* what a record is called: "task" */
    ul_status (*open)(const ul_space_options *options, ul_arena *arena, ul_layout *layout,
                      ul_space_plan **plan);
    /* Numbers of the start instance, which is there. */
    ul_status (*encode)(const ul_space_plan *plan, const ul_layout *layout, ul_genome *genome);
    /* A start that theory knows to be bad; `which` counts from 0. False: there is no such. */
    bool (*structured)(const ul_space_plan *plan, const ul_layout *layout, size_t which,
                       ul_genome *genome);
    /* Whether the numbers keep what the options ask for; NULL: always. */
    bool (*allows)(const ul_space_plan *plan, const ul_layout *layout, const ul_genome *genome);
    /* Writes the records behind ullage,1,KIND and name,NAME. */
    void (*write)(const ul_space_plan *plan, const ul_layout *layout, const ul_genome *genome,
                  ul_output *out);
    /* The optimum of an instance that is small enough, faster than the reference; NULL or
     * false: ask the reference. What is kept is proved by the reference all the same. */
    bool (*optimum)(const ul_instance *instance, ul_cost *optimum);
    /* Dollars of the method's plan that are hardly spent: counted off its cost they tell
     * apart instances of equal value, by how near the plan is to costing more. NULL: none. */
    double (*slack)(const ul_instance *instance, const void *plan);
    /* The same instance on a coarser grid, for readers; false: it has no grid. */
    bool (*coarsen)(const ul_space_plan *plan, const ul_layout *layout, const ul_genome *from,
                    int32_t grid, ul_genome *to);
} ul_space;

extern const ul_space *const ul_spaces[]; /* ends with NULL; made from spaces.def */

/* NULL when the kind has none. */
const ul_space *ul_space_of(const ul_kind *kind);
