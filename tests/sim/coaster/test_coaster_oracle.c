/* Eagle's own program, made to draw and to break ties as we do, and CloudCoaster's
 * resizing in it: where the user has those outcomes, every launch of the small run to a
 * microsecond, every end of the middle one, and all figures of the large one to the
 * last digit. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>

#include "oracle.h"
#include "solving.h"
#include "timeline.h"

enum { SEED = 123456798 };

static ul_instance imported(const char *trace, const char *workers, size_t jobs)
{
    char path[ORACLE_PATH], remark[200];
    const char *const input[] = {shared_trace(path, trace)};
    const char *const set[] = {workers};
    const ul_source_options options = {.input = input, .n_inputs = 1, .set = set, .n_set = 1,
                                       .tasks = jobs, .to_s = HUGE_VAL};
    ul_instance instance;
    cr_assert_eq(ul_source_make(ul_importer_find("eagle"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

static ul_run *run_with(const ul_instance *instance, const char *method, const char *set,
                        uint64_t seed)
{
    const ul_run_options options = {.seed = seed, .methods = ul_methods, .set = &set,
                                    .n_set = set != NULL};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find(method), instance, &options, &run), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_assert(ul_run_result_of(run)->has_cost, "%s", ul_run_result_of(run)->note);
    return run;
}

/* ---- the small run ---- */

Test(coaster_oracle, every_launch_to_a_microsecond)
{
    ul_json *document = shared_outcomes("cloudcoaster-sim/oracle.json");
    const ul_json *want = ul_json_member(ul_json_member(document, "YH_small_100_workers"),
                                         "launches");
    ul_instance instance = imported("eagle/YH_small.tr.gz", "workers=100", 0);
    ul_run *run = run_with(&instance, "eagle", NULL, SEED);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_stays, ul_json_count(want));
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_json *row = ul_json_element(want, s);
        const ul_timeline_stay *stay = &plan->stay[s];
        cr_assert_float_eq(ul_micro_double(stay->from_s), number(ul_json_element(row, 0)), 1e-6);
        cr_assert_eq(stay->machine, number(ul_json_element(row, 1)), "launch %zu", s);
        cr_assert_eq(plan->in->task[stay->task].job + 1, number(ul_json_element(row, 2)));
        cr_assert_eq(ul_micro_double(stay->stopped_s - stay->working_s),
                     number(ul_json_element(row, 3)), "launch %zu", s);
    }
    ul_run_free(run);
    ul_instance_free(&instance);
    ul_json_free(document);
}

/* ---- the middle one: the first 200 jobs on 500 workers ---- */

static void expect_ends(const char *method, const char *set, const char *run_name)
{
    ul_json *document = shared_outcomes("cloudcoaster-sim/oracle.json");
    const ul_json *want = ul_json_member(
        ul_json_member(ul_json_member(document, "YH1_first200_500_workers"), run_name),
        "job_ends");
    ul_instance instance = imported("eagle/YH1_sub.tr.gz", "workers=500", 200);
    ul_run *run = run_with(&instance, method, set, SEED);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    double end_s[200] = {0};
    for (size_t s = 0; s < plan->n_stays; s++) {
        const uint32_t j = plan->in->task[plan->stay[s].task].job;
        end_s[j] = fmax(end_s[j], ul_micro_double(plan->stay[s].to_s));
    }
    cr_assert_eq(ul_json_count(want), 200);
    for (size_t j = 0; j < 200; j++)
        cr_assert_float_eq(end_s[j], number(ul_json_element(want, j)), 1e-6, "job %zu: %f", j,
                           end_s[j]);
    ul_run_free(run);
    ul_instance_free(&instance);
    ul_json_free(document);
}

Test(coaster_oracle, every_end_under_eagle)
{
    expect_ends("eagle", NULL, "eagle");
}

Test(coaster_oracle, every_end_under_cloudcoaster)
{
    expect_ends("cloudcoaster", "r=3", "K15_ondemand5");
}

/* ---- the large one ---- */

static const struct {
    const char *group, *run, *method, *set;
    bool counts_idle; /* theirs counts workers that were ready and went in the same instant */
} large[] = {
    {"YH1_sub_4000_workers", "eagle", "eagle", NULL, false},
    {"YH1_sub_4000_workers", "K40", "cloudcoaster", "r=1", false},
    {"YH1_sub_4000_workers", "K80", "cloudcoaster", "r=2", false},
    {"YH1_sub_4000_workers", "K120", "cloudcoaster", "r=3", false},
    {"YH1_sub_4000_workers", "hawk", "hawk", NULL, false},
    {"YH1_sub_4000_workers", "sparrow", "sparrow", NULL, false},
    {"variants_YH1_K120", "booting_not_cancelled", "cloudcoaster", "booting=kept", true},
    {"variants_YH1_K120", "remove_all_at_once", "cloudcoaster", "removes=all", false},
};

/* Their names and ours; the outcomes are rounded to so many digits. */
static const struct {
    const char *group, *theirs, *ours;
    double unit;
    bool of_all; /* workers, also those that went at once */
} figure[] = {
    {"short_task", "mean", "short_delay_mean_s", 1e-6, false},
    {"short_task", "p50", "short_delay_p50_s", 1e-6, false},
    {"short_task", "p90", "short_delay_p90_s", 1e-6, false},
    {"short_task", "p99", "short_delay_p99_s", 1e-6, false},
    {"short_task", "max", "short_delay_max_s", 1e-6, false},
    {"long_task", "mean", "long_delay_mean_s", 1e-6, false},
    {"long_task", "p50", "long_delay_p50_s", 1e-6, false},
    {"long_task", "p90", "long_delay_p90_s", 1e-6, false},
    {"long_task", "p99", "long_delay_p99_s", 1e-6, false},
    {"long_task", "max", "long_delay_max_s", 1e-6, false},
    {"short_job", "mean", "short_completion_mean_s", 1e-6, false},
    {"short_job", "p50", "short_completion_p50_s", 1e-6, false},
    {"short_job", "p90", "short_completion_p90_s", 1e-6, false},
    {"short_job", "p99", "short_completion_p99_s", 1e-6, false},
    {"short_job", "max", "short_completion_max_s", 1e-6, false},
    {"long_job", "mean", "long_completion_mean_s", 1e-6, false},
    {"long_job", "p50", "long_completion_p50_s", 1e-6, false},
    {"long_job", "p90", "long_completion_p90_s", 1e-6, false},
    {"long_job", "p99", "long_completion_p99_s", 1e-6, false},
    {"long_job", "max", "long_completion_max_s", 1e-6, false},
    {"transient", "servers_used", "transient_used", 1, true},
    {"transient", "life_mean_h", "transient_life_mean_h", 1e-6, true},
    {"transient", "life_max_h", "transient_life_max_h", 1e-6, false},
    {"transient", "active_mean", "transient_active_mean", 1e-4, false},
};

ParameterizedTestParameters(coaster_oracle, every_figure)
{
    static size_t all[sizeof large / sizeof *large];
    for (size_t q = 0; q < sizeof large / sizeof *large; q++)
        all[q] = q;
    return cr_make_param_array(size_t, all, sizeof large / sizeof *large);
}

ParameterizedTest(const size_t *index, coaster_oracle, every_figure)
{
    ul_json *document = shared_outcomes("cloudcoaster-sim/oracle.json");
    const ul_json *want = ul_json_member(ul_json_member(document, large[*index].group),
                                         large[*index].run);
    ul_instance instance = imported("eagle/YH1_sub.tr.gz", "workers=4000", 0);
    ul_run *run = run_with(&instance, large[*index].method, large[*index].set, SEED);
    size_t seen = 0;
    for (size_t q = 0; q < sizeof figure / sizeof *figure; q++) {
        const double theirs = number(
            ul_json_member(ul_json_member(want, figure[q].group), figure[q].theirs));
        const double *ours = ul_measures_find(&ul_run_result_of(run)->measures, figure[q].ours);
        if (isnan(theirs) || (large[*index].counts_idle && figure[q].of_all))
            continue;
        seen++;
        cr_assert_not_null(ours, "%s", figure[q].ours);
        cr_expect_float_eq(*ours, theirs, 0.51 * figure[q].unit, "%s %s: %.7f, not %.7f",
                           large[*index].run, figure[q].ours, *ours, theirs);
    }
    cr_assert_geq(seen, 20);
    ul_run_free(run);
    ul_instance_free(&instance);
    ul_json_free(document);
}

/* ---- another seed ---- */

Test(coaster_oracle, another_stream)
{
    ul_json *document = shared_outcomes("cloudcoaster-sim/oracle.json");
    const ul_json *group = ul_json_member(document, "other_seeds_YH1");
    ul_instance instance = imported("eagle/YH1_sub.tr.gz", "workers=4000", 0);
    const ul_json *want = ul_json_member(group, "k120_seed1");
    ul_run *run = run_with(&instance, "cloudcoaster", "r=3", 1);
    const ul_measures *have = &ul_run_result_of(run)->measures;
    cr_expect_float_eq(*ul_measures_find(have, "short_delay_mean_s"),
                       number(ul_json_member(want, "short_task_mean")), 0.51e-6);
    cr_expect_float_eq(*ul_measures_find(have, "short_delay_p99_s"),
                       number(ul_json_member(want, "short_task_p99")), 0.51e-6);
    ul_run_free(run);
    ul_instance_free(&instance);
    ul_json_free(document);
}
