/* ullage reproduce: a paper's table, made again. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "table.h"
#include "ticker.h"

static const struct {
    const char *name;
    ul_sheet_writer write;
} format[] = {
    {"text", ul_sheet_text},   {"markdown", ul_sheet_markdown}, {"csv", ul_sheet_csv},
    {"latex", ul_sheet_latex}, {"html", ul_sheet_html},
};
enum { N_FORMATS = sizeof format / sizeof *format };

typedef struct {
    const char *table, *output;
    size_t format;
    double time_limit_s; /* negative: the table's own */
    uint64_t seed;
    ul_set_list set;
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'S':
        ul_set_add(&o->set, value, state);
        return 0;
    case 's':
        o->seed = ul_arg_count(value, "--seed", state);
        return 0;
    case 't':
        o->time_limit_s = ul_arg_seconds(value, "--time-limit", state);
        return 0;
    case 'o':
        o->output = value;
        return 0;
    case 'f':
        for (o->format = 0; o->format < N_FORMATS; o->format++)
            if (strcmp(value, format[o->format].name) == 0)
                return 0;
        argp_error(state, "there is no format '%s'", value);
        return 0;
    case ARGP_KEY_ARG:
        if (o->table != NULL)
            argp_error(state, "one table at a time");
        o->table = value;
        return 0;
    case ARGP_KEY_END:
        if (o->table == NULL)
            argp_error(state, "which table? 'ullage list tables' shows them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"set", 'S', "NAME=VALUE", 0, "a parameter of the table; may be repeated", 0},
    {"seed", 's', "N", 0, "random seed of the first trial (default 1)", 0},
    {"time-limit", 't', "S", 0, "seconds for each search for a proved optimum", 0},
    {"format", 'f', "FORMAT", 0, "text (default), markdown, csv, latex or html", 0},
    {"output", 'o', "FILE", 0, "where to write; - is standard output (default)", 0},
    {0},
};

static void say(void *context, const char *text)
{
    ul_ticker_say(context, text);
}

static ul_status make_table(const options *o, const ul_table *table, const ul_param_values *values,
                            ul_arena *arena, ul_table_made *made)
{
    ul_ticker *ticker = ul_ticker_new(table->name);
    const ul_table_request request = {
        .seed = o->seed,
        .time_limit_s = o->time_limit_s < 0 ? table->time_limit_s : o->time_limit_s,
        .param = values,
        .say = say,
        .say_context = ticker,
    };
    const ul_status status = table->make(&request, arena, made);
    ul_ticker_free(ticker);
    return status;
}

static ul_status reproduce(const options *o, const ul_table *table, ul_arena *arena)
{
    char owner[80];
    ul_param_values values;
    ul_table_made made = {0};
    ul_output *out;
    if (arena == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    snprintf(owner, sizeof owner, "table '%s'", table->name);
    ul_status status = ul_param_read(owner, table->param, o->set.item, o->set.n, &values);
    if (status == UL_OK)
        status = make_table(o, table, &values, arena, &made);
    ul_param_clear(&values);
    UL_TRY(status);
    UL_TRY(ul_output_open(o->output, &out));
    status = format[o->format].write(made.table, out);
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    return ul_output_close(out, NULL);
}

int ul_command_reproduce(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "TABLE",
        .doc = "Makes a paper's table again, with the printed numbers beside ours."
               "\vExample: ullage reproduce eva-table4 --set trials=3",
    };
    options o = {.output = "-", .time_limit_s = -1, .seed = 1};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const ul_table *table = ul_table_find(o.table);
    if (table == NULL) {
        fprintf(stderr, "ullage: there is no table '%s'; 'ullage list tables' shows them\n",
                o.table);
        return UL_EXIT_USAGE;
    }
    ul_arena *arena = ul_arena_new();
    const ul_status status = reproduce(&o, table, arena);
    ul_arena_free(arena);
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
