#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv_reader.h"
#include "instance.h"
#include "output.h"

/* ---- columns: the one list of them ---- */

typedef enum { TEXT, COUNT, STATUS, LIMIT, COST, SECONDS, SECONDS_IF_ANY, MEASURES } form;

typedef struct {
    const char *name;
    form form;
    size_t at;    /* of the member in ul_record */
    size_t is_at; /* COST: of the member that says whether there is one */
    bool later;   /* files of earlier versions do without */
} column;

#define AT(member) offsetof(ul_record, member)

static const column columns[] = {
    {"run", COUNT, AT(run), 0, false},
    {"instance", TEXT, AT(instance), 0, false},
    {"kind", TEXT, AT(kind), 0, false},
    {"sha256", TEXT, AT(sha256), 0, false},
    {"method", TEXT, AT(method), 0, false},
    {"parameters", TEXT, AT(parameters), 0, false},
    {"seed", COUNT, AT(seed), 0, false},
    {"status", STATUS, AT(outcome), 0, false},
    {"limit", LIMIT, AT(limit), 0, true},
    {"cost", COST, AT(cost), AT(has_cost), false},
    {"bound", COST, AT(bound), AT(has_bound), false},
    {"wall_s", SECONDS, AT(wall_s), 0, false},
    {"cpu_s", SECONDS, AT(cpu_s), 0, false},
    {"first_s", SECONDS_IF_ANY, AT(first_s), 0, false},
    {"peak_rss_kb", COUNT, AT(peak_rss_kb), 0, false},
    {"certificate", TEXT, AT(certificate), 0, true},
    {"knows", TEXT, AT(knows), 0, true},
    {"measures", MEASURES, AT(measures), 0, true},
    {"version", TEXT, AT(version), 0, false},
    {"note", TEXT, AT(note), 0, false},
    {"content", TEXT, AT(content), 0, true},
};

enum { N_COLUMNS = sizeof columns / sizeof *columns, ROW_MAX = 16384 };
static const size_t file_max = (size_t)4 << 30; /* some ten million runs */

void ul_record_take(ul_record *record, const ul_run_result *result)
{
    record->outcome = result->outcome;
    record->limit = result->limit;
    record->knows = ul_knows_name(result->knows);
    record->has_cost = result->has_cost;
    record->has_bound = result->has_bound;
    record->cost = result->cost;
    record->bound = result->bound;
    record->wall_s = result->wall_s;
    record->cpu_s = result->cpu_s;
    record->first_s = result->first_s;
    record->measures = result->measures.n > 0 ? &result->measures : NULL;
    record->bounds_some = result->has_bound && !ul_run_bounds_all(result);
}

static ul_status cannot(const char *path, const char *what)
{
    return ul_fail(UL_E_IO, "%s: cannot be %s: %s", path, what, strerror(errno));
}

/* Cuts the file behind its last line feed. */
static ul_status cut_torn_row(int file, const char *path)
{
    struct stat facts;
    char tail[ROW_MAX];
    if (fstat(file, &facts) != 0)
        return cannot(path, "read");
    const off_t from = facts.st_size > ROW_MAX ? facts.st_size - ROW_MAX : 0;
    const ssize_t n = pread(file, tail, sizeof tail, from);
    if (n < 0)
        return cannot(path, "read");
    ssize_t end = n;
    while (end > 0 && tail[end - 1] != '\n')
        end--;
    if (end < n && ftruncate(file, from + end) != 0)
        return cannot(path, "repaired");
    return UL_OK;
}

static ul_status append(int file, const char *path, const char *text, size_t length)
{
    struct stat before;
    if (fstat(file, &before) != 0)
        return cannot(path, "written");
    const ssize_t n = write(file, text, length);
    if (n != (ssize_t)length) {
        const int error = n < 0 ? errno : ENOSPC;
        if (n > 0 && ftruncate(file, before.st_size) != 0)
            return cannot(path, "repaired after a short write");
        errno = error;
        return cannot(path, "written");
    }
    return fsync(file) == 0 ? UL_OK : cannot(path, "synced");
}

/* ---- writing ---- */

/* A row is one line, whatever a note holds: that is how a torn one is known. */
static void put_line(ul_output *out, const char *text)
{
    char line[ROW_MAX];
    snprintf(line, sizeof line, "%s", text);
    for (char *c = line; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    ul_output_field(out, line);
}

static void put_cell(ul_output *out, const ul_record *record, const column *c)
{
    char text[UL_MEASURES_TEXT];
    const char *member = (const char *)record + c->at;
    const ul_measures *measures;
    switch (c->form) {
    case TEXT:
        put_line(out, *(const char *const *)(const void *)member);
        break;
    case COUNT:
        ul_output_format(out, "%llu", (unsigned long long)*(const uint64_t *)(const void *)member);
        break;
    case STATUS:
        ul_output_text(out, ul_outcome_name(record->outcome));
        break;
    case LIMIT:
        ul_output_text(out, ul_limit_name(record->limit));
        break;
    case COST:
        if (*(const bool *)((const char *)record + c->is_at))
            ul_output_text(out, ul_cost_text(*(const ul_cost *)(const void *)member, text));
        break;
    case SECONDS:
    case SECONDS_IF_ANY:
        if (c->form == SECONDS || *(const double *)(const void *)member >= 0)
            ul_output_format(out, "%.6f", *(const double *)(const void *)member);
        break;
    case MEASURES:
        measures = record->measures;
        ul_output_field(out, measures == NULL ? "" : ul_measures_text(measures, text));
        break;
    }
}

static void put_row(ul_output *out, const ul_record *record)
{
    for (size_t q = 0; q < N_COLUMNS; q++) {
        put_cell(out, record, &columns[q]);
        ul_output_text(out, q + 1 < N_COLUMNS ? "," : "\n");
    }
}

static void put_header(ul_output *out)
{
    for (size_t q = 0; q < N_COLUMNS; q++)
        ul_output_format(out, "%s%s", columns[q].name, q + 1 < N_COLUMNS ? "," : "\n");
}

/* What was put into memory, in a single write. */
static ul_status append_taken(int file, const char *path, ul_output *out)
{
    char *text;
    size_t length;
    UL_TRY(ul_output_take(out, &text, &length));
    const ul_status status = length <= ROW_MAX ? append(file, path, text, length)
                                               : ul_fail(UL_E_INTERNAL, "a record is too long");
    free(text);
    return status;
}

static ul_status append_header(int file, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_memory(&out));
    put_header(out);
    return append_taken(file, path, out);
}

ul_status ul_record_append(int file, const char *path, const ul_record *record)
{
    ul_output *out;
    UL_TRY(ul_output_memory(&out));
    put_row(out, record);
    return append_taken(file, path, out);
}

ul_status ul_record_write(const char *path, const ul_record *record, size_t n)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    put_header(out);
    for (size_t q = 0; q < n; q++)
        put_row(out, &record[q]);
    return ul_output_close(out, NULL);
}

static bool has_all_columns(int file)
{
    char first[ROW_MAX] = "";
    const ssize_t n = pread(file, first, sizeof first - 1, 0);
    char *at = first;
    if (n <= 0)
        return true;
    first[strcspn(first, "\r\n")] = '\0';
    for (size_t q = 0; q < N_COLUMNS; q++) {
        const char *name = strsep(&at, ",");
        if (name == NULL || strcmp(name, columns[q].name) != 0)
            return false;
    }
    return at == NULL;
}

/* Reads the rows of an earlier version and writes them with today's columns. */
static ul_status renew(const char *path)
{
    UL_OWN_ARENA(arena);
    ul_record *record;
    size_t n;
    UL_TRY(ul_record_read(path, arena, &record, &n));
    return ul_record_write(path, record, n);
}

static ul_status open_file(const char *path, int *file)
{
    *file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    return *file >= 0 ? UL_OK : cannot(path, "opened");
}

ul_status ul_record_open(const char *path, int *file)
{
    struct stat facts;
    UL_TRY(open_file(path, file));
    ul_status status = cut_torn_row(*file, path);
    if (status == UL_OK && !has_all_columns(*file)) {
        close(*file);
        UL_TRY(renew(path));
        UL_TRY(open_file(path, file));
    }
    if (status == UL_OK && fstat(*file, &facts) == 0 && facts.st_size == 0)
        status = append_header(*file, path);
    if (status != UL_OK)
        close(*file);
    return status;
}

/* ---- the alarm: no cost may lie below a bound on the same instance ---- */

static void name_run(const ul_record *record, char *text, size_t room)
{
    snprintf(text, room, "%s (%s%sseed %llu)", record->method, record->parameters,
             record->parameters[0] == '\0' ? "" : ", ", (unsigned long long)record->seed);
}

static ul_status raise_alarm(const ul_record *low, const ul_record *bound)
{
    char cost[UL_NUMBER_TEXT], limit[UL_NUMBER_TEXT], low_name[512], bound_name[512];
    name_run(low, low_name, sizeof low_name);
    name_run(bound, bound_name, sizeof bound_name);
    return ul_fail(UL_E_INTERNAL, "ALARM: on %s, %s costs %s, below the bound %s of %s: one of the "
                                  "two is wrong; 'ullage bench --drop METHOD --out DIR' sets the "
                                  "rows of one aside", low->instance, low_name,
                   ul_cost_text(low->cost, cost), ul_cost_text(bound->bound, limit), bound_name);
}

bool ul_record_bounds_all(const ul_record *record)
{
    return record->has_bound && !record->bounds_some;
}

bool ul_record_is_optimum(const ul_record *record)
{
    return record->has_cost && record->outcome == UL_OPTIMAL && ul_record_bounds_all(record);
}

ul_status ul_extremes_add(ul_extremes *e, const ul_record *record, bool *alarm)
{
    if (record->has_cost && (!e->cheapest.has_cost || record->cost < e->cheapest.cost))
        e->cheapest = *record;
    if (ul_record_bounds_all(record) && (!e->tightest.has_bound || record->bound > e->tightest.bound))
        e->tightest = *record;
    *alarm = e->cheapest.has_cost && e->tightest.has_bound && e->cheapest.cost < e->tightest.bound;
    return *alarm ? raise_alarm(&e->cheapest, &e->tightest) : UL_OK;
}

/* ---- reading ---- */

typedef struct {
    ul_arena *arena;
    const char *folder;
    ul_record *record;
    size_t n, room;
    bool headed;
    size_t n_fields;
    size_t field[N_COLUMNS]; /* where each column stands; UL_NONE: nowhere */
} reading;

static ul_status read_outcome(const ul_csv_row *row, size_t field, ul_outcome *outcome)
{
    for (*outcome = UL_OUTCOME_NONE; *outcome <= UL_CONTRADICTION; (*outcome)++)
        if (strcmp(row->field[field].text, ul_outcome_name(*outcome)) == 0)
            return UL_OK;
    return ul_csv_fail(row, field, "status '%.40s' is not known", row->field[field].text);
}

static ul_status read_limit(const ul_csv_row *row, size_t field, ul_limit *limit)
{
    for (*limit = UL_LIMIT_NONE; *limit <= UL_LIMIT_USER; (*limit)++)
        if (strcmp(row->field[field].text, ul_limit_name(*limit)) == 0)
            return UL_OK;
    return ul_csv_fail(row, field, "limit '%.40s' is not known", row->field[field].text);
}

static ul_status read_cost(const ul_csv_row *row, size_t field, bool *there, ul_cost *cost)
{
    const ul_csv_field f = row->field[field];
    *there = f.length > 0;
    if (*there && ul_cost_parse(f.text, f.length, cost) != UL_NUMBER_OK)
        return ul_csv_fail(row, field, "'%.40s' is not a cost", f.text);
    return UL_OK;
}

static ul_status read_measures(const ul_csv_row *row, size_t field, ul_arena *arena,
                               const ul_measures **result)
{
    if (row->field[field].length == 0)
        return UL_OK;
    ul_measures *measures;
    UL_ALLOC(arena, measures, 1);
    *result = measures;
    return ul_csv_at(row, field, ul_measures_parse(row->field[field].text, measures));
}

/* It outlives the measures, which not all who keep a record keep. */
static void take_what_bounds(ul_record *record)
{
    record->bounds_some = record->has_bound && ul_measures_find(record->measures, UL_BOUND_WAIT) != NULL;
}

static ul_status take_cell(const reading *state, const ul_csv_row *row, size_t q, ul_record *record)
{
    const column *c = &columns[q];
    const size_t field = state->field[q];
    char *member = (char *)record + c->at;
    const char *text = field == UL_NONE ? "" : row->field[field].text;
    if (c->form == TEXT) {
        const char **kept = (const char **)(void *)member;
        *kept = ul_arena_text(state->arena, text, strlen(text));
        return *kept == NULL ? ul_no_memory() : UL_OK;
    }
    if (field == UL_NONE)
        return UL_OK;
    switch (c->form) {
    case COUNT:
        return ul_csv_count(row, field, c->name, INT64_MAX, (uint64_t *)(void *)member);
    case STATUS:
        return read_outcome(row, field, &record->outcome);
    case LIMIT:
        return read_limit(row, field, &record->limit);
    case COST:
        return read_cost(row, field, (bool *)((char *)record + c->is_at),
                         (ul_cost *)(void *)member);
    case MEASURES:
        return read_measures(row, field, state->arena, &record->measures);
    default:
        if (c->form == SECONDS_IF_ANY && text[0] == '\0')
            return UL_OK;
        return ul_csv_real(row, field, c->name, 0, 1e12, (double *)(void *)member);
    }
}

/* Where a column stands in this file. */
static size_t field_of(const reading *state, const char *name)
{
    for (size_t q = 0; q < N_COLUMNS; q++)
        if (strcmp(columns[q].name, name) == 0)
            return state->field[q];
    return 0;
}

/* What no run can have come to. */
static ul_status check_row(const reading *state, const ul_csv_row *row, const ul_record *r)
{
    if (ul_kind_find(r->kind) == NULL)
        return ul_csv_fail(row, field_of(state, "kind"), "kind '%.40s' is not known", r->kind);
    if (r->has_cost && r->cost < 0)
        return ul_csv_fail(row, field_of(state, "cost"), "the cost is negative");
    if (r->outcome == UL_OPTIMAL && !(r->has_cost && r->has_bound && r->bound == r->cost))
        return ul_csv_fail(row, field_of(state, "status"),
                           "an optimal run has a cost and a bound that meets it");
    return UL_OK;
}

static ul_status read_header(reading *state, const ul_csv_row *row)
{
    size_t found = 0;
    state->headed = true;
    state->n_fields = row->n;
    for (size_t q = 0; q < N_COLUMNS; q++) {
        state->field[q] = ul_csv_find(row, columns[q].name);
        found += state->field[q] != UL_NONE;
        if (state->field[q] == UL_NONE && !columns[q].later)
            return ul_csv_fail(row, 0, "this is not a records.csv: it has no column '%s'",
                               columns[q].name);
    }
    return found == row->n ? UL_OK
                           : ul_csv_fail(row, 0, "there are columns that this version does not know");
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    if (!state->headed)
        return read_header(state, row);
    if (row->n != state->n_fields)
        return ul_csv_fail(row, row->n, "the row has %zu columns, expected %zu", row->n,
                           state->n_fields);
    if (state->n == state->room) {
        state->room = state->room == 0 ? 256 : state->room * 2;
        state->record = ul_arena_grow(state->arena, state->record, state->n, state->room,
                                      sizeof *state->record);
        UL_NEED(state->record);
    }
    ul_record *record = &state->record[state->n];
    *record = (ul_record){.folder = state->folder, .first_s = -1};
    for (size_t q = 0; q < N_COLUMNS; q++)
        UL_TRY(take_cell(state, row, q, record));
    take_what_bounds(record);
    state->n++;
    return check_row(state, row, record);
}

bool ul_record_is_torn(const char *path)
{
    char last = '\n';
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const off_t length = file < 0 ? 0 : lseek(file, 0, SEEK_END);
    const bool torn = length > 0 && pread(file, &last, 1, length - 1) == 1 && last != '\n';
    if (file >= 0)
        close(file);
    return torn;
}

/* The content up to its last line feed; the caller frees it. */
static ul_status read_whole_rows(const char *path, char **text, size_t *length)
{
    const ul_status status = ul_input_read_file(path, file_max, text, length);
    while (status == UL_OK && *length > 0 && (*text)[*length - 1] != '\n')
        --*length;
    return status;
}

ul_status ul_record_read(const char *path, ul_arena *arena, ul_record **record, size_t *n)
{
    ul_input *input;
    char *text;
    size_t length;
    const char *slash = strrchr(path, '/');
    reading state = {.arena = arena, .folder = slash == NULL ? ul_arena_text(arena, ".", 1)
                                         : ul_arena_text(arena, path, (size_t)(slash - path))};
    UL_NEED(state.folder);
    UL_TRY(read_whole_rows(path, &text, &length));
    ul_status status = ul_input_memory(path, text, length, &input);
    if (status == UL_OK) {
        status = ul_csv_read(input, read_row, &state);
        ul_input_close(input);
    }
    free(text);
    *record = state.record;
    *n = state.n;
    return status;
}
