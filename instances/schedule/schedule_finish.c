/* Makes the instance of what a builder holds, and checks the rules that need all
 * of it: every part is there, every task fits a type.
 *
 * O(jobs log jobs + tasks + shapes * types * resources).
 */
#include <stdlib.h>
#include <string.h>

#include "schedule_parts.h"

static ul_status check_complete(const ul_schedule_builder *b)
{
    if (b->name == NULL)
        return ul_fail(UL_E_INPUT, "the instance has no name record");
    if (ul_names_count(b->resource) == 0)
        return ul_fail(UL_E_INPUT, "the instance has no resource record");
    if (ul_names_count(b->type_name) == 0)
        return ul_fail(UL_E_INPUT, "the instance has no type record");
    if (ul_names_count(b->job_name) == 0)
        return ul_fail(UL_E_INPUT, "the instance has no job record");
    return UL_OK;
}

static ul_status fill_names(ul_schedule_builder *b, ul_schedule *in)
{
    ul_arena *arena = in->parts->arena;
    in->n_resources = ul_names_count(b->resource);
    in->n_families = ul_names_count(b->family);
    in->n_workloads = ul_names_count(b->workload);
    in->n_images = ul_names_count(b->image);
    in->resource = ul_names_list(arena, b->resource);
    in->family = ul_names_list(arena, b->family);
    in->workload = ul_names_list(arena, b->workload);
    in->image = ul_names_list(arena, b->image);
    in->name = ul_arena_text(arena, b->name, strlen(b->name));
    return in->resource == NULL || in->family == NULL || in->workload == NULL || in->image == NULL
                   || in->name == NULL
               ? ul_no_memory()
               : UL_OK;
}

/* Demand rows and shapes as flat tables. */
static ul_status fill_shapes(const ul_schedule_builder *b, ul_schedule *in)
{
    struct ul_schedule_parts *parts = in->parts;
    const size_t bytes = in->n_resources * sizeof(ul_micro);
    const size_t n_rows = ul_names_count(b->rows);
    in->n_shapes = ul_names_count(b->shapes);
    parts->row = ul_arena_alloc(parts->arena, n_rows, bytes);
    parts->shape = ul_arena_alloc(parts->arena, in->n_shapes, sizeof *parts->shape);
    if (parts->row == NULL || parts->shape == NULL)
        return ul_no_memory();
    for (size_t q = 0; q < n_rows; q++)
        memcpy(parts->row + q * in->n_resources, ul_names_text(b->rows, q), bytes);
    for (size_t s = 0; s < in->n_shapes; s++) {
        const char *key = ul_names_text(b->shapes, s);
        memcpy(&parts->shape[s].row, key, sizeof parts->shape[s].row);
        if (ul_names_length(b->shapes, s) == sizeof(uint32_t))
            continue;
        uint32_t *by_family = ul_arena_alloc(parts->arena, in->n_families, sizeof *by_family);
        UL_NEED(by_family);
        memcpy(by_family, key + sizeof(uint32_t), in->n_families * sizeof *by_family);
        parts->shape[s].by_family = by_family;
    }
    return UL_OK;
}

typedef struct {
    ul_micro arrival_s;
    uint32_t job;
} place;

static int place_order(const void *a, const void *b)
{
    const place *x = a, *y = b;
    UL_LOWER_FIRST(x->arrival_s, y->arrival_s);
    return x->job < y->job ? -1 : x->job > y->job;
}

/* Jobs and tasks in the order of `to`, into fresh arrays. */
static void permute(ul_schedule_builder *b, const place *to, ul_schedule_job *job,
                    ul_schedule_task *task, uint32_t *job_at)
{
    const size_t n = ul_names_count(b->job_name);
    uint32_t next = 0;
    for (size_t j = 0; j < n; j++) {
        const ul_schedule_job *old = &b->job[to[j].job];
        job[j] = *old;
        job[j].first_task = next;
        job_at[to[j].job] = (uint32_t)j;
        memcpy(task + next, b->task + old->first_task, old->n_tasks * sizeof *task);
        for (uint32_t q = 0; q < old->n_tasks; q++)
            task[next++].job = (uint32_t)j;
    }
}

/* Puts jobs in order of arrival; in most files they are. */
static ul_status sort_jobs(ul_schedule_builder *b, ul_schedule *in)
{
    const size_t n = ul_names_count(b->job_name);
    size_t j = 1;
    while (j < n && b->job[j].arrival_s >= b->job[j - 1].arrival_s)
        j++;
    if (j == n)
        return UL_OK;
    place *to = malloc(n * sizeof *to);
    ul_schedule_job *job = malloc(n * sizeof *job);
    ul_schedule_task *task = malloc(b->n_tasks * sizeof *task);
    uint32_t *job_at = ul_arena_alloc(in->parts->arena, n, sizeof *job_at);
    const bool whole = to != NULL && job != NULL && task != NULL && job_at != NULL;
    if (whole) {
        for (j = 0; j < n; j++)
            to[j] = (place){b->job[j].arrival_s, (uint32_t)j};
        qsort(to, n, sizeof *to, place_order);
        permute(b, to, job, task, job_at);
        ul_schedule_job *old_job = b->job;
        ul_schedule_task *old_task = b->task;
        b->job = job;
        b->task = task;
        job = old_job;
        task = old_task;
        in->parts->job_at = job_at;
    }
    free(to);
    free(job);
    free(task);
    return whole ? UL_OK : ul_no_memory();
}

static ul_status fill_jobs(ul_schedule_builder *b, ul_schedule *in)
{
    const size_t n = ul_names_count(b->job_name);
    for (size_t j = 0; j < n; j++)
        b->job[j].name = ul_names_text(b->job_name, j);
    UL_TRY(sort_jobs(b, in));
    in->n_jobs = n;
    in->n_tasks = b->n_tasks;
    return UL_OK;
}

/* The value for two classes: the recorded pair, else (a,*), else (*,b), else (*,*),
 * else 1. Class 0 has no name of its own; class c is base c - 1. */
static ul_micro class_value(const ul_schedule_builder *b, uint32_t a, uint32_t c)
{
    const uint32_t any = UL_SCHEDULE_NONE;
    const uint32_t x = a == 0 ? any : a - 1, y = c == 0 ? any : c - 1;
    const uint32_t key[4][2] = {{x, y}, {x, any}, {any, y}, {any, any}};
    for (int q = 0; q < 4; q++) {
        const size_t pair = ul_names_find(b->pair_seen, (const char *)key[q], sizeof key[q]);
        if (pair != UL_NONE)
            return b->pair[pair].value;
    }
    return UL_MICRO;
}

static ul_status fill_throughput(const ul_schedule_builder *b, ul_schedule *in)
{
    struct ul_schedule_parts *parts = in->parts;
    const size_t n = ul_names_count(b->base) + 1;
    parts->n_classes = n;
    parts->throughput = ul_arena_alloc(parts->arena, n * n, sizeof *parts->throughput);
    parts->class_of = ul_arena_alloc(parts->arena, in->n_workloads, sizeof *parts->class_of);
    parts->slowed = ul_arena_alloc(parts->arena, n * n, sizeof *parts->slowed);
    if (parts->throughput == NULL || parts->class_of == NULL || parts->slowed == NULL)
        return ul_no_memory();
    parts->uniform = true;
    for (size_t q = 0; q < n * n; q++) {
        parts->slowed[q] = class_value(b, (uint32_t)(q / n), (uint32_t)(q % n));
        parts->throughput[q] = ul_micro_double(parts->slowed[q]);
        parts->uniform = parts->uniform && parts->throughput[q] == parts->throughput[0];
    }
    for (size_t w = 0; w < in->n_workloads; w++) {
        const char *name = in->workload[w];
        const size_t base = ul_names_find(b->base, name, strcspn(name, "["));
        parts->class_of[w] = base == UL_NONE ? 0 : (uint32_t)base + 1;
    }
    return UL_OK;
}

/* Where tasks stretch, what a family has of the resource: its types must agree. */
static ul_status family_limits(const ul_schedule *in, ul_micro **limit)
{
    *limit = ul_arena_alloc(in->parts->arena, in->n_families, sizeof **limit);
    UL_NEED(*limit);
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_schedule_type *type = &in->type[k];
        ul_micro *has = &(*limit)[type->family];
        if (type->capacity[in->stretch] == 0 || (*has > 0 && *has != type->capacity[in->stretch]))
            return ul_fail(UL_E_INPUT, "where tasks stretch, the types of family '%s' have some %s, "
                                       "and equally much", in->family[type->family],
                           in->resource[in->stretch]);
        *has = type->capacity[in->stretch];
    }
    return UL_OK;
}

static ul_status stretch_shape(ul_schedule *in, size_t s, const ul_micro *limit)
{
    ul_arena *arena = in->parts->arena;
    bool fits = true;
    for (size_t f = 0; f < in->n_families; f++)
        fits = fits && ul_schedule_asked(in, s, f)[in->stretch] <= limit[f];
    if (fits)
        return UL_OK;
    const ul_micro **held = ul_arena_alloc(arena, in->n_families, sizeof *held);
    ul_micro *row = ul_arena_alloc(arena, in->n_families * in->n_resources, sizeof *row);
    if (held == NULL || row == NULL)
        return ul_no_memory();
    for (size_t f = 0; f < in->n_families; f++, row += in->n_resources) {
        memcpy(row, ul_schedule_asked(in, s, f), in->n_resources * sizeof *row);
        row[in->stretch] = row[in->stretch] < limit[f] ? row[in->stretch] : limit[f];
        held[f] = row;
    }
    in->parts->shape[s].held = held;
    return UL_OK;
}

static ul_status stretch_shapes(ul_schedule *in)
{
    ul_micro *limit;
    if (in->stretch == UL_SCHEDULE_NONE)
        return UL_OK;
    for (size_t j = 0; j < in->n_jobs; j++)
        if (in->job[j].gang && in->job[j].n_tasks > 1)
            return ul_fail(UL_E_INPUT, "where tasks stretch there are no gangs; job '%s' is one",
                           in->job[j].name);
    UL_TRY(family_limits(in, &limit));
    for (size_t s = 0; s < in->n_shapes; s++)
        UL_TRY(stretch_shape(in, s, limit));
    return UL_OK;
}

/* Finds each shape's cheapest type; a job that fits nowhere is refused. */
static ul_status find_cheapest(const ul_schedule_builder *b, ul_schedule *in, size_t *line)
{
    struct ul_schedule_parts *parts = in->parts;
    bool all = true;
    for (size_t s = 0; s < in->n_shapes; s++) {
        uint32_t best = UL_SCHEDULE_NONE;
        for (size_t k = 0; k < in->n_types; k++)
            if ((best == UL_SCHEDULE_NONE || in->type[k].price < in->type[best].price)
                && ul_schedule_fits(in, ul_schedule_demand(in, s, in->type[k].family),
                                    in->type[k].capacity))
                best = (uint32_t)k;
        parts->shape[s].cheapest = best;
        all = all && best != UL_SCHEDULE_NONE;
    }
    for (size_t i = 0; i < in->n_tasks && !all; i++)
        if (parts->shape[in->task[i].shape].cheapest == UL_SCHEDULE_NONE) {
            const ul_schedule_job *job = &in->job[in->task[i].job];
            *line = b->job_line[ul_names_find(parts->job_name, job->name, strlen(job->name))];
            return ul_fail(UL_E_INPUT, "a task of job '%s' fits no type, even alone", job->name);
        }
    return UL_OK;
}

/* Hands the builder's arrays over. */
static void take(ul_schedule_builder *b, ul_schedule *in)
{
    struct ul_schedule_parts *parts = in->parts;
    in->round_s = b->round_s;
    in->cutoff_s = b->cutoff_s;
    in->keeps_work = b->keeps_work;
    in->stretch = b->stretch;
    in->type = parts->type = b->type;
    in->job = parts->job = b->job;
    in->task = parts->task = b->task;
    in->boot = parts->boot = b->boot;
    parts->capacity = b->capacity;
    parts->pair = b->pair;
    parts->n_pairs = b->n_pairs;
    parts->type_name = b->type_name;
    parts->job_name = b->job_name;
    ul_names *kept[UL_SCHEDULE_NAMES] = {b->resource, b->type_name, b->family, b->job_name,
                                         b->workload, b->image,     b->base};
    memcpy(parts->kept, kept, sizeof kept);
    b->resource = b->type_name = b->family = b->job_name = b->workload = b->image = b->base = NULL;
    b->type = NULL;
    b->job = NULL;
    b->task = NULL;
    b->boot = NULL;
    b->capacity = NULL;
    b->pair = NULL;
}

static ul_status finish(ul_schedule_builder *b, ul_schedule *in, size_t *line)
{
    in->parts = calloc(1, sizeof *in->parts);
    if (in->parts == NULL || (in->parts->arena = ul_arena_new()) == NULL)
        return ul_no_memory();
    UL_TRY(check_complete(b));
    UL_TRY(ul_schedule_close_job(b));
    UL_TRY(fill_names(b, in));
    UL_TRY(fill_shapes(b, in));
    UL_TRY(ul_schedule_fill_types(b, in, line));
    UL_TRY(fill_jobs(b, in));
    UL_TRY(fill_throughput(b, in));
    take(b, in);
    UL_TRY(stretch_shapes(in));
    return find_cheapest(b, in, line);
}

ul_status ul_schedule_finish_at(ul_schedule_builder *b, ul_schedule **result, size_t *line)
{
    ul_schedule *in = calloc(1, sizeof *in);
    const ul_status status = in == NULL ? ul_no_memory() : finish(b, in, line);
    ul_schedule_builder_free(b);
    if (status != UL_OK) {
        ul_schedule_free(in);
        in = NULL;
    }
    *result = in;
    return status;
}

ul_status ul_schedule_finish(ul_schedule_builder *b, ul_schedule **result)
{
    size_t line;
    return ul_schedule_finish_at(b, result, &line);
}
