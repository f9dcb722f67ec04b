/* Temporal bin packing, imported for busy time and for the number of bins. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "generator.h"
#include "packing.h"
#include "rng.h"
#include "schedule.h"
#include "written.h"

enum { ITEMS = 7, STEPS = 9, CAPACITY = 10 };

typedef struct {
    int start, end, size;
} interval;

static ul_status import(const char *format, const char *text, ul_instance *instance)
{
    char path[32], remark[256];
    const char *input = path;
    write_file(path, text);
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = &input, .n_inputs = 1};
    const ul_status status = ul_source_make(ul_importer_find(format), &options, remark,
                                            sizeof remark, instance);
    unlink(path);
    return status;
}

static void refuse(const char *text, const char *reason)
{
    ul_instance instance;
    cr_assert_eq(import("tbpp-machines", text, &instance), UL_E_INPUT, "%s", text);
    cr_assert_not_null(strstr(ul_error_text(), reason), "%s", ul_error_text());
}

static void draw(ul_rng *rng, interval item[ITEMS], char *text)
{
    text += sprintf(text, "%d %d 0 0\n", ITEMS, CAPACITY);
    for (int i = 0; i < ITEMS; i++) {
        const int start = (int)ul_rng_below(rng, STEPS);
        item[i] = (interval){start, start + 1 + (int)ul_rng_below(rng, 4),
                             1 + (int)ul_rng_below(rng, CAPACITY)};
        text += sprintf(text, "%d %d %d %d\n", i, item[i].start, item[i].end, item[i].size);
    }
}

static bool fits_at_all_times(const interval item[ITEMS], unsigned set)
{
    for (int at = 0; at < STEPS + 4; at++) {
        int load = 0;
        for (int i = 0; i < ITEMS; i++)
            if ((set >> i & 1) != 0 && item[i].start <= at && at < item[i].end)
                load += item[i].size;
        if (load > CAPACITY)
            return false;
    }
    return true;
}

static bool fits_as_vectors(const ul_packing *in, unsigned set)
{
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_micro left = in->type[0].capacity[r];
        for (size_t i = 0; i < ITEMS; i++)
            if ((set >> i & 1) != 0)
                left -= ul_packing_need(in, i, 0)[r];
        if (left < 0)
            return false;
    }
    return true;
}

/* No instant is a resource for nothing: at each there is somebody who is not at another. */
static void expect_few(const ul_packing *in)
{
    for (size_t r = 0; r < in->n_resources; r++)
        for (size_t q = 0; q < in->n_resources; q++) {
            bool within = q != r;
            for (size_t i = 0; i < ITEMS && within; i++)
                within = ul_packing_need(in, i, 0)[r] == 0 || ul_packing_need(in, i, 0)[q] > 0;
            cr_assert(!within, "%s is not needed beside %s", in->resource[r], in->resource[q]);
        }
}

Test(tbpp, a_bin_holds_what_fits_at_all_times)
{
    ul_rng *rng = ul_rng_new(7);
    for (int trial = 0; trial < 200; trial++) {
        interval item[ITEMS];
        char text[512];
        ul_instance instance;
        draw(rng, item, text);
        cr_assert_eq(import("tbpp-machines", text, &instance), UL_OK, "%s", ul_error_text());
        const ul_packing *in = instance.data;
        cr_assert_eq(in->n_tasks, ITEMS);
        for (unsigned set = 0; set < 1 << ITEMS; set++)
            cr_assert_eq(fits_as_vectors(in, set), fits_at_all_times(item, set), "%x of %s", set,
                         text);
        expect_few(in);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

Test(tbpp, where_all_fit_one_bin_there_is_one_resource)
{
    ul_instance instance;
    cr_assert_eq(import("tbpp-machines", "2 10 0 0\n0 0 2 5\n1 1 3 5\n", &instance), UL_OK, "%s",
                 ul_error_text());
    const ul_packing *in = instance.data;
    cr_assert_eq(in->n_resources, 1);
    ul_instance_free(&instance);
}

Test(tbpp, for_busy_time_items_are_jobs)
{
    ul_instance instance;
    cr_assert_eq(import("tbpp", "2 10 0 0\n0 0 2 6\n1 1 3 5\n", &instance), UL_OK, "%s",
                 ul_error_text());
    const ul_schedule *in = instance.data;
    cr_assert_eq(in->n_tasks, 2);
    cr_assert_eq(in->task[1].arrival_s, 3600 * UL_MICRO);
    cr_assert_eq(in->task[1].work_s, 7200 * UL_MICRO);
    ul_instance_free(&instance);
}

Test(tbpp, what_is_no_such_file_is_refused)
{
    refuse("1 10 0 0\n0 2 2 5\n", "an item ends after its start");
    refuse("1 10 0 0\n0 1 2 5\n1 1 2 5\n", "there are more than the 1 items");
    refuse("1 10 0 0\n0 1 2 11\n", "fits no type");
}
