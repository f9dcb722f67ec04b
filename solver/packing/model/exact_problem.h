/* The packing problem as the exact engine sees it: small whole numbers.
 *
 * One item for each shape, with the number of its copies; types that cost
 * nothing are gone, and the items they hold with them; prices are whole
 * multiples of their greatest common divisor (the objective's lattice).
 * Families on which every item has the same demand form one group: one pricing
 * problem answers for all types of a group. Within a group each resource is
 * divided by the gcd of the demands, capacities are cut down to what the items
 * could use, all together or when another resource is full, and resources that never bind are
 * dropped. A type at most as large and at least as dear as another of its group is dropped too.
 *
 * Where the supply of a type is limited the unit is finer, so that what a supply is worth
 * can be told in whole units, and free types with a supply stay, at the price of one unit.
 * A limited type stands in for no other.
 *
 * O(types^2 * resources + groups * items * resources^2).
 */
#pragma once

#include "arena.h"
#include "packing.h"

#define UL_EXACT_ANY INT64_MAX

/* Units in the common divisor of all prices where supply is limited. */
#define UL_EXACT_FINE 1000

typedef struct {
    uint32_t k;              /* the instance's type */
    uint32_t group, family;
    int64_t price;           /* in units */
    const int64_t *capacity; /* one per dimension of the group */
    int64_t supply;          /* machines to be had, or UL_EXACT_ANY */
} ul_exact_type;

typedef struct {
    size_t n_dims;
    const int64_t *weight;  /* items x dimensions */
    const int64_t *largest; /* per dimension: the largest capacity of the group's types */
    const bool *fits;       /* per item: whether some type of the group holds one */
    size_t first_type, n_types; /* types are sorted by group, then by family */
} ul_exact_group;

typedef struct {
    size_t n_items, n_types, n_groups;
    const uint32_t *origin;  /* item -> item of the problem this was cut from, or shape */
    const int64_t *copies;
    const ul_exact_type *type;
    const ul_exact_group *group;
    bool is_limited;         /* the supply of some type was, of the whole */
    uint32_t *stand_in;      /* instance type -> one that dominates it, or UINT32_MAX */
    ul_cost unit;            /* of price, in 10^-12 dollars */
} ul_exact_problem;

/* Prices above this many units are refused by ul_exact_problem_new (*fit false):
 * sums over a plan must stay far inside 64 bits. */
#define UL_EXACT_PRICE_MAX ((int64_t)1 << 40)

ul_status ul_exact_problem_new(const ul_packing *in, ul_arena *arena, ul_exact_problem *problem,
                               bool *fit);

/* The same problem with other numbers of copies; items with none are left out
 * and everything shrinks accordingly. Prices of the types that remain must be multiples
 * of `price_unit`, which becomes their unit. */
ul_status ul_exact_problem_cut(const ul_exact_problem *whole, const int64_t *copies,
                               int64_t price_unit, ul_arena *arena, ul_exact_problem *part);

/* What is left of it: these copies, and so many machines of each type. */
ul_status ul_exact_problem_rest(const ul_exact_problem *problem, const int64_t *copies,
                                const int64_t *supply, ul_arena *arena, ul_exact_problem *part);

/* A type that holds a shape, costs nothing and is there in any number; UL_NONE when
 * there is none. */
size_t ul_exact_free_type(const ul_packing *in, size_t shape);

/* How many copies of an item, at most so many, have room. */
static inline int64_t ul_exact_fitting(const ul_exact_group *group, size_t item, const int64_t *room,
                                       int64_t most)
{
    const int64_t *weight = group->weight + item * group->n_dims;
    for (size_t d = 0; d < group->n_dims; d++)
        if (weight[d] > 0 && room[d] / weight[d] < most)
            most = room[d] / weight[d];
    return most;
}

/* How many copies of an item one machine of a type may hold: at most its copies. */
int64_t ul_exact_most(const ul_exact_problem *problem, size_t type, size_t item);

/* What there is of each type. */
void ul_exact_supply(const ul_exact_problem *problem, int64_t *supply);

/* Whether all machines cost the same and are there in any number: a plan is then as good as it
 * has few. */
bool ul_exact_has_one_price(const ul_exact_problem *problem);

/* What all prices of a family are multiples of, in units. */
int64_t ul_exact_family_unit(const ul_exact_problem *problem, uint32_t family);

/* What a family's types cost in these, for weights of a row, which are 0 of other types; false
 * where one is too large. */
bool ul_exact_family_steps(const ul_exact_problem *problem, uint32_t family, uint16_t *steps);

/* The first type of the family of type k. */
size_t ul_exact_first_of_family(const ul_exact_problem *problem, size_t k);

/* The largest sum below `cost` of prices of the problem's types, or of all types
 * of the instance that cost something; cost - 1 where there are too many sums to
 * try, -1 when nothing is below. */
int64_t ul_price_sum_below(const ul_exact_problem *problem, int64_t cost);
int64_t ul_price_sum_below_of_all(const ul_packing *in, const ul_exact_problem *problem,
                                  int64_t cost);
