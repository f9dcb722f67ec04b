/* The rows of a tree over machine counts: family bounds that are proved, dominance rows,
 * the steps of each family, and the machines of each type. A plan of the fewest machines
 * among those of a cost holds no machines that have room in one that costs no more: two of
 * half the size. That leaves few ways to make 43 steps of machines.
 */
#include "trees.h"

#include <string.h>

/* Machines of one or two types that are looked at together, and rows for them. */
enum { TOGETHER_MAX = 4, DOMINANCE_ROWS_MAX = 100 };

/* ---- dominance rows ---- */

/* Whether so many machines of two types have room in one that costs no more and is
 * there in any number, by what the instance says of them. */
static bool fit_in_one(const ul_packing *in, size_t a, int64_t of_a, size_t b, int64_t of_b)
{
    for (size_t k = 0; k < in->n_types; k++) {
        bool fits = in->type[k].family == in->type[a].family
                    && in->type[k].supply == UL_ANY_NUMBER
                    && in->type[k].price
                           <= (ul_cost)of_a * in->type[a].price + (ul_cost)of_b * in->type[b].price;
        for (size_t r = 0; r < in->n_resources && fits; r++)
            fits = (ul_cost)of_a * in->type[a].capacity[r]
                       + (ul_cost)of_b * in->type[b].capacity[r]
                   <= in->type[k].capacity[r];
        if (fits)
            return true;
    }
    return false;
}

/* Whether there are some of them that have. */
static bool some_fit_in_one(const ul_packing *in, size_t a, int64_t of_a, size_t b, int64_t of_b)
{
    for (int64_t x = 0; x <= of_a; x++)
        for (int64_t y = 0; y <= of_b; y++)
            if (x + y >= 2 && fit_in_one(in, a, x, b, y))
                return true;
    return false;
}

/* The most machines of two types together, or of one, of which none need be merged; 0 when
 * there is no such number below TOGETHER_MAX. */
static int64_t most_undominated(const ul_packing *in, size_t a, size_t b)
{
    for (int64_t n = 2; n <= TOGETHER_MAX; n++) {
        bool always = true;
        for (int64_t x = 0; x <= n && always; x++)
            if (a != b || x == n)
                always = some_fit_in_one(in, a, x, b, n - x);
        if (always)
            return n - 1;
    }
    return 0;
}

/* Whether no other type counts as this one. */
static bool stands_alone(const ul_packing *in, const ul_exact_problem *problem, size_t a)
{
    for (size_t k = 0; k < in->n_types; k++)
        if (problem->stand_in[k] == problem->type[a].k)
            return false;
    return true;
}

/* A dominance row of two types says something where it is less than those of each alone. */
static ul_status add_dominance_row(ul_tree *tree, const ul_packing *in, size_t a, size_t b)
{
    const ul_exact_problem *problem = tree->problem;
    const size_t first = problem->type[a].k, second = problem->type[b].k;
    if (problem->type[a].family != problem->type[b].family || !stands_alone(in, problem, a)
        || !stands_alone(in, problem, b))
        return UL_OK;
    const int64_t most = most_undominated(in, first, second);
    if (most == 0
        || (a != b && most >= most_undominated(in, first, first) + most_undominated(in, second, second)))
        return UL_OK;
    size_t id;
    uint16_t *weight;
    UL_ALLOC(tree->arena, weight, problem->n_types);
    weight[a] = weight[b] = 1;
    return ul_row_rules_add(&tree->rules,
                            &(ul_row_rule){.kind = UL_ROW_DOMINANCE, .weight = weight, .limit = most}, &id);
}

/* ---- counts ---- */

/* The steps of a family of several types. */
static ul_status add_family(ul_tree *tree, uint32_t family, uint16_t *weight)
{
    size_t id, counted = 0;
    if (!ul_exact_family_steps(tree->problem, family, weight))
        return UL_OK;
    for (size_t k = 0; k < tree->problem->n_types; k++)
        counted += weight[k] > 0;
    return counted < 2 ? UL_OK : ul_row_rules_add(&tree->rules, &(ul_row_rule){.weight = weight}, &id);
}

/* The steps of the machines of a family that are dearer than each of its types, where these have a larger
 * unit: so small machines are known once a family's steps are, as what larger ones leave. */
static ul_status add_larger(ul_tree *tree, size_t first, uint16_t *weight)
{
    const ul_exact_problem *problem = tree->problem;
    const uint32_t family = problem->type[first].family;
    uint16_t before = 1;
    if (!ul_exact_family_steps(problem, family, weight))
        return UL_OK;
    for (size_t k = first + 1; k < problem->n_types && problem->type[k].family == family; k++) {
        uint16_t common = 0, *larger;
        size_t id;
        UL_ALLOC(tree->arena, larger, problem->n_types);
        for (size_t j = first; j < problem->n_types; j++)
            if (weight[j] >= weight[k])
                common = (uint16_t)ul_micro_divisor(common, larger[j] = weight[j]);
        if (common <= before)
            continue;
        for (size_t j = first; j < problem->n_types; j++)
            larger[j] /= common;
        UL_TRY(ul_row_rules_add(&tree->rules, &(ul_row_rule){.weight = larger}, &id));
        before = common;
    }
    return UL_OK;
}

static bool has_family_row(const ul_tree *tree, size_t type)
{
    for (size_t q = 0; q < tree->n_given; q++)
        if (tree->given_row[q].kind == UL_ROW_FAMILY && tree->given_row[q].weight[type] > 0)
            return true;
    return false;
}

ul_status ul_count_rules(ul_tree *tree, const ul_packing *in)
{
    const ul_exact_problem *problem = tree->problem;
    uint16_t *weight;
    size_t id;
    UL_ALLOC(tree->arena, weight, problem->n_types);
    for (size_t a = 0; a < problem->n_types; a++)
        for (size_t b = a; b < problem->n_types
                           && tree->rules.n < tree->n_given + DOMINANCE_ROWS_MAX; b++)
            UL_TRY(add_dominance_row(tree, in, a, b));
    for (size_t k = 0; k < problem->n_types; k++)
        if (ul_exact_first_of_family(problem, k) == k && !has_family_row(tree, k))
            UL_TRY(add_family(tree, problem->type[k].family, weight));
    for (size_t k = 0; k < problem->n_types; k++)
        if (ul_exact_first_of_family(problem, k) == k)
            UL_TRY(add_larger(tree, k, weight));
    memset(weight, 0, problem->n_types * sizeof *weight);
    for (size_t k = 0; k < problem->n_types; k++) {
        weight[k] = 1;
        UL_TRY(ul_row_rules_add(&tree->rules, &(ul_row_rule){.weight = weight}, &id));
        weight[k] = 0;
    }
    return UL_OK;
}

ul_status ul_copies_rules(ul_tree *tree, const ul_type_parts *parts)
{
    const ul_exact_problem *problem = tree->problem;
    uint16_t *weight;
    size_t id;
    UL_ALLOC(tree->arena, weight, problem->n_types);
    for (size_t i = 0; i < problem->n_items; i++)
        for (size_t f = 0; f < parts->n; f++) {
            if (parts->choice[f * problem->n_items + i] == UL_NONE)
                continue;
            for (size_t k = 0; k < problem->n_types; k++)
                weight[k] = k >= parts->first[f] && k < parts->first[f + 1];
            UL_TRY(ul_row_rules_add(&tree->rules, &(ul_row_rule){.kind = UL_ROW_COPIES, .item = (uint32_t)i,
                                                                 .weight = weight}, &id));
        }
    return UL_OK;
}
