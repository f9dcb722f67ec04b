/* ullage report: a run's records as tables. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "report_html.h"
#include "summary.h"

enum { FOLDERS_MAX = 64, CLASSES_MAX = 8 };

typedef struct {
    const char *folder[FOLDERS_MAX], *by[CLASSES_MAX];
    size_t n_folders, n_by;
    const char *baseline, *mine, *methods;                      /* what is asked */
    const char *html, *charts, *markdown, *csv, *latex, *trace; /* where answers go */
    bool json;
} options;

static void add(const char **list, size_t *n, size_t most, const char *value, const char *what,
                const struct argp_state *state)
{
    if (*n == most)
        argp_error(state, "more than %zu %s", most, what);
    list[(*n)++] = value;
}

static void read_own(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    if (key == 'y')
        add(o->by, &o->n_by, CLASSES_MAX, value, "--by", state);
    else
        add(o->folder, &o->n_folders, FOLDERS_MAX, value, "folders", state);
}

static const ul_option option[] = {
    {"baseline", 'b', "METHOD", "compare every other method with this one: is it better, by how "
     "much, and is that sure?", UL_FIELD(baseline), UL_ONCE},
    {"mine", 'i', "METHOD", "put this method in the headline", UL_FIELD(mine), UL_ONCE},
    {"methods", 'M', "A,B,...", "report these methods alone; tests are adjusted over them, optima "
     "and bounds stay those of all runs", UL_FIELD(methods), UL_ONCE},
    {"by", 'y', "CLASS", "sort instances by family, size, or a label of the suite; may be repeated "
     "(default: all that have 2 to 12 values)", UL_OWN},
    {"html", 'h', "FILE", "write one self-contained page with charts and plans", UL_FIELD(html)},
    {"charts", 'C', "DIR", "write every chart of the page as DIR/NAME.svg", UL_FIELD(charts)},
    {"markdown", 'm', "FILE", "write the tables as Markdown", UL_FIELD(markdown)},
    {"csv", 'c', "DIR", "write each table as DIR/NAME.csv, bare numbers for programs, and "
     "DIR/runs.csv, a row a run, to draw from", UL_FIELD(csv)},
    {"latex", 'l', "DIR", "write each table as DIR/NAME.tex (booktabs) and every number as a macro "
     "in DIR/numbers.tex", UL_FIELD(latex)},
    {"trc", 't', "FILE", "write the runs as a trace file of GAMS, which PAVER reads",
     UL_FIELD(trace)},
    {"json", 'j', NULL, "one JSON object on standard output", UL_FIELD(json)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->n_folders == 0)
        argp_error(state, "which folder? 'ullage bench' prints the one it wrote");
}

/* All sheets one behind the other, with a blank line between. */
static ul_status write_all(const char *path, ul_sheet **sheet, size_t n, ul_sheet_writer writer)
{
    ul_output *out;
    ul_status status = UL_OK;
    UL_TRY(ul_output_open(path, &out));
    for (size_t q = 0; q < n && status == UL_OK; q++) {
        status = writer(sheet[q], out);
        ul_output_text(out, q + 1 < n ? "\n" : "");
    }
    return ul_output_finish(out, status);
}

static ul_status write_each(const char *folder, const char *ending, ul_sheet **sheet, size_t n,
                            ul_sheet_writer writer)
{
    mkdir(folder, 0777); /* a failure shows when the first file is opened */
    for (size_t q = 0; q < n; q++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.%s", folder, sheet[q]->name, ending);
        UL_TRY(write_all(path, &sheet[q], 1, writer));
    }
    return UL_OK;
}

/* The classes asked for; of those that nobody asked for, what makes a table of some use. */
static ul_status choose_classes(const options *o, const ul_summary *s, ul_report_options *r)
{
    enum { LEAST = 2, MOST = 12 };
    UL_ALLOC(s->arena, r->classes, s->n_classes + CLASSES_MAX);
    for (size_t q = 0; q < o->n_by; q++)
        UL_TRY(ul_summary_class(s, o->by[q], &r->classes[r->n_classes++]));
    for (size_t c = 0; c < s->n_classes && o->n_by == 0; c++)
        if (s->classes[c].n_values >= LEAST && s->classes[c].n_values <= MOST)
            r->classes[r->n_classes++] = c;
    return UL_OK;
}

static ul_status choose(const options *o, const ul_summary *s, ul_report_options *r)
{
    r->has_baseline = o->baseline != NULL;
    if (r->has_baseline)
        UL_TRY(ul_summary_method(s, o->baseline, &r->baseline));
    r->has_mine = o->mine != NULL;
    if (r->has_mine)
        UL_TRY(ul_summary_method(s, o->mine, &r->mine));
    if (r->has_mine)
        ul_report_find_baseline(s, r);
    return choose_classes(o, s, r);
}

/* On the terminal: what it is of, the answer, the tables. */
static ul_status print(const options *o, const ul_summary *s, const ul_report_options *r,
                       ul_sheet **sheet, size_t n)
{
    ul_output *out;
    UL_TRY(ul_output_open("-", &out));
    if (o->json)
        return ul_output_finish(out, ul_tidy_json(s, r, sheet, n, out));
    const char *fact = "";
    char **line;
    size_t lines = 0;
    ul_status status = UL_OK;
    for (size_t f = 0; f < s->n_folders && status == UL_OK; f++) {
        status = ul_report_fact(&s->folder[f], s->arena, &fact);
        ul_output_format(out, "%s\n", fact);
    }
    for (size_t q = 0; q < s->n_remarks; q++)
        ul_output_format(out, "%s\n", s->remark[q]);
    if (status == UL_OK)
        status = ul_report_answer(s, r, "", &line, &lines);
    for (size_t q = 0; q < lines; q++)
        ul_output_format(out, "%s\n", line[q]);
    for (size_t q = 0; q < n && status == UL_OK; q++) {
        ul_output_text(out, "\n");
        status = ul_sheet_text(sheet[q], out);
    }
    return ul_output_finish(out, status);
}

static ul_status write_runs(const ul_summary *s, const char *path,
                            ul_status (*writer)(const ul_summary *s, ul_output *out))
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, writer(s, out));
}

static ul_status write_charts(const char *folder, const ul_chart_list *list)
{
    mkdir(folder, 0777);
    for (size_t q = 0; q < list->n; q++) {
        char path[4096];
        ul_output *out;
        snprintf(path, sizeof path, "%s/%s.svg", folder, list->chart[q].id);
        UL_TRY(ul_output_open(path, &out));
        ul_chart_svg(&list->chart[q], out);
        UL_TRY(ul_output_close(out, NULL));
    }
    return UL_OK;
}

static ul_status write_pictures(const options *o, ul_summary *s, const ul_report_options *r,
                                ul_sheet **sheet, size_t n)
{
    ul_chart_list charts = {0};
    if (o->html == NULL && o->charts == NULL)
        return UL_OK;
    ul_summary_waits(s);
    UL_TRY(ul_report_charts(s, r, &charts));
    if (o->charts != NULL)
        UL_TRY(write_charts(o->charts, &charts));
    return o->html == NULL ? UL_OK
                           : ul_report_html(&(ul_report_page){s, r, sheet, n, &charts}, o->html);
}

static ul_status write_tables(const options *o, const ul_summary *s, ul_sheet **sheet, size_t n)
{
    char path[4096];
    if (o->markdown != NULL)
        UL_TRY(write_all(o->markdown, sheet, n, ul_sheet_markdown));
    if (o->csv != NULL) {
        UL_TRY(write_each(o->csv, "csv", sheet, n, ul_sheet_csv));
        snprintf(path, sizeof path, "%s/runs.csv", o->csv);
        UL_TRY(write_runs(s, path, ul_tidy_runs));
    }
    if (o->trace != NULL)
        UL_TRY(write_runs(s, o->trace, ul_trace_file));
    if (o->latex == NULL)
        return UL_OK;
    UL_TRY(write_each(o->latex, "tex", sheet, n, ul_sheet_latex));
    snprintf(path, sizeof path, "%s/numbers.tex", o->latex);
    return write_all(path, sheet, n, ul_sheet_macros);
}

static ul_status write_report(const options *o, ul_arena *arena)
{
    ul_summary *summary;
    ul_report_options r = {0};
    ul_sheet **sheet;
    size_t n;
    UL_TRY(ul_summary_read(o->folder, o->n_folders, arena, &summary));
    if (o->methods != NULL)
        UL_TRY(ul_summary_choose(summary, o->methods));
    UL_TRY(choose(o, summary, &r));
    UL_TRY(ul_summary_sheets(summary, &r, &sheet, &n));
    UL_TRY(print(o, summary, &r, sheet, n));
    UL_TRY(write_pictures(o, summary, &r, sheet, n));
    return write_tables(o, summary, sheet, n);
}

int ul_command_report(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "DIR...",
        .own = {option, read_own},
        .check = check,
        .doc = "Summarizes the records of a run, or of several as one: per method, against a "
               "baseline, by class and pairwise, on the terminal and as Markdown, CSV, LaTeX, JSON "
               "and a page.\vExample: ullage report results/smoke --baseline ffd",
    };
    options o = {0};
    ul_parse_args(&command, argc, argv, &o);
    ul_arena *arena = ul_arena_new();
    const ul_status status = arena == NULL ? ul_no_memory()
                                           : write_report(&o, arena);
    ul_arena_free(arena);
    return ul_end(status);
}
