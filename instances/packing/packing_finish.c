/* Makes the instance of what a builder holds, and checks the rules that need all
 * of it: every part is there, no demand is given twice, every task fits a type.
 *
 * O(tasks * resources + shapes * types * resources) expected; shapes are found
 * by hashing demand rows, so a million records take well under a second.
 */
#include <stdlib.h>
#include <string.h>

#include "packing_parts.h"


static int override_order(const void *a, const void *b)
{
    const struct ul_packing_override *x = a, *y = b;
    UL_LOWER_FIRST(x->task, y->task);
    UL_LOWER_FIRST(x->family, y->family);
    return x->row < y->row ? -1 : x->row > y->row;
}

static ul_status sort_overrides(ul_packing_builder *b, size_t *line)
{
    if (b->n_overrides == 0)
        return UL_OK;
    qsort(b->override, b->n_overrides, sizeof *b->override, override_order);
    for (size_t q = 1; q < b->n_overrides; q++)
        if (b->override[q].task == b->override[q - 1].task
            && b->override[q].family == b->override[q - 1].family) {
            *line = b->override[q].line;
            return ul_fail(UL_E_INPUT, "the demand of task '%s' on family '%s' is given twice",
                           ul_names_text(b->task_name, b->override[q].task),
                           ul_names_text(b->family, b->override[q].family));
        }
    return UL_OK;
}

/* Row index of a demand vector among the distinct ones. */
static ul_status row_of(const ul_packing_builder *b, ul_names *rows, const ul_micro *demand,
                        uint32_t *row)
{
    const size_t q = ul_names_add(rows, (const char *)demand,
                                  ul_names_count(b->resource) * sizeof *demand, NULL);
    *row = (uint32_t)q;
    return q == UL_NONE ? ul_no_memory() : UL_OK;
}

/* A shape is the demand row of every family; where no family differs the one
 * row stands for all, which keeps a million distinct tasks small. The first key
 * is the first family's row: what a task's record asks for is no part of its
 * shape where every family has a demand of its own. */
static ul_status find_shapes(ul_packing_builder *b, ul_names *rows, ul_names *shapes)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t n_families = ul_names_count(b->family);
    uint32_t *key = malloc((n_families + 1) * sizeof *key);
    UL_NEED(key);
    ul_status status = UL_OK;
    size_t q = 0;
    for (size_t j = 0; j < ul_names_count(b->task_name) && status == UL_OK; j++) {
        status = row_of(b, rows, b->base + j * n_resources, &key[0]);
        for (size_t f = 0; f < n_families; f++)
            key[1 + f] = key[0];
        for (; q < b->n_overrides && b->override[q].task == j && status == UL_OK; q++) {
            uint32_t *at = &key[1 + b->override[q].family];
            status = row_of(b, rows, b->override_demand + b->override[q].row * n_resources, at);
        }
        key[0] = key[1];
        bool uniform = true;
        for (size_t f = 1; f < n_families; f++)
            uniform = uniform && key[1 + f] == key[0];
        const size_t length = uniform ? 1 : 1 + n_families;
        const size_t s = ul_names_add(shapes, (const char *)key, length * sizeof *key, NULL);
        if (s == UL_NONE)
            status = ul_no_memory();
        b->task[j].shape = (uint32_t)s;
    }
    free(key);
    return status;
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
        return ul_no_memory();
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
        UL_NEED(by_family);
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
    in->resource = ul_names_list(parts->arena, b->resource);
    in->family = ul_names_list(parts->arena, b->family);
    in->job = ul_names_list(parts->arena, b->job);
    in->workload = ul_names_list(parts->arena, b->workload);
    in->name = ul_arena_text(parts->arena, b->name, strlen(b->name));
    if (in->resource == NULL || in->family == NULL || in->job == NULL || in->workload == NULL
        || in->name == NULL)
        return ul_no_memory();
    for (size_t k = 0; k < in->n_types; k++) {
        b->type[k].name = ul_names_text(b->type_name, k);
        b->type[k].capacity = b->capacity + k * in->n_resources;
        in->is_limited = in->is_limited || b->type[k].supply != UL_ANY_NUMBER;
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
static ul_status find_cheapest(const ul_packing_builder *b, ul_packing *in, size_t *line)
{
    struct ul_packing_parts *parts = in->parts;
    for (size_t s = 0; s < in->n_shapes; s++) {
        size_t best = UL_NONE;
        for (size_t k = 0; k < in->n_types; k++)
            if (in->type[k].supply > 0
                && (best == UL_NONE || in->type[k].price < in->type[best].price)
                && ul_packing_fits(in, ul_packing_demand(in, s, in->type[k].family),
                                   in->type[k].capacity))
                best = k;
        parts->shape[s].cheapest = (uint32_t)best;
    }
    for (size_t j = 0; j < in->n_tasks; j++)
        if (parts->shape[in->task[j].shape].cheapest == (uint32_t)UL_NONE) {
            *line = b->task_line[j];
            return ul_fail(UL_E_INPUT, "task '%s' fits no type, even alone", in->task[j].name);
        }
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

static ul_status finish(ul_packing_builder *b, ul_packing *in, size_t *line)
{
    UL_FREED_BY(ul_names_drop) ul_names *rows = ul_names_new();
    UL_FREED_BY(ul_names_drop) ul_names *shapes = ul_names_new();
    in->parts = calloc(1, sizeof *in->parts);
    UL_NEED(rows && shapes && in->parts && (in->parts->arena = ul_arena_new()));
    UL_TRY(check_complete(b));
    UL_TRY(sort_overrides(b, line));
    UL_TRY(find_shapes(b, rows, shapes));
    UL_TRY(fill(b, in, rows, shapes));
    return find_cheapest(b, in, line);
}

ul_status ul_packing_finish_at(ul_packing_builder *b, ul_packing **result, size_t *line)
{
    ul_packing *in = calloc(1, sizeof *in);
    const ul_status status = in == NULL ? ul_no_memory() : finish(b, in, line);
    ul_packing_builder_free(b);
    if (status != UL_OK) {
        ul_packing_free(in);
        in = NULL;
    }
    *result = in;
    return status;
}

ul_status ul_packing_finish(ul_packing_builder *b, ul_packing **result)
{
    size_t line;
    return ul_packing_finish_at(b, result, &line);
}
