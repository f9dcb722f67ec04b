/* When a run is over: its deadline, its CPU time, a signal. */
#include <math.h>
#include <signal.h>
#include <unistd.h>

#include "clock.h"
#include "process_tree.h"
#include "run_state.h"

static volatile sig_atomic_t interrupted, exhausted;

void ul_run_interrupt(void)
{
    interrupted = 1;
}

void ul_run_exhaust(void)
{
    exhausted = 1;
}

static bool caller_stops(const ul_run *run)
{
    ul_stop_watch *stop = run->stop;
    if (stop == NULL || stop->said)
        return stop != NULL;
    const double now_s = ul_clock_wall_s();
    if (now_s < stop->look_s)
        return false;
    stop->said = run->options.stop(run->options.stop_context);
    stop->look_s = ul_clock_wall_s() + UL_ASK_EVERY_S;
    return stop->said;
}

bool ul_run_is_interrupted(const ul_run *run)
{
    return interrupted || caller_stops(run);
}

static bool is_stopped(const ul_run *run)
{
    return exhausted || ul_run_is_interrupted(run);
}

/* Processes that are still at work included, which our own clock is not told of. */
static double cpu_used_s(void)
{
    return fmax(ul_clock_cpu_s(), ul_process_tree_cpu_s(getpid()) + ul_clock_lost_s());
}

void ul_run_start_watch(ul_run *run)
{
    if (run->cpu == NULL || run->is_inside)
        return;
    run->cpu->start_s = cpu_used_s();
    run->cpu->look_s = ul_process_tree_look_s(ul_clock_wall_s(), run->options.cpu_limit_s);
}

/* To check and copy a plan is some fifth of what it takes to make a last one, to end with it and
 * to write it. */
void ul_run_keep_time(const ul_run *run, double begin_s)
{
    if (run->cpu != NULL)
        run->cpu->last_s = fmax(run->cpu->last_s, 5 * (ul_clock_cpu_s() - begin_s));
}

static double cpu_limit_s(const ul_run *run)
{
    return run->options.cpu_limit_s - fmin(run->cpu->last_s, run->options.cpu_limit_s / 3);
}

bool ul_run_cpu_spent(const ul_run *run)
{
    ul_cpu_watch *cpu = run->cpu;
    const double limit_s = cpu == NULL ? 0 : cpu_limit_s(run);
    if (cpu == NULL || cpu->used_s >= limit_s)
        return cpu != NULL;
    const double now_s = ul_clock_wall_s();
    if (now_s < cpu->look_s)
        return false;
    cpu->used_s = cpu_used_s() - cpu->start_s;
    cpu->look_s = ul_process_tree_look_s(now_s, limit_s - cpu->used_s);
    return cpu->used_s >= limit_s;
}

bool ul_run_expired(const ul_run *run)
{
    return is_stopped(run) || (run->deadline_s < HUGE_VAL && ul_clock_wall_s() >= run->deadline_s)
           || ul_run_cpu_spent(run);
}

double ul_run_left_s(const ul_run *run)
{
    if (is_stopped(run))
        return 0;
    return fmax(0, run->deadline_s - ul_clock_wall_s());
}

double ul_run_work_left_s(const ul_run *run)
{
    const double left_s = ul_run_left_s(run);
    if (run->cpu == NULL)
        return left_s;
    return fmin(left_s, fmax(0, cpu_limit_s(run) - (ul_clock_cpu_s() - run->cpu->start_s)));
}
