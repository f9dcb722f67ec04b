/* Verifies a certificate of a packing bound: ullage-certificate,1,packing.
 *
 * Suppose a plan cost less than the bound. The root's values, whole numbers by
 * which no pattern is worth more than its price, leave only patterns of small
 * loss for it: price less worth, summed over its machines, is at most the bound
 * less what all tasks are worth. Those patterns are enumerated here, with
 * pricing of our own. Filters narrow them down by the same argument with cuts.
 * The tree then splits all plans by counts of machines, and at each leaf the
 * values show that no plan of these patterns costs less than the bound.
 *
 * O(leaves * patterns * (entries + rows)) time after the enumeration.
 */
#include <string.h>

#include "patterns.h"

#define VALUE_MAX ((uint64_t)1 << 56)
enum { ID_MAX = 10000000 };

/* A row: a rank-1 cut of the items' covering rows, or a count of machines. */
typedef struct {
    bool known, is_cut;
    int64_t denominator;
    int64_t *numerator;     /* cuts: per item */
    int64_t *weight;        /* counts: per type */
    check_entry *condition; /* counts: the machines that hold at least these */
    size_t n_conditions;
    uint32_t *coefficient;  /* per pattern of the pool; NULL until asked for */
} rule;

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
} proof;

/* A node in the order of the file: a branching, or a leaf with its proof. */
typedef struct {
    check_row place;
    bool is_leaf;
    size_t id;      /* branchings: at most `limit` first, then at least one more */
    int64_t limit;
    proof proof;
} node;

typedef struct {
    size_t id;
    bool upper;
    int64_t limit;
} turn;

typedef struct {
    check *c;
    check_packing p;
    check_items items;
    const check_file *instance;
    bool bound_to, ended;
    check_wide bound; /* millionths */
    bool has_bound;
    check_root root;
    bool has_root;
    proof shell;      /* of the root's values: no scale, so no rows */
    rule *rule;
    size_t n_rules, rule_room;
    proof *filter;
    size_t n_filters, filter_room;
    node *node;
    size_t n_nodes, node_room;
    proof *open;    /* takes the value and use records that follow; NULL: none may */
    check_pool pool;
    check_wide units; /* the bound, rounded up to whole price units */
} certificate;

/* ---- reading ---- */

static int64_t read_whole(certificate *z, const check_row *row, size_t field, bool signed_one)
{
    const check_field *text = &row->field[field];
    const bool negative = signed_one && text->text[0] == '-';
    uint64_t value;
    if (!check_parse_count(text->text + negative, text->length - negative, VALUE_MAX, &value))
        check_refuse(z->c, row, field, "'%.40s' is not a whole number in range", text->text);
    return negative ? -(int64_t)value : (int64_t)value;
}

/* A cost may be beyond what one price may be: whole dollars, then the rest. */
static check_wide read_cost(certificate *z, const check_row *row, size_t field)
{
    const char *text = row->field[field].text;
    const size_t whole = strcspn(text, ".");
    char rest[16] = "0";
    uint64_t dollars;
    check_micro micros;
    if (!check_parse_count(text, whole, VALUE_MAX, &dollars) || strlen(text + whole) > 7)
        check_refuse(z->c, row, field, "'%.40s' is not a cost", text);
    strcat(rest, text + whole);
    if (!check_parse_decimal(rest, strlen(rest), &micros))
        check_refuse(z->c, row, field, "'%.40s' is not a cost", text);
    return (check_wide)dollars * 1000000 + micros;
}

static size_t read_item(certificate *z, const check_row *row, size_t field, size_t length)
{
    const size_t j = check_names_find(&z->p.task, row->field[field].text, length);
    if (j == CHECK_NOT_FOUND)
        check_refuse(z->c, row, field, "the instance has no task '%.80s'", row->field[field].text);
    z->items.active[z->items.item_of[j]] = true;
    return z->items.item_of[j];
}

/* NAME:NUMBER; the length of the name. */
static size_t read_pair(certificate *z, const check_row *row, size_t field, int64_t *number)
{
    const char *text = row->field[field].text, *colon = strrchr(text, ':');
    uint64_t value;
    if (colon == NULL || !check_parse_count(colon + 1, strlen(colon + 1), UINT32_MAX, &value)
        || value == 0)
        check_refuse(z->c, row, field, "'%.80s' is not NAME:NUMBER", text);
    *number = (int64_t)value;
    return (size_t)(colon - text);
}

static rule *read_rule(certificate *z, const check_row *row, bool fresh)
{
    check_expect(z->c, row, row->n < 2 ? 2 : row->n, "TAG,ID,...");
    const size_t id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    while (id >= z->n_rules) {
        z->rule = check_grow(z->c, z->rule, z->n_rules, &z->rule_room, sizeof *z->rule);
        z->rule[z->n_rules++] = (rule){0};
    }
    if (z->rule[id].known == fresh)
        check_refuse(z->c, row, 1, fresh ? "row %zu is there twice" : "row %zu is not known", id);
    z->rule[id].known = true;
    z->open = NULL;
    return &z->rule[id];
}

static void read_cut(certificate *z, const check_row *row)
{
    rule *mine = read_rule(z, row, true);
    if (row->n < 4)
        check_refuse(z->c, row, row->n, "expected cut,ID,DENOMINATOR,TASK:NUMERATOR...");
    mine->is_cut = true;
    mine->denominator = read_whole(z, row, 2, false);
    mine->numerator = check_alloc(z->c, z->items.n, sizeof *mine->numerator);
    for (size_t q = 3; q < row->n; q++) {
        int64_t numerator;
        const size_t length = read_pair(z, row, q, &numerator);
        mine->numerator[read_item(z, row, q, length)] = numerator;
    }
    if (mine->denominator == 0)
        check_refuse(z->c, row, 2, "a denominator is at least 1");
}

static void read_machines(certificate *z, const check_row *row)
{
    rule *mine = read_rule(z, row, true);
    mine->weight = check_alloc(z->c, z->p.type.n, sizeof *mine->weight);
    for (size_t q = 2; q < row->n; q++) {
        int64_t weight;
        const size_t length = read_pair(z, row, q, &weight);
        const size_t k = check_names_find(&z->p.type, row->field[q].text, length);
        if (k == CHECK_NOT_FOUND)
            check_refuse(z->c, row, q, "the instance has no type '%.80s'", row->field[q].text);
        mine->weight[k] = weight;
    }
}

static void read_holding(certificate *z, const check_row *row)
{
    rule *mine = read_rule(z, row, false);
    if (mine->is_cut || mine->condition != NULL)
        check_refuse(z->c, row, 0, "a holding record follows its machines record");
    mine->condition = check_alloc(z->c, row->n, sizeof *mine->condition);
    for (size_t q = 2; q < row->n; q++) {
        int64_t count;
        const size_t length = read_pair(z, row, q, &count);
        mine->condition[mine->n_conditions++] =
            (check_entry){(uint32_t)read_item(z, row, q, length), (uint32_t)count};
    }
}

static void open_proof(certificate *z, const check_row *row, proof *one)
{
    check_expect(z->c, row, 2, "TAG,SCALE");
    *one = (proof){.place = *row, .scale = read_whole(z, row, 1, false)};
    if (one->scale == 0)
        check_refuse(z->c, row, 1, "a scale is at least 1");
    one->value = check_alloc(z->c, z->items.n, sizeof *one->value);
    z->open = one;
}

static void read_root(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 3, "root,NUMERATOR,DENOMINATOR");
    if (z->has_root)
        check_refuse(z->c, row, 0, "there is a second root");
    z->has_root = true;
    z->root.num = read_whole(z, row, 1, false);
    z->root.den = read_whole(z, row, 2, false);
    if (z->root.num == 0 || z->root.den == 0)
        check_refuse(z->c, row, 1, "a scale is at least 1");
    z->root.value = check_alloc(z->c, z->items.n, sizeof *z->root.value);
    z->shell = (proof){.place = *row, .value = z->root.value};
    z->open = &z->shell;
}

static void read_value(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 3, "value,TASK,VALUE");
    if (z->open == NULL)
        check_refuse(z->c, row, 0, "a value follows a root, a filter or a leaf");
    const size_t i = read_item(z, row, 1, row->field[1].length);
    if (z->open->value[i] != 0)
        check_refuse(z->c, row, 1, "this item has a value already");
    z->open->value[i] = read_whole(z, row, 2, false);
}

static void read_use(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 3, "use,ID,VALUE");
    if (z->open == NULL || z->open->scale == 0)
        check_refuse(z->c, row, 0, "a use follows a filter or a leaf");
    proof *one = z->open;
    const size_t id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    if (id >= z->n_rules || !z->rule[id].known)
        check_refuse(z->c, row, 1, "row %zu is not known", id);
    one->use = check_grow(z->c, one->use, one->n_uses, &one->use_room, sizeof *one->use);
    one->use[one->n_uses++] = (struct use){id, read_whole(z, row, 2, true)};
}

static void read_node(certificate *z, const check_row *row)
{
    z->node = check_grow(z->c, z->node, z->n_nodes, &z->node_room, sizeof *z->node);
    node *mine = &z->node[z->n_nodes++];
    *mine = (node){.place = *row, .is_leaf = check_is(row, 0, "leaf")};
    if (mine->is_leaf) {
        open_proof(z, row, &mine->proof);
        return;
    }
    z->open = NULL;
    check_expect(z->c, row, 3, "branch,ID,LIMIT");
    mine->id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    mine->limit = read_whole(z, row, 2, false);
    if (mine->id >= z->n_rules || !z->rule[mine->id].known || z->rule[mine->id].is_cut)
        check_refuse(z->c, row, 1, "row %zu does not count machines", mine->id);
}

static void read_record(certificate *z, const check_row *row)
{
    if (check_is(row, 0, "instance")) {
        check_read_binding(z->c, row, z->instance, z->p.name, &z->bound_to);
    } else if (check_is(row, 0, "bound")) {
        check_expect(z->c, row, 2, "bound,COST");
        z->has_bound = true;
        z->bound = read_cost(z, row, 1);
    } else if (check_is(row, 0, "root")) {
        read_root(z, row);
    } else if (check_is(row, 0, "value")) {
        read_value(z, row);
    } else if (check_is(row, 0, "cut")) {
        read_cut(z, row);
    } else if (check_is(row, 0, "machines")) {
        read_machines(z, row);
    } else if (check_is(row, 0, "holding")) {
        read_holding(z, row);
    } else if (check_is(row, 0, "use")) {
        read_use(z, row);
    } else if (check_is(row, 0, "filter")) {
        z->filter = check_grow(z->c, z->filter, z->n_filters, &z->filter_room,
                               sizeof *z->filter);
        open_proof(z, row, &z->filter[z->n_filters++]);
    } else if (check_is(row, 0, "branch") || check_is(row, 0, "leaf")) {
        read_node(z, row);
    } else {
        check_refuse(z->c, row, 0, "record '%.40s' is not known", row->field[0].text);
    }
}

static void read_certificate(certificate *z, check_file *file)
{
    check_row row;
    while (check_next(z->c, file, &row)) {
        if (z->ended)
            check_refuse(z->c, &row, 0, "there are records behind the end");
        z->ended = check_is(&row, 0, "end");
        if (z->ended && (row.n != 2 || !check_is(&row, 1, file->sealed)))
            check_refuse(z->c, &row, 1, "the certificate was changed: its text has SHA-256 %s",
                         file->sealed);
        if (!z->ended)
            read_record(z, &row);
    }
    if (!z->ended || !z->bound_to || !z->has_bound || !z->has_root)
        check_refuse_file(z->c, file->name, "lacks its instance, bound, root or end");
}

/* ---- verifying ---- */

static check_wide ceil_div(check_wide a, check_wide b)
{
    return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

static uint32_t coefficient_of(certificate *z, const rule *mine, const check_pattern *pattern)
{
    const check_entry *entry = z->pool.entry + pattern->first;
    if (mine->is_cut) {
        check_wide sum = 0;
        for (size_t q = 0; q < pattern->n; q++)
            sum += (check_wide)mine->numerator[entry[q].item] * entry[q].count;
        const check_wide whole = ceil_div(sum, mine->denominator);
        if (whole > UINT32_MAX)
            check_refuse_file(z->c, "certificate", "has a cut with numbers beyond all measure");
        return (uint32_t)whole;
    }
    for (size_t c = 0; c < mine->n_conditions; c++) {
        uint32_t count = 0;
        for (size_t q = 0; q < pattern->n; q++)
            if (entry[q].item == mine->condition[c].item)
                count = entry[q].count;
        if (count < mine->condition[c].count)
            return 0;
    }
    return (uint32_t)mine->weight[pattern->type];
}

static const uint32_t *coefficients(certificate *z, rule *mine)
{
    if (mine->coefficient == NULL) {
        mine->coefficient = check_alloc(z->c, z->pool.n, sizeof *mine->coefficient);
        for (size_t p = 0; p < z->pool.n; p++)
            mine->coefficient[p] = coefficient_of(z, mine, &z->pool.pattern[p]);
    }
    return mine->coefficient;
}

/* What the right-hand side of a used row is worth: a cut's is rounded up, a
 * count's is the sharpest limit of the path on the side of the value's sign. */
static bool side_of(const certificate *z, const struct use *use, const turn *path, size_t depth,
                    check_wide *side)
{
    const rule *mine = &z->rule[use->id];
    if (mine->is_cut) {
        check_wide sum = 0;
        for (size_t i = 0; i < z->items.n; i++)
            sum += (check_wide)mine->numerator[i] * (check_wide)z->items.copies[i];
        *side = ceil_div(sum, mine->denominator);
        return use->value >= 0;
    }
    bool any = false;
    for (size_t q = 0; q < depth; q++)
        if (path[q].id == use->id && path[q].upper == (use->value > 0)
            && (!any || (path[q].upper ? path[q].limit > *side : path[q].limit < *side))) {
            any = true;
            *side = path[q].limit;
        }
    return any;
}

/* What all tasks and rows are worth; false when a row is used as it may not be. */
static bool total_of(certificate *z, const proof *one, const turn *path, size_t depth,
                     check_wide *total)
{
    *total = 0;
    for (size_t i = 0; i < z->items.n; i++)
        *total += (check_wide)one->value[i] * (check_wide)z->items.copies[i];
    for (size_t q = 0; q < one->n_uses; q++) {
        check_wide side = 0;
        if (!side_of(z, &one->use[q], path, depth, &side)) {
            check_violation(z->c, &one->place, "row %zu has no limit on that side here",
                            one->use[q].id);
            return false;
        }
        *total += (check_wide)one->use[q].value * side;
    }
    return true;
}

/* Price less worth of every pattern of the pool; none may be negative. */
static bool losses_of(certificate *z, const proof *one, check_wide *loss)
{
    const check_pool *pool = &z->pool;
    for (size_t p = 0; p < pool->n; p++) {
        const check_pattern *pattern = &pool->pattern[p];
        const check_entry *entry = pool->entry + pattern->first;
        loss[p] = (check_wide)(z->p.types[pattern->type].price / z->items.unit) * one->scale;
        for (size_t q = 0; q < pattern->n; q++)
            loss[p] -= (check_wide)one->value[entry[q].item] * entry[q].count;
    }
    for (size_t q = 0; q < one->n_uses; q++) {
        const uint32_t *coefficient = coefficients(z, &z->rule[one->use[q].id]);
        for (size_t p = 0; p < pool->n; p++)
            loss[p] -= (check_wide)one->use[q].value * coefficient[p];
    }
    for (size_t p = 0; p < pool->n; p++)
        if (loss[p] < 0) {
            check_violation(z->c, &one->place, "a pattern of type '%s' is worth more than its "
                                               "price", z->p.type.key[pool->pattern[p].type].text);
            return false;
        }
    return true;
}

static bool apply_filter(certificate *z, const proof *one, check_wide *loss)
{
    check_wide total;
    if (!total_of(z, one, NULL, 0, &total) || !losses_of(z, one, loss))
        return false;
    const check_wide most = (z->units - 1) * one->scale - total;
    size_t kept = 0;
    for (size_t p = 0; p < z->pool.n; p++)
        if (loss[p] <= most)
            z->pool.pattern[kept++] = z->pool.pattern[p];
    z->pool.n = kept;
    for (size_t id = 0; id < z->n_rules; id++)
        z->rule[id].coefficient = NULL;
    return true;
}

static bool check_leaf(certificate *z, const proof *one, const turn *path, size_t depth,
                       check_wide *loss)
{
    check_wide total;
    if (!total_of(z, one, path, depth, &total) || !losses_of(z, one, loss))
        return false;
    if (ceil_div(total, one->scale) >= z->units)
        return true;
    check_violation(z->c, &one->place, "this leaf does not reach the bound");
    return false;
}

/* Walks the tree as the file has it. path[] holds the turns taken; a turn to the
 * first side is followed by the second when what lies below it is done. */
static void check_tree(certificate *z, const char *name, check_wide *loss)
{
    turn *path = check_alloc(z->c, z->n_nodes + 1, sizeof *path);
    size_t depth = 0;
    bool done = false;
    for (size_t q = 0; q < z->n_nodes; q++) {
        const node *mine = &z->node[q];
        if (done)
            check_refuse(z->c, &mine->place, 0, "the tree has ended before this record");
        if (!mine->is_leaf) {
            path[depth++] = (turn){mine->id, false, mine->limit};
            continue;
        }
        if (!check_leaf(z, &mine->proof, path, depth, loss))
            return;
        while (depth > 0 && path[depth - 1].upper)
            depth--;
        done = depth == 0;
        if (!done) {
            path[depth - 1].upper = true;
            path[depth - 1].limit++;
        }
    }
    if (!done)
        check_violation(z->c, NULL, "%s: the tree is not complete", name);
}

static void verify(certificate *z, const char *name)
{
    check_wide total = 0;
    z->units = ceil_div(z->bound, z->items.unit > 0 ? z->items.unit : 1);
    for (size_t i = 0; i < z->items.n; i++)
        total += (check_wide)z->root.value[i] * (check_wide)z->items.copies[i];
    if (total > (check_wide)1 << 62)
        check_refuse_file(z->c, name, "the root's values are too large");
    z->root.gap = (z->units - 1) * z->root.num - total * z->root.den;
    if (z->items.unit == 0) { /* every type is free */
        if (z->bound > 0)
            check_violation(z->c, NULL, "%s: every machine is free", name);
        return;
    }
    if (!check_patterns(z->c, &z->items, &z->root, &z->pool) || z->root.gap < 0)
        return;
    check_wide *loss = check_alloc(z->c, z->pool.n, sizeof *loss);
    for (size_t q = 0; q < z->n_filters; q++)
        if (!apply_filter(z, &z->filter[q], loss))
            return;
    check_tree(z, name, loss);
}

check_wide check_packing_certificate(check *c, check_file *instance, check_file *file)
{
    certificate z = {.c = c, .instance = instance};
    check_packing_read(c, instance, &z.p);
    check_items_make(c, &z.p, &z.items);
    read_certificate(&z, file);
    verify(&z, file->name);
    return z.bound * 1000000;
}
