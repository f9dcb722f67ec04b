/* From a plan to orders. Tasks that move stop at once and machines are ordered at once;
 * that a task starts, or a machine goes back, waits in a list until it can be done:
 * one pass over it, in order, whenever something has happened. */
#include <string.h>

#include "eva_world.h"

static bool is_committed_to(const ul_eva *eva, uint32_t m, const ul_eva_bin *bin)
{
    const ul_eva_machine *machine = &eva->machine[m];
    return machine->n_committed == bin->n_tasks
           && (bin->n_tasks == 0
               || memcmp(machine->committed, bin->task, bin->n_tasks * sizeof *bin->task) == 0);
}

static bool is_current(const ul_eva *eva, const ul_eva_plan *plan, const ul_eva_list *machines)
{
    if (machines->n != plan->n_bins)
        return false;
    for (size_t q = 0; q < machines->n; q++) {
        const uint32_t bin = plan->bin_of[eva->machine[machines->task[q]].slot];
        if (bin == UL_SIM_NONE || !is_committed_to(eva, machines->task[q], &plan->bin[bin]))
            return false;
    }
    return true;
}

static ul_status commit(ul_eva *eva, uint32_t m, const ul_eva_bin *bin)
{
    ul_eva_machine *machine = &eva->machine[m];
    UL_MORE(eva->arena, machine->committed, bin->n_tasks, machine->room);
    machine->n_committed = bin->n_tasks;
    for (size_t q = 0; q < bin->n_tasks; q++) {
        machine->committed[q] = bin->task[q];
        eva->task[bin->task[q]].committed = m;
    }
    return UL_OK;
}

static ul_status rent(ul_eva *eva, uint32_t type, uint32_t *m)
{
    UL_TRY(ul_sim_rent(eva->sim, type, 1, m));
    UL_MORE(eva->arena, eva->machine, *m, eva->machine_room);
    eva->machine[*m] = (ul_eva_machine){.assignable = true};
    return UL_OK;
}

static ul_status add_command(ul_eva *eva, ul_eva_command command)
{
    UL_MORE(eva->arena, eva->command, eva->n_commands, eva->command_room);
    eva->command[eva->n_commands++] = command;
    return UL_OK;
}

enum { moves = 1, starts = 2 };

/* Which jobs have a task that goes elsewhere, or that has no place yet. */
static void mark_jobs(const ul_eva *eva, const ul_eva_plan *plan)
{
    for (size_t q = 0; q < eva->n_live; q++)
        eva->job[eva->live[q]].mark = 0;
    for (size_t b = 0; b < plan->n_bins; b++)
        for (size_t q = 0; q < plan->bin[b].n_tasks; q++) {
            const ul_eva_task *task = &eva->task[plan->bin[b].task[q]];
            if (task->committed == UL_SIM_NONE)
                eva->job[task->job].mark |= starts;
            else if (task->committed != plan->bin[b].machine)
                eva->job[task->job].mark |= moves;
        }
}

static ul_status stop_job(ul_eva *eva, ul_eva_live_job *job)
{
    job->status = UL_EVA_MIGRATING;
    job->migrations++;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
        if (ul_sim_state(eva->sim, i) == UL_TASK_WORKING)
            UL_TRY(ul_sim_stop(eva->sim, i, false));
    return UL_OK;
}

static ul_status start_job(ul_eva *eva, ul_eva_live_job *job)
{
    job->status = UL_EVA_MIGRATING;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
        if (ul_sim_state(eva->sim, i) != UL_TASK_WORKING
            && ul_sim_state(eva->sim, i) != UL_TASK_DONE)
            UL_TRY(add_command(eva, (ul_eva_command){true, i, eva->task[i].committed}));
    return UL_OK;
}

ul_status ul_eva_realise(ul_eva *eva, const ul_eva_plan *plan)
{
    ul_eva_list machines;
    UL_TRY(ul_eva_machines(eva, &machines));
    const bool current = is_current(eva, plan, &machines);
    if (ul_sim_told(eva->sim))
        UL_TRY(ul_eva_tell_plan(eva, plan, &machines, current));
    if (current)
        return UL_OK;
    mark_jobs(eva, plan);
    for (size_t q = 0; q < eva->n_live; q++)
        if ((eva->job[eva->live[q]].mark & moves) != 0)
            UL_TRY(stop_job(eva, &eva->job[eva->live[q]]));
    for (size_t b = 0; b < plan->n_bins; b++) {
        uint32_t m = plan->bin[b].machine;
        if (m == UL_SIM_NONE)
            UL_TRY(rent(eva, plan->bin[b].type, &m));
        if (ul_sim_told(eva->sim))
            UL_TRY(ul_eva_tell_bin(eva, m, &plan->bin[b]));
        UL_TRY(commit(eva, m, &plan->bin[b]));
    }
    for (size_t q = 0; q < machines.n; q++) {
        if (plan->bin_of[eva->machine[machines.task[q]].slot] != UL_SIM_NONE)
            continue;
        eva->machine[machines.task[q]].assignable = false;
        UL_TRY(add_command(eva, (ul_eva_command){false, 0, machines.task[q]}));
    }
    for (size_t q = 0; q < eva->n_live; q++)
        if (eva->job[eva->live[q]].mark != 0)
            UL_TRY(start_job(eva, &eva->job[eva->live[q]]));
    if (eva->watch != NULL && eva->watch->planned != NULL)
        eva->watch->planned(eva->watch->context, ul_sim_now(eva->sim), eva, plan);
    return UL_OK;
}

/* A job whose tasks were stopped starts again when all of them have left. */
static bool is_launchable(ul_eva *eva, ul_eva_live_job *job)
{
    bool all_left = true;
    for (uint32_t i = job->first_task; !job->launchable && i < job->first_task + job->n_tasks; i++)
        all_left = all_left && (ul_sim_state(eva->sim, i) == UL_TASK_WAITING
                                || ul_sim_state(eva->sim, i) == UL_TASK_DONE);
    job->launchable = job->launchable || all_left;
    return job->launchable;
}

ul_status ul_eva_loaded(ul_eva *eva, uint32_t i)
{
    ul_eva_task *task = &eva->task[i];
    ul_eva_live_job *job = &eva->job[task->job];
    const ul_sim_job facts = ul_sim_job_of(eva->sim, task->job);
    task->fetch_s = facts.fetch_s;
    task->build_s = facts.build_s;
    for (uint32_t q = job->first_task; q < job->first_task + job->n_tasks; q++)
        if (ul_sim_state(eva->sim, q) != UL_TASK_WORKING
            && ul_sim_state(eva->sim, q) != UL_TASK_DONE)
            return UL_OK;
    job->status = UL_EVA_EXECUTING;
    job->launchable = false;
    return UL_OK;
}

static ul_status launch(ul_eva *eva, const ul_eva_command *command, bool *issued)
{
    ul_eva_task *task = &eva->task[command->task];
    ul_eva_live_job *job = &eva->job[task->job];
    if (job->status == UL_EVA_OVER) {
        *issued = true; /* it ended before it could move */
        return UL_OK;
    }
    *issued = ul_sim_machine_state(eva->sim, command->machine) == UL_MACHINE_READY
              && ul_sim_state(eva->sim, command->task) == UL_TASK_WAITING
              && is_launchable(eva, job) && ul_sim_fits(eva->sim, command->machine, command->task);
    if (!*issued)
        return UL_OK;
    task->on = command->machine;
    UL_TRY(ul_sim_place(eva->sim, command->task, command->machine));
    return ul_sim_state(eva->sim, command->task) == UL_TASK_WORKING
               ? ul_eva_loaded(eva, command->task)
               : UL_OK;
}

ul_status ul_eva_issue(ul_eva *eva)
{
    size_t kept = 0;
    for (size_t q = 0; q < eva->n_commands; q++) {
        const ul_eva_command command = eva->command[q];
        bool issued = false;
        if (command.launches)
            UL_TRY(launch(eva, &command, &issued));
        else if (ul_sim_n_on(eva->sim, command.machine) == 0) {
            UL_TRY(ul_sim_release(eva->sim, command.machine));
            issued = true;
        }
        if (!issued)
            eva->command[kept++] = command;
    }
    eva->n_commands = kept;
    return UL_OK;
}
