#include "json_writer.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>

#include "utf8.h"

/* How many letters stand for themselves from here on. */
static size_t plain_letters(const char *text)
{
    size_t n = 0;
    while ((unsigned char)text[n] >= 0x20 && (unsigned char)text[n] < 0x7f && text[n] != '"'
           && text[n] != '\\')
        n++;
    return n;
}

void ul_json_string(ul_output *out, const char *text)
{
    ul_output_text(out, "\"");
    while (*text != '\0') {
        uint32_t code;
        char bytes[4];
        const size_t plain = plain_letters(text);
        ul_output_bytes(out, text, plain);
        text += plain;
        if (*text == '\0')
            break;
        text += ul_utf8_next(text, &code);
        if (code == '"' || code == '\\')
            ul_output_format(out, "\\%c", (char)code);
        else if (code < 0x20)
            ul_output_format(out, "\\u%04x", (unsigned)code);
        else
            ul_output_bytes(out, bytes, ul_utf8_put(code, bytes));
    }
    ul_output_text(out, "\"");
}

ul_json_writer ul_json_writer_on(ul_output *out)
{
    return (ul_json_writer){.out = out};
}

/* What stands before an item: nothing behind its name or an opening bracket. */
static void separate(ul_json_writer *json)
{
    if (!json->named && json->depth > 0) {
        bool *begun = &json->begun[json->depth - 1];
        if (*begun)
            ul_output_text(json->out, json->between[json->depth - 1]);
        *begun = true;
    }
    json->named = false;
}

void ul_json_open(ul_json_writer *json, const char *opening, const char *between)
{
    assert(json->depth < UL_JSON_DEPTH);
    separate(json);
    ul_output_text(json->out, opening);
    json->between[json->depth] = between;
    json->begun[json->depth++] = false;
}

void ul_json_close(ul_json_writer *json, const char *closing)
{
    assert(json->depth > 0 && !json->named);
    json->depth--;
    ul_output_text(json->out, closing);
}

void ul_json_name(ul_json_writer *json, const char *name)
{
    separate(json);
    ul_json_string(json->out, name);
    ul_output_text(json->out, ": ");
    json->named = true;
}

void ul_json_put_text(ul_json_writer *json, const char *text)
{
    separate(json);
    ul_json_string(json->out, text);
}

/* A whole number is written as printf() would, in a fifth of the time. */
void ul_json_put_real(ul_json_writer *json, double number)
{
    if (fabs(number) < 1e12 && number == trunc(number) && !(number == 0 && signbit(number)))
        ul_json_put_micro(json, (ul_micro)number * UL_MICRO);
    else if (isfinite(number))
        ul_json_put(json, "%.15g", number);
    else
        ul_json_put(json, "null");
}

void ul_json_put_micro(ul_json_writer *json, ul_micro number)
{
    char text[UL_NUMBER_TEXT];
    separate(json);
    ul_output_text(json->out, ul_micro_text(number, text));
}

void ul_json_put_micros(ul_json_writer *json, const ul_micro *number, size_t n, const char *between)
{
    ul_json_open(json, "[", between);
    for (size_t q = 0; q < n; q++)
        ul_json_put_micro(json, number[q]);
    ul_json_close(json, "]");
}

void ul_json_put(ul_json_writer *json, const char *format, ...)
{
    va_list arguments;
    separate(json);
    va_start(arguments, format);
    ul_output_format_list(json->out, format, arguments);
    va_end(arguments);
}

ul_output *ul_json_item(ul_json_writer *json)
{
    separate(json);
    return json->out;
}

void ul_json_text_member(ul_json_writer *json, const char *name, const char *text)
{
    ul_json_name(json, name);
    ul_json_put_text(json, text);
}

void ul_json_texts_member(ul_json_writer *json, const char *name, const char *const *text, size_t n)
{
    ul_json_open_member(json, name, "[", ", ");
    for (size_t q = 0; q < n; q++)
        ul_json_put_text(json, text[q]);
    ul_json_close(json, "]");
}

void ul_json_micro_member(ul_json_writer *json, const char *name, ul_micro number)
{
    ul_json_name(json, name);
    ul_json_put_micro(json, number);
}

void ul_json_count_member(ul_json_writer *json, const char *name, uint64_t count)
{
    ul_json_name(json, name);
    ul_json_put(json, "%llu", (unsigned long long)count);
}

void ul_json_truth_member(ul_json_writer *json, const char *name, bool truth)
{
    ul_json_name(json, name);
    ul_json_put(json, "%s", truth ? "true" : "false");
}

void ul_json_real_member(ul_json_writer *json, const char *name, double number)
{
    ul_json_name(json, name);
    ul_json_put_real(json, number);
}

void ul_json_put_member(ul_json_writer *json, const char *name, const char *format, ...)
{
    va_list arguments;
    ul_json_name(json, name);
    va_start(arguments, format);
    ul_output_format_list(ul_json_item(json), format, arguments);
    va_end(arguments);
}

void ul_json_open_member(ul_json_writer *json, const char *name, const char *opening,
                         const char *between)
{
    ul_json_name(json, name);
    ul_json_open(json, opening, between);
}
