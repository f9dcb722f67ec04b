/* What the files of the pricing table share: the table itself. */
#pragma once

#include "price_table.h"

typedef struct {
    uint32_t item;
    int64_t count;
    size_t offset;     /* of the weight, in states */
    size_t last;       /* weight in the last dimension */
    size_t rows;       /* of the others, in rows */
    int64_t *weight;
} ul_price_part;

typedef struct {
    size_t part, type;
    int64_t reduced_cost; /* price - value, in value units: negative when worth having */
} ul_price_found;

struct ul_price_table {
    const ul_exact_problem *problem;
    const ul_exact_group *group;
    ul_run *run;
    size_t states, row; /* row: states of the last dimension */
    size_t row_bytes, part_bytes; /* of decisions: a bit a state */
    size_t *stride;
    ul_price_part *part;
    int64_t *weight;    /* of the parts */
    size_t n_parts;
    size_t *order;      /* of the parts that are worth something, this time */
    size_t *at_type;    /* state of each type's capacity */
    int32_t *best;
    int64_t *coordinate;
    uint8_t *took;
    ul_price_found *by_part, *by_type;
    ul_pattern_entry *entry; /* of the pattern being read back */
};

/* best[] after each item that fits the group, from nothing on, in wider numbers. */
typedef struct ul_price_stages {
    ul_price_table *table;
    size_t n;       /* items */
    const bool *last; /* per item: whether it comes behind those that are not; NULL: by index */
    uint32_t *item;
    int64_t *best;  /* (n + 1) x states */
} ul_price_stages;

/* Room for them; false when it would be more than `most` numbers, or there is no memory. */
bool ul_price_stages_open(ul_price_stages *stages, ul_price_table *table, size_t most, ul_arena *arena);
/* False when the time is over. */
bool ul_price_stages_fill(ul_price_stages *stages, const int64_t *value);
/* What is best in a state of the items before a stage, as they were filled: how many entries. */
size_t ul_price_stages_read(const ul_price_stages *stages, const int64_t *value, size_t stage,
                            size_t at, ul_pattern_entry *entry);

/* A walk through the stages from the last back, which decides how many of each item a pattern holds:
 * none first, then one more as long as the table says that its value can still reach `least`. It
 * does not call itself, since items may be more than a stack is deep. */
typedef struct ul_price_walk {
    ul_price_stages of;
    const int64_t *value;
    size_t first;            /* stages before it are not decided */
    ul_pattern_entry *entry; /* of the items decided, by descending stage; room for all items and one */
    size_t n_entries;
    size_t type;
    int64_t room[UL_RESOURCES_MAX];
    size_t at;               /* the state of the room */
    int64_t dual_value;      /* of the entries */
    int64_t least;           /* value of a pattern that is wanted */
    uint64_t steps;          /* left */
    bool stopped;            /* out of steps or time, or because `keep` says so */
    /* What is taken back of the value of so many more of an item; NULL: nothing. */
    int64_t (*taken_back)(void *context, uint32_t item, int64_t change);
    ul_status (*keep)(void *context); /* all items are decided */
    void *context;
} ul_price_walk;

ul_status ul_price_walk_type(ul_price_walk *walk, size_t type);

/* Of an item's weight, in states. */
size_t ul_price_table_offset(const ul_price_table *table, uint32_t item);

/* A walk over rows, the states of the last dimension: where the last begins, and then the row before
 * in which the part fits in all other dimensions; false at the end. */
size_t ul_price_table_last_row(const ul_price_table *table);
bool ul_price_table_row_before(const ul_price_table *table, const ul_price_part *one, size_t *at);
