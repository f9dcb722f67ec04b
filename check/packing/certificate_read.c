/* Reads ullage-certificate,1,packing: rows, dual values, the tree. Whether it
 * proves anything is certificate.c's business; what refers to tasks, types or
 * rows that are not there is refused here. O(bytes).
 */
#include <string.h>

#include "certificate.h"

#define VALUE_MAX ((uint64_t)1 << 56)
enum { ID_MAX = 10000000 };

typedef check_rule rule;
typedef check_proof proof;
typedef check_node node;
typedef check_claim claim;
typedef check_certificate certificate;

static int64_t read_whole(certificate *z, const check_row *row, size_t field, bool signed_one)
{
    const check_field *text = &row->field[field];
    const bool negative = signed_one && text->text[0] == '-';
    uint64_t value;
    if (!check_parse_count(text->text + negative, text->length - negative, VALUE_MAX, &value))
        check_refuse(z->c, row, field, "'%.40s' is not a whole number in range", text->text);
    return negative ? -(int64_t)value : (int64_t)value;
}

static size_t read_item(certificate *z, const check_row *row, size_t field, size_t length)
{
    const size_t j = check_names_find(&z->p->task, row->field[field].text, length);
    if (j == CHECK_NOT_FOUND)
        check_refuse(z->c, row, field, "the instance has no task '%.80s'", row->field[field].text);
    z->now->active[z->items.item_of[j]] = true;
    return z->items.item_of[j];
}

/* NAME:NUMBER; the length of the name. */
static size_t read_pair(certificate *z, const check_row *row, size_t field, int64_t *number)
{
    const char *text = row->field[field].text, *colon = strrchr(text, ':');
    uint64_t value;
    if (colon == NULL || !check_parse_count(colon + 1, strlen(colon + 1), CHECK_INDEX_MAX, &value)
        || value == 0)
        check_refuse(z->c, row, field, "'%.80s' is not NAME:NUMBER", text);
    *number = (int64_t)value;
    return (size_t)(colon - text);
}

static rule *read_rule(certificate *z, const check_row *row, bool fresh)
{
    check_expect(z->c, row, row->n < 2 ? 2 : row->n, "TAG,ID,...");
    claim *m = z->now;
    const size_t id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    while (id >= m->n_rules) {
        check_spend(z->c, sizeof *m->rule / 4);
        m->rule = check_grow(z->c, m->rule, m->n_rules, &m->rule_room, sizeof *m->rule);
        m->rule[m->n_rules++] = (rule){0};
    }
    if (m->rule[id].known == fresh)
        check_refuse(z->c, row, 1, fresh ? "row %zu is there twice" : "row %zu is not known", id);
    m->rule[id].known = true;
    z->open = NULL;
    return &m->rule[id];
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

/* TYPE:WEIGHT from a field on: the weight of each type. */
static int64_t *read_weights(certificate *z, const check_row *row, size_t first)
{
    int64_t *by_type = check_alloc(z->c, z->p->type.n, sizeof *by_type);
    for (size_t q = first; q < row->n; q++) {
        int64_t weight;
        const size_t length = read_pair(z, row, q, &weight);
        const size_t k = check_names_find(&z->p->type, row->field[q].text, length);
        if (k == CHECK_NOT_FOUND)
            check_refuse(z->c, row, q, "the instance has no type '%.80s'", row->field[q].text);
        if (by_type[k] != 0)
            check_refuse(z->c, row, q, "this type has a weight already");
        by_type[k] = weight;
    }
    return by_type;
}

static void read_machines(certificate *z, const check_row *row)
{
    rule *mine = read_rule(z, row, true);
    mine->weight = read_weights(z, row, 2);
}

/* What it says is verified at once: it is of the instance alone. */
static void read_merger(certificate *z, const check_row *row)
{
    if (!z->by_cases || z->now != &z->whole)
        check_refuse(z->c, row, 0, "a merger belongs to cases");
    rule *mine = read_rule(z, row, true);
    if (row->n < 4)
        check_refuse(z->c, row, row->n, "expected merger,ID,LIMIT,TYPE:1...");
    mine->is_merger = true;
    mine->supply = read_whole(z, row, 2, false);
    mine->weight = read_weights(z, row, 3);
    for (size_t k = 0; k < z->p->type.n; k++)
        if (mine->weight[k] > 1)
            check_refuse(z->c, row, 0, "a merger counts machines one by one");
    if (!check_merges(z->c, z->p, mine->weight, mine->supply))
        check_refuse(z->c, row, 2, "more machines of these types need not have room in one that "
                                   "costs no more");
}

/* An item that a row counts the copies of. Two tasks may be the same item. */
static void read_share(certificate *z, const check_row *row, rule *mine)
{
    const size_t item = read_item(z, row, 2, row->field[2].length);
    check_spend(z->c, mine->n_shares);
    for (size_t q = 0; q < mine->n_shares; q++)
        if (mine->share[q].item == item)
            check_refuse(z->c, row, 2, "this row counts the copies of this item already");
    mine->share = check_grow(z->c, mine->share, mine->n_shares, &mine->share_room, sizeof *mine->share);
    mine->share[mine->n_shares++] = (check_share){item, read_weights(z, row, 3)};
}

static void read_copies(certificate *z, const check_row *row)
{
    rule *mine = read_rule(z, row, true);
    if (row->n < 4)
        check_refuse(z->c, row, row->n, "expected copies,ID,TASK,TYPE:WEIGHT...");
    read_share(z, row, mine);
}

/* A row says the same wherever it is named: it has all of its items before. */
static void read_also(certificate *z, const check_row *row)
{
    rule *mine = read_rule(z, row, false);
    if (row->n < 4)
        check_refuse(z->c, row, row->n, "expected also,ID,TASK,TYPE:WEIGHT...");
    if (mine->n_shares == 0 || mine->used_at > 0)
        check_refuse(z->c, row, 1, "an item is added to a row of copies, before the row is used");
    read_share(z, row, mine);
}

/* A count that every plan reaches; the records up to `proved` show it. */
static void read_floor(certificate *z, const check_row *row)
{
    if (z->now != &z->whole || z->whole.has_root)
        check_refuse(z->c, row, 0, "floors come before the root");
    rule *mine = read_rule(z, row, true);
    if (row->n < 4)
        check_refuse(z->c, row, row->n, "expected floor,ID,LEAST,TYPE:WEIGHT...");
    mine->is_floor = true;
    mine->least = read_whole(z, row, 2, false);
    mine->weight = read_weights(z, row, 3);
    z->floor = check_grow(z->c, z->floor, z->n_floors, &z->floor_room, sizeof *z->floor);
    z->now = &z->floor[z->n_floors++];
    *z->now = (claim){.place = *row, .units = mine->least};
    z->now->active = check_alloc(z->c, z->items.n, sizeof *z->now->active);
    z->now->price = check_alloc(z->c, z->p->type.n, sizeof *z->now->price);
    for (size_t k = 0; k < z->p->type.n; k++)
        z->now->price[k] = mine->weight[k];
}

/* The floor is proved, and the records that follow belong to the whole again. Every item
 * of the floor must be an item of the whole: a machine that holds nothing but such items
 * counts for the floor, and so it must count for the whole. */
static void read_proved(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 1, "proved");
    if (z->now == &z->whole || !z->now->has_root)
        check_refuse(z->c, row, 0, "there is no floor to prove, or its root is missing");
    check_spend(z->c, z->items.n);
    for (size_t i = 0; i < z->items.n; i++)
        z->whole.active[i] = z->whole.active[i] || z->now->active[i];
    z->now = &z->whole;
    z->open = NULL;
}

static void read_rebate(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 3, "rebate,ID,UNITS");
    const size_t id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    claim *m = z->now;
    if (!m->has_root || id >= m->n_rules || !m->rule[id].is_floor || m->rule[id].rebate != 0)
        check_refuse(z->c, row, 1, "row %zu is no floor, or has its rebate, or the root is yet "
                                   "to come", id);
    m->rule[id].rebate = read_whole(z, row, 2, false);
}

/* The number of a type of which there are only so many. */
static size_t read_limited(certificate *z, const check_row *row, size_t field)
{
    const size_t k = check_names_find(&z->p->type, row->field[field].text, row->field[field].length);
    if (k == CHECK_NOT_FOUND || !z->p->types[k].is_limited || z->now != &z->whole)
        check_refuse(z->c, row, field, "'%.80s' is no type with a supply, or this is in a floor",
                     row->field[field].text);
    return k;
}

static void read_supply(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 3, "supply,ID,TYPE");
    rule *mine = read_rule(z, row, true);
    const size_t k = read_limited(z, row, 2);
    mine->is_supply = true;
    mine->supply = (int64_t)z->p->types[k].supply;
    mine->weight = check_alloc(z->c, z->p->type.n, sizeof *mine->weight);
    mine->weight[k] = 1;
}

static void read_fee(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 3, "fee,TYPE,UNITS");
    const size_t k = read_limited(z, row, 1);
    if (!z->whole.has_root)
        check_refuse(z->c, row, 0, "a fee follows the root");
    if (z->whole.fee == NULL)
        z->whole.fee = check_alloc(z->c, z->p->type.n, sizeof *z->whole.fee);
    if (z->whole.fee[k] != 0)
        check_refuse(z->c, row, 1, "this type has its fee already");
    z->whole.fee[k] = read_whole(z, row, 2, false);
}

static void read_holding(certificate *z, const check_row *row)
{
    rule *mine = read_rule(z, row, false);
    if (mine->is_cut || mine->is_floor || mine->is_supply || mine->is_merger || mine->n_shares > 0
        || mine->condition != NULL)
        check_refuse(z->c, row, 0, "a holding record follows its machines record");
    mine->condition = check_alloc(z->c, row->n, sizeof *mine->condition);
    for (size_t q = 2; q < row->n; q++) {
        int64_t count;
        const size_t length = read_pair(z, row, q, &count);
        mine->condition[mine->n_conditions++] =
            (check_entry){(check_index)read_item(z, row, q, length), (check_index)count};
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
    claim *m = z->now;
    if (m->has_root)
        check_refuse(z->c, row, 0, "there is a second root");
    m->has_root = true;
    m->root.num = read_whole(z, row, 1, false);
    m->root.den = read_whole(z, row, 2, false);
    if (m->root.num == 0 || m->root.den == 0)
        check_refuse(z->c, row, m->root.num == 0 ? 1 : 2, "a scale is at least 1");
    m->root.value = check_alloc(z->c, z->items.n, sizeof *m->root.value);
    m->shell = (proof){.place = *row, .value = m->root.value};
    z->open = &m->shell;
}

static void read_value(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 3, "value,TASK,VALUE");
    if (z->open == NULL)
        check_refuse(z->c, row, 0, "a value follows a root, a filter or a leaf");
    const size_t i = read_item(z, row, 1, row->field[1].length);
    if (z->open->value[i] != 0)
        check_refuse(z->c, row, 1, "this item has a value already");
    z->open->value[i] = read_whole(z, row, 2, true);
    if (z->open->value[i] < 0 && z->open->scale == 0)
        check_refuse(z->c, row, 2, "a root's value is not below 0");
}

static void read_use(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 3, "use,ID,VALUE");
    if (z->open == NULL || z->open->scale == 0)
        check_refuse(z->c, row, 0, "a use follows a filter or a leaf");
    proof *one = z->open;
    const size_t id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    claim *m = z->now;
    if (id >= m->n_rules || !m->rule[id].known)
        check_refuse(z->c, row, 1, "row %zu is not known", id);
    if (m->rule[id].used_at == one->place.line)
        check_refuse(z->c, row, 1, "row %zu is used already", id);
    m->rule[id].used_at = one->place.line;
    one->use = check_grow(z->c, one->use, one->n_uses, &one->use_room, sizeof *one->use);
    one->use[one->n_uses++] = (struct use){id, read_whole(z, row, 2, true)};
}

static void read_node(certificate *z, const check_row *row)
{
    claim *m = z->now;
    m->node = check_grow(z->c, m->node, m->n_nodes, &m->node_room, sizeof *m->node);
    node *mine = &m->node[m->n_nodes++];
    *mine = (node){.place = *row, .is_leaf = check_is(row, 0, "leaf")};
    if (mine->is_leaf) {
        open_proof(z, row, &mine->proof);
        return;
    }
    z->open = NULL;
    check_expect(z->c, row, 3, "branch,ID,LIMIT");
    mine->id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    mine->limit = read_whole(z, row, 2, false);
    if (mine->id >= m->n_rules || !m->rule[mine->id].known || m->rule[mine->id].is_cut)
        check_refuse(z->c, row, 1, "row %zu counts nothing", mine->id);
    m->rule[mine->id].used_at = row->line;
}

static void read_filter(certificate *z, const check_row *row)
{
    claim *m = z->now;
    m->filter = check_grow(z->c, m->filter, m->n_filters, &m->filter_room, sizeof *m->filter);
    open_proof(z, row, &m->filter[m->n_filters++]);
}

static void read_instance(certificate *z, const check_row *row)
{
    check_read_binding(z->c, row, z->instance, z->p->name, &z->bound_to);
}

static void read_bound(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 2, "bound,COST");
    if (z->has_bound)
        check_refuse(z->c, row, 0, "the bound is given twice");
    z->has_bound = true;
    z->bound = check_dollars(z->c, row, 1, "the bound", 6);
}

/* How the bound is proved, where not by a root. */
static void read_way(certificate *z, const check_row *row)
{
    check_expect(z->c, row, 1, "selections, steps or cases");
    if (z->now != &z->whole || z->by_selections || z->by_steps || z->by_cases)
        check_refuse(z->c, row, 0, "the whole is proved in another way, or this is a floor");
    z->by_selections = check_is(row, 0, "selections");
    z->by_steps = check_is(row, 0, "steps");
    z->by_cases = check_is(row, 0, "cases");
}

static void read_record(certificate *z, const check_row *row)
{
    static const struct {
        const char *tag;
        void (*read)(certificate *z, const check_row *row);
    } record[] = {
        {"instance", read_instance}, {"bound", read_bound},     {"selections", read_way},
        {"steps", read_way},         {"cases", read_way},       {"root", read_root},
        {"value", read_value},       {"cut", read_cut},         {"machines", read_machines},
        {"merger", read_merger},     {"copies", read_copies},   {"also", read_also},
        {"holding", read_holding},   {"use", read_use},         {"filter", read_filter},
        {"floor", read_floor},       {"proved", read_proved},   {"supply", read_supply},
        {"fee", read_fee},           {"rebate", read_rebate},   {"branch", read_node},
        {"leaf", read_node},
    };
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (check_is(row, 0, record[q].tag)) {
            record[q].read(z, row);
            return;
        }
    check_refuse(z->c, row, 0, "record '%.40s' is not known", row->field[0].text);
}

void check_certificate_read(certificate *z, check_file *file)
{
    check_row row;
    z->whole.active = check_alloc(z->c, z->items.n, sizeof *z->whole.active);
    z->now = &z->whole;
    while (check_next(z->c, file, &row)) {
        if (z->ended)
            check_refuse(z->c, &row, 0, "there are records behind the end");
        z->ended = check_is(&row, 0, "end");
        if (z->ended)
            check_sealed(z->c, file, &row);
        else
            read_record(z, &row);
    }
    if (z->by_selections && z->n_floors > 0)
        check_refuse_file(z->c, file->name, "has both selections and a floor");
    const int ways = z->whole.has_root + z->by_selections + z->by_steps + z->by_cases;
    if (ways > 1)
        check_refuse_file(z->c, file->name, "has two of a root, steps, selections and cases");
    if (!z->ended || !z->bound_to || !z->has_bound || z->now != &z->whole || ways == 0)
        check_refuse_file(z->c, file->name, "lacks its instance, bound, root or end");
}
