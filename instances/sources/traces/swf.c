#include "swf.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { N_FIELDS = 18, LINE_MAX_BYTES = 4096, CHUNK = 64 * 1024 };
#define NUMBER_MAX ((int64_t)1000000000000)

typedef struct {
    const char *file;
    size_t line;
    ul_swf_job_fn fn;
    void *context;
} reading;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* A number with an optional sign and fraction; the fraction (mean CPU time has
 * one) is dropped. */
static bool read_number(const char **at, int64_t *value)
{
    const char *p = *at;
    const bool negative = *p == '-';
    p += *p == '-' || *p == '+';
    if (*p < '0' || *p > '9')
        return false;
    int64_t number = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        number = number * 10 + (*p - '0');
        if (number > NUMBER_MAX)
            return false;
    }
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9'; p++)
            continue;
    *value = negative ? -number : number;
    *at = p;
    return *p == '\0' || is_blank(*p);
}

static ul_status read_line(const reading *state, const char *text)
{
    int64_t field[N_FIELDS];
    size_t n = 0;
    for (;;) {
        while (is_blank(*text))
            text++;
        if (*text == '\0' || (n == 0 && *text == ';'))
            break;
        const char *word = text;
        if (n == N_FIELDS)
            return ul_fail(UL_E_INPUT, "%s:%zu: the job has more than %d fields", state->file,
                           state->line, N_FIELDS);
        if (!read_number(&text, &field[n]))
            return ul_fail(UL_E_INPUT, "%s:%zu: field %zu: '%.20s' is not a number this program "
                                       "reads", state->file, state->line, n + 1, word);
        n++;
    }
    if (n == 0)
        return UL_OK;
    if (n != N_FIELDS)
        return ul_fail(UL_E_INPUT, "%s:%zu: the job has %zu fields, a Standard Workload Format "
                                   "line has %d", state->file, state->line, n, N_FIELDS);
    if (field[1] < 0)
        return ul_fail(UL_E_INPUT, "%s:%zu: field 2: the submit time is negative", state->file,
                       state->line);
    const ul_swf_job job = {
        .number = field[0],
        .submit_s = field[1],
        .wait_s = field[2],
        .run_s = field[3],
        .processors = field[4] > 0 ? field[4] : field[7],
        .requested_processors = field[7],
        .requested_s = field[8],
        .status = field[10],
        .user = field[11],
        .group = field[12],
        .executable = field[13],
        .queue = field[14],
        .partition = field[15],
    };
    const ul_status status = state->fn(state->context, &job);
    return status == UL_E_INPUT ? ul_fail_prefix(status, "%s:%zu", state->file, state->line)
                                : status;
}

static ul_status take_byte(reading *state, char byte, char line[LINE_MAX_BYTES], size_t *length)
{
    if (byte == '\n') {
        line[*length] = '\0';
        *length = 0;
        UL_TRY(read_line(state, line));
        state->line++;
        return UL_OK;
    }
    if (byte == '\0')
        return ul_fail(UL_E_INPUT, "%s:%zu: holds a zero byte; this is not a text file",
                       state->file, state->line);
    if (*length > 0 && line[0] == ';')
        return UL_OK; /* a header line may be of any length */
    if (*length + 1 == LINE_MAX_BYTES)
        return ul_fail(UL_E_INPUT, "%s:%zu: the line is longer than %d bytes", state->file,
                       state->line, LINE_MAX_BYTES);
    line[(*length)++] = byte;
    return UL_OK;
}

static ul_status read_chunks(reading *state, ul_input *input, char *chunk)
{
    char line[LINE_MAX_BYTES];
    size_t length = 0, got;
    do {
        UL_TRY(ul_input_read(input, chunk, CHUNK, &got));
        for (size_t q = 0; q < got; q++)
            UL_TRY(take_byte(state, chunk[q], line, &length));
    } while (got == CHUNK);
    return length > 0 ? take_byte(state, '\n', line, &length) : UL_OK;
}

ul_status ul_swf_read(ul_input *input, ul_swf_job_fn fn, void *context)
{
    reading state = {ul_input_name(input), 1, fn, context};
    char *chunk = malloc(CHUNK);
    if (chunk == NULL)
        return ul_fail(UL_E_MEMORY, "%s: out of memory", state.file);
    const ul_status status = read_chunks(&state, input, chunk);
    free(chunk);
    return status;
}
