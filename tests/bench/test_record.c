/* records.csv: what is written is read back, whichever version wrote it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"

static char path[] = "/tmp/ullage-record-XXXXXX";
static ul_arena *arena;

static void set_up(void)
{
    const int file = mkstemp(path);
    cr_assert_geq(file, 0);
    close(file);
    arena = ul_arena_new();
}

static void tear_down(void)
{
    unlink(path);
    ul_arena_free(arena);
}

static void write_text(const char *text)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static const char old_file[] =
    "run,instance,kind,sha256,method,parameters,seed,status,cost,bound,wall_s,cpu_s,first_s,"
    "peak_rss_kb,version,note\n"
    "0,\"a\",\"packing\",\"00\",\"ffd\",\"\",1,feasible,5,,0.25,0.125,,900,\"0.1\",\"\"\n";

Test(record, measures_and_limits_come_back, .init = set_up, .fini = tear_down)
{
    ul_measures measures = {0};
    int file;
    ul_record *read;
    size_t n;
    cr_assert_eq(ul_measures_add(&measures, 12.5, "mean_wait_s"), UL_OK);
    cr_assert_eq(ul_measures_add(&measures, 0.25, "utilisation_%s", "a;b=c"), UL_OK);
    const ul_record record = {.run = 7, .instance = "a", .kind = "packing", .sha256 = "00", .content = "",
                              .method = "ffd", .parameters = "", .seed = 3, .outcome = UL_FEASIBLE,
                              .limit = UL_LIMIT_CPU, .has_cost = true, .cost = 5, .first_s = -1,
                              .certificate = "", .measures = &measures, .version = "0",
                              .note = "two\nlines, \"quoted\""};
    unlink(path);
    cr_assert_eq(ul_record_open(path, &file), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_record_append(file, path, &record), UL_OK, "%s", ul_error_text());
    close(file);
    cr_assert_eq(ul_record_read(path, arena, &read, &n), UL_OK, "%s", ul_error_text());
    cr_assert_eq(n, 1);
    cr_assert_eq(read->run, 7);
    cr_assert_eq(read->limit, UL_LIMIT_CPU);
    cr_assert_lt(read->first_s, 0);
    cr_assert_str_eq(read->note, "two lines, \"quoted\"");
    cr_assert_eq(*ul_measures_find(read->measures, "mean_wait_s"), 12.5);
    cr_assert_eq(*ul_measures_find(read->measures, "utilisation_a_b_c"), 0.25);
}

Test(record, a_file_of_an_earlier_version_is_read, .init = set_up, .fini = tear_down)
{
    ul_record *read;
    size_t n;
    write_text(old_file);
    cr_assert_eq(ul_record_read(path, arena, &read, &n), UL_OK, "%s", ul_error_text());
    cr_assert_eq(n, 1);
    cr_assert_eq(read->limit, UL_LIMIT_NONE);
    cr_assert_null(read->measures);
    cr_assert_str_eq(read->certificate, "");
    cr_assert_eq(read->wall_s, 0.25);
}

Test(record, a_file_of_an_earlier_version_is_renewed_before_rows_are_added, .init = set_up,
     .fini = tear_down)
{
    ul_record *read;
    size_t n;
    int file;
    write_text(old_file);
    cr_assert_eq(ul_record_open(path, &file), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_record_read(path, arena, &read, &n), UL_OK, "%s", ul_error_text());
    cr_assert_eq(n, 1);
    ul_record next = *read;
    next.run = 1;
    cr_assert_eq(ul_record_append(file, path, &next), UL_OK, "%s", ul_error_text());
    close(file);
    cr_assert_eq(ul_record_read(path, arena, &read, &n), UL_OK, "%s", ul_error_text());
    cr_assert_eq(n, 2);
}

Test(record, measures_that_are_none_are_a_fault)
{
    ul_measures measures;
    cr_assert_eq(ul_measures_parse("machines=3;wait", &measures), UL_E_INPUT);
    cr_assert_eq(ul_measures_parse("machines=3x", &measures), UL_E_INPUT);
    cr_assert_eq(ul_measures_parse("=3", &measures), UL_E_INPUT);
    cr_assert_eq(ul_measures_parse("", &measures), UL_OK);
    cr_assert_eq(measures.n, 0);
}

/* An optimum among schedules in which nobody waits is beside a cheaper one in which somebody does no
 * alarm, and none of all; also for those who keep a row and not its measures. */
Test(record, what_is_proved_of_some_plans_is_no_bound_of_all, .init = set_up, .fini = tear_down)
{
    ul_run_result some = {.outcome = UL_OPTIMAL, .has_cost = true, .has_bound = true, .cost = 9, .bound = 9};
    ul_extremes extremes = {0};
    ul_record *read;
    bool alarm;
    int file;
    size_t n;
    cr_assert_eq(ul_measures_add(&some.measures, 0, "bound_wait_s"), UL_OK);
    ul_record record = {.instance = "a", .kind = "schedule", .sha256 = "00", .content = "", .method = "m",
                        .parameters = "", .certificate = "", .version = "0", .note = ""};
    ul_record_take(&record, &some);
    unlink(path);
    cr_assert_eq(ul_record_open(path, &file), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_record_append(file, path, &record), UL_OK, "%s", ul_error_text());
    close(file);
    cr_assert_eq(ul_record_read(path, arena, &read, &n), UL_OK, "%s", ul_error_text());
    cr_assert(!ul_record_bounds_all(read) && !ul_record_is_optimum(read));
    record.measures = NULL;
    cr_assert(!ul_record_bounds_all(&record) && !ul_record_is_optimum(&record));
    const ul_record cheaper = {.instance = "a", .method = "n", .parameters = "", .outcome = UL_FEASIBLE,
                               .has_cost = true, .cost = 5};
    cr_assert_eq(ul_extremes_add(&extremes, &record, &alarm), UL_OK);
    cr_assert_eq(ul_extremes_add(&extremes, &cheaper, &alarm), UL_OK, "%s", ul_error_text());
    cr_assert(!alarm);
    some.measures.n = 0;
    ul_record_take(&record, &some);
    cr_assert(ul_record_bounds_all(&record) && ul_record_is_optimum(&record));
    cr_assert_neq(ul_extremes_add(&extremes, &record, &alarm), UL_OK);
    cr_assert(alarm);
}
