/* The policies of deadlines against what Can't Be Late's own code decided, tick by tick, where
 * its outcomes are at hand; and small cases by hand. */
#include <string.h>

#include "deadline_plan.h"
#include "oracle.h"
#include "registry.h"
#include "solving.h"

enum { MODES_TEXT = 20000 };

/* "time-sliced-4" is time-sliced with four slices; "+guard" is a setting, too. */
static ul_run *run_policy(const ul_instance *instance, const char *policy, bool guarded)
{
    char name[64], slices[32], guard[16];
    const char *set[] = {guard, slices};
    ul_run *run;
    const bool sliced = sscanf(policy, "time-sliced-%15s", slices + strlen("slices=")) == 1;
    memcpy(slices, "slices=", strlen("slices="));
    snprintf(guard, sizeof guard, "guard=%s", guarded ? "yes" : "no");
    snprintf(name, sizeof name, "%s", sliced ? "time-sliced" : policy);
    const ul_run_options options = {.seed = 1, .set = set, .n_set = sliced ? 2 : 1,
                                    .methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find(name), instance, &options, &run),
                 UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    return run;
}

/* The modes of a plan up to the last that is used, a letter a tick. */
static void letters(const ul_deadline_plan *plan, char text[MODES_TEXT])
{
    size_t n = plan->in->n_ticks;
    while (n > 0 && plan->mode[n - 1] == UL_IDLE)
        n--;
    cr_assert(n < MODES_TEXT);
    for (size_t i = 0; i < n; i++)
        text[i] = ".so"[plan->mode[i]];
    text[n] = '\0';
}

/* What "3s 12. 4o" stands for. */
static void spread(const char *runs, char text[MODES_TEXT])
{
    size_t n = 0;
    int count, used;
    for (char mode; sscanf(runs, " %d%c%n", &count, &mode, &used) == 2; runs += used) {
        cr_assert(n + (size_t)count < MODES_TEXT);
        memset(text + n, mode, (size_t)count);
        n += (size_t)count;
    }
    text[n] = '\0';
}

/* ---- the tiny cases, with their ties ---- */

typedef struct {
    ul_instance instance;
    bool guarded;
    size_t compared, late;
} tiny_case;

static ul_status compare_tiny(void *context, const char *policy, const ul_json *value)
{
    tiny_case *c = context;
    char said[MODES_TEXT];
    const char *wanted;
    cr_assert(ul_json_text(value, &wanted));
    ul_run *run = run_policy(&c->instance, policy, c->guarded);
    const ul_run_result *result = ul_run_result_of(run);
    if (wanted[strlen(wanted) - 1] == '!') {
        cr_assert(result->plan == NULL && strstr(result->note, "the job is late") != NULL, "%s: %s",
                  policy, result->note);
        c->late++;
    } else {
        cr_assert_not_null(result->plan, "%s: %s", policy, result->note);
        letters(result->plan, said);
        cr_assert_str_eq(said, wanted, "%s", policy);
        c->compared++;
    }
    ul_run_free(run);
    return UL_OK;
}

static ul_instance tiny_instance(const ul_json *value)
{
    char text[2000];
    const char *available;
    cr_assert(ul_json_text(ul_json_member(value, "avail"), &available));
    int n = snprintf(text, sizeof text, "ullage,1,deadline\nname,t\ntick,%.0f\njob,%.0f,%.0f,%.0f\n"
                                        "price,0.9731,3.06\n",
                     number(ul_json_member(value, "gap_s")), number(ul_json_member(value, "work_s")),
                     number(ul_json_member(value, "deadline_s")),
                     number(ul_json_member(value, "overhead_s")));
    for (const char *at = available; *at != '\0'; at++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s,1\n", *at == '1' ? "spot" : "none");
    return parsed(text);
}

static void expect_optimum(const ul_instance *instance, const ul_json *optimum)
{
    ul_run *run = solved(instance, "deadline-exact", "");
    ul_job_state job;
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL);
    ul_deadline_follow(ul_run_result_of(run)->plan, &job);
    const ul_json *dollars = ul_json_member(optimum, "cost");
    if (ul_json_member(optimum, "spot_ticks") != NULL) {
        cr_assert_eq((double)job.ticks[UL_SPOT], number(ul_json_member(optimum, "spot_ticks")));
        cr_assert_eq((double)job.ticks[UL_ON_DEMAND], number(ul_json_member(optimum, "od_ticks")));
    }
    if (dollars != NULL)
        cr_assert_lt(fabs(ul_cost_double(ul_run_result_of(run)->cost) - number(dollars)), 1e-9);
    ul_run_free(run);
}

Test(deadline_policies, every_tie_of_the_tiny_cases_is_decided_as_the_authors_code_does)
{
    ul_json *oracle = shared_outcomes("cant-be-late/oracle.json");
    const ul_json *tiny = ul_json_member(oracle, "tiny");
    tiny_case c = {0};
    for (size_t q = 0; q < ul_json_count(tiny); q++) {
        const ul_json *value = ul_json_element(tiny, q);
        c.instance = tiny_instance(value);
        c.guarded = false;
        ul_json_each(ul_json_member(value, "decisions"), compare_tiny, &c);
        c.guarded = true;
        ul_json_each(ul_json_member(value, "guarded_where_different"), compare_tiny, &c);
        expect_optimum(&c.instance, ul_json_member(value, "optimum"));
        ul_instance_free(&c.instance);
    }
    cr_assert(c.compared > 700 && c.late > 5, "%zu compared, %zu late", c.compared, c.late);
    ul_json_free(oracle);
}

/* ---- real traces ---- */

typedef struct {
    const ul_json *decisions; /* of the same case */
    ul_instance instance;
    bool guarded;
    size_t compared, late;
} real_case;

static void compare_columns(const ul_run_result *result, const ul_json *row, const char *policy)
{
    static const char *const name[] = {"in_time", "ticks", "spot_ticks", "on_demand_ticks",
                                       "launches", "preemptions"};
    cr_assert_lt(fabs(ul_cost_double(result->cost) - number(ul_json_element(row, 0))), 1e-9, "%s",
                 policy);
    for (size_t q = 1; q < sizeof name / sizeof *name; q++)
        cr_assert_eq(*ul_measures_find(&result->measures, name[q]),
                     number(ul_json_element(row, q + 1)), "%s: %s", policy, name[q]);
    cr_assert_eq(*ul_measures_find(&result->measures, "in_time"), 1);
}

static void compare_modes(const real_case *c, const ul_run_result *result, const char *policy)
{
    char said[MODES_TEXT], wanted[MODES_TEXT], key[80];
    const char *runs;
    snprintf(key, sizeof key, "%s%s", policy, c->guarded ? "+guard" : "");
    if (!ul_json_text(ul_json_member(c->decisions, key), &runs))
        return;
    letters(result->plan, said);
    spread(runs, wanted);
    cr_assert_str_eq(said, wanted, "%s", policy);
}

static ul_status compare_real(void *context, const char *policy, const ul_json *row)
{
    real_case *c = context;
    bool in_time;
    if (strcmp(policy, "quick-optimal") == 0) /* its rules are not known */
        return UL_OK;
    ul_run *run = run_policy(&c->instance, policy, c->guarded);
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert(ul_json_truth(ul_json_element(row, 1), &in_time));
    if (in_time) {
        cr_assert_not_null(result->plan, "%s: %s", policy, result->note);
        compare_columns(result, row, policy);
        compare_modes(c, result, policy);
        c->compared++;
    } else {
        size_t tick;
        double dollars;
        cr_assert_eq(sscanf(result->note, "the job is late: it is done in tick %zu for $%lf", &tick,
                            &dollars), 2, "%s: %s", policy, result->note);
        cr_assert((double)tick == number(ul_json_element(row, 2))
                      && fabs(dollars - number(ul_json_element(row, 0))) < 1e-9, "%s: %s", policy,
                  result->note);
        c->late++;
    }
    ul_run_free(run);
    return UL_OK;
}

static ul_instance imported(const ul_json *value)
{
    char path[ORACLE_PATH], file[200], set[5][64], remark[200];
    const char *const list[] = {set[0], set[1], set[2], set[3], set[4]};
    static const char *const name[][2] = {{"work", "work_s"}, {"deadline", "deadline_s"},
                                          {"overhead", "overhead_s"}, {"spot", "spot_usd_h"},
                                          {"on-demand", "on_demand_usd_h"}};
    const char *trace, *input = path;
    ul_instance instance;
    cr_assert(ul_json_text(ul_json_member(value, "trace"), &trace));
    snprintf(file, sizeof file, "cant-be-late/%s.json.gz", trace);
    shared_trace(path, file);
    for (size_t q = 0; q < 5; q++)
        snprintf(set[q], sizeof set[q], "%s=%.12g", name[q][0],
                 number(ul_json_member(value, name[q][1])));
    const ul_source_options options = {.to_s = HUGE_VAL, .input = &input, .n_inputs = 1,
                                       .set = list, .n_set = 5};
    cr_assert_eq(ul_source_make(ul_importer_find("spot-trace"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

Test(deadline_policies, every_outcome_and_decision_on_real_traces_is_the_authors_codes)
{
    ul_json *oracle = shared_outcomes("cant-be-late/oracle.json");
    ul_json *decisions = shared_outcomes("cant-be-late/decisions.json.gz");
    const ul_json *cases = ul_json_member(oracle, "cases");
    real_case c = {0};
    for (size_t q = 0; q < ul_json_count(cases); q++) {
        const ul_json *value = ul_json_element(cases, q);
        c.decisions = ul_json_member(ul_json_element(ul_json_member(decisions, "cases"), q),
                                     "decisions");
        c.instance = imported(value);
        c.guarded = false;
        ul_json_each(ul_json_member(value, "outcomes"), compare_real, &c);
        c.guarded = true;
        ul_json_each(ul_json_member(value, "guarded_where_different"), compare_real, &c);
        if (number(ul_json_member(value, "gap_s")) > 100) /* those below take seconds each */
            expect_optimum(&c.instance, ul_json_member(value, "optimum"));
        ul_instance_free(&c.instance);
    }
    cr_assert(c.compared > 2200 && c.late == 7, "%zu compared, %zu late", c.compared, c.late);
    ul_json_free(oracle);
    ul_json_free(decisions);
}

/* ---- by hand ---- */

static const char small[] = "ullage,1,deadline\nname,small\ntick,600\njob,7200,10800,720\n"
                            "price,0.9731,3.06\nspot,9\nnone,2\nspot,7\n";

static void expect_modes(const char *policy, bool guarded, const char *wanted)
{
    char said[MODES_TEXT];
    ul_instance instance = parsed(small);
    ul_run *run = run_policy(&instance, policy, guarded);
    cr_assert_not_null(ul_run_result_of(run)->plan, "%s: %s", policy, ul_run_result_of(run)->note);
    letters(ul_run_result_of(run)->plan, said);
    cr_assert_str_eq(said, wanted, "%s", policy);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(deadline_policies, a_small_case_is_decided_by_hand)
{
    expect_modes("on-demand", false, "oooooooooooooo");
    /* two ticks without spot leave seven, which what is left and two changes take */
    expect_modes("greedy", false, "sssssssss..oooooo");
    expect_modes("up", false, "sssssssss..oooooo");
    /* the guard leaves room for one change: back on spot, and off it before it has started */
    expect_modes("spot-only", true, "sssssssss..soooooo");
}

/* On traces of every sort it is in time and within its percent of on demand alone; none of the
 * published policies is. */
Test(deadline_policies, a_cap_holds_whatever_the_trace)
{
    static const char *const up[] = {"up=0.1", "up=0.5", "up=0.9"};
    static const char *const overhead[] = {"overhead=0", "overhead=720", "overhead=2400"};
    size_t dearer = 0;
    for (size_t q = 0; q < 180; q++) {
        char remark[200];
        const char *const set[] = {up[q % 3], overhead[q / 3 % 3], "mean-up=3"};
        const ul_source_options options = {.tasks = 60 + q, .seed = q + 1, .to_s = HUGE_VAL,
                                           .set = set, .n_set = 3};
        ul_instance instance;
        cr_assert_eq(ul_source_make(ul_generator_find("deadline"), &options, remark, sizeof remark,
                                    &instance), UL_OK, "%s", ul_error_text());
        const ul_micro alone = solved_cost(&instance, "on-demand", "");
        for (int percent = 0; percent <= 5; percent += 5) {
            char cap[32];
            snprintf(cap, sizeof cap, "percent=%d", percent);
            cr_expect_leq(100 * solved_cost(&instance, "capped", cap), (100 + percent) * (alone + 1));
        }
        dearer += solved_cost(&instance, "up", "") > alone;
        ul_instance_free(&instance);
    }
    cr_expect_gt(dearer, 0);
}

Test(deadline_policies, what_a_policy_knew_is_said)
{
    ul_instance instance = parsed(small);
    ul_run *up = run_policy(&instance, "up", false);
    ul_run *told = run_policy(&instance, "up-next-spot", false);
    ul_run *exact = solved(&instance, "deadline-exact", "");
    cr_assert_eq(ul_run_result_of(up)->knows, UL_KNOWS_DEMANDS);
    cr_assert_eq(ul_run_result_of(told)->knows, UL_KNOWS_RUN_TIMES);
    cr_assert_eq(ul_run_result_of(exact)->knows, UL_KNOWS_EVERYTHING);
    ul_run_free(up);
    ul_run_free(told);
    ul_run_free(exact);
    ul_instance_free(&instance);
}
