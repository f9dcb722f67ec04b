/* What methods tell: the sequence on tiny instances, and that a plan put together
 * from the steps alone is the plan that was offered. */
#include "availability_plan.h"
#include "brute_force.h"
#include "narrator.h"
#include "packing_following.h"
#include "reservation_plan.h"
#include "solving.h"
#include "story.h"

/* A method's run with its steps recorded. */
static ul_run *listened(const ul_instance *instance, const char *method, const char *set,
                        ul_recording *recording)
{
    ul_run *run;
    const char *list[] = {set};
    ul_recording_init(recording, 100000);
    const ul_run_options options = {.seed = 1, .set = list, .n_set = set[0] != '\0',
                                    .methods = ul_methods, .steps = &recording->listener};
    cr_assert_eq(ul_run_new(ul_method_find(method), instance, &options, &run), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    return run;
}

/* The kinds of the steps, a letter each. */
static const char *letters(const ul_recording *recording)
{
    static char text[200];
    static const char letter[] = {
        [UL_STEP_TURN] = 't',   [UL_STEP_NEXT] = 'n', [UL_STEP_WEIGH] = 'w', [UL_STEP_PASS] = 'x',
        [UL_STEP_OPEN] = 'o',   [UL_STEP_OPEN_FOR] = 'o', [UL_STEP_TRIAL] = 'o',
        [UL_STEP_ENOUGH] = 'x', [UL_STEP_OFFER] = 'r', [UL_STEP_PUT] = 'p',  [UL_STEP_KEEP] = 'k',  [UL_STEP_DROP] = 'd',
        [UL_STEP_RESIZE] = 'r', [UL_STEP_EMPTY] = 'e', [UL_STEP_BUY] = 'b',  [UL_STEP_HOLD] = 'h',
        [UL_STEP_STOP] = 's',   [UL_STEP_PLAN] = 'P', [UL_STEP_BOUND] = 'B'};
    cr_assert_lt(recording->n, sizeof text);
    for (size_t q = 0; q < recording->n; q++)
        text[q] = letter[recording->item[q].step.kind];
    text[recording->n] = '\0';
    return text;
}

static void expect_steps(const char *file, const char *method, const char *set,
                         const char *expected)
{
    ul_instance instance = parsed(file);
    ul_recording recording;
    ul_run *run = listened(&instance, method, set, &recording);
    cr_expect_str_eq(letters(&recording), expected, "%s: %s, not %s", method,
                     letters(&recording), expected);
    ul_run_free(run);
    ul_recording_clear(&recording);
    ul_instance_free(&instance);
}

#define HEAD "ullage,1,packing\nname,x\nresource,cpu\n"

Test(steps, first_fit_looks_opens_puts)
{
    expect_steps(HEAD "type,a,f,1,4\ntask,s,1,,,,1\ntask,t,1,,,,3\ntask,u,1,,,,2\n", "ffd", "",
                 "nopnopnpP"); /* t opens, u opens, s joins t */
}

Test(steps, copies_that_fit_one_machine_are_put_together)
{
    expect_steps(HEAD "type,a,f,1,4\ntask,t,5,,,,2\n", "bfd", "", "nopopopP");
}

Test(steps, eva_keeps_and_gives_up)
{
    /* b holds both tasks for less than two of a; then b would hold s alone: given up; a is tried
     * as often as it is worth its price, and once in vain */
    expect_steps(HEAD "type,a,f,1,4\ntype,b,f,1.5,8\ntask,t,2,,,,4\ntask,s,1,,,,3\n", "eva-full", "",
                 "oppkopdopkodP");
}

Test(steps, a_kept_set_moves_to_a_cheaper_type)
{
    /* filled on b, the dearest; c holds the same for less */
    expect_steps(HEAD "type,a,f,2,4\ntype,b,f,2.5,8\ntype,c,f,2.4,8\ntask,t,2,,,,4\n",
                 "eva-full-code", "", "oppkrodododP");
}

Test(steps, the_last_machine_is_packed_again)
{
    expect_steps(HEAD "type,big,f,3,8\ntype,small,f,1,2\ntask,t,1,,,,8\ntask,s,1,,,,1\n",
                 "vsbpp-ffd", "", "nopnoprPtenopP");
}

Test(steps, scores_are_weighed_before_a_machine_is_acquired)
{
    expect_steps(HEAD "type,a,f,1,4\ntask,t,1,,,60,3\ntask,s,1,,,50,3\n", "stratus", "",
                 "twxopwopP");
}

Test(steps, a_machine_is_filled_by_scores)
{
    /* u and s fill a machine; t is nobody's neighbour */
    expect_steps(HEAD "type,a,f,1,4\ntask,s,1,,,,1\ntask,t,1,,,,4\ntask,u,1,,,,3\n", "dot-product",
                 "", "opoppP");
    expect_steps(HEAD "type,a,f,1,4\ntask,s,1,,,,1\ntask,t,1,,,,4\ntask,u,1,,,,3\n", "norm2", "",
                 "opoppP");
}

Test(steps, pairs_share_and_the_rest_are_alone)
{
    static const char file[] = HEAD "type,a,f,1,4\ntype,b,f,1.5,8\ntask,t,3,,,,4\n";
    expect_steps(file, "owl", "throughput=1", "oppopP");
    expect_steps(file, "synergy", "throughput=1", "nopnopnopP");
}

Test(steps, autoscalers_say_why_in_their_own_words)
{
    /* both fit on b, dear by the core; two of a are cheaper, and nobody splits a machine */
    static const char file[] = HEAD "type,a,f,1,4\ntype,b,f,3,8\ntask,t,2,,,,4\n";
    expect_steps(file, "karpenter", "", "oppP");
    expect_steps(file, "karpenter-consolidated", "", "oppPttP"); /* nothing to do; a pair is missed */
    expect_steps(file, "karpenter-consolidated", "start=no-packing", "opopPtP");
    expect_steps(file, "cluster-autoscaler", "", "ooppP");
}

Test(steps, a_proof_is_told_from_the_first_plan_to_its_end)
{
    ul_instance instance = parsed(HEAD "type,a,f,1,10\ntask,t,2,,,,4\ntask,s,4,,,,3\n");
    ul_recording recording;
    ul_run *run = listened(&instance, "exact", "", &recording);
    bool first = false, root = false, closed = false;
    for (size_t q = 0; q < recording.n; q++) {
        const ul_step *step = &recording.item[q].step;
        const char *said = step->why == NULL ? "" : step->why;
        first = first || (strstr(said, "quick methods packed first") != NULL && step->against == 3);
        root = root || (first && strstr(said, "rented in fractions") != NULL && step->value == 2);
        closed = root && step->kind == UL_STEP_STOP && strstr(said, "proof closes") != NULL
                 && step->value == 2 && step->against == 2;
    }
    cr_expect(closed, "the last word is that plan and bound meet");
    ul_run_free(run);
    ul_recording_clear(&recording);
    ul_instance_free(&instance);
}

Test(steps, leases_are_weighed_and_bought)
{
    expect_steps("ullage,1,reservation\nname,x\ninterval_hours,10\nclass,d,0,0,1,used\n"
                 "class,l,2,4,0.5,used\nusage,1,10,1\nusage,2,10,1\n", "sec-greedy", "", "wbxP");
}

Test(steps, machines_are_weighed_and_held)
{
    expect_steps("ullage,1,availability\nname,x\ntarget,2,0.9\nvm,a,1,1,0,0.95\nvm,b,2,3,0,0.5\n",
                 "trk8s", "", "wwhwwhwxhsP"); /* x: one b is enough alone when it is up */
}

/* Follows the steps of a packing; what they say goes nowhere. */
static void replay(const ul_instance *instance, const ul_recording *recording, ul_arena *arena,
                   ul_packing_following **end)
{
    const ul_narrator *narrator = ul_narrator_of(instance->kind);
    ul_output *out;
    void *state;
    cr_assert_eq(narrator->begin(instance->data, arena, &state), UL_OK);
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    for (size_t q = 0; q < recording->n; q++)
        cr_assert_eq(narrator->say(state, &recording->item[q].step, out), UL_OK);
    ul_output_discard(out);
    *end = state;
}

static void expect_replayed(const char *method, const char *set, bool same_cost)
{
    for (size_t q = 0; q < ul_tiny_count(); q++) {
        ul_instance instance;
        ul_recording recording;
        ul_packing_following *end;
        ul_arena *arena = ul_arena_new();
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK);
        ul_run *run = listened(&instance, method, set, &recording);
        replay(&instance, &recording, arena, &end);
        const double cost = ul_cost_double(ul_run_result_of(run)->cost);
        cr_expect_eq(end->n_waiting, 0, "%s on %s: %llu tasks wait", method, instance.name,
                     (unsigned long long)end->n_waiting);
        cr_expect(!same_cost || fabs(end->cost - cost) <= 1e-9 * (1 + cost), "%s on %s: %g, not %g",
                  method, instance.name, end->cost, cost);
        ul_run_free(run);
        ul_recording_clear(&recording);
        ul_instance_free(&instance);
        ul_arena_free(arena);
    }
}

Test(steps, the_steps_make_the_plan)
{
    expect_replayed("ffd", "", true);
    expect_replayed("bfd", "size=max", true);
    expect_replayed("eva-full", "", true);
    expect_replayed("eva-full", "price=tnrp", true);
    expect_replayed("eva-full-code", "", true);
    expect_replayed("stratus", "anti-affinity=on", true);
    expect_replayed("next-fit", "", true);
    expect_replayed("worst-fit", "", true);
    expect_replayed("dot-product", "", true);
    expect_replayed("norm2", "", true);
    expect_replayed("synergy", "", true);
    expect_replayed("owl", "", true);
    expect_replayed("karpenter", "", true);
    expect_replayed("karpenter-consolidated", "", true);
    expect_replayed("cluster-autoscaler", "", true);
    expect_replayed("cluster-autoscaler-karpenter", "expander=most-pods", true);
    expect_replayed("vsbpp-ffd", "", false); /* offers right-sized copies of what it packs */
    expect_replayed("vsbpp-bfd", "", false);
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

/* Whether it is a heuristic of packings that needs nothing but the instance. */
static bool is_heuristic(const ul_method *method)
{
    return method->packing != NULL
           && (method->traits & (UL_PROVES | UL_BOUND_ONLY | UL_OPTIONAL)) == 0;
}

Test(steps, every_heuristic_has_a_story)
{
    for (size_t m = 0; ul_methods[m] != NULL; m++)
        for (size_t q = 0; q < ul_tiny_count() && is_heuristic(ul_methods[m]); q += 7) {
            ul_instance instance;
            size_t frames = 0;
            ul_act act = {0};
            cr_assert_eq(ul_tiny_make(q, &instance), UL_OK);
            act.run = listened(&instance, ul_methods[m]->name, "", &act.recording);
            cr_assert_eq(ul_act_finish(&act), UL_OK);
            cr_expect_eq(ul_narrate(&instance, &act.recording, say_something, &frames), UL_OK);
            cr_expect(frames > 0 || ul_run_result_of(act.run)->plan == NULL, "%s on %s",
                      ul_methods[m]->name, instance.name);
            ul_run_free(act.run);
            ul_recording_clear(&act.recording);
            ul_instance_free(&instance);
        }
}

Test(steps, a_listener_changes_nothing)
{
    ul_instance instance = generated("eva-table7", 300, 3);
    static const char *const method[] = {"eva-full", "eva-full-code", "ffd", "bfd", "vsbpp-ffd",
                                         "stratus", "dot-product", "norm2", "synergy", "owl",
                                         "karpenter-consolidated", "cluster-autoscaler"};
    for (size_t q = 0; q < sizeof method / sizeof *method; q++) {
        ul_recording recording;
        ul_run *run = listened(&instance, method[q], "", &recording);
        cr_expect_eq(ul_run_result_of(run)->cost / UL_COST_PER_MICRO,
                     solved_cost(&instance, method[q], ""));
        ul_run_free(run);
        ul_recording_clear(&recording);
    }
    ul_instance_free(&instance);
}

Test(steps, purchases_and_machines_are_all_told)
{
    ul_instance leases = generated("reservation", 0, 2), zone = generated("availability", 0, 2);
    ul_recording recording;
    uint64_t told = 0, planned = 0;
    ul_run *run = listened(&leases, "sec-greedy", "", &recording);
    const ul_reservation_plan *bought = ul_run_result_of(run)->plan;
    for (size_t q = 0; q < recording.n; q++)
        told += recording.item[q].step.kind == UL_STEP_BUY ? recording.item[q].step.count : 0;
    for (size_t q = 0; q < bought->n; q++)
        planned += bought->purchase[q].count;
    cr_expect_eq(told, planned);
    ul_run_free(run);
    ul_recording_clear(&recording);

    static const char *const method[] = {"trk8s", "trk8s-code", "greedy-availability"};
    for (size_t m = 0; m < 3; m++) {
        run = listened(&zone, method[m], "", &recording);
        const ul_availability_plan *held = ul_run_result_of(run)->plan;
        told = planned = 0;
        for (size_t q = 0; q < recording.n; q++)
            told += recording.item[q].step.kind == UL_STEP_HOLD;
        for (size_t k = 0; held != NULL && k < held->in->n_types; k++)
            planned += held->hold[k];
        cr_expect(held == NULL || told == planned, "%s", method[m]);
        ul_run_free(run);
        ul_recording_clear(&recording);
    }
    ul_instance_free(&leases);
    ul_instance_free(&zone);
}

Test(steps, a_recording_ends_at_its_limit)
{
    ul_recording recording;
    ul_recording_init(&recording, 2);
    for (size_t q = 0; q < 5; q++)
        recording.listener.hear(recording.listener.context, &(ul_step){.kind = UL_STEP_OPEN});
    cr_expect_eq(recording.n, 2);
    cr_expect_eq(recording.n_left_out, 3);
    ul_recording_clear(&recording);
}
