/* The scenario program over a chosen support, solved by GLPK.
 *
 * The support is a list of type names, or the m types that are cheapest per unit.
 * What is best over a support bounds nothing over all types, so no bound is offered;
 * availability-exact does that. Exponential in m: 2^m scenarios.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_cover.h"
#include "availability_scenarios.h"
#include "mip_subprocess.h"

typedef struct {
    const ul_availability *in;
    ul_run *run;
    size_t m, support[UL_SCENARIO_TYPES];
    ul_availability_plan *plan;
    ul_status status;
} session;

/* "m4.large+c4.large" names types; "8" counts the cheapest. */
static ul_status choose_support(session *s)
{
    const ul_availability *in = s->in;
    const char *text = ul_run_choice(s->run, "support");
    if (*text >= '0' && *text <= '9' && strspn(text, "0123456789") == strlen(text)) {
        const double m = ul_run_number(s->run, "support");
        if (m < 1 || m > UL_SCENARIO_TYPES)
            return ul_fail(UL_E_INPUT, "--set support=%s: 1 to %d types", text, UL_SCENARIO_TYPES);
        s->m = ul_scenario_support(in, (size_t)m, s->support);
        return UL_OK;
    }
    while (*text != '\0') {
        const size_t length = strcspn(text, "+");
        size_t k = 0;
        while (k < in->n_types
               && (strlen(in->type[k].name) != length
                   || strncmp(in->type[k].name, text, length) != 0))
            k++;
        if (k == in->n_types)
            return ul_fail(UL_E_INPUT, "--set support: the instance has no type '%.*s'",
                           (int)length, text);
        if (s->m == UL_SCENARIO_TYPES)
            return ul_fail(UL_E_INPUT, "--set support: at most %d types", UL_SCENARIO_TYPES);
        for (size_t q = 0; q < s->m; q++)
            if (s->support[q] == k)
                return ul_fail(UL_E_INPUT, "--set support: '%s' is named twice", in->type[k].name);
        s->support[s->m++] = k;
        text += length + (text[length] == '+');
    }
    return s->m > 0 ? UL_OK
                    : ul_fail(UL_E_INPUT, "--set support: name a type, or say how many");
}

/* Whether some pool over the support keeps the promise; else the best there is goes to
 * the run, which says what it lacks. */
static ul_status try_support(session *s, bool *reaches)
{
    const ul_availability *in = s->in;
    double all_down = in->capacity > 0;
    for (size_t q = 0; q < s->m; q++)
        all_down *= ul_availability_down(&in->type[s->support[q]]);
    *reaches = all_down <= ul_availability_allowance(in);
    if (*reaches)
        return UL_OK;
    for (size_t q = 0; q < s->m; q++) {
        const uint64_t capacity = in->type[s->support[q]].capacity;
        s->plan->hold[s->support[q]] = (uint32_t)((in->capacity + capacity - 1) / capacity);
    }
    UL_TRY(ul_run_offer(s->run, s->plan));
    return ul_run_note(s->run, "no pool over the chosen types does; --set support chooses more");
}

static void take_incumbent(void *context, const double *value)
{
    session *s = context;
    if (s->status != UL_OK)
        return;
    for (size_t q = 0; q < s->m; q++)
        s->plan->hold[s->support[q]] = (uint32_t)(value[q] + 0.5);
    s->status = ul_run_offer(s->run, s->plan);
}

static void take_progress(void *context, const ul_mip_result *so_far)
{
    const session *s = context;
    ul_run_progress(s->run, "nodes %ld", so_far->nodes);
}

static void ignore_duals(void *context, const double *dual)
{
    (void)context;
    (void)dual;
}

static ul_status solve_model(session *s, ul_model *model)
{
    char note[160];
    ul_mip_result result;
    ul_apart_end end;
    const ul_mip_options options = {
        .cuts = true,
        .presolve = true,
        .cutoff = HUGE_VAL,
        .incumbent = take_incumbent,
        .progress = take_progress,
        .duals = ignore_duals,
        .context = s,
    };
    UL_TRY(ul_scenario_model(s->in, s->support, s->m, model));
    UL_TRY(ul_mip_subprocess(s->run, model, &options, &result, &end));
    UL_TRY(s->status);
    if (end == UL_APART_STOPPED)
        ul_run_ended(s->run, UL_TIME_LIMIT);
    snprintf(note, sizeof note, "%s over %zu types: %zu scenarios, %zu rows",
             end == UL_APART_ENDED && result.outcome == UL_MIP_OPTIMAL ? "GLPK says optimal" : "not proved", s->m,
             (size_t)1 << s->m, model->n_rows);
    return ul_run_note(s->run, note);
}

static ul_status solve(const ul_availability *in, ul_run *run)
{
    session s = {.in = in, .run = run};
    ul_cover cover;
    ul_model *model;
    bool reaches;
    UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &s.plan));
    ul_cover_of(in, &cover);
    if (ul_cover_infeasible(&cover, run))
        return UL_OK;
    UL_TRY(choose_support(&s));
    UL_TRY(try_support(&s, &reaches));
    if (!reaches)
        return UL_OK;
    UL_TRY(ul_model_new(in->name, &model));
    const ul_status status = solve_model(&s, model);
    ul_model_free(model);
    return status;
}

static const ul_param param[] = {
    UL_TEXT("support", "6", "type names joined by +, or how many of the cheapest"),
    {0},
};

const ul_method ul_method_availability_ilp = {
    .name = "availability-ilp",
    .brief = "one binary per scenario over a chosen support, by GLPK",
    .paper = "our own; the problem is TR-Kubernetes, Section 3.2",
    .traits = UL_MAY_MISS, /* where machines on demand are needed */
    .param = param,
    .availability = solve,
};
