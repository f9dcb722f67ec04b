/* Eva's world in twelve small scenarios, second by second: when machines are ordered,
 * ready and given back, when each stay begins, works, stops and ends. What is expected
 * was computed with the authors' own simulator.
 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "eva_reconfigure.h"
#include "solving.h"
#include "timeline.h"

/* Rows of the importer eva-jobs: a job's name, arrival, duration, iterations and tasks,
 * and what its workload makes of the rest. */
#define HEADER                                                                             \
    "job_id,name,arrival_s,duration_s,total_iters,full_throughput,init_delay_s,n_tasks,"   \
    "task_name,image_id,fetch_s,build_s,kill_s,upload_s,p3_gpu,p3_cpu,p3_ram,c7i_gpu,"     \
    "c7i_cpu,c7i_ram,r7i_gpu,r7i_cpu,r7i_ram\n"
#define CYCLEGAN(id, arrival, duration, iterations, tasks) \
    #id ",cyclegan," #arrival "," #duration "," #iterations ",1.1394022428072417,2," #tasks ",node0,1,2,10,1,5,1,4,10,1,4,10,1,4,10\n"
#define GPT2(id, arrival, duration, iterations, tasks) \
    #id ",gpt2," #arrival "," #duration "," #iterations ",3.305535078048706,15," #tasks ",node0,3,10,10,1,20,4,4,10,4,4,10,4,4,10\n"
#define OPENFOAM(id, arrival, duration, iterations, tasks) \
    #id ",openfoam," #arrival "," #duration "," #iterations ",8.4,1," #tasks ",node0,4,7,10,1,14,0,8,8,0,6,8,0,6,8\n"
#define RESNET18(id, arrival, duration, iterations, tasks) \
    #id ",resnet18," #arrival "," #duration "," #iterations ",2.1,80," #tasks ",node0,7,1,10,1,1,1,4,24,1,4,24,1,4,24\n"
#define SAGE(id, arrival, duration, iterations, tasks) \
    #id ",sage," #arrival "," #duration "," #iterations ",2.433017451763153,160," #tasks ",node0,5,1,10,1,1,1,8,50,1,8,50,1,8,50\n"

static ul_instance imported(const char *rows)
{
    char path[] = "/tmp/ullage-eva-XXXXXX", remark[200];
    const int file = mkstemp(path);
    const char *const input[] = {path}, *const set[] = {"cores=physical"};
    const ul_source_options options = {.input = input, .n_inputs = 1, .set = set, .n_set = 1,
                                       .to_s = HUGE_VAL};
    ul_instance instance;
    cr_assert(file >= 0 && dprintf(file, "%s%s", HEADER, rows) > 0 && close(file) == 0);
    cr_assert_eq(ul_source_make(ul_importer_find("eva-jobs"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    unlink(path);
    return instance;
}

static int by_task(const void *a, const void *b)
{
    const ul_timeline_stay *x = a, *y = b;
    if (x->task != y->task)
        return x->task < y->task ? -1 : 1;
    return x->from_s < y->from_s ? -1 : x->from_s > y->from_s;
}

static int seconds(ul_micro value)
{
    cr_assert_eq(value % UL_MICRO, 0);
    return (int)(value / UL_MICRO);
}

/* "TYPE:ORDERED-READY-RELEASED ..." and "TASK@MACHINE:FROM-WORKING-STOPPED-TO ...". */
static void describe(const ul_schedule_plan *plan, char *machines, char *stays, size_t room)
{
    qsort(plan->stay, plan->n_stays, sizeof *plan->stay, by_task);
    for (size_t m = 0, used = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *at = &plan->machine[m];
        used += snprintf(machines + used, room - used, "%s%s:%d-%d-%d", m > 0 ? " " : "",
                         plan->in->type[at->type].name, seconds(at->ordered_s),
                         seconds(at->ready_s), seconds(at->released_s));
    }
    for (size_t s = 0, used = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *at = &plan->stay[s];
        used += snprintf(stays + used, room - used, "%s%u@%u:%d-%d-%d-%d", s > 0 ? " " : "",
                         at->task, at->machine, seconds(at->from_s), seconds(at->working_s),
                         seconds(at->stopped_s), seconds(at->to_s));
    }
}

static void expect(const char *rows, const char *method, double cost, const char *machines,
                   const char *stays)
{
    char have[2][2000] = {"", ""};
    ul_instance instance = imported(rows);
    ul_run *run = solved(&instance, method, "");
    describe(ul_run_result_of(run)->plan, have[0], have[1], sizeof have[0]);
    cr_expect_str_eq(have[0], machines, "%s", have[0]);
    cr_expect_str_eq(have[1], stays, "%s", have[1]);
    cr_expect_float_eq(ul_cost_double(ul_run_result_of(run)->cost), cost, 1e-9 * cost);
    ul_run_free(run);
    ul_instance_free(&instance);
}

#define FOUR_JOBS \
    CYCLEGAN(0, 340, 3554, 4049, 1) \
    CYCLEGAN(1, 528, 872, 993, 1) \
    OPENFOAM(2, 1120, 3878, 32575, 2) \
    GPT2(3, 1210, 2731, 9027, 1)

Test(eva_tiny, one_job)
{
    expect(CYCLEGAN(0, 10, 1000, 1139, 1),
           "no-packing", 1.00215,
           "p3.2xlarge:300-473-1500",
           "0@0:473-485-1487-1487");
}

Test(eva_tiny, two_share_a_machine)
{
    expect(GPT2(0, 10, 3000, 9916, 1)
           OPENFOAM(1, 20, 1500, 12600, 1),
           "eva", 11.0976,
           "p3.8xlarge:300-529-3600",
           "0@0:529-549-3572-3572 1@0:529-546-2069-2069");
}

Test(eva_tiny, the_guest_moves)
{
    expect(GPT2(0, 10, 1500, 4958, 1)
           OPENFOAM(1, 20, 4000, 33600, 1),
           "eva", 6.58291,
           "p3.8xlarge:300-529-2115 c7i.4xlarge:2100-2250-4800",
           "0@0:529-549-2072-2072 1@0:529-546-2101-2115 1@1:2250-2267-4736-4736");
}

Test(eva_tiny, a_job_of_two_moves_as_a_whole)
{
    expect(RESNET18(0, 20, 4000, 8400, 2)
           SAGE(1, 30, 1500, 3649, 1),
           "eva", 13.1087,
           "p3.8xlarge:300-529-3002 p3.2xlarge:3000-3173-5400 p3.2xlarge:3000-3173-5400",
           "0@0:529-540-3001-3002 0@1:3173-3184-5109-5109 1@0:529-540-3001-3002 "
           "1@2:3173-3184-5109-5109 2@0:529-540-2762-2762");
}

Test(eva_tiny, full_beats_partial_once)
{
    expect(FOUR_JOBS,
           "eva", 16.577805,
           "p3.2xlarge:600-773-4500 p3.2xlarge:600-773-1800 c7i.4xlarge:1200-1350-5700 "
           "c7i.4xlarge:1200-1350-1515 p3.8xlarge:1500-1729-4815 "
           "c7i.4xlarge:4800-4950-5700",
           "0@0:773-785-4341-4341 1@1:773-785-1659-1659 2@2:1350-1367-1501-1515 "
           "2@4:1729-1746-4801-4815 2@5:4950-4967-5698-5698 3@3:1350-1367-1501-1515 "
           "3@2:1515-1522-4801-4815 3@2:4815-4822-5698-5698 4@4:1729-1749-4509-4509");
}

Test(eva_tiny, an_end_at_a_round_is_seen_at_the_next)
{
    expect(CYCLEGAN(0, 10, 713, 812, 1),
           "no-packing", 1.00215,
           "p3.2xlarge:300-473-1500",
           "0@0:473-485-1200-1200");
}

Test(eva_tiny, an_end_at_the_order_to_move)
{
    expect(GPT2(0, 10, 1500, 4958, 1)
           OPENFOAM(1, 20, 1531, 12860, 1)
           CYCLEGAN(2, 2500, 1000, 1139, 1),
           "eva", 7.05806,
           "p3.8xlarge:300-529-2100 c7i.4xlarge:2100-2250-2400 p3.2xlarge:2700-2873-3900",
           "0@0:529-549-2072-2072 1@0:529-546-2100-2100 2@2:2873-2885-3887-3887");
}

Test(eva_tiny, an_end_before_the_move)
{
    expect(GPT2(0, 10, 1500, 4958, 1)
           OPENFOAM(1, 20, 1532, 12870, 1)
           CYCLEGAN(2, 2500, 1000, 1139, 1),
           "eva", 7.06146,
           "p3.8xlarge:300-529-2101 c7i.4xlarge:2100-2250-2400 p3.2xlarge:2700-2873-3900",
           "0@0:529-549-2072-2072 1@0:529-546-2101-2101 2@2:2873-2885-3887-3887");
}

Test(eva_tiny, stratus)
{
    expect(FOUR_JOBS,
           "stratus-eva", 16.04052,
           "p3.2xlarge:600-773-4500 p3.2xlarge:600-773-1800 c7i.4xlarge:1200-1350-5400 "
           "c7i.4xlarge:1200-1350-5400 p3.8xlarge:1500-1729-4500",
           "0@0:773-785-4341-4341 1@1:773-785-1659-1659 2@2:1350-1367-5246-5246 "
           "3@3:1350-1367-5246-5246 4@4:1729-1749-4495-4495");
}

Test(eva_tiny, synergy)
{
    expect(FOUR_JOBS,
           "synergy", 16.04052,
           "p3.2xlarge:600-773-4500 p3.2xlarge:600-773-1800 c7i.4xlarge:1200-1350-5400 "
           "c7i.4xlarge:1200-1350-5400 p3.8xlarge:1500-1729-4500",
           "0@0:773-785-4341-4341 1@1:773-785-1659-1659 2@2:1350-1367-5246-5246 "
           "3@3:1350-1367-5246-5246 4@4:1729-1749-4495-4495");
}

Test(eva_tiny, owl)
{
    expect(FOUR_JOBS,
           "owl", 16.577805,
           "p3.2xlarge:600-773-4500 p3.2xlarge:600-773-1800 c7i.4xlarge:1200-1350-1515 "
           "c7i.4xlarge:1200-1350-5700 p3.8xlarge:1500-1729-4815 "
           "c7i.4xlarge:4800-4950-5700",
           "0@0:773-785-4341-4341 1@1:773-785-1659-1659 2@2:1350-1367-1501-1515 "
           "2@4:1729-1746-4801-4815 2@5:4950-4967-5698-5698 3@3:1350-1367-1501-1515 "
           "3@3:1515-1522-4801-4815 3@3:4815-4822-5698-5698 4@4:1729-1749-4509-4509");
}

Test(eva_tiny, what_is_not_billed_yet_never_is)
{
    expect(GPT2(0, 10, 1500, 4958, 1)
           OPENFOAM(1, 20, 1531, 12860, 1),
           "eva", 5.9976,
           "p3.8xlarge:300-529-2100 c7i.4xlarge:2100-2250-2101",
           "0@0:529-549-2072-2072 1@0:529-546-2100-2100");
}

/* ---- decisions ---- */

typedef struct {
    ul_eva_decision all[64];
    size_t n;
} decisions;

static decisions heard;

static void hear(void *context, const ul_eva_decision *decision)
{
    (void)context;
    heard.all[heard.n++ % 64] = *decision;
}

static ul_status watched(const ul_schedule *in, ul_run *run)
{
    static const ul_eva_watch watch = {.decided = hear};
    return ul_eva_run(in, run, &ul_eva_rules_eva, &watch);
}

/* To the last bit, but for the logarithm in the horizon. */
static void expect_decision(size_t q, const ul_eva_decision *want)
{
    const ul_eva_decision *have = &heard.all[q];
    cr_expect_eq(have->at_s, want->at_s, "%g", have->at_s);
    cr_expect_eq(have->saving_partial, want->saving_partial, "%.17g", have->saving_partial);
    cr_expect_eq(have->saving_full, want->saving_full, "%.17g", have->saving_full);
    cr_expect_eq(have->moving_partial, want->moving_partial, "%.17g", have->moving_partial);
    cr_expect_eq(have->moving_full, want->moving_full, "%.17g", have->moving_full);
    cr_expect_eq(have->n_events, want->n_events, "%zu", have->n_events);
    cr_expect_eq(have->gap_s, want->gap_s, "%.17g", have->gap_s);
    cr_expect_eq(have->full_before, want->full_before, "%zu", have->full_before);
    cr_expect_float_eq(have->horizon_s, want->horizon_s, 1e-12 * want->horizon_s, "%.17g",
                       have->horizon_s);
    cr_expect_eq(have->full, want->full);
}

Test(eva_tiny, decisions_of_the_four_jobs)
{
    ul_param param[] = {UL_EVA_PARAMS, UL_EVA_LEARNING_PARAMS, {0}};
    const ul_method method = {.name = "watched", .param = param, .schedule = watched};
    const ul_run_options options = {.seed = 1};
    ul_instance instance = imported(FOUR_JOBS);
    ul_run *run;
    cr_assert_eq(ul_run_new(&method, &instance, &options, &run), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_assert_eq(heard.n, 17, "%zu", heard.n);
    expect_decision(2, &(ul_eva_decision){1200, -5.55555555555292e-07, -5.55555555555292e-07, 0.11939666666666666,
                                           0.11939666666666666, 3, 390.0, 0,
                                           1200.0, false});
    expect_decision(3, &(ul_eva_decision){1500, -5.555555555548583e-07, 1.9527777777778033e-05, 1.071,
                                           1.07814, 4, 290.0, 0,
                                           1500.0, true});
    expect_decision(4, &(ul_eva_decision){1800, 0.00017966777777777762, 0.00017966777777777762, 0.0,
                                           0.0, 5, 329.75, 1,
                                           1477.7482838196706, false});
    expect_decision(14, &(ul_eva_decision){4800, -5.55555555555563e-07, -5.55555555555563e-07, 0.07219333333333333,
                                           0.07219333333333333, 7, 694.8333333333334, 1,
                                           4507.49444706936, false});
    ul_run_free(run);
    ul_instance_free(&instance);
}
