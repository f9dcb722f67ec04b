/* The machines of a node of the tree over machine counts, and plans on them. */
#include "split.h"

#include <math.h>
#include <string.h>

#include "fit_on_machines.h"

enum {
    FAILURES_MAX = 8,  /* of fitting, at one bound: more of it is for the next turn, which is more patient */
    FAR = 10000,       /* a plan that costs a part of it too much is far from the machines known */
    FIRST_SHARE = 64,  /* of what a plan may cost more, for one machine more */
    FEWER = 3,         /* machines of a type than there may be, where large ones are made whole */
    WAYS_MAX = 16,     /* to make the large machines of a family whole */
    NODES_A_TRY = 128, /* of the tree, which take as long as a search for a plan */
    ITEMS_A_TRY = 100  /* of more items pricing takes longer and a search does not: there are more of them */
};

struct ul_split_machines {
    ul_split_machines *before;
    size_t tries;      /* so many searches for a plan there were */
    size_t nodes;      /* with these machines since the last one */
    int64_t *machines; /* of the node */
    int64_t *best;     /* as they were merged */
};

/* ---- which machines ---- */

/* Whether some large machines of type k's family, of this size or more, have room in one that costs no
 * more. */
static bool is_dominated(const ul_split *s, size_t k, const int64_t *machines)
{
    const ul_exact_problem *problem = s->tree->problem;
    for (size_t q = 0; q < s->first_type; q++) {
        const ul_row_rule *rule = s->tree->rules.rule[q];
        int64_t sum = 0;
        if (rule->kind != UL_ROW_DOMINANCE)
            continue;
        for (size_t j = k; j < problem->n_types && problem->type[j].family == problem->type[k].family; j++)
            sum += s->large[j] ? rule->weight[j] * machines[j] : 0;
        if (sum > rule->limit)
            return true;
    }
    return false;
}

/* Machines of type k's family and up to its size, large ones or all, which cost so many units: as
 * large as can be or, with `ways`, in one of the ways in which none need be merged: so many others
 * come before. */
static bool fill_units(const ul_split *s, size_t k, bool large, int64_t units, int64_t *machines, size_t *ways)
{
    const ul_exact_problem *problem = s->tree->problem;
    const int64_t price = problem->type[k].price, most = units / price;
    const bool last = k == 0 || problem->type[k - 1].family != problem->type[k].family
                      || (large && !s->large[k - 1]);
    for (machines[k] = most < problem->type[k].supply ? most : problem->type[k].supply; machines[k] >= 0;
         machines[k]--) {
        const int64_t left = units - machines[k] * price;
        if (ways != NULL && is_dominated(s, k, machines))
            continue;
        if (last ? left == 0 && (ways == NULL || (*ways)-- == 0)
                 : fill_units(s, k - 1, large, left, machines, ways))
            return true;
        if (last || machines[k] + FEWER < most)
            break;
    }
    return false;
}

/* Makes the large machines of each family, or all of them, as large as they can be at what they cost. */
static bool merge(const ul_split *s, bool large, int64_t *machines)
{
    const ul_exact_problem *problem = s->tree->problem;
    double units = 0;
    for (size_t k = 0; k < problem->n_types; k++) {
        const bool last = k + 1 == problem->n_types || problem->type[k + 1].family != problem->type[k].family;
        const bool merged = !large || s->large[k];
        units += merged ? s->benders.machines[k] * (double)problem->type[k].price : 0;
        if (last && merged && !fill_units(s, k, large, llround(units), machines, NULL))
            return false;
        units = last ? 0 : units;
    }
    return true;
}

/* The number of ways to make the large machines whole that cost so many units and are of type k's family. */
static size_t count_ways(const ul_split *s, size_t k, int64_t units, int64_t *machines)
{
    size_t n = 0;
    for (bool more = true; more && n < WAYS_MAX; n += more) {
        size_t before = n;
        more = fill_units(s, k, true, units, machines, &before);
    }
    return n;
}

/* Makes the large machines of each family whole in another way: they cost the same, and large machines
 * that do not divide each other may be filled where fewer and larger ones cannot. */
static void compose(const ul_split *s, size_t way, int64_t *machines)
{
    const ul_exact_problem *problem = s->tree->problem;
    int64_t units = 0;
    for (size_t k = 0; k < problem->n_types; k++) {
        const bool last = k + 1 == problem->n_types || problem->type[k + 1].family != problem->type[k].family;
        units += s->large[k] ? machines[k] * problem->type[k].price : 0;
        if (last && s->large[k]) {
            const size_t n = count_ways(s, k, units, machines);
            size_t before = n > 0 ? way % n : 0;
            fill_units(s, k, true, units, machines, n > 0 ? &before : NULL);
            way = n > 0 ? way / n : way;
        }
        units = last ? 0 : units;
    }
}

/* Reads the machines where all counts are whole. By size it is enough that those of
 * families and small types are: what large machines of a family hold, fewer and larger ones do, too. */
bool ul_split_read_machines(ul_split *s, int64_t *machines)
{
    const size_t n = s->tree->problem->n_types;
    const bool by_size = s->parts.by_size;
    size_t rule;
    int64_t whole;
    if (ul_split_find_fraction(s, UL_SPLIT_FAMILIES, by_size ? UL_SPLIT_SMALL : UL_SPLIT_LARGE, &rule, &whole))
        return false;
    for (size_t k = 0; k < n; k++)
        machines[k] = llround(s->benders.machines[k]);
    if (by_size && !merge(s, true, machines))
        return false;
    for (size_t k = 0; k < n; k++)
        s->given[k] = (double)machines[k];
    return true;
}

void ul_split_merge(ul_split *s)
{
    memcpy(s->best, s->machines, s->tree->problem->n_types * sizeof *s->best);
    if (s->parts.by_size && !merge(s, false, s->best))
        memcpy(s->best, s->machines, s->tree->problem->n_types * sizeof *s->best);
}

/* ---- plans ---- */

static int64_t cost_of(const ul_exact_problem *problem, const int64_t *machines)
{
    int64_t cost = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        cost += machines[k] * problem->type[k].price;
    return cost;
}

/* The last of those that were tried with the same machines; merged or, with `own`, as they are in the node. */
static ul_split_machines *find_tried(const ul_split *s, bool own)
{
    const size_t size = s->tree->problem->n_types * sizeof *s->best;
    ul_split_machines *one = s->tried;
    while (one != NULL && memcmp(own ? one->machines : one->best, own ? s->machines : s->best, size) != 0)
        one = one->before;
    return one;
}

bool ul_split_is_tried(const ul_split *s)
{
    return find_tried(s, false) != NULL;
}

static size_t first_tries(const ul_split *s)
{
    const size_t n = s->tree->problem->n_items / ITEMS_A_TRY;
    return s->patience * (n > 1 && s->parts.by_size ? n : 1);
}

/* Those of the node, with so many searches that need not be made. */
static ul_status add_tried(ul_split *s, size_t tries, ul_split_machines **one)
{
    const size_t n = s->tree->problem->n_types;
    UL_ALLOC(s->tree->arena, *one, 1);
    UL_COPY(s->tree->arena, (*one)->machines, s->machines, n);
    UL_COPY(s->tree->arena, (*one)->best, s->best, n);
    (*one)->tries = tries;
    (*one)->before = s->tried;
    s->tried = *one;
    return UL_OK;
}

/* How long the n-th search on the same machines is, from 1 on: 1 1 2 1 1 2 4 and so on, as nobody knows how long
 * one has to be (Luby, Sinclair and Zuckerman 1993). */
static size_t length_of(size_t n)
{
    size_t whole = 1; /* so many searches are a sequence to its end */
    while (whole < n)
        whole = 2 * whole + 1;
    return whole == n ? (whole + 1) / 2 : length_of(n - whole / 2);
}

/* So many searches for a plan: on the machines as they were merged, then on others that cost as much. */
static ul_status look_for_plan(ul_split *s, ul_split_machines *one, size_t tries, bool *found)
{
    ul_tree *tree = s->tree;
    const size_t n = tree->problem->n_types;
    /* Of very many items nearly all machines that have room in parts can be filled: longer searches find how. */
    const bool grows = tree->problem->n_items > UL_COUNT_ROWS_MAX;
    one->nodes = 0;
    for (*found = false; tries > 0 && !*found && !ul_run_expired(tree->run); tries--, one->tries++) {
        ul_exact_solution solution = {0};
        const bool other = one->tries > 0 && s->parts.n_choices > 0;
        memcpy(s->asked, other ? one->machines : one->best, n * sizeof *s->asked);
        if (other)
            compose(s, one->tries - 1, s->asked);
        const size_t length = grows ? one->tries + 1 : length_of(one->tries + 1);
        const ul_status status = ul_fit_on_machines(tree->problem, s->asked, length, tree->run, &solution);
        *found = solution.pool.n > 0;
        UL_TRY(ul_tree_take(tree, status, &solution));
    }
    return UL_OK;
}

/* Looks for a plan on these machines where it would be a better one, for the first time. */
static ul_status try_machines(ul_split *s, size_t tries)
{
    ul_tree *tree = s->tree;
    ul_split_machines *one;
    bool found;
    s->failures = tree->bound > s->failed_at ? 0 : s->failures;
    if (cost_of(tree->problem, s->best) >= tree->cutoff || ul_split_is_tried(s)
        || s->failures == FAILURES_MAX)
        return UL_OK;
    s->failed_at = tree->bound;
    UL_TRY(add_tried(s, 0, &one));
    UL_TRY(look_for_plan(s, one, tries, &found));
    s->failures += !found;
    return UL_OK;
}

/* What nodes take that all have the same machines, a search for a plan on these may take, too: they have
 * room in parts. So has each way to make small machines that would have been merged, once it is settled. */
ul_status ul_split_try_again(ul_split *s, size_t node)
{
    ul_split_machines *one = find_tried(s, true);
    bool found;
    if (cost_of(s->tree->problem, s->best) >= s->tree->cutoff)
        return UL_OK;
    if (one == NULL) {
        if (!ul_split_is_settled(s, node))
            return UL_OK;
        UL_TRY(add_tried(s, 1, &one));
        return look_for_plan(s, one, 1, &found);
    }
    one->nodes++;
    const bool at_once = s->has_room && one->tries == first_tries(s);
    return at_once || one->nodes >= NODES_A_TRY * one->tries ? look_for_plan(s, one, one->tries, &found) : UL_OK;
}

/* The cheapest type of those that cost as much and are to be had beside the machines there are;
 * UL_NONE when there is none. */
static size_t type_from(const ul_exact_problem *problem, const int64_t *machines, int64_t units)
{
    size_t best = UL_NONE;
    for (size_t k = 0; k < problem->n_types; k++)
        if (problem->type[k].price >= units && machines[k] < problem->type[k].supply
            && (best == UL_NONE || problem->type[k].price < problem->type[best].price))
            best = k;
    return best;
}

/* A plan on these machines or, where none is found, on one more: a small one, then larger ones, so
 * that what is known of plans is soon near to what is known of machines. */
ul_status ul_split_try_machines(ul_split *s)
{
    const ul_tree *tree = s->tree;
    const int64_t cutoff = tree->cutoff, room = cutoff - cost_of(tree->problem, s->best);
    UL_TRY(try_machines(s, first_tries(s)));
    const bool far = room > cutoff / FAR;
    for (int64_t units = room / FIRST_SHARE; far && tree->cutoff == cutoff && units > 0 && units < room;
         units *= 4) {
        const size_t k = type_from(tree->problem, s->best, units);
        if (k == UL_NONE)
            break;
        s->best[k]++;
        s->machines[k]++;
        UL_TRY(try_machines(s, s->patience));
        s->best[k]--;
        s->machines[k]--;
    }
    return UL_OK;
}
