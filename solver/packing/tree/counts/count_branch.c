/* What a node of the tree over machine counts is branched on. */
#include "split.h"

#include <math.h>

#define NEARLY_WHOLE 1e-4 /* a count this far from a whole number is split */
#define CLEARLY_DIVIDED 0.1 /* further from a whole number is no better to branch on */
#define FULL 0.999999 /* a part of a resource: what cannot be spared */
#define LEAST_GAIN 1e-6 /* of what is spared */

enum { TRIALS = 4 /* of items to branch on */ };

/* ---- counts of machines ---- */

/* What a rule counts at the LP's solution. */
static double counted(const ul_split *s, size_t rule)
{
    double sum = 0;
    if (rule >= s->first_copies)
        return s->benders.copies[rule - s->first_copies];
    for (size_t k = 0; k < s->tree->problem->n_types; k++)
        sum += s->benders.machines[k] * s->tree->rules.rule[rule]->weight[k];
    return sum;
}

static double from_whole(double count)
{
    return fabs(count - nearbyint(count));
}

/* Whether a rule is looked at in a pass. */
static bool is_of_pass(const ul_split *s, size_t rule, int pass)
{
    if (s->tree->rules.rule[rule]->kind == UL_ROW_DOMINANCE)
        return false;
    if (rule < s->first_type)
        return pass == UL_SPLIT_FAMILIES;
    return pass == (s->large[rule - s->first_type] ? UL_SPLIT_LARGE : UL_SPLIT_SMALL);
}

/* Large machines are many ways to the same resources, small ones are not: so these come first. */
bool ul_split_find_fraction(const ul_split *s, int first, int last, size_t *rule, int64_t *whole)
{
    for (int pass = first; pass <= last; pass++)
        for (size_t q = 0; q < s->first_copies; q++) {
            const double count = counted(s, q);
            if (from_whole(count) > NEARLY_WHOLE && is_of_pass(s, q, pass)) {
                *rule = q;
                *whole = (int64_t)floor(count);
                return true;
            }
        }
    return false;
}

/* ---- where tasks go ---- */

/* The limits of a rule in a node; of copies there are none or more, and no more than the item has. */
static void find_limits(const ul_split *s, size_t node, size_t rule, int64_t *low, int64_t *high)
{
    ul_tree_limits(s->tree, node, rule, low, high);
    if (rule < s->first_copies)
        return;
    const int64_t copies = s->tree->problem->copies[s->tree->rules.rule[rule]->item];
    *low = *low == UL_ROW_FREE ? 0 : *low;
    *high = *high < copies ? *high : copies;
}

/* Whether there is something on both sides of a count of copies: one that the program has in a node
 * that it did not solve may be another's. */
static bool parts_node(const ul_split *s, size_t node, size_t rule, int64_t whole)
{
    int64_t low, high;
    find_limits(s, node, rule, &low, &high);
    return whole >= low && whole < high;
}

/* How much depends on a choice whose copies are divided between parts; 0 where they are not. */
static double weight_of(const ul_split *s, size_t node, size_t choice, bool small)
{
    const double divided = from_whole(s->benders.copies[choice]);
    const int64_t whole = (int64_t)floor(s->benders.copies[choice]);
    if (divided <= NEARLY_WHOLE || s->on_small[choice] < small
        || !parts_node(s, node, s->first_copies + choice, whole))
        return 0;
    return s->size[choice] * fmin(divided, CLEARLY_DIVIDED);
}

/* The copies of an item that are divided between parts: of a large one, on which more depends. What
 * small machines hold is what others do not: so with `small` those on them alone. */
bool ul_split_find_divided(const ul_split *s, size_t node, bool small, size_t *rule, int64_t *whole)
{
    double most = 0;
    for (size_t q = 0; q < s->parts.n_choices; q++) {
        const double mine = weight_of(s, node, q, small);
        if (mine > most) {
            most = mine;
            *rule = s->first_copies + q;
            *whole = (int64_t)floor(s->benders.copies[q]);
        }
    }
    return most > 0;
}

/* What both sides of a choice would raise the objective by, as a product. */
static ul_status try_choice(ul_split *s, size_t node, size_t choice, double *score)
{
    const int64_t whole = (int64_t)floor(s->benders.copies[choice]);
    const double now = s->benders.objective, most = now + 1;
    int64_t low, high;
    double down, up;
    find_limits(s, node, s->first_copies + choice, &low, &high);
    UL_TRY(ul_benders_try(&s->benders, choice, low, whole, most, &down));
    UL_TRY(ul_benders_try(&s->benders, choice, whole + 1, high, most, &up));
    *score = fmin(fmax(down - now, LEAST_GAIN), 1) * fmin(fmax(up - now, LEAST_GAIN), 1);
    return UL_OK;
}

/* The best of those on which most depends. */
static ul_status choose_divided(ul_split *s, size_t node, bool small, size_t *rule, int64_t *whole,
                                double *best)
{
    size_t list[TRIALS], n = 0;
    double weight[TRIALS];
    *best = 0;
    for (size_t q = 0; q < s->parts.n_choices; q++) {
        const double mine = weight_of(s, node, q, small);
        size_t at = n < TRIALS ? n++ : TRIALS;
        if (mine <= 0 || (at == TRIALS && mine <= weight[TRIALS - 1])) {
            n -= at < TRIALS;
            continue;
        }
        for (at = at < TRIALS ? at : TRIALS - 1; at > 0 && weight[at - 1] < mine; at--) {
            weight[at] = weight[at - 1];
            list[at] = list[at - 1];
        }
        weight[at] = mine;
        list[at] = q;
    }
    for (size_t q = 0; q < n; q++) {
        double score;
        UL_TRY(try_choice(s, node, list[q], &score));
        if (score > *best) {
            *best = score;
            *rule = s->first_copies + list[q];
            *whole = (int64_t)floor(s->benders.copies[list[q]]);
        }
    }
    return UL_OK;
}

/* ---- limits that leave something open ---- */

/* Splits the limits of a rule in a node, at what it counts or near to that; false where they are one. */
static bool split_limits(const ul_split *s, size_t node, size_t rule, int64_t *whole)
{
    const int64_t count = llround(counted(s, rule));
    int64_t low, high;
    find_limits(s, node, rule, &low, &high);
    low = low == UL_ROW_FREE ? 0 : low;
    *whole = count < low ? low : count < high ? count : high - 1;
    return low < high;
}

/* The first rule whose count is not settled by its limits in the node. */
static bool find_free(const ul_split *s, size_t node, size_t *rule, int64_t *whole)
{
    for (*rule = 0; *rule < s->end_copies; ++*rule)
        if (s->tree->rules.rule[*rule]->kind != UL_ROW_DOMINANCE && split_limits(s, node, *rule, whole))
            return true;
    return false;
}

/* Whether a rule counts small machines, or all of a family. */
static bool counts_small(const ul_split *s, size_t rule)
{
    const ul_exact_problem *problem = s->tree->problem;
    const ul_row_rule *one = s->tree->rules.rule[rule];
    for (size_t k = 0; k < problem->n_types; k++)
        if (one->kind != UL_ROW_DOMINANCE && one->weight[k] > 0
            && (ul_exact_first_of_family(problem, k) == k || !s->large[k]))
            return true;
    return false;
}

/* The first of those that say what a node has of each resource whose limits differ. */
static bool find_unsettled(const ul_split *s, size_t node, size_t *rule, int64_t *whole)
{
    for (*rule = 0; *rule < s->first_copies; ++*rule)
        if (s->settles[*rule] && split_limits(s, node, *rule, whole))
            return true;
    return false;
}

bool ul_split_is_settled(const ul_split *s, size_t node)
{
    size_t rule;
    int64_t whole;
    return !find_unsettled(s, node, &rule, &whole);
}

/* ---- what to spare where machines are settled ---- */

/* Whether the node has the machines of the last time. */
static bool is_same(const ul_split *s)
{
    for (size_t q = 0; q < s->first_copies; q++)
        if (s->settles[q] && s->settled[q] != s->benders.high[q])
            return false;
    return true;
}

/* Tries to leave as much as possible of each resource of the large machines. What is still nearly
 * used up is what tasks will not fit into. */
static ul_status spare_scarcest(ul_split *s, bool *solved)
{
    ul_node_dual none = {.units = INT64_MAX};
    double most = 0;
    s->spared = UL_NONE;
    for (size_t f = 0; f < s->parts.n; f++) {
        const ul_exact_problem *problem = s->tree->problem;
        if (!s->large[s->parts.first[f]])
            continue;
        for (size_t d = 0; d < problem->group[problem->type[s->parts.first[f]].group].n_dims && *solved; d++) {
            UL_TRY(ul_benders_spare(&s->benders, f, d));
            UL_TRY(ul_benders_solve(&s->benders, &none, solved));
            const double load = *solved ? ul_benders_load(&s->benders, f, d) : 0;
            if (load > most && load < FULL) {
                most = load;
                s->spared = f;
                s->spared_d = d;
            }
        }
    }
    return UL_OK;
}

/* The objective is cost alone, but for nodes with the machines of the last one where a resource was
 * spared. */
ul_status ul_split_set_objective(ul_split *s)
{
    if (!s->sparing || is_same(s))
        return UL_OK;
    s->sparing = false;
    return ul_benders_spare(&s->benders, UL_NONE, 0);
}

/* Where the machines of a node are settled its cost is: from here on the scarcest resource is spared,
 * so that it is known which task uses it up. */
static ul_status start_sparing(ul_split *s, bool *solved)
{
    ul_node_dual none = {.units = INT64_MAX};
    for (size_t q = 0; q < s->first_copies; q++)
        s->settled[q] = s->benders.high[q];
    UL_TRY(spare_scarcest(s, solved));
    UL_TRY(ul_benders_spare(&s->benders, s->spared, s->spared_d));
    s->sparing = true;
    return *solved ? ul_benders_solve(&s->benders, &none, solved) : UL_OK;
}

/* ---- steps of the driver ---- */

/* On where a task goes that is divided, once the machines of the node are settled, or on where several do
 * where that says more. */
static ul_status branch_on_copies(ul_split *s, size_t node, size_t *rule, int64_t *whole, bool *found)
{
    bool solved = true, sum = false;
    double score = 0;
    *found = find_unsettled(s, node, rule, whole);
    if (*found)
        return UL_OK;
    if (!s->sparing)
        UL_TRY(start_sparing(s, &solved));
    for (int small = 1; small >= 0 && solved && !*found; small--) {
        *found = ul_split_find_divided(s, node, small > 0, rule, whole);
        if (*found)
            UL_TRY(choose_divided(s, node, small > 0, rule, whole, &score));
    }
    return *found ? ul_split_find_sum(s, score, rule, whole, &sum) : UL_OK;
}

/* On a count that is not whole, else on one that its limits leave open. Where all are
 * settled and no plan was found the node stays open. */
ul_status ul_split_branch(void *context, size_t node, size_t *rule, int64_t *whole,
                        ul_node_verdict *verdict)
{
    ul_split *s = context;
    const int last = s->parts.by_size ? UL_SPLIT_SMALL : UL_SPLIT_LARGE;
    *verdict = UL_NODE_LEFT_OPEN;
    if (s->stuck)
        return UL_OK;
    bool found = ul_split_find_fraction(s, UL_SPLIT_FAMILIES, last, rule, whole);
    if (!found && ul_split_find_divided(s, node, false, rule, whole)) {
        found = !s->parts.by_size; /* of few items pricing is asked in every node, and knows the rest */
        if (!found)
            UL_TRY(branch_on_copies(s, node, rule, whole, &found));
    }
    found = found || ul_split_find_fraction(s, UL_SPLIT_LARGE, UL_SPLIT_LARGE, rule, whole)
            || find_free(s, node, rule, whole);
    *verdict = found ? UL_NODE_SPLIT : UL_NODE_LEFT_OPEN;
    return UL_OK;
}

ul_status ul_split_prepare(ul_split *s)
{
    const ul_tree *tree = s->tree;
    UL_ALLOC(tree->arena, s->settles, s->first_copies);
    UL_ALLOC(tree->arena, s->settled, s->first_copies);
    UL_ALLOC(tree->arena, s->size, s->parts.n_choices);
    UL_ALLOC(tree->arena, s->on_small, s->parts.n_choices);
    UL_ALLOC(tree->arena, s->large, tree->problem->n_types);
    for (size_t k = 0; k < tree->problem->n_types; k++)
        s->large[k] = ul_type_is_large(tree->problem, k);
    for (size_t q = 0; q < s->first_copies; q++)
        s->settles[q] = counts_small(s, q);
    for (size_t f = 0; f < s->parts.n; f++) {
        const ul_exact_group *group = &tree->problem->group[tree->problem->type[s->parts.first[f]].group];
        for (size_t i = 0; i < tree->problem->n_items; i++) {
            const size_t choice = s->parts.choice[f * tree->problem->n_items + i];
            if (choice != UL_NONE)
                s->on_small[choice] = s->parts.by_size && !s->large[s->parts.first[f]];
            for (size_t d = 0; d < group->n_dims && choice != UL_NONE; d++)
                s->size[choice] += (double)group->weight[i * group->n_dims + d] / (double)group->largest[d];
        }
    }
    return UL_OK;
}
