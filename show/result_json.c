#include "result_json.h"

#include <math.h>

#include "clock.h"
#include "view.h"

bool ul_result_gap(const ul_run_result *result, double *gap)
{
    *gap = 0;
    if (result->outcome == UL_OPTIMAL)
        return true;
    if (!result->has_cost || !result->has_bound || result->bound <= 0
        || result->bound > result->cost)
        return false;
    *gap = ul_cost_double(result->cost - result->bound) / ul_cost_double(result->bound);
    return true;
}

static void put_cost(ul_json_writer *json, const char *name, bool has, ul_cost value)
{
    char number[UL_NUMBER_TEXT];
    ul_json_put_member(json, name, "%s", has ? ul_cost_text(value, number) : "null");
}

static void put_parameters(ul_json_writer *json, const ul_run *run)
{
    const ul_param *param = ul_run_method(run)->param;
    ul_json_open_member(json, "parameters", "{", ", ");
    for (size_t q = 0; param != NULL && param[q].name != NULL; q++) {
        const double number = ul_run_number(run, param[q].name);
        const bool numeric = param[q].form == UL_PARAM_WHOLE || param[q].form == UL_PARAM_REAL;
        ul_json_name(json, param[q].name);
        if (numeric && isfinite(number)) /* JSON has no infinity */
            ul_json_put_real(json, number);
        else
            ul_json_put_text(json, ul_run_choice(run, param[q].name));
    }
    ul_json_close(json, "}");
}

/* Not there for kinds that give none. */
static void put_measures(ul_json_writer *json, const ul_measures *measures)
{
    if (measures->n == 0)
        return;
    ul_json_open_member(json, "measures", "{", ", ");
    for (size_t q = 0; q < measures->n; q++)
        ul_json_put_member(json, measures->item[q].name, "%.12g", measures->item[q].value);
    ul_json_close(json, "}");
}

/* What was found, and what it took. */
static void put_result(ul_json_writer *json, const ul_run_result *result, uint64_t seed)
{
    double gap;
    put_cost(json, "cost", result->has_cost, result->cost);
    put_cost(json, "bound", result->has_bound, result->bound);
    if (result->has_claim && result->outcome != UL_OPTIMAL)
        put_cost(json, "claim", true, result->claim);
    ul_json_name(json, "gap");
    if (ul_result_gap(result, &gap))
        ul_json_put(json, "%.9g", gap);
    else
        ul_json_put(json, "null");
    ul_json_truth_member(json, "proved", ul_run_proves(result));
    ul_json_put_member(json, "wall_s", "%.6f", result->wall_s);
    ul_json_put_member(json, "cpu_s", "%.6f", result->cpu_s);
    ul_json_put_member(json, "peak_rss_kb", "%ld", ul_clock_peak_rss_kb());
    ul_json_count_member(json, "seed", seed);
}

/* The plan in the words of its kind. */
static ul_status put_plan(ul_json_writer *json, const ul_view *view, const void *plan)
{
    if (view == NULL || view->json_name == NULL)
        return UL_OK;
    ul_json_name(json, view->json_name);
    if (plan != NULL)
        return view->json(plan, ul_json_item(json));
    ul_json_put(json, "null");
    return UL_OK;
}

ul_status ul_result_json(const ul_instance *instance, const ul_run *run, uint64_t seed,
                         ul_output *out)
{
    const ul_run_result *result = ul_run_result_of(run);
    ul_json_writer json = ul_json_writer_on(out);
    ul_json_open(&json, "{", ", ");
    ul_json_text_member(&json, "instance", instance->name);
    ul_json_text_member(&json, "method", ul_run_method(run)->name);
    ul_json_text_member(&json, "status", ul_outcome_name(result->outcome));
    put_result(&json, result, seed);
    put_parameters(&json, run);
    ul_json_name(&json, "limit");
    if (result->limit == UL_LIMIT_NONE)
        ul_json_put(&json, "null");
    else
        ul_json_put_text(&json, ul_limit_name(result->limit));
    if (result->knows != UL_KNOWS_UNSAID)
        ul_json_text_member(&json, "knows", ul_knows_name(result->knows));
    put_measures(&json, &result->measures);
    if (result->note[0] != '\0')
        ul_json_text_member(&json, "note", result->note);
    UL_TRY(put_plan(&json, ul_view_of(instance->kind), result->plan));
    ul_json_close(&json, "}");
    ul_output_text(out, "\n");
    return UL_OK;
}
