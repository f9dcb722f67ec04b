/* From jobs to leases: a timeline's machines as demand, and what is proved of it. */
#include <stdlib.h>
#include <unistd.h>

#include "reservation.h"
#include "schedule.h"
#include "solving.h"
#include "timeline.h"
#include "written.h"

typedef struct {
    ul_instance instance;
    ul_run *run;
    char jobs[64], timeline[64];
} chain;

/* 150 jobs under a policy, both written. */
static void begin(chain *c, const char *world, const char *method)
{
    char remark[200];
    const char *const set[] = {world, "gap=3000"};
    const ul_source_options options = {.tasks = 150, .seed = 5, .to_s = HUGE_VAL, .set = set,
                                       .n_set = 2};
    cr_assert_eq(ul_source_make(ul_generator_find("swf-jobs"), &options, remark, sizeof remark,
                                &c->instance), UL_OK, "%s", ul_error_text());
    c->run = solved(&c->instance, method, "");
    write_file(c->jobs, "");
    write_file(c->timeline, "");
    cr_assert_eq(ul_schedule_write(c->instance.data, c->jobs), UL_OK);
    cr_assert_eq(ul_schedule_plan_write(ul_run_result_of(c->run)->plan, method, c->timeline),
                 UL_OK);
}

static void end(chain *c)
{
    unlink(c->jobs);
    unlink(c->timeline);
    ul_run_free(c->run);
    ul_instance_free(&c->instance);
}

static ul_status import(const char *timeline, const char *jobs, const char *set,
                        ul_instance *demand)
{
    char remark[200];
    const char *const input[] = {timeline, jobs}, *const sets[] = {set};
    const ul_source_options options = {.input = input, .n_inputs = jobs == NULL ? 1 : 2,
                                       .to_s = HUGE_VAL, .set = sets, .n_set = set != NULL};
    return ul_source_make(ul_importer_find("timeline"), &options, remark, sizeof remark, demand);
}

/* Every hour that was paid for is demand; bought through the best portfolio it costs
 * less than on demand, and on demand what the timeline cost. */
Test(sec_chain, hours_paid_are_demand)
{
    for (int with_jobs = 0; with_jobs < 2; with_jobs++) {
        chain c;
        ul_instance demand;
        begin(&c, "billing=hour", "sec");
        const ul_run_result *result = ul_run_result_of(c.run);
        cr_assert_eq(import(c.timeline, with_jobs ? c.jobs : NULL, "classes=light", &demand), UL_OK,
                     "%s", ul_error_text());
        const ul_reservation *in = demand.data;
        cr_expect_str_eq(in->name, "swf-jobs-150-s5-sec");
        cr_expect_float_eq((double)ul_reservation_all_hours(in) / 1e6,
                           *ul_measures_find(&result->measures, "machine_hours"), 1e-3);
        ul_run *dear = solved(&demand, "on-demand-only", "");
        ul_run *best = solved(&demand, "reservation-exact", "");
        cr_expect_float_eq(ul_cost_double(ul_run_result_of(dear)->cost),
                           ul_cost_double(result->cost), 0.01);
        cr_expect_eq(ul_run_result_of(best)->outcome, UL_OPTIMAL);
        cr_expect(ul_run_result_of(best)->cost <= ul_run_result_of(dear)->cost);
        ul_run_free(dear);
        ul_run_free(best);
        ul_instance_free(&demand);
        end(&c);
    }
}

/* Minutes are the instance's word; without it they are the user's. */
Test(sec_chain, billing_by_the_minute)
{
    chain c;
    ul_instance demand[3];
    begin(&c, "billing=minute", "sec");
    cr_assert_eq(import(c.timeline, c.jobs, NULL, &demand[0]), UL_OK, "%s", ul_error_text());
    cr_assert_eq(import(c.timeline, NULL, NULL, &demand[1]), UL_OK, "%s", ul_error_text());
    cr_assert_eq(import(c.timeline, c.jobs, "type=cc2.8xlarge", &demand[2]), UL_OK, "%s",
                 ul_error_text());
    const double paid = *ul_measures_find(&ul_run_result_of(c.run)->measures, "machine_hours");
    cr_expect_float_eq((double)ul_reservation_all_hours(demand[0].data) / 1e6, paid, 1e-3);
    cr_expect_gt((double)ul_reservation_all_hours(demand[1].data) / 1e6, paid);
    cr_expect_eq(ul_reservation_all_hours(demand[2].data), ul_reservation_all_hours(demand[0].data));
    for (size_t q = 0; q < 3; q++)
        ul_instance_free(&demand[q]);
    end(&c);
}

Test(sec_chain, faults)
{
    chain c, other;
    ul_instance demand;
    char sentence[200];
    begin(&c, "billing=hour", "sec");
    begin(&other, "billing=minute", "sec");
    cr_expect_eq(import(c.jobs, NULL, NULL, &demand), UL_E_INPUT);
    snprintf(sentence, sizeof sentence,
             "%s:1: column 1: a timeline begins with 'ullage-plan,1,schedule'", c.jobs);
    cr_expect_str_eq(ul_error_text(), sentence);
    cr_expect_eq(import(c.timeline, other.jobs, NULL, &demand), UL_E_INPUT);
    snprintf(sentence, sizeof sentence,
             "%s:2: column 3: the timeline is of another instance than '%s'", c.timeline,
             other.jobs);
    cr_expect_str_eq(ul_error_text(), sentence);
    cr_expect_eq(import(c.timeline, NULL, "type=none", &demand), UL_E_INPUT);
    snprintf(sentence, sizeof sentence, "%s: there is no demand at all", c.timeline);
    cr_expect_str_eq(ul_error_text(), sentence);
    end(&c);
    end(&other);
}
