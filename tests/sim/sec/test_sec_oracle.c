/* Batch traces under SEC's policies beside another implementation's outcomes, where the
 * user has both: every wait of the first 200 jobs, mean waits, hours and nodes of whole
 * traces. */
#include <math.h>
#include <stdlib.h>

#include <criterion/parameterized.h>

#include "oracle.h"
#include "reservation.h"
#include "reservation_demand.h"
#include "solving.h"
#include "timeline.h"

typedef struct {
    const char *group, *run, *trace;
    size_t jobs; /* 0: all */
    const char *world, *method;
} outcome;

static const char sdsc[] = "swf/SDSC-DS-2004-2.1-cln.swf.gz";
static const char kth[] = "swf/KTH-SP2-1996-2.1-cln.swf.gz";
static const outcome all[] = {
    {"first200_SDSC_DS", "sec", sdsc, 200, "billing=hour", "sec"},
    {"first200_SDSC_DS", "nowait", sdsc, 200, "billing=hour", "no-wait"},
    {"first200_SDSC_DS", "individual", sdsc, 200, "billing=hour", "individual"},
    {"first200_SDSC_DS", "sec_gce", sdsc, 200, "billing=minute", "sec"},
    {"first200_SDSC_DS", "local_93", sdsc, 200, "nodes=93", "local"},
    {"KTH_SP2", "sec", kth, 0, "billing=hour", "sec"},
    {"KTH_SP2", "sec_gce", kth, 0, "billing=sustained", "sec"},
};

static ul_instance imported(const outcome *o)
{
    char path[ORACLE_PATH], remark[200];
    const char *const input[] = {shared_trace(path, o->trace)};
    const char *const set[] = {o->world};
    const ul_source_options options = {.tasks = o->jobs, .input = input, .n_inputs = 1, .set = set,
                                       .n_set = 1, .to_s = HUGE_VAL};
    ul_instance instance;
    cr_assert_eq(ul_source_make(ul_importer_find("swf-jobs"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

static double measure(const ul_run_result *result, const char *name)
{
    const double *value = ul_measures_find(&result->measures, name);
    return value == NULL ? NAN : *value;
}

static void expect_waits(const ul_schedule_plan *plan, const ul_json *want)
{
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const uint32_t j = plan->in->task[stay->task].job;
        cr_assert_eq(ul_micro_double(stay->from_s - plan->in->job[j].arrival_s),
                     number(ul_json_element(want, j)), "job %u", j);
    }
}

/* SEC's bound C' of the leases: each week's hours of each rank at the cheapest price,
 * leases by the week of a year of 8760 hours. */
static double bound_of(const ul_schedule_plan *plan)
{
    static const struct {
        double upfront, price, term_h;
        bool always;
    } lease[] = {{1762, 0.904, 8760, false}, {5000, 0.361, 8760, true},
                 {2710, 0.904, 26280, false}, {7670, 0.361, 26280, true}};
    ul_param_values values;
    ul_demand *demand = ul_demand_new();
    ul_instance instance;
    double sum = 0;
    static const ul_param param[] = {UL_RESERVATION_PARAMS("168"), {0}};
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *at = &plan->machine[m];
        const ul_micro paid_s = ul_schedule_billed_s(plan->in, 0, at->ordered_s, at->released_s);
        cr_assert_eq(ul_demand_add(demand, at->ordered_s / UL_MICRO,
                                   (at->ordered_s + paid_s) / UL_MICRO, 1), UL_OK);
    }
    cr_assert_eq(ul_param_read("test", param, NULL, 0, &values), UL_OK);
    cr_assert_eq(ul_demand_build(demand, "leases", &values, 0, &instance), UL_OK);
    const ul_reservation *in = instance.data;
    for (size_t s = 0; s < in->first[in->n_intervals]; s++) {
        const double hours = ul_micro_double(in->step[s].hours);
        double least = 2.4 * hours;
        for (size_t q = 0; q < 4; q++)
            least = fmin(least, lease[q].upfront * 168 / lease[q].term_h
                                    + lease[q].price * (lease[q].always ? 168 : hours));
        sum += least * in->step[s].instances;
    }
    ul_instance_free(&instance);
    ul_param_clear(&values);
    ul_demand_free(demand);
    return sum;
}

static double node_hours(const ul_schedule *in)
{
    double sum = 0;
    for (size_t i = 0; i < in->n_tasks; i++)
        sum += ul_micro_double(in->task[i].work_s) / 3600;
    return sum;
}

ParameterizedTestParameters(sec_oracle, every_run)
{
    static size_t index[sizeof all / sizeof *all];
    for (size_t q = 0; q < sizeof all / sizeof *all; q++)
        index[q] = q;
    return cr_make_param_array(size_t, index, sizeof all / sizeof *all);
}

ParameterizedTest(const size_t *index, sec_oracle, every_run)
{
    const outcome *o = &all[*index];
    ul_json *document = shared_outcomes("sec-sim/oracle.json");
    const ul_json *want = ul_json_member(ul_json_member(document, o->group), o->run);
    const ul_json *waits = ul_json_member(want, "waits");
    const ul_json *nodes = ul_json_member(want, "requests");
    ul_instance instance = imported(o);
    ul_run *run = solved(&instance, o->method, "");
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert_not_null(want);
    cr_expect_float_eq(measure(result, "mean_wait_s"), number(ul_json_member(want, "mean_wait_s")),
                       6e-4);
    cr_expect_float_eq(measure(result, "machine_hours"), number(ul_json_member(want, "paid_hours")),
                       6e-3);
    if (nodes != NULL)
        cr_expect_eq(measure(result, "machines"), number(nodes));
    if (waits != NULL)
        expect_waits(result->plan, waits);
    const char *rate = strcmp(o->world, "billing=sustained") == 0 ? "usd_per_node_hour_discounted"
                                                                  : "usd_per_node_hour";
    cr_expect_float_eq(ul_cost_double(result->cost) / node_hours(instance.data),
                       number(ul_json_member(want, rate)), 6e-5);
    const ul_json *bound = ul_json_member(want, "Cprime_1Y3Y_light_heavy_usd_per_node_hour");
    if (bound != NULL)
        cr_expect_float_eq(bound_of(result->plan) / node_hours(instance.data), number(bound),
                           6e-6);
    ul_run_free(run);
    ul_instance_free(&instance);
    ul_json_free(document);
}
