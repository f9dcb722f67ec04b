/* ullage reproduce: a paper's table, made again. */
#include <stdio.h>
#include <string.h>

#include "run_folder.h"
#include "clock.h"
#include "command.h"
#include "coverage.h"
#include "nearest.h"
#include "table.h"
#include "ticker.h"

static const struct {
    const char *name;
    ul_sheet_writer write; /* NULL: the numbers, for programs */
} format[] = {
    {"text", ul_sheet_text},   {"markdown", ul_sheet_markdown}, {"csv", NULL},
    {"latex", ul_sheet_latex}, {"html", ul_sheet_html},         {"json", NULL},
};
enum { CSV = 2, N_FORMATS = sizeof format / sizeof *format };

typedef struct {
    const char *table, *output, *folder;
    bool coverage;
    const char *csv, *html; /* of the coverage */
    size_t format;
    double time_limit_s; /* negative: the table's own */
    uint64_t seed;
    ul_set_list set;
    int argc;
    char **argv; /* for the manifests */
    size_t n_written;
} options;

static void read_format(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    (void)key;
    for (o->format = 0; o->format < N_FORMATS; o->format++)
        if (strcmp(value, format[o->format].name) == 0)
            return;
    argp_error(state, "there is no format '%s'", value);
}

static const ul_option option[] = {
    {"set", 'S', "NAME=VALUE", "a parameter of the table; may be repeated", UL_FIELD(set)},
    {"seed", 's', "N", "random seed of the first trial (default 1)", UL_FIELD(seed)},
    {"time-limit", 't', "S", "seconds for each search for a proved optimum",
     UL_FIELD(time_limit_s)},
    {"format", 'f', "FORMAT", "text (default), markdown, csv (a number a row, for programs), "
     "latex, html or json", UL_OWN},
    {"output", 'o', "FILE", "where to write; - is standard output (default)", UL_FIELD(output)},
    {"keep", 'k', "DIR", "also keep DIR/TABLE: table, verdicts, trials, picture, certificates, "
     "manifest", UL_FIELD(folder)},
    {"coverage", 'c', NULL, "how many of the numbers that the papers print are judged, and how, by "
     "what is kept in --keep DIR (default results)", UL_FIELD(coverage)},
    {"csv", 'C', "FILE", "the coverage, a row a printed number", UL_FIELD(csv)},
    {"html", 'H', "FILE", "the coverage as a page: each printed number beside ours",
     UL_FIELD(html)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->coverage ? o->table != NULL : o->csv != NULL || o->html != NULL)
        argp_error(state, o->coverage ? "--coverage is of all tables"
                                      : "--csv and --html are of --coverage; see --format");
    if (!o->coverage && o->table == NULL)
        argp_error(state, "which table? 'ullage list tables' shows them; 'all' makes all");
}

static void say(void *context, const char *text)
{
    ul_ticker_say(context, text);
}

static bool has_param(const ul_table *table, const char *set)
{
    const size_t length = strcspn(set, "=");
    for (const ul_param *p = table->param; p != NULL && p->name != NULL; p++)
        if (strlen(p->name) == length && strncmp(p->name, set, length) == 0)
            return true;
    return false;
}

enum { KEPT = 2, KEPT_MAX = 4200 };

/* What a table that has the parameter draws and proves goes into its kept folder. */
static void name_kept(const options *o, const ul_table *table, char kept[KEPT][KEPT_MAX])
{
    static const char *const file[KEPT][2] = {{"svg", "/figure.svg"}, {"certificates", ""}};
    for (size_t q = 0; q < KEPT; q++)
        snprintf(kept[q], KEPT_MAX, "%s=%s/%s%s", file[q][0], o->folder, table->name, file[q][1]);
}

/* With 'all', a parameter goes to the tables that have it. */
static void choose_set(const options *o, const ul_table *table, bool all,
                       char kept[KEPT][KEPT_MAX], ul_set_list *set)
{
    *set = (ul_set_list){0};
    for (size_t q = 0; q < KEPT && o->folder != NULL; q++) /* first: the user's own choice wins */
        if (has_param(table, kept[q]))
            set->item[set->n++] = kept[q];
    for (size_t q = 0; q < o->set.n && set->n < UL_SET_MAX; q++)
        if (!all || has_param(table, o->set.item[q]))
            set->item[set->n++] = o->set.item[q];
}

static ul_status write_made(options *o, const ul_table_made *made, ul_output *out)
{
    const ul_sheet_writer write = format[o->format].write;
    const bool first = o->n_written++ == 0;
    ul_json_writer json = ul_json_writer_on(out);
    if (o->format == CSV)
        return ul_table_csv(made, first, out);
    if (!first)
        ul_output_text(out, "\n");
    if (write == NULL)
        return ul_table_json(made, &json);
    UL_TRY(write(made->table, out));
    if (made->verdicts == NULL)
        return UL_OK;
    ul_output_text(out, "\n");
    return write(made->verdicts, out);
}

/* Makes the table with its parameters read, keeps it where asked, writes it. */
static ul_status make_table(options *o, const ul_table *table, const ul_param_values *values,
                            ul_arena *arena, ul_output *out)
{
    ul_table_made made = {0};
    ul_ticker *ticker = ul_ticker_new(table->name);
    const ul_table_request request = {
        .seed = o->seed,
        .time_limit_s = o->time_limit_s < 0 ? table->time_limit_s : o->time_limit_s,
        .param = values,
        .say = say,
        .say_context = ticker,
    };
    const double start_s = ul_clock_wall_s();
    const ul_status status = ul_table_make(table, &request, arena, &made);
    ul_ticker_free(ticker);
    UL_TRY(status);
    const ul_manifest_table manifest = {
        .name = table->name, .paper = table->paper, .parameters = values->text,
        .input = made.input, .n_inputs = made.n_inputs, .seed = o->seed,
        .time_limit_s = request.time_limit_s, .wall_s = ul_clock_wall_s() - start_s,
        .argc = o->argc, .argv = o->argv,
    };
    if (o->folder != NULL)
        UL_TRY(ul_table_save(&made, o->folder, &manifest));
    if (has_param(table, "svg=") && ul_param_text(values, "svg")[0] != '\0')
        fprintf(stderr, "%s: drawn in %s\n", table->name, ul_param_text(values, "svg"));
    return write_made(o, &made, out);
}

static ul_status reproduce(options *o, const ul_table *table, bool all, ul_output *out)
{
    char owner[80], kept[KEPT][KEPT_MAX];
    UL_FREED_BY(ul_param_clear) ul_param_values values = {0};
    ul_set_list set;
    UL_OWN_ARENA(arena);
    snprintf(owner, sizeof owner, "table '%s'", table->name);
    if (o->folder != NULL) {
        name_kept(o, table, kept);
        UL_TRY(ul_run_folder_make(o->folder, table->name));
    }
    choose_set(o, table, all, kept, &set);
    UL_TRY(ul_param_read(owner, table->param, set.item, set.n, &values));
    return make_table(o, table, &values, arena, out);
}

static ul_status reproduce_all(options *o, ul_output *out)
{
    for (size_t q = 0; q < o->set.n; q++) {
        bool known = false;
        for (size_t t = 0; ul_tables[t] != NULL; t++)
            known = known || has_param(ul_tables[t], o->set.item[q]);
        if (!known)
            return ul_fail(UL_E_INPUT, "no table has the parameter of '--set %s'", o->set.item[q]);
    }
    for (size_t t = 0; ul_tables[t] != NULL; t++)
        UL_TRY(reproduce(o, ul_tables[t], true, out));
    return UL_OK;
}

static ul_status run(options *o, const ul_table *table)
{
    ul_output *out;
    UL_TRY(ul_param_check_once(o->set.item, o->set.n));
    UL_TRY(ul_output_open(o->output, &out));
    const ul_status status = table == NULL ? reproduce_all(o, out)
                                           : reproduce(o, table, false, out);
    return ul_output_finish(out, status);
}

typedef ul_status (*coverage_writer)(const ul_coverage *coverage, ul_output *out);

static ul_status save_coverage(const ul_coverage *coverage, const char *path,
                               coverage_writer write)
{
    ul_output *out;
    if (path == NULL)
        return UL_OK;
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, write(coverage, out));
}

static ul_status write_coverage(const ul_coverage *coverage, ul_output *out)
{
    ul_sheet *papers, *tables;
    UL_TRY(ul_coverage_papers(coverage, &papers));
    UL_TRY(ul_coverage_tables(coverage, &tables));
    UL_TRY(ul_sheet_text(papers, out));
    ul_output_text(out, "\n");
    return ul_sheet_text(tables, out);
}

static ul_status cover(const options *o)
{
    ul_coverage coverage;
    UL_OWN_ARENA(arena);
    UL_TRY(ul_coverage_read(o->folder == NULL ? "results" : o->folder, arena, &coverage));
    UL_TRY(save_coverage(&coverage, o->output, write_coverage));
    UL_TRY(save_coverage(&coverage, o->csv, ul_coverage_csv));
    return save_coverage(&coverage, o->html, ul_coverage_html);
}

static ul_status say_unknown(const char *table)
{
    ul_nearest near = {.wanted = table, .length = strlen(table)};
    char hint[UL_NEAREST_TEXT];
    for (size_t t = 0; ul_tables[t] != NULL; t++)
        ul_nearest_look(&near, ul_tables[t]->name);
    return ul_fail(UL_E_INPUT, "there is no table '%s'; 'ullage list tables' shows them%s", table,
                   ul_nearest_hint(&near, hint));
}

int ul_command_reproduce(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "TABLE|all\n--coverage [--csv FILE] [--html FILE]",
        .own = {option, read_format},
        .argument = "table", .argument_at = offsetof(options, table),
        .check = check,
        .doc = "Makes a paper's table again, with the printed numbers beside ours and a verdict on "
               "each, by one rule."
               "\vExample: ullage reproduce eva-table4 --set trials=3",
    };
    options o = {.output = "-", .time_limit_s = -1, .seed = 1, .argc = argc, .argv = argv};
    ul_parse_args(&command, argc, argv, &o);
    if (o.coverage)
        return ul_end(cover(&o));
    const bool all = strcmp(o.table, "all") == 0;
    const ul_table *table = all ? NULL : ul_table_find(o.table);
    if (table == NULL && !all)
        return ul_complain(say_unknown(o.table));
    return ul_end(run(&o, table));
}
