#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "availability.h"
#include "availability_series.h"
#include "correlation.h"
#include "generator.h"
#include "pool_history.h"

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

/* ---- the real series of 2015: what an independent program read in them ---- */

static const struct {
    const char *type;
    double on_demand, availability, price;
    size_t revocations;
    double mean_up_hours;
} oracle[] = {
    {"c3.xlarge", 0.21, 0.7879613639132553, 0.04823724113098994, 1434, 2.0045209592437625},
    {"d2.8xlarge", 5.52, 0.9745422910575049, 0.8074169857113395, 103, 34.515827939590075},
    {"g2.2xlarge", 0.65, 0.9270748812134503, 0.09478028077166396, 231, 14.640559163059164},
    {"m3.medium", 0.067, 0.5047005208333334, 0.015009410873140559, 144, 12.785746527777778},
    {"r3.large", 0.175, 0.9183439175194932, 0.024177310952589157, 225, 14.889416049382715},
};
/* Of each pair above, by columns. */
static const double pearson[] = {
    0.27388245281638735,  -0.10251540550877626, -0.03760161419781772,  0.501904449484132,
    0.1608845623991637,   -0.23093419471650345, 0.008386108532364035, -0.019601184007580624,
    0.04205301873799495,  -0.0994018074435568};
enum { SERIES = sizeof oracle / sizeof *oracle };
static const double april_s = 1427846400, september_s = 1440979200; /* 1 April, 31 August 2015 */

/* The covariance of two up times, from where both change: no sampling. */
static double joint_up(const ul_up_history *a, const ul_up_history *b, double span_s)
{
    double sum = 0, at_s = 0;
    bool up_a = a->up_first, up_b = b->up_first;
    for (size_t p = 0, q = 0; at_s < span_s;) {
        const double x = p < a->n ? ul_micro_double(a->change[p]) : span_s;
        const double y = q < b->n ? ul_micro_double(b->change[q]) : span_s;
        const double next = fmin(span_s, fmin(x, y));
        sum += up_a && up_b ? next - at_s : 0;
        at_s = next;
        if (x <= next && p < a->n) {
            up_a = !up_a;
            p++;
        }
        if (y <= next && q < b->n) {
            up_b = !up_b;
            q++;
        }
    }
    return sum / span_s;
}

Test(availability_series, real_series_against_an_independent_reading)
{
    const char *shared = getenv("UL_SHARED");
    ul_spot_series series[SERIES];
    ul_up_history up[SERIES];
    ul_arena *arena = ul_arena_new();
    double share[SERIES];
    char path[512];
    for (size_t k = 0; k < SERIES; k++) {
        snprintf(path, sizeof path, "%s/traces/spot/us-east-1a-Linux-%s.csv.gz",
                 shared == NULL ? "" : shared, oracle[k].type);
        if (shared == NULL || access(path, R_OK) != 0)
            cr_skip_test("no price histories; UL_SHARED says where they are");
        cr_assert_eq(ul_spot_series_read(path, "", &series[k]), UL_OK, "%s", ul_error_text());
        const ul_spot_summary sum = ul_spot_series_summary(&series[k], april_s, september_s);
        cr_expect_float_eq(series[k].on_demand_price, oracle[k].on_demand, 1e-12);
        share[k] = sum.up_s / (sum.up_s + sum.down_s);
        cr_expect_float_eq(share[k], oracle[k].availability, 1e-12, "%s: %.17g", oracle[k].type,
                           share[k]);
        cr_expect_float_eq(sum.price, oracle[k].price, 1e-12, "%s", oracle[k].type);
        cr_expect_eq(sum.revocations, oracle[k].revocations, "%s: %zu", oracle[k].type,
                     sum.revocations);
        cr_expect_float_eq(sum.mean_up_s / 3600, oracle[k].mean_up_hours, 1e-9);
        cr_assert_eq(ul_up_history_read(arena, &series[k], april_s, september_s, &up[k]), UL_OK);
    }
    const double span_s = september_s - april_s;
    for (size_t k = 1, pair = 0; k < SERIES; k++)
        for (size_t l = 0; l < k; l++, pair++) {
            const double covariance = joint_up(&up[l], &up[k], span_s) - share[l] * share[k];
            const double r = covariance
                             / sqrt(share[l] * (1 - share[l]) * share[k] * (1 - share[k]));
            cr_expect_float_eq(r, pearson[pair], 1e-9, "%s, %s: %.17g", oracle[l].type,
                               oracle[k].type, r);
        }
    for (size_t k = 0; k < SERIES; k++)
        ul_spot_series_clear(&series[k]);
    ul_arena_free(arena);
}
