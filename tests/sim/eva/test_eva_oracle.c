/* Every run that the authors' own simulator was made to do, where the user has those
 * outcomes: cost to half a cent, each machine and each end to the second, migrations,
 * and what Eva decided in every round, to the last bit but for logarithms. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eva_reconfigure.h"
#include "oracle.h"
#include "solving.h"
#include "timeline.h"

static const struct {
    const char *run, *trace, *cores, *interference;
} world[] = {
    {"a200", "eva-sim/a200.csv", "cores=vcpu", "interference=table"},
    {"m100", "eva-sim/t6_0.csv", "cores=physical", "interference=table"},
    {"a200_uniform_0.9", "eva-sim/a200.csv", "cores=vcpu", "interference=0.9"},
    {"a200_mig4", "eva-sim/a200_mig4.csv", "cores=vcpu", "interference=table"},
};

static const struct {
    const char *theirs, *ours;
    const ul_eva_rules *watched;
} scheduler[] = {
    {"No-Packing", "no-packing", NULL}, {"Stratus", "stratus-eva", NULL},
    {"Synergy", "synergy", NULL},       {"Owl", "owl", NULL},
    {"Eva", "eva", &ul_eva_rules_eva},  {"Eva-RP", "eva-rp", &ul_eva_rules_rp},
    {"Eva-FullOnly", "eva-full-only", &ul_eva_rules_full_only},
    {"Eva-PartialOnly", "eva-partial-only", &ul_eva_rules_partial_only},
    {"Eva-Single", "eva-single", &ul_eva_rules_single},
};

/* ---- reading the outcomes ---- */

static double member(const ul_json *value, const char *name)
{
    return number(ul_json_member(value, name));
}

/* ---- what we have ---- */

static struct {
    const ul_schedule *in;
    const ul_json *decisions, *learned;
    size_t n;
    double migrations;
} heard;

static double column(size_t q)
{
    return number(ul_json_element(ul_json_element(heard.decisions, heard.n), q));
}

static void hear(void *context, const ul_eva_decision *d)
{
    (void)context;
    if (heard.decisions == NULL)
        return;
    const double have[] = {d->at_s, d->saving_partial, d->saving_full, d->moving_partial,
                           d->moving_full, (double)d->n_events, d->gap_s,
                           (double)d->full_before};
    for (size_t q = 0; q < sizeof have / sizeof *have; q++)
        cr_assert(have[q] == column(q) || (isnan(have[q]) && isnan(column(q))),
                  "decision %zu, column %zu: %.17g, not %.17g", heard.n, q, have[q], column(q));
    cr_assert((isnan(d->horizon_s) && isnan(column(8))) || d->horizon_s == column(8)
                  || fabs(d->horizon_s - column(8)) <= 1e-12 * fabs(column(8)),
              "decision %zu: until %.17g, not %.17g", heard.n, d->horizon_s, column(8));
    cr_assert_eq(d->full, column(9) > 0, "decision %zu", heard.n);
    heard.n++;
}

/* Their name of a workload: ours by the rank that Eva's table has for it. */
static char *add_name(char *text, const ul_eva *eva, uint32_t rank)
{
    size_t w = 0;
    while (w < heard.in->n_workloads && eva->name_of[w] != rank)
        w++;
    cr_assert_lt(w, heard.in->n_workloads);
    return strcat(strcat(text, heard.in->workload[w]), "_node0");
}

static ul_status count_sets(void *context, const char *name, const ul_json *value)
{
    (void)name;
    *(size_t *)context += ul_json_count(value);
    return UL_OK;
}

/* Every set of neighbours that was seen, how often, and the mean of what was seen. */
static void expect_learned(const ul_eva *eva)
{
    size_t known = 0;
    cr_assert_eq(ul_json_each(heard.learned, count_sets, &known), UL_OK);
    cr_assert_eq(eva->table->n_entries, known);
    for (size_t q = 0; q < eva->table->n_entries; q++) {
        const ul_eva_entry *entry = &eva->table->entry[q];
        char key[100] = "", beside[2000] = "";
        add_name(key, eva, entry->key);
        for (uint32_t i = 0; i < entry->n; i++)
            add_name(i == 0 ? beside : strcat(beside, "|"), eva, entry->name[i]);
        const ul_json *want = ul_json_member(ul_json_member(heard.learned, key), beside);
        cr_assert_eq((double)entry->n_seen, number(ul_json_element(want, 0)), "%s beside %s", key,
                     beside);
        cr_assert_float_eq(ul_eva_entry_mean(entry), number(ul_json_element(want, 1)), 1e-12);
    }
}

static void hear_end(void *context, const ul_eva *eva)
{
    (void)context;
    heard.migrations = 0;
    for (size_t j = 0; j < eva->n_jobs; j++)
        heard.migrations += eva->job[j].migrations;
    if (heard.learned != NULL)
        expect_learned(eva);
}

static const ul_eva_rules *rules;

static ul_status watched(const ul_schedule *in, ul_run *run)
{
    static const ul_eva_watch watch = {.decided = hear, .ended = hear_end};
    return ul_eva_run(in, run, rules, &watch);
}

static ul_instance imported(size_t w)
{
    char path[ORACLE_PATH], remark[200];
    const char *const input[] = {shared_trace(path, world[w].trace)};
    const char *const set[] = {world[w].cores, world[w].interference};
    const ul_source_options options = {.input = input, .n_inputs = 1, .set = set, .n_set = 2,
                                       .to_s = HUGE_VAL};
    ul_instance instance;
    cr_assert_eq(ul_source_make(ul_importer_find("eva-jobs"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

static void expect_machines(const ul_schedule_plan *plan, const ul_json *want)
{
    cr_assert_eq(plan->n_machines, ul_json_count(want), "%zu machines, not %zu", plan->n_machines,
                 ul_json_count(want));
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *have = &plan->machine[m];
        const ul_json *row = ul_json_element(want, m);
        const char *type = "";
        const double last = number(ul_json_element(row, 3));
        cr_assert(ul_json_text(ul_json_element(row, 0), &type));
        cr_assert_str_eq(plan->in->type[have->type].name, type, "machine %zu", m);
        cr_assert_eq(ul_micro_double(have->ordered_s), number(ul_json_element(row, 1)),
                     "machine %zu", m);
        cr_assert(isnan(last) || ul_micro_double(have->released_s) == last, "machine %zu", m);
    }
}

static void expect_ends(const ul_schedule_plan *plan, const ul_json *want)
{
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const double end = number(ul_json_element(want, plan->in->task[stay->task].job));
        cr_assert(ul_micro_double(stay->to_s) <= end, "task %u stays after second %g", stay->task,
                  end);
        if (s + 1 == plan->n_stays || ul_micro_double(stay->to_s) == end)
            continue;
        bool again = false; /* whoever leaves early comes back */
        for (size_t q = s + 1; !again && q < plan->n_stays; q++)
            again = plan->stay[q].task == stay->task;
        cr_assert(again, "task %u ends at %g, not %g", stay->task, ul_micro_double(stay->to_s),
                  end);
    }
}

/* A job executes once all its tasks have loaded for the first time. */
static void expect_beginnings(const ul_schedule_plan *plan, const ul_json *want)
{
    const ul_schedule *in = plan->in;
    ul_micro *first = calloc(in->n_tasks, sizeof *first);
    for (size_t s = 0; s < plan->n_stays; s++) {
        ul_micro *of = &first[plan->stay[s].task];
        if (*of == 0 || plan->stay[s].working_s < *of)
            *of = plan->stay[s].working_s;
    }
    for (size_t j = 0; j < in->n_jobs; j++) {
        ul_micro all = 0;
        for (uint32_t i = 0; i < in->job[j].n_tasks; i++)
            all = first[in->job[j].first_task + i] > all ? first[in->job[j].first_task + i] : all;
        cr_assert_eq(ul_micro_double(all), number(ul_json_element(want, j)), "job %zu", j);
    }
    free(first);
}

static void expect_run(size_t w, size_t q, const ul_json *document)
{
    static const ul_param param[] = {UL_EVA_PARAMS, UL_EVA_LEARNING_PARAMS, {0}};
    const ul_method watching = {.name = scheduler[q].ours, .param = param, .schedule = watched};
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    const ul_json *want = ul_json_member(
        ul_json_member(ul_json_member(ul_json_member(document, "runs"), world[w].run),
                       "schedulers"),
        scheduler[q].theirs);
    ul_run *run;
    if (want == NULL)
        return; /* that combination was not run */
    memset(&heard, 0, sizeof heard);
    heard.decisions = ul_json_member(want, "decisions");
    heard.learned = ul_json_member(want, "learned");
    rules = scheduler[q].watched;
    ul_instance instance = imported(w);
    heard.in = instance.data;
    cr_assert_eq(ul_run_new(rules != NULL ? &watching : ul_method_find(scheduler[q].ours),
                            &instance, &options, &run), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert(result->has_cost, "%s", result->note);
    cr_assert_float_eq(ul_cost_double(result->cost), member(want, "total_cost_usd"), 0.005);
    expect_machines(result->plan, ul_json_member(want, "instances"));
    expect_ends(result->plan, ul_json_member(want, "job_end_s"));
    expect_beginnings(result->plan, ul_json_member(want, "job_first_executing_s"));
    if (heard.decisions != NULL)
        cr_assert_eq(heard.n, ul_json_count(heard.decisions));
    /* A migration that is ordered in the second in which its job ends is not in the timeline;
     * the schedulers of Eva, which are watched, count it. */
    cr_assert_eq(rules != NULL ? heard.migrations
                               : *ul_measures_find(&result->measures, "migrations"),
                 member(want, "migrations"));
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Reading the outcomes takes as long as a run: once for all runs of a world. */
ParameterizedTestParameters(eva_oracle, every_run)
{
    static size_t all[sizeof world / sizeof *world];
    for (size_t w = 0; w < sizeof all / sizeof *all; w++)
        all[w] = w;
    return cr_make_param_array(size_t, all, sizeof all / sizeof *all);
}

ParameterizedTest(const size_t *w, eva_oracle, every_run)
{
    ul_json *document = shared_outcomes("eva-sim/oracle.json");
    for (size_t q = 0; q < sizeof scheduler / sizeof *scheduler; q++)
        expect_run(*w, q, document);
    ul_json_free(document);
}
