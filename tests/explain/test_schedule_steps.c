/* What policies tell over time, and what their timelines say: nobody decides otherwise
 * because somebody listens, and the facts are those of the timeline, in order. */
#include "narrator.h"
#include "solving.h"
#include "story.h"
#include "timeline.h"

/* The policy local wants to know how large its cluster is. */
static const char *const cluster[] = {"nodes=100"};

static ul_run_options options_of(const ul_method *method, const ul_step_listener *steps)
{
    return (ul_run_options){.seed = 1, .methods = ul_methods, .steps = steps, .set = cluster,
                            .n_set = strcmp(method->name, "local") == 0};
}

/* NULL: the policy is made for another world. */
static ul_run *listened(const ul_instance *instance, const ul_method *method,
                        ul_recording *recording)
{
    ul_run *run;
    ul_recording_init(recording, 100000);
    const ul_run_options options = options_of(method, &recording->listener);
    cr_assert_eq(ul_run_new(method, instance, &options, &run), UL_OK, "%s", ul_error_text());
    if (ul_run_go(run) == UL_OK)
        return run;
    ul_run_free(run);
    ul_recording_clear(recording);
    return NULL;
}

static bool is_policy(const ul_method *method)
{
    return method->schedule != NULL
           && (method->traits & (UL_OFFLINE | UL_BOUND_ONLY | UL_OPTIONAL)) == 0;
}

static ul_cost cost_in_silence(const ul_instance *instance, const ul_method *method)
{
    const ul_run_options options = options_of(method, NULL);
    ul_run *run;
    cr_assert_eq(ul_run_new(method, instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK);
    const ul_cost cost = ul_run_result_of(run)->has_cost ? ul_run_result_of(run)->cost : -1;
    ul_run_free(run);
    return cost;
}

/* Counts of a recording's facts by kind. */
static size_t count(const ul_recording *recording, ul_step_kind kind)
{
    size_t n = 0;
    for (size_t q = 0; q < recording->n; q++)
        if (recording->item[q].step.kind == kind)
            n += recording->item[q].step.count;
    return n;
}

static void expect_facts(const ul_method *method, const ul_schedule_plan *plan,
                         const ul_recording *recording)
{
    const size_t n_tasks = plan->in->n_tasks;
    cr_expect_eq(count(recording, UL_STEP_ARRIVE), n_tasks, "%s", method->name);
    cr_expect_eq(count(recording, UL_STEP_DONE), n_tasks, "%s", method->name);
    cr_expect_eq(count(recording, UL_STEP_START), plan->n_stays, "%s", method->name);
    cr_expect_eq(count(recording, UL_STEP_LEAVE), plan->n_stays - n_tasks, "%s", method->name);
    cr_expect_eq(count(recording, UL_STEP_GONE), plan->n_machines, "%s", method->name);
    ul_micro at_s = 0;
    for (size_t q = 0; q < recording->n; q++) {
        cr_assert_geq(recording->item[q].step.at_s, at_s, "%s: time runs backwards", method->name);
        at_s = recording->item[q].step.at_s;
    }
}

static ul_status say_something(void *context, const ul_frame *frame)
{
    cr_expect_neq(frame->say[0], '\0');
    cr_expect_null(strpbrk(frame->say, "{}"), "%s", frame->say);
    for (size_t q = 0; q < frame->n_weighed; q++)
        cr_expect_null(strpbrk(frame->weighed[q], "{}"), "%s", frame->weighed[q]);
    ++*(size_t *)context;
    return UL_OK;
}

/* Whether it has one in this world. */
static bool has_a_story(const ul_instance *instance, const ul_method *method)
{
    ul_act act = {0};
    size_t frames = 0;
    act.run = listened(instance, method, &act.recording);
    if (act.run == NULL)
        return false;
    const ul_run_result *result = ul_run_result_of(act.run);
    cr_expect_eq(result->has_cost ? result->cost : -1, cost_in_silence(instance, method),
                 "%s decides otherwise when heard", method->name);
    cr_assert_eq(ul_act_finish(&act), UL_OK);
    if (result->plan != NULL) {
        expect_facts(method, result->plan, &act.recording);
        cr_expect_eq(ul_narrate(instance, &act.recording, say_something, &frames), UL_OK);
        cr_expect_gt(frames, 0, "%s", method->name);
    }
    ul_run_free(act.run);
    ul_recording_clear(&act.recording);
    return frames > 0;
}

Test(schedule_steps, every_policy_has_a_story)
{
    /* In the world whose jobs have many tasks, and in that of a cluster of some machines, only
     * who has had none before. */
    static const char *const world[] = {"eva-jobs", "google-jobs", "swf-jobs", "batch-jobs",
                                        "eagle", UL_GALLERY_PREFIX "backfilling"};
    const size_t n = sizeof world / sizeof *world;
    bool has[256] = {false};
    for (size_t g = 0; g < n; g++) {
        ul_instance instance;
        if (g + 1 < n)
            instance = generated(world[g], 20, 3);
        else
            cr_assert_eq(ul_instance_read(world[g], &instance), UL_OK, "%s", ul_error_text());
        for (size_t q = 0; ul_methods[q] != NULL; q++)
            if (is_policy(ul_methods[q]) && !(g + 2 >= n && has[q])
                && has_a_story(&instance, ul_methods[q]))
                has[q] = true;
        ul_instance_free(&instance);
    }
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        cr_expect(has[q] || !is_policy(ul_methods[q]), "%s", ul_methods[q]->name);
}

/* One machine a task each, far apart: what is said, in order. */
Test(schedule_steps, an_instant_is_seen_before_it_is_decided)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,x\nresource,cpu\nround,60\nbilling,1,0\n"
                                  "type,a,f,1,4\nstartup,a,0,10,0\njob,j,0,1,,30,free,2\n");
    static const struct {
        ul_step_kind kind;
        ul_micro at_s;
    } expected[] = {{UL_STEP_ARRIVE, 0}, {UL_STEP_OPEN, 0}, {UL_STEP_READY, 10}, {UL_STEP_START, 10},
                    {UL_STEP_DONE, 40},  {UL_STEP_EMPTY, 60}, {UL_STEP_GONE, 60}};
    ul_act act = {0};
    act.run = listened(&instance, ul_method_find("no-packing"), &act.recording);
    cr_assert_eq(ul_act_finish(&act), UL_OK);
    cr_assert_eq(act.recording.n, sizeof expected / sizeof *expected);
    for (size_t q = 0; q < act.recording.n; q++) {
        cr_expect_eq(act.recording.item[q].step.kind, expected[q].kind, "step %zu", q);
        cr_expect_eq(act.recording.item[q].step.at_s, expected[q].at_s * UL_MICRO, "step %zu", q);
    }
    ul_run_free(act.run);
    ul_recording_clear(&act.recording);
    ul_instance_free(&instance);
}
