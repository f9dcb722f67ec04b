/* Rows of a master program beside the covering rows: what each counts, and its limit where
 * that holds everywhere.
 *
 * A cut has multipliers numerator(i) / denominator on the items' rows:
 *     sum ceil(sum_i u_i count(p, i)) x_p >= ceil(sum_i u_i copies(i)).
 * The others count machines, a weight for each type: all of them, or those that hold at
 * least the counts of every condition; or the copies of one item on machines of the types
 * weighed; or those of several, each share of them with a weight of its own.
 */
#pragma once

#include "exact_problem.h"
#include "pattern_pool.h"

typedef enum {
    UL_ROW_MACHINES,  /* branching: machines, with conditions or without */
    UL_ROW_COPIES,    /* branching: copies of `item` */
    UL_ROW_SUM,       /* branching: copies of the shares' items */
    UL_ROW_CUT,       /* at least `limit`: a rank-1 cut */
    UL_ROW_FAMILY,    /* at least `limit`: a family bound */
    UL_ROW_SUPPLY,    /* at most `limit`: the machines there are of a type */
    UL_ROW_DOMINANCE  /* at most `limit`: any more have room in one that costs no more */
} ul_row_kind;

/* Copies of an item on some types, from `first` to before `end`. */
typedef struct {
    uint32_t item;
    uint16_t first, end, weight;
} ul_row_share;

/* What a row counts; not owned by a program. */
typedef struct {
    ul_row_kind kind;
    uint32_t item;             /* copies; of a supply row its type */
    uint8_t denominator;       /* cuts */
    const uint8_t *numerator;  /* cuts: per item, below the denominator */
    const uint16_t *weight;    /* others: per type */
    const ul_pattern_entry *condition; /* machines: at least `count` of `item`, by item */
    size_t n_conditions;
    const ul_row_share *share; /* sums: by item, then by type */
    size_t n_shares;
    int64_t limit;             /* of every kind but branching: the right-hand side */
} ul_row_rule;

#define UL_ROW_FREE INT64_MAX

/* A limit as a linear program has it; `none` is infinite. */
static inline double ul_row_limit(int64_t limit, double none)
{
    return limit == UL_ROW_FREE ? none : (double)limit;
}

/* The limits that hold everywhere; UL_ROW_FREE where there is none. */
int64_t ul_row_low(const ul_row_rule *rule);
int64_t ul_row_high(const ul_row_rule *rule);

/* Whether its coefficient is the weight of the pattern's type, whatever the machine holds. */
static inline bool ul_row_knows_types(const ul_row_rule *rule)
{
    return rule->kind != UL_ROW_CUT && rule->kind != UL_ROW_COPIES && rule->kind != UL_ROW_SUM
           && rule->n_conditions == 0;
}

/* ceil(sum / d) of a sum that is not below zero. It is asked for so often that it matters that a
 * division by a number which the compiler knows is a multiplication. */
static inline int64_t ul_cut_rounded(int64_t sum, int d)
{
    switch (d) {
    case 2:
        return (sum + 1) / 2;
    case 3:
        return (sum + 2) / 3;
    case 4:
        return (sum + 3) / 4;
    case 5:
        return (sum + 4) / 5;
    default:
        return (sum + d - 1) / d;
    }
}

/* Coefficient of a pattern in a row. */
int64_t ul_row_coefficient(const ul_row_rule *rule, uint32_t type,
                           const ul_pattern_entry *entry, size_t n);
static inline int64_t ul_row_coefficient_of(const ul_row_rule *rule, const ul_pattern_pool *pool,
                                            size_t p)
{
    return ul_row_coefficient(rule, pool->pattern[p].type, ul_pattern_entries(pool, p),
                              pool->pattern[p].n);
}

/* Every rule made in a search, by id. */
typedef struct {
    const ul_exact_problem *problem;
    ul_arena *arena;
    const ul_row_rule **rule;
    size_t n, room;
} ul_row_rules;

/* Copies the rule and its arrays. */
ul_status ul_row_rules_add(ul_row_rules *rules, const ul_row_rule *rule, size_t *id);
