#include "vipr.h"

#include <stdlib.h>

#include "maximal_fillings.h"
#include "vipr_file.h"

enum {
    PATTERNS_MAX = 20000, /* columns */
    STEPS_MAX = 100 * PATTERNS_MAX, /* of the search for them */
    TERMS_MAX = 20000000, /* multipliers: a derivation has one for each column, about 10 bytes */
};

typedef struct {
    const ul_packing *in;
    const char *untold;       /* why the proof cannot be told; NULL: it can */
    const ul_proof *proof;
    const ul_exact_problem *problem;
    ul_arena *arena;
    ul_vipr_file file;
    ul_pattern_pool pool;     /* columns; bounds are the first rows, in the same order */
    size_t type, steps;       /* of the search for columns */
    ul_pattern_entry *entry;
    int64_t most;             /* units: that no plan costs so little is shown */
    int64_t proved;           /* units: what the last row says */
    ul_cost *price;           /* by pattern, in units */
    size_t *family_row;
    size_t *cut_row;          /* by rule; UL_NONE: not derived yet */
    size_t *node_row;         /* what a node assumes */
    size_t cheaper;           /* the row that assumes a cheaper plan */
    size_t *set;              /* of the patterns that no cheaper plan has; UL_NONE: in none */
    size_t *none_row;         /* by set: that there are none of its patterns */
    size_t n_sets;
} writer;

/* Ends the writing, not the run. */
static ul_status refuse(writer *w, const char *why)
{
    w->untold = why;
    return ul_fail(UL_E_INPUT, "not told as VIPR: %s", why);
}

static ul_cost ceil_div(ul_cost a, ul_cost b)
{
    return a > 0 ? (a + b - 1) / b : -(-a / b);
}

static size_t covering_row(const writer *w, size_t item)
{
    return w->pool.n + item;
}

/* ---- dual values and reduced costs of patterns ---- */

static ul_cost dual_value_of(const writer *w, size_t p, const int64_t *value)
{
    ul_cost sum = 0;
    UL_EACH_ENTRY(e, &w->pool, p)
        sum += (ul_cost)value[e->item] * e->count;
    return sum;
}

static ul_cost dual_value_of_all(const writer *w, const int64_t *value)
{
    ul_cost sum = 0;
    for (size_t i = 0; i < w->problem->n_items; i++)
        sum += (ul_cost)value[i] * w->problem->copies[i];
    return sum;
}

static ul_status coefficients(const writer *w, const ul_row_rule *rule, ul_cost **of)
{
    UL_ALLOC(w->arena, *of, w->pool.n);
    for (size_t p = 0; p < w->pool.n; p++)
        (*of)[p] = ul_row_coefficient_of(rule, &w->pool, p);
    return UL_OK;
}

static void add_covering(writer *w, const int64_t *value, ul_cost num, ul_cost den)
{
    for (size_t i = 0; i < w->problem->n_items; i++)
        ul_vipr_add(&w->file, covering_row(w, i), value[i] * num, den);
}

/* Reduced costs of a cheaper plan add up to `most`, as a row says. A pattern of more by itself
 * is not in it: over the least such reduced cost the row counts each of them at least once, what is
 * left for them is less than one, and counts are whole numbers. */
static ul_status set_aside(writer *w, size_t row, const ul_cost *reduced_cost, ul_cost most)
{
    ul_cost *one, least = 0;
    UL_ALLOC(w->arena, one, w->pool.n);
    for (size_t p = 0; p < w->pool.n; p++)
        if (w->set[p] == UL_NONE && reduced_cost[p] > most && reduced_cost[p] > 0) {
            least = least == 0 || reduced_cost[p] < least ? reduced_cost[p] : least;
            one[p] = 1;
            w->set[p] = w->n_sets;
        }
    if (least == 0)
        return UL_OK;
    w->none_row[w->n_sets++] = ul_vipr_row(&w->file, 'L', 0, one);
    ul_vipr_add(&w->file, row, 1, least);
    for (size_t p = 0; p < w->pool.n; p++)
        ul_vipr_add(&w->file, p, one[p] * least - reduced_cost[p], least);
    ul_vipr_reason(&w->file, "rnd");
    return UL_OK;
}

/* Rounded prices are not the program's. */
static ul_status refuse_negative(writer *w, const ul_cost *reduced_cost)
{
    for (size_t p = 0; p < w->pool.n; p++)
        if (reduced_cost[p] < 0)
            return refuse(w, "prices are rounded, or a pattern is worth more than its machine");
    return UL_OK;
}

/* Patterns that are in no cheaper plan may be worth more than their machine: the rows that say
 * so make up for it. */
static ul_status lift(writer *w, ul_cost *reduced_cost, int sign)
{
    for (size_t set = 0; set < w->n_sets; set++) {
        ul_cost least = 0;
        for (size_t p = 0; p < w->pool.n; p++)
            least = w->set[p] == set && reduced_cost[p] < least ? reduced_cost[p] : least;
        ul_vipr_add(&w->file, w->none_row[set], sign * least, 1);
        for (size_t p = 0; p < w->pool.n; p++)
            reduced_cost[p] -= w->set[p] == set ? least : 0;
    }
    return refuse_negative(w, reduced_cost);
}

/* ---- rows ---- */

/* The covering rows times the multipliers, rounded up for each pattern and then altogether. */
static ul_status derive_cut(writer *w, size_t id)
{
    const ul_row_rule *rule = w->proof->tree->rules.rule[id];
    ul_cost *of;
    if (w->cut_row[id] != UL_NONE)
        return UL_OK;
    UL_TRY(coefficients(w, rule, &of));
    w->cut_row[id] = ul_vipr_row(&w->file, 'G', rule->limit, of);
    for (size_t p = 0; p < w->pool.n; p++) {
        ul_cost sum = 0;
        UL_EACH_ENTRY(e, &w->pool, p)
            sum += (ul_cost)rule->numerator[e->item] * e->count;
        ul_vipr_add(&w->file, p, of[p] * rule->denominator - sum, rule->denominator);
    }
    for (size_t i = 0; i < w->problem->n_items; i++)
        ul_vipr_add(&w->file, covering_row(w, i), rule->numerator[i], rule->denominator);
    ul_vipr_reason(&w->file, "rnd");
    return UL_OK;
}

/* Family bounds come first among a tree's rules. The dual solution of the family's part of the
 * problem is one of the whole's where a machine costs its weight. */
static ul_status derive_family(writer *w, size_t q)
{
    const ul_proof *part = &w->proof->family[q].proof;
    const ul_price_scale scale = part->dual->scale;
    int64_t *value;
    ul_cost *of;
    UL_ALLOC(w->arena, value, w->problem->n_items);
    UL_TRY(coefficients(w, &w->proof->family_row[q], &of));
    for (size_t i = 0; i < part->problem->n_items; i++)
        value[part->problem->origin[i]] = part->dual->value[i];
    if (ceil_div(dual_value_of_all(w, value) * scale.den, scale.num) < part->units)
        return refuse(w, "the bound of a family has a tree of its own");
    w->family_row[q] = ul_vipr_row(&w->file, 'G', part->units, of);
    add_covering(w, value, scale.den, scale.num);
    for (size_t p = 0; p < w->pool.n; p++)
        ul_vipr_add(&w->file, p, of[p] * scale.num - dual_value_of(w, p, value) * scale.den, scale.num);
    ul_vipr_reason(&w->file, "rnd");
    return UL_OK;
}

/* The tightest row that holds at a node (UL_NONE: everywhere) on the side that a multiplier of
 * this sign asks for. */
static ul_status find_row(writer *w, size_t id, bool low, size_t node, size_t *row, int64_t *side)
{
    const ul_tree *tree = w->proof->tree;
    const ul_row_rule *rule = tree->rules.rule[id];
    *row = !low                          ? UL_NONE
           : rule->kind == UL_ROW_CUT    ? w->cut_row[id]
           : rule->kind == UL_ROW_FAMILY ? w->family_row[id]
                                         : UL_NONE;
    *side = rule->limit;
    for (size_t q = node; q != UL_NONE && tree->node[q].parent != UL_NONE; q = tree->node[q].parent)
        if (tree->node[q].rule == id && tree->node[q].upper == low
            && (*row == UL_NONE || (low ? tree->node[q].limit > *side : tree->node[q].limit < *side))) {
            *row = w->node_row[q];
            *side = tree->node[q].limit;
        }
    return *row == UL_NONE ? refuse(w, "it uses a row of a kind that is not told") : UL_OK;
}

/* ---- the root ---- */

/* Terms of the root's dual solution, and what it proves, both times the scale. */
static ul_cost add_root(writer *w, int sign)
{
    const ul_exact_dual *dual = w->proof->dual;
    ul_cost proved = dual_value_of_all(w, dual->value) * dual->scale.den;
    add_covering(w, dual->value, sign * dual->scale.den, 1);
    for (size_t q = 0; q < w->proof->n_families; q++) {
        const ul_cost taken = (ul_cost)w->proof->family[q].count_dual * dual->scale.num;
        ul_vipr_add(&w->file, w->family_row[q], sign * taken, 1);
        proved += taken * w->proof->family[q].proof.units;
    }
    return proved;
}

static ul_status root_reduced_costs(writer *w, ul_cost **reduced_cost)
{
    const ul_exact_dual *dual = w->proof->dual;
    UL_ALLOC(w->arena, *reduced_cost, w->pool.n);
    for (size_t p = 0; p < w->pool.n; p++) {
        ul_cost price = w->price[p];
        for (size_t q = 0; q < w->proof->n_families; q++)
            price -= (ul_cost)w->proof->family[q].count_dual
                     * ul_row_coefficient_of(&w->proof->family_row[q], &w->pool, p);
        (*reduced_cost)[p] = price * dual->scale.num - dual_value_of(w, p, dual->value) * dual->scale.den;
    }
    return refuse_negative(w, *reduced_cost);
}

/* Without a tree the root's dual solution proves it all. */
static ul_status derive_bound(writer *w, const ul_cost *reduced_cost)
{
    const ul_cost scale = w->proof->dual->scale.num;
    const ul_cost proved = add_root(w, 1);
    if (ceil_div(proved, scale) <= w->most)
        return refuse(w, "it counts the machines that so much money pays for");
    w->proved = ceil_div(proved, scale) < w->proof->units ? (int64_t)ceil_div(proved, scale) : w->proof->units;
    for (size_t t = 0; t < w->file.n_terms; t++)
        w->file.term[t].den = scale;
    for (size_t p = 0; p < w->pool.n; p++)
        ul_vipr_add(&w->file, p, reduced_cost[p], scale);
    ul_vipr_row(&w->file, 'G', w->proved, w->price);
    ul_vipr_reason(&w->file, "rnd");
    return UL_OK;
}

/* ---- the tree ---- */

static ul_status node_reduced_costs(writer *w, const ul_node_dual *dual, ul_cost **of)
{
    ul_cost *reduced_cost;
    UL_ALLOC(w->arena, reduced_cost, w->pool.n);
    *of = reduced_cost;
    for (size_t i = 0; i < w->problem->n_items; i++)
        if (dual->item[i] < 0)
            return refuse(w, "a dual value is below zero");
    for (size_t p = 0; p < w->pool.n; p++) {
        reduced_cost[p] = w->price[p] * dual->scale - dual_value_of(w, p, dual->item);
        for (size_t r = 0; r < dual->n_rows; r++)
            reduced_cost[p] -= (ul_cost)dual->value[r]
                       * ul_row_coefficient_of(w->proof->tree->rules.rule[dual->row[r]], &w->pool, p);
    }
    return UL_OK;
}

/* Terms of a dual solution, and what it proves of plans at the node. */
static ul_status add_dual(writer *w, const ul_node_dual *dual, size_t node, int sign, ul_cost *proved)
{
    for (size_t r = 0; r < dual->n_rows; r++)
        if (w->proof->tree->rules.rule[dual->row[r]]->kind == UL_ROW_CUT)
            UL_TRY(derive_cut(w, dual->row[r]));
    *proved = dual_value_of_all(w, dual->item);
    add_covering(w, dual->item, sign, 1);
    ul_vipr_add(&w->file, w->cheaper, -sign * (ul_cost)dual->scale, 1);
    for (size_t r = 0; r < dual->n_rows; r++) {
        size_t row;
        int64_t side;
        if (dual->value[r] == 0)
            continue;
        UL_TRY(find_row(w, dual->row[r], dual->value[r] > 0, node, &row, &side));
        ul_vipr_add(&w->file, row, sign * (ul_cost)dual->value[r], 1);
        *proved += (ul_cost)dual->value[r] * side;
    }
    return UL_OK;
}

/* A dual solution by which further patterns are set aside. */
static ul_status derive_filter(writer *w, const ul_node_dual *dual)
{
    ul_cost *reduced_cost, proved;
    UL_TRY(node_reduced_costs(w, dual, &reduced_cost));
    UL_TRY(add_dual(w, dual, UL_NONE, -1, &proved));
    UL_TRY(lift(w, reduced_cost, -1));
    const ul_cost most = (ul_cost)w->most * dual->scale - proved;
    const size_t row = ul_vipr_row(&w->file, 'L', most, reduced_cost);
    ul_vipr_reason(&w->file, "lin");
    return set_aside(w, row, reduced_cost, most);
}

/* An absurdity: what is cheaper costs more. */
static ul_status derive_leaf(writer *w, size_t q, size_t *row)
{
    const ul_node_dual *dual = &w->proof->tree->node[q].dual;
    ul_cost *reduced_cost, proved;
    UL_TRY(node_reduced_costs(w, dual, &reduced_cost));
    UL_TRY(add_dual(w, dual, q, 1, &proved));
    UL_TRY(lift(w, reduced_cost, 1));
    if (proved <= (ul_cost)w->most * dual->scale)
        return refuse(w, "a leaf is still open");
    for (size_t p = 0; p < w->pool.n; p++)
        ul_vipr_add(&w->file, p, reduced_cost[p], 1);
    *row = ul_vipr_row(&w->file, 'G', 1, NULL);
    ul_vipr_reason(&w->file, "lin");
    return UL_OK;
}

/* An absurdity below what the nodes above assume. As deep as the tree is. */
static ul_status derive_node(writer *w, size_t q, size_t *row)
{
    const ul_tree *tree = w->proof->tree;
    size_t absurd[2], child = q + 1;
    ul_cost *of;
    if (tree->node[q].leaf || tree->node[q].open)
        return derive_leaf(w, q, row);
    while (tree->node[child].parent != q) /* children come in pairs, the lower first */
        child++;
    UL_TRY(coefficients(w, tree->rules.rule[tree->node[child].rule], &of));
    for (size_t side = 0; side < 2; side++) {
        w->node_row[child + side] = ul_vipr_assume(&w->file, side == 0 ? 'L' : 'G',
                                                   tree->node[child + side].limit, of);
        UL_TRY(derive_node(w, child + side, &absurd[side]));
    }
    *row = ul_vipr_unsplit(&w->file, 1, NULL, absurd, w->node_row + child);
    return UL_OK;
}

/* A cheaper plan is assumed, and is absurd. */
static ul_status derive_by_tree(writer *w, const ul_cost *reduced_cost)
{
    const ul_tree *tree = w->proof->tree;
    const ul_cost scale = w->proof->dual->scale.num;
    size_t row[2], assumed[2];
    w->cheaper = ul_vipr_assume(&w->file, 'L', w->most, w->price);
    const ul_cost most = w->most * scale - add_root(w, -1);
    ul_vipr_add(&w->file, w->cheaper, scale, 1);
    row[0] = ul_vipr_row(&w->file, 'L', most, reduced_cost);
    ul_vipr_reason(&w->file, "lin");
    UL_TRY(set_aside(w, row[0], reduced_cost, most));
    for (size_t q = 0; q < tree->n_filters; q++)
        UL_TRY(derive_filter(w, &tree->filter[q]));
    UL_TRY(derive_node(w, 0, &row[0]));
    assumed[0] = w->cheaper;
    row[1] = assumed[1] = ul_vipr_assume(&w->file, 'G', (ul_cost)w->most + 1, w->price);
    ul_vipr_unsplit(&w->file, (ul_cost)w->most + 1, w->price, row, assumed);
    return UL_OK;
}

/* ---- columns ---- */

#define TOO_MANY "there are too many maximal patterns, or nodes for so many"

static ul_status keep_pattern(void *context, const int64_t *count)
{
    writer *w = context;
    size_t n = 0;
    for (size_t i = 0; i < w->problem->n_items; i++)
        if (count[i] > 0)
            w->entry[n++] = (ul_pattern_entry){(uint32_t)i, (uint32_t)count[i]};
    if (w->pool.n == PATTERNS_MAX)
        return refuse(w, TOO_MANY);
    return n > 0 ? ul_pattern_append(&w->pool, w->type, w->entry, n) : UL_OK;
}

static ul_status count_step(void *context)
{
    writer *w = context;
    return ++w->steps > STEPS_MAX ? refuse(w, TOO_MANY) : UL_OK;
}

/* The maximal patterns of every type. */
static ul_status make_columns(writer *w)
{
    const ul_exact_problem *problem = w->problem;
    const size_t n = problem->n_items;
    const int64_t **weight;
    int64_t *most;
    UL_ALLOC(w->arena, w->entry, n);
    UL_ALLOC(w->arena, weight, n);
    UL_ALLOC(w->arena, most, n);
    for (w->type = 0; w->type < problem->n_types; w->type++) {
        const ul_exact_type *type = &problem->type[w->type];
        const ul_exact_group *group = &problem->group[type->group];
        for (size_t i = 0; i < n; i++) {
            weight[i] = group->weight + i * group->n_dims;
            most[i] = ul_exact_most(problem, w->type, i);
        }
        const ul_fillings fillings = {n, group->n_dims, weight, most, type->capacity, w, keep_pattern,
                                      count_step};
        UL_TRY(ul_maximal_fillings(&fillings, w->arena));
    }
    return UL_OK;
}

/* ---- the whole ---- */

static ul_status begin(writer *w)
{
    static const ul_tree none;
    const ul_exact_problem *problem = w->problem;
    const ul_tree *tree = w->proof->tree == NULL ? &none : w->proof->tree;
    const size_t n_rules = tree->rules.n, n_nodes = tree->n_nodes, n_filters = tree->n_filters;
    if (w->proof->kind != UL_PROOF_DUAL || problem->is_limited)
        return refuse(w, "it counts machines that are there in limited numbers, or case by case");
    UL_TRY(make_columns(w));
    if (w->pool.n * (n_nodes + n_filters) > TERMS_MAX)
        return refuse(w, TOO_MANY);
    if (w->pool.n == 0)
        return refuse(w, "nothing has to be paid for");
    UL_ALLOC(w->arena, w->price, w->pool.n);
    UL_ALLOC(w->arena, w->set, w->pool.n);
    UL_ALLOC(w->arena, w->none_row, n_filters + 1);
    UL_ALLOC(w->arena, w->family_row, w->proof->n_families);
    UL_ALLOC(w->arena, w->cut_row, n_rules);
    UL_ALLOC(w->arena, w->node_row, n_nodes);
    UL_ALLOC(w->arena, w->file.term, w->pool.n + problem->n_items + n_rules + w->proof->n_families
                                    + n_filters + 2);
    for (size_t p = 0; p < w->pool.n; p++) {
        w->price[p] = problem->type[w->pool.pattern[p].type].price;
        w->set[p] = UL_NONE;
    }
    for (size_t id = 0; id < n_rules; id++)
        w->cut_row[id] = UL_NONE;
    w->file.n_columns = w->pool.n;
    w->most = ul_price_sum_below(problem, w->proof->units);
    w->proved = w->most + 1;
    return UL_OK;
}

static ul_status derive_all(writer *w)
{
    ul_cost *reduced_cost;
    for (size_t q = 0; q < w->proof->n_families; q++)
        UL_TRY(derive_family(w, q));
    UL_TRY(root_reduced_costs(w, &reduced_cost));
    return w->proof->tree == NULL ? derive_bound(w, reduced_cost) : derive_by_tree(w, reduced_cost);
}

/* The program: what machines cost, and that all copies are held. */
static ul_status say_program(writer *w)
{
    char number[UL_NUMBER_TEXT];
    ul_cost *of;
    ul_output_format(w->file.out, "%% %s: machines by maximal pattern, tasks covered; a unit is $%s\n",
                     w->in->name, ul_cost_text(w->problem->unit, number));
    ul_vipr_begin(&w->file, w->price, w->problem->n_items);
    for (size_t i = 0; i < w->problem->n_items; i++) {
        UL_ALLOC(w->arena, of, w->pool.n);
        for (size_t p = 0; p < w->pool.n; p++)
            UL_EACH_ENTRY(e, &w->pool, p)
                of[p] += e->item == i ? e->count : 0;
        ul_vipr_row(&w->file, 'G', w->problem->copies[i], of);
        ul_output_text(w->file.out, "\n");
    }
    return UL_OK;
}

/* The number of derivations stands before them, so they are told to memory first. */
static ul_status say_all(writer *w)
{
    ul_output *file = w->file.out;
    char *text = NULL;
    size_t length = 0;
    UL_TRY(begin(w));
    UL_TRY(say_program(w));
    UL_TRY(ul_output_memory(&w->file.out));
    const ul_status status = derive_all(w);
    ul_output *derived = w->file.out;
    w->file.out = file;
    if (status != UL_OK) {
        ul_output_discard(derived);
        return status;
    }
    UL_TRY(ul_output_take(derived, &text, &length));
    ul_vipr_claim(&w->file, w->proved);
    ul_output_bytes(w->file.out, text, length);
    free(text);
    return UL_OK;
}

ul_status ul_vipr_write(const ul_packing *in, const ul_proof *proof, const char *path,
                        const char **untold)
{
    UL_OWN_ARENA(arena);
    writer w = {.in = in, .proof = proof, .problem = proof->problem, .arena = arena};
    ul_status status = ul_output_open(path, &w.file.out);
    if (status == UL_OK)
        status = ul_output_finish(w.file.out, say_all(&w));
    *untold = w.untold;
    ul_pattern_pool_clear(&w.pool);
    return w.untold != NULL ? UL_OK : status;
}
