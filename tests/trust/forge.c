/* Files that are changed a little, as an attacker or an accident would. */
#include <stdlib.h>
#include <string.h>

#include "odd.h"

/* The beginning of a line behind the second, NULL where there is none. */
static char *some_line(uint64_t *rng, char *text)
{
    int lines = 0;
    for (const char *at = text; *at != '\0'; at++)
        lines += *at == '\n';
    if (lines < 3)
        return NULL;
    char *line = text;
    for (int64_t q = odd_between(rng, 2, lines - 1); q > 0; q--)
        line = strchr(line, '\n') + 1;
    return line;
}

/* Puts other bytes in the place of some. */
static void replace(char *text, char *at, size_t length, const char *by)
{
    const size_t rest = strlen(at + length) + 1, room = ODD_FORGED - (size_t)(at - text);
    if (strlen(by) + rest > room)
        return;
    memmove(at + strlen(by), at + length, rest);
    memcpy(at, by, strlen(by));
}

static void change_number(uint64_t *rng, char *text, char *field)
{
    const size_t length = strcspn(field, ",\n");
    char *end, number[64];
    const double value = strtod(field, &end);
    if (end == field)
        return;
    const bool whole = memchr(field, '.', length) == NULL;
    switch (odd_between(rng, 0, 5)) {
    case 0:
        snprintf(number, sizeof number, "%.*f", whole ? 0 : 6, value * 2);
        break;
    case 1:
        snprintf(number, sizeof number, "%.*f", whole ? 0 : 6, value / 2);
        break;
    case 2:
        snprintf(number, sizeof number, "0");
        break;
    case 3:
        snprintf(number, sizeof number, "%.6f", value + (double)odd_between(rng, -3, 3) / 1e6);
        break;
    default:
        snprintf(number, sizeof number, "%.0f", value + (double)odd_between(rng, -1, 1));
        break;
    }
    replace(text, field, length, number);
}

void odd_forge(uint64_t *rng, char *text)
{
    char copy[1024], *line = some_line(rng, text);
    if (line == NULL)
        return;
    const size_t length = strcspn(line, "\n") + 1;
    const int64_t what = odd_between(rng, 0, 9);
    if (what == 0) {
        replace(text, line, length, "");
    } else if (what == 1 && length < sizeof copy) {
        memcpy(copy, line, length);
        copy[length] = '\0';
        replace(text, line, 0, copy);
    } else {
        size_t fields = 0;
        for (size_t q = 0; q < length; q++)
            fields += line[q] == ',';
        char *field = line;
        for (int64_t q = fields == 0 ? 0 : odd_between(rng, 1, (int64_t)fields); q > 0; q--)
            field = strchr(field, ',') + 1;
        change_number(rng, text, field);
    }
}
