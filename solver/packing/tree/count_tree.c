/* Branching on counts of machines, without enumerating patterns.
 *
 * Machines of a cloud family are priced in proportion to their size, and the linear program
 * buys 43 hundredths of the largest. So it is branched on how many steps of each family, then
 * how many machines of each type. Each node is bounded by Benders' cuts (benders.h), which column
 * generation gives (count_master.h): its pricing knows nothing of counts. Where all counts are
 * whole the machines of a plan are known, and all that is left is whether the tasks have room on
 * them (fit_on_machines.h). Where they have in parts and nobody finds how in whole ones, it is
 * branched on how many copies of an item each family has (type_parts.h), if that is asked for.
 */
#include "trees.h"

#include <math.h>
#include <string.h>

#include "fit_on_machines.h"
#include "count_master.h"
#include "tolerance.h"
#include "tree_driver.h"

#define NEARLY_WHOLE 1e-4 /* a count this far from a whole number is split */
#define CLEARLY_DIVIDED 0.1 /* further from a whole number is no better to branch on */
#define IMPOSSIBLE 0x1p10 /* times the best plan's cost: what it costs to break a cut, wholly or in part */

enum {
    ROUNDS = 20,       /* of pricing for machines in parts: the last thousandth takes hundreds */
    NODES_A_CUT = 16,  /* nodes for each of these */
    ASKED_MAX = 100,   /* times in a node: some ten are what it takes */
    FAILURES_MAX = 8,  /* of fitting: more of it is for the next turn, which is more patient */
    LIKELY = 4,        /* times the patience where tasks are whole on families: a plan is likely */
    FAR = 2000,        /* a plan that costs a part of it too much is far from the machines known */
    CHOICES_MAX = 2000, /* columns of Benders' program */
    COPIES_MAX = 1000, /* of an item that has a choice */
    FIRST_SHARE = 64   /* of what a plan may cost more, for one machine more */
};

typedef struct counts {
    struct counts *before;
    int64_t machines[];
} counts;

typedef struct {
    ul_tree *tree;
    ul_count_master master;
    ul_benders benders;
    ul_type_parts parts; /* one, or the families: it is then branched on where tasks go, too */
    size_t first_type;  /* the rule of the first type: those of the others follow */
    size_t first_copies; /* the rule of the first choice: the last ones are of copies */
    double *copies;     /* per choice: how many the linear program of patterns has there */
    double *size;       /* per choice: what the item needs of the largest machine, over all resources */
    counts *tried;      /* machines on which no plan was found */
    int64_t *machines;  /* per type, for a moment */
    size_t patience;    /* for a search on machines that are known */
    size_t failures;    /* of these */
    bool stuck;         /* the program of the node was not solved */
} splitting;

/* ---- plans on the machines of a node ---- */

static int64_t cost_of(const ul_exact_problem *problem, const int64_t *machines)
{
    int64_t cost = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        cost += machines[k] * problem->type[k].price;
    return cost;
}

static bool is_tried(const splitting *s, const int64_t *machines)
{
    const size_t size = s->tree->problem->n_types * sizeof *machines;
    for (const counts *one = s->tried; one != NULL; one = one->before)
        if (memcmp(one->machines, machines, size) == 0)
            return true;
    return false;
}

/* Looks for a plan on these machines, once, where it would be a better one. */
static ul_status try_machines(splitting *s, const int64_t *machines)
{
    ul_tree *tree = s->tree;
    const size_t n = tree->problem->n_types;
    ul_exact_solution solution = {0};
    if (cost_of(tree->problem, machines) >= tree->cutoff || is_tried(s, machines)
        || s->failures == FAILURES_MAX)
        return UL_OK;
    counts *one = ul_arena_alloc(tree->arena, 1, sizeof *one + n * sizeof *one->machines);
    UL_NEED(one);
    memcpy(one->machines, machines, n * sizeof *machines);
    one->before = s->tried;
    s->tried = one;
    const ul_status status =
        ul_fit_on_machines(tree->problem, one->machines, s->patience, tree->run, &solution);
    s->failures += status == UL_OK && solution.pool.n == 0;
    return ul_tree_take(tree, status, &solution);
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
static ul_status try_with_one_more(splitting *s, int64_t *machines)
{
    const ul_tree *tree = s->tree;
    const int64_t cutoff = tree->cutoff, room = cutoff - cost_of(tree->problem, machines);
    UL_TRY(try_machines(s, machines));
    const bool far = room > cutoff / FAR;
    for (int64_t units = room / FIRST_SHARE; far && tree->cutoff == cutoff && units > 0 && units < room;
         units *= 4) {
        const size_t k = type_from(tree->problem, machines, units);
        if (k == UL_NONE)
            break;
        machines[k]++;
        UL_TRY(try_machines(s, machines));
        machines[k]--;
    }
    return UL_OK;
}

/* ---- branching ---- */

/* What a rule counts at the LP's solution. */
static double counted(const splitting *s, size_t rule)
{
    double sum = 0;
    if (rule >= s->first_copies)
        return s->copies[rule - s->first_copies];
    for (size_t k = 0; k < s->tree->problem->n_types; k++)
        sum += s->benders.machines[k] * s->tree->rules.rule[rule]->weight[k];
    return sum;
}

static double from_whole(double count)
{
    return fabs(count - nearbyint(count));
}

/* The first rule with a count of machines that is not whole: families come before types. */
static bool find_fraction(const splitting *s, size_t *rule, int64_t *whole)
{
    for (size_t q = 0; q < s->first_copies; q++) {
        const double count = counted(s, q);
        if (s->tree->rules.rule[q]->kind != UL_ROW_DOMINANCE && from_whole(count) > NEARLY_WHOLE) {
            *rule = q;
            *whole = (int64_t)floor(count);
            return true;
        }
    }
    return false;
}

/* The limits of a rule in a node; of copies there are none or more, and no more than the item has. */
static void find_limits(const splitting *s, size_t node, size_t rule, int64_t *low, int64_t *high)
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
static bool parts_node(const splitting *s, size_t node, size_t rule, int64_t whole)
{
    int64_t low, high;
    find_limits(s, node, rule, &low, &high);
    return whole >= low && whole < high;
}

/* The copies of an item that are divided between parts: of a large one, on which more depends. */
static bool find_divided(const splitting *s, size_t node, size_t *rule, int64_t *whole)
{
    double most = 0;
    for (size_t q = s->first_copies; q < s->tree->rules.n; q++) {
        const double count = counted(s, q), divided = from_whole(count);
        const double mine = s->size[q - s->first_copies] * fmin(divided, CLEARLY_DIVIDED);
        if (divided > NEARLY_WHOLE && mine > most && parts_node(s, node, q, (int64_t)floor(count))) {
            most = mine;
            *rule = q;
            *whole = (int64_t)floor(count);
        }
    }
    return most > 0;
}

/* The first rule whose count is not settled by its limits in the node. */
static bool find_free(const splitting *s, size_t node, size_t *rule, int64_t *whole)
{
    for (size_t q = 0; q < s->tree->rules.n; q++) {
        const int64_t count = llround(counted(s, q));
        int64_t low, high;
        find_limits(s, node, q, &low, &high);
        *rule = q;
        *whole = high != count ? count : count - 1;
        if (s->tree->rules.rule[q]->kind != UL_ROW_DOMINANCE
            && (high != count || (count > 0 && low != count))
            && (q < s->first_copies || parts_node(s, node, q, *whole)))
            return true;
    }
    return false;
}

/* ---- steps of the driver ---- */

/* Reads the machines where all counts are whole. */
static bool read_machines(splitting *s, int64_t *machines)
{
    size_t rule;
    int64_t whole;
    if (find_fraction(s, &rule, &whole))
        return false;
    for (size_t k = 0; k < s->tree->problem->n_types; k++)
        s->benders.machines[k] = (double)(machines[k] = llround(s->benders.machines[k]));
    return true;
}

/* The program's rows of copies get the limits they have in the node. */
static ul_status limit_copies(splitting *s)
{
    ul_pattern_lp *lp = s->master.lp;
    for (size_t q = s->first_copies; q < s->tree->rules.n; q++) {
        const int64_t low = s->benders.low[q], high = s->benders.high[q];
        size_t r = 0;
        while (r < lp->n_rows && lp->row[r].id != q)
            r++;
        if (r < lp->n_rows)
            UL_TRY(ul_pattern_lp_set_row(lp, r, low, high));
        else if (low != UL_ROW_FREE || high != UL_ROW_FREE)
            UL_TRY(ul_pattern_lp_add_row(lp, s->tree->rules.rule[q], q, low, high));
    }
    return UL_OK;
}

/* How many copies of each item are on each part, in the linear program's solution. */
static void read_copies(splitting *s)
{
    const ul_pattern_lp *lp = s->master.lp;
    for (size_t q = s->first_copies; q < s->tree->rules.n; q++)
        s->copies[q - s->first_copies] = 0;
    for (size_t c = 0; c < lp->n_columns && s->parts.n_choices > 0; c++) {
        if (lp->pattern_of[c] == UL_NONE || lp->x[c] <= 0)
            continue;
        const ul_pattern *pattern = &lp->pool->pattern[lp->pattern_of[c]];
        const ul_pattern_entry *entry = ul_pattern_entries(lp->pool, lp->pattern_of[c]);
        size_t part = 0;
        while (s->parts.first[part + 1] <= pattern->type)
            part++;
        for (size_t e = 0; e < pattern->n; e++) {
            const size_t choice = s->parts.choice[part * lp->problem->n_items + entry[e].item];
            if (choice != UL_NONE)
                s->copies[choice] += lp->x[c] * entry[e].count;
        }
    }
}

/* Machines that were tried have room in parts; where tasks go is another question in every node. */
static bool must_ask(const splitting *s)
{
    return s->parts.n_choices > 0 || !is_tried(s, s->machines);
}

/* Bounds a node by the cuts there are. Where that leaves machines in whole numbers, and in some nodes
 * where it does not, the linear program of patterns says whether these have room for all tasks in
 * parts, or gives cuts that say that they have not. A cut that the program keeps to only within its
 * tolerance leaves the machines as they were: so it is asked so many times at most. */
static ul_status bound(void *context, size_t node, bool *solved)
{
    splitting *s = context;
    ul_tree_node *mine = &s->tree->node[node];
    ul_node_dual dual;
    *solved = mine->leaf = mine->bound >= s->tree->cutoff; /* since a plan was found */
    if (mine->leaf)
        return UL_OK;
    UL_TRY(ul_node_dual_new(s->tree, s->tree->rules.n, &dual));
    dual.units = mine->bound;
    for (size_t q = 0; q < s->tree->rules.n; q++)
        ul_tree_limits(s->tree, node, q, &s->benders.low[q], &s->benders.high[q]);
    *solved = true;
    bool refuted = true;
    for (size_t asked = 0; refuted && *solved && !mine->leaf && asked < ASKED_MAX; asked++) {
        refuted = false;
        UL_TRY(ul_benders_solve(&s->benders, &dual, solved));
        mine->leaf = dual.units >= s->tree->cutoff;
        const bool whole = read_machines(s, s->machines);
        if (*solved && !mine->leaf && (whole ? must_ask(s) : node % NODES_A_CUT == 0)) {
            UL_TRY(limit_copies(s));
            UL_TRY(ul_count_master_ask(&s->master, s->benders.machines, s->first_type,
                                       whole ? SIZE_MAX : ROUNDS, &s->benders, solved, &refuted));
            read_copies(s);
        }
    }
    if (dual.units > mine->bound) {
        mine->dual = dual;
        mine->bound = dual.units;
    }
    s->stuck = !*solved && !mine->leaf;
    *solved = !s->stuck || !ul_run_expired(s->tree->run);
    return UL_OK;
}

/* A plan on the machines of the node, where these are known. */
static ul_status repair(void *context, size_t node, bool *solved)
{
    splitting *s = context;
    ul_tree_node *mine = &s->tree->node[node];
    *solved = true;
    size_t rule;
    int64_t whole;
    if (!s->stuck && read_machines(s, s->machines) && !find_divided(s, node, &rule, &whole))
        UL_TRY(try_with_one_more(s, s->machines));
    mine->leaf = mine->bound >= s->tree->cutoff;
    return UL_OK;
}

/* On a count that is not whole, else on one that its limits leave open. Where all are
 * settled and no plan was found the node stays open. */
static ul_status branch(void *context, size_t node, size_t *rule, int64_t *whole,
                        ul_node_verdict *verdict)
{
    const splitting *s = context;
    const bool found = !s->stuck && (find_fraction(s, rule, whole) || find_divided(s, node, rule, whole)
                                     || find_free(s, node, rule, whole));
    *verdict = found ? UL_NODE_SPLIT : UL_NODE_LEFT_OPEN;
    return UL_OK;
}

static ul_status find_sizes(splitting *s)
{
    const ul_tree *tree = s->tree;
    UL_ALLOC(tree->arena, s->size, s->parts.n_choices);
    for (size_t f = 0; f < s->parts.n; f++) {
        const ul_exact_group *group = &tree->problem->group[tree->problem->type[s->parts.first[f]].group];
        for (size_t i = 0; i < tree->problem->n_items; i++) {
            const size_t choice = s->parts.choice[f * tree->problem->n_items + i];
            for (size_t d = 0; d < group->n_dims && choice != UL_NONE; d++)
                s->size[choice] += (double)group->weight[i * group->n_dims + d] / (double)group->largest[d];
        }
    }
    return UL_OK;
}

/* The programs with the rows that hold everywhere, the rules to branch on, and the cuts of the
 * root. */
static ul_status open_masters(splitting *s, const ul_packing *in, const ul_pattern_pool *columns,
                              bool *solved)
{
    ul_tree *tree = s->tree;
    const double penalty = 2 * (double)tree->cutoff, impossible = IMPOSSIBLE * (double)tree->cutoff;
    UL_ALLOC(tree->arena, s->machines, tree->problem->n_types);
    UL_ALLOC(tree->arena, s->copies, s->parts.n_choices);
    UL_TRY(find_sizes(s));
    UL_TRY(ul_count_master_new(tree->problem, &s->parts, tree->run, columns, penalty, tree->arena,
                               &s->master));
    UL_TRY(ul_tree_add_given(tree, s->master.lp));
    UL_TRY(ul_count_rules(tree, in));
    s->first_type = tree->rules.n - tree->problem->n_types;
    s->first_copies = tree->rules.n;
    UL_TRY(ul_copies_rules(tree, &s->parts));
    UL_TRY(ul_benders_new(&tree->rules, &s->parts, tree->run, impossible, tree->arena, &s->benders));
    UL_TRY(ul_count_master_solve(&s->master, &s->benders, solved));
    for (size_t id = s->first_type; id < s->first_copies; id++) /* each has a limit when it is asked */
        UL_TRY(ul_pattern_lp_add_row(s->master.lp, tree->rules.rule[id], id, UL_ROW_FREE, 0));
    return UL_OK;
}

static void close_masters(splitting *s)
{
    ul_count_master_clear(&s->master);
    ul_benders_clear(&s->benders);
}

/* Whether there are tasks with a choice, not too many, and of each few copies: thousands of them have
 * room somewhere. */
static bool is_worth_it(const ul_exact_problem *problem, const ul_type_parts *parts)
{
    for (size_t i = 0; i < problem->n_items; i++)
        if (problem->copies[i] > COPIES_MAX)
            return false;
    return problem->n_items <= UL_COUNT_ROWS_MAX && parts->n_choices > 0 && parts->n_choices <= CHOICES_MAX;
}

ul_status ul_count_tree_search(ul_tree *tree, const ul_packing *in, const ul_pattern_pool *columns,
                               bool by_family, size_t patience)
{
    UL_FREED_BY(close_masters) splitting s = {.tree = tree, .patience = by_family ? LIKELY * patience : patience};
    const ul_tree_steps steps = {&s, bound, repair, branch};
    ul_node_dual none;
    bool solved;
    UL_TRY(ul_type_parts_new(tree->problem, by_family, tree->arena, &s.parts));
    if (by_family && !is_worth_it(tree->problem, &s.parts))
        return UL_OK;
    UL_TRY(open_masters(&s, in, columns, &solved));
    UL_TRY(ul_node_dual_new(tree, tree->rules.n, &none));
    return ul_tree_drive(tree, &steps, none);
}
