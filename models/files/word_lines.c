#include "word_lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

static const size_t BYTES_MAX = (size_t)1 << 30;

ul_status ul_lines_open(const char *path, ul_lines *lines)
{
    size_t length;
    *lines = (ul_lines){.path = strdup(path)};
    if (lines->path == NULL)
        return ul_fail(UL_E_MEMORY, "%s: out of memory", path);
    UL_TRY(ul_input_read_file(path, BYTES_MAX, &lines->text, &length));
    lines->next = lines->text;
    return UL_OK;
}

bool ul_lines_next(ul_lines *lines)
{
    char *at = lines->next, *kept;
    if (at == NULL || *at == '\0')
        return false;
    char *end = strchr(at, '\n');
    lines->next = end == NULL ? NULL : end + 1;
    if (end != NULL)
        *end = '\0';
    lines->number++;
    lines->n = 0;
    for (char *word = strtok_r(at, " \t\r", &kept); word != NULL && lines->n < UL_WORDS_MAX;
         word = strtok_r(NULL, " \t\r", &kept))
        lines->word[lines->n++] = word;
    return true;
}

void ul_lines_close(ul_lines *lines)
{
    free(lines->text);
    free(lines->path);
    *lines = (ul_lines){0};
}

ul_status ul_lines_fail(const ul_lines *lines, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return ul_fail(UL_E_INPUT, "%s:%zu: %s", lines->path, lines->number, text);
}
