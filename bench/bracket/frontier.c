#include "frontier.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "amount.h"
#include "chart.h"
#include "registry.h"

static const char *wait_text(double wait_s, char text[32])
{
    snprintf(text, 32, isinf(wait_s) ? "any" : "%.10g", wait_s);
    return text;
}

/* ---- from below ---- */

static ul_status find_floors(const ul_frontier_asked *asked, ul_frontier *f, ul_arena *arena)
{
    UL_ALLOC(arena, f->at, asked->n_waits);
    for (size_t q = 0; q < asked->n_waits; q++) {
        const char *path = NULL;
        char wait[32];
        ul_frontier_point *at = &f->at[f->n++];
        at->wait_s = asked->wait_s[q];
        if (asked->certificates != NULL)
            UL_TRY(ul_arena_format(arena, &path, "%s/floor-%s.csv", asked->certificates,
                                   wait_text(at->wait_s, wait)));
        UL_TRY(ul_policy_floor_find(f->trials, isinf(at->wait_s) ? -1 : at->wait_s, path,
                                    asked->budget_s / 2 / (double)asked->n_waits, &at->floor));
        if (at->floor.none)
            return ul_fail(UL_E_INPUT, "%s: there is no schedule: all machines there are cannot do "
                                       "the work", f->trials->instance->name);
    }
    return UL_OK;
}

/* Who may wait longer may wait less: a floor holds for every smaller limit too. */
static void lift_floors(ul_frontier *f)
{
    for (size_t q = f->n - 1; q-- > 0;)
        if (f->at[q].floor.bound < f->at[q + 1].floor.bound)
            f->at[q].floor.bound = f->at[q + 1].floor.bound;
}

/* ---- from above ---- */

/* One who knows the future and keeps to a limit on waiting: it reads the whole workload and
 * has a parameter for that. */
static const ul_method *searcher(const ul_kind *kind)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        for (const ul_param *p = ul_methods[q]->param; p != NULL && p->name != NULL; p++)
            if ((ul_methods[q]->traits & UL_OFFLINE) != 0 && ul_method_takes(ul_methods[q], kind)
                && (ul_methods[q]->traits & UL_BOUND_ONLY) == 0 && strcmp(p->name, "wait") == 0)
                return ul_methods[q];
    return NULL;
}

static ul_status write_timeline(const ul_frontier *f, double wait_s, const char *method,
                                const void *timeline)
{
    const char *path;
    char wait[32];
    if (f->timelines == NULL)
        return UL_OK;
    UL_TRY(ul_arena_format(f->arena, &path, "%s/timeline-%s.csv", f->timelines, wait_text(wait_s, wait)));
    return f->trials->instance->kind->plan_write(timeline, method, path);
}

/* Of each limit that it keeps to, it may be the cheapest so far. */
static ul_status compare(void *context, const ul_policy_outcome *one, const void *timeline)
{
    const ul_frontier *f = context;
    for (size_t q = 0; q < f->n; q++) {
        ul_frontier_point *at = &f->at[q];
        if (!(one->longest_wait_s <= at->wait_s))
            continue;
        UL_TRY(ul_policy_above(one, &at->floor));
        if (at->best != NULL && one->exact_cost >= at->best->exact_cost)
            continue;
        at->best = one;
        UL_TRY(write_timeline(f, at->wait_s, one->name, timeline));
    }
    return UL_OK;
}

static ul_status try_one(const char *name, double limit_s, ul_frontier *f)
{
    const ul_trial trial = {name, .label = name, .cpu_limit_s = limit_s, .told = compare, .listener = f};
    return ul_policy_try(f->trials, &trial, &f->outcome[f->n_outcomes++]);
}

static ul_status find_schedules(double budget_s, ul_frontier *f, ul_arena *arena)
{
    const char *const *name;
    size_t n;
    const ul_method *search = searcher(f->trials->instance->kind);
    UL_TRY(ul_policies_list(f->trials, arena, &name, &n));
    UL_ALLOC(arena, f->outcome, n + f->n);
    for (size_t q = 0; q < n; q++)
        if (search == NULL || strcmp(name[q], search->name) != 0)
            UL_TRY(try_one(name[q], budget_s / 4 / (double)n, f));
    for (size_t q = 0; search != NULL && q < f->n; q++) {
        const double wait_s = isinf(f->at[q].wait_s) ? -1 : f->at[q].wait_s;
        const char *asked;
        UL_TRY(ul_arena_format(arena, &asked, "%s wait=%.10g", search->name, wait_s));
        UL_TRY(try_one(asked, budget_s / 4 / (double)f->n, f));
    }
    return UL_OK;
}

ul_status ul_frontier_find(const ul_trials *trials, const ul_frontier_asked *asked, ul_arena *arena,
                           ul_frontier *frontier)
{
    *frontier = (ul_frontier){.trials = trials, .timelines = asked->timelines, .arena = arena};
    UL_TRY(find_floors(asked, frontier, arena));
    lift_floors(frontier);
    return find_schedules(asked->budget_s, frontier, arena);
}

/* ---- told ---- */

ul_status ul_frontier_curve(const ul_frontier *f, ul_arena *arena, ul_sheet **sheet)
{
    static const ul_sheet_column column[] = {
        {"wait, s", "wait_s", UL_PLAIN}, {"floor", "floor", UL_DOLLARS},
        {"best known", "cost", UL_DOLLARS}, {"between", "gap", UL_SHARE}, {"by", "method", UL_WORD}, {0}};
    const ul_sheet_described frontier = {
        "frontier", f->trials->instance->name, "No schedule in which every task is on a machine but for at most "
        "so many seconds costs less than the floor; the cheapest that is known to keep to that costs "
        "as much as stands beside it.", column};
    UL_TRY(ul_sheet_describe(arena, &frontier, sheet));
    for (size_t q = 0; q < f->n; q++) {
        const ul_frontier_point *at = &f->at[q];
        const double floor = ul_cost_double(at->floor.bound);
        char wait[32];
        ul_sheet_cell(*sheet, "%s", wait_text(at->wait_s, wait));
        ul_sheet_number(*sheet, UL_DOLLARS, ul_bound_as_said(floor));
        if (at->best == NULL) {
            ul_sheet_none(*sheet, "none");
            ul_sheet_none(*sheet, "");
            ul_sheet_cell(*sheet, "%s", "");
            continue;
        }
        ul_sheet_number(*sheet, UL_DOLLARS, at->best->cost);
        ul_sheet_number(*sheet, UL_SHARE, floor > 0 ? at->best->cost / floor - 1 : NAN);
        ul_sheet_cell(*sheet, "%s", at->best->name);
    }
    return UL_OK;
}

ul_status ul_frontier_schedules(const ul_frontier *f, ul_arena *arena, ul_sheet **sheet)
{
    static const char *const head[] = {"method", "cost", "longest_wait_s", "mean_completion_s", "knows"};
    UL_TRY(ul_sheet_new(arena, "schedules", "Every schedule as a point", "", "lrrrl", sheet));
    ul_sheet_heads(*sheet, head, sizeof head / sizeof *head);
    for (size_t q = 0; q < f->n_outcomes; q++) {
        const ul_policy_outcome *one = &f->outcome[q];
        if (!one->has_cost)
            continue;
        ul_sheet_cell(*sheet, "%s", one->name);
        ul_sheet_number(*sheet, UL_DOLLARS, one->cost);
        ul_sheet_number(*sheet, UL_SECONDS, one->longest_wait_s);
        ul_sheet_number(*sheet, UL_SECONDS, 3600 * one->completion_h);
        ul_sheet_cell(*sheet, "%s", one->knows);
    }
    return UL_OK;
}

ul_status ul_frontier_draw(const ul_frontier *f, ul_arena *arena, ul_output *out)
{
    double *x, *floor, *best, longest = 1;
    ul_chart chart = {.id = "frontier", .title = f->trials->instance->name, .arena = arena,
                      .note = "between the two lines lies what nobody knows",
                      .x = {.title = "seconds that a task may be on no machine", .scale = UL_LOG},
                      .y = {.title = "cost, $", .scale = UL_LOG}};
    UL_ALLOC(arena, x, f->n);
    UL_ALLOC(arena, floor, f->n);
    UL_ALLOC(arena, best, f->n);
    for (size_t q = 0; q < f->n_outcomes; q++)
        if (f->outcome[q].has_cost && f->outcome[q].longest_wait_s > longest)
            longest = f->outcome[q].longest_wait_s;
    for (size_t q = 0; q < f->n; q++) {
        x[q] = isinf(f->at[q].wait_s) ? fmax(2 * longest, q > 0 ? 2 * x[q - 1] : 2) : fmax(f->at[q].wait_s, 1);
        floor[q] = ul_cost_double(f->at[q].floor.bound);
        best[q] = f->at[q].best == NULL ? NAN : f->at[q].best->cost;
    }
    UL_TRY(ul_chart_add(&chart, &(ul_chart_series){UL_STEPS, 0, "floor", x, floor, f->n, .strong = true}));
    UL_TRY(ul_chart_add(&chart, &(ul_chart_series){UL_STEPS, 1, "best known", x, best, f->n, .strong = true}));
    for (size_t q = 0; q < f->n_outcomes; q++) {
        const ul_policy_outcome *one = &f->outcome[q];
        const double wait_s = fmax(one->longest_wait_s, 1);
        if (one->has_cost)
            UL_TRY(ul_chart_add(&chart, &(ul_chart_series){UL_POINT, 2 + q % (UL_CHART_STYLES - 2),
                                                           one->name, &wait_s, &one->cost, .n = 1}));
    }
    ul_chart_finish(&chart);
    ul_chart_svg(&chart, out);
    return UL_OK;
}
