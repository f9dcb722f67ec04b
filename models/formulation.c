#include "formulation.h"

#include <math.h>
#include <stdlib.h>

static ul_status make(ul_build *build)
{
    const ul_formulation *formulation = build->formulation;
    if (formulation->kind != build->instance->kind)
        return ul_fail(UL_E_INPUT, "formulation '%s' does not take %s instances; 'ullage list "
                                   "formulations' shows which do", formulation->name,
                       build->instance->kind->name);
    build->arena = ul_arena_new();
    UL_NEED(build->arena);
    UL_TRY(ul_model_new(build->instance->name, &build->model));
    UL_TRY(ul_model_set_about(build->model, "%s: %s", formulation->name, formulation->brief));
    return formulation->build(build->instance, build);
}

ul_status ul_build_new(const ul_formulation *formulation, const ul_instance *instance,
                       const ul_build_options *options, ul_build **result)
{
    ul_build *build = calloc(1, sizeof *build);
    *result = NULL;
    UL_NEED(build);
    build->formulation = formulation;
    build->instance = instance;
    build->limit = options->limit == 0 ? UL_BUILD_LIMIT : options->limit;
    build->expired = options->expired;
    build->expired_context = options->expired_context;
    const ul_status status = make(build);
    if (status != UL_OK && !build->too_large && !build->stopped) {
        ul_build_free(build);
        return status;
    }
    *result = build;
    return status;
}

void ul_build_free(ul_build *build)
{
    if (build == NULL)
        return;
    ul_model_free(build->model);
    ul_arena_free(build->arena);
    free(build);
}

ul_status ul_build_refuse(ul_build *build, const char *what)
{
    build->too_large = true;
    return ul_fail(UL_E_INPUT, "formulation '%s' needs more than %llu %s for '%s'; raise the limit "
                               "(--set limit=N) or take another formulation",
                   build->formulation->name, (unsigned long long)build->limit, what,
                   build->instance->name);
}

bool ul_build_expired(const ul_build *build)
{
    return build->expired != NULL && build->expired(build->expired_context);
}

ul_status ul_build_stop(ul_build *build)
{
    build->stopped = true;
    return ul_fail(UL_E_INPUT, "formulation '%s' was stopped while '%s' was being modelled",
                   build->formulation->name, build->instance->name);
}

uint64_t ul_value_whole(double value)
{
    return value >= 0.5 && value < 9e18 ? (uint64_t)llround(value) : 0;
}
