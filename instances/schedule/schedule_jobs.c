/* Takes the jobs of a schedule. One job is open at a time: the records that follow
 * it speak of it, and the next job, or the end, closes it. O(1) expected a record
 * and a task.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "schedule_parts.h"

#define ITERATIONS_MAX ((ul_cost)1000000000000000000) /* in all, and in a second */

const char *ul_schedule_builder_job(const ul_schedule_builder *b)
{
    const size_t n = ul_names_count(b->job_name);
    return n == 0 ? NULL : ul_names_text(b->job_name, n - 1);
}

static ul_schedule_job *open_job(const ul_schedule_builder *b)
{
    return &b->job[ul_names_count(b->job_name) - 1];
}

static ul_status check_open(const ul_schedule_builder *b)
{
    return ul_names_count(b->job_name) > 0
               ? UL_OK
               : ul_fail(UL_E_INPUT, "the record comes before any job");
}

static ul_status find_row(ul_schedule_builder *b, const ul_micro *demand, uint32_t *row)
{
    const size_t q = ul_names_add(b->rows, (const char *)demand,
                                  ul_names_count(b->resource) * sizeof *demand, NULL);
    *row = (uint32_t)q;
    return q == UL_NONE ? ul_no_memory() : UL_OK;
}

static ul_status append_tasks(ul_schedule_builder *b, ul_micro arrival_s, uint64_t tasks,
                              ul_micro work_s, const ul_micro *demand)
{
    const uint32_t first = (uint32_t)b->n_tasks;
    UL_TRY(ul_grow(&b->group, b->n_groups, &b->group_room, sizeof *b->group));
    b->group[b->n_groups].first_task = first;
    UL_TRY(find_row(b, demand, &b->group[b->n_groups].row));
    b->n_groups++;
    const uint32_t j = (uint32_t)(ul_names_count(b->job_name) - 1);
    for (uint64_t q = 0; q < tasks; q++) {
        UL_TRY(ul_grow(&b->task, b->n_tasks, &b->task_room, sizeof *b->task));
        b->task[b->n_tasks++] = (ul_schedule_task){j, 0, arrival_s, work_s, work_s};
    }
    open_job(b)->n_tasks += (uint32_t)tasks;
    return UL_OK;
}

static ul_status check_tasks(const ul_schedule_builder *b, ul_micro arrival_s, uint64_t tasks,
                             ul_micro work_s)
{
    UL_TRY(ul_schedule_check_seconds("the arrival", arrival_s));
    UL_TRY(ul_schedule_check_seconds("the work", work_s));
    if (tasks == 0)
        return ul_fail(UL_E_INPUT, "there are no tasks; leave the record out");
    if (tasks > UL_SCHEDULE_TASKS_MAX - b->n_tasks)
        return ul_fail(UL_E_INPUT, "there are more than %llu tasks",
                       (unsigned long long)UL_SCHEDULE_TASKS_MAX);
    return UL_OK;
}

/* The first job: from here on no type can come, so families are known. */
static ul_status begin_jobs(ul_schedule_builder *b)
{
    const size_t n_families = ul_names_count(b->family);
    if (ul_names_count(b->resource) == 0 || n_families == 0)
        return ul_fail(UL_E_INPUT, "a job comes before the resources and the types are named");
    if (b->own_row == NULL)
        b->own_row = malloc(n_families * sizeof *b->own_row);
    if (b->key == NULL)
        b->key = malloc((n_families + 1) * sizeof *b->key);
    return b->own_row == NULL || b->key == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_schedule_add_job(ul_schedule_builder *b, const ul_schedule_job_facts *facts)
{
    const size_t n = ul_names_count(b->job_name);
    ul_schedule_job job = {.arrival_s = facts->arrival_s,
                           .first_task = (uint32_t)b->n_tasks,
                           .gang = facts->gang,
                           .image = UL_SCHEDULE_NONE,
                           .recorded_s = -1};
    size_t j;
    UL_TRY(ul_schedule_close_job(b));
    UL_TRY(begin_jobs(b));
    UL_TRY(check_tasks(b, facts->arrival_s, facts->tasks, facts->work_s));
    UL_TRY(ul_grow_2(&b->job, sizeof *b->job, &b->job_line, sizeof *b->job_line, n, &b->job_room));
    UL_TRY(ul_names_take_optional(b->workload, "workload", facts->workload, &job.workload));
    UL_TRY(ul_names_take(b->job_name, "job", facts->name, true, &j));
    b->job[j] = job;
    b->job_line[j] = b->line;
    b->n_groups = b->n_works = b->n_estimates = 0;
    b->has_iterations = b->has_moving = false;
    for (size_t f = 0; f < ul_names_count(b->family); f++)
        b->own_row[f] = UL_SCHEDULE_NONE;
    return append_tasks(b, facts->arrival_s, facts->tasks, facts->work_s, facts->demand);
}

ul_status ul_schedule_add_tasks(ul_schedule_builder *b, ul_micro arrival_s, uint64_t tasks,
                                ul_micro work_s, const ul_micro *demand)
{
    UL_TRY(check_open(b));
    UL_TRY(check_tasks(b, arrival_s, tasks, work_s));
    if (arrival_s < b->task[b->n_tasks - 1].arrival_s)
        return ul_fail(UL_E_INPUT, "tasks of a job come in order of their arrival");
    if (open_job(b)->gang && arrival_s != open_job(b)->arrival_s)
        return ul_fail(UL_E_INPUT, "tasks of a gang arrive together");
    if (b->n_works > 0 || b->n_estimates > 0)
        return ul_fail(UL_E_INPUT, "all tasks of a job come before their work and estimates");
    return append_tasks(b, arrival_s, tasks, work_s, demand);
}

ul_status ul_schedule_add_work(ul_schedule_builder *b, const ul_micro *work_s, size_t n)
{
    UL_TRY(check_open(b));
    const ul_schedule_job *job = open_job(b);
    for (size_t q = 0; q < n; q++) {
        UL_TRY(ul_schedule_check_seconds("the work", work_s[q]));
        if (b->n_works == job->n_tasks)
            return ul_fail(UL_E_INPUT, "job '%s' has %u tasks and more work",
                           ul_schedule_builder_job(b), job->n_tasks);
        b->task[job->first_task + b->n_works++].work_s = work_s[q];
    }
    return UL_OK;
}

ul_status ul_schedule_add_estimate(ul_schedule_builder *b, const ul_micro *estimate_s, size_t n)
{
    UL_TRY(check_open(b));
    const ul_schedule_job *job = open_job(b);
    for (size_t q = 0; q < n; q++) {
        UL_TRY(ul_schedule_check_seconds("the estimate", estimate_s[q]));
        if (b->n_estimates == job->n_tasks)
            return ul_fail(UL_E_INPUT, "job '%s' has %u tasks and more estimates",
                           ul_schedule_builder_job(b), job->n_tasks);
        b->task[job->first_task + b->n_estimates++].estimate_s = estimate_s[q];
    }
    return UL_OK;
}

ul_status ul_schedule_add_demand(ul_schedule_builder *b, const char *family,
                                 const ul_micro *demand)
{
    UL_TRY(check_open(b));
    const size_t f = ul_names_find(b->family, family, strlen(family));
    if (f == UL_NONE)
        return ul_fail(UL_E_INPUT, "no type is of family '%.80s'", family);
    if (b->own_row[f] != UL_SCHEDULE_NONE)
        return ul_fail(UL_E_INPUT, "the demand of job '%s' on family '%s' is given twice",
                       ul_schedule_builder_job(b), family);
    return find_row(b, demand, &b->own_row[f]);
}

ul_status ul_schedule_set_iterations(ul_schedule_builder *b, const char *iterations,
                                     const char *per_second)
{
    const char *number[] = {iterations, per_second};
    ul_micro seconds;
    ul_cost whole;
    UL_TRY(check_open(b));
    for (size_t q = 0; q < 2; q++)
        if (ul_scaled_parse(number[q], strlen(number[q]), 0, ITERATIONS_MAX, &whole) != UL_NUMBER_OK)
            return ul_fail(UL_E_INPUT, "'%.40s' is not a number of iterations from 0 to 1e18",
                           number[q]);
    const ul_number_fault fault = ul_micro_quotient(iterations, per_second, UL_SCHEDULE_SECONDS_MAX,
                                                    &seconds);
    if (fault == UL_NUMBER_TOO_LARGE)
        return ul_fail(UL_E_INPUT, "the iterations take more than %lld seconds",
                       (long long)(UL_SCHEDULE_SECONDS_MAX / UL_MICRO));
    if (fault != UL_NUMBER_OK)
        return ul_fail(UL_E_INPUT, fault == UL_NUMBER_TOO_LONG
                                       ? "a number of iterations has more than eighteen digits"
                                       : "iterations are from 0 to 1e18, and their rate is above 0");
    if (!(strtod(per_second, NULL) >= DBL_MIN)) /* it would look like none */
        return ul_fail(UL_E_INPUT, "a rate of %.40s iterations a second is too small to count with",
                       per_second);
    if (b->has_iterations)
        return ul_fail(UL_E_INPUT, "the iterations of job '%s' are given twice",
                       ul_schedule_builder_job(b));
    b->has_iterations = true;
    open_job(b)->iterations = strtod(iterations, NULL);
    open_job(b)->per_second = strtod(per_second, NULL);
    open_job(b)->iterations_s = seconds;
    return UL_OK;
}

ul_status ul_schedule_set_moving(ul_schedule_builder *b, ul_micro fetch_s, ul_micro build_s,
                                 ul_micro init_s, ul_micro kill_s, ul_micro upload_s,
                                 const char *image)
{
    UL_TRY(check_open(b));
    ul_schedule_job *job = open_job(b);
    const ul_micro delay[] = {fetch_s, build_s, init_s, kill_s, upload_s};
    for (size_t q = 0; q < sizeof delay / sizeof *delay; q++)
        UL_TRY(ul_schedule_check_seconds("a delay of moving", delay[q]));
    if (b->has_moving)
        return ul_fail(UL_E_INPUT, "what moving job '%s' takes is given twice",
                       ul_schedule_builder_job(b));
    b->has_moving = true;
    job->fetch_s = fetch_s;
    job->build_s = build_s;
    job->init_s = init_s;
    job->kill_s = kill_s;
    job->upload_s = upload_s;
    return ul_names_take_optional(b->image, "image", image, &job->image);
}

ul_status ul_schedule_set_recorded(ul_schedule_builder *b, ul_micro recorded_s)
{
    UL_TRY(check_open(b));
    UL_TRY(ul_schedule_check_seconds("the recorded time", recorded_s));
    if (open_job(b)->recorded_s >= 0)
        return ul_fail(UL_E_INPUT, "how long job '%s' took is given twice",
                       ul_schedule_builder_job(b));
    open_job(b)->recorded_s = recorded_s;
    return UL_OK;
}

/* One estimate holds for all tasks of the job, none means the truth. */
static ul_status close_estimates(ul_schedule_builder *b, const ul_schedule_job *job)
{
    ul_schedule_task *task = b->task + job->first_task;
    if (b->n_estimates > 1 && b->n_estimates < job->n_tasks)
        return ul_fail(UL_E_INPUT, "job '%s' has %u tasks and %zu estimates; one, or one for each",
                       ul_schedule_builder_job(b), job->n_tasks, b->n_estimates);
    for (uint32_t q = 0; q < job->n_tasks && b->n_estimates <= 1; q++)
        task[q].estimate_s = b->n_estimates == 0 ? task[q].work_s : task[0].estimate_s;
    return UL_OK;
}

/* A shape is the demand row of every family; where no family differs the one row
 * stands for all. */
static ul_status find_shape(ul_schedule_builder *b, uint32_t row, uint32_t *shape)
{
    const size_t n_families = ul_names_count(b->family);
    bool uniform = true;
    for (size_t f = 0; f < n_families; f++) {
        b->key[1 + f] = b->own_row[f] == UL_SCHEDULE_NONE ? row : b->own_row[f];
        uniform = uniform && b->key[1 + f] == b->key[1];
    }
    b->key[0] = b->key[1];
    const size_t length = uniform ? 1 : 1 + n_families;
    const size_t s = ul_names_add(b->shapes, (const char *)b->key, length * sizeof *b->key, NULL);
    *shape = (uint32_t)s;
    return s == UL_NONE ? ul_no_memory() : UL_OK;
}

ul_status ul_schedule_close_job(ul_schedule_builder *b)
{
    if (ul_names_count(b->job_name) == 0 || b->n_groups == 0)
        return UL_OK;
    const ul_schedule_job *job = open_job(b);
    if (b->n_works > 0 && b->n_works < job->n_tasks)
        return ul_fail(UL_E_INPUT, "job '%s' has %u tasks and work for %zu",
                       ul_schedule_builder_job(b), job->n_tasks, b->n_works);
    for (uint32_t q = 1; q < job->n_tasks && job->gang; q++)
        if (b->task[job->first_task + q].work_s != b->task[job->first_task].work_s)
            return ul_fail(UL_E_INPUT, "the tasks of job '%s' are a gang and differ in work",
                           ul_schedule_builder_job(b));
    UL_TRY(close_estimates(b, job));
    for (size_t g = 0; g < b->n_groups; g++) {
        uint32_t shape;
        const size_t end = g + 1 < b->n_groups ? b->group[g + 1].first_task : b->n_tasks;
        UL_TRY(find_shape(b, b->group[g].row, &shape));
        for (size_t i = b->group[g].first_task; i < end; i++)
            b->task[i].shape = shape;
    }
    return UL_OK;
}

/* Jobs move down to the front, each with its tasks; names and shapes of the others go. */
static ul_status move_jobs(ul_schedule_builder *b, const bool *kept, ul_names *name,
                           ul_names *shapes)
{
    const size_t n = ul_names_count(b->job_name);
    size_t n_tasks = 0;
    for (size_t j = 0; j < n; j++) {
        const ul_schedule_job job = b->job[j];
        const size_t to = ul_names_count(name);
        if (!kept[j])
            continue;
        if (ul_names_add(name, ul_names_text(b->job_name, j), ul_names_length(b->job_name, j), NULL)
            == UL_NONE)
            return ul_no_memory();
        b->job[to] = job;
        b->job[to].first_task = (uint32_t)n_tasks;
        b->job_line[to] = b->job_line[j];
        for (uint32_t q = 0; q < job.n_tasks; q++) {
            ul_schedule_task task = b->task[job.first_task + q];
            const size_t s = ul_names_add(shapes, ul_names_text(b->shapes, task.shape),
                                          ul_names_length(b->shapes, task.shape), NULL);
            if (s == UL_NONE)
                return ul_no_memory();
            task.job = (uint32_t)to;
            task.shape = (uint32_t)s;
            b->task[n_tasks++] = task;
        }
    }
    b->n_tasks = n_tasks;
    return UL_OK;
}

ul_status ul_schedule_keep_jobs(ul_schedule_builder *b, const bool *kept)
{
    UL_TRY(ul_schedule_close_job(b));
    ul_names *name = ul_names_new(), *shapes = ul_names_new();
    if (name == NULL || shapes == NULL || move_jobs(b, kept, name, shapes) != UL_OK) {
        ul_names_free(name);
        ul_names_free(shapes);
        return ul_no_memory();
    }
    ul_names_free(b->job_name);
    ul_names_free(b->shapes);
    b->job_name = name;
    b->shapes = shapes;
    b->n_groups = 0; /* none is open */
    return UL_OK;
}
