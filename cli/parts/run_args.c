#include "run_args.h"

#include <signal.h>
#include <string.h>

#include "grid.h"
#include "registry.h"
#include "ticker.h"

typedef ul_run_args options;

static void read_method(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    (void)key;
    if (o->n_named == UL_METHODS_NAMED_MAX)
        argp_error(state, "more than %d methods", UL_METHODS_NAMED_MAX);
    o->method = o->named[o->n_named++] = value;
}

static const ul_option option[] = {
    {"method", 'm', "METHOD", "what to run, perhaps with parameters: 'NAME NAME=VALUE...'; 'ullage "
     "list methods' shows them, and ./FILE.so is one of yours", UL_OWN},
    {"set", 'S', "NAME=VALUE", "a parameter of the method; may be repeated", UL_FIELD(set)},
    {"time-limit", 't', "S", "stop after S seconds with the best plan so far; 0 (default) is no "
     "limit", UL_FIELD(run.time_limit_s)},
    {"cpu-limit", 0, "S", "the same for CPU time, that of programs it starts included: what is "
     "fair on a machine that others use", UL_FIELD(run.cpu_limit_s)},
    {"seed", 's', "N", "random seed (default 1)", UL_FIELD(run.seed)},
    {0},
};

const ul_option_list ul_run_option_list = {option, read_method};

void ul_run_args_one(const ul_run_args *args, const struct argp_state *state)
{
    if (args->n_named > 1)
        argp_error(state, "one method at a time; bracket, explain and bench take several");
}

ul_status ul_run_args_choose(ul_run_args *args, const char *asked, const ul_method **method)
{
    if (strlen(asked) >= sizeof args->words)
        return ul_fail(UL_E_INPUT, "'%.40s...': a method and its parameters have %zu letters at "
                                   "most", asked, sizeof args->words - 1);
    strcpy(args->words, asked);
    return ul_method_choose_with(args->words, args->set.item, UL_SET_MAX, &args->set.n,
                                 args->run.time_limit_s, method);
}

/* "NAME NAME=VALUE..." again, of one setting. */
static ul_status phrase(const char *name, const char *const *set, size_t n, ul_arena *arena,
                        const char **text)
{
    UL_TRY(ul_arena_format(arena, text, "%s", name));
    for (size_t q = 0; q < n; q++)
        UL_TRY(ul_arena_format(arena, text, "%s %s", *text, set[q]));
    return UL_OK;
}

static ul_status spread_one(ul_run_args *args, const char *asked, ul_arena *arena)
{
    ul_run_args alone = {.set = args->set};
    const ul_method *method;
    const char *set[UL_SET_MAX];
    ul_grid grid;
    UL_TRY(ul_run_args_choose(&alone, asked, &method));
    method = ul_method_knowing(method, alone.set.item, alone.set.n);
    UL_TRY(ul_grid_new(method->param, alone.set.item, alone.set.n, 0, arena, &grid));
    for (size_t q = 0; q < grid.n; q++) {
        if (args->n_named == UL_METHODS_NAMED_MAX)
            return ul_fail(UL_E_INPUT, "more than %d methods", UL_METHODS_NAMED_MAX);
        ul_grid_setting(&grid, q, set);
        UL_TRY(phrase(alone.words + strspn(alone.words, " "), set, grid.n_set, arena,
                      &args->named[args->n_named++]));
    }
    return UL_OK;
}

ul_status ul_run_args_spread(ul_run_args *args, ul_arena *arena)
{
    const char *asked[UL_METHODS_NAMED_MAX];
    const size_t n = args->n_named;
    memcpy(asked, args->named, n * sizeof *asked);
    args->n_named = 0;
    for (size_t q = 0; q < n; q++)
        UL_TRY(spread_one(args, asked[q], arena));
    if (n > 0)
        args->set.n = 0;
    return UL_OK;
}

static void on_interrupt(int signal)
{
    (void)signal;
    ul_run_interrupt();
}

ul_status ul_run_args_go(ul_run_args *args, const ul_method *method, const ul_instance *instance,
                         ul_run **run)
{
    args->run.methods = ul_methods;
    args->run.set = args->set.item;
    args->run.n_set = args->set.n;
    ul_ticker *ticker = ul_ticker_new(args->label == NULL ? method->name : args->label);
    args->run.listener = ul_ticker_listen;
    args->run.listener_context = ticker;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    ul_status status = ul_run_new(method, instance, &args->run, run);
    if (status == UL_OK)
        status = ul_run_go(*run);
    ul_ticker_free(ticker);
    return status;
}
