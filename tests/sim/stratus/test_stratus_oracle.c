/* Stratus' schedulers on the first part of Google's trace and in tiny scenarios, where the
 * user has the trace and another implementation's outcomes: costs and their simple bound to
 * a millionth of a dollar, machines, migrations and machines cleared to the last one,
 * utilisation and latencies as printed. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "oracle.h"
#include "solving.h"
#include "statistics.h"
#include "stratus_scenarios.h"
#include "timeline.h"

static const struct {
    const char *theirs, *ours, *set;
    bool spot;
} scheduler[] = {
    {"stratus", "stratus", "", false},
    {"fleet", "fleet", "", false},
    {"hspot", "hotspot", "", false},
    {"scloud", "supercloud", "", false},
    {"stratus_no_clearing", "stratus", "clearing=no", false},
    {"stratus_cheapest_fit_scaleout", "stratus", "scaling=cheapest", false},
    {"stratus", "stratus", "", true},
    {"fleet", "fleet", "", true},
    {"hspot", "hotspot", "", true},
    {"scloud", "supercloud", "", true},
};
enum { SCHEDULERS = sizeof scheduler / sizeof *scheduler };

static const struct {
    const char *theirs, *text, *ours, *set;
} scenario[] = {
    {"1_hspot", ONE, "hotspot", ""},
    {"2_stratus", TWO, "stratus", ""},
    {"3_stratus", THREE, "stratus", ""},
    {"3_hspot", THREE, "hotspot", ""},
    {"4_stratus", FOUR, "stratus", ""},
    {"4_no_clearing", FOUR, "stratus", "clearing=no"},
    {"4_fleet", FOUR, "fleet", ""},
};
enum { SCENARIOS = sizeof scenario / sizeof *scenario };

static ul_instance trace(void)
{
    char path[ORACLE_PATH], remark[200];
    const char *const input[] = {
        shared_trace(path, "google2011/task_events-part-00000-of-00500.csv.gz")};
    const char *const set[] = {"startup=95"};
    const ul_source_options options = {.input = input, .n_inputs = 1, .set = set, .n_set = 1,
                                       .to_s = HUGE_VAL};
    ul_instance instance;
    cr_assert_eq(ul_source_make(ul_importer_find("google-2011-jobs"), &options, remark,
                                sizeof remark, &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

/* The same at mean spot prices: reading the trace again takes much longer. */
static ul_instance on_spot(const ul_instance *instance)
{
    static const char *const price[] = {"0.0335", "0.0649", "0.1372", "0.2458", "0.6525", "1.1053"};
    static char text[1 << 20];
    char path[] = "/tmp/ullage-spot-XXXXXX", line[4096];
    const int written = mkstemp(path);
    size_t used = 0, type = 0;
    cr_assert(written >= 0 && close(written) == 0);
    cr_assert_eq(ul_instance_write(instance, path), UL_OK, "%s", ul_error_text());
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char name[64], capacity[64];
        used += sscanf(line, "type,%63[^,],m4,%*[^,],%63[^\n]", name, capacity) == 2
                    ? snprintf(text + used, sizeof text - used, "type,%s,m4,%s,%s\n", name,
                               price[type++], capacity)
                    : snprintf(text + used, sizeof text - used, "%s", line);
        cr_assert(used < sizeof text);
    }
    fclose(file);
    unlink(path);
    cr_assert_eq(type, 6);
    return parsed(text);
}

/* Of each job, from its first submission to its last end, over what it takes when
 * every task runs from its submission on; sorted. */
static double *latencies(const ul_schedule_plan *plan)
{
    const ul_schedule *in = plan->in;
    double *latency = calloc(in->n_jobs, sizeof *latency);
    for (size_t s = 0; s < plan->n_stays; s++) {
        const uint32_t j = in->task[plan->stay[s].task].job;
        latency[j] = fmax(latency[j],
                          ul_micro_double(plan->stay[s].to_s - in->job[j].arrival_s));
    }
    for (size_t j = 0; j < in->n_jobs; j++) {
        ul_micro least = 0;
        for (uint32_t i = in->job[j].first_task; i < in->job[j].first_task + in->job[j].n_tasks; i++)
            if (in->task[i].arrival_s + in->task[i].work_s > least)
                least = in->task[i].arrival_s + in->task[i].work_s;
        latency[j] /= ul_micro_double(least - in->job[j].arrival_s);
    }
    ul_stat_sort(latency, in->n_jobs);
    return latency;
}

/* Seconds times what tasks need of a resource. */
static double needed_s(const ul_schedule *in, size_t r)
{
    double sum = 0;
    for (size_t i = 0; i < in->n_tasks; i++)
        sum += ul_micro_double(ul_schedule_need(in, i, 0)[r]) * ul_micro_double(in->task[i].work_s);
    return sum;
}

/* What all tasks take of a resource, over what was paid for. */
static double utilisation(const ul_schedule_plan *plan, size_t r)
{
    double paid = 0;
    for (size_t m = 0; m < plan->n_machines; m++)
        paid += ul_micro_double(plan->in->type[plan->machine[m].type].capacity[r])
                * ul_micro_double(plan->machine[m].released_s - plan->machine[m].ordered_s);
    return needed_s(plan->in, r) / paid;
}

/* Every need at the least price of a unit of its resource, of the dearer resource. */
static double simple_bound(const ul_schedule *in)
{
    double most = 0;
    for (size_t r = 0; r < in->n_resources; r++) {
        double least = INFINITY;
        for (size_t k = 0; k < in->n_types; k++)
            least = fmin(least, (double)in->type[k].price / (double)in->type[k].capacity[r]);
        most = fmax(most, least * needed_s(in, r) / 3600);
    }
    return most;
}

static double moving_s(const ul_schedule_plan *plan)
{
    double sum = 0;
    for (size_t s = 0; s < plan->n_stays; s++)
        sum += ul_micro_double(plan->stay[s].to_s - plan->stay[s].stopped_s);
    return sum;
}

static void expect(const ul_json *want, const char *name, double have, double tolerance)
{
    double value = NAN;
    ul_json_number(ul_json_member(want, name), &value);
    cr_expect(fabs(have - value) <= tolerance, "%s is %.9g, not %.9g", name, have, value);
}

static void expect_all(const ul_json *want, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    const ul_schedule_plan *plan = result->plan;
    double *latency = latencies(plan);
    unsigned cleared = 0;
    (void)sscanf(result->note, "%u machines cleared", &cleared);
    expect(want, "cost_usd", ul_cost_double(result->cost), 5.1e-7);
    expect(want, "bound_usd", simple_bound(plan->in), 5.1e-7);
    expect(want, "acquired", (double)plan->n_machines, 0);
    expect(want, "cleared", cleared, 0);
    expect(want, "migrations", (double)(plan->n_stays - plan->in->n_tasks), 0);
    expect(want, "migration_s", moving_s(plan), 0.51);
    expect(want, "util_cpu", utilisation(plan, 0), 5.1e-4);
    expect(want, "util_mem", utilisation(plan, 1), 5.1e-4);
    expect(want, "latency_p50", latency[plan->in->n_jobs / 2], 5.1e-3);
    expect(want, "latency_p95", latency[(size_t)((double)plan->in->n_jobs * 0.95)], 5.1e-3);
    free(latency);
}

static void expect_workload(const ul_json *want, const ul_schedule *in)
{
    double *run_s = calloc(in->n_tasks, sizeof *run_s);
    ul_micro first = in->task[0].arrival_s, last = first;
    for (size_t i = 0; i < in->n_tasks; i++) {
        run_s[i] = ul_micro_double(in->task[i].work_s);
        first = in->task[i].arrival_s < first ? in->task[i].arrival_s : first;
        last = in->task[i].arrival_s > last ? in->task[i].arrival_s : last;
    }
    ul_stat_sort(run_s, in->n_tasks);
    expect(want, "jobs", (double)in->n_jobs, 0);
    expect(want, "tasks", (double)in->n_tasks, 0);
    /* theirs are before needs are raised to a hundredth, their bounds after it */
    expect(want, "vcpu_hours", needed_s(in, 0) / 3600, 0.01);
    expect(want, "gib_hours", needed_s(in, 1) / 3600, 5.1e-7);
    expect(want, "first_submit_s", ul_micro_double(first), 5.1e-7);
    expect(want, "last_submit_s", ul_micro_double(last), 5.1e-7);
    expect(want, "median_run_s", run_s[in->n_tasks / 2], 0.051);
    free(run_s);
}

Test(stratus_oracle, as_the_other_implementation)
{
    ul_json *document = shared_outcomes("stratus-sim/oracle.json");
    const ul_json *policies = ul_json_member(document, "policies");
    ul_instance on_demand = trace(), spot = on_spot(&on_demand);
    expect_workload(ul_json_member(document, "workload"), on_demand.data);
    for (size_t q = 0; q < SCHEDULERS; q++) {
        const bool is_spot = scheduler[q].spot;
        const ul_json *of = is_spot ? ul_json_member(policies, "spot_means") : policies;
        ul_run *run = solved(is_spot ? &spot : &on_demand, scheduler[q].ours, scheduler[q].set);
        expect_all(ul_json_member(of, scheduler[q].theirs), run);
        ul_run_free(run);
    }
    ul_instance_free(&on_demand);
    ul_instance_free(&spot);
    ul_json_free(document);
}

Test(stratus_oracle, tiny_scenarios_as_the_other_implementation)
{
    ul_json *document = shared_outcomes("stratus-sim/oracle.json");
    const ul_json *tiny = ul_json_member(document, "tiny");
    for (size_t q = 0; q < SCENARIOS; q++) {
        ul_instance instance = parsed(scenario[q].text);
        ul_run *run = solved(&instance, scenario[q].ours, scenario[q].set);
        expect_all(ul_json_member(tiny, scenario[q].theirs), run);
        ul_run_free(run);
        ul_instance_free(&instance);
    }
    ul_json_free(document);
}
