#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "generator.h"
#include "packing.h"

static char remark[512];

/* Writes a sample to a file of its own; the test's process ends soon after. */
static const char *sample(const char *text)
{
    static char path[4][64];
    static int used;
    char *name = path[used++ % 4];
    snprintf(name, sizeof path[0], "/tmp/ullage-import-%ld-%d.txt", (long)getpid(), used);
    FILE *file = fopen(name, "wb");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    return name;
}

static ul_status import_with(const char *format, const ul_source_options *options,
                             ul_instance *instance)
{
    return ul_source_make(ul_importer_find(format), options, remark, sizeof remark, instance);
}

/* Imports one sample text whole. */
static ul_status import_text(const char *format, const char *text, ul_instance *instance)
{
    const char *path = sample(text);
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = &path, .n_inputs = 1};
    const ul_status status = import_with(format, &options, instance);
    unlink(path);
    return status;
}

static const ul_packing *import_well(const char *format, const char *text, ul_instance *instance)
{
    cr_assert_eq(import_text(format, text, instance), UL_OK, "%s", ul_error_text());
    return instance->data;
}

static void refuse(const char *format, const char *text, const char *reason)
{
    ul_instance instance;
    cr_assert_eq(import_text(format, text, &instance), UL_E_INPUT, "%s: %s", format, text);
    cr_assert_not_null(strstr(ul_error_text(), reason), "%s", ul_error_text());
}

#define POD_HEADER                                                                           \
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"      \
    "deletion_time,scheduled_time\n"

Test(importers, alibaba_pods_are_rounded_up_and_failed_ones_left_out)
{
    ul_instance instance;
    const ul_packing *in = import_well("alibaba-gpu-v2023",
                                       POD_HEADER
                                       "a,1500,1025,1,460,,LS,Running,10,70,12\n"
                                       "b,1000,1024,0,0,,BE,Failed,20,30,\n"
                                       "c,900000,1024,0,0,,BE,Pending,20,30,\n",
                                       &instance);
    cr_assert_eq(in->n_tasks, 1);
    const ul_micro *demand = ul_packing_need(in, 0, 0);
    cr_assert_eq(demand[0], 1 * UL_MICRO);
    cr_assert_eq(demand[1], 2 * UL_MICRO);
    cr_assert_eq(demand[2], 2 * UL_MICRO);
    cr_assert_eq(in->task[0].runtime_s, 60 * UL_MICRO);
    cr_assert_str_eq(remark, "3 pods: 1 failed; CPU or memory of 1 rounded up to whole units; "
                             "1 fit no type");
    ul_instance_free(&instance);
}

Test(importers, alibaba_refuses_another_table)
{
    refuse("alibaba-gpu-v2023", "sn,cpu_milli\nx,1\n", ":1: column 1: there is no column 'name'");
}

/* time, missing, job, index, machine, event, user, class, priority, cpu, ram, disk, different */
static const char events[] = "0,,7,0,1,0,u,0,0,0.5,0.25,0,0\n"
                             "0,,7,0,1,1,u,0,0,0.5,0.25,0,0\n"
                             "5000000,,7,0,1,4,u,0,0,0.5,0.25,0,0\n"   /* began before the trace */
                             "1000000,,8,0,,0,u,0,0,0.03125,1.5e-05,0,0\n"
                             "2000000,,8,0,1,1,u,0,0,0.03125,1.5e-05,0,0\n"
                             "9500000,,8,0,1,4,u,0,0,0.03125,1.5e-05,0,0\n"
                             "6000000,,8,1,,0,u,0,0,0,0.1,0,0\n"
                             "7000000,,8,1,1,1,u,0,0,0,0.1,0,0\n"
                             "8000000,,8,1,1,4,u,0,0,0,0.1,0,0\n";

Test(importers, google_tasks_with_a_whole_run_are_scaled)
{
    ul_instance instance;
    const ul_packing *in = import_well("google-2011", events, &instance);
    cr_assert_eq(in->n_tasks, 2);
    cr_assert_str_eq(in->task[0].name, "8-0");
    cr_assert_eq(in->task[0].runtime_s, 7500000);
    cr_assert_eq(ul_packing_need(in, 0, 0)[0], 2 * UL_MICRO);
    cr_assert_eq(ul_packing_need(in, 0, 0)[1], 3840); /* 1.5e-05 of 256 GiB */
    cr_assert_eq(ul_packing_need(in, 1, 0)[0], 1000);
    cr_assert_eq(in->task[0].job, in->task[1].job);
    ul_instance_free(&instance);
}

Test(importers, a_window_is_half_open)
{
    ul_instance instance;
    const char *path = sample(events);
    const ul_source_options options = {.seed = 1, .from_s = 1, .to_s = 6, .input = &path,
                                       .n_inputs = 1};
    cr_assert_eq(import_with("google-2011", &options, &instance), UL_OK, "%s", ul_error_text());
    cr_assert_eq(((ul_packing *)instance.data)->n_tasks, 1);
    ul_instance_free(&instance);
    unlink(path);
}

Test(importers, a_sample_larger_than_the_trace_is_refused)
{
    ul_instance instance;
    const char *path = sample(events);
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .tasks = 3, .input = &path,
                                       .n_inputs = 1};
    cr_assert_eq(import_with("google-2011", &options, &instance), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), "--tasks 3: only 2 tasks are left to draw from");
    unlink(path);
}

static const char eva_trace[] =
    "{\"0\": {\"name\": \"gcn[0]\", \"arrival_time\": 960, \"duration\": 12430,"
    " \"tasks\": {\"0\": {\"demand\": {\"p3\": [0, 12, 40], \"c7i\": [0, 6, 40],"
    " \"r7i\": [0, 6, 40]}}, \"1\": {\"demand\": {\"any\": [1, 4.5, 24]}}}}}";

Test(importers, eva_traces_keep_jobs_workloads_and_family_demands)
{
    ul_instance instance;
    const ul_packing *in = import_well("eva-trace", eva_trace, &instance);
    cr_assert_eq(in->n_tasks, 2);
    cr_assert_str_eq(in->job[in->task[1].job], "0");
    cr_assert_str_eq(in->workload[in->task[0].workload], "gcn");
    cr_assert_eq(ul_packing_need(in, 0, 0)[1], 12 * UL_MICRO);
    cr_assert_eq(ul_packing_need(in, 0, 3)[1], 6 * UL_MICRO);
    cr_assert_eq(ul_packing_need(in, 1, 0)[1], 4500000);
    ul_instance_free(&instance);
}

Test(importers, eva_traces_refuse_what_they_cannot_read)
{
    refuse("eva-trace", "{\"0\": ", ":1: column 6: is not JSON");
    refuse("eva-trace", "[]", "expected a JSON object");
    refuse("eva-trace", "{\"0\":{\"name\":\"a\",\"arrival_time\":0,\"duration\":1,\"tasks\":{\"t\":"
                        "{\"demand\":{\"p3\":[1,1,1]}}}}}",
           "job '0': task 't': there is no demand for family 'c7i', nor for any");
    refuse("eva-trace", "{\"0\":{\"name\":\"a\",\"arrival_time\":0,\"duration\":-1,\"tasks\":{}}}",
           "job '0': the duration -1 is negative");
}

Test(importers, vbp_becomes_one_type_of_cost_one)
{
    ul_instance instance;
    const ul_packing *in = import_well("vpsolver-vbp", "2\n10 20\n2\n3 4 5\n1 1 2\n", &instance);
    cr_assert_eq(in->n_types, 1);
    cr_assert_eq(in->type[0].price, UL_MICRO);
    cr_assert_eq(in->type[0].capacity[1], 20 * UL_MICRO);
    cr_assert_eq(in->n_copies, 7);
    ul_instance_free(&instance);
}

Test(importers, vbp_refusals_name_the_place)
{
    refuse("vpsolver-vbp", "2\n10 20\n2\n3 4 5\n1 1", ":5: column 4: the file ends where the demand");
    refuse("vpsolver-vbp", "1\n10\n1\n11 1\n", ":4: column 4: item i1 fits no bin, even alone");
    refuse("vpsolver-vbp", "1\n10\n1\n-1 1\n", ":4: column 1: the weight '-1' is negative");
    refuse("vpsolver-vbp", "1\n10\n1\nnan 1\n", ":4: column 1: the weight 'nan' is not a plain");
    refuse("vpsolver-vbp", "1\n10\n0\n", "there are no items");
    refuse("vpsolver-vbp", "1\n10\n1\n1 1\n$CTYPE{<}\n", "block $CTYPE{<} cannot be expressed");
    refuse("vpsolver-vbp", "129\n", "the number of dimensions '129' is too large");
}

Test(importers, mvp_with_single_incarnations_and_any_supply)
{
    ul_instance instance;
    const ul_packing *in =
        import_well("vpsolver-mvp", "1\n2\n3000 2500 -1\n7000 7000 3\n2\n1 1\n295\n1 2\n1501\n",
                    &instance);
    cr_assert_eq(in->n_types, 2);
    cr_assert_eq(in->type[0].price, 2500 * UL_MICRO);
    cr_assert_eq(in->n_copies, 3);
    cr_assert_str_eq(remark, "supplies of at least the 3 items are no limit");
    ul_instance_free(&instance);
}

Test(importers, mvp_supply_that_may_bind_is_kept)
{
    ul_instance instance;
    const ul_packing *in = import_well("vpsolver-mvp", "1\n2\n10 1 2\n20 3 0\n1\n1 3\n4\n",
                                       &instance);
    cr_assert(in->is_limited);
    cr_assert_eq(in->type[0].supply, 2);
    cr_assert_eq(in->type[1].supply, 0);
    cr_assert_str_eq(remark, "");
    ul_instance_free(&instance);
}

Test(importers, mvp_refuses_what_our_format_lacks)
{
    refuse("vpsolver-mvp", "1\n1\n10 1 -1\n1\n2 1\n4\n5\n", "item i1 has 2 incarnations");
}

Test(importers, or_library_takes_one_problem_of_several)
{
    ul_instance instance;
    const char *path = sample("2\n u1\n 100 2 1\n40\n60\n u2\n 100.5 1 1\n50.25\n");
    const char *set = "problem=u2";
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = &path, .n_inputs = 1,
                                       .set = &set, .n_set = 1};
    cr_assert_eq(import_with("or-library", &options, &instance), UL_OK, "%s", ul_error_text());
    const ul_packing *in = instance.data;
    cr_assert_eq(in->n_tasks, 1);
    cr_assert_eq(ul_packing_need(in, 0, 0)[0], 50250000);
    cr_assert_str_eq(remark, "problem u2; best known: 1 bins");
    ul_instance_free(&instance);
    unlink(path);
}

Test(importers, bpplib_tells_items_from_demands_by_the_first_row)
{
    ul_instance items, demands;
    const ul_packing *one = import_well("bpplib", "3\n10\n5\n4\n3\n", &items);
    cr_assert_eq(one->n_copies, 3);
    const ul_packing *many = import_well("bpplib", "2\n10\n5 7\n4 2\n", &demands);
    cr_assert_eq(many->n_copies, 9);
    ul_instance_free(&items);
    ul_instance_free(&demands);
    refuse("bpplib", "2\n10\n5\n4\n3\n", ":5: column 1: the instance should end here");
}

static ul_status import_pair(const char *items, const char *bins, const char *set,
                             ul_instance *instance)
{
    const char *path[] = {sample(items), sample(bins)};
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = path, .n_inputs = 2,
                                       .set = &set, .n_set = set != NULL};
    const ul_status status = import_with("packingsolver-1d", &options, instance);
    unlink(path[0]);
    unlink(path[1]);
    return status;
}

Test(importers, packingsolver_weight_is_a_second_resource)
{
    ul_instance instance;
    cr_assert_eq(import_pair("X,WEIGHT,COPIES\n10,5,3\n", "COPIES,X,MAXIMUM_WEIGHT\n-1,100,10\n",
                             NULL, &instance), UL_OK, "%s", ul_error_text());
    const ul_packing *in = instance.data;
    cr_assert_eq(in->n_resources, 2);
    cr_assert_eq(in->type[0].price, 100 * UL_MICRO, "the cost of a bin is its length by default");
    cr_assert_eq(in->n_copies, 3);
    ul_instance_free(&instance);
}

Test(importers, packingsolver_refuses_by_name)
{
    ul_instance instance;
    cr_assert_eq(import_pair("X,NESTING_LENGTH\n10,5\n", "X,COPIES\n100,-1\n", NULL, &instance),
                 UL_E_INPUT);
    cr_assert_not_null(strstr(ul_error_text(), "column 2: column 'NESTING_LENGTH' cannot be"),
                       "%s", ul_error_text());
}

Test(importers, packingsolver_bins_are_one_each_unless_told_otherwise)
{
    ul_instance instance;
    cr_assert_eq(import_pair("X,COPIES\n10,4\n", "X,COPIES\n100,\n50,3\n30,-1\n20,7\n", NULL,
                             &instance), UL_OK, "%s", ul_error_text());
    const ul_packing *in = instance.data;
    cr_assert_eq(in->type[0].supply, 1);
    cr_assert_eq(in->type[1].supply, 3);
    cr_assert_eq(in->type[2].supply, UL_ANY_NUMBER);
    cr_assert_eq(in->type[3].supply, UL_ANY_NUMBER, "seven bins for four items are no limit");
    ul_instance_free(&instance);
    cr_assert_eq(import_pair("X,COPIES\n10,2\n", "X\n100\n", "bin-copies=infinite", &instance),
                 UL_OK, "%s", ul_error_text());
    in = instance.data;
    cr_assert_not(in->is_limited);
    ul_instance_free(&instance);
}

Test(importers, packingsolver_numbers_rows_and_reads_them_in_order)
{
    ul_instance instance;
    cr_assert_eq(import_pair("ID,X,COPIES\n0,6,2\n1,4,3\n",
                             "ID,X,COST,COPIES\n0,10,5,1\n1,8,3,2\n2,12,9,-1\n", NULL, &instance),
                 UL_OK, "%s", ul_error_text());
    const ul_packing *in = instance.data;
    cr_assert_eq(in->n_types, 3);
    cr_assert_eq(in->type[1].price, 3 * UL_MICRO);
    cr_assert_eq(in->type[1].supply, 2);
    cr_assert_eq(in->type[2].supply, UL_ANY_NUMBER);
    cr_assert_eq(in->n_copies, 5);
    ul_instance_free(&instance);
}

Test(importers, whole_instances_take_no_sample)
{
    ul_instance instance;
    const char *path = "absent";
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .tasks = 3, .input = &path,
                                       .n_inputs = 1};
    cr_assert_eq(import_with("vpsolver-vbp", &options, &instance), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), "'vpsolver-vbp' imports a whole instance; --tasks, --from and "
                                      "--to do not apply");
}

/* The real files, where they are. */
static const ul_packing *import_shared(const char *format, const char *name, size_t tasks,
                                       ul_instance *instance)
{
    static char path[512];
    const char *folder = getenv("UL_SHARED");
    snprintf(path, sizeof path, "%s/traces/%s", folder == NULL ? "/nowhere" : folder, name);
    if (access(path, R_OK) != 0)
        cr_skip("%s is not there", path);
    const char *input = path;
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .tasks = tasks, .input = &input,
                                       .n_inputs = 1};
    cr_assert_eq(import_with(format, &options, instance), UL_OK, "%s", ul_error_text());
    return instance->data;
}

Test(real_traces, alibaba_leaves_the_6274_jobs_of_eva)
{
    ul_instance instance;
    const ul_packing *in = import_shared("alibaba-gpu-v2023",
                                         "alibaba/openb_pod_list_default.csv.gz", 0, &instance);
    cr_assert_eq(in->n_tasks, 6274);
    cr_assert_not_null(strstr(remark, "8152 pods: 1870 failed"), "%s", remark);
    cr_assert_not_null(strstr(remark, "8 fit no type"), "%s", remark);
    ul_instance_free(&instance);
}

Test(real_traces, eva_trace_has_the_same_jobs)
{
    ul_instance instance;
    const ul_packing *in = import_shared("eva-trace", "eva/pai_full.json.gz", 0, &instance);
    cr_assert_eq(in->n_tasks, 6274);
    ul_instance_free(&instance);
}

Test(real_traces, google_sample_has_the_size_asked_for)
{
    ul_instance instance;
    const ul_packing *in = import_shared(
        "google-2011", "google2011/task_events-part-00000-of-00500.csv.gz", 500, &instance);
    cr_assert_eq(in->n_tasks, 500);
    ul_instance_free(&instance);
}

Test(real_traces, vpsolver_example)
{
    ul_instance instance;
    const ul_packing *in = import_shared("vpsolver-vbp", "packing/vps_example_vbp.vbp", 0, &instance);
    cr_assert_eq(in->n_copies, 9 + 5 + 91 + 18 + 11 + 64);
    ul_instance_free(&instance);
}
