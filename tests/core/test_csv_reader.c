#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv_reader.h"
#include "output.h"
#include "rng.h"

/* Records as "LINE:field|field;" */
typedef struct {
    char text[4096];
    size_t n;
} log_text;

static ul_status log_row(void *context, const ul_csv_row *row)
{
    log_text *log = context;
    log->n += (size_t)sprintf(log->text + log->n, "%zu:", row->line);
    for (size_t q = 0; q < row->n; q++)
        log->n += (size_t)sprintf(log->text + log->n, "%s%s", q > 0 ? "|" : "", row->field[q].text);
    log->n += (size_t)sprintf(log->text + log->n, ";");
    return UL_OK;
}

static ul_status read_bytes(const char *bytes, size_t length, log_text *log)
{
    ul_input *input;
    *log = (log_text){0};
    cr_assert_eq(ul_input_memory("f", bytes, length, &input), UL_OK);
    const ul_status status = ul_csv_read(input, log_row, log);
    ul_input_close(input);
    return status;
}

static void expect(const char *text, const char *records)
{
    log_text log;
    cr_assert_eq(read_bytes(text, strlen(text), &log), UL_OK, "%s", ul_error_text());
    cr_assert_str_eq(log.text, records);
}

static void expect_fault(const char *text, const char *fault)
{
    log_text log;
    cr_assert_eq(read_bytes(text, strlen(text), &log), UL_E_INPUT, "%s", log.text);
    cr_assert_not_null(strstr(ul_error_text(), fault), "%s", ul_error_text());
}

Test(csv, plain_records_have_line_numbers)
{
    expect("a,b\nc,,d\n", "1:a|b;2:c||d;");
}

Test(csv, the_last_line_feed_may_be_missing)
{
    expect("a,b\nc", "1:a|b;2:c;");
}

Test(csv, a_carriage_return_before_the_line_feed_is_not_content)
{
    expect("a,b\r\n\r\nc\r\n", "1:a|b;3:c;");
}

/* Old spreadsheets write nothing else. */
Test(csv, a_carriage_return_alone_ends_a_line)
{
    expect("a,b\r\rc\rd", "1:a|b;3:c;4:d;");
    expect("a\r\n\rb\n\r\nc\r", "1:a;3:b;5:c;");
    expect("\"x\ry\r\nz\"\rb", "1:x\ry\r\nz;4:b;");
    expect_fault("a\rb\rc\"d\r", "f:3: column 1: a quote inside");
}

Test(csv, a_byte_order_mark_is_not_content)
{
    expect("\xef\xbb\xbf" "a\nb\n", "1:a;2:b;");
}

Test(csv, comments_and_blank_lines_are_skipped_but_counted)
{
    expect("# one \" quote\n\n  \na\n#\nb,#c\n", "4:a;6:b|#c;");
}

Test(csv, a_quoted_field_holds_anything_and_its_record_counts_from_its_first_line)
{
    expect("\"a,\"\"b\"\"\nsecond\n# not a comment\",x\ny\n",
           "1:a,\"b\"\nsecond\n# not a comment|x;4:y;");
}

Test(csv, an_empty_file_has_no_records)
{
    expect("", "");
    expect("\n\n# only a comment", "");
}

Test(csv, an_open_quote_is_blamed_where_it_opens)
{
    expect_fault("a\nb,\"c\nd\n", "f:2: column 2: the file ends inside a quoted field");
}

Test(csv, a_stray_quote_has_a_position)
{
    expect_fault("a\nb,c\"d\n", "f:2: column 2: a quote inside a field must be doubled");
    expect_fault("\"a\"b\n", "f:1: column 1: a quote inside a field must be doubled");
}

Test(csv, a_zero_byte_is_not_text)
{
    log_text log;
    cr_assert_eq(read_bytes("a\nb\0c\n", 6, &log), UL_E_INPUT);
    cr_assert_not_null(strstr(ul_error_text(), "f:2: column 1: holds a zero byte"), "%s",
                       ul_error_text());
}

static ul_status count_row(void *context, const ul_csv_row *row)
{
    size_t *longest = context;
    for (size_t q = 0; q < row->n; q++)
        if (row->field[q].length > *longest)
            *longest = row->field[q].length;
    return UL_OK;
}

static ul_status read_huge(char *text, size_t length, size_t *longest)
{
    ul_input *input;
    *longest = 0;
    cr_assert_eq(ul_input_memory("huge", text, length, &input), UL_OK);
    const ul_status status = ul_csv_read(input, count_row, longest);
    ul_input_close(input);
    free(text);
    return status;
}

static char *filled(size_t length, char with)
{
    char *text = malloc(length);
    memset(text, with, length);
    return text;
}

Test(csv, a_long_field_is_read)
{
    size_t longest;
    cr_assert_eq(read_huge(filled(1000000, 'x'), 1000000, &longest), UL_OK);
    cr_assert_eq(longest, 1000000);
}

Test(csv, a_field_beyond_a_mebibyte_is_refused)
{
    size_t longest;
    cr_assert_eq(read_huge(filled(1200000, 'x'), 1200000, &longest), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), "huge:1: column 1: the field is longer than 1 MiB; is a "
                                      "quote left open?");
}

/* A carriage return alone ends a record too, in the middle of a line. */
Test(csv, a_long_field_after_a_lone_carriage_return_is_refused)
{
    size_t longest;
    char *text = filled(1200000, 'x');
    text[1] = '\r';
    cr_assert_eq(read_huge(text, 1200000, &longest), UL_E_INPUT);
}

Test(csv, a_record_beyond_its_limit_is_refused)
{
    size_t longest;
    const size_t length = ((size_t)64 << 20) + 10;
    char *text = filled(length, 'x');
    for (size_t q = 0; q < length; q += 1000)
        text[q] = ',';
    cr_assert_eq(read_huge(text, length, &longest), UL_E_INPUT);
    cr_assert_not_null(strstr(ul_error_text(), "the record is longer than 64 MiB"));
}

Test(csv, a_hundred_thousand_columns_are_read)
{
    size_t longest;
    cr_assert_eq(read_huge(filled(100000, ','), 100000, &longest), UL_OK);
}

/* ---- properties ---- */

static void random_field(ul_rng *rng, char *text)
{
    static const char alphabet[] = "ab,\"\n\r #\t";
    const size_t n = ul_rng_below(rng, 6);
    for (size_t q = 0; q < n; q++)
        text[q] = alphabet[ul_rng_below(rng, sizeof alphabet - 1)];
    text[n] = '\0';
}

/* Whatever the writer's field function writes, the reader reads. */
Test(csv, fields_survive_writing_and_reading)
{
    ul_rng *rng = ul_rng_new(7);
    char path[] = "/tmp/ullage-csv-XXXXXX";
    close(mkstemp(path));
    for (int trial = 0; trial < 300; trial++) {
        char field[4][8], expected[64], *to = expected;
        ul_output *out;
        log_text log = {0};
        ul_input *input;
        cr_assert_eq(ul_output_open(path, &out), UL_OK);
        ul_output_text(out, "r");
        to += sprintf(to, "1:r");
        for (int q = 0; q < 4; q++) {
            random_field(rng, field[q]);
            ul_output_text(out, ",");
            ul_output_field(out, field[q]);
            to += sprintf(to, "|%s", field[q]);
        }
        ul_output_text(out, "\n");
        sprintf(to, ";");
        cr_assert_eq(ul_output_close(out, NULL), UL_OK);
        cr_assert_eq(ul_input_open(path, &input), UL_OK);
        cr_assert_eq(ul_csv_read(input, log_row, &log), UL_OK, "%s", ul_error_text());
        ul_input_close(input);
        cr_assert_str_eq(log.text, expected);
    }
    unlink(path);
    ul_rng_free(rng);
}

/* ---- compressed input ---- */

/* A compressed file of which only the first bytes are kept. */
static void write_gz(const char *path, const char *text, size_t keep)
{
    ul_output *out;
    cr_assert_eq(ul_output_open(path, &out), UL_OK);
    ul_output_text(out, text);
    cr_assert_eq(ul_output_close(out, NULL), UL_OK);
    FILE *file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    const size_t length = (size_t)ftell(file);
    fclose(file);
    cr_assert_eq(truncate(path, (off_t)(keep < length ? keep : length)), 0);
}

static ul_status read_gz(size_t keep, log_text *log)
{
    char path[] = "/tmp/ullage-XXXXXX.gz";
    close(mkstemps(path, 3));
    write_gz(path, "a,b\nc,d\n", keep);
    *log = (log_text){0};
    const ul_status status = ul_csv_read_file(path, log_row, log);
    unlink(path);
    return status;
}

Test(input, gzip_is_told_by_content)
{
    log_text log;
    cr_assert_eq(read_gz(4096, &log), UL_OK, "%s", ul_error_text());
    cr_assert_str_eq(log.text, "1:a|b;2:c|d;");
}

Test(input, cut_gzip_data_is_a_fault_with_a_position)
{
    log_text log;
    for (size_t keep = 11; keep < 26; keep += 6) {
        cr_assert_eq(read_gz(keep, &log), UL_E_INPUT, "%zu", keep);
        cr_assert_not_null(strstr(ul_error_text(), ": column 1: the file cannot be read to its end"),
                           "%zu: %s", keep, ul_error_text());
    }
}

Test(input, a_folder_and_an_absent_file_are_refused)
{
    ul_input *input;
    cr_assert_eq(ul_input_open("/tmp", &input), UL_E_INPUT);
    cr_assert_eq(ul_input_open("/nowhere/at/all", &input), UL_E_INPUT);
}

Test(status, a_fault_is_one_line)
{
    ul_fail(UL_E_INPUT, "name '%s'", "a\nb\033[31m");
    cr_assert_str_eq(ul_error_text(), "name 'a?b?[31m'");
}
