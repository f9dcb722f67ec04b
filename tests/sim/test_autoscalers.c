/* Karpenter and cluster-autoscaler over time: rules whose outcome can be worked out by hand, and
 * every outcome of a reference program where it is at hand. */
#include "oracle.h"
#include "solving.h"
#include "timeline.h"

enum { TEXT = 400 };

/* The machines as words: "type ordered-released; ...". */
static void expect(const char *world, const char *method, const char *set, const char *expected)
{
    char text[TEXT] = "";
    size_t used = 0;
    ul_instance instance = parsed(world);
    ul_run *run = solved(&instance, method, set);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        used += (size_t)snprintf(text + used, TEXT - used, "%s%s %.0f-%.0f", m > 0 ? "; " : "",
                                 plan->in->type[machine->type].name,
                                 ul_micro_double(machine->ordered_s),
                                 ul_micro_double(machine->released_s));
        cr_assert_lt(used, TEXT);
    }
    cr_expect_str_eq(text, expected, "%s %s: %s, not %s", method, set, text, expected);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* The batch closes a second after the arrival; the loop of every tenth second finds the machine
 * empty and looks again 15 seconds later. Who buys at the next loop gives back ten minutes later. */
Test(autoscalers_over_time, one_task)
{
    static const char world[] = "ullage,1,schedule\nname,one\nresource,cpu,ram_gb\n"
                                "type,small,s,1,4,8\nstartup,small,0,60,0\n"
                                "job,a,5,1,,100,free,1,1\n";
    expect(world, "karpenter", "", "small 6-185");
    expect(world, "karpenter", "after=300", "small 6-485");
    expect(world, "karpenter", "after=never", "small 6-166");
    expect(world, "cluster-autoscaler", "", "small 10-780");
    expect(world, "cluster-autoscaler", "unneeded=60 delay=0", "small 10-240");
}

/* The large machine is for both tasks; when one is done, a small one replaces it. */
Test(autoscalers_over_time, a_machine_becomes_a_smaller_one)
{
    static const char world[] = "ullage,1,schedule\nname,two\nresource,cpu,ram_gb\n"
                                "type,small,s,1,4,8\ntype,large,s,2,8,16\n"
                                "startup,small,0,60,0\nstartup,large,0,60,0\n"
                                "job,a,9,1,,100,free,4,4\njob,b,9,1,,1000,free,4,4\n";
    expect(world, "karpenter", "", "large 10-245; small 185-1090");
    expect(world, "karpenter", "policy=empty", "large 10-1085");
}

/* ---- every outcome of the reference program ---- */

static const struct {
    const char *policy, *method, *set;
} mapped[] = {
    {"karpenter", "karpenter", ""},
    {"karpenter-after-300", "karpenter", "after=300"},
    {"karpenter-budget-100", "karpenter", "budget=100"},
    {"karpenter-balanced", "karpenter", "budget=100 policy=balanced"},
    {"autoscaler-least-waste", "cluster-autoscaler", ""},
    {"autoscaler-price", "cluster-autoscaler", "expander=price"},
};

static double at(const ul_json *record, size_t q)
{
    return number(ul_json_element(record, q));
}

static void expect_machines(const ul_schedule_plan *plan, const ul_json *machines, const char *what)
{
    cr_assert_eq(plan->n_machines, ul_json_count(machines), "%s", what);
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_json *theirs = ul_json_element(machines, m);
        const ul_timeline_machine *ours = &plan->machine[m];
        const char *type = NULL;
        cr_assert(ul_json_text(ul_json_element(theirs, 1), &type));
        cr_expect_str_eq(plan->in->type[ours->type].name, type, "%s: machine %zu", what, m);
        cr_expect_eq(ul_micro_double(ours->ordered_s), at(theirs, 2), "%s: machine %zu", what, m);
        cr_expect_eq(ul_micro_double(ours->ready_s), at(theirs, 3), "%s: machine %zu", what, m);
        cr_expect_eq(ul_micro_double(ours->released_s), at(theirs, 4), "%s: machine %zu", what, m);
    }
}

static bool has_stay(const ul_schedule_plan *plan, const ul_json *theirs)
{
    const char *job = NULL;
    cr_assert(ul_json_text(ul_json_element(theirs, 0), &job));
    const size_t j = ul_schedule_find_job(plan->in, job, strlen(job));
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *ours = &plan->stay[s];
        if (ours->task == plan->in->job[j].first_task + (uint32_t)at(theirs, 1)
            && ours->machine == (uint32_t)at(theirs, 2) && ul_micro_double(ours->from_s) == at(theirs, 3)
            && ul_micro_double(ours->to_s) == at(theirs, 4))
            return true;
    }
    return false;
}

static ul_status check_instance(void *context, const char *name, const ul_json *outcome)
{
    char path[ORACLE_PATH], file[200];
    ul_instance instance;
    size_t *checked = context;
    if (name[0] != 's')
        return UL_OK;
    snprintf(file, sizeof file, "autoscalers/%s.csv", name);
    cr_assert_eq(ul_instance_read(shared_trace(path, file), &instance), UL_OK, "%s", ul_error_text());
    for (size_t q = 0; q < sizeof mapped / sizeof *mapped; q++, ++*checked) {
        const ul_json *theirs = ul_json_member(ul_json_member(outcome, "policies"), mapped[q].policy);
        const ul_json *stays = ul_json_member(theirs, "stays");
        ul_run *run = solved(&instance, mapped[q].method, mapped[q].set);
        const ul_run_result *ours = ul_run_result_of(run);
        const ul_schedule_plan *plan = ours->plan;
        cr_expect_float_eq(ul_cost_double(ours->cost), number(ul_json_member(theirs, "cost")), 1e-6,
                           "%s, %s", name, mapped[q].policy);
        expect_machines(plan, ul_json_member(theirs, "machines"), name);
        cr_expect_eq(plan->n_stays, ul_json_count(stays), "%s, %s", name, mapped[q].policy);
        for (size_t s = 0; s < ul_json_count(stays); s++)
            cr_expect(has_stay(plan, ul_json_element(stays, s)), "%s, %s: stay %zu", name,
                      mapped[q].policy, s);
        ul_run_free(run);
    }
    ul_instance_free(&instance);
    return UL_OK;
}

Test(autoscalers_over_time, every_outcome_of_the_reference_program)
{
    size_t checked = 0;
    ul_json *outcomes = shared_outcomes("autoscalers/oracle.json");
    cr_assert_eq(ul_json_each(outcomes, check_instance, &checked), UL_OK);
    cr_expect_eq(checked, 42);
    ul_json_free(outcomes);
}
