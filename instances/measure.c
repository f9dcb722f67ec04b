#include "measure.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_plain(char c)
{
    return isascii((unsigned char)c) && (isalnum((unsigned char)c) || c == '-' || c == '.');
}

ul_status ul_measures_add(ul_measures *list, double value, const char *format, ...)
{
    va_list arguments;
    if (!isfinite(value))
        return UL_OK;
    if (list->n == UL_MEASURES_MAX)
        return ul_fail(UL_E_INTERNAL, "a plan has more than %d measures", UL_MEASURES_MAX);
    ul_measure *item = &list->item[list->n++];
    va_start(arguments, format);
    vsnprintf(item->name, sizeof item->name, format, arguments);
    va_end(arguments);
    for (char *c = item->name; *c != '\0'; c++)
        if (!is_plain(*c))
            *c = '_';
    item->value = value;
    return UL_OK;
}

const double *ul_measures_find(const ul_measures *list, const char *name)
{
    for (size_t q = 0; list != NULL && q < list->n; q++)
        if (strcmp(list->item[q].name, name) == 0)
            return &list->item[q].value;
    return NULL;
}

const char *ul_measures_text(const ul_measures *list, char text[UL_MEASURES_TEXT])
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t q = 0; q < list->n; q++)
        used += (size_t)snprintf(text + used, UL_MEASURES_TEXT - used, "%s%s=%.12g",
                                 q == 0 ? "" : ";", list->item[q].name, list->item[q].value);
    return text;
}

ul_status ul_measures_parse(const char *text, ul_measures *list)
{
    list->n = 0;
    while (*text != '\0') {
        char *end;
        const size_t length = strcspn(text, "=;");
        const double value = text[length] == '=' ? strtod(text + length + 1, &end) : NAN;
        if (length == 0 || !isfinite(value) || end == text + length + 1
            || (*end != ';' && *end != '\0'))
            return ul_fail(UL_E_INPUT, "'%.40s' is not NAME=VALUE;NAME=VALUE...", text);
        UL_TRY(ul_measures_add(list, value, "%.*s", (int)length, text));
        text = *end == ';' ? end + 1 : end;
    }
    return UL_OK;
}
