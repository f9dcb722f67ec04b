/* The floor under schedules: below what policies cost, and proved by a certificate that
 * the checker accepts as it is and in no better form. */
#include <stdlib.h>

#include "floor_case.h"
#include "timeline.h"

/* The certificate's lines, of which one can be written otherwise. */
static char *read_all(const char *path)
{
    char *text = calloc(1, 1 << 20);
    FILE *in = fopen(path, "r");
    cr_assert(text != NULL && in != NULL && fread(text, 1, (1 << 20) - 1, in) > 0);
    fclose(in);
    return text;
}

static void write_scaled(const char *path, const char *text, size_t line, double factor)
{
    FILE *out = fopen(path, "w");
    size_t n = 0;
    for (const char *at = text; *at != '\0'; n++) {
        const char *end = strchr(at, '\n') + 1;
        char job[100];
        unsigned task;
        long long work, loading;
        if (n == line
            && sscanf(at, "value,%99[^,],%u,%lld,%lld", job, &task, &work, &loading) == 4)
            fprintf(out, "value,%s,%u,%lld,%lld\n", job, task, (long long)((double)work * factor),
                    loading);
        else if (n == line && sscanf(at, "presence,%99[^,],%u,%lld", job, &task, &work) == 3)
            fprintf(out, "presence,%s,%u,%lld\n", job, task, (long long)((double)work * factor));
        else if (n == line && sscanf(at, "supply,%99[^,],%lld", job, &work) == 2)
            fprintf(out, "supply,%s,%lld\n", job, (long long)((double)work * factor));
        else
            fwrite(at, 1, (size_t)(end - at), out);
        at = end;
    }
    fclose(out);
}

static void expect_floors(ul_instance instance, const char *policy)
{
    static const char *const physics[] = {"physics=work", "physics=loading",
                                          "physics=interference"};
    workload w = prepare(instance, policy);
    ul_cost below = 0;
    char text[4096];
    for (size_t q = 0; q < 3; q++) {
        const ul_cost bound = floor_of(&w, physics[q]);
        cr_expect(bound > 0 && bound <= w.cost && bound >= below, "%s", physics[q]);
        below = bound;
        const int status = verdict_on(&w, text, sizeof text);
        cr_expect_eq(status, CHECK_VALID, "%s: %s", physics[q], text);
        cr_expect_not_null(strstr(text, "no plan costs less than"), "%s", text);
    }
    release(&w);
}

Test(floor, of_what_eva_draws)
{
    expect_floors(generated("eva-jobs", 12, 3), "eva");
    expect_floors(generated("alibaba-jobs", 60, 1), "no-packing");
}

Test(floor, of_other_worlds)
{
    expect_floors(generated("swf-jobs", 40, 1), "first-fit");
    expect_floors(generated("google-jobs", 40, 1), "first-fit");
}

Test(floor, a_certificate_with_a_value_changed_is_refused)
{
    workload w = prepare(generated("eva-jobs", 12, 3), "eva");
    char text[4096];
    floor_of(&w, "physics=interference");
    char *certificate = read_all(w.path[2]);
    size_t lines = 0;
    for (const char *c = certificate; *c != '\0'; c++)
        lines += *c == '\n';
    cr_assert_gt(lines, 6);
    for (size_t line = 4; line < lines; line++) {
        write_scaled(w.path[2], certificate, line, 0.999);
        cr_expect_neq(verdict_on(&w, text, sizeof text), CHECK_VALID, "line %zu: %s", line, text);
        write_scaled(w.path[2], certificate, line, 1.01);
        cr_expect_neq(verdict_on(&w, text, sizeof text), CHECK_VALID, "line %zu: %s", line, text);
    }
    free(certificate);
    release(&w);
}

/* The floor of those who wait for at most ten minutes. What is said of some periods only may
 * be changed without harm where it does not count. */
Test(floor, of_schedules_in_which_nobody_waits_for_long)
{
    workload w = prepare(generated("eva-jobs", 12, 3), "first-fit");
    char text[4096];
    size_t lines = 0, n = 0, lowered = 0, raised = 0;
    const ul_cost every = floor_of(&w, "wait=-1"), bound = floor_of(&w, "wait=600");
    cr_expect(every < bound && bound <= w.cost);
    cr_expect_eq(verdict_on(&w, text, sizeof text), CHECK_VALID, "%s", text);
    cr_expect_not_null(strstr(text, "no plan in which tasks spend at most 600 s on no machine"),
                       "%s", text);
    char *certificate = read_all(w.path[2]);
    for (const char *at = certificate; (at = strchr(at, '\n')) != NULL && at[1] != '\0'; at++) {
        lines++;
        if (strncmp(at + 1, "presence", 8) != 0)
            continue;
        n++;
        write_scaled(w.path[2], certificate, lines, 0.9);
        lowered += verdict_on(&w, text, sizeof text) != CHECK_VALID;
        write_scaled(w.path[2], certificate, lines, 1.1);
        raised += verdict_on(&w, text, sizeof text) != CHECK_VALID;
    }
    cr_expect(n > 20 && 10 * lowered > 9 * n && 10 * raised > 8 * n, "%zu lines, lowered %zu, "
              "raised %zu", n, lowered, raised);
    static const char *const change[][2] = {{"wait,600", "wait,6000"}, {"wait,600\n", ""},
                                            {"wait,600\n", "wait,600\nwait,600\n"},
                                            {"\npresence", "\nperiod,0\npresence"}};
    for (size_t q = 0; q < sizeof change / sizeof *change; q++) {
        write_replaced(w.path[2], certificate, change[q][0], change[q][1]);
        cr_expect_neq(verdict_on(&w, text, sizeof text), CHECK_VALID, "change %zu", q);
    }
    *(strrchr(certificate, 'p')) = '\0'; /* no last period */
    write_replaced(w.path[2], certificate, "", "");
    cr_expect_neq(verdict_on(&w, text, sizeof text), CHECK_VALID, "%s", text);
    free(certificate);
    release(&w);
}

/* A timeline in which somebody waits for longer may cost less. */
Test(floor, a_timeline_of_those_who_wait_is_none_of_them)
{
    workload w = prepare(generated("eva-jobs", 12, 3), "schedule-search");
    char text[4096];
    floor_of(&w, "wait=0");
    cr_expect_eq(verdict_on(&w, text, sizeof text), CHECK_VALID, "%s", text);
    cr_expect_not_null(strstr(text, "bound: no plan"), "%s", text);
    cr_expect_not_null(strstr(text, "this one is none of them"), "%s", text);
    release(&w);
}

/* Who is there at an instant is known where nobody waits, and machines are whole: 50 seconds of
 * two and 50 of one. Who may wait for ten minutes takes the room that he takes. */
static void expect_whole_machines(const char *type)
{
    char text[512], said[4096];
    snprintf(text, sizeof text,
             "ullage,1,schedule\nname,z\nresource,cpu\nround,0\nbilling,0,0\n%s"
             "job,a,0,1,,100,free,6\njob,b,1,1,,50,free,7\njob,c,2,1,,9,free,3\n"
             "job,d,60,1,,20,free,2\n", type);
    workload w = prepare(parsed(text), "first-fit");
    write_replaced(w.path[0], text, "", "");
    cr_expect_float_eq(ul_cost_double(w.cost), 150, 1e-6);
    const ul_cost waiting = floor_of(&w, "wait=600"), bound = floor_of(&w, "wait=0");
    cr_expect_gt(bound, waiting);
    cr_expect_float_eq(ul_cost_double(bound), 150, 1e-3);
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    release(&w);
}

Test(floor, machines_are_whole_where_nobody_waits)
{
    expect_whole_machines("type,m,m,3600,10\n");
}

/* What a type would cost had its price not moved at once divides nothing. */
Test(floor, machines_are_whole_at_a_price_from_the_first_second_on)
{
    expect_whole_machines("type,m,m,5000,10\nprice,m,0,3600\n");
}

/* Prices count with what they are when tasks must be there: this one cannot wait until the
 * machine costs a tenth. */
Test(floor, who_does_not_wait_pays_the_price_of_the_hour)
{
    char path[40], text[4096];
    ul_instance draft = parsed("ullage,1,schedule\nname,z\nresource,cpu\nround,0\nbilling,0,0\n"
                               "type,t,f,3.6,4\nprice,t,0,3.6\nprice,t,3000,0.36\n"
                               "job,a,0,1,,1000,free,3\njob,b,1000,1,,1000,free,3\n");
    ul_instance instance = {0};
    write_file(path, "");
    cr_assert_eq(ul_instance_write(&draft, path), UL_OK);
    cr_assert_eq(ul_instance_read(path, &instance), UL_OK, "%s", ul_error_text());
    unlink(path);
    ul_instance_free(&draft);
    workload w = prepare(instance, "first-fit");
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "wait=-1")), 0.2, 1e-5);
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "wait=10")), 2, 1e-4);
    cr_expect_eq(verdict_on(&w, text, sizeof text), CHECK_VALID, "%s", text);
    release(&w);
}

/* With rounds of any length and jobs in any order the floor is the same: it does not
 * know of policies. */
Test(floor, does_not_know_of_rounds)
{
    static const char world[] = "ullage,1,schedule\nname,z\nresource,cpu\nround,%d\n"
                                "type,t,f,3.6,4\nstartup,t,0,10,0\njob,a,%d,1,,1000,free,3\n"
                                "job,b,5,2,,500,free,1\n";
    char text[2][512];
    ul_cost bound[2];
    for (int q = 0; q < 2; q++) {
        snprintf(text[q], sizeof text[q], world, 300 * q, 9 * q);
        workload w = prepare(parsed(text[q]), "first-fit");
        bound[q] = floor_of(&w, "physics=loading");
        release(&w);
    }
    cr_expect(bound[0] == bound[1]);
    /* a beside one of b at any second, as if b's thousand seconds were one task's:
     * 1000 s of a machine, and its start */
    cr_expect_float_eq(ul_cost_double(bound[0]), 3.6 * 1010 / 3600, 1e-5);
}

/* A few cheap machines for two hours, a price that rises, and who comes later. */
static const char scarce[] =
    "ullage,1,schedule\nname,scarce\nresource,cpu,ram\nbilling,0,0\n"
    "type,cheap,f,1,4,8\nsupply,cheap,2,0,3600\nsupply,cheap,1,3600,6000\n"
    "type,dear,f,3,4,8\nprice,dear,3600,4\nprice,dear,9000,3.5\n"
    "throughput,w,*,0.9\n"
    "job,a,0,3,w,2400,free,2,2\nmoving,a,5,5,0,0,0\njob,b,1200,4,v,3600,free,1,4\n"
    "job,c,4000,5,w,3000,free,2,3\njob,d,8000,2,v,5000,free,3,2\n";

/* A world as it is written here. */
static workload prepare_text(const char *text)
{
    workload w = prepare(parsed(text), "stratus");
    FILE *out = fopen(w.path[0], "w");
    cr_assert(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
    return w;
}

/* The bound with one record of the world left out. */
static ul_cost bound_without(const char *record)
{
    char text[2048];
    const char *at = strstr(scarce, record), *end = strchr(at, '\n') + 1;
    snprintf(text, sizeof text, "%.*s%s", (int)(at - scarce), scarce, end);
    workload w = prepare_text(text);
    const ul_cost bound = floor_of(&w, "wait=-1");
    release(&w);
    return bound;
}

/* The certificate with values raised, or prices of supply lowered, one at a time. */
Test(floor, where_supply_is_limited_and_prices_move)
{
    workload w = prepare_text(scarce);
    char text[4096];
    const ul_cost once = floor_of(&w, "periods=1"), bound = floor_of(&w, "wait=-1");
    cr_expect(once < bound && bound <= w.cost, "%g %g %g", ul_cost_double(once),
              ul_cost_double(bound), ul_cost_double(w.cost));
    cr_expect_eq(verdict_on(&w, text, sizeof text), CHECK_VALID, "%s", text);
    char *certificate = read_all(w.path[2]);
    size_t line = 0, values = 0, supplies = 0;
    for (const char *at = certificate; (at = strchr(at, '\n')) != NULL && at[1] != '\0'; at++) {
        line++;
        const bool value = strncmp(at + 1, "value", 5) == 0;
        if (!value && strncmp(at + 1, "supply", 6) != 0)
            continue;
        write_scaled(w.path[2], certificate, line, value ? 1.05 : 0.9);
        const bool refused = verdict_on(&w, text, sizeof text) != CHECK_VALID;
        values += refused && value;
        supplies += refused && !value;
    }
    cr_expect(values > 6 && supplies > 2, "%zu values and %zu prices of supply count:\n%s", values,
              supplies, certificate);
    free(certificate);
    release(&w);
}

Test(floor, falls_with_prices_and_rises_as_supply_ends)
{
    workload w = prepare_text(scarce);
    const ul_cost bound = floor_of(&w, "wait=-1");
    cr_expect_gt(bound, bound_without("price,dear,3600"));
    cr_expect_lt(bound, bound_without("supply,cheap,1"));
    release(&w);
}

/* Where two windows end together, values of two workloads that no record tells apart, a
 * price that is far above the least of all times, shares whose mean has no end, work that
 * is none, a price that rises for two who are alike, a supply of nothing, a share of starts that
 * is no binary fraction, and one that would lift a price beyond what prices may be. */
Test(floor, certificates_of_odd_worlds_are_accepted)
{
    static const char *const world[] = {
        "type,t,f,1,4\njob,j0,0.002,1,,0.003,free,4\njob,j1,0,1,,0.003,free,2\n"
        "job,j2,0.003,1,,0.002,free,1.3\n",
        "type,t,f,1,1\njob,j0,0,1,,3,free,0.3\njob,j1,2,1,w1,3,free,0.5\n"
        "job,j2,2,1,,3,free,0.5\n",
        "type,t,f,1,1\nprice,t,1,1000000\nprice,t,3,1\njob,j0,1,1,,1,free,1\n"
        "job,j1,1,1,,1,free,0.5\n",
        "type,t,f,2,2\nsustained,t,259200,0.9,0.6,0.5\njob,j0,0,2,,129600,free,1\n",
        "type,t,f,1,1\njob,j0,5,1,,0,free,1\n",
        "type,t,f,1,1\nprice,t,9,2\njob,j0,9,1,w0,3,free,0.5\njob,j1,9,1,,3,free,0.5\n",
        "type,c,f,0.000001,1\nsupply,c,0,0,720000\ntype,t,f,1,4\nprice,t,7200,1000000\n"
        "price,t,10800,2\njob,j0,0,1,,3600,free,0.5\n",
        "type,a,f,1000000,4\nbilling,0,1,a\nstartup,a,0,0,0\n"
        "type,b,g,0.72,2\nbilling,0,0.5,b\nstartup,b,0,0,1\njob,j0,1,1,v,1,free,2.000001\n"
        "demand,j0,g,2\njob,j1,0.5,1,w,0,free,4\njob,j2,1,1,,0.5,free,2\n",
        "type,a,f,2,1\nbilling,0,0,a\nstartup,a,0,1,0,2\ntype,b,f,1000000,2\nbilling,0,0,b\n"
        "startup,b,0,0,2\njob,j0,1,1,,3,free,1\njob,j1,2,1,w,3,free,1\njob,j2,2,1,w,3,free,2\n",
    };
    for (size_t q = 0; q < sizeof world / sizeof *world; q++) {
        char text[400], said[1000];
        snprintf(text, sizeof text, "ullage,1,schedule\nname,odd\nresource,cpu\n%s", world[q]);
        workload w = prepare(parsed(text), "on-demand");
        write_replaced(w.path[0], text, "", ""); /* the hash is of the text as it is here */
        for (const char *const *wait = (const char *const[]){"wait=-1", "wait=0", "wait=1", NULL};
             *wait != NULL; wait++) {
            cr_expect_leq(floor_of(&w, *wait), w.cost, "world %zu, %s", q, *wait);
            cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "world %zu, %s: %s", q,
                         *wait, said);
        }
        release(&w);
    }
}

/* Machines that cost nothing, or next to it, before anybody comes: the units of values are those
 * of the prices that are paid, what company loses counts, and so does a price that falls again
 * where nobody waits for that. */
Test(floor, rises_with_prices_far_above_the_least)
{
    static const struct {
        const char *types, *wait;
        double least, most; /* dollars */
    } world[] = {
        {"type,a,f,0,10\nprice,a,1000,1000000\n", "wait=-1", 8277.76, 8277.78},
        {"type,a,f,0.000001,10\nprice,a,1000,1000\n", "wait=-1", 8.2777, 8.2778},
        {"type,a,f,0.000001,10\nprice,a,1000,1000000\nprice,a,2000,0.000001\n", "wait=10", 5555.5,
         8277.8},
    };
    for (size_t q = 0; q < sizeof world / sizeof *world; q++) {
        char text[400], said[1000];
        snprintf(text, sizeof text, "ullage,1,schedule\nname,rising\nresource,r\nbilling,0,0\n%s"
                 "job,A,1000,1,w,20,free,1\njob,B,1000,1,v,20,free,1\nthroughput,w,v,0.51\n",
                 world[q].types);
        workload w = prepare(parsed(text), "on-demand");
        write_replaced(w.path[0], text, "", "");
        const double bound = ul_cost_double(floor_of(&w, world[q].wait));
        cr_expect(bound > world[q].least && bound < world[q].most, "world %zu: %.12g", q, bound);
        cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "world %zu: %s", q, said);
        release(&w);
    }
}

/* A task that needs no time may be anywhere for no time: nobody has to start a dear machine. */
Test(floor, counts_no_start_for_those_who_need_no_time)
{
    char said[1000];
    static const char text[] = "ullage,1,schedule\nname,start\nresource,r\nbilling,0,0\n"
                               "type,dear,d,1000,1\nstartup,dear,0,3600,0\ntype,cheap,c,0.01,0.5\n"
                               "job,j,0,1,,0,free,1\n";
    workload w = prepare(parsed(text), "on-demand");
    write_replaced(w.path[0], text, "", "");
    cr_expect_eq(floor_of(&w, "wait=-1"), 0);
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    release(&w);
}

/* Prices that differ by a factor of 10^12: the LP's tolerance is more than the cheaper one. */
Test(floor, ends_where_prices_are_far_apart)
{
    static const char text[] =
        "ullage,1,schedule\nname,odd\nresource,cpu,ram\ntype,k0,f,0.000001,4,1\n"
        "startup,k0,120,0,0\nprice,k0,120,1.44\nsupply,k0,3,0,12000\ntype,k1,f,1000000,1,3\n"
        "billing,180.844275,0,k1\njob,j0,0,1,w0,0,gang,1,3\njob,j1,180,1,,120,free,0,0.333333\n"
        "iterations,j1,180,1.5\njob,j2,120,1,w0,120,free,4,0.5\n"
        "throughput,w0,w0,0.6\nthroughput,w0,w1,0.1\nthroughput,w1,w0,0.7\n";
    ul_instance instance = parsed(text);
    const ul_run_options options = {.cpu_limit_s = 60};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("schedule-floor"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_expect_eq(ul_run_result_of(run)->limit, UL_LIMIT_NONE);
    cr_expect_gt(ul_cost_double(ul_run_result_of(run)->bound), 0.04);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* One of four tasks that are alike is as long as a hundred others: it cannot be beside itself. */
Test(floor, long_tasks_apart)
{
    char text[4096];
    ul_instance instance = parsed("ullage,1,schedule\nname,long\nresource,cpu\nround,0\nbilling,0,0\n"
                                  "type,small,f,0.5,1\ntype,large,f,1,4\n"
                                  "job,j0,0,1,,100000,free,1\njob,j1,0,1,,1000,free,1\n"
                                  "job,j2,0,1,,1000,free,1\njob,j3,0,1,,1000,free,1\n");
    cr_assert_eq(instance.kind->seal(instance.data), UL_OK);
    workload w = prepare(instance.kind->wrap(instance.data), "first-fit");
    const ul_cost alike = floor_of(&w, "long=alike"), apart = floor_of(&w, "long=apart");
    cr_expect(3 * alike < 2 * apart && apart <= w.cost, "%g, %g and %g", ul_cost_double(alike),
              ul_cost_double(apart), ul_cost_double(w.cost));
    cr_expect_eq(verdict_on(&w, text, sizeof text), CHECK_VALID, "%s", text);
    char *certificate = read_all(w.path[2]);
    static const char *const other[][2] = {
        {"", "one for all is above the machine"},
        {"long,j0,0\nlong,j0,0\n", "long already"},
        {"long,j4,0\n", "no job"},
        {"value,j1,0,0,0\nlong,j0,0\n", "before all values"},
    };
    for (size_t q = 0; q < sizeof other / sizeof *other; q++) {
        write_replaced(w.path[2], certificate, "long,j0,0\n", other[q][0]);
        const int status = verdict_on(&w, text, sizeof text);
        cr_expect(status != CHECK_VALID && (q == 0 || strstr(text, other[q][1]) != NULL), "%s: %s",
                  other[q][1], text);
    }
    free(certificate);
    release(&w);
}

/* Where tasks wait for a while and have no company. The checker takes the floor; it is below what a timeline costs in which
 * nobody waits for longer, and tells more than that all work is done. */
Test(floor, periods_priced_together_are_proved_and_higher_than_work_alone)
{
    size_t higher = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        char text[4096];
        workload w = prepare(generated("google-jobs", 30, seed), "no-packing");
        const ul_cost work = floor_of(&w, "wait=-1"), bound = floor_of(&w, "wait=600");
        cr_expect_eq(verdict_on(&w, text, sizeof text), 0, "seed %d: %s", (int)seed, text);
        ul_run *search = solved(&w.instance, "schedule-search", "wait=600 moves=100 futures=1");
        cr_expect(bound <= ul_run_result_of(search)->cost, "seed %d", (int)seed);
        higher += ul_cost_double(bound) > 1.005 * ul_cost_double(work);
        ul_run_free(search);
        release(&w);
    }
    cr_expect_geq(higher, 6 / 2, "only %zu of %d are higher", higher, 6);
}

/* Where a few long tasks are most of the work they have prices of their own. That is below what is
 * known. */
Test(floor, long_tasks_are_apart_where_few_are_left)
{
    size_t apart = 0;
    for (uint64_t seed = 2; seed <= 10; seed += 8) {
        char text[4096];
        workload w = prepare(generated("alibaba-jobs", 16, seed), "no-packing");
        const ul_cost every = floor_of(&w, "wait=-1"), bound = floor_of(&w, "wait=600");
        cr_expect_eq(verdict_on(&w, text, sizeof text), CHECK_VALID, "seed %d: %s", (int)seed, text);
        ul_run *search = solved(&w.instance, "schedule-search", "wait=600 moves=100 futures=1");
        cr_expect(every < bound && bound <= ul_run_result_of(search)->cost, "seed %d", (int)seed);
        char *certificate = read_all(w.path[2]);
        apart += strstr(certificate, "\nlong,") != NULL && strstr(certificate, "\nvalue,") != NULL;
        free(certificate);
        ul_run_free(search);
        release(&w);
    }
    cr_expect_geq(apart, 2, "only %zu are apart", apart);
}
