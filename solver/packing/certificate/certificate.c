#include "certificate.h"

#include <stdio.h>

#include "names.h"
#include "output.h"

typedef struct {
    const ul_packing *in;
    const ul_exact_problem *problem; /* the whole, or the part of the family bound being written */
    ul_output *out;
    ul_arena *arena;
    const char **task;  /* item -> name of its first task */
    size_t *type_of;    /* instance type -> exact type that it counts as, or UL_NONE */
} writer;

#define SAY(w, ...) ul_output_format((w)->out, __VA_ARGS__)

static void say_name(writer *w, const char *name)
{
    SAY(w, ",");
    ul_output_field(w->out, name);
}

static void say_pair(writer *w, const char *name, int64_t number)
{
    char text[UL_NAME_MAX + 32];
    snprintf(text, sizeof text, "%s:%lld", name, (long long)number);
    say_name(w, text);
}

/* ---- rows ---- */

static void say_weights(writer *w, const ul_row_rule *rule)
{
    for (size_t k = 0; k < w->in->n_types; k++)
        if (w->type_of[k] != UL_NONE && rule->weight[w->type_of[k]] > 0)
            say_pair(w, w->in->type[k].name, rule->weight[w->type_of[k]]);
}

static void say_cut(writer *w, const ul_row_rule *rule)
{
    SAY(w, ",%d", rule->denominator);
    for (size_t i = 0; i < w->problem->n_items; i++)
        if (rule->numerator[i] > 0)
            say_pair(w, w->task[i], rule->numerator[i]);
}

static void say_supply(writer *w, const ul_row_rule *rule)
{
    say_name(w, w->in->type[w->problem->type[rule->item].k].name);
}

static void say_copies(writer *w, const ul_row_rule *rule)
{
    say_name(w, w->task[rule->item]);
    say_weights(w, rule);
}

/* The types of one item's shares. */
static size_t say_shares(writer *w, const ul_row_rule *rule, size_t first)
{
    const uint32_t item = rule->share[first].item;
    size_t end = first;
    say_name(w, w->task[item]);
    for (; end < rule->n_shares && rule->share[end].item == item; end++)
        for (size_t k = 0; k < w->in->n_types; k++)
            if (w->type_of[k] != UL_NONE && w->type_of[k] >= rule->share[end].first
                && w->type_of[k] < rule->share[end].end)
                say_pair(w, w->in->type[k].name, rule->share[end].weight);
    return end;
}

static void say_sum(writer *w, size_t id, const ul_row_rule *rule)
{
    for (size_t s = 0; s < rule->n_shares;) {
        SAY(w, "%s,%zu", s == 0 ? "copies" : "also", id + 1);
        s = say_shares(w, rule, s);
        SAY(w, "\n");
    }
}

static void say_dominance(writer *w, const ul_row_rule *rule)
{
    SAY(w, ",%lld", (long long)rule->limit);
    say_weights(w, rule);
}

static void say_rule(writer *w, size_t id, const ul_row_rule *rule)
{
    static const struct {
        const char *tag;
        void (*say)(writer *, const ul_row_rule *);
    } record[] = {
        [UL_ROW_MACHINES] = {"machines", say_weights}, [UL_ROW_COPIES] = {"copies", say_copies},
        [UL_ROW_CUT] = {"cut", say_cut},               [UL_ROW_SUPPLY] = {"supply", say_supply},
        [UL_ROW_DOMINANCE] = {"merger", say_dominance}, /* family bounds: say_family_bound */
    };
    if (rule->kind == UL_ROW_SUM) {
        say_sum(w, id, rule);
        return;
    }
    SAY(w, "%s,%zu", record[rule->kind].tag, id + 1);
    record[rule->kind].say(w, rule);
    SAY(w, "\n");
    if (rule->kind != UL_ROW_MACHINES)
        return;
    SAY(w, "holding,%zu", id + 1);
    for (size_t c = 0; c < rule->n_conditions; c++)
        say_pair(w, w->task[rule->condition[c].item], rule->condition[c].count);
    SAY(w, "\n");
}

/* Nodes still open end with the proof of the bound they have. */
static bool ends_here(const ul_tree_node *node)
{
    return node->leaf || node->open;
}

static void mark_rows(const ul_node_dual *proof, bool *used)
{
    for (size_t r = 0; r < proof->n_rows; r++)
        used[proof->row[r]] = true;
}

/* Only the rows that the proof refers to; family bounds are there already. */
static ul_status say_rules(writer *w, const ul_tree *tree)
{
    bool *used;
    UL_ALLOC(w->arena, used, tree->rules.n);
    for (size_t q = 0; q < tree->n_filters; q++)
        mark_rows(&tree->filter[q], used);
    for (size_t q = 0; q < tree->n_nodes; q++) {
        if (tree->node[q].parent != UL_NONE)
            used[tree->node[q].rule] = true;
        if (ends_here(&tree->node[q]))
            mark_rows(&tree->node[q].dual, used);
    }
    for (size_t id = 0; id < tree->rules.n; id++)
        if (used[id] && tree->rules.rule[id]->kind != UL_ROW_FAMILY)
            say_rule(w, id, tree->rules.rule[id]);
    return UL_OK;
}

/* ---- dual solutions and the tree ---- */

static void say_values(writer *w, const int64_t *value)
{
    for (size_t i = 0; i < w->problem->n_items; i++)
        if (value[i] != 0) {
            SAY(w, "value");
            say_name(w, w->task[i]);
            SAY(w, ",%lld\n", (long long)value[i]);
        }
}

static void say_proof(writer *w, const char *tag, const ul_node_dual *proof)
{
    SAY(w, "%s,%lld\n", tag, (long long)proof->scale);
    say_values(w, proof->item);
    for (size_t r = 0; r < proof->n_rows; r++)
        SAY(w, "use,%zu,%lld\n", proof->row[r] + 1, (long long)proof->value[r]);
}

/* A node, then all that lies below its first child, then below its second. */
static ul_status say_tree(writer *w, const ul_tree *tree)
{
    size_t *stack, *first, depth = 0;
    UL_ALLOC_RAW(w->arena, stack, tree->n_nodes + 1);
    UL_ALLOC_RAW(w->arena, first, tree->n_nodes);
    for (size_t q = tree->n_nodes; q-- > 1;) /* children come in pairs, the lower first */
        first[tree->node[q].parent] = q;
    stack[depth++] = 0;
    while (depth > 0) {
        const size_t q = stack[--depth];
        if (ends_here(&tree->node[q])) {
            say_proof(w, "leaf", &tree->node[q].dual);
            continue;
        }
        const ul_tree_node *child = &tree->node[first[q]];
        SAY(w, "branch,%zu,%lld\n", child->rule + 1, (long long)child->limit);
        stack[depth++] = first[q] + 1;
        stack[depth++] = first[q];
    }
    return UL_OK;
}

static void say_root(writer *w, const ul_exact_dual *dual)
{
    SAY(w, "root,%lld,%lld\n", (long long)dual->scale.num, (long long)dual->scale.den);
    say_values(w, dual->value);
}

/* ---- claims: the whole, and family bounds ---- */

/* Names for the items of the writer's problem, which was cut from another with
 * these names. */
static ul_status name_things(writer *w, const char **name)
{
    const ul_packing *in = w->in;
    const ul_exact_problem *problem = w->problem;
    UL_ALLOC(w->arena, w->task, problem->n_items);
    UL_ALLOC(w->arena, w->type_of, in->n_types);
    for (size_t i = 0; i < problem->n_items; i++)
        w->task[i] = name[problem->origin[i]];
    for (size_t k = 0; k < in->n_types; k++)
        w->type_of[k] = ul_exact_type_of(problem, (uint32_t)k);
    return UL_OK;
}

static ul_status name_shapes(writer *w)
{
    const char **of_shape;
    UL_ALLOC(w->arena, of_shape, w->in->n_shapes);
    for (size_t j = w->in->n_tasks; j-- > 0;)
        of_shape[w->in->task[j].shape] = w->in->task[j].name;
    return name_things(w, of_shape);
}

static ul_status say_search(writer *w, const ul_tree *tree)
{
    if (tree == NULL)
        return UL_OK;
    UL_TRY(say_rules(w, tree));
    for (size_t q = 0; q < tree->n_filters; q++)
        say_proof(w, "filter", &tree->filter[q]);
    return say_tree(w, tree);
}

static ul_status say_family_bound(const writer *whole, size_t id, const ul_row_rule *rule,
                                  const ul_proof *proof)
{
    writer w = *whole;
    SAY(&w, "floor,%zu,%lld", id + 1, (long long)proof->units);
    say_weights(&w, rule);
    SAY(&w, "\n");
    w.problem = proof->problem;
    UL_TRY(name_things(&w, whole->task));
    say_root(&w, proof->dual);
    UL_TRY(say_search(&w, proof->tree));
    SAY(&w, "proved\n");
    return UL_OK;
}

/* A dual solution, and what rows take off prices or add to them. */
static void say_root_of(writer *w, const ul_proof *proof)
{
    say_root(w, proof->dual);
    for (size_t q = 0; q < proof->n_families; q++)
        if (proof->family[q].count_dual > 0)
            SAY(w, "rebate,%zu,%lld\n", q + 1, (long long)proof->family[q].count_dual);
    for (size_t k = 0; k < w->problem->n_types; k++)
        if (proof->dual->supply_dual[k] > 0) {
            SAY(w, "fee");
            say_name(w, w->in->type[w->problem->type[k].k].name);
            SAY(w, ",%lld\n", (long long)proof->dual->supply_dual[k]);
        }
}

static ul_status say_all(writer *w, const ul_proof *proof)
{
    char number[UL_NUMBER_TEXT], digest[UL_SHA256_TEXT];
    UL_TRY(name_shapes(w));
    SAY(w, "ullage-certificate,1,packing\ninstance");
    say_name(w, w->in->name);
    SAY(w, ",%s\n", w->in->sha256);
    SAY(w, "bound,%s\n", ul_cost_text((ul_cost)proof->units * w->problem->unit, number));
    for (size_t q = 0; q < proof->n_families; q++)
        UL_TRY(say_family_bound(w, q, &proof->family_row[q], &proof->family[q].proof));
    if (proof->kind == UL_PROOF_DUAL)
        say_root_of(w, proof);
    else
        SAY(w, "cases\n");
    UL_TRY(say_search(w, proof->tree));
    ul_output_sha256(w->out, digest);
    ul_output_format(w->out, "end,%s\n", digest);
    return UL_OK;
}

ul_status ul_certificate_write(const ul_packing *in, const ul_proof *proof, const char *path)
{
    UL_OWN_ARENA(arena);
    writer w = {.in = in, .problem = proof->problem, .arena = arena};
    UL_TRY(ul_output_open(path, &w.out));
    return ul_output_finish(w.out, say_all(&w, proof));
}
