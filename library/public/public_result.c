/* Results for programs outside: ullage.h says what each function promises. */
#include "public_result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "c_locale.h"

#define UL_PLAN_ARRAYS(kind) extern const ul_plan_arrays ul_plan_arrays_##kind;
#include "plan_arrays.def"
#undef UL_PLAN_ARRAYS

const ul_plan_arrays *ul_plan_arrays_of(const ul_kind *kind)
{
#define UL_PLAN_ARRAYS(name)     \
    if (kind == &ul_kind_##name) \
        return &ul_plan_arrays_##name;
#include "plan_arrays.def"
#undef UL_PLAN_ARRAYS
    return NULL;
}

void ul_result_free(ul_result *result)
{
    if (result == NULL)
        return;
    ul_run_free(result->run);
    ul_arena_free(result->arena);
    free(result);
}

const char *ul_result_status(const ul_result *result)
{
    return ul_outcome_name(result->is.outcome);
}

int ul_result_proved(const ul_result *result)
{
    return ul_run_proves(&result->is);
}

const char *ul_result_limit(const ul_result *result)
{
    return ul_limit_name(result->is.limit);
}

const char *ul_result_method(const ul_result *result)
{
    return result->run == NULL ? "" : ul_run_method(result->run)->name;
}

const char *ul_result_parameters(const ul_result *result)
{
    return result->run == NULL ? "" : ul_run_parameters(result->run);
}

const char *ul_result_note(const ul_result *result)
{
    return result->is.note;
}

const char *ul_result_knows(const ul_result *result)
{
    return result->run == NULL ? "" : ul_knows_name(ul_run_result_of(result->run)->knows);
}

const char *ul_result_cost_text(const ul_result *result)
{
    return result->cost;
}

const char *ul_result_bound_text(const ul_result *result)
{
    return result->bound;
}

/* Costs are not negative. */
static int64_t millionths(bool is_there, ul_cost value, bool up)
{
    const ul_cost whole = (value + (up ? UL_COST_PER_MICRO - 1 : 0)) / UL_COST_PER_MICRO;
    return is_there && whole <= INT64_MAX ? (int64_t)whole : -1;
}

int64_t ul_result_cost(const ul_result *result)
{
    return millionths(result->is.has_cost, result->is.cost, true);
}

int64_t ul_result_bound(const ul_result *result)
{
    return millionths(result->is.has_bound, result->is.bound, false);
}

static const char *const clock_name[] = {"wall_s", "cpu_s"};
enum { CLOCKS = 2 };

double ul_result_measure(const ul_result *result, const char *name)
{
    const double clock[CLOCKS] = {result->is.wall_s, result->is.cpu_s};
    for (size_t q = 0; q < CLOCKS; q++)
        if (strcmp(name, clock_name[q]) == 0)
            return clock[q];
    const double *value = ul_measures_find(&result->is.measures, name);
    return value == NULL ? NAN : *value;
}

const char *ul_result_measure_name(const ul_result *result, size_t i)
{
    if (i < CLOCKS)
        return clock_name[i];
    return i - CLOCKS < result->is.measures.n ? result->is.measures.item[i - CLOCKS].name : NULL;
}

static ul_status give_events(const ul_run_result *from, ul_columns *to)
{
    int64_t *wall, *is_bound, *value;
    UL_TRY(ul_columns_add(to, "event.wall_s", from->n_events, UL_MICRO, &wall));
    UL_TRY(ul_columns_add(to, "event.is_bound", from->n_events, 1, &is_bound));
    UL_TRY(ul_columns_add(to, "event.value", from->n_events, UL_MICRO, &value));
    for (size_t q = 0; q < from->n_events; q++) {
        wall[q] = (int64_t)(from->event[q].wall_s * 1e6);
        is_bound[q] = from->event[q].is_bound;
        value[q] = millionths(true, from->event[q].value, !from->event[q].is_bound);
    }
    return UL_OK;
}

static ul_status give_columns(ul_result *result)
{
    ul_columns all = {.arena = result->arena};
    const ul_plan_arrays *arrays = ul_plan_arrays_of(result->instance->kind);
    UL_TRY(give_events(&result->is, &all));
    if (arrays != NULL)
        UL_TRY(arrays->names(result->instance->data, &all));
    if (arrays != NULL && result->is.plan != NULL)
        UL_TRY(arrays->give(result->is.plan, &all));
    result->columns = all;
    return UL_OK;
}

const ul_array *ul_result_columns(ul_result *result, size_t *n)
{
    *n = 0;
    if (result->columns.n == 0 && give_columns(result) != UL_OK)
        return NULL;
    *n = result->columns.n;
    return result->columns.column;
}

const ul_array *ul_result_column(ul_result *result, const char *name)
{
    size_t n;
    return ul_result_columns(result, &n) == NULL ? NULL : ul_columns_find(&result->columns, name);
}

int ul_result_write(const ul_result *result, const char *path)
{
    const ul_kind *kind = result->instance->kind;
    const char *method = result->run == NULL ? "outside" : ul_result_method(result);
    if (result->is.plan == NULL)
        return (int)ul_fail(UL_E_INPUT, "there is no plan to write: the run is %s",
                            ul_result_status(result));
    const locale_t before = ul_locale_c();
    const ul_status status = kind->plan_write(result->is.plan, method, path);
    ul_locale_back(before);
    return (int)status;
}
