#include "trial_args.h"

#include <stdio.h>

/* As reports name it: a shared object's own name, and what was set. */
static void put_name(const ul_set_list *set, const char *method, char name[UL_TRIAL_NAME])
{
    size_t used = (size_t)snprintf(name, UL_TRIAL_NAME, "%s", method);
    for (size_t q = 0; q < set->n && used < UL_TRIAL_NAME; q++)
        used += (size_t)snprintf(name + used, UL_TRIAL_NAME - used, " %s", set->item[q]);
}

static ul_status run_one(const void *context, const ul_instance *instance, const ul_trial *trial,
                         char name[UL_TRIAL_NAME], ul_run **run)
{
    ul_run_args args = *(const ul_run_args *)context;
    const ul_method *method;
    args.label = trial->label;
    args.run.certificate = trial->certificate;
    if (trial->cpu_limit_s > 0)
        args.run.cpu_limit_s = trial->cpu_limit_s;
    if (trial->is_floor)
        args.set.n = 0;
    *run = NULL;
    UL_TRY(ul_run_args_choose(&args, trial->method, &method));
    const ul_status status = ul_run_args_go(&args, method, instance, run);
    if (*run != NULL)
        put_name(&args.set, ul_run_method(*run)->name, name);
    return status;
}

ul_status ul_trials_of(ul_run_args *args, const ul_instance *instance, ul_arena *arena, ul_trials *trials)
{
    UL_TRY(ul_run_args_spread(args, arena));
    *trials = (ul_trials){instance, args->named, args->n_named, run_one, args};
    return UL_OK;
}

int ul_trials_command(const char *file, void *options,
                      ul_status (*go)(void *options, const ul_instance *instance, ul_arena *arena))
{
    ul_instance instance = {0};
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory() : ul_instance_read(file, &instance);
    if (status == UL_OK)
        status = go(options, &instance, arena);
    ul_instance_free(&instance);
    ul_arena_free(arena);
    return ul_end(status);
}
