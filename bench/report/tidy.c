/* A report for programs. */
#include <math.h>
#include <string.h>

#include "csv_writer.h"
#include "json_writer.h"
#include "report_html.h"

/* Nothing where there is no number. */
static void put_real(ul_csv_writer *csv, double value)
{
    if (isfinite(value))
        ul_csv_put_number(csv, "%.15g", value);
    else
        ul_csv_put(csv, "");
}

static double gap_of(double cost, double reference)
{
    double gap;
    return !isnan(cost) && ul_gap(cost, reference, &gap) ? gap : NAN;
}

static void put_run(ul_csv_writer *csv, const ul_summary *s, size_t q, const ul_measure_names *measures)
{
    const ul_record *r = &s->record[q];
    const ul_instance_summary *instance = &s->instance[s->instance_of[q]];
    const ul_reference *known = &s->reference[s->instance_of[q]];
    const double cost = r->has_cost ? ul_cost_double(r->cost) : NAN;
    const double number[] = {
        cost, r->has_bound ? ul_cost_double(r->bound) : NAN, known->optimum, known->bound, known->best,
        gap_of(cost, known->optimum), gap_of(cost, known->bound), r->cpu_s, r->wall_s,
        r->first_s < 0 ? NAN : r->first_s};
    ul_csv_put(csv, instance->label);
    ul_csv_put(csv, r->kind);
    for (size_t c = 0; c < s->n_classes; c++)
        ul_csv_put(csv, instance->of_class[c]);
    ul_csv_put(csv, s->method[s->method_of[q]].label);
    ul_csv_put_number(csv, "%llu", (unsigned long long)r->seed);
    ul_csv_put(csv, ul_outcome_name(r->outcome));
    ul_csv_put(csv, ul_limit_name(r->limit));
    for (size_t c = 0; c < sizeof number / sizeof *number; c++)
        put_real(csv, number[c]);
    for (size_t c = 0; c < measures->n; c++) {
        const double *value = ul_measures_find(r->measures, measures->name[c]);
        put_real(csv, value == NULL ? NAN : *value);
    }
    ul_csv_end(csv);
}

ul_status ul_tidy_runs(const ul_summary *s, ul_output *out)
{
    static const char *const heading[] = {"method", "seed", "status", "limit", "cost", "bound", "optimum",
                                          "best_bound", "best_cost", "gap", "bound_gap", "cpu_s", "wall_s",
                                          "first_s"};
    const ul_measure_names measures = ul_measure_names_of(s);
    ul_csv_writer csv = {.out = out};
    ul_csv_put(&csv, "instance");
    ul_csv_put(&csv, "kind");
    for (size_t c = 0; c < s->n_classes; c++)
        ul_csv_put(&csv, s->classes[c].name);
    for (size_t c = 0; c < sizeof heading / sizeof *heading; c++)
        ul_csv_put(&csv, heading[c]);
    for (size_t c = 0; c < measures.n; c++)
        ul_csv_put(&csv, measures.name[c]);
    ul_csv_end(&csv);
    for (size_t q = 0; q < s->n_records; q++)
        put_run(&csv, s, q, &measures);
    return UL_OK;
}

/* ---- PAVER's trace files ---- */

/* What GAMS calls the end of a run: the status of the model, and of the solver. */
static void put_statuses(const ul_record *r, ul_output *out)
{
    static const int of_limit[] = {[UL_LIMIT_NONE] = 1, [UL_LIMIT_TIME] = 3, [UL_LIMIT_CPU] = 3,
                                   [UL_LIMIT_MEMORY] = 10, [UL_LIMIT_USER] = 8};
    const bool failed = r->outcome == UL_CRASH || r->outcome == UL_REJECTED
                        || r->outcome == UL_CONTRADICTION;
    const int model = ul_record_is_optimum(r)                       ? 1
                      : r->has_cost                                 ? 8
                      : r->outcome == UL_INFEASIBLE                 ? 10
                      : failed                                      ? 13
                                                                    : 14;
    ul_output_format(out, ",%d,%d,", model, failed ? 13 : of_limit[r->limit]);
}

/* A name without what would end a field. */
static void put_trace_name(const char *text, ul_output *out)
{
    for (; *text != '\0'; text++)
        ul_output_bytes(out, strchr(", \"'\t", *text) != NULL ? "_" : text, 1);
}

ul_status ul_trace_file(const ul_summary *s, ul_output *out)
{
    char number[UL_NUMBER_TEXT];
    ul_output_text(out, "* Trace Record Definition\n* InputFileName,ModelType,SolverName,Direction,"
                        "ModelStatus,SolverStatus,ObjectiveValue,ObjectiveValueEstimate,SolverTime\n");
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        put_trace_name(s->instance[s->instance_of[q]].label, out);
        ul_output_text(out, ",MIP,");
        put_trace_name(s->method[s->method_of[q]].label, out);
        if (r->seed > 1) /* a repetition: readers take a name and an instance for one run */
            ul_output_format(out, "_s%llu", (unsigned long long)r->seed);
        ul_output_text(out, ",0");
        put_statuses(r, out);
        ul_output_format(out, "%s,", r->has_cost ? ul_cost_text(r->cost, number) : "NA");
        ul_output_format(out, "%s,%.6f\n", ul_record_bounds_all(r) ? ul_cost_text(r->bound, number) : "NA",
                         r->cpu_s);
    }
    return UL_OK;
}

/* ---- JSON ---- */

static void put_folder(ul_json_writer *json, const ul_manifest_facts *f)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "folder", f->folder);
    ul_json_text_member(json, "suite", f->suite);
    ul_json_text_member(json, "started", f->started);
    ul_json_text_member(json, "version", f->version);
    ul_json_text_member(json, "cpu", f->cpu);
    ul_json_put_member(json, "limits", "{\"wall_s\": %g, \"cpu_s\": %g, \"memory_mb\": %g}", f->wall_s,
                   f->cpu_s, f->memory_mb);
    ul_json_close(json, "}");
}

ul_status ul_tidy_json(const ul_summary *s, const ul_report_options *options,
                       ul_sheet *const *sheet, size_t n_sheets, ul_output *out)
{
    ul_json_writer json = ul_json_writer_on(out);
    char **answer;
    size_t n;
    UL_TRY(ul_report_answer(s, options, "", &answer, &n));
    ul_json_open(&json, "{", ", ");
    ul_json_texts_member(&json, "answer", (const char *const *)answer, n);
    ul_json_name(&json, "baseline");
    if (options->has_baseline)
        ul_json_put_text(&json, s->method[options->baseline].label);
    else
        ul_json_put(&json, "null");
    ul_json_open_member(&json, "folders", "[", ", ");
    for (size_t f = 0; f < s->n_folders; f++)
        put_folder(&json, &s->folder[f]);
    ul_json_close(&json, "]");
    ul_json_texts_member(&json, "remarks", s->remark, s->n_remarks);
    ul_json_open_member(&json, "tables", "{", ", ");
    for (size_t q = 0; q < n_sheets; q++) {
        ul_json_name(&json, sheet[q]->name);
        UL_TRY(ul_sheet_json(sheet[q], &json));
    }
    ul_json_close(&json, "}");
    ul_json_close(&json, "}\n");
    return UL_OK;
}
