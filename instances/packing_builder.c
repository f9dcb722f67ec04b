/* Builds a packing instance and checks every rule of it.
 *
 * O(1) expected per record; shapes are found by hashing demand rows, so a
 * million records take well under a second.
 */
#include <stdlib.h>
#include <string.h>

#include "packing_parts.h"

/* Types come before the demand records that name their families, so that a
 * misspelt family is caught. */
struct ul_packing_builder {
    char *name;
    ul_names *resource, *type_name, *family, *task_name, *job, *workload;
    ul_packing_type *type;
    ul_micro *capacity; /* types x resources */
    size_t type_room;
    ul_packing_task *task;
    ul_micro *base; /* tasks x resources: the demand that holds everywhere */
    size_t task_room;
    struct override {
        uint32_t task, family;
        size_t row; /* into override_demand */
    } *override;
    ul_micro *override_demand;
    size_t n_overrides, override_room;
    ul_packing_pair *pair;
    size_t n_pairs, pair_room;
    ul_names *pair_seen;
    uint64_t n_copies;
};

ul_packing_builder *ul_packing_builder_new(void)
{
    ul_packing_builder *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    ul_names **sets[] = {&b->resource, &b->type_name, &b->family,   &b->task_name,
                         &b->job,      &b->workload,  &b->pair_seen};
    for (size_t q = 0; q < sizeof sets / sizeof *sets; q++) {
        *sets[q] = ul_names_new();
        if (*sets[q] == NULL) {
            ul_packing_builder_free(b);
            return NULL;
        }
    }
    return b;
}

void ul_packing_builder_free(ul_packing_builder *b)
{
    if (b == NULL)
        return;
    free(b->name);
    ul_names *sets[] = {b->resource, b->type_name, b->family,   b->task_name,
                        b->job,      b->workload,  b->pair_seen};
    for (size_t q = 0; q < sizeof sets / sizeof *sets; q++)
        ul_names_free(sets[q]);
    free(b->type);
    free(b->capacity);
    free(b->task);
    free(b->base);
    free(b->override);
    free(b->override_demand);
    free(b->pair);
    free(b);
}

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory");
}

/* Makes room for one more object in an array that doubles. */
static ul_status make_room(void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return UL_OK;
    const size_t wanted = *room == 0 ? 64 : *room * 2;
    size_t bytes;
    void **memory = array;
    if (__builtin_mul_overflow(wanted, size, &bytes))
        return no_memory();
    void *grown = realloc(*memory, bytes);
    if (grown == NULL)
        return no_memory();
    *memory = grown;
    *room = wanted;
    return UL_OK;
}

/* Two arrays that grow together. */
static ul_status make_room_2(void *first, size_t first_size, void *second, size_t second_size,
                             size_t n, size_t *room)
{
    size_t again = *room;
    UL_TRY(make_room(first, n, &again, first_size));
    return make_room(second, n, room, second_size);
}

static ul_status add_name(ul_names *names, const char *what, const char *name, bool unique,
                          size_t *index)
{
    UL_TRY(ul_name_check(what, name));
    bool added;
    *index = ul_names_add(names, name, strlen(name), &added);
    if (*index == UL_NONE)
        return no_memory();
    if (unique && !added)
        return ul_fail(UL_E_INPUT, "%s '%s' is named twice", what, name);
    return UL_OK;
}

ul_status ul_packing_set_name(ul_packing_builder *b, const char *name)
{
    UL_TRY(ul_name_check("instance", name));
    if (b->name != NULL)
        return ul_fail(UL_E_INPUT, "the instance is named twice");
    b->name = strdup(name);
    return b->name == NULL ? no_memory() : UL_OK;
}

size_t ul_packing_builder_resources(const ul_packing_builder *b)
{
    return ul_names_count(b->resource);
}

size_t ul_packing_builder_tasks(const ul_packing_builder *b)
{
    return ul_names_count(b->task_name);
}

ul_status ul_packing_add_resource(ul_packing_builder *b, const char *name)
{
    size_t r;
    if (ul_names_count(b->type_name) + ul_names_count(b->task_name) > 0)
        return ul_fail(UL_E_INPUT, "resources must be named before types and tasks");
    if (ul_names_count(b->resource) == UL_RESOURCES_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d resources", UL_RESOURCES_MAX);
    return add_name(b->resource, "resource", name, true, &r);
}

ul_status ul_packing_add_type(ul_packing_builder *b, const char *name, const char *family,
                              ul_micro price, const ul_micro *capacity)
{
    const size_t n_resources = ul_names_count(b->resource);
    size_t k, f, r;
    if (n_resources == 0)
        return ul_fail(UL_E_INPUT, "a type comes before any resource is named");
    if (ul_names_count(b->type_name) == UL_TYPES_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d types", UL_TYPES_MAX);
    UL_TRY(make_room_2(&b->type, sizeof *b->type, &b->capacity, n_resources * sizeof(ul_micro),
                       ul_names_count(b->type_name), &b->type_room));
    for (r = 0; r < n_resources && capacity[r] == 0; r++)
        continue;
    if (r == n_resources)
        return ul_fail(UL_E_INPUT, "type '%s' has no capacity at all", name);
    UL_TRY(add_name(b->type_name, "type", name, true, &k));
    UL_TRY(add_name(b->family, "family", family, false, &f));
    b->type[k] = (ul_packing_type){.family = f, .price = price};
    memcpy(b->capacity + k * n_resources, capacity, n_resources * sizeof *capacity);
    return UL_OK;
}

bool ul_packing_builder_fits(const ul_packing_builder *b, const char *family,
                             const ul_micro *demand)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t f = family == NULL ? 0 : ul_names_find(b->family, family, strlen(family));
    for (size_t k = 0; k < ul_names_count(b->type_name); k++) {
        const ul_micro *capacity = b->capacity + k * n_resources;
        size_t r = 0;
        while (r < n_resources && demand[r] <= capacity[r])
            r++;
        if (r == n_resources && (family == NULL || b->type[k].family == f))
            return true;
    }
    return false;
}

/* Index of an optional name, UL_PACKING_NONE when absent. */
static ul_status add_optional(ul_names *names, const char *what, const char *name, uint32_t *index)
{
    size_t q;
    *index = UL_PACKING_NONE;
    if (name == NULL || name[0] == '\0')
        return UL_OK;
    if (strcmp(name, "*") == 0)
        return ul_fail(UL_E_INPUT, "a %s cannot be called '*'", what);
    UL_TRY(add_name(names, what, name, false, &q));
    *index = (uint32_t)q;
    return UL_OK;
}

ul_status ul_packing_add_task(ul_packing_builder *b, const ul_packing_task_facts *facts)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t n = ul_names_count(b->task_name);
    ul_packing_task task = {.runtime_s = facts->runtime_s};
    size_t j;
    if (n_resources == 0)
        return ul_fail(UL_E_INPUT, "a task comes before any resource is named");
    if (strchr(facts->name, ':') != NULL)
        return ul_fail(UL_E_INPUT, "task '%s': a task's name cannot hold ':', plans use it as "
                                   "TASK:COUNT", facts->name);
    if (facts->copies == 0)
        return ul_fail(UL_E_INPUT, "task '%s' has no copies; leave the record out", facts->name);
    if (facts->copies > UL_COPIES_MAX - b->n_copies)
        return ul_fail(UL_E_INPUT, "there are more than %llu tasks, copies counted",
                       (unsigned long long)UL_COPIES_MAX);
    UL_TRY(make_room_2(&b->task, sizeof *b->task, &b->base, n_resources * sizeof(ul_micro), n,
                       &b->task_room));
    UL_TRY(add_optional(b->job, "job", facts->job, &task.job));
    UL_TRY(add_optional(b->workload, "workload", facts->workload, &task.workload));
    UL_TRY(add_name(b->task_name, "task", facts->name, true, &j));
    task.copies = (uint32_t)facts->copies;
    b->n_copies += facts->copies;
    b->task[j] = task;
    memcpy(b->base + j * n_resources, facts->demand, n_resources * sizeof *facts->demand);
    return UL_OK;
}

ul_status ul_packing_add_demand(ul_packing_builder *b, const char *task, const char *family,
                                const ul_micro *demand)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t j = ul_names_find(b->task_name, task, strlen(task));
    const size_t f = ul_names_find(b->family, family, strlen(family));
    if (j == UL_NONE)
        return ul_fail(UL_E_INPUT, "task '%.80s' is not defined above this record", task);
    if (f == UL_NONE)
        return ul_fail(UL_E_INPUT, "no type is of family '%.80s'", family);
    UL_TRY(make_room_2(&b->override, sizeof *b->override, &b->override_demand,
                       n_resources * sizeof(ul_micro), b->n_overrides, &b->override_room));
    b->override[b->n_overrides] =
        (struct override){(uint32_t)j, (uint32_t)f, b->n_overrides};
    memcpy(b->override_demand + b->n_overrides * n_resources, demand,
           n_resources * sizeof *demand);
    b->n_overrides++;
    return UL_OK;
}

static ul_status add_starred(ul_packing_builder *b, const char *workload, uint32_t *index)
{
    *index = UL_PACKING_NONE;
    return strcmp(workload, "*") == 0 ? UL_OK
                                      : add_optional(b->workload, "workload", workload, index);
}

ul_status ul_packing_add_throughput(ul_packing_builder *b, const char *workload,
                                    const char *beside, ul_micro value)
{
    ul_packing_pair pair = {.value = value};
    bool added;
    if (value > UL_MICRO)
        return ul_fail(UL_E_INPUT, "a normalized throughput is at most 1");
    if (workload[0] == '\0' || beside[0] == '\0')
        return ul_fail(UL_E_INPUT, "a workload's name is empty; * stands for any");
    UL_TRY(add_starred(b, workload, &pair.workload));
    UL_TRY(add_starred(b, beside, &pair.beside));
    const uint32_t key[2] = {pair.workload, pair.beside};
    if (ul_names_add(b->pair_seen, (const char *)key, sizeof key, &added) == UL_NONE)
        return no_memory();
    if (!added)
        return ul_fail(UL_E_INPUT, "the throughput of '%s' beside '%s' is given twice", workload,
                       beside);
    UL_TRY(make_room(&b->pair, b->n_pairs, &b->pair_room, sizeof *b->pair));
    b->pair[b->n_pairs++] = pair;
    return UL_OK;
}

/* ---- finishing ---- */

static int override_order(const void *a, const void *b)
{
    const struct override *x = a, *y = b;
    if (x->task != y->task)
        return x->task < y->task ? -1 : 1;
    if (x->family != y->family)
        return x->family < y->family ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

static ul_status sort_overrides(ul_packing_builder *b)
{
    if (b->n_overrides == 0)
        return UL_OK;
    qsort(b->override, b->n_overrides, sizeof *b->override, override_order);
    for (size_t q = 1; q < b->n_overrides; q++)
        if (b->override[q].task == b->override[q - 1].task
            && b->override[q].family == b->override[q - 1].family)
            return ul_fail(UL_E_INPUT, "the demand of task '%s' on family '%s' is given twice",
                           ul_names_text(b->task_name, b->override[q].task),
                           ul_names_text(b->family, b->override[q].family));
    return UL_OK;
}

/* Row index of a demand vector among the distinct ones. */
static ul_status row_of(const ul_packing_builder *b, ul_names *rows, const ul_micro *demand,
                        uint32_t *row)
{
    const size_t q = ul_names_add(rows, (const char *)demand,
                                  ul_names_count(b->resource) * sizeof *demand, NULL);
    *row = (uint32_t)q;
    return q == UL_NONE ? no_memory() : UL_OK;
}

/* A shape is the demand row of every family; where no family differs the one
 * row stands for all, which keeps a million distinct tasks small. */
static ul_status find_shapes(ul_packing_builder *b, ul_names *rows, ul_names *shapes)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t n_families = ul_names_count(b->family);
    uint32_t *key = malloc((n_families + 1) * sizeof *key);
    if (key == NULL)
        return no_memory();
    ul_status status = UL_OK;
    size_t q = 0;
    for (size_t j = 0; j < ul_names_count(b->task_name) && status == UL_OK; j++) {
        status = row_of(b, rows, b->base + j * n_resources, &key[0]);
        bool uniform = true;
        for (size_t f = 0; f < n_families; f++)
            key[1 + f] = key[0];
        for (; q < b->n_overrides && b->override[q].task == j && status == UL_OK; q++) {
            uint32_t *at = &key[1 + b->override[q].family];
            status = row_of(b, rows, b->override_demand + b->override[q].row * n_resources, at);
            uniform = uniform && *at == key[0];
        }
        const size_t length = uniform ? 1 : 1 + n_families;
        const size_t s = ul_names_add(shapes, (const char *)key, length * sizeof *key, NULL);
        if (s == UL_NONE)
            status = no_memory();
        b->task[j].shape = (uint32_t)s;
    }
    free(key);
    return status;
}

static const char **name_list(ul_arena *arena, const ul_names *names)
{
    const size_t n = ul_names_count(names);
    const char **list = ul_arena_alloc(arena, n, sizeof *list);
    for (size_t q = 0; list != NULL && q < n; q++)
        list[q] = ul_names_text(names, q);
    return list;
}

/* Copies demand rows and shapes into flat tables. */
static ul_status flatten_shapes(const ul_packing_builder *b, ul_packing *in, const ul_names *rows,
                                const ul_names *shapes)
{
    struct ul_packing_parts *parts = in->parts;
    const size_t bytes = in->n_resources * sizeof(ul_micro);
    const size_t n_rows = ul_names_count(rows);
    parts->row = ul_arena_alloc(parts->arena, n_rows, bytes);
    parts->shape = ul_arena_alloc(parts->arena, in->n_shapes, sizeof *parts->shape);
    if (parts->row == NULL || parts->shape == NULL)
        return no_memory();
    for (size_t q = 0; q < n_rows; q++)
        memcpy(parts->row + q * in->n_resources, ul_names_text(rows, q), bytes);
    for (size_t s = 0; s < in->n_shapes; s++) {
        const char *key = ul_names_text(shapes, s);
        memcpy(&parts->shape[s].row, key, sizeof parts->shape[s].row);
        parts->shape[s].by_family = NULL;
    }
    /* which shapes differ by family is told by their tasks' overrides */
    for (size_t q = 0; q < b->n_overrides; q++) {
        const size_t s = b->task[b->override[q].task].shape;
        if (parts->shape[s].by_family != NULL || ul_names_length(shapes, s) == sizeof(uint32_t))
            continue;
        uint32_t *by_family = ul_arena_alloc(parts->arena, in->n_families, sizeof *by_family);
        if (by_family == NULL)
            return no_memory();
        memcpy(by_family, ul_names_text(shapes, s) + sizeof(uint32_t),
               in->n_families * sizeof *by_family);
        parts->shape[s].by_family = by_family;
    }
    return UL_OK;
}

static ul_status fill(ul_packing_builder *b, ul_packing *in, const ul_names *rows,
                      const ul_names *shapes)
{
    struct ul_packing_parts *parts = in->parts;
    in->n_resources = ul_names_count(b->resource);
    in->n_types = ul_names_count(b->type_name);
    in->n_families = ul_names_count(b->family);
    in->n_tasks = ul_names_count(b->task_name);
    in->n_jobs = ul_names_count(b->job);
    in->n_workloads = ul_names_count(b->workload);
    in->n_shapes = ul_names_count(shapes);
    in->n_copies = b->n_copies;
    in->resource = name_list(parts->arena, b->resource);
    in->family = name_list(parts->arena, b->family);
    in->job = name_list(parts->arena, b->job);
    in->workload = name_list(parts->arena, b->workload);
    in->name = ul_arena_text(parts->arena, b->name, strlen(b->name));
    if (in->resource == NULL || in->family == NULL || in->job == NULL || in->workload == NULL
        || in->name == NULL)
        return no_memory();
    for (size_t k = 0; k < in->n_types; k++) {
        b->type[k].name = ul_names_text(b->type_name, k);
        b->type[k].capacity = b->capacity + k * in->n_resources;
    }
    for (size_t j = 0; j < in->n_tasks; j++)
        b->task[j].name = ul_names_text(b->task_name, j);
    UL_TRY(flatten_shapes(b, in, rows, shapes));
    in->type = b->type;
    in->task = b->task;
    parts->type = b->type;
    parts->capacity = b->capacity;
    parts->task = b->task;
    parts->pair = b->pair;
    parts->n_pairs = b->n_pairs;
    ul_names *kept[] = {b->resource, b->type_name, b->family, b->task_name, b->job, b->workload};
    memcpy(parts->kept, kept, sizeof kept);
    parts->pair_index = b->pair_seen;
    b->resource = b->type_name = b->family = b->task_name = b->job = b->workload = NULL;
    b->pair_seen = NULL;
    b->type = NULL;
    b->capacity = NULL;
    b->task = NULL;
    b->pair = NULL;
    return UL_OK;
}

/* Finds each shape's cheapest type; a task that fits nowhere is refused. */
static ul_status find_cheapest(ul_packing *in)
{
    struct ul_packing_parts *parts = in->parts;
    for (size_t s = 0; s < in->n_shapes; s++) {
        size_t best = UL_NONE;
        for (size_t k = 0; k < in->n_types; k++)
            if ((best == UL_NONE || in->type[k].price < in->type[best].price)
                && ul_packing_fits(in, ul_packing_demand(in, s, in->type[k].family),
                                   in->type[k].capacity))
                best = k;
        parts->shape[s].cheapest = (uint32_t)best;
    }
    for (size_t j = 0; j < in->n_tasks; j++)
        if (parts->shape[in->task[j].shape].cheapest == (uint32_t)UL_NONE)
            return ul_fail(UL_E_INPUT, "task '%s' fits no type, even alone", in->task[j].name);
    return UL_OK;
}

static ul_status check_complete(const ul_packing_builder *b)
{
    if (b->name == NULL)
        return ul_fail(UL_E_INPUT, "the instance has no name record");
    if (ul_names_count(b->resource) == 0)
        return ul_fail(UL_E_INPUT, "the instance has no resource record");
    if (ul_names_count(b->type_name) == 0)
        return ul_fail(UL_E_INPUT, "the instance has no type record");
    if (ul_names_count(b->task_name) == 0)
        return ul_fail(UL_E_INPUT, "the instance has no task record");
    return UL_OK;
}

ul_status ul_packing_finish(ul_packing_builder *b, ul_packing **result)
{
    ul_packing *in = calloc(1, sizeof *in);
    ul_names *rows = ul_names_new();
    ul_names *shapes = ul_names_new();
    ul_status status = check_complete(b);
    if (in != NULL)
        in->parts = calloc(1, sizeof *in->parts);
    if (in == NULL || in->parts == NULL || rows == NULL || shapes == NULL)
        status = no_memory();
    if (status == UL_OK)
        status = (in->parts->arena = ul_arena_new()) == NULL ? no_memory() : UL_OK;
    if (status == UL_OK)
        status = sort_overrides(b);
    if (status == UL_OK)
        status = find_shapes(b, rows, shapes);
    if (status == UL_OK)
        status = fill(b, in, rows, shapes);
    if (status == UL_OK)
        status = find_cheapest(in);
    ul_names_free(rows);
    ul_names_free(shapes);
    ul_packing_builder_free(b);
    if (status != UL_OK) {
        ul_packing_free(in);
        in = NULL;
    }
    *result = in;
    return status;
}
