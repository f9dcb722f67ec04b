#include "tune.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csv_writer.h"
#include "json_writer.h"
#include "statistics.h"
#include "tune_parts.h"

#define TEST_SUITE "test.csv"
#define ANSWER "tune.json"

/* ---- a part's gain ---- */

static ul_status measure(const ul_tuner *t, const size_t *pool, size_t n, size_t chosen,
                         ul_tune_part *part)
{
    double *gain;
    ul_paired by = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    *part = (ul_tune_part){.n = n};
    UL_ALLOC(t->arena, gain, n);
    UL_ALLOC(t->arena, part->instance, n);
    for (size_t q = 0; q < n; q++) {
        const double one = ul_tuner_gain(t, pool[q], chosen);
        const char *label = ul_names_text(t->label, pool[q]);
        part->instance[q] = ul_arena_text(t->arena, label, strlen(label));
        UL_NEED(part->instance[q]);
        if (!isnan(one))
            gain[part->n_pairs++] = one;
    }
    if (part->n_pairs > 0)
        UL_TRY(ul_stat_paired(gain, part->n_pairs, &by));
    part->gain = by.mean;
    part->low = by.low;
    part->high = by.high;
    part->p = by.p;
    return UL_OK;
}

static ul_status run_test(ul_tuner *t, size_t chosen, bool *alarm)
{
    for (size_t q = t->n_training; q < t->n_pool; q++) {
        bool *wanted = &t->wanted[t->pool[q] * t->n_methods];
        wanted[t->method_of[0]] = wanted[t->method_of[chosen]] = true;
    }
    return ul_tuner_run(t, alarm);
}

/* ---- what is to be doubted ---- */

static ul_status doubt(const ul_tuner *t, ul_tuning *to)
{
    const ul_tune_part *training = &to->training, *test = &to->test;
    to->warning = "";
    if (to->chosen == to->reference)
        return UL_OK;
    if (!(test->gain > 0) && training->gain > 0)
        return ul_arena_format(t->arena, &to->warning,
                               "training and test disagree: a gain of %.2f%% there is %s here; the "
                               "setting fits the training instances, keep the default",
                               100 * training->gain, test->n_pairs == 0 ? "not seen" : "none");
    if (training->gain < test->low || training->gain > test->high)
        return ul_arena_format(t->arena, &to->warning,
                               "training and test disagree: the gain of %.2f%% there is outside the "
                               "interval here", 100 * training->gain);
    if (isnan(test->low))
        return ul_arena_format(t->arena, &to->warning,
                               "the test part has %zu pairs, too few for an interval", test->n_pairs);
    return test->low <= 0 ? ul_arena_format(t->arena, &to->warning,
                                            "the interval has 0 in it: that there is a gain is not "
                                            "settled")
                          : UL_OK;
}

/* ---- files ---- */

static ul_status open_file(const ul_tuner *t, const char *name, ul_output **out)
{
    char path[UL_PATH];
    ul_run_folder_path(t->options->engine->runner.campaign.folder, name, path);
    return ul_output_open(path, out);
}

static void put_method(ul_csv_writer *csv, const char *name, const char *const *set, size_t n)
{
    ul_csv_put(csv, "method");
    ul_csv_put(csv, name);
    for (size_t q = 0; q < n; q++)
        ul_csv_put(csv, set[q]);
    ul_csv_end(csv);
}

/* The phrase of a setting as a suite's record. */
static ul_status put_setting(const ul_tuner *t, ul_csv_writer *csv, const char *phrase)
{
    const char *set[UL_SUITE_SET_MAX];
    const ul_method *method;
    size_t n = 0;
    char *words = ul_arena_text(t->arena, phrase, strlen(phrase));
    UL_NEED(words);
    UL_TRY(ul_method_choose_with(words, set, UL_SUITE_SET_MAX, &n, 0, &method));
    put_method(csv, words, set, n);
    return UL_OK;
}

static ul_status write_test_suite(const ul_tuner *t, const ul_tuning *to)
{
    char path[600];
    ul_suite *suite;
    ul_output *out;
    UL_TRY(ul_suite_read_copy(t->options->engine->runner.campaign.folder, &suite));
    ul_status status = open_file(t, TEST_SUITE, &out);
    if (status == UL_OK) {
        ul_csv_writer csv = {.out = out};
        ul_output_csv(out, "ullage-suite,1\nname,%t\n", suite->name);
        ul_output_format(out, "limits,%.15g,%.15g,%llu\nrepetitions,%llu\n", suite->wall_s,
                         suite->cpu_s, (unsigned long long)suite->memory_mb,
                         (unsigned long long)suite->repetitions);
        for (size_t q = 0; q < to->test.n; q++) {
            snprintf(path, sizeof path, UL_INSTANCES "/%.500s.csv.gz", to->test.instance[q]);
            ul_output_csv(out, "file,%t\n", path);
        }
        status = put_setting(t, &csv, to->reference);
        if (status == UL_OK && to->chosen != to->reference)
            status = put_setting(t, &csv, to->chosen);
        status = ul_output_finish(out, status);
    }
    ul_suite_free(suite);
    return status;
}

static ul_status tune(ul_tuner *t, ul_tuning *to, bool *alarm)
{
    ul_output *out;
    size_t n_run = 0;
    UL_TRY(ul_tuner_settings(t));
    UL_TRY(ul_tuner_instances(t, alarm));
    UL_TRY(ul_tuner_race(t, &n_run, &to->end, alarm));
    const size_t chosen = ul_tuner_best(t, n_run);
    UL_TRY(run_test(t, chosen, alarm));
    UL_TRY(measure(t, t->pool, n_run, chosen, &to->training));
    UL_TRY(measure(t, t->pool + t->n_training, t->n_pool - t->n_training, chosen, &to->test));
    to->chosen = t->phrase[chosen];
    to->reference = t->phrase[0];
    to->n_grid = t->n_grid;
    to->n_settings = t->n;
    for (size_t s = 0; s < t->n; s++)
        to->n_left += !t->dropped[s];
    to->n_copies = t->n_copies;
    to->n_passed = t->n_passed;
    to->cpu_s = t->spent_s;
    UL_TRY(doubt(t, to));
    UL_TRY(write_test_suite(t, to));
    UL_TRY(open_file(t, ANSWER, &out));
    return ul_output_finish(out, ul_tuning_json(t->options, to, out));
}

ul_status ul_tune(const ul_tune_options *options, ul_arena *arena, ul_tuning *tuning, bool *alarm)
{
    ul_tuner t = {.options = options, .arena = arena, .label = ul_names_new()};
    *tuning = (ul_tuning){0};
    *alarm = false;
    const ul_status status = t.label == NULL ? ul_no_memory() : tune(&t, tuning, alarm);
    ul_names_free(t.label);
    return status;
}

/* ---- the answer ---- */

static const char *const end_name[] = {[UL_TUNE_ONE_LEFT] = "one-left",
                                       [UL_TUNE_INSTANCES] = "instances",
                                       [UL_TUNE_BUDGET] = "budget"};

static void put_real(ul_json_writer *json, const char *name, double value)
{
    ul_json_real_member(json, name, value);
}

static void put_part(ul_json_writer *json, const char *name, const ul_tune_part *part)
{
    ul_json_open_member(json, name, "{", ", ");
    ul_json_count_member(json, "pairs", part->n_pairs);
    put_real(json, "gain", part->gain);
    put_real(json, "low", part->low);
    put_real(json, "high", part->high);
    put_real(json, "p", part->p);
    ul_json_texts_member(json, "instances", (const char *const *)part->instance, part->n);
    ul_json_close(json, "}");
}

ul_status ul_tuning_json(const ul_tune_options *options, const ul_tuning *to, ul_output *out)
{
    ul_json_writer json = ul_json_writer_on(out);
    ul_json_open(&json, "{", ", ");
    ul_json_text_member(&json, "chosen", to->chosen);
    ul_json_text_member(&json, "default", to->reference);
    ul_json_count_member(&json, "grid", to->n_grid);
    ul_json_count_member(&json, "settings", to->n_settings);
    ul_json_count_member(&json, "left", to->n_left);
    ul_json_text_member(&json, "ended", end_name[to->end]);
    put_part(&json, "training", &to->training);
    put_part(&json, "test", &to->test);
    ul_json_count_member(&json, "copies", to->n_copies);
    ul_json_count_member(&json, "passed_over", to->n_passed);
    ul_json_text_member(&json, "warning", to->warning);
    ul_json_count_member(&json, "seed", options->seed);
    put_real(&json, "budget_s", options->budget_s);
    put_real(&json, "cpu_s", to->cpu_s);
    ul_json_text_member(&json, "folder", options->engine->runner.campaign.folder);
    ul_json_close(&json, "}\n");
    return UL_OK;
}

static void say_part(const char *name, const ul_tune_part *part, ul_output *out)
{
    ul_output_format(out, "%-9s ", name);
    if (part->n_pairs == 0)
        ul_output_text(out, "no instance on which both have a plan");
    else
        ul_output_format(out, "gain %.2f%% on %zu instances", 100 * part->gain, part->n_pairs);
    if (!isnan(part->low))
        ul_output_format(out, " (95%% interval %.2f%% to %.2f%%, p = %.2g)", 100 * part->low,
                         100 * part->high, part->p);
    if (part->n_pairs > 0 && part->n_pairs < part->n)
        ul_output_format(out, ", %zu without a plan", part->n - part->n_pairs);
    ul_output_text(out, "\n");
}

ul_status ul_tuning_text(const ul_tune_options *options, const ul_tuning *to, ul_output *out)
{
    static const char *const why[] = {[UL_TUNE_ONE_LEFT] = "the others lost significantly",
                                      [UL_TUNE_INSTANCES] = "all training instances were run",
                                      [UL_TUNE_BUDGET] = "the budget was spent"};
    const bool stays = to->chosen == to->reference;
    ul_output_format(out, "chosen    %s%s\n", to->chosen, stays ? ", the default" : "");
    if (!stays)
        ul_output_format(out, "default   %s\n", to->reference);
    say_part("training", &to->training, out);
    say_part("test", &to->test, out);
    ul_output_format(out, "race      %zu settings, %zu left: %s; seed %llu, %.2f CPU s\n",
                     to->n_settings, to->n_left, why[to->end], (unsigned long long)options->seed,
                     to->cpu_s);
    if (to->n_grid > to->n_settings)
        ul_output_format(out, "drawn     some of %zu settings, by the seed\n", to->n_grid);
    if (to->n_copies > 0)
        ul_output_format(out, "copies    %zu instances are others under another name: left out\n",
                         to->n_copies);
    if (to->warning[0] != '\0')
        ul_output_format(out, "warning   %s\n", to->warning);
    ul_output_format(out, "files     %s/" ANSWER ", and " TEST_SUITE ": a suite of the test part\n",
                     options->engine->runner.campaign.folder);
    return UL_OK;
}
