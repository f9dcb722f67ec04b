#include "csv_writer.h"

#include <stdarg.h>

static void separate(ul_csv_writer *csv)
{
    if (csv->begun)
        ul_output_text(csv->out, ",");
    csv->begun = true;
}

void ul_csv_put(ul_csv_writer *csv, const char *text)
{
    separate(csv);
    ul_output_field(csv->out, text);
}

void ul_csv_put_number(ul_csv_writer *csv, const char *format, ...)
{
    va_list arguments;
    separate(csv);
    va_start(arguments, format);
    ul_output_format_list(csv->out, format, arguments);
    va_end(arguments);
}

void ul_csv_end(ul_csv_writer *csv)
{
    ul_output_text(csv->out, "\n");
    csv->begun = false;
}
