/* Checks a packing plan: every task placed as often as it has copies, every
 * machine within its capacity on every resource, no more machines of a type than
 * there are, every name known.
 *
 * O(bytes of both files).
 */
#include <string.h>

#include "packing.h"

#define RESOURCES_MAX CHECK_RESOURCES_MAX
#define COPIES_MAX CHECK_COPIES_MAX

typedef check_packing packing;

/* A name that must be new; its index. */
static size_t add_unique(check *c, const check_row *row, size_t field, const char *what,
                         check_names *names)
{
    bool added;
    const char *name = check_name(c, row, field, what);
    const size_t index = check_names_add(c, names, name, row->field[field].length, &added);
    if (!added)
        check_refuse(c, row, field, "%s '%.80s' is named twice", what, name);
    return index;
}

static void read_vector(check *c, const check_row *row, size_t first, const char *what,
                        const packing *p, check_micro *to)
{
    for (size_t r = 0; r < p->resource.n; r++)
        to[r] = check_decimal(c, row, first + r, what);
}

static void read_resources(check *c, const check_row *row, packing *p)
{
    if (p->resource.n > 0)
        check_refuse(c, row, 0, "there is a second resource record");
    if (row->n < 2 || row->n > RESOURCES_MAX + 1)
        check_refuse(c, row, 1, "a resource record names 1 to %d resources", RESOURCES_MAX);
    for (size_t q = 1; q < row->n; q++)
        add_unique(c, row, q, "resource", &p->resource);
}

static void read_type(check *c, const check_row *row, packing *p)
{
    bool added;
    check_expect(c, row, 4 + p->resource.n, "type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY...");
    const size_t k = add_unique(c, row, 1, "type", &p->type);
    p->types = check_grow(c, p->types, k, &p->type_room, sizeof *p->types);
    p->capacity = check_grow(c, p->capacity, k, &p->capacity_room,
                             p->resource.n * sizeof *p->capacity);
    p->types[k] = (struct type){0};
    const char *family = check_name(c, row, 2, "family");
    p->types[k].family = check_names_add(c, &p->family, family, row->field[2].length, &added);
    p->types[k].price = check_decimal(c, row, 3, "the price");
    read_vector(c, row, 4, "the capacity", p, p->capacity + k * p->resource.n);
}

static void read_task(check *c, const check_row *row, packing *p)
{
    check_expect(c, row, 6 + p->resource.n, "task,NAME,COPIES,JOB,WORKLOAD,RUNTIME_S,DEMAND...");
    const size_t j = add_unique(c, row, 1, "task", &p->task);
    p->tasks = check_grow(c, p->tasks, j, &p->task_room, sizeof *p->tasks);
    p->demand = check_grow(c, p->demand, j, &p->demand_room, p->resource.n * sizeof *p->demand);
    p->tasks[j] = (struct task){.copies = check_count(c, row, 2, "the number of copies",
                                                      COPIES_MAX)};
    if (row->field[5].length > 0)
        check_decimal(c, row, 5, "the runtime");
    read_vector(c, row, 6, "the demand", p, p->demand + j * p->resource.n);
}

static size_t find(const check_names *names, const check_field *field)
{
    return check_names_find(names, field->text, field->length);
}

static void read_supply(check *c, const check_row *row, packing *p)
{
    check_expect(c, row, 3, "supply,TYPE,COUNT");
    const size_t k = find(&p->type, &row->field[1]);
    if (k == CHECK_NOT_FOUND)
        check_refuse(c, row, 1, "type '%.80s' is not defined above this record",
                     row->field[1].text);
    if (p->types[k].is_limited)
        check_refuse(c, row, 1, "the supply of type '%.80s' is given twice", row->field[1].text);
    p->types[k].is_limited = true;
    p->types[k].supply = check_from_zero(c, row, 2, "the supply", COPIES_MAX);
}

static void read_demand(check *c, const check_row *row, packing *p)
{
    bool added;
    check_expect(c, row, 3 + p->resource.n, "demand,TASK,FAMILY,DEMAND...");
    const size_t j = find(&p->task, &row->field[1]), f = find(&p->family, &row->field[2]);
    if (j == CHECK_NOT_FOUND)
        check_refuse(c, row, 1, "task '%.80s' is not defined above this record",
                     row->field[1].text);
    if (f == CHECK_NOT_FOUND)
        check_refuse(c, row, 2, "no type is of family '%.80s'", row->field[2].text);
    const size_t key[2] = {j, f};
    const size_t q = check_names_add(c, &p->override, (const char *)key, sizeof key, &added);
    if (!added)
        check_refuse(c, row, 1, "the demand of task '%.80s' on family '%.80s' is given twice",
                     row->field[1].text, row->field[2].text);
    p->override_demand = check_grow(c, p->override_demand, q, &p->override_room,
                                    p->resource.n * sizeof *p->override_demand);
    read_vector(c, row, 3, "the demand", p, p->override_demand + q * p->resource.n);
    p->tasks[j].overridden = true;
}

static void read_throughput(check *c, const check_row *row)
{
    check_expect(c, row, 4, "throughput,WORKLOAD,BESIDE,VALUE");
    check_decimal(c, row, 3, "the throughput");
}

static void *read_instance(check *c, check_file *file)
{
    packing *p = check_alloc(c, 1, sizeof *p);
    check_row row;
    while (check_next(c, file, &row)) {
        if (check_is(&row, 0, "name")) {
            check_instance_name(c, &row, &p->name);
        } else if (check_is(&row, 0, "resource")) {
            read_resources(c, &row, p);
        } else if (check_is(&row, 0, "throughput")) {
            read_throughput(c, &row);
        } else if (p->resource.n == 0) {
            check_refuse(c, &row, 0, "resources must be named before types and tasks");
        } else if (check_is(&row, 0, "type")) {
            read_type(c, &row, p);
        } else if (check_is(&row, 0, "supply")) {
            read_supply(c, &row, p);
        } else if (check_is(&row, 0, "task")) {
            read_task(c, &row, p);
        } else if (check_is(&row, 0, "demand")) {
            read_demand(c, &row, p);
        } else {
            check_refuse(c, &row, 0, "record '%.40s' is not known", row.field[0].text);
        }
    }
    if (p->name == NULL || p->type.n == 0 || p->task.n == 0)
        check_refuse_file(c, file->name, "lacks a name, a type or a task");
    return p;
}

/* One TASK:COUNT of a bin; k is CHECK_NOT_FOUND when the type is unknown. */
static void read_entry(check *c, const check_row *row, size_t field, packing *p, size_t k,
                       uint64_t copies, check_wide *used)
{
    const check_field *entry = &row->field[field];
    const char *colon = strrchr(entry->text, ':');
    uint64_t count;
    if (colon == NULL
        || !check_parse_count(colon + 1, strlen(colon + 1), COPIES_MAX, &count) || count == 0)
        check_refuse(c, row, field, "'%.80s' is not TASK:COUNT", entry->text);
    const size_t length = (size_t)(colon - entry->text);
    const size_t j = check_names_find(&p->task, entry->text, length);
    if (j == CHECK_NOT_FOUND) {
        check_violation(c, row, "the instance has no task '%.*s'", length < 80 ? (int)length : 80,
                        entry->text);
        return;
    }
    check_spend(c, 4 * p->resource.n);
    p->tasks[j].placed = check_plus(c, p->tasks[j].placed, check_times(c, count, copies));
    for (size_t r = 0; k != CHECK_NOT_FOUND && r < p->resource.n; r++)
        used[r] = check_plus(c, used[r],
                             check_times(c, check_packing_demand(p, j, p->types[k].family)[r],
                                         count));
}

/* One bin record; its cost. */
static check_wide read_bin(check *c, const check_row *row, packing *p)
{
    check_wide used[RESOURCES_MAX] = {0};
    char amount[CHECK_NUMBER_TEXT], capacity[CHECK_NUMBER_TEXT];
    if (row->n < 3)
        check_refuse(c, row, row->n, "expected bin,TYPE,COPIES,TASK:COUNT...");
    const size_t k = find(&p->type, &row->field[1]);
    if (k == CHECK_NOT_FOUND)
        check_violation(c, row, "the instance has no type '%.80s'", row->field[1].text);
    const uint64_t copies = check_count(c, row, 2, "the number of copies", COPIES_MAX);
    for (size_t q = 3; q < row->n; q++)
        read_entry(c, row, q, p, k, copies, used);
    if (k == CHECK_NOT_FOUND)
        return 0;
    for (size_t r = 0; r < p->resource.n; r++) {
        const check_micro limit = p->capacity[k * p->resource.n + r];
        if (used[r] > limit)
            check_violation(c, row, "%s needs %s of %s, a machine of type '%s' has %s",
                            copies == 1 ? "the bin" : "each copy of the bin",
                            check_text(used[r], 6, amount), p->resource.key[r].text,
                            row->field[1].text, check_text(limit, 6, capacity));
    }
    p->types[k].machines = check_plus(c, p->types[k].machines, copies);
    return check_times(c, p->types[k].price, copies);
}

static check_wide read_plan(check *c, const check_file *instance, check_file *plan, packing *p)
{
    check_row row;
    bool bound = false;
    check_wide micros = 0;
    while (check_next(c, plan, &row)) {
        if (check_is(&row, 0, "bin")) {
            micros = check_plus(c, micros, read_bin(c, &row, p));
        } else if (check_is(&row, 0, "instance")) {
            check_read_binding(c, &row, instance, p->name, &bound);
        } else if (!check_is(&row, 0, "method")) {
            check_refuse(c, &row, 0, "record '%.40s' is not known; expected instance, method or "
                                     "bin", row.field[0].text);
        }
    }
    if (!bound)
        check_violation(c, NULL, "%s: the plan does not name its instance", plan->name);
    return check_times(c, micros, 1000000);
}

static check_wide check_plan(check *c, void *problem, const check_file *instance, check_file *plan)
{
    packing *p = problem;
    char placed[CHECK_NUMBER_TEXT];
    const check_wide cost = read_plan(c, instance, plan, p);
    for (size_t j = 0; j < p->task.n; j++) {
        const struct task *task = &p->tasks[j];
        if (task->placed != (check_wide)task->copies)
            check_violation(c, NULL, "%s: task '%s': %s placed, %llu wanted",
                            plan->name, p->task.key[j].text, check_text(task->placed, 0, placed),
                            (unsigned long long)task->copies);
    }
    for (size_t k = 0; k < p->type.n; k++) {
        const struct type *type = &p->types[k];
        if (type->is_limited && type->machines > (check_wide)type->supply)
            check_violation(c, NULL, "%s: %s machines of type '%s', the supply is %llu", plan->name,
                            check_text(type->machines, 0, placed), p->type.key[k].text,
                            (unsigned long long)type->supply);
    }
    return cost;
}

/* A machine of its own for each task, or all machines where there are only so many. */
static check_wide most_of_a_plan(check *c, const void *problem)
{
    const check_packing *p = problem;
    check_wide copies = 0, dearest = 0, all = 0;
    bool any_number = false;
    for (size_t j = 0; j < p->task.n; j++)
        copies = check_plus(c, copies, (check_wide)p->tasks[j].copies);
    for (size_t k = 0; k < p->type.n; k++) {
        const struct type *type = &p->types[k];
        dearest = type->price > dearest ? type->price : dearest;
        any_number = any_number || !type->is_limited;
        if (type->is_limited)
            all = check_plus(c, all, check_times(c, type->price, (check_wide)type->supply));
    }
    const check_wide alone = check_times(c, copies, dearest);
    return check_times(c, any_number || alone < all ? alone : all, 1000000);
}

const check_kind check_kind_packing = {.name = "packing", .instance = read_instance,
                                       .plan = check_plan,
                                       .certificate = check_packing_certificate,
                                       .most = most_of_a_plan};
