/* Records of jobs: their tasks, their work, what they need where, and how they move. */
#include "schedule_fields.h"

#define ITERATIONS_MAX ((uint64_t)1000000000000000000) /* in all, and in a second */

static void add_tasks(check *c, const check_row *row, check_schedule *s, uint64_t n,
                      check_micro arrival, check_micro work, size_t first_demand)
{
    const uint64_t most = CHECK_TASKS_MAX < CHECK_INDEX_MAX ? CHECK_TASKS_MAX : CHECK_INDEX_MAX;
    if (s->n_tasks + n > most)
        check_refuse(c, row, 0, "there are more than %llu tasks", (unsigned long long)most);
    s->demand = check_grow(c, s->demand, s->n_demands, &s->demand_room,
                           s->resource.n * sizeof *s->demand);
    check_field_vector(c, row, first_demand, "the demand", s,
                       s->demand + s->n_demands * s->resource.n);
    check_spend_on(c, n, 4);
    for (uint64_t q = 0; q < n; q++) {
        s->tasks = check_grow(c, s->tasks, s->n_tasks, &s->task_room, sizeof *s->tasks);
        s->tasks[s->n_tasks++] = (check_task){.job = (check_index)(s->job.n - 1),
                                              .demand = (check_index)s->n_demands,
                                              .arrival = arrival, .work = work};
    }
    s->n_demands++;
    s->jobs[s->job.n - 1].n += n;
}

void check_read_job(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 7 + s->resource.n,
                 "job,NAME,ARRIVAL_S,TASKS,WORKLOAD,WORK_S,gang|free,DEMAND...");
    const size_t j = check_field_new(c, row, 1, "job", &s->job);
    s->jobs = check_grow(c, s->jobs, j, &s->job_room, sizeof *s->jobs);
    s->jobs[j] = (check_job){.first = s->n_tasks, .image = CHECK_NOT_FOUND,
                             .gang = check_is(row, 6, "gang"),
                             .workload = check_field_workload(c, &row->field[4], &s->workload)};
    if (!s->jobs[j].gang && !check_is(row, 6, "free"))
        check_refuse(c, row, 6, "'%.40s' is neither gang nor free", row->field[6].text);
    const uint64_t n = check_count(c, row, 3, "the number of tasks", CHECK_TASKS_MAX);
    add_tasks(c, row, s, n, check_field_seconds(c, row, 2, "the arrival"),
              check_field_seconds(c, row, 5, "the work"), 7);
}

/* The job that a record after it speaks of: the one named last. */
static check_job *job_of(check *c, const check_row *row, check_schedule *s)
{
    if (row->n < 2 || s->job.n == 0 || check_field_find(&s->job, &row->field[1]) != s->job.n - 1)
        check_refuse(c, row, 1, "the record speaks of another job than the job record above it");
    return &s->jobs[s->job.n - 1];
}

void check_read_tasks(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 5 + s->resource.n, "tasks,JOB,ARRIVAL_S,TASKS,WORK_S,DEMAND...");
    job_of(c, row, s);
    const uint64_t n = check_count(c, row, 3, "the number of tasks", CHECK_TASKS_MAX);
    add_tasks(c, row, s, n, check_field_seconds(c, row, 2, "the arrival"),
              check_field_seconds(c, row, 4, "the work"), 5);
}

void check_read_work(check *c, const check_row *row, check_schedule *s, size_t *given)
{
    const check_job *job = job_of(c, row, s);
    for (size_t q = 2; q < row->n; q++) {
        if (*given == job->n)
            check_refuse(c, row, q, "there are more works than tasks");
        s->tasks[job->first + (*given)++].work = check_field_seconds(c, row, q, "the work");
    }
}

void check_job_works(check *c, const check_row *row, const check_schedule *s, size_t given)
{
    if (given > 0 && given < s->jobs[s->job.n - 1].n)
        check_refuse(c, row, 0, "the job before this record has %zu works for %zu tasks", given,
                     (size_t)s->jobs[s->job.n - 1].n);
}

void check_read_demand(check *c, const check_row *row, check_schedule *s)
{
    bool added;
    check_expect(c, row, 3 + s->resource.n, "demand,JOB,FAMILY,DEMAND...");
    check_job *job = job_of(c, row, s);
    const size_t f = check_field_find(&s->family, &row->field[2]);
    if (f == CHECK_NOT_FOUND)
        check_refuse(c, row, 2, "no type is of family '%.80s'", row->field[2].text);
    size_t *key = check_alloc(c, 2, sizeof *key);
    key[0] = s->job.n - 1;
    key[1] = f;
    const size_t q = check_names_add(c, &s->override, (const char *)key, 2 * sizeof *key, &added);
    if (!added)
        check_refuse(c, row, 1, "the demand of job '%.80s' on family '%.80s' is given twice",
                     row->field[1].text, row->field[2].text);
    s->override_demand = check_grow(c, s->override_demand, q, &s->override_room,
                                    s->resource.n * sizeof *s->override_demand);
    check_field_vector(c, row, 3, "the demand", s, s->override_demand + q * s->resource.n);
    job->overridden = true;
}

const check_micro *check_schedule_demand(const check_schedule *s, size_t task, size_t family)
{
    const size_t key[2] = {s->tasks[task].job, family};
    const size_t q = !s->jobs[key[0]].overridden
                         ? CHECK_NOT_FOUND
                         : check_names_find(&s->override, (const char *)key, sizeof key);
    return q == CHECK_NOT_FOUND ? s->demand + s->tasks[task].demand * s->resource.n
                                : s->override_demand + q * s->resource.n;
}

check_micro check_schedule_work(const check_schedule *s, size_t task)
{
    const check_job *job = &s->jobs[s->tasks[task].job];
    return job->counted ? job->work : s->tasks[task].work;
}

/* What another task has built need not be built again, and who has no work need not get ready. */
check_wide check_schedule_stay(const check_schedule *s, size_t task)
{
    const check_job *job = &s->jobs[s->tasks[task].job];
    const check_wide work = check_schedule_work(s, task);
    return work + job->fetch + (job->image == CHECK_NOT_FOUND ? job->build : 0)
           + (work > 0 ? job->init : 0);
}

/* amount * has / asked, in two parts: the rest of the first is below asked, so that times has
 * it is below 2^120, and the whole is no more than the amount. */
check_wide check_schedule_stretched(const check_schedule *s, size_t task, size_t type,
                                    check_wide amount, bool up)
{
    if (s->stretch == 0)
        return amount;
    const check_micro asked = check_schedule_demand(s, task, s->types[type].family)[s->stretch - 1];
    const check_micro has = s->capacity[type * s->resource.n + s->stretch - 1];
    if (asked <= has)
        return amount;
    const check_wide rest = amount % asked * has;
    return amount / asked * has + (up ? check_ratio_up(rest, asked) : rest / asked);
}

void check_read_moving(check *c, const check_row *row, check_schedule *s)
{
    bool added;
    if (row->n != 8)
        check_expect(c, row, 7, "moving,JOB,FETCH_S,BUILD_S,INIT_S,KILL_S,UPLOAD_S[,IMAGE]");
    check_job *job = job_of(c, row, s);
    if (job->has_moving)
        check_refuse(c, row, 0, "how a job moves is given twice");
    job->has_moving = true;
    job->fetch = check_field_seconds(c, row, 2, "the fetch time");
    job->build = check_field_seconds(c, row, 3, "the build time");
    job->init = check_field_seconds(c, row, 4, "the init time");
    check_field_seconds(c, row, 5, "the kill time");
    job->upload = check_field_seconds(c, row, 6, "the upload time");
    if (row->n == 8)
        job->image = check_names_add(c, &s->image, check_name(c, row, 7, "image"),
                                     row->field[7].length, &added);
}

static check_real read_iterations(check *c, const check_row *row, size_t field, const char *what)
{
    check_real number;
    check_scaled(c, row, field, what, 0, ITERATIONS_MAX);
    check_parse_real(row->field[field].text, row->field[field].length, &number);
    for (; number.digits > 0 && number.digits % 10 == 0; number.power++)
        number.digits /= 10;
    if (number.more || number.digits >= (check_wide)ITERATIONS_MAX)
        check_refuse(c, row, field, "%s '%.40s' has more than eighteen digits", what,
                     row->field[field].text);
    return number;
}

void check_read_iterations(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 4, "iterations,JOB,TOTAL,PER_SECOND");
    check_job *job = job_of(c, row, s);
    if (job->counted)
        check_refuse(c, row, 0, "the iterations of a job are given twice");
    const check_real total = read_iterations(c, row, 2, "the number of iterations");
    const check_real per_second = read_iterations(c, row, 3, "the iterations a second");
    check_wide work;
    if (per_second.digits == 0)
        check_refuse(c, row, 3, "the iterations a second are above 0");
    if (!check_quotient(&total, &per_second, CHECK_SECONDS_MAX, &work))
        check_refuse(c, row, 2, "the iterations take more than %lld seconds",
                     (long long)(CHECK_SECONDS_MAX / CHECK_SECOND));
    job->counted = true;
    job->work = (check_micro)work;
}
