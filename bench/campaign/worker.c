#include "worker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fork.h"
#include "output.h"
#include "sanitized.h"

static void on_signal(int signal)
{
    (void)signal;
    ul_run_exhaust();
}

/* The memory limit makes allocations of each process fail; what all of them hold together, and
 * time, are watched from outside (slot.c). */
static void set_limits(const ul_suite_method *method)
{
    if (method->memory_mb > 0 && !UL_SANITIZED) {
        const rlim_t bytes = (rlim_t)method->memory_mb << 20;
        setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
    }
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
}

static ul_status write_events(const char *path, const ul_run_result *result)
{
    ul_output *out;
    char number[UL_NUMBER_TEXT];
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "wall_s,kind,value\n");
    for (size_t q = 0; q < result->n_events; q++)
        ul_output_format(out, "%.6f,%s,%s\n", result->event[q].wall_s,
                         result->event[q].is_bound ? "bound" : "cost",
                         ul_cost_text(result->event[q].value, number));
    return ul_output_close(out, NULL);
}

/* A run that ended with a fault (no memory, a solver killed at the limit) still has
 * its times and the best plan so far. */
static ul_status do_run(const ul_work *work, ul_run *run, ul_work_result *result)
{
    const ul_status status = ul_run_go(run);
    const ul_run_result *r = ul_run_result_of(run);
    result->run = *r;
    result->has_plan = r->plan != NULL;
    snprintf(result->note, sizeof result->note, "%s", status == UL_OK ? r->note : ul_error_text());
    if (r->plan != NULL)
        UL_TRY(work->instance->kind->plan_write(r->plan, work->method->method->name,
                                                work->plan_path));
    UL_TRY(write_events(work->events_path, r));
    return status;
}

static void do_work(const ul_work *work, ul_work_result *result)
{
    ul_run *run = NULL;
    const ul_run_options options = {
        .time_limit_s = work->method->wall_s,
        .cpu_limit_s = work->method->cpu_s,
        .seed = work->seed,
        .set = work->method->set,
        .n_set = work->method->n_set,
        .methods = ul_methods,
        .certificate = (work->method->method->traits & UL_CERTIFIES) != 0 ? work->certificate_path
                                                                          : NULL,
    };
    memset(result, 0, sizeof *result);
    result->run.first_s = -1;
    result->status = ul_run_new(work->method->method, work->instance, &options, &run);
    if (result->status == UL_OK)
        result->status = do_run(work, run, result);
    if (result->status != UL_OK && result->note[0] == '\0')
        snprintf(result->note, sizeof result->note, "%s", ul_error_text());
    ul_run_free(run);
}

ul_status ul_work_start(const ul_work *work, const ul_memory_group *memory, pid_t *pid,
                        int *result_pipe)
{
    UL_TRY(ul_fork(&(ul_fork_options){0}, pid, result_pipe));
    if (*pid == 0) {
        ul_work_result result;
        setpgid(0, 0);
        ul_memory_group_enter(memory);
        set_limits(work->method);
        do_work(work, &result);
        const ssize_t sent = write(*result_pipe, &result, sizeof result);
        _exit(sent == (ssize_t)sizeof result ? 0 : 1);
    }
    setpgid(*pid, *pid); /* whichever of the two comes first */
    return UL_OK;
}
