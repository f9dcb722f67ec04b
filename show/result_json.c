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

static void write_cost(ul_output *out, const char *name, bool has, ul_cost value)
{
    char number[UL_NUMBER_TEXT];
    ul_output_format(out, ", \"%s\": %s", name, has ? ul_cost_text(value, number) : "null");
}

static void write_parameters(ul_output *out, const ul_run *run)
{
    const ul_param *param = ul_run_method(run)->param;
    ul_output_text(out, ", \"parameters\": {");
    for (size_t q = 0; param != NULL && param[q].name != NULL; q++) {
        ul_output_text(out, q == 0 ? "" : ", ");
        ul_json_string(out, param[q].name);
        ul_output_text(out, ": ");
        const double number = ul_run_number(run, param[q].name);
        const bool numeric = param[q].form == UL_PARAM_WHOLE || param[q].form == UL_PARAM_REAL;
        if (numeric && isfinite(number)) /* JSON has no infinity */
            ul_output_format(out, "%.15g", number);
        else
            ul_json_string(out, ul_run_choice(run, param[q].name));
    }
    ul_output_text(out, "}");
}

/* Not there for kinds that give none. */
static void write_measures(ul_output *out, const ul_measures *measures)
{
    for (size_t q = 0; q < measures->n; q++)
        ul_output_format(out, "%s\"%s\": %.12g", q == 0 ? ", \"measures\": {" : ", ",
                         measures->item[q].name, measures->item[q].value);
    ul_output_text(out, measures->n > 0 ? "}" : "");
}

ul_status ul_result_json(const ul_instance *instance, const ul_run *run, uint64_t seed,
                         ul_output *out)
{
    const ul_run_result *result = ul_run_result_of(run);
    const ul_view *view = ul_view_of(instance->kind);
    double gap;
    ul_output_text(out, "{\"instance\": ");
    ul_json_string(out, instance->name);
    ul_output_text(out, ", \"method\": ");
    ul_json_string(out, ul_run_method(run)->name);
    ul_output_format(out, ", \"status\": \"%s\"", ul_outcome_name(result->outcome));
    write_cost(out, "cost", result->has_cost, result->cost);
    write_cost(out, "bound", result->has_bound, result->bound);
    if (result->has_claim && result->outcome != UL_OPTIMAL)
        write_cost(out, "claim", true, result->claim);
    if (ul_result_gap(result, &gap))
        ul_output_format(out, ", \"gap\": %.9g", gap);
    else
        ul_output_text(out, ", \"gap\": null");
    ul_output_format(out, ", \"proved\": %s, \"wall_s\": %.6f, \"cpu_s\": %.6f, "
                          "\"peak_rss_kb\": %ld, \"seed\": %llu",
                     result->outcome == UL_OPTIMAL ? "true" : "false", result->wall_s,
                     result->cpu_s, ul_clock_peak_rss_kb(), (unsigned long long)seed);
    write_parameters(out, run);
    if (result->limit == UL_LIMIT_NONE)
        ul_output_text(out, ", \"limit\": null");
    else
        ul_output_format(out, ", \"limit\": \"%s\"", ul_limit_name(result->limit));
    write_measures(out, &result->measures);
    if (result->note[0] != '\0') {
        ul_output_text(out, ", \"note\": ");
        ul_json_string(out, result->note);
    }
    if (view != NULL && view->json_name != NULL) {
        ul_output_format(out, ", \"%s\": ", view->json_name);
        if (result->plan == NULL)
            ul_output_text(out, "null");
        else
            UL_TRY(view->json(result->plan, out));
    }
    ul_output_text(out, "}\n");
    return UL_OK;
}
