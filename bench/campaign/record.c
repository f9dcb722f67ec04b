#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv_reader.h"
#include "instance.h"

static const char header[] = "run,instance,kind,sha256,method,parameters,seed,status,cost,bound,wall_s,"
                             "cpu_s,first_s,peak_rss_kb,version,note\n";

enum { N_FIELDS = 16, ROW_MAX = 16384 };
static const size_t file_max = (size_t)4 << 30; /* some ten million runs */

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

ul_status ul_record_open(const char *path, int *file)
{
    struct stat facts;
    *file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (*file < 0)
        return cannot(path, "opened");
    ul_status status = cut_torn_row(*file, path);
    if (status == UL_OK && fstat(*file, &facts) == 0 && facts.st_size == 0)
        status = append(*file, path, header, sizeof header - 1);
    if (status != UL_OK)
        close(*file);
    return status;
}

static void put_text(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text == '\n' || *text == '\r' ? ' ' : *text, to);
    }
    fputs("\",", to);
}

static void put_cost(FILE *to, bool there, ul_cost cost)
{
    char number[UL_NUMBER_TEXT];
    fprintf(to, "%s,", there ? ul_cost_text(cost, number) : "");
}

ul_status ul_record_append(int file, const char *path, const ul_record *record)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (to == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a record");
    const char *const names[] = {record->instance, record->kind, record->sha256, record->method,
                                 record->parameters};
    fprintf(to, "%llu,", (unsigned long long)record->run);
    for (size_t q = 0; q < sizeof names / sizeof *names; q++)
        put_text(to, names[q]);
    fprintf(to, "%llu,%s,", (unsigned long long)record->seed, ul_outcome_name(record->outcome));
    put_cost(to, record->has_cost, record->cost);
    put_cost(to, record->has_bound, record->bound);
    fprintf(to, "%.6f,%.6f,", record->wall_s, record->cpu_s);
    if (record->first_s >= 0)
        fprintf(to, "%.6f", record->first_s);
    fprintf(to, ",%ld,", record->peak_rss_kb);
    put_text(to, record->version);
    fputs("\"", to);
    for (const char *c = record->note; *c != '\0'; c++)
        fputs(*c == '"' ? "\"\"" : (const char[]){*c == '\n' ? ' ' : *c, '\0'}, to);
    fputs("\"\n", to);
    ul_status status = fclose(to) == 0 && length <= ROW_MAX
                           ? append(file, path, text, length)
                           : ul_fail(UL_E_INTERNAL, "a record is too long");
    free(text);
    return status;
}

/* ---- reading ---- */

typedef struct {
    ul_arena *arena;
    ul_record *record;
    size_t n, room;
    bool headed;
} reading;

static void name_run(const ul_record *record, char *text, size_t room)
{
    snprintf(text, room, "%s (%s%sseed %llu)", record->method, record->parameters,
             record->parameters[0] == '\0' ? "" : ", ", (unsigned long long)record->seed);
}

ul_status ul_record_alarm(const ul_record *low, const ul_record *bound)
{
    char cost[UL_NUMBER_TEXT], limit[UL_NUMBER_TEXT], low_name[512], bound_name[512];
    name_run(low, low_name, sizeof low_name);
    name_run(bound, bound_name, sizeof bound_name);
    return ul_fail(UL_E_INTERNAL, "ALARM: on %s, %s costs %s, below the bound %s of %s: one of the "
                                  "two is wrong", low->instance, low_name,
                   ul_cost_text(low->cost, cost), ul_cost_text(bound->bound, limit), bound_name);
}

static ul_status read_outcome(const ul_csv_row *row, size_t field, ul_outcome *outcome)
{
    for (*outcome = UL_OUTCOME_NONE; *outcome <= UL_REJECTED; (*outcome)++)
        if (strcmp(row->field[field].text, ul_outcome_name(*outcome)) == 0)
            return UL_OK;
    return ul_csv_fail(row, field, "status '%.40s' is not known", row->field[field].text);
}

static ul_status read_cost(const ul_csv_row *row, size_t field, bool *there, ul_cost *cost)
{
    const ul_csv_field f = row->field[field];
    *there = f.length > 0;
    if (*there && ul_cost_parse(f.text, f.length, cost) != UL_NUMBER_OK)
        return ul_csv_fail(row, field, "'%.40s' is not a cost", f.text);
    return UL_OK;
}

/* What no run can have come to. */
static ul_status check_row(const ul_csv_row *row, const ul_record *r)
{
    if (ul_kind_find(r->kind) == NULL)
        return ul_csv_fail(row, 2, "kind '%.40s' is not known", r->kind);
    if (r->has_cost && r->cost < 0)
        return ul_csv_fail(row, 8, "the cost is negative");
    if (r->outcome == UL_OPTIMAL && !(r->has_cost && r->has_bound && r->bound >= r->cost))
        return ul_csv_fail(row, 7, "an optimal run has a cost and a bound that meets it");
    return UL_OK;
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    if (!state->headed) {
        state->headed = true;
        return row->n == N_FIELDS && strcmp(row->field[0].text, "run") == 0
                   ? UL_OK
                   : ul_csv_fail(row, 0, "this is not a records.csv of this version");
    }
    if (row->n != N_FIELDS)
        return ul_csv_fail(row, row->n, "the row has %zu columns, expected %d", row->n, N_FIELDS);
    if (state->n == state->room) {
        state->room = state->room == 0 ? 256 : state->room * 2;
        state->record = ul_arena_grow(state->arena, state->record, state->n, state->room,
                                      sizeof *state->record);
        if (state->record == NULL)
            return ul_fail(UL_E_MEMORY, "out of memory for records");
    }
    ul_record *record = &state->record[state->n];
    const char **text[N_FIELDS] = {[1] = &record->instance,   [2] = &record->kind,
                                   [3] = &record->sha256,     [4] = &record->method,
                                   [5] = &record->parameters, [14] = &record->version,
                                   [15] = &record->note};
    for (size_t q = 0; q < N_FIELDS; q++)
        if (text[q] != NULL
            && (*text[q] = ul_arena_text(state->arena, row->field[q].text, row->field[q].length))
                   == NULL)
            return ul_fail(UL_E_MEMORY, "out of memory for records");
    UL_TRY(ul_csv_count(row, 0, "the run's number", INT64_MAX, &record->run));
    UL_TRY(ul_csv_count(row, 6, "the seed", INT64_MAX, &record->seed));
    UL_TRY(read_outcome(row, 7, &record->outcome));
    UL_TRY(read_cost(row, 8, &record->has_cost, &record->cost));
    UL_TRY(read_cost(row, 9, &record->has_bound, &record->bound));
    UL_TRY(ul_csv_real(row, 10, "the wall time", 0, 1e12, &record->wall_s));
    UL_TRY(ul_csv_real(row, 11, "the CPU time", 0, 1e12, &record->cpu_s));
    record->first_s = row->field[12].length > 0 ? strtod(row->field[12].text, NULL) : -1;
    record->peak_rss_kb = strtol(row->field[13].text, NULL, 10);
    state->n++;
    return check_row(row, record);
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
    ul_input *input;
    UL_TRY(ul_input_open(path, &input));
    const ul_status status = ul_input_read_all(input, file_max, text, length);
    ul_input_close(input);
    while (status == UL_OK && *length > 0 && (*text)[*length - 1] != '\n')
        --*length;
    return status;
}

ul_status ul_record_read(const char *path, ul_arena *arena, ul_record **record, size_t *n)
{
    ul_input *input;
    char *text;
    size_t length;
    reading state = {.arena = arena};
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
