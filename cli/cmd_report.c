/* ullage report: a run's records as tables. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "report_html.h"
#include "summary.h"

typedef struct {
    const char *folder, *html, *markdown, *csv, *latex;
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'h':
        o->html = value;
        return 0;
    case 'm':
        o->markdown = value;
        return 0;
    case 'c':
        o->csv = value;
        return 0;
    case 'l':
        o->latex = value;
        return 0;
    case ARGP_KEY_ARG:
        ul_arg_one(&o->folder, value, "folder", state);
        return 0;
    case ARGP_KEY_END:
        if (o->folder == NULL)
            argp_error(state, "which folder? 'ullage bench' prints the one it wrote");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"html", 'h', "FILE", 0, "write one self-contained page with charts and plans", 0},
    {"markdown", 'm', "FILE", 0, "write the tables as Markdown", 0},
    {"csv", 'c', "DIR", 0, "write each table as DIR/NAME.csv", 0},
    {"latex", 'l', "DIR", 0, "write each table as DIR/NAME.tex (booktabs) and every number as a "
                             "macro in DIR/numbers.tex", 0},
    {0},
};

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

static ul_status write_report(const options *o, ul_arena *arena)
{
    ul_summary *summary;
    ul_sheet **sheet;
    size_t n;
    char path[4096];
    UL_TRY(ul_summary_read(o->folder, arena, &summary));
    UL_TRY(ul_summary_sheets(summary, &sheet, &n));
    UL_TRY(write_all("-", sheet, n, ul_sheet_text));
    if (o->html != NULL)
        UL_TRY(ul_report_html(summary, sheet, n, o->folder, o->html));
    if (o->markdown != NULL)
        UL_TRY(write_all(o->markdown, sheet, n, ul_sheet_markdown));
    if (o->csv != NULL)
        UL_TRY(write_each(o->csv, "csv", sheet, n, ul_sheet_csv));
    if (o->latex == NULL)
        return UL_OK;
    UL_TRY(write_each(o->latex, "tex", sheet, n, ul_sheet_latex));
    snprintf(path, sizeof path, "%s/numbers.tex", o->latex);
    return write_all(path, sheet, n, ul_sheet_macros);
}

int ul_command_report(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "DIR",
        .doc = "Summarizes the records of a run: per method and pairwise, on the terminal and as "
               "Markdown, CSV, LaTeX and a page.\vExample: ullage report results/smoke",
    };
    options o = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    ul_arena *arena = ul_arena_new();
    const ul_status status = arena == NULL ? ul_fail(UL_E_MEMORY, "out of memory")
                                           : write_report(&o, arena);
    ul_arena_free(arena);
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
