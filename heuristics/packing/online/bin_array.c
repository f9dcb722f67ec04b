#include "bin_array.h"

#include <math.h>
#include <string.h>

#include "packing_reasons.h"

ul_status ul_bin_array_new(ul_arena *arena, size_t n_resources, size_t n, size_t unused,
                           ul_bin_array **result)
{
    ul_bin_array *array;
    UL_ALLOC(arena, array, 1);
    *array = (ul_bin_array){.n_resources = n_resources, .n = n, .unused = unused};
    UL_ALLOC(arena, array->free, n * n_resources);
    UL_ALLOC(arena, array->known, n * n_resources);
    UL_ALLOC(arena, array->type, n);
    UL_ALLOC(arena, array->number, n);
    UL_ALLOC(arena, array->item, n_resources);
    UL_ALLOC(arena, array->capacity, n_resources);
    UL_ALLOC(arena, array->shown, n * n_resources);
    UL_ALLOC(arena, array->value, n);
    *result = array;
    return UL_OK;
}

/* Whether machine i holds the task; a row of what is free then goes to `shown`. */
static bool holds(const ul_bin_array *array, const ul_bin_arrival *task, size_t i, double *shown)
{
    const bool is_used = array->type[i] > 0;
    const ul_micro *need = task->need[is_used ? array->type[i] - 1 : task->type];
    const ul_micro *free = is_used ? array->free + i * array->n_resources : task->capacity;
    for (size_t r = 0; r < array->n_resources; r++) {
        if (need[r] > free[r])
            return false;
        shown[r] = is_used ? array->known[i * array->n_resources + r] : array->capacity[r];
    }
    return true;
}

/* The used machines that hold the task, and unused ones among them, by their numbers. */
static size_t show_used(const ul_bin_array *array, const ul_bin_arrival *task)
{
    size_t n = 0;
    if (array->n_resources == 1 && !array->is_mixed && task->type == array->type_of_all) {
        const ul_micro need = task->need[task->type][0];
        for (size_t i = 0; i < array->reach; i++) { /* without a branch, which nobody can foretell */
            array->shown[n] = array->known[i];
            array->number[n] = i;
            n += array->free[i] >= need;
        }
        return n;
    }
    for (size_t i = 0; i < array->reach; i++)
        if (holds(array, task, i, array->shown + n * array->n_resources))
            array->number[n++] = i;
    return n;
}

/* Unused machines from `reach` on are all alike. */
static void show_unused(const ul_bin_array *array, double *shown, size_t n)
{
    if (array->n_resources == 1)
        for (size_t q = 0; q < n; q++)
            shown[q] = array->capacity[0];
    else
        for (size_t q = 0; q < n; q++)
            memcpy(shown + q * array->n_resources, array->capacity, array->n_resources * sizeof *shown);
}

/* The first of the largest; UL_NONE where one is NaN. */
static size_t find_largest(const double *value, size_t n)
{
    size_t best = 0;
    double most = value[0];
    bool are_numbers = true;
    for (size_t q = 0; q < n; q++) {
        are_numbers &= !isnan(value[q]);
        if (value[q] > most) {
            most = value[q];
            best = q;
        }
    }
    return are_numbers ? best : UL_NONE;
}

ul_status ul_bin_array_choose(ul_bin_array *array, const ul_bin_rule *rule,
                              const ul_bin_arrival *task, size_t *chosen)
{
    const size_t n = array->n_resources, beyond = array->n - array->reach;
    const size_t n_unused = array->unused < beyond ? array->unused : beyond;
    ul_bin_question ask = {n, array->item, array->capacity, 0, array->shown};
    for (size_t r = 0; r < n; r++) {
        array->item[r] = ul_micro_double(task->need[task->type][r]);
        array->capacity[r] = ul_micro_double(task->capacity[r]);
    }
    const size_t n_before = show_used(array, task);
    show_unused(array, array->shown + n_before * n, n_unused);
    ask.n = n_before + n_unused;
    UL_TRY(rule->values(rule->context, &ask, array->value));
    const size_t best = find_largest(array->value, ask.n);
    *chosen = best == UL_NONE ? UL_NONE
              : best < n_before ? array->number[best]
                                : array->reach + best - n_before;
    return UL_OK;
}

static void set_free(ul_bin_array *array, size_t i, const ul_micro *capacity, const ul_micro *need)
{
    for (size_t r = 0; r < array->n_resources; r++) {
        ul_micro *free = &array->free[i * array->n_resources + r];
        *free = (capacity == NULL ? *free : capacity[r]) - (need == NULL ? 0 : need[r]);
        array->known[i * array->n_resources + r] = ul_micro_double(*free);
    }
}

void ul_bin_array_put(ul_bin_array *array, const ul_bin_arrival *task, size_t i)
{
    const bool is_new = array->type[i] == 0;
    if (array->reach == 0)
        array->type_of_all = task->type;
    array->is_mixed = array->is_mixed || (is_new && task->type != array->type_of_all);
    if (is_new)
        array->type[i] = (uint32_t)task->type + 1;
    set_free(array, i, is_new ? task->capacity : NULL, task->need[array->type[i] - 1]);
    for (; array->reach <= i; array->reach++)
        if (array->reach < i)
            set_free(array, array->reach, task->capacity, NULL); /* passed over, and unused */
}

/* ---- as a method ---- */

typedef struct {
    const ul_packing *in;
    ul_run *run;
    const ul_bin_rule *rule;
    ul_packing_plan *plan;
    ul_bin_array *array;
    size_t *bin; /* of the plan, by machine, from 1; 0: not opened */
    const ul_micro **need;
} game;

static ul_status place(game *g, size_t j)
{
    const ul_step_listener *listener = ul_run_steps(g->run);
    const size_t k = ul_packing_cheapest_for(g->in, g->in->task[j].shape);
    const ul_bin_arrival task = {g->need, k, g->in->type[k].capacity};
    size_t i;
    for (size_t q = 0; q < g->in->n_types; q++)
        g->need[q] = ul_packing_need(g->in, j, q);
    UL_TRY(ul_bin_array_choose(g->array, g->rule, &task, &i));
    if (i == UL_NONE)
        return ul_bin_values_refuse(g->run);
    ul_bin_array_put(g->array, &task, i);
    size_t bin = g->bin[i] - 1;
    if (g->bin[i] == 0) {
        UL_TRY(ul_plan_open(g->plan, k, &bin));
        g->bin[i] = bin + 1;
        UL_TELL(listener, .kind = UL_STEP_OPEN_FOR, .why = UL_WHY_CHEAPEST, .bin = bin, .type = k, .task = j);
    }
    UL_TELL(listener, .kind = UL_STEP_PUT, .why = "", .bin = bin, .task = j, .count = 1);
    return ul_plan_put(g->plan, bin, j, 1);
}

ul_status ul_bin_array_pack(const ul_packing *in, ul_run *run, const ul_bin_rule *rule,
                            size_t unused)
{
    game g = {.in = in, .run = run, .rule = rule};
    ul_arena *arena = ul_run_arena(run);
    UL_TRY(ul_bin_array_new(arena, in->n_resources, in->n_copies, unused, &g.array));
    UL_ALLOC(arena, g.bin, in->n_copies);
    UL_ALLOC(arena, g.need, in->n_types);
    UL_TRY(ul_packing_plan_new(in, arena, &g.plan));
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            if (ul_run_expired(run))
                return UL_OK;
            UL_TRY(place(&g, j));
        }
    return ul_run_offer(run, g.plan);
}
