/* The per-thread sentence behind a fault. */
#include "status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 1024 };

static _Thread_local char error_text[TEXT_MAX];

/* A sentence may quote a file: it stays one line and sends no escapes to a terminal. */
static void tame(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = '?';
}

static void record(const char *format, va_list arguments)
{
    vsnprintf(error_text, sizeof error_text, format, arguments);
    tame(error_text);
}

ul_status ul_fail(ul_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record(format, arguments);
    va_end(arguments);
    return status;
}

ul_status ul_no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory");
}

ul_status ul_refuse(bool *valid, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record(format, arguments);
    va_end(arguments);
    *valid = false;
    return UL_OK;
}

ul_status ul_fail_prefix(ul_status status, const char *format, ...)
{
    char prefix[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(prefix, sizeof prefix - 2, format, arguments);
    va_end(arguments);
    tame(prefix);
    strcat(prefix, ": ");
    const size_t n = strlen(prefix);
    const size_t kept = strnlen(error_text, TEXT_MAX - 1 - n);
    memmove(error_text + n, error_text, kept);
    memcpy(error_text, prefix, n);
    error_text[n + kept] = '\0';
    return status;
}

const char *ul_error_text(void)
{
    return error_text;
}
