/* The library as programs outside use it: ullage.h alone. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ullage.h"

static ul_instance *made(const char *generator, uint64_t tasks)
{
    ul_instance *instance = ul_generate(generator, &(ul_making){.tasks = tasks, .seed = 1});
    cr_assert_not_null(instance, "%s", ul_error_text());
    return instance;
}

static ul_result *solved(const ul_instance *instance, const char *method)
{
    ul_result *result;
    cr_assert_eq(ul_solve(instance, method, NULL, &result), 0, "%s", ul_error_text());
    return result;
}

static const struct {
    const char *generator;
    uint64_t tasks;
    const char *method, *unplanned; /* a column without which there is no plan */
} kind[] = {
    {"eva-table7", 30, "eva-full", "bin.first"},
    {"reservation", 26, "sec-online", "buy.count"},
    {"availability", 12, "trk8s", "hold"},
    {"eva-jobs", 12, "eva", "stay.from_s"},
};
enum { KINDS = sizeof kind / sizeof *kind };

Test(public, plans_leave_and_enter_as_arrays)
{
    for (size_t q = 0; q < KINDS; q++) {
        ul_instance *instance = made(kind[q].generator, kind[q].tasks);
        ul_result *result = solved(instance, kind[q].method), *again;
        size_t n;
        const ul_array *column = ul_result_columns(result, &n);
        cr_assert_not_null(column);
        cr_assert_eq(ul_check_arrays(instance, column, n, &again), 0, "%s", ul_error_text());
        cr_expect_str_eq(ul_result_status(again), "feasible", "%s", ul_result_note(again));
        cr_expect_str_eq(ul_result_cost_text(again), ul_result_cost_text(result));
        ul_result_free(again);

        ul_array *fewer = malloc(n * sizeof *fewer);
        memcpy(fewer, column, n * sizeof *fewer);
        for (size_t c = 0; c < n; c++)
            if (strcmp(fewer[c].name, kind[q].unplanned) == 0)
                fewer[c].name = "else";
        cr_expect_neq(ul_check_arrays(instance, fewer, n, &again), 0);
        cr_expect_null(again);
        cr_expect_not_null(strstr(ul_error_text(), kind[q].unplanned), "%s", ul_error_text());
        free(fewer);
        ul_result_free(result);
        ul_instance_free(instance);
    }
}

Test(public, plans_leave_and_enter_as_files)
{
    char path[] = "/tmp/ullage-public-XXXXXX";
    close(mkstemp(path));
    ul_instance *instance = made("eva-table7", 30);
    ul_result *result = solved(instance, "ffd"), *again;
    cr_assert_eq(ul_result_write(result, path), 0, "%s", ul_error_text());
    cr_assert_eq(ul_check(instance, path, &again), 0, "%s", ul_error_text());
    cr_expect_eq(ul_result_cost(again), ul_result_cost(result));
    ul_result_free(again);
    FILE *file = fopen(path, "w");
    fputs("ullage-plan,1,packing\n", file);
    fclose(file);
    cr_assert_eq(ul_check(instance, path, &again), 0);
    cr_expect_str_eq(ul_result_status(again), "rejected");
    cr_expect_neq(ul_result_note(again)[0], '\0');
    cr_expect_eq(ul_result_cost(again), -1);
    cr_expect_neq(ul_result_write(again, path), 0);
    ul_result_free(again);
    ul_result_free(result);
    ul_instance_free(instance);
    unlink(path);
}

static ul_instance *two_types(const int64_t *price)
{
    static const char *const name[] = {"arrays"}, *const resource[] = {"cpu", "ram_gb"},
                            *const type[] = {"small", "large"}, *const family[] = {"m", "m"},
                            *const task[] = {"a", "b", "c"}, *const nothing[9];
    static const int64_t capacity[] = {4, 16, 8, 32}, copies[] = {1, 2, 1};
    static const double demand[] = {2, 8, 1.5, 4, 8, 0.25};
    const ul_array title = {.n = 1, .text = name}, of_resource = {.n = 2, .text = resource};
    const ul_array of_type[] = {{.n = 2, .text = type},
                                 {.n = 2, .text = family},
                                 {.n = 2, .number = price, .unit = 1000000},
                                 {.n = 4, .number = capacity}};
    const ul_array of_task[] = {{.n = 3, .text = task},       {.n = 3, .number = copies},
                                 {.n = 9, .text = nothing},
                                 {.n = 6, .real = demand}};
    const ul_records records[] = {{"name", 1, &title, 1},
                                  {"resource", 1, &of_resource, 1},
                                  {"type", 2, of_type, 4},
                                  {"task", 3, of_task, 4}};
    return ul_from_arrays("packing", records, 4);
}

Test(public, an_instance_of_arrays_is_that_of_its_file)
{
    static const char text[] = "ullage,1,packing\nname,arrays\nresource,cpu,ram_gb\n"
                               "type,small,m,0.25,4,16\ntype,large,m,1,8,32\n"
                               "task,a,1,,,,2,8\ntask,b,2,,,,1.5,4\ntask,c,1,,,,8,0.25\n";
    ul_instance *built = two_types((const int64_t[]){250000, 1000000});
    ul_instance *read = ul_parse("text", text, strlen(text));
    cr_assert_not_null(built, "%s", ul_error_text());
    cr_assert_not_null(read, "%s", ul_error_text());
    cr_expect_str_eq(ul_instance_kind(built), "packing");
    cr_expect_str_eq(ul_instance_sha256(built), ul_instance_sha256(read));
    ul_result *result = solved(built, "exact");
    cr_expect_str_eq(ul_result_status(result), "optimal");
    cr_expect_str_eq(ul_result_cost_text(result), "1.5");
    cr_expect_eq(ul_result_bound(result), 1500000);
    ul_result_free(result);
    ul_instance_free(built);
    ul_instance_free(read);
    cr_expect_null(two_types((const int64_t[]){250000, -1}));
    cr_expect_not_null(strstr(ul_error_text(), "type:2: column 4"), "%s", ul_error_text());
}

Test(public, faults_are_sentences)
{
    ul_result *result;
    ul_instance *instance = made("eva-table3", 0);
    cr_expect_null(ul_read("/nowhere.csv"));
    cr_expect_not_null(strstr(ul_error_text(), "/nowhere.csv"));
    cr_expect_null(ul_generate("no-such", NULL));
    cr_expect_null(ul_import("no-such", NULL));
    cr_expect_null(ul_from_arrays("no-such", NULL, 0));
    cr_expect_neq(ul_solve(instance, "no-such", NULL, &result), 0);
    cr_expect_null(result);
    cr_expect_not_null(strstr(ul_error_text(), "no-such"));
    cr_expect_neq(ul_solve(instance, "ffd size=no-such", NULL, &result), 0);
    cr_expect_neq(ul_solve(instance, "./no-such.so", NULL, &result), 0);
    cr_expect_not_null(strstr(ul_error_text(), "no-such.so"));
    cr_expect_not_null(strstr(ul_catalogue(), "\"name\": \"eva-full\""));
    ul_instance_free(instance);
    ul_instance_free(NULL);
    ul_result_free(NULL);
}

typedef struct {
    int told, asked;
} hearing;

static void hear(void *context, const ul_so_far *progress)
{
    hearing *h = context;
    h->told += progress->cost[0] != '\0' && progress->wall_s >= 0;
}

static int stop_soon(void *context)
{
    hearing *h = context;
    return ++h->asked == 3;
}

Test(public, an_optimum_among_some_schedules_is_not_proved_the_best_of_all)
{
    static const char one[] = "ullage,1,schedule\nname,one\nresource,slot\nround,0\nbilling,0,0\n"
                              "type,a,f,1,1\njob,j,0,1,,3600,free,1\n";
    ul_instance *alone = ul_parse("one", one, strlen(one)), *three = made("eva-table3", 0);
    cr_assert_not_null(alone, "%s", ul_error_text());
    ul_result *among_some = solved(alone, "placement-exact"), *best = solved(three, "exact");
    cr_expect_str_eq(ul_result_status(among_some), "optimal");
    cr_expect_eq(ul_result_measure(among_some, "bound_wait_s"), 0);
    cr_expect_not(ul_result_proved(among_some));
    cr_expect_eq(ul_result_proved(best), 1);
    ul_result_free(among_some);
    ul_result_free(best);
    ul_instance_free(alone);
    ul_instance_free(three);
}

Test(public, a_caller_hears_of_a_run_and_ends_it)
{
    hearing h = {0};
    const ul_options options = {.seed = 1, .time_limit_s = 60, .progress = hear, .stop = stop_soon,
                                .context = &h};
    ul_instance *instance = made("eva-table7", 200);
    ul_result *result;
    cr_assert_eq(ul_solve(instance, "local-search", &options, &result), 0, "%s", ul_error_text());
    cr_expect_str_eq(ul_result_status(result), "feasible");
    cr_expect_str_eq(ul_result_limit(result), "user");
    cr_expect_gt(h.told, 0);
    cr_expect_eq(h.asked, 3, "asked again after the answer");
    cr_expect_lt(ul_result_measure(result, "wall_s"), 30);
    cr_expect(isnan(ul_result_measure(result, "no-such")));
    cr_expect_gt(ul_result_column(result, "event.value")->n, 0);
    ul_result_free(result);
    ul_instance_free(instance);
}
