#include "run_args.h"

#include <signal.h>
#include <string.h>

#include "grid.h"
#include "registry.h"
#include "ticker.h"

enum { CPU_LIMIT = 0x100 }; /* an option without a letter */

static error_t parse(int key, char *value, struct argp_state *state)
{
    ul_run_args *args = state->input;
    switch (key) {
    case 'm':
        if (args->n_named == UL_METHODS_NAMED_MAX)
            argp_error(state, "more than %d methods", UL_METHODS_NAMED_MAX);
        args->method = args->named[args->n_named++] = value;
        return 0;
    case 'S':
        return ul_set_add(&args->set, value, state);
    case 't':
        args->run.time_limit_s = ul_arg_seconds(value, "--time-limit", state);
        return 0;
    case CPU_LIMIT:
        args->run.cpu_limit_s = ul_arg_seconds(value, "--cpu-limit", state);
        return 0;
    case 's':
        args->run.seed = ul_arg_count(value, "--seed", state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"method", 'm', "METHOD", 0, "what to run, perhaps with parameters: 'NAME NAME=VALUE...'; "
                                 "'ullage list methods' shows them, and ./FILE.so is one of yours", 0},
    {"set", 'S', "NAME=VALUE", 0, "a parameter of the method; may be repeated", 0},
    {"time-limit", 't', "S", 0, "stop after S seconds with the best plan so far; 0 (default) is no limit", 0},
    {"cpu-limit", CPU_LIMIT, "S", 0, "the same for CPU time, that of programs it starts included: what is fair on a "
                                     "machine that others use", 0},
    {"seed", 's', "N", 0, "random seed (default 1)", 0},
    {0},
};

const struct argp ul_run_argp = {.options = option, .parser = parse};

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
