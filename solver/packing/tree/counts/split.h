/* What the files of the tree over machine counts (count_tree.c) share: what is known of it, the plans on
 * the machines of a node (count_plans.c), and what a node is branched on (count_branch.c).
 */
#pragma once

#include "count_master.h"
#include "tree_driver.h"

enum { UL_SPLIT_FAMILIES, UL_SPLIT_SMALL, UL_SPLIT_LARGE }; /* in this order counts are made whole */

typedef struct ul_split_machines ul_split_machines;

typedef struct {
    ul_tree *tree;
    ul_count_master master; /* without a program where resources alone are asked */
    ul_benders benders;
    ul_type_parts parts; /* one, or the families: it is then branched on where tasks go, too */
    size_t first_type;  /* the rule of the first type: those of the others follow */
    size_t first_copies; /* the rule of the first choice: one for each follows */
    size_t end_copies;   /* from here on rules are of sums */
    bool *settles;      /* per rule: whether it says what a node has of each resource */
    int64_t *settled;   /* per rule: what it was where a resource was spared */
    double *size;       /* per choice: what the item needs of the largest machine, over all resources */
    bool *large;        /* per type */
    bool *on_small;     /* per choice: whether the part is a small type */
    ul_split_machines *tried;      /* machines on which no plan was found */
    int64_t *machines;  /* per type, of the node */
    int64_t *best;      /* as good or better: those on which a plan is looked for */
    int64_t *asked;     /* per type, for a moment */
    double *given;      /* per type: those that are asked about */
    size_t spared, spared_d; /* the part and the resource that is spared */
    bool sparing;       /* a resource, in the node that was solved last */
    size_t patience;    /* for a search on machines that are known */
    size_t failures;    /* of these, since the bound of the tree rose */
    int64_t failed_at;
    bool has_room;      /* the machines of the node, by the linear program of patterns */
    bool stuck;         /* the program of the node was not solved */
} ul_split;

/* ---- plans on the machines of a node ---- */

/* Reads the machines where all counts are whole. By size it is enough that those of
 * families and small types are: what large machines of a family hold, fewer and larger ones do, too. */
bool ul_split_read_machines(ul_split *s, int64_t *machines);

/* The machines on which a plan is looked for: small ones, too, are merged. */
void ul_split_merge(ul_split *s);

/* Whether a plan was looked for on these. */
bool ul_split_is_tried(const ul_split *s);

/* Looks for a plan on these machines or, where none is found, on one more: a small one, then larger ones,
 * so that what is known of plans is soon near to what is known of machines. */
ul_status ul_split_try_machines(ul_split *s);

/* Where that was done it is done once more, in a node that has the same machines: longer, and the more
 * seldom the longer it takes. */
ul_status ul_split_try_again(ul_split *s, size_t node);

/* ---- what a node is branched on ---- */

/* What the program knows of its rules and choices; before the first node. */
ul_status ul_split_prepare(ul_split *s);

/* Whether the limits of a node leave one number of each small machine and of each family's steps. */
bool ul_split_is_settled(const ul_split *s, size_t node);

/* The first rule of these passes with a count of machines that is not whole. */
bool ul_split_find_fraction(const ul_split *s, int first, int last, size_t *rule, int64_t *whole);

/* The copies of an item that are divided between parts, on which most depends; of those on small machines
 * alone with `small`. */
bool ul_split_find_divided(const ul_split *s, size_t node, bool small, size_t *rule, int64_t *whole);

/* A sum of choices that is not whole in the node's solution and both sides of which say most, as a new rule;
 * *found is false, and the rule as it was, where none has a better score than this. */
ul_status ul_split_find_sum(ul_split *s, double better_than, size_t *rule, int64_t *whole, bool *found);

/* The objective is cost alone, but for nodes with the machines of the last one where a resource was
 * spared. Before a node is bounded. */
ul_status ul_split_set_objective(ul_split *s);

/* The step of the tree's driver. */
ul_status ul_split_branch(void *context, size_t node, size_t *rule, int64_t *whole,
                          ul_node_verdict *verdict);
