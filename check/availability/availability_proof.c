/* Verifies ullage-certificate,1,availability.
 *
 * A tree of cases. `branch,SET` divides into plans that survive the set (the types
 * outside it have the capacity) and plans that fail it; `branch,COUNT,LIMIT` into at most
 * LIMIT machines and more. A plan that fails sets fails with at least the probability
 * that one of them is all down, so that in a case where some sets fail
 *   - a set must be survived when failing it too would be too likely;
 *   - there is no plan when what fails is too likely already: `leaf`.
 * `leaf,SCALE` closes a case with the `use,ROW,V` records behind it: multipliers on the
 * scale of rows a n >= b that hold there for counts n of machines. A plan costs at least
 *     (sum V b + sum over columns of min(0, SCALE cost - sum V a) most) / SCALE,
 * where `most` machines of a type have the wanted capacity alone: a plan with more of one
 * is no cheaper than without. Nor is one that holds types which are never up.
 *
 * A survived set S is the row sum of capacity n >= C over what is not down with it. With
 * a divisor d, C = q d + r and 0 < r < d, whole machines make of it
 *     sum (floor(c / d) r + min(c mod d, r)) n >= (q + 1) r:
 * of floor(c / d) + (c mod d > 0, rounded) each the fraction beyond counts at most r / r.
 *
 * Or there is no plan at all: `infeasible` in place of a bound and a tree.
 *
 * O(leaves * uses * types).
 */
#include "availability.h"

#include <string.h>

#define VALUE_MAX ((check_wide)1000000000000000000 * 1000000000000000000)
enum { ID_MAX = 10000000, ADDITION = 24 /* steps: one that is looked at for being beyond 128 bits */ };

/* A row of the certificate. */
typedef struct {
    bool known, is_count, on_demand;
    check_down down;        /* sets */
    const uint64_t *weight; /* counts: per type */
    size_t sure_depth;       /* sets: they must be survived below this turn ... */
    check_stamp sure_serial; /* ... as long as it stands; 0: not known */
} line;

typedef struct {
    size_t id;
    bool second;     /* the set fails; or more than the limit */
    uint64_t limit;
    check_stamp serial; /* different for every turn on the path, and above 1 */
} turn;

typedef struct {
    check *c;
    const check_availability *p;
    check_failing failing;
    line *line;
    size_t n_lines, line_room;
    turn *path;
    size_t depth, path_room;
    check_stamp serial; /* the last one given */
    /* the open leaf */
    bool in_leaf;
    check_row place;
    check_wide scale, total;
    check_wide *left, *left_on_demand; /* per type: price less worth, on the scale */
    bool closed, has_claim, bound_to;
    bool infeasible; /* the claim is that there is no plan */
    check_wide claimed;
} proof;

/* ---- numbers ---- */

/* A whole number up to 10^36, with a sign where it may have one. */
static check_wide read_value(proof *z, const check_row *row, size_t field, bool is_signed)
{
    const char *text = row->field[field].text;
    const bool negative = is_signed && *text == '-';
    check_wide value = 0;
    text += negative;
    bool read = *text != '\0';
    for (; read && *text != '\0'; text++) {
        read = *text >= '0' && *text <= '9' && value <= VALUE_MAX / 10;
        value = read ? value * 10 + (*text - '0') : 0; /* at most 10^37 */
    }
    if (!read || value > VALUE_MAX)
        check_refuse(z->c, row, field, "'%.40s' is not a whole number up to 10^36",
                     row->field[field].text);
    return negative ? -value : value;
}

/* ---- rows ---- */

static line *new_line(proof *z, const check_row *row)
{
    const size_t id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    while (id >= z->n_lines) {
        check_spend(z->c, sizeof *z->line / 4);
        z->line = check_grow(z->c, z->line, z->n_lines, &z->line_room, sizeof *z->line);
        z->line[z->n_lines++] = (line){0};
    }
    if (z->line[id].known)
        check_refuse(z->c, row, 1, "row %zu is there twice", id);
    z->line[id].known = true;
    return &z->line[id];
}

static line *find_line(proof *z, const check_row *row)
{
    const size_t id = check_count(z->c, row, 1, "a row's number", ID_MAX);
    if (id >= z->n_lines || !z->line[id].known)
        check_refuse(z->c, row, 1, "row %zu is not known", id);
    return &z->line[id];
}

static check_index read_type(proof *z, const check_row *row, size_t field)
{
    const check_field *name = &row->field[field];
    const size_t k = check_names_find(&z->p->vm, name->text, name->length);
    if (k == CHECK_NOT_FOUND)
        check_refuse(z->c, row, field, "the instance has no type '%.80s'", name->text);
    return (check_index)k;
}

static void read_set(proof *z, const check_row *row)
{
    if (row->n < 2)
        check_refuse(z->c, row, row->n, "expected set,ID,VM...");
    line *mine = new_line(z, row);
    check_index *type = check_alloc(z->c, row->n, sizeof *type);
    check_spend_on(z->c, row->n, row->n);
    for (size_t q = 2; q < row->n; q++) {
        type[q - 2] = read_type(z, row, q);
        for (size_t r = 0; r < q - 2; r++)
            if (type[r] == type[q - 2])
                check_refuse(z->c, row, q, "this type is named already");
    }
    mine->down = (check_down){type, row->n - 2};
}

static void read_count(proof *z, const check_row *row)
{
    if (row->n < 5 || row->n % 2 == 0)
        check_refuse(z->c, row, row->n, "expected count,ID,hold or on-demand,VM,WEIGHT...");
    line *mine = new_line(z, row);
    uint64_t *weight = check_alloc(z->c, z->p->vm.n, sizeof *weight);
    mine->is_count = true;
    mine->on_demand = check_is(row, 2, "on-demand");
    if (!mine->on_demand && !check_is(row, 2, "hold"))
        check_refuse(z->c, row, 2, "machines are hold or on-demand");
    for (size_t q = 3; q < row->n; q += 2) {
        const check_index k = read_type(z, row, q);
        if (weight[k] != 0)
            check_refuse(z->c, row, q, "this type has a weight already");
        weight[k] = check_count(z->c, row, q + 1, "the weight", CHECK_CAPACITY_MAX);
    }
    mine->weight = weight;
}

/* ---- what holds in a case ---- */

/* Whether the set must be survived here, or is. The turns that make it so are noted. */
static bool is_survived(proof *z, line *mine)
{
    if (mine->sure_serial != 0 && mine->sure_depth <= z->depth
        && (mine->sure_depth == 0 || z->path[mine->sure_depth - 1].serial == mine->sure_serial))
        return true;
    size_t depth = z->depth, fails = z->failing.n;
    bool sure = false;
    for (;; depth--) {
        check_spend(z->c, 4);
        const turn *last = depth == 0 ? NULL : &z->path[depth - 1];
        const bool of_set = last != NULL && !z->line[last->id].is_count;
        const bool failed = of_set && last->second;
        if (of_set && !last->second)
            sure = check_down_within(&z->failing, mine->down, z->line[last->id].down);
        else if (depth == 0 || failed)
            sure = check_failing_forces(&z->failing, fails, mine->down);
        if (sure || depth == 0)
            break;
        fails -= failed;
    }
    if (sure) {
        mine->sure_depth = depth;
        mine->sure_serial = depth == 0 ? 1 : z->path[depth - 1].serial;
    }
    return sure;
}

/* The sharpest limit of the path on a count, from below or above; false: there is none. */
static bool limit_of(const proof *z, size_t id, bool below, uint64_t *limit)
{
    bool any = false;
    check_spend(z->c, z->depth);
    for (size_t q = 0; q < z->depth; q++) {
        const turn *mine = &z->path[q];
        if (mine->id != id || mine->second != below)
            continue;
        const uint64_t here = mine->limit + below; /* limits are at most 2^53 */
        if (!any || (below ? here > *limit : here < *limit))
            *limit = here;
        any = true;
    }
    return any;
}

/* ---- leaves ---- */

static void open_leaf(proof *z, const check_row *row)
{
    check_expect(z->c, row, 2, "leaf or leaf,SCALE");
    z->in_leaf = true;
    z->place = *row;
    z->scale = read_value(z, row, 1, false);
    z->total = 0;
    if (z->scale == 0)
        check_refuse(z->c, row, 1, "a scale is at least 1");
    check_spend_on(z->c, z->p->vm.n, ADDITION);
    for (size_t k = 0; k < z->p->vm.n; k++) {
        z->left[k] = check_times(z->c, z->p->vms[k].price, z->scale);
        z->left_on_demand[k] = check_times(z->c, z->p->vms[k].on_demand_price, z->scale);
    }
}

/* What one machine of a type counts in a survived set, divided or not: at most its
 * capacity, so at most 10^7, times a rest below 10^7. */
static uint64_t coefficient(const proof *z, uint64_t capacity, uint64_t divisor)
{
    if (divisor == 0)
        return capacity;
    const uint64_t rest = z->p->capacity % divisor, beyond = capacity % divisor;
    return capacity / divisor * rest + (beyond < rest ? beyond : rest);
}

static void pay(proof *z, check_wide *left, check_wide value, uint64_t machines)
{
    *left = check_minus(z->c, *left, check_times(z->c, value, machines));
}

static void use_set(proof *z, const check_row *row, line *mine, check_wide value)
{
    uint64_t divisor = 0, side = z->p->capacity;
    if (row->n == 4) {
        divisor = check_count(z->c, row, 3, "the divisor", CHECK_CAPACITY_MAX);
        if (side % divisor == 0)
            check_refuse(z->c, row, 3, "the divisor leaves no rest");
        side = (side / divisor + 1) * (side % divisor); /* below 10^15 */
    }
    if (value < 0 || !is_survived(z, mine)) {
        check_violation(z->c, row, "the set of row %s need not be survived here",
                        row->field[1].text);
        return;
    }
    z->total = check_plus(z->c, z->total, check_times(z->c, value, side));
    check_down_mark(&z->failing, mine->down);
    check_spend_on(z->c, z->p->vm.n, ADDITION);
    for (size_t k = 0; k < z->p->vm.n; k++) {
        const uint64_t counts = coefficient(z, z->p->vms[k].capacity, divisor);
        if (!check_down_is_marked(&z->failing, k))
            pay(z, &z->left[k], value, counts);
        pay(z, &z->left_on_demand[k], value, counts);
    }
}

static void use_count(proof *z, const check_row *row, const line *mine, check_wide value)
{
    uint64_t limit = 0;
    check_expect(z->c, row, 3, "use,ID,VALUE of a count");
    if (!limit_of(z, (size_t)(mine - z->line), value > 0, &limit)) {
        check_violation(z->c, row, "row %s has no limit on that side here", row->field[1].text);
        return;
    }
    z->total = check_plus(z->c, z->total, check_times(z->c, value, limit));
    check_wide *left = mine->on_demand ? z->left_on_demand : z->left;
    check_spend_on(z->c, z->p->vm.n, ADDITION);
    for (size_t k = 0; k < z->p->vm.n; k++)
        pay(z, &left[k], value, mine->weight[k]);
}

static void read_use(proof *z, const check_row *row)
{
    if (row->n != 4)
        check_expect(z->c, row, 3, "use,ID,VALUE or use,ID,VALUE,DIVISOR");
    if (!z->in_leaf)
        check_refuse(z->c, row, 0, "a use follows a leaf with a scale");
    line *mine = find_line(z, row);
    const check_wide value = read_value(z, row, 2, mine->is_count);
    if (mine->is_count)
        use_count(z, row, mine, value);
    else
        use_set(z, row, mine, value);
}

static void add_loss(proof *z, check_wide left, uint64_t most)
{
    if (left < 0)
        z->total = check_plus(z->c, z->total, check_times(z->c, left, most));
}

/* The serial of a turn at the end of the path. Where there is none left they start again: those
 * of the path are renewed, and nobody knows of any. */
static check_stamp new_serial(proof *z)
{
    if (++z->serial != 0)
        return z->serial;
    check_spend(z->c, z->n_lines + z->depth);
    for (size_t id = 0; id < z->n_lines; id++)
        z->line[id].sure_serial = 0;
    z->serial = 1;
    for (size_t q = 0; q < z->depth; q++) {
        z->path[q].serial = ++z->serial;
        if (z->serial == (check_stamp)-1)
            check_refuse_file(z->c, z->c->counted, "has a tree that is too deep");
    }
    return ++z->serial;
}

/* After a leaf: the second side of the last turn that still has one. */
static void next_case(proof *z)
{
    while (z->depth > 0) {
        turn *last = &z->path[z->depth - 1];
        const bool of_set = !z->line[last->id].is_count;
        if (!last->second) {
            last->second = true;
            last->serial = new_serial(z);
            if (of_set)
                check_failing_push(&z->failing, z->line[last->id].down);
            return;
        }
        z->failing.n -= of_set;
        z->depth--;
    }
    z->closed = true;
}

static void close_leaf(proof *z)
{
    if (!z->in_leaf)
        return;
    z->in_leaf = false;
    check_spend_on(z->c, z->p->vm.n, ADDITION);
    for (size_t k = 0; k < z->p->vm.n; k++) {
        const struct vm *vm = &z->p->vms[k];
        const uint64_t most = (z->p->capacity + vm->capacity - 1) / vm->capacity;
        if (vm->up > 0)
            add_loss(z, z->left[k], most);
        if (vm->on_demand_price > 0)
            add_loss(z, z->left_on_demand[k], most);
    }
    /* costs are whole 10^-12 dollars */
    if (z->claimed > 0
        && z->total <= check_times(z->c, check_minus(z->c, z->claimed, 1), z->scale))
        check_violation(z->c, &z->place, "this leaf does not reach the bound");
    next_case(z);
}

static void read_leaf(proof *z, const check_row *row)
{
    if (row->n > 1) {
        open_leaf(z, row);
        return;
    }
    if (!check_failing_impossible(&z->failing))
        check_violation(z->c, row, "what fails here is not too likely");
    next_case(z);
}

static void read_branch(proof *z, const check_row *row)
{
    if (row->n != 3)
        check_expect(z->c, row, 2, "branch,SET or branch,COUNT,LIMIT");
    const line *mine = find_line(z, row);
    if (mine->is_count != (row->n == 3))
        check_refuse(z->c, row, 1, "a count is divided at a limit, a set has none");
    z->path = check_grow(z->c, z->path, z->depth, &z->path_room, sizeof *z->path);
    turn *last = &z->path[z->depth];
    *last = (turn){
        .id = (size_t)(mine - z->line),
        .limit = mine->is_count ? check_from_zero(z->c, row, 2, "the limit", (uint64_t)1 << 53) : 0,
        .serial = new_serial(z)};
    z->depth++;
}

static void read_case(proof *z, const check_row *row)
{
    close_leaf(z);
    if (z->closed || !z->has_claim)
        check_refuse(z->c, row, 0, "a case after the end of the tree, or before the bound");
    if (check_is(row, 0, "leaf"))
        read_leaf(z, row);
    else
        read_branch(z, row);
}

static void read_claim(proof *z, const check_row *row)
{
    z->infeasible = check_is(row, 0, "infeasible");
    check_expect(z->c, row, z->infeasible ? 1 : 2, z->infeasible ? "infeasible" : "bound,DOLLARS");
    if (z->has_claim)
        check_refuse(z->c, row, 0, "the bound is given twice");
    z->has_claim = true;
    z->closed = z->infeasible; /* without a tree */
    z->claimed = z->infeasible ? CHECK_NO_PLAN : check_dollars(z->c, row, 1, "the bound", 12);
}

/* Whether even a pool of any number of machines of all types is down too often: nothing is
 * offered on demand, and all types are down together with more than the allowance. */
static void check_infeasible(proof *z, const char *file)
{
    const size_t n = z->p->vm.n;
    check_index *all = check_alloc(z->c, n, sizeof *all);
    bool on_demand = false;
    for (size_t k = 0; k < n; k++) {
        all[k] = (check_index)k;
        on_demand = on_demand || z->p->vms[k].on_demand_price > 0;
    }
    if (z->p->capacity == 0 || on_demand
        || !check_failing_forces(&z->failing, 0, (check_down){all, n}))
        check_violation(z->c, NULL, "%s: there is a plan, of enough machines of all types", file);
}

static void read_record(proof *z, const check_row *row, const check_file *instance)
{
    if (check_is(row, 0, "use"))
        read_use(z, row);
    else if (check_is(row, 0, "leaf") || check_is(row, 0, "branch"))
        read_case(z, row);
    else if (check_is(row, 0, "set"))
        read_set(z, row);
    else if (check_is(row, 0, "count"))
        read_count(z, row);
    else if (check_is(row, 0, "instance"))
        check_read_binding(z->c, row, instance, z->p->name, &z->bound_to);
    else if (check_is(row, 0, "bound") || check_is(row, 0, "infeasible"))
        read_claim(z, row);
    else
        check_refuse(z->c, row, 0, "record '%.40s' is not known", row->field[0].text);
}

check_wide check_availability_certificate(check *c, void *problem, const check_file *instance,
                                          check_file *certificate)
{
    proof z = {.c = c, .p = problem, .serial = 1};
    check_row row;
    check_failing_start(c, problem, &z.failing);
    z.left = check_alloc(c, z.p->vm.n, sizeof *z.left);
    z.left_on_demand = check_alloc(c, z.p->vm.n, sizeof *z.left_on_demand);
    while (check_next(c, certificate, &row))
        read_record(&z, &row, instance);
    close_leaf(&z);
    if (!z.bound_to || !z.has_claim)
        check_refuse_file(c, certificate->name, "lacks its instance or bound");
    if (!z.closed)
        check_violation(c, NULL, "%s: the tree of cases is not complete", certificate->name);
    if (z.infeasible)
        check_infeasible(&z, certificate->name);
    return z.claimed;
}
