#include "tidy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv_writer.h"
#include "json_writer.h"
#include "report_html.h"

/* What a method's runs on one instance came to. */
typedef struct {
    size_t runs, plans, proved, limited;
    double cpu_s, wall_s; /* sums */
} cell;

static ul_status count_runs(const ul_summary *s, cell **result)
{
    cell *all;
    UL_ALLOC(s->arena, all, s->n_instances * s->n_methods);
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        cell *c = &all[s->instance_of[q] * s->n_methods + s->method_of[q]];
        c->runs++;
        c->plans += r->has_cost;
        c->proved += r->outcome == UL_OPTIMAL;
        c->limited += r->limit != UL_LIMIT_NONE;
        c->cpu_s += r->cpu_s;
        c->wall_s += r->wall_s;
    }
    *result = all;
    return UL_OK;
}

/* Nothing where there is no number. */
static void put_real(ul_csv_writer *csv, double value)
{
    if (isfinite(value))
        ul_csv_put_number(csv, "%.15g", value);
    else
        ul_csv_put(csv, "");
}

static void put_instance(ul_csv_writer *csv, const ul_summary *s, size_t q)
{
    ul_csv_put(csv, s->instance[q].label);
    ul_csv_put(csv, s->instance[q].kind);
    for (size_t c = 0; c < s->n_classes; c++)
        ul_csv_put(csv, s->instance[q].of_class[c]);
    put_real(csv, s->reference[q].has_optimum ? s->reference[q].optimum : NAN);
    put_real(csv, s->reference[q].has_bound ? s->reference[q].bound : NAN);
}

static void put_instance_heading(ul_csv_writer *csv, const ul_summary *s)
{
    ul_csv_put(csv, "instance");
    ul_csv_put(csv, "kind");
    for (size_t c = 0; c < s->n_classes; c++)
        ul_csv_put(csv, s->classes[c].name);
    ul_csv_put(csv, "optimum");
    ul_csv_put(csv, "bound");
}

static void put_result(ul_csv_writer *csv, const ul_summary *s, size_t q, size_t m, const cell *c)
{
    const ul_reference *reference = &s->reference[q];
    const double cost = s->method[m].cost[q], runs = (double)c->runs;
    double gap;
    const bool priced = isfinite(cost);
    put_instance(csv, s, q);
    ul_csv_put(csv, s->method[m].label);
    ul_csv_put_number(csv, "%zu", c->runs);
    ul_csv_put_number(csv, "%zu", c->plans);
    ul_csv_put_number(csv, "%zu", c->proved);
    ul_csv_put_number(csv, "%zu", c->limited);
    put_real(csv, cost);
    put_real(csv, priced && reference->has_optimum && ul_gap(cost, reference->optimum, &gap) ? gap
                                                                                             : NAN);
    put_real(csv, priced && reference->has_bound && ul_gap(cost, reference->bound, &gap) ? gap : NAN);
    put_real(csv, c->cpu_s / runs);
    put_real(csv, c->wall_s / runs);
    ul_csv_end(csv);
}

ul_status ul_tidy_results(const ul_summary *s, ul_output *out)
{
    static const char *const heading[] = {"method",  "runs", "plans",     "proved",     "cut_short",
                                          "cost",    "gap",  "bound_gap", "cpu_mean_s", "wall_mean_s"};
    ul_csv_writer csv = {.out = out};
    cell *all = NULL;
    UL_TRY(count_runs(s, &all));
    put_instance_heading(&csv, s);
    for (size_t c = 0; c < sizeof heading / sizeof *heading; c++)
        ul_csv_put(&csv, heading[c]);
    ul_csv_end(&csv);
    for (size_t q = 0; q < s->n_instances; q++)
        for (size_t m = 0; m < s->n_methods; m++)
            if (all[q * s->n_methods + m].runs > 0)
                put_result(&csv, s, q, m, &all[q * s->n_methods + m]);
    return UL_OK;
}

ul_status ul_tidy_instances(const ul_summary *s, ul_output *out)
{
    ul_csv_writer csv = {.out = out};
    put_instance_heading(&csv, s);
    for (size_t m = 0; m < s->n_methods; m++)
        ul_csv_put(&csv, s->method[m].label);
    ul_csv_end(&csv);
    for (size_t q = 0; q < s->n_instances; q++) {
        put_instance(&csv, s, q);
        for (size_t m = 0; m < s->n_methods; m++)
            put_real(&csv, s->method[m].cost[q]);
        ul_csv_end(&csv);
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
    ul_json_name(json, "limits");
    ul_json_put(json, "{\"wall_s\": %g, \"cpu_s\": %g, \"memory_mb\": %g}", f->wall_s, f->cpu_s,
                f->memory_mb);
    ul_json_close(json, "}");
}

static ul_status put_answer(ul_json_writer *json, const ul_summary *s, const ul_report_options *o)
{
    ul_output *words;
    char *text;
    size_t length;
    UL_TRY(ul_output_memory(&words));
    const ul_status status = ul_report_answer(s, o, false, words);
    UL_TRY(ul_output_take(words, &text, &length));
    ul_json_name(json, "answer");
    ul_json_open(json, "[", ", ");
    for (char *at = text, *line; (line = strsep(&at, "\n")) != NULL;)
        if (line[0] != '\0')
            ul_json_put_text(json, line);
    ul_json_close(json, "]");
    free(text);
    return status;
}

ul_status ul_tidy_json(const ul_summary *s, const ul_report_options *options,
                       ul_sheet *const *sheet, size_t n_sheets, ul_output *out)
{
    ul_json_writer json = ul_json_writer_on(out);
    ul_json_open(&json, "{", ", ");
    UL_TRY(put_answer(&json, s, options));
    ul_json_name(&json, "baseline");
    if (options->has_baseline)
        ul_json_put_text(&json, s->method[options->baseline].label);
    else
        ul_json_put(&json, "null");
    ul_json_name(&json, "folders");
    ul_json_open(&json, "[", ", ");
    for (size_t f = 0; f < s->n_folders; f++)
        put_folder(&json, &s->folder[f]);
    ul_json_close(&json, "]");
    ul_json_name(&json, "remarks");
    ul_json_open(&json, "[", ", ");
    for (size_t q = 0; q < s->n_remarks; q++)
        ul_json_put_text(&json, s->remark[q]);
    ul_json_close(&json, "]");
    ul_json_name(&json, "tables");
    ul_json_open(&json, "{", ", ");
    for (size_t q = 0; q < n_sheets; q++) {
        ul_json_name(&json, sheet[q]->name);
        UL_TRY(ul_sheet_json(sheet[q], &json));
    }
    ul_json_close(&json, "}");
    ul_json_close(&json, "}\n");
    return UL_OK;
}
