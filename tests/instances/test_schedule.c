/* Schedules and timelines: reading, writing, and that every rule of a timeline is
 * checked. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "schedule.h"
#include "timeline.h"
#include "written.h"

/* a and b share m0 and slow each other down; c moves from m1 to m2; d's two tasks
 * make progress only together. */
static const char world[] = "ullage,1,schedule\n"
                            "name,tiny\n"
                            "resource,gpu,cpu\n"
                            "round,300\n"
                            "cutoff,90.5811\n"
                            "cut-off,kept\n"
                            "billing,0,0\n"
                            "type,big,p,3.6,2,8\n"
                            "startup,big,20,100,1\n"
                            "supply,big,1,0,10000\n"
                            "type,small,c,0.36,0,4\n"
                            "startup,small,10,50,1\n"
                            "job,c,0,1,,100,free,0,1\n"
                            "moving,c,1,0,0,1,4\n"
                            "job,d,0,2,,10,gang,1,1\n"
                            "demand,d,c,0,1\n"
                            "job,a,10,1,x[1],100,gang,1,4\n"
                            "estimate,a,90\n"
                            "moving,a,5,10,2,1,3,ia\n"
                            "job,b,10,1,y,60,gang,1,4\n"
                            "moving,b,5,10,2,1,3,ib\n"
                            "throughput,x,y,0.5\n"
                            "throughput,y,*,0.8\n";

static const char *const right[] = {
    "machine,m0,big,300,420,600",
    "machine,m1,small,300,360,410",
    "machine,m2,small,300,360,470",
    "run,a,0,m0,420,435,574.5,574.5",
    "run,b,0,m0,420,435,512,512",
    "run,c,0,m1,360,361,401,405",
    "run,c,0,m2,405,406,466,466",
    "run,d,0,m1,361,361,380,380",
    "run,d,1,m2,370,370,380,380",
};
enum { LINES = sizeof right / sizeof *right };

static ul_status parse(const char *text, ul_instance *instance)
{
    return ul_instance_parse("memory", text, strlen(text), instance);
}

/* Reads the lines as a timeline of the world and checks it. */
static bool is_valid(const char *const *line, size_t n, ul_cost *cost)
{
    char path[40], text[4096] = "ullage-plan,1,schedule\n";
    ul_instance instance;
    ul_schedule_plan *plan;
    ul_arena *arena = ul_arena_new();
    cr_assert_eq(parse(world, &instance), UL_OK, "%s", ul_error_text());
    for (size_t q = 0; q < n; q++)
        strcat(strcat(text, line[q]), "\n");
    write_file(path, text);
    bool valid;
    cr_assert_eq(ul_schedule_plan_read(instance.data, arena, path, &plan), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_schedule_check(plan, &valid, cost), UL_OK, "%s", ul_error_text());
    unlink(path);
    ul_arena_free(arena);
    ul_instance_free(&instance);
    return valid;
}

Test(schedule, reads_what_the_format_says)
{
    ul_instance instance;
    cr_assert_eq(parse(world, &instance), UL_OK, "%s", ul_error_text());
    const ul_schedule *in = instance.data;
    cr_assert_eq(in->n_jobs, 4);
    cr_assert_eq(in->n_tasks, 5);
    cr_assert_str_eq(in->job[2].name, "a");
    cr_assert_eq(in->task[in->job[2].first_task].estimate_s, 90 * UL_MICRO);
    cr_assert_eq(in->task[in->job[3].first_task].estimate_s, 60 * UL_MICRO);
    cr_assert_eq(ul_schedule_need(in, 1, 0)[0], UL_MICRO);
    cr_assert_eq(ul_schedule_need(in, 1, 1)[0], 0);
    cr_assert_eq(ul_schedule_throughput(in, in->job[2].workload, in->job[3].workload), 0.5);
    cr_assert_eq(ul_schedule_throughput(in, in->job[3].workload, UL_SCHEDULE_NONE), 0.8);
    cr_assert_eq(ul_schedule_throughput(in, UL_SCHEDULE_NONE, UL_SCHEDULE_NONE), 1);
    cr_assert_eq(ul_schedule_cheapest_for(in, in->task[0].shape), 1);
    ul_instance_free(&instance);
}

Test(schedule, what_is_written_is_what_was_read)
{
    char path[40], text[sizeof world + 1] = "";
    ul_instance instance;
    cr_assert_eq(parse(world, &instance), UL_OK, "%s", ul_error_text());
    write_file(path, "");
    cr_assert_eq(ul_instance_write(&instance, path), UL_OK, "%s", ul_error_text());
    FILE *file = fopen(path, "r");
    cr_assert_eq(fread(text, 1, sizeof text, file), sizeof world - 1);
    fclose(file);
    unlink(path);
    cr_assert_str_eq(text, world);
    ul_instance_free(&instance);
}

Test(schedule, jobs_are_sorted_by_arrival_and_found_by_name)
{
    ul_instance instance;
    cr_assert_eq(parse("ullage,1,schedule\nname,x\nresource,cpu\ntype,t,f,1,4\n"
                       "job,late,7,2,,5,free,1\nwork,late,3,4\njob,early,2,1,,9,free,2\n",
                       &instance), UL_OK, "%s", ul_error_text());
    const ul_schedule *in = instance.data;
    cr_assert_str_eq(in->job[0].name, "early");
    cr_assert_eq(ul_schedule_find_job(in, "late", 4), 1);
    cr_assert_eq(in->job[1].first_task, 1);
    cr_assert_eq(in->task[2].work_s, 4 * UL_MICRO);
    cr_assert_eq(in->task[2].job, 1);
    ul_instance_free(&instance);
}

/* Tasks with arrivals, work, demands and estimates of their own, and a family's demand
 * that holds for all of them. */
Test(schedule, a_job_of_different_tasks_is_written_as_it_was)
{
    static const char whole[] = "ullage,1,schedule\nname,x\nresource,cpu\nround,0\nstretch,cpu\ncut-off,lost\n"
                                "billing,1,60\ntype,t,f,1,4\nprice,t,5,2\nprice,t,9,1.5\n"
                                "supply,t,3,0,50\nsupply,t,1,10,20\nservice,t,2,5,45\ntype,u,g,1,4\nbilling,0,0,u\n"
                                "boot,1,10\nboot,4,25\n"
                                "job,j,1,2,w,5,free,1\ntasks,j,1.5,1,7,2\ntasks,j,1.5,1,7,3\n"
                                "demand,j,f,1\nwork,j,5,6,7,7\nestimate,j,5,6,7,8\n"
                                "iterations,j,10,0.1\nrecorded,j,9\n";
    ul_instance instance;
    char path[40], back[sizeof whole + 1] = "";
    cr_assert_eq(parse(whole, &instance), UL_OK, "%s", ul_error_text());
    write_file(path, "");
    cr_assert_eq(ul_instance_write(&instance, path), UL_OK, "%s", ul_error_text());
    FILE *file = fopen(path, "r");
    cr_assert_gt(fread(back, 1, sizeof whole, file), 0);
    fclose(file);
    unlink(path);
    cr_assert_str_eq(back, whole);
    ul_instance_free(&instance);
}

Test(timeline, a_right_one_and_its_bill)
{
    ul_cost cost;
    char text[UL_NUMBER_TEXT];
    cr_assert(is_valid(right, LINES, &cost), "%s", ul_error_text());
    cr_assert_str_eq(ul_cost_text(cost, text), "0.3072");
}

Test(timeline, its_measures)
{
    char path[40], text[4096] = "ullage-plan,1,schedule\n";
    ul_instance instance;
    ul_schedule_plan *plan;
    ul_measures measures = {0};
    ul_arena *arena = ul_arena_new();
    cr_assert_eq(parse(world, &instance), UL_OK);
    for (size_t q = 0; q < LINES; q++)
        strcat(strcat(text, right[q]), "\n");
    write_file(path, text);
    cr_assert_eq(ul_schedule_plan_read(instance.data, arena, path, &plan), UL_OK);
    cr_assert_eq(ul_timeline_measures(plan, &measures), UL_OK, "%s", ul_error_text());
    static const struct {
        const char *name;
        double value;
    } wanted[] = {
        {"mean_completion_s", (564.5 + 502 + 466 + 380) / 4}, {"p95_completion_s", 564.5},
        {"mean_wait_s", (425 + 425 + 361 + 370) / 4.0},        {"machines", 3},
        {"machine_hours", (281 + 101 + 161) / 3600.0},         {"migrations", 1},
        {"longest_wait_s", 410},
        {"short_delay_max_s", 410},                            {"long_delay_mean_s", 360},
    };
    for (size_t q = 0; q < sizeof wanted / sizeof *wanted; q++) {
        const double *value = ul_measures_find(&measures, wanted[q].name);
        cr_assert_not_null(value, "%s", wanted[q].name);
        cr_expect_float_eq(*value, wanted[q].value, 1e-6, "%s is %g, not %g", wanted[q].name, *value,
                           wanted[q].value);
    }
    unlink(path);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

Test(timeline, every_second_that_shifts_is_caught)
{
    static const double shift[] = {-60, -1, -0.001, 0.001, 1, 60};
    for (size_t q = 0; q < LINES; q++) {
        const bool machine = right[q][0] == 'm';
        for (size_t f = machine ? 3 : 4; f < (machine ? 5 : 8); f++)
            for (size_t d = 0; d < sizeof shift / sizeof *shift; d++) {
                char copy[128], changed[256] = "", number[64], *rest = copy, *field;
                const char *line[LINES];
                ul_cost cost;
                strcpy(copy, right[q]);
                for (size_t at = 0; (field = strsep(&rest, ",")) != NULL; at++) {
                    snprintf(number, sizeof number, "%.6f", strtod(field, NULL) + shift[d]);
                    strcat(changed, at == 0 ? "" : ",");
                    strcat(changed, at == f ? number : field);
                }
                memcpy(line, right, sizeof right);
                line[q] = changed;
                cr_expect_not(is_valid(line, LINES, &cost), "%s passes", changed);
            }
    }
}
