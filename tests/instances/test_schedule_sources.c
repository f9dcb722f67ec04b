/* Importers and generators of schedules. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "generator.h"
#include "schedule.h"
#include "written.h"

static char remark[512];

static ul_status import_text(const char *format, const char *text, const char *const *set,
                             size_t n_set, ul_instance *instance)
{
    char path[32];
    const char *input = path;
    write_file(path, text);
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = &input, .n_inputs = 1,
                                       .set = set, .n_set = n_set};
    const ul_status status = ul_source_make(ul_importer_find(format), &options, remark,
                                            sizeof remark, instance);
    unlink(path);
    return status;
}

static const ul_schedule *import_well(const char *format, const char *text, ul_instance *instance)
{
    cr_assert_eq(import_text(format, text, NULL, 0, instance), UL_OK, "%s", ul_error_text());
    return instance->data;
}

static void refuse(const char *format, const char *text, const char *reason)
{
    ul_instance instance;
    cr_assert_eq(import_text(format, text, NULL, 0, &instance), UL_E_INPUT, "%s: %s", format, text);
    cr_assert_not_null(strstr(ul_error_text(), reason), "%s", ul_error_text());
}

#define EVA_HEADER                                                                              \
    "job_id,name,arrival_s,duration_s,total_iters,full_throughput,init_delay_s,n_tasks,"        \
    "task_name,image_id,fetch_s,build_s,kill_s,upload_s,p3_gpu,p3_cpu,p3_ram,c7i_gpu,c7i_cpu,"  \
    "c7i_ram,r7i_gpu,r7i_cpu,r7i_ram\n"

Test(schedule_importers, eva_jobs_keep_their_iterations_and_moves)
{
    ul_instance instance;
    const ul_schedule *in = import_well("eva-jobs", EVA_HEADER
        "7,gcn[2],1770,8346,106296,12.736207246780396,10,4,node0,3,1,10,1,2,0,10,8,0,4,8,0,4,8\n"
        "8,vit,1771,5,0,2,143,1,node0,8,1,10,1,2,20,8,60,20,8,60,20,8,60\n", &instance);
    cr_assert_eq(in->n_jobs, 1);
    cr_assert_str_eq(remark, "1 jobs; 1 fit no type");
    const ul_schedule_job *job = &in->job[0];
    cr_assert_str_eq(job->name, "7");
    cr_assert(job->gang);
    cr_assert_eq(job->n_tasks, 4);
    cr_assert_eq(job->per_second, 12.736207246780396);
    cr_assert_eq(job->upload_s, 2 * UL_MICRO);
    cr_assert_eq(in->round_s, 300 * UL_MICRO);
    cr_assert_eq(ul_schedule_need(in, 0, 0)[1], 10 * UL_MICRO);
    cr_assert_eq(ul_schedule_need(in, 0, 3)[1], 4 * UL_MICRO);
    cr_assert_eq(in->type[0].billed_after_s, 22 * UL_MICRO);
    cr_assert_eq(in->type[0].usable_after_s, 151 * UL_MICRO);
    cr_assert_eq(ul_schedule_throughput(in, job->workload, job->workload), 0.904);
    ul_instance_free(&instance);
}

Test(schedule_importers, eva_interference_may_be_one_number)
{
    static const char *const set[] = {"interference=0.9", "moving=4", "cores=physical"};
    static const char *const wrong[] = {"interference=1.1"};
    static const char jobs[] = EVA_HEADER
        "0,a3c,1,79,1,12,10,1,node0,0,1,10,1,2,0,4,8,0,4,8,0,4,8\n";
    ul_instance instance;
    double rate;
    cr_assert_eq(import_text("eva-jobs", jobs, set, 3, &instance), UL_OK, "%s", ul_error_text());
    const ul_schedule *in = instance.data;
    cr_assert(ul_schedule_uniform_throughput(in, &rate));
    cr_assert_eq(rate, 0.9);
    cr_assert_eq(in->job[0].init_s, 40 * UL_MICRO);
    cr_assert_eq(in->job[0].build_s, 10 * UL_MICRO);
    cr_assert_eq(in->type[0].capacity[1], 4 * UL_MICRO);
    ul_instance_free(&instance);
    cr_assert_eq(import_text("eva-jobs", jobs, wrong, 1, &instance), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), "'eva-jobs': interference '1.1' is neither 'table' nor a "
                                      "throughput above 0 and at most 1");
}

Test(schedule_importers, eva_jobs_refuse_another_table)
{
    refuse("eva-jobs", EVA_HEADER "0,a3c,1,79,1,12,10,1,node0,0,900000000000,10,1,2,0,4,8,0,4,8,0,4,8\n",
           ":2: column 1: a delay of moving is beyond 10000000000 seconds");
    refuse("eva-jobs", "a,b\n1,2\n", "there is no column 'job_id'; is this a table of Eva's jobs?");
    refuse("eva-jobs", EVA_HEADER, "no job is left");
}

#define EVA_TASK                                                                                  \
    "{\"name\": \"node0\", \"demand\": {\"any\": [1, 4, 24], \"c7i\": [1, 2, 24]}, \"image_id\": 7, " \
    "\"fetch_delay\": 1, \"build_image_delay\": 10, \"kill_delay\": 1, \"upload_delay\": %d}"

static void eva_trace(char *text, size_t room, int second_upload)
{
    char task[2][400];
    snprintf(task[0], sizeof task[0], EVA_TASK, 2);
    snprintf(task[1], sizeof task[1], EVA_TASK, second_upload);
    snprintf(text, room, "{\"5\": {\"name\": \"resnet18[0]\", \"arrival_time\": 960, \"duration\": "
                         "12430, \"init_delay\": 80, \"full_throughput\": 2.1, \"total_iters\": "
                         "26103, \"tasks\": {\"0\": %s, \"1\": %s}}}", task[0], task[1]);
}

Test(schedule_importers, eva_trace_jobs_are_of_equal_tasks)
{
    char text[2048];
    ul_instance instance;
    eva_trace(text, sizeof text, 2);
    const ul_schedule *in = import_well("eva-trace-jobs", text, &instance);
    cr_assert_eq(in->n_tasks, 2);
    cr_assert_eq(in->job[0].iterations, 26103);
    cr_assert_eq(in->job[0].upload_s, 2 * UL_MICRO);
    cr_assert_str_eq(in->image[0], "7");
    cr_assert_eq(ul_schedule_need(in, 0, 3)[1], 2 * UL_MICRO);
    ul_instance_free(&instance);
    eva_trace(text, sizeof text, 3);
    refuse("eva-trace-jobs", text, "job '5': task '1': it differs from the first task of its job");
}

Test(schedule_importers, alibaba_pods_of_one_demand_have_one_workload)
{
    ul_instance instance;
    const ul_schedule *in = import_well("alibaba-jobs",
        "name,cpu_milli,memory_mib,num_gpu,pod_phase,creation_time,deletion_time\n"
        "a,1500,1025,1,Running,10,70\nb,1000,1024,0,Failed,20,30\nc,2000,2048,1,Running,20,20\n",
        &instance);
    cr_assert_eq(in->n_jobs, 2);
    cr_assert_eq(in->n_workloads, 1);
    cr_assert_eq(in->task[0].work_s, 60 * UL_MICRO);
    cr_assert_eq(in->task[1].work_s, 0);
    cr_assert_eq(in->job[0].iterations, floor(60 * in->job[0].per_second));
    ul_instance_free(&instance);
}

#define EVENT(time, job, index, event, cpu) #time ",," #job "," #index ",," #event ",,,," #cpu ",0.125,,\n"

static const char google[] =
    EVENT(1000000, 5, 0, 0, 0.25) EVENT(2000000, 5, 1, 0, 0.25) EVENT(3000000, 5, 0, 1, 0.25)
    EVENT(3000000, 5, 1, 1, 0.25) EVENT(9500000, 5, 0, 4, 0.25) EVENT(8000000, 5, 1, 5, 0.0001)
    EVENT(4000000, 6, 0, 0, 0.5) EVENT(5000000, 6, 0, 1, 0.5) EVENT(7000000, 6, 0, 4, 0.5)
    EVENT(0, 7, 0, 0, 0.5) EVENT(5000000, 7, 0, 1, 0.5) EVENT(7000000, 7, 0, 4, 0.5);

Test(schedule_importers, google_jobs_count_when_all_their_tasks_end)
{
    static const char *const any[] = {"filter=any-end"};
    ul_instance instance;
    const ul_schedule *in = import_well("google-2011-jobs", google, &instance);
    cr_assert_eq(in->n_jobs, 1, "%s", remark);
    cr_assert_str_eq(in->job[0].name, "6");
    cr_assert_eq(in->task[0].work_s, 2 * UL_MICRO);
    cr_assert_eq(in->task[0].arrival_s, 4 * UL_MICRO);
    ul_instance_free(&instance);
    cr_assert_eq(import_text("google-2011-jobs", google, any, 1, &instance), UL_OK, "%s",
                 ul_error_text());
    in = instance.data;
    cr_assert_eq(in->n_jobs, 2);
    cr_assert_eq(in->n_tasks, 3);
    cr_assert_eq(in->task[0].work_s, 6500000);
    cr_assert_eq(in->task[1].arrival_s, 2 * UL_MICRO);
    cr_assert_eq(ul_schedule_need(in, 1, 0)[0], 10000); /* the least request */
    cr_assert_eq(in->job[0].upload_s, 32 * 53687091 + 6); /* 32 GiB at 160 Mb/s */
    ul_instance_free(&instance);
}

Test(schedule_importers, google_runs_can_be_longer_than_recorded)
{
    static const char *const longer[] = {"longer=7"};
    ul_instance instance;
    cr_assert_eq(import_text("google-2011-jobs", google, longer, 1, &instance), UL_OK, "%s",
                 ul_error_text());
    const ul_schedule *in = instance.data;
    cr_assert_eq(in->task[0].work_s, 14 * UL_MICRO);
    cr_assert_eq(in->task[0].arrival_s, 4 * UL_MICRO);
    ul_instance_free(&instance);
}

/* The sum of an arrival that is drawn and of a time within the job stays in range. */
Test(schedule_importers, google_leaves_out_what_no_schedule_holds)
{
    static const char *const span[] = {"span=86400"};
    ul_instance instance;
    cr_assert_eq(import_text("google-2011-jobs",
                             EVENT(1000000, 4, 0, 0, 0.5) EVENT(9223372036854775806, 4, 1, 0, 0.5)
                             EVENT(2000000, 4, 0, 1, 0.5) EVENT(3000000, 4, 0, 4, 0.5)
                             EVENT(9223372036854775806, 4, 1, 1, 0.5)
                             EVENT(9223372036854775807, 4, 1, 4, 0.5)
                             EVENT(1000000, 5, 0, 0, 900) EVENT(2000000, 5, 0, 1, 900)
                             EVENT(3000000, 5, 0, 4, 900), span, 1, &instance), UL_E_INPUT);
    cr_assert_not_null(strstr(ul_error_text(), "no job is left"), "%s", ul_error_text());
}

Test(schedule_importers, swf_jobs_are_gangs_of_nodes)
{
    static const char *const fixed[] = {"nodes=93", "alpha=0", "billing=minute"};
    static const char trace[] = "; a comment\n"
        "1 0 5 100 17 -1 -1 17 600 -1 1 1 1 1 1 1 -1 -1\n"
        "2 9 5 -1 17 -1 -1 17 600 -1 1 1 1 1 1 1 -1 -1\n"
        "3 9 5 0 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n";
    ul_instance instance;
    const ul_schedule *in = import_well("swf-jobs", trace, &instance);
    cr_assert_eq(in->n_jobs, 2);
    cr_assert_str_eq(remark, "2 jobs; 1 without run time or processors left out");
    cr_assert_eq(in->job[0].n_tasks, 2);
    cr_assert(in->job[0].gang);
    cr_assert_eq(in->task[0].estimate_s, 600 * UL_MICRO);
    cr_assert_eq(in->task[2].work_s, UL_MICRO);
    cr_assert_eq(ul_schedule_boot_s(in, 3), 225 * UL_MICRO);
    cr_assert_eq(ul_schedule_boot_s(in, 100), 300 * UL_MICRO);
    cr_assert_eq(ul_schedule_billed_s(in, 0, 0, 3601 * UL_MICRO), 7200 * UL_MICRO);
    ul_instance_free(&instance);
    cr_assert_eq(import_text("swf-jobs", trace, fixed, 3, &instance), UL_OK, "%s", ul_error_text());
    in = instance.data;
    cr_assert_eq(in->n_boots, 0);
    cr_assert_eq(in->type[0].supply[0].count, 93);
    cr_assert_eq(in->task[0].estimate_s, 100 * UL_MICRO);
    cr_assert_eq(ul_schedule_billed_s(in, 0, 0, UL_MICRO), 600 * UL_MICRO);
    ul_instance_free(&instance);
}

Test(schedule_importers, eagle_takes_whole_seconds_and_parts_equal_arrivals)
{
    ul_instance instance;
    const ul_schedule *in = import_well("eagle", "10 2 100.9  7e-5 99.9\n10 1 3.5 4\n10 1 1 1\n",
                                        &instance);
    cr_assert_eq(in->n_jobs, 3);
    cr_assert_eq(in->task[0].work_s, 0);
    cr_assert_eq(in->task[1].work_s, 99 * UL_MICRO);
    cr_assert_eq(in->task[1].estimate_s, 100 * UL_MICRO);
    cr_assert_eq(in->job[1].arrival_s, 10010000);
    cr_assert_eq(in->job[2].arrival_s, 10020000);
    cr_assert_eq(in->cutoff_s, 90581100);
    ul_instance_free(&instance);
    refuse("eagle", "10 2 100 5\n", "a task's duration is missing: the file ends inside a job");
    const long before_kb = ul_clock_peak_rss_kb();
    refuse("eagle", "10 48888880 1 3\n", "a task's duration is missing");
    cr_assert_lt(ul_clock_peak_rss_kb() - before_kb, 100000, "memory follows what is there");
    refuse("eagle", "10 2 nan 5 5\n", "the mean duration 'nan' is no number of seconds");
}

/* A generated schedule is sealed by its written form, and a seed makes the same again. */
static void expect_generated(const char *name)
{
    ul_instance first, again, back;
    char path[] = "/tmp/ullage-made-XXXXXX";
    const ul_source_options options = {.seed = 3, .tasks = 40, .to_s = HUGE_VAL};
    const ul_source *source = ul_generator_find(name);
    cr_assert_not_null(source, "%s", name);
    cr_assert_eq(ul_source_make(source, &options, remark, sizeof remark, &first), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_source_make(source, &options, remark, sizeof remark, &again), UL_OK);
    cr_assert_str_eq(first.sha256, again.sha256);
    cr_assert_eq(((const ul_schedule *)first.data)->n_jobs, 40);
    close(mkstemp(path));
    cr_assert_eq(ul_instance_write(&first, path), UL_OK);
    cr_assert_eq(ul_instance_read(path, &back), UL_OK, "%s", ul_error_text());
    cr_expect_str_eq(back.sha256, first.sha256, "%s", name);
    cr_assert_eq(back.kind->seal(back.data), UL_OK);
    cr_expect_str_eq(back.sha256, first.sha256, "%s, written again", name);
    unlink(path);
    ul_instance_free(&first);
    ul_instance_free(&again);
    ul_instance_free(&back);
}

Test(schedule_generators, are_repeatable_and_read_back)
{
    static const char *const name[] = {"eva-jobs", "alibaba-jobs", "google-jobs", "swf-jobs",
                                       "eagle"};
    for (size_t q = 0; q < sizeof name / sizeof *name; q++)
        expect_generated(name[q]);
}

/* ---- Stratus' world ---- */

static const ul_schedule *stratus_jobs(const char *const *set, size_t n_set, ul_instance *instance)
{
    const ul_source_options options = {.seed = 3, .tasks = 300, .to_s = HUGE_VAL, .set = set,
                                       .n_set = n_set};
    cr_assert_eq(ul_source_make(ul_generator_find("google-jobs"), &options, remark, sizeof remark,
                                instance), UL_OK, "%s", ul_error_text());
    return instance->data;
}

static double error_of(const ul_schedule *in, size_t i)
{
    return (double)in->task[i].estimate_s / (double)in->task[i].work_s;
}

Test(schedule_generators, misestimates_leave_the_jobs_as_they_are)
{
    static const char *const off[] = {"like=two-sigma", "misestimate=0.01"};
    static const char *const alike[] = {"like=two-sigma", "misestimate=100", "errors=job"};
    ul_instance plain, wrong, by_job;
    const ul_schedule *truth = stratus_jobs(off, 1, &plain), *low = stratus_jobs(off, 2, &wrong);
    const ul_schedule *high = stratus_jobs(alike, 3, &by_job);
    double mean = 0;
    cr_assert_eq(truth->n_tasks, low->n_tasks);
    cr_assert_eq(truth->n_tasks, high->n_tasks);
    for (size_t i = 0; i < truth->n_tasks; i++) {
        cr_assert_eq(truth->task[i].estimate_s, truth->task[i].work_s);
        cr_assert_eq(low->task[i].work_s, truth->task[i].work_s);
        cr_assert_eq(high->task[i].arrival_s, truth->task[i].arrival_s);
        cr_assert(error_of(low, i) >= 0.0099 && error_of(low, i) <= 1);
        const uint32_t first = high->job[high->task[i].job].first_task;
        cr_assert_float_eq(error_of(high, i), error_of(high, first), 1e-6);
        mean += error_of(low, i) / (double)low->n_tasks;
    }
    cr_assert_float_eq(mean, 0.505, 0.02, "%g", mean);
    ul_instance_free(&plain);
    ul_instance_free(&wrong);
    ul_instance_free(&by_job);
}

Test(schedule_generators, spot_prices_move_about_their_mean_below_on_demand)
{
    static const char *const moving[] = {"price=moving"};
    static const double mean[] = {0.0335, 0.0649, 0.1372, 0.2458, 0.6525, 1.1053};
    static const double on_demand[] = {0.1, 0.2, 0.4, 0.8, 2, 3.2};
    ul_instance instance;
    const ul_schedule *in = stratus_jobs(moving, 1, &instance);
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_schedule_type *type = &in->type[k];
        double sum = 0;
        cr_assert_gt(type->n_prices, 100);
        for (size_t q = 0; q < type->n_prices; q++) {
            cr_assert_leq(ul_micro_double(type->moving_price[q].price), on_demand[k]);
            cr_assert_eq(type->moving_price[q].from_s, (ul_micro)q * 60 * UL_MICRO);
            sum += ul_micro_double(type->moving_price[q].price);
        }
        cr_expect_float_eq(sum / (double)type->n_prices / mean[k], 1, 0.1, "%s", type->name);
    }
    ul_instance_free(&instance);
}

/* Quantiles of Google's trace, and of what stands for TwoSigma's. */
Test(schedule_generators, stratus_jobs_have_the_shape_of_the_traces)
{
    static const char *const two_sigma[] = {"like=two-sigma"};
    ul_instance one, other;
    const ul_schedule *small = stratus_jobs(NULL, 0, &one);
    const ul_schedule *large = stratus_jobs(two_sigma, 1, &other);
    size_t single = 0, below_median = 0;
    for (size_t j = 0; j < small->n_jobs; j++) {
        single += small->job[j].n_tasks == 1;
        below_median += small->task[small->job[j].first_task].work_s < 99 * UL_MICRO;
    }
    cr_expect_float_eq((double)single / (double)small->n_jobs, 0.97, 0.03);
    cr_expect_float_eq((double)below_median / (double)small->n_jobs, 0.5, 0.08);
    cr_expect_gt(large->n_tasks, 10 * small->n_tasks);
    cr_expect_float_eq(ul_micro_double(small->job[small->n_jobs - 1].arrival_s) / 300, 8.4, 1.5);
    ul_instance_free(&one);
    ul_instance_free(&other);
}

static void write_history(const char *folder, const char *type, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/z-Linux-%s.csv", folder, type);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

/* Prices begin where the last history does, and are never above on demand. */
Test(schedule_generators, spot_prices_as_recorded)
{
    static const char *const type[] = {"m4.xlarge", "m4.2xlarge", "m4.4xlarge", "m4.10xlarge",
                                       "m4.16xlarge"};
    char folder[] = "/tmp/ullage-history-XXXXXX", set_text[100], path[100];
    const char *const set[] = {set_text};
    ul_instance instance;
    cr_assert_not_null(mkdtemp(folder));
    snprintf(set_text, sizeof set_text, "history=%s/z-Linux", folder);
    write_history(folder, "m4.large", "2017-09-01 00:00:00,0.03\n2017-09-01 00:20:00,0.04\n"
                                      "2017-09-01 00:30:00,0.5\n2017-09-01 00:30:00,0.05\n");
    for (size_t q = 0; q < 5; q++)
        write_history(folder, type[q], "2017-09-01 00:10:00,9\n2017-09-01 00:40:00,0.06\n");
    const ul_schedule *in = stratus_jobs(set, 1, &instance);
    cr_assert_eq(in->type[0].n_prices, 3, "%zu", in->type[0].n_prices);
    cr_expect_eq(in->type[0].moving_price[0].price, 30000);
    cr_expect_eq(in->type[0].moving_price[1].from_s, 600 * UL_MICRO);
    cr_expect_eq(in->type[0].moving_price[2].price, 100000, "0.5 is above on demand");
    cr_expect_eq(in->type[5].moving_price[0].price, 3200000);
    cr_expect_eq(in->type[5].moving_price[1].from_s, 1800 * UL_MICRO);
    ul_instance_free(&instance);
    snprintf(path, sizeof path, "%s/z-Linux-m4.large.csv", folder);
    unlink(path);
    const ul_source_options options = {.seed = 3, .tasks = 5, .to_s = HUGE_VAL, .set = set,
                                       .n_set = 1};
    cr_assert_eq(ul_source_make(ul_generator_find("google-jobs"), &options, remark, sizeof remark,
                                &instance), UL_E_INPUT);
    for (size_t q = 0; q < 5; q++) {
        snprintf(path, sizeof path, "%s/z-Linux-%s.csv", folder, type[q]);
        unlink(path);
    }
    rmdir(folder);
}
