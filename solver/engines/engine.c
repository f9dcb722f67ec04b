#include "engine.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "safe_bound.h"
#include "tolerance.h"

static bool run_expired(const void *context)
{
    return ul_run_expired(context);
}

static ul_status build_one(ul_engine *engine, const ul_formulation *formulation)
{
    const ul_build_options options = {
        .limit = (uint64_t)ul_run_number(engine->run, "limit"),
        .expired = run_expired,
        .expired_context = engine->run,
    };
    ul_build_free(engine->build);
    engine->build = NULL;
    return ul_build_new(formulation, ul_run_instance(engine->run), &options, &engine->build);
}

/* Gives up the build; the run keeps what it has. */
static ul_status give_up(ul_engine *engine, ul_outcome outcome, const char *why)
{
    ul_cost cost;
    ul_build_free(engine->build);
    engine->build = NULL;
    if (outcome != UL_OUTCOME_NONE)
        ul_run_ended(engine->run, outcome);
    else
        ul_run_ended(engine->run, ul_run_best_cost(engine->run, &cost) ? UL_FEASIBLE
                                                                       : UL_MEMORY_LIMIT);
    return ul_run_note(engine->run, why);
}

static ul_status build_first(ul_engine *engine)
{
    const ul_kind *kind = ul_run_instance(engine->run)->kind;
    bool any = false;
    for (size_t q = 0; ul_formulations[q] != NULL; q++) {
        if (ul_formulations[q]->kind != kind)
            continue;
        any = true;
        const ul_status status = build_one(engine, ul_formulations[q]);
        if (status == UL_OK || engine->build == NULL || engine->build->stopped)
            return status;
    }
    return any ? give_up(engine, UL_OUTCOME_NONE, "every formulation is above the limit")
               : ul_fail(UL_E_INPUT, "no formulation takes %s instances", kind->name);
}

static ul_status build_model(ul_engine *engine)
{
    const char *name = ul_run_choice(engine->run, "formulation");
    const bool any = strcmp(name, "auto") == 0;
    const ul_formulation *formulation = any ? NULL : ul_formulation_find(name);
    if (!any && formulation == NULL)
        return ul_fail(UL_E_INPUT, "there is no formulation '%s'; 'ullage list formulations' shows "
                                   "them", name);
    const ul_status status = any ? build_first(engine) : build_one(engine, formulation);
    if (status != UL_OK && engine->build != NULL && engine->build->stopped)
        return give_up(engine, UL_TIME_LIMIT, "no time was left to build the model");
    return status;
}

/* Solvers take reduced costs of about 10^-9 of the largest for zero: prices that
 * range further apart may hide a cheaper plan from them. */
static bool costs_range_widely(const ul_model *model, double unit)
{
    double largest = 0;
    for (size_t q = 0; q < model->n_columns; q++)
        largest = fmax(largest, fabs(model->column[q].cost));
    return unit > 0 && largest / unit >= 1e9;
}

/* The model with costs counted in units, when they come out whole. */
static ul_status scale(ul_engine *engine)
{
    ul_model *model = engine->build->model;
    const double unit = ul_cost_double(engine->build->unit);
    ul_model_column *column = malloc((model->n_columns + 1) * sizeof *column);
    engine->value = calloc(model->n_columns + 1, sizeof *engine->value);
    if (column == NULL || engine->value == NULL) {
        free(column);
        return ul_no_memory();
    }
    bool counted = unit > 0 && model->offset == 0;
    for (size_t q = 0; q < model->n_columns; q++)
        counted = counted && (model->column[q].cost == 0 || model->column[q].integer);
    bool whole = counted;
    for (size_t q = 0; q < model->n_columns; q++) {
        column[q] = model->column[q];
        column[q].cost = whole ? nearbyint(column[q].cost / unit) : column[q].cost;
        whole = whole && fabs(column[q].cost) < 1e15;
    }
    engine->unit = whole ? engine->build->unit : 0;
    for (size_t q = 0; !whole && q < model->n_columns; q++)
        column[q].cost = model->column[q].cost;
    engine->model = *model;
    engine->model.column = column;
    engine->build->fragile = engine->build->fragile || (counted && costs_range_widely(model, unit));
    return UL_OK;
}

/* One unit below the best plan; without units a billionth of it. */
static void set_cutoff(ul_engine *engine)
{
    ul_cost cost;
    engine->cutoff = HUGE_VAL;
    if (!ul_run_best_cost(engine->run, &cost))
        return;
    const double dollars = ul_cost_double(cost);
    engine->cutoff = engine->unit > 0 ? (double)(cost / engine->unit - 1)
                                      : dollars - UL_LP_SAME_COST * fabs(dollars);
}

ul_status ul_engine_open(ul_run *run, bool lp_only, ul_engine *engine)
{
    *engine = (ul_engine){.run = run, .lp_only = lp_only, .cutoff = HUGE_VAL};
    if (!lp_only && ul_run_choice_is(run, "start", "on"))
        UL_TRY(ul_run_call_constructive(run));
    if (ul_run_expired(run)) {
        ul_run_ended(run, UL_TIME_LIMIT);
        return UL_OK;
    }
    UL_TRY(build_model(engine));
    if (engine->build == NULL)
        return UL_OK;
    UL_TRY(scale(engine));
    set_cutoff(engine);
    return UL_OK;
}

void ul_engine_close(ul_engine *engine)
{
    if (engine->model.column != NULL)
        free((void *)engine->model.column);
    free(engine->value);
    ul_build_free(engine->build);
    *engine = (ul_engine){0};
}

ul_status ul_engine_offer(ul_engine *engine, const double *value)
{
    ul_arena *arena = ul_run_arena(engine->run);
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    void *plan;
    UL_TRY(engine->build->formulation->decode(engine->build, value, arena, &plan));
    const ul_status status = ul_run_offer(engine->run, plan);
    ul_arena_rewind(arena, mark);
    return status;
}

/* A bound is never above a plan's cost: what a cutoff closed is worth that much. */
static ul_cost no_dearer(const ul_engine *engine, ul_cost bound)
{
    ul_cost cost;
    return ul_run_best_cost(engine->run, &cost) && bound > cost ? cost : bound;
}

void ul_engine_bound(ul_engine *engine, double bound)
{
    if (!engine->build->fragile)
        ul_run_claim(engine->run, no_dearer(engine, ul_exact_bound(bound, ul_trusted_slack(bound),
                                                                   engine->unit)));
}

/* Costs in dollars are rounded up to whole units here: a plan's cost is a multiple
 * even where a column's is none. */
static ul_cost proved_by(const ul_engine *engine, double bound)
{
    const ul_cost unit = engine->build->unit;
    if (engine->unit > 0 || unit == 0)
        return ul_exact_bound(bound, 0, engine->unit);
    const double units = bound / ul_cost_double(unit);
    return ul_exact_bound(units, 4 * DBL_EPSILON * fabs(units), unit);
}

ul_status ul_engine_duals(ul_engine *engine, const double *dual)
{
    const double bound = ul_safe_relaxation(&engine->model, dual);
    if (bound == -HUGE_VAL)
        return UL_OK;
    const ul_cost exact = proved_by(engine, bound);
    if (exact <= 0)
        return UL_OK;
    engine->proved = exact;
    return ul_run_offer_bound(engine->run, exact);
}

/* Whether a solver that means `objective` means the best plan's cost. */
static bool is_same(const ul_engine *engine, double objective, ul_cost best)
{
    const double ours = engine->unit > 0 ? (double)(best / engine->unit) : ul_cost_double(best);
    const double slack = engine->unit > 0 ? ul_trusted_slack(ours) : UL_LP_SAME_COST * (1 + fabs(ours));
    return objective >= ours - slack;
}

ul_status ul_engine_claims(ul_engine *engine, const char *solver, double objective)
{
    ul_cost cost;
    char text[128];
    const bool has_plan = ul_run_best_cost(engine->run, &cost);
    if (has_plan && engine->proved >= cost) {
        UL_TRY(ul_run_offer_bound(engine->run, engine->proved));
        return ul_run_note(engine->run, "the relaxation's duals prove it, in safe arithmetic; without a certificate");
    }
    if (engine->build->fragile)
        return ul_run_note(engine->run, "prices, demands or capacities range too widely "
                                        "for a floating-point solver's word on this formulation");
    if (!has_plan)
        ul_run_ended(engine->run, UL_CLAIMED);
    else if (is_same(engine, objective, cost))
        ul_run_claim(engine->run, cost);
    else
        ul_engine_bound(engine, objective);
    snprintf(text, sizeof text, "%s by %s's word alone, which is floating-point arithmetic",
             has_plan ? "optimal" : "infeasible", solver);
    return !has_plan || is_same(engine, objective, cost) ? ul_run_note(engine->run, text) : UL_OK;
}

ul_status ul_engine_describe(ul_engine *engine, long nodes)
{
    char text[160];
    snprintf(text, sizeof text, "%s, rows %zu, columns %zu, nonzeros %zu, nodes %ld",
             engine->build->formulation->name, engine->model.n_rows, engine->model.n_columns,
             engine->model.n_terms, nodes);
    return ul_run_note(engine->run, text);
}
