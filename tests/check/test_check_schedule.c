/* Timelines: one that is right, and that every single change of it is caught. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "written.h"

/* a and b share m0 and slow each other down; c moves from m1 to m2; d's two tasks
 * make progress only together. */
static const char instance_text[] = "ullage,1,schedule\n"
                                    "name,tiny\n"
                                    "resource,gpu,cpu\n"
                                    "round,300\n"
                                    "billing,0,0\n"
                                    "type,big,p,3.6,2,8\n"
                                    "startup,big,20,100,1\n"
                                    "type,small,c,0.36,0,4\n"
                                    "startup,small,10,50,1\n"
                                    "supply,big,1,0,10000\n"
                                    "job,a,10,1,x[1],100,gang,1,4\n"
                                    "moving,a,5,10,2,1,3,ia\n"
                                    "estimate,a,90\n"
                                    "job,b,10,1,y,60,gang,1,4\n"
                                    "moving,b,5,10,2,1,3,ib\n"
                                    "job,c,0,1,,100,free,0,1\n"
                                    "moving,c,1,0,0,1,4\n"
                                    "job,d,0,2,,10,gang,1,1\n"
                                    "demand,d,c,0,1\n"
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
    "cost,0.3072",
};
enum { LINES = sizeof right / sizeof *right };

typedef struct {
    int status;
    char text[8192];
} verdict;

static void check_lines(const char *instance, const char *const *line, size_t n, verdict *v)
{
    char path[2][32], hash[65], plan[4096];
    check_sha256(instance, strlen(instance), hash);
    snprintf(plan, sizeof plan, "ullage-plan,1,schedule\ninstance,tiny,%s\nmethod,hand\n", hash);
    for (size_t q = 0; q < n; q++)
        strcat(strcat(plan, line[q]), "\n");
    memset(v, 0, sizeof *v);
    FILE *out = fmemopen(v->text, sizeof v->text - 1, "w");
    write_file(path[0], instance);
    write_file(path[1], plan);
    v->status = check_run(&(check_paths){.instance = path[0], .plan = path[1]}, out, out);
    fclose(out);
    unlink(path[0]);
    unlink(path[1]);
}

/* The right lines with one of them replaced; NULL drops it. */
static void check_with(size_t at, const char *text, verdict *v)
{
    const char *line[LINES];
    size_t n = 0;
    for (size_t q = 0; q < LINES; q++)
        if (q != at || text != NULL)
            line[n++] = q == at ? text : right[q];
    check_lines(instance_text, line, n, v);
}

static void expect_wrong(size_t at, const char *text, const char *sentence)
{
    verdict v;
    check_with(at, text, &v);
    cr_expect_eq(v.status, CHECK_INVALID, "%s: %s", text, v.text);
    cr_expect_not_null(strstr(v.text, sentence), "'%s' is not in: %s", sentence, v.text);
}

Test(check_schedule, a_right_timeline_and_its_bill)
{
    verdict v;
    check_lines(instance_text, right, LINES, &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
    cr_expect_not_null(strstr(v.text, "valid: cost 0.3072\n"), "%s", v.text);
}

Test(check_schedule, a_world_without_gangs)
{
    static const char world[] = "ullage,1,schedule\nname,tiny\nresource,cpu\ntype,t,f,3.6,1\n"
                                "job,a,0,1,,10,free,1\n";
    static const char *const line[] = {"machine,m,t,0,0,10", "run,a,0,m,0,0,10,10", "cost,0.01"};
    verdict v;
    check_lines(world, line, 3, &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
}

/* A period of a day in two halves, the second at half the price: of 20 hours 12 at the
 * full price. What moves has no such discount, whichever record comes first. */
Test(check_schedule, sustained_use)
{
    static const char *const line[] = {"machine,m,t,0,0,72000", "run,a,0,m,0,0,72000,72000",
                                       "cost,16"};
    static const char head[] = "ullage,1,schedule\nname,tiny\nresource,cpu\ntype,t,f,1,1\n";
    static const char *const record[] = {"sustained,t,86400,1,0.5\n",
                                         "sustained,t,86400,1\nprice,t,5,2\n",
                                         "price,t,5,2\nsustained,t,86400,1\n"};
    for (int q = 0; q < 3; q++) {
        char world[400];
        verdict v;
        snprintf(world, sizeof world, "%s%sjob,a,0,1,,72000,free,1\n", head, record[q]);
        check_lines(world, line, 3, &v);
        cr_expect_eq(v.status, q == 0 ? CHECK_VALID : CHECK_UNREADABLE, "%s", v.text);
        cr_expect(q == 0 || strstr(v.text, "a price that moves has no sustained-use discount"),
                  "%s", v.text);
    }
}

Test(check_schedule, what_a_gang_loses_does_not_count)
{
    static const char world[] = "ullage,1,schedule\nname,tiny\nresource,cpu\ncut-off,lost\n"
                                "billing,0,0\ntype,t,f,3.6,2\njob,g,0,2,,20,gang,1\n";
    static const char *const line[] = {"machine,m,t,0,0,40",
                                       "run,g,0,m,0,0,9,9,lost",
                                       "run,g,1,m,0,0,9,9,lost",
                                       "run,g,0,m,20,20,40,40",
                                       "run,g,1,m,20,20,40,40",
                                       "cost,0.04"};
    verdict v;
    check_lines(world, line, 6, &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
}

/* A machine of 6 units for a task that asks for 13: it takes all of it and 13 / 6 times
 * as long. */
Test(check_schedule, a_stretched_task_takes_the_machine_and_its_time)
{
    static const char world[] = "ullage,1,schedule\nname,tiny\nresource,ecu\nstretch,ecu\n"
                                "billing,0,0\ntype,t,t,0,6\njob,a,0,1,,100,free,13\n"
                                "job,b,0,1,,10,free,5\n";
    const char *line[] = {"machine,m,t,0,0,300", "run,a,0,m,0,0,216.666667,216.666667",
                          "run,b,0,m,216.666667,216.666667,226.666667,226.666667", "cost,0"};
    verdict v;
    check_lines(world, line, 4, &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
    line[2] = "run,b,0,m,210,210,220,220";
    check_lines(world, line, 4, &v);
    cr_expect_not_null(strstr(v.text, "needs 11 of ecu at second 210"), "%s", v.text);
    line[2] = "run,b,0,m,216.666667,216.666667,226.666667,226.666667";
    line[1] = "run,a,0,m,0,0,200,200";
    check_lines(world, line, 4, &v);
    cr_expect_not_null(strstr(v.text, "92.307692 of 100 seconds of work done"), "%s", v.text);
}

Test(check_schedule, what_services_hold_is_not_to_be_had)
{
    static const char world[] = "ullage,1,schedule\nname,tiny\nresource,ecu\nbilling,0,0\n"
                                "type,t,t,0,6\nsupply,t,2,0,100\nservice,t,1,0,50\n"
                                "job,a,0,2,,40,free,6\n";
    const char *line[] = {"machine,m,t,0,0,40",  "machine,n,t,50,50,90", "run,a,0,m,0,0,40,40",
                          "run,a,1,n,50,50,90,90", "cost,0"};
    verdict v;
    check_lines(world, line, 5, &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
    line[1] = "machine,n,t,30,30,90";
    check_lines(world, line, 5, &v);
    cr_expect_not_null(strstr(v.text, "at second 30 there are 2 machines of type 't', the supply "
                                      "is 1"), "%s", v.text);
}

Test(check_schedule, every_second_that_shifts_is_caught)
{
    static const double shift[] = {-60, -1, -0.001, 0.001, 1, 60};
    for (size_t q = 0; q + 1 < LINES; q++) {
        const bool is_machine = right[q][0] == 'm';
        for (size_t f = is_machine ? 3 : 4; f < (is_machine ? 6 : 8); f++) {
            for (size_t d = 0; d < sizeof shift / sizeof *shift; d++) {
                char copy[128], changed[256] = "", number[64], *rest = copy, *field;
                strcpy(copy, right[q]);
                for (size_t at = 0; (field = strsep(&rest, ",")) != NULL; at++) {
                    snprintf(number, sizeof number, "%.6f", strtod(field, NULL) + shift[d]);
                    strcat(changed, at == 0 ? "" : ",");
                    strcat(changed, at == f ? number : field);
                }
                verdict v;
                check_with(q, changed, &v);
                cr_expect_eq(v.status, CHECK_INVALID, "%s passes: %s", changed, v.text);
            }
        }
    }
}

Test(check_schedule, a_stay_that_is_missing_or_doubled_is_caught)
{
    expect_wrong(3, NULL, "job 'a', task 0 never runs");
    expect_wrong(5, NULL, "with 60 of 100 seconds of work done");
    expect_wrong(8, NULL, "job 'd', task 1 never runs");
    for (size_t q = 3; q + 1 < LINES; q++) {
        const char *line[LINES + 1];
        verdict v;
        memcpy(line, right, sizeof right);
        line[LINES] = right[q];
        check_lines(instance_text, line, LINES + 1, &v);
        cr_expect_eq(v.status, CHECK_INVALID, "twice %s: %s", right[q], v.text);
    }
}

Test(check_schedule, says_what_is_wrong_where_and_when)
{
    expect_wrong(0, "machine,m0,big,300,420,500", "which is released at 500");
    expect_wrong(0, "machine,m0,big,310,420,600", "its type is from 430 to 430");
    expect_wrong(0, "machine,m0,small,300,420,600", "needs 2 of gpu at second 420");
    expect_wrong(1, "machine,m1,big,300,420,410", "the supply is 1");
    expect_wrong(3, "run,a,0,m0,420,430,574.5,574.5", "loaded it is at 435");
    expect_wrong(5, "run,c,0,m1,360,361,401,402", "stops at 401 and leaves at 402");
    expect_wrong(6, "run,c,0,m2,402,404,464,464", "is elsewhere until 405");
    expect_wrong(8, "run,d,1,m2,370,370,381,381", "do not end together");
    expect_wrong(9, "cost,0.3073", "the bill is 0.3072, not 0.3073");
}

Test(check_schedule, refuses_what_is_no_timeline)
{
    static const char *const wrong[] = {
        "machine,m0,huge,300,420,600", "machine,m0,big,300,420",     "run,z,0,m0,1,1,1,1",
        "run,a,1,m0,1,1,1,1",          "run,a,0,m9,1,1,1,1",         "run,a,0,m0,1,1,1,1,found",
        "cost,1.0000000000001",        "lease,m0",                   "machine,m0,big,-1,420,600",
    };
    for (size_t q = 0; q < sizeof wrong / sizeof *wrong; q++) {
        verdict v;
        check_with(0, wrong[q], &v);
        cr_expect_eq(v.status, CHECK_UNREADABLE, "%s: %s", wrong[q], v.text);
    }
}

Test(check_schedule, two_tasks_cannot_load_an_image_for_each_other)
{
    static const char world[] = "ullage,1,schedule\nname,tiny\nresource,cpu\ntype,t,f,3.6,2\n"
                                "job,a,0,2,,10,free,1\nmoving,a,0,5,0,0,0,image\n";
    static const char *const both[] = {"machine,m,t,0,0,10", "run,a,0,m,0,0,10,10",
                                       "run,a,1,m,0,0,10,10"};
    static const char *const one[] = {"machine,m,t,0,0,15", "run,a,1,m,5,5,15,15",
                                      "run,a,0,m,0,5,15,15"};
    verdict v;
    check_lines(world, both, 3, &v);
    cr_expect_eq(v.status, CHECK_INVALID, "%s", v.text);
    cr_expect_not_null(strstr(v.text, "works from 0; loaded it is at 5"), "%s", v.text);
    check_lines(world, one, 3, &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
}

/* Sixty tasks beside each other would work at a rate beyond all doubles. */
Test(check_schedule, a_throughput_is_above_zero_and_at_most_one)
{
    static const char *const rates[] = {"throughput,x,x,1000000\n", "throughput,x,x,0\n",
                                        "throughput,x,x,0.5\nthroughput,x,x,0.5\n"};
    static const char *const line[] = {"machine,m,t,0,0,1"};
    char world[512];
    verdict v;
    for (size_t q = 0; q < sizeof rates / sizeof *rates; q++) {
        snprintf(world, sizeof world, "ullage,1,schedule\nname,tiny\nresource,cpu\n"
                                      "type,t,f,3.6,2\njob,a,0,60,x,10,free,0\n%s", rates[q]);
        check_lines(world, line, 1, &v);
        cr_expect_eq(v.status, CHECK_UNREADABLE, "%s: %s", rates[q], v.text);
        cr_expect_not_null(strstr(v.text, "throughput"), "%s", v.text);
    }
}

/* Where the time of one task would count twice, a bill can fall below every floor. */
Test(check_schedule, a_task_is_never_in_one_place_twice)
{
    static const char world[] = "ullage,1,schedule\nname,tiny\nresource,cpu\ntype,t,f,3.6,2\n"
                                "job,a,0,1,,0.000004,free,1\nmoving,a,0.000004,0,0,0,0\n";
    static const char *const works_twice[] = {"machine,m,t,0,0,0.000006",
                                              "run,a,0,m,0,0.000004,0.000006,0.000006",
                                              "run,a,0,m,0,0.000004,0.000006,0.000006"};
    static const char *const loads_meanwhile[] = {"machine,m,t,0,0,0.000008",
                                                  "run,a,0,m,0,0.000004,0.000006,0.000006",
                                                  "run,a,0,m,0.000002,0.000006,0.000008,0.000008"};
    static const char *const in_turn[] = {"machine,m,t,0,0,0.000012",
                                          "run,a,0,m,0,0.000004,0.000006,0.000006",
                                          "run,a,0,m,0.000006,0.00001,0.000012,0.000012"};
    static const char *const three[] = {"machine,m,t,0,0,0.000006", "machine,n,t,0,0,0.000006",
                                        "machine,o,t,0,0,0.000008",
                                        "run,a,0,m,0,0.000004,0.000006,0.000006",
                                        "run,a,0,n,0.000002,0.000006,0.000006,0.000006",
                                        "run,a,0,o,0.000002,0.000006,0.000008,0.000008"};
    verdict v;
    check_lines(world, works_twice, 3, &v);
    cr_expect_not_null(strstr(v.text, "is elsewhere until 0.000006"), "%s", v.text);
    check_lines(world, loads_meanwhile, 3, &v);
    cr_expect_not_null(strstr(v.text, "until 0.000006 it is on this machine already"), "%s", v.text);
    check_lines(world, three, 6, &v);
    cr_expect_not_null(strstr(v.text, "until 0.000006 it is on two machines already"), "%s", v.text);
    check_lines(world, in_turn, 3, &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
}

Test(check_schedule, parts_of_a_period_and_boot_times_are_whole)
{
    static const char *const record[] = {"sustained,t,86400.000001,1,0\n", "boot,1,0.49\n"};
    static const char *const line[] = {"machine,m,t,0,0,1"};
    char world[300];
    verdict v;
    for (size_t q = 0; q < 2; q++) {
        snprintf(world, sizeof world, "ullage,1,schedule\nname,tiny\nresource,cpu\n"
                                      "type,t,f,3.6,2\njob,a,0,1,,10,free,0\n%s", record[q]);
        check_lines(world, line, 1, &v);
        cr_expect_eq(v.status, CHECK_UNREADABLE, "%s: %s", record[q], v.text);
    }
}

/* What the workbench does not read, the checker does not either. */
Test(check_schedule, refuses_worlds_that_cannot_be)
{
    static const char *const record[][2] = {
        {"job,j,0,2,,10,free,1\nwork,j,10\n", "1 works for 2 tasks"},
        {"job,j,0,2,,10,free,1\nwork,j,10\njob,k,0,1,,10,free,1\n", "1 works for 2 tasks"},
        {"price,t,5,1000001\njob,j,0,1,,10,free,1\n", "above a million dollars"},
        {"supply,t,3,0,100\nservice,t,1,0,100\nservice,t,5,50,60\njob,j,0,1,,10,free,1\n",
         "services hold more machines of type 't'"},
    };
    static const char *const line[] = {"machine,m,t,0,0,1"};
    char world[400];
    verdict v;
    for (size_t q = 0; q < sizeof record / sizeof *record; q++) {
        snprintf(world, sizeof world, "ullage,1,schedule\nname,tiny\nresource,cpu\n"
                                      "type,t,f,3.6,2\n%s", record[q][0]);
        check_lines(world, line, 1, &v);
        cr_expect_eq(v.status, CHECK_UNREADABLE, "%s: %s", record[q][0], v.text);
        cr_expect_not_null(strstr(v.text, record[q][1]), "%s", v.text);
    }
}
