#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "availability_file.h"
#include "availability_series.h"
#include "correlation.h"
#include "generator.h"

/* c3.xlarge costs 0.21 on demand: 2 h up, 1 h down, 1 h up. */
static const char history[] = "2015-03-01 00:00:00,0.05\n"
                              "2015-03-01 03:00:00,0.10\n"
                              "2015-03-01 01:00:00,0.15\n"
                              "2015-03-01 02:00:00,0.30\n"
                              "2015-03-01 04:00:00,0.10\n";

static void write_history(char folder[64], char path[128])
{
    strcpy(folder, "/tmp/test_series_XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, 128, "%s/zone-9z-Linux-c3.xlarge.csv", folder);
    FILE *file = fopen(path, "w");
    fputs(history, file);
    fclose(file);
}

static void remove_history(const char *folder, const char *path)
{
    unlink(path);
    rmdir(folder);
}

Test(availability_series, up_time_price_and_revocations)
{
    char folder[64], path[128];
    ul_spot_series series;
    write_history(folder, path);
    cr_assert_eq(ul_spot_series_read(path, "", &series), UL_OK, "%s", ul_error_text());
    cr_assert_str_eq(series.zone, "zone-9z");
    const double start = series.price[0].time_s;
    const ul_spot_summary all = ul_spot_series_summary(&series, start, INFINITY);
    cr_assert_float_eq(all.up_s, 3 * 3600, 1e-9);
    cr_assert_float_eq(all.down_s, 3600, 1e-9);
    cr_assert_float_eq(all.price, 0.1, 1e-12);
    cr_assert_eq(all.revocations, 1);
    const ul_spot_summary last = ul_spot_series_summary(&series, start + 3 * 3600, INFINITY);
    cr_assert_float_eq(last.down_s, 0, 1e-9);
    ul_spot_series_clear(&series);
    remove_history(folder, path);
}

Test(availability_series, the_importer_makes_an_instance_of_it)
{
    char folder[64], path[128], remark[300];
    ul_instance instance;
    write_history(folder, path);
    const char *const input[] = {path}, *const set[] = {"capacity=20"};
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = input, .n_inputs = 1,
                                       .set = set, .n_set = 1};
    cr_assert_eq(ul_source_make(ul_importer_find("spot-history"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    const ul_availability *in = instance.data;
    cr_assert_float_eq(in->type[0].availability, 0.75, 1e-12);
    cr_assert_not_null(strstr(remark, "mean time to revocation 3.0 h"), "%s", remark);
    ul_instance_free(&instance);
    remove_history(folder, path);
}

Test(availability_series, correlation_of_equal_opposite_and_constant_series)
{
    const double sample[4][6] = {
        {1, 0, 1, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {0, 1, 0, 0, 1, 0}, {1, 1, 1, 1, 1, 1}};
    double r[16];
    cr_assert_eq(ul_correlation(&sample[0][0], 4, 6, r), UL_OK);
    cr_assert_float_eq(r[1], 1, 1e-12);
    cr_assert_float_eq(r[2], -1, 1e-12);
    cr_assert_float_eq(r[3], 0, 1e-12);
    cr_assert_float_eq(r[8], r[2], 0);
    cr_assert_float_eq(r[15], 1, 0);
}

Test(availability_generator, makes_as_many_types_as_asked_and_the_same_ones_again)
{
    char remark[100], first[UL_SHA256_TEXT];
    for (int round = 0; round < 2; round++) {
        ul_instance instance;
        const ul_source_options options = {.tasks = 12, .seed = 4, .to_s = HUGE_VAL};
        cr_assert_eq(ul_source_make(ul_generator_find("availability"), &options, remark,
                                    sizeof remark, &instance), UL_OK, "%s", ul_error_text());
        cr_assert_eq(((const ul_availability *)instance.data)->n_types, 12);
        if (round == 0)
            strcpy(first, instance.sha256);
        cr_assert_str_eq(instance.sha256, first);
        ul_instance_free(&instance);
    }
}

Test(availability_series, a_generated_history_is_up_as_often_as_asked)
{
    ul_spot_series series;
    ul_rng *rng = ul_rng_new(7);
    cr_assert_eq(ul_spot_series_generate(rng, 3, 0.9, 3650, &series), UL_OK);
    const ul_spot_summary summary = ul_spot_series_summary(&series, 0, 3650 * 86400.0);
    cr_expect_str_eq(series.name, "vm3");
    cr_expect_float_eq(summary.up_s / (summary.up_s + summary.down_s), 0.9, 0.01);
    ul_spot_series_clear(&series);
    ul_rng_free(rng);
}
