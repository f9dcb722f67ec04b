/* A packing certificate as it was read. */
#pragma once

#include "patterns.h"

/* What a row counts of an item: its copies, weighted by the type they are on. */
typedef struct {
    size_t item;
    int64_t *weight; /* per type */
} check_share;

/* A row: a rank-1 cut of the items' covering rows, a count of the copies of some items, or a
 * count of machines; a floor is a count that every plan reaches, a supply one that no plan
 * exceeds, a dominance row one that a plan of the fewest machines does not exceed. */
typedef struct {
    bool known, is_cut, is_floor, is_supply, is_merger;
    int64_t least;          /* floors */
    int64_t supply;         /* supplies: as the instance has it; dominance rows: as verified */
    int64_t rebate;         /* floors: off a machine's price for each of its weight */
    int64_t denominator;
    int64_t *numerator;     /* cuts: per item */
    int64_t *weight;        /* counts of machines: per type */
    check_entry *condition; /* counts of machines: those that hold at least these */
    size_t n_conditions;
    check_share *share;     /* counts of copies: one for each of their items */
    size_t n_shares, share_room;
    check_index *coefficient;  /* per pattern of the pool; NULL until asked for */
    size_t used_at;         /* line of the last branch, filter or leaf that names it; 0: none */
} check_rule;

/* Values of items and rows on a scale. */
typedef struct {
    check_row place;  /* of its first record, for messages */
    int64_t scale;
    int64_t *value;   /* per item */
    size_t n_uses, use_room;
    struct use {
        size_t id;
        int64_t value;
    } *use;
} check_proof;

/* A node in the order of the file: a branching, or a leaf with its proof. */
typedef struct {
    check_row place;
    bool is_leaf;
    size_t id;      /* branchings: at most `limit` first, then at least one more */
    int64_t limit;
    check_proof proof;
} check_node;

/* No plan for the items spoken of costs less than `units`, machines priced like
 * this: the whole certificate, or a floor with its weights for prices. */
typedef struct {
    check_row place;
    check_wide *price; /* per type, in units */
    check_wide units;
    check_wide most;   /* what a plan that costs less than `units` costs at most */
    int64_t *fee;      /* per type: on top of its price at the root; NULL: none */
    bool *active;      /* items that it speaks of */
    check_root root;
    bool has_root;
    check_proof shell; /* of the root's values: no scale, so no rows */
    check_rule *rule;
    size_t n_rules, rule_room;
    check_proof *filter;
    size_t n_filters, filter_room;
    check_node *node;
    size_t n_nodes, node_room;
    check_pool pool;
} check_claim;

/* A branching on the path to a node: at most `limit`, or at least. */
typedef struct {
    size_t id;
    bool upper;
    int64_t limit;
} check_turn;

typedef struct {
    check *c;
    const check_packing *p;
    check_items items;
    const check_file *instance;
    bool bound_to, ended;
    check_wide bound; /* millionths */
    bool has_bound;
    bool by_steps;      /* the bound is by steps of machines and the floors, without a root */
    bool by_cases;      /* the bound is by a tree whose leaves are priced, without a root */
    bool by_selections; /* the bound is by a look at every selection of tasks, without a root */
    check_claim whole;
    check_claim *floor;
    size_t n_floors, floor_room;
    check_claim *now;   /* what the records that follow belong to */
    check_proof *open;  /* takes the value and use records that follow; NULL: none may */
} check_certificate;

/* Reads a certificate from its second record on; its instance is read. */
void check_certificate_read(check_certificate *z, check_file *file);

/* What all copies of the items are worth. */
check_wide check_worth_of_items(const check_certificate *z, const int64_t *value);

/* What all tasks and rows are worth at a node; false, with a violation reported, when a row
 * is used as it may not be. */
bool check_total_of(check_certificate *z, const check_claim *m, const check_proof *one,
                    const check_turn *path, size_t depth, check_wide *total);

/* Refuses a certificate by cases where they cannot be told apart by types alone. */
void check_cases_allow(check_certificate *z, const char *name);

/* Whether no plan of this case costs less than the bound; if not, a violation is
 * reported. */
bool check_case(check_certificate *z, const check_claim *m, const check_proof *one,
                const check_turn *path, size_t depth);

/* The largest sum below `units` that prices above zero can make: what machines
 * cost together. units - 1 where there are too many sums to try. */
check_wide check_sum_below(check *c, size_t n, const check_wide *price, check_wide units);

/* Whether steps of machines that cost at most `budget` millionths have room for all
 * tasks and reach the floors of the claim. */
bool check_steps_reach(check *c, const check_items *items, const check_claim *whole,
                       check_wide budget);

/* The least cost, in millionths, of a plan for all tasks; refuses the certificate
 * where there are too many selections of tasks to try. */
check_wide check_selections_cost(check *c, const check_items *items);

/* Whether any `limit` + 1 machines of the types with a weight have some among them that have
 * room in one machine that costs no more: a plan of the fewest machines has at most
 * `limit`. */
bool check_merges(check *c, const check_packing *p, const int64_t *weight, int64_t limit);

/* Whether machines that cost at most `budget` together, each worth at most what its
 * type is, can be worth `wanted`. */
bool check_counts_reach(check *c, size_t n, const check_wide *price, const check_wide *dual_value,
                        check_wide wanted, check_wide budget);
