#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "csv_writer.h"
#include "json_writer.h"

static ul_output *opened(void)
{
    ul_output *out;
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    return out;
}

static void expect_text(ul_output *out, const char *wanted)
{
    char *text;
    size_t length;
    cr_assert_eq(ul_output_take(out, &text, &length), UL_OK);
    cr_assert_str_eq(text, wanted);
    free(text);
}

Test(csv_writer, fields_are_separated_and_quoted_where_they_must_be)
{
    ul_csv_writer csv = {.out = opened()};
    ul_csv_put(&csv, "plan, \"best\"");
    ul_csv_put(&csv, "");
    ul_csv_put_number(&csv, "%.3f", 1.5);
    ul_csv_end(&csv);
    ul_csv_put_number(&csv, "%d", 2);
    ul_csv_end(&csv);
    expect_text(csv.out, "\"plan, \"\"best\"\"\",,1.500\n2\n");
}

Test(output, a_record_is_as_its_form_has_it)
{
    ul_output *out = opened();
    const ul_cost cost = 250000000000;
    ul_output_csv(out, "type,%t,%m\n%t,%u,%z,%i,%c", "a,b", (ul_micro)1500000, "", UINT32_MAX,
                  (size_t)7, INT64_MIN, &cost);
    expect_text(out, "type,\"a,b\",1.5\n,4294967295,7,-9223372036854775808,0.25");
}

Test(json_writer, items_are_separated_as_their_level_says)
{
    ul_json_writer json = ul_json_writer_on(opened());
    ul_json_open(&json, "{\n  ", ",\n  ");
    ul_json_text_member(&json, "method", "a \"b\"\t\\");
    ul_json_name(&json, "bins");
    ul_json_open(&json, "[", ",");
    ul_json_put(&json, "%d", 2);
    ul_json_open(&json, "[", ",");
    ul_json_close(&json, "]");
    ul_json_put_real(&json, 0.5);
    ul_json_close(&json, "]");
    ul_json_name(&json, "gap");
    ul_json_put_real(&json, HUGE_VAL);
    ul_json_name(&json, "proved");
    ul_json_put(&json, "true");
    ul_json_close(&json, "\n}");
    expect_text(json.out, "{\n  \"method\": \"a \\\"b\\\"\\u0009\\\\\",\n  \"bins\": [2,[],0.5],\n"
                          "  \"gap\": null,\n  \"proved\": true\n}");
}

Test(json_writer, texts_are_an_array)
{
    ul_json_writer json = ul_json_writer_on(opened());
    ul_json_open(&json, "{", ", ");
    ul_json_texts_member(&json, "none", NULL, 0);
    ul_json_texts_member(&json, "names", (const char *const[]){"a", "b"}, 2);
    ul_json_close(&json, "}");
    expect_text(json.out, "{\"none\": [], \"names\": [\"a\", \"b\"]}");
}

Test(json_writer, a_byte_that_is_no_utf8_is_replaced)
{
    ul_json_writer json = ul_json_writer_on(opened());
    ul_json_put_text(&json, "x\xff");
    expect_text(json.out, "\"x\xef\xbf\xbd\"");
}
