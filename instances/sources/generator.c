#include "generator.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "packing.h"
#include "source_jobs.h"

void ul_source_remark(const ul_source_request *request, const char *format, ...)
{
    const size_t used = strlen(request->remark);
    const size_t gap = used > 0 ? 2 : 0;
    if (used + gap + 1 >= request->remark_room)
        return;
    memcpy(request->remark + used, "; ", gap);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(request->remark + used + gap, request->remark_room - used - gap, format, arguments);
    va_end(arguments);
}

const char *ul_source_name(const ul_source_request *request, char name[UL_SOURCE_NAME])
{
    const char *path = request->input[0];
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    size_t n = strnlen(base, UL_SOURCE_NAME - 64);
    if (n > 3 && memcmp(base + n - 3, ".gz", 3) == 0)
        n -= 3;
    for (size_t q = n; q > 1; q--)
        if (base[q - 1] == '.') {
            n = q - 1;
            break;
        }
    for (size_t q = 0; q < n; q++)
        name[q] = (unsigned char)base[q] < 0x20 || base[q] == 0x7f ? '_' : base[q];
    name[n] = '\0';
    if (request->is_snapshot)
        n += (size_t)snprintf(name + n, UL_SOURCE_NAME - n, "-at%.15g", request->at_s);
    if (request->window_s > 0)
        n += (size_t)snprintf(name + n, UL_SOURCE_NAME - n, "-w%.15g-s%llu", request->window_s,
                              (unsigned long long)request->seed);
    if (request->jobs > 0)
        n += (size_t)snprintf(name + n, UL_SOURCE_NAME - n, "-j%zu-s%llu", request->jobs,
                              (unsigned long long)request->seed);
    if (request->tasks > 0)
        snprintf(name + n, UL_SOURCE_NAME - n, "-n%zu-s%llu", request->tasks,
                 (unsigned long long)request->seed);
    return n > 0 ? name : strcpy(name, "imported");
}

static ul_status check_inputs(const ul_source *source, const ul_source_options *options)
{
    if (options->n_inputs < source->least_inputs || options->n_inputs > source->most_inputs)
        return ul_fail(UL_E_INPUT, "'%s' takes %zu%s file%s, not %zu", source->name,
                       source->least_inputs,
                       source->most_inputs > source->least_inputs ? " or more" : "",
                       source->most_inputs > 1 ? "s" : "", options->n_inputs);
    const bool whole = source->most_inputs > 0 && !source->samples;
    if (whole && (options->tasks > 0 || options->from_s > 0 || isfinite(options->to_s)))
        return ul_fail(UL_E_INPUT, "'%s' imports a whole instance; --tasks, --from and --to do not "
                                   "apply", source->name);
    if (options->is_snapshot && !source->has_runtimes)
        return ul_fail(UL_E_INPUT, "'%s' does not know when tasks end; --at does not apply",
                       source->name);
    if (options->is_snapshot && (options->from_s > 0 || isfinite(options->to_s)))
        return ul_fail(UL_E_INPUT, "--at takes the tasks of one moment; --from and --to do not go "
                                   "with it");
    if (options->window_s > 0 && !(options->to_s - options->from_s >= options->window_s))
        return ul_fail(UL_E_INPUT, "--window %g does not fit between --from and --to",
                       options->window_s);
    if (options->window_s > 0 && (!source->samples || !isfinite(options->to_s)))
        return ul_fail(UL_E_INPUT, "--window is drawn from a trace up to --to: %s",
                       source->samples ? "say where that is" : "this is a whole instance");
    if (options->from_s >= options->to_s)
        return ul_fail(UL_E_INPUT, "--from %g is not before --to %g", options->from_s,
                       options->to_s);
    return UL_OK;
}

static bool takes_jobs(const ul_source *source)
{
    const ul_param *param = source->param;
    while (param != NULL && param->name != NULL && strcmp(param->name, "jobs") != 0)
        param++;
    return param != NULL && param->name != NULL;
}

/* Seeds that change nothing would make copies that look like samples. */
static ul_status check_seed(const ul_source *source, const ul_source_options *options,
                            const ul_rng *rng)
{
    if (!options->is_seeded || ul_rng_is_used(rng))
        return UL_OK;
    return ul_fail(UL_E_INPUT, "'%s' draws nothing at random here; --seed does not apply%s",
                   source->name,
                   source->samples      ? " ('--window S --to S', of packings '--tasks N', of jobs "
                                          "'--set jobs=N' draws)"
                   : takes_jobs(source) ? " ('--set jobs=N' draws)"
                                        : "");
}

/* Where the window begins: a whole second. */
static double draw_start(const ul_source_options *o, ul_rng *rng)
{
    return o->window_s > 0 ? o->from_s + floor(ul_rng_unit(rng) * (o->to_s - o->from_s - o->window_s + 1))
                           : o->from_s;
}

typedef ul_status (*request_fn)(const ul_source *source, const ul_source_request *request,
                                void *to);

/* Runs fn on the request that the options make. */
static ul_status ask(const ul_source *source, const ul_source_options *options, char *remark,
                     size_t remark_room, request_fn fn, void *to)
{
    char owner[80];
    ul_param_values values;
    remark[0] = '\0';
    UL_TRY(check_inputs(source, options));
    UL_TRY(ul_param_check_once(options->set, options->n_set));
    snprintf(owner, sizeof owner, "'%s'", source->name);
    ul_rng *rng = ul_rng_new(options->seed);
    ul_status status =
        ul_param_read(owner, source->param, options->set, options->n_set, &values);
    if (status == UL_OK && rng == NULL)
        status = ul_no_memory();
    if (status == UL_OK) {
        const double from_s = draw_start(options, rng);
        const ul_source_request request = {
            .tasks = options->tasks > 0 ? options->tasks : source->tasks,
            .rng = rng,
            .seed = options->seed,
            .jobs = takes_jobs(source) ? (size_t)ul_param_number(&values, "jobs") : 0,
            .from_s = from_s,
            .to_s = options->window_s > 0 ? from_s + options->window_s : options->to_s,
            .window_s = options->window_s,
            .is_snapshot = options->is_snapshot,
            .at_s = options->at_s,
            .input = options->input,
            .n_inputs = options->n_inputs,
            .param = &values,
            .remark = remark,
            .remark_room = remark_room,
        };
        status = fn(source, &request, to);
    }
    if (status == UL_OK)
        status = check_seed(source, options, rng);
    ul_param_clear(&values);
    ul_rng_free(rng);
    return status;
}

/* ---- jobs, all or drawn ---- */

typedef struct {
    const ul_source_request *request;
    ul_status (*fill)(ul_schedule_builder *b, void *context);
    void *context;
} drawing;

static ul_status fill_and_draw(ul_schedule_builder *b, void *context)
{
    const drawing *state = context;
    const ul_source_request *request = state->request;
    UL_TRY(state->fill(b, state->context));
    size_t left = ul_schedule_builder_jobs(b), wanted = request->jobs;
    if (wanted == 0)
        return UL_OK;
    if (wanted > left)
        return ul_fail(UL_E_INPUT, "jobs=%zu: only %zu jobs are left to draw from", wanted, left);
    bool *kept = malloc(left * sizeof *kept);
    UL_NEED(kept);
    if (wanted < left)
        ul_source_remark(request, "%zu of %zu jobs drawn", wanted, left);
    for (size_t j = 0; left > 0; j++)
        kept[j] = ul_rng_selects(request->rng, &left, &wanted);
    const ul_status status = ul_schedule_keep_jobs(b, kept);
    free(kept);
    return status;
}

ul_status ul_source_schedule(const ul_source_request *request,
                             ul_status (*fill)(ul_schedule_builder *b, void *context),
                             void *context, ul_instance *instance)
{
    drawing state = {request, fill, context};
    return ul_schedule_build(fill_and_draw, &state, instance);
}

/* ---- either ---- */

typedef struct {
    ul_instance *instance;
    bool is_made;
} making;

static ul_status make(const ul_source *source, const ul_source_request *request, void *to)
{
    making *state = to;
    if (source->packing != NULL)
        UL_TRY(ul_packing_build(source->packing, (void *)request, state->instance));
    else if (source->schedule != NULL)
        UL_TRY(ul_source_schedule(request, source->schedule, (void *)request, state->instance));
    else if (source->make != NULL)
        UL_TRY(source->make(request, state->instance));
    else
        return ul_fail(UL_E_INPUT, "'%s' makes no instance", source->name);
    state->is_made = true;
    return UL_OK;
}

ul_status ul_source_make(const ul_source *source, const ul_source_options *options,
                         char *remark, size_t remark_room, ul_instance *instance)
{
    making state = {.instance = instance};
    const ul_status status = ask(source, options, remark, remark_room, make, &state);
    if (status == UL_OK)
        return instance->kind->seal(instance->data);
    if (state.is_made)
        ul_instance_free(instance);
    return status;
}

static ul_status print(const ul_source *source, const ul_source_request *request, void *to)
{
    return source->print(request, to);
}

ul_status ul_source_print(const ul_source *source, const ul_source_options *options,
                          char *remark, size_t remark_room, const char *path)
{
    return ask(source, options, remark, remark_room, print, (void *)path);
}
