/* Batch on the excess of a pool in small scenarios, to the second (TR-Kubernetes,
 * Sections 4 and 5.3). Types A and B are machines of 10 units, A the more available. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "solving.h"
#include "timeline.h"
#include "written.h"

#define WORLD                                          \
    "ullage,1,schedule\nname,tiny\nresource,ecu\n"     \
    "stretch,ecu\ncut-off,kept\nbilling,0,0\n"
#define EVER ",0,10000000\n"
#define THREE "job,X,0,1,,100,free,10\njob,Y,0,1,,100,free,10\njob,Z,0,1,,100,free,10\n"

/* When each task ends, in the order of the file. */
static void expect_ends(const char *text, const char *method, const char *set, const char *want)
{
    char got[400] = "";
    ul_instance instance = parsed(text);
    ul_run *run = solved(&instance, method, set);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    const ul_schedule *in = instance.data;
    for (uint32_t i = 0; i < in->n_tasks; i++) {
        ul_micro end_s = 0;
        for (size_t s = 0; s < plan->n_stays; s++)
            if (plan->stay[s].task == i && plan->stay[s].stopped_s > end_s)
                end_s = plan->stay[s].stopped_s;
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%.3f", i == 0 ? "" : " ",
                 ul_micro_double(end_s));
    }
    cr_assert_str_eq(got, want, "%s %s: %s", method, set, got);
    ul_run_free(run);
    ul_instance_free(&instance);
}

#define REVOKED                                                                          \
    WORLD "type,A,A,0,10\nsupply,A,2" EVER "service,A,1" EVER                            \
          "type,B,B,0,10\nsupply,B,1,0,50\nsupply,B,1,80,10000000\n" THREE

Test(trkubernetes, a_revoked_task_starts_again_in_its_place_of_the_queue)
{
    expect_ends(REVOKED, "excess", "", "100.000 180.000 200.000");
}

Test(trkubernetes, with_a_checkpoint_it_sleeps_and_goes_on)
{
    expect_ends(REVOKED, "excess", "checkpoints=yes", "100.000 130.000 200.000");
}

Test(trkubernetes, what_a_restart_wastes_is_lost)
{
    ul_instance instance = parsed(REVOKED);
    ul_run *run = solved(&instance, "excess", "");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    ul_micro lost_s = 0;
    for (size_t s = 0; s < plan->n_stays; s++)
        lost_s += plan->stay[s].lost ? plan->stay[s].stopped_s - plan->stay[s].working_s : 0;
    cr_assert_eq(lost_s, 50 * UL_MICRO);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* The service moves to B while A is down, and back: X is killed, checkpoints or not. */
#define TAKEN                                                                            \
    WORLD "type,A,A,0,10\nsupply,A,1,0,40\nsupply,A,1,60,10000000\n"                     \
          "service,A,1,0,40\nservice,A,1,60,10000000\n"                                  \
          "type,B,B,0,10\nsupply,B,1" EVER "service,B,1,40,60\njob,X,0,1,,100,free,10\n"

Test(trkubernetes, services_drive_tasks_out)
{
    expect_ends(TAKEN, "excess", "", "160.000");
    expect_ends(TAKEN, "excess", "checkpoints=yes", "160.000");
}

Test(trkubernetes, a_task_larger_than_its_machine_is_slower)
{
    expect_ends(WORLD "type,A,A,0,6\nsupply,A,1" EVER
                      "job,X,0,1,,100,free,13\njob,Y,1,1,,10,free,5\n",
                "excess", "", "216.667 226.667");
}

/* Asleep on B1 when the type comes back to serve: it was not saved for another machine. */
Test(trkubernetes, who_sleeps_on_a_machine_that_serves_now_starts_again)
{
    expect_ends(WORLD "type,A,A,0,10\nsupply,A,1,0,60\nsupply,A,1,200,10000000\n"
                      "service,A,1,0,60\nservice,A,1,200,10000000\n"
                      "type,B,B,0,10\nsupply,B,2,0,50\nsupply,B,2,80,10000000\nservice,B,1,80,200\n"
                      "job,X,0,1,,100,free,10\njob,Y,0,1,,100,free,10\n",
                "excess", "checkpoints=yes", "230.000 130.000");
}

/* What ends as its machine goes down has not ended; as services take it, it has. */
Test(trkubernetes, downs_come_before_ends_and_services_after)
{
    expect_ends(WORLD "type,A,A,0,10\nsupply,A,1,0,100\nsupply,A,1,150,10000000\n"
                      "job,X,0,1,,100,free,10\n", "excess", "", "250.000");
    expect_ends(WORLD "type,A,A,0,10\nsupply,A,1" EVER "service,A,1,100,10000000\n"
                      "job,X,0,1,,100,free,10\n", "excess", "", "100.000");
}

Test(trkubernetes, the_least_room_that_is_enough_and_the_head_blocks)
{
    /* X takes B (5), Y the rest of A; Z, which fits nowhere yet, blocks W */
    expect_ends(WORLD "type,A,A,0,10\nsupply,A,1" EVER "type,B,B,0,5\nsupply,B,1" EVER
                      "job,X,0,1,,100,free,4\njob,Y,0,1,,50,free,6\njob,Z,0,1,,10,free,7\n"
                      "job,W,0,1,,10,free,1\n",
                "excess", "", "100.000 50.000 60.000 60.000");
}

/* 5000 units of service and 1380 that are left, a demand of 5000: a share of 0.276 runs
 * for free, and a task that comes at t starts at t * 5000 / 1380. */
Test(trkubernetes, a_constant_demand_waits_ever_longer)
{
    enum { TENS = 30, COME = 250, RUN = 69 };
    char text[4000] = WORLD "type,A,A,0,20\nsupply,A,319" EVER "service,A,250" EVER;
    for (int q = 0; q < TENS; q++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "job,j%d,%d,%d,,10,free,20\n", q,
                 q * 10, COME);
    ul_instance instance = parsed(text);
    ul_run *run = solved(&instance, "excess", "");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    size_t in_time = 0;
    for (size_t s = 0; s < plan->n_stays; s++) {
        cr_assert_eq(plan->stay[s].from_s, plan->stay[s].task / RUN * 10 * UL_MICRO);
        in_time += plan->stay[s].to_s <= TENS * 10 * UL_MICRO;
    }
    cr_assert_eq(plan->n_stays, TENS * COME);
    cr_assert_float_eq((double)in_time / (TENS * COME), 0.276, 1e-12);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* ---- machines of its own ---- */

#define MARKET                                                                           \
    WORLD "type,od,od,2,8\ntype,s,s,0.1,4\nsupply,s,100,0,50\nsupply,s,100,90,10000000\n"  \
          "type,t,t,0.2,4\nsupply,t,100,20,70\nsupply,t,100,80,10000000\n"

Test(trkubernetes, on_demand_every_task_starts_when_it_comes)
{
    expect_ends(MARKET THREE, "on-demand", "", "125.000 125.000 125.000"); /* 10 on 8: slower */
    expect_ends(MARKET "job,X,5,1,,100,free,4\njob,Y,9,1,,100,free,4\n", "on-demand", "",
                "105.000 109.000");
}

Test(trkubernetes, on_demand_shares_machines_and_pays_by_the_second)
{
    ul_instance instance = parsed(MARKET "job,X,0,1,,1800,free,4\njob,Y,600,1,,1800,free,4\n");
    ul_run *run = solved(&instance, "on-demand", "");
    char text[UL_NUMBER_TEXT];
    cr_assert_str_eq(ul_cost_text(ul_run_result_of(run)->cost, text), "1.333333333334");
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(trkubernetes, transient_takes_the_cheapest_that_is_up_and_starts_again)
{
    /* on s until 50, on t until 70, and on t again from 80 on, when nothing else is up */
    expect_ends(MARKET "job,X,0,1,,100,free,4\n", "transient-on-demand", "", "180.000");
    expect_ends(MARKET "job,X,0,1,,50,free,4\n", "transient-on-demand", "", "130.000");
}

/* ---- what it refuses ---- */

static void expect_refused(const char *text, const char *method, const char *set,
                           const char *sentence)
{
    ul_instance instance = parsed(text);
    const char *const list[] = {set};
    const ul_run_options options = {.seed = 1, .set = list, .n_set = *set != '\0'};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find(method), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_E_INPUT);
    cr_assert_not_null(strstr(ul_error_text(), sentence), "%s", ul_error_text());
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(trkubernetes, worlds_without_a_pool_are_refused)
{
    expect_refused(WORLD "type,A,A,1,10\n" THREE, "excess", "", "has no pool");
    expect_refused(WORLD "type,A,A,1,10\n" THREE, "transient-on-demand", "",
                   "has no transient machines");
    expect_refused("ullage,1,schedule\nname,x\nresource,ecu\ncut-off,lost\ntype,A,A,0,10\n"
                   "supply,A,1,0,9\njob,X,0,1,,1,free,1\n", "excess", "checkpoints=yes",
                   "there are no checkpoints");
    expect_refused("ullage,1,schedule\nname,x\nresource,ecu\ntype,A,A,0,10\nsupply,A,1,0,9\n"
                   "job,X,0,2,,1,gang,1\n", "excess", "", "start together");
}

/* ---- the chain: a zone, a pool, jobs ---- */

#define ZONE                                                                              \
    "ullage,1,availability\nname,z\ntarget,20,0.9\nvm,a,10,0.1,1,0.99\nvm,b,4,0.02,0.5,0.9\n" \
    "vm,c,8,0.03,0.9,0.99\n"
#define POOL "ullage-plan,1,availability\ninstance,z\nhold,a,1\nhold,b,5\nhold,c,2\non-demand,b,1\n"

static ul_instance imported(const char *zone, const char *pool, const char *jobs, const char *set,
                            const char *days, uint64_t seed)
{
    char path[3][40], remark[200];
    const char *const input[] = {path[0], path[1], path[2]};
    const char *const list[] = {set, days};
    const ul_source_options options = {.seed = seed, .to_s = HUGE_VAL, .input = input, .n_inputs = 3,
                                       .set = list, .n_set = 2};
    ul_instance instance;
    write_file(path[0], zone);
    write_file(path[1], pool);
    write_file(path[2], jobs);
    cr_assert_eq(ul_source_make(ul_importer_find("excess"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    for (int q = 0; q < 3; q++)
        unlink(path[q]);
    return instance;
}

#define JOBS WORLD "type,od,od,2,40\n" THREE "recorded,Z,150\n"

Test(trkubernetes, a_pool_becomes_supplies_the_most_available_first)
{
    ul_instance instance = imported(ZONE, POOL, JOBS, "mean-up=1", "days=90", 1);
    const ul_schedule *in = instance.data;
    static const char *const name[] = {"b/pool", "a", "c", "b", "a/spot", "b/spot", "c/spot",
                                       "a/on-demand"};
    cr_assert_eq(in->n_types, 8);
    for (size_t k = 0; k < 8; k++)
        cr_assert_str_eq(in->type[k].name, name[k]);
    cr_assert_eq(in->type[0].n_services, 1); /* never down, serves for ever */
    cr_assert_eq(in->type[7].n_supplies, 0);
    cr_assert_eq(in->job[2].recorded_s, 150 * UL_MICRO);
    cr_assert_eq(in->job[0].recorded_s, 100 * UL_MICRO); /* what it would take at least */
    ul_instance_free(&instance);
}

static uint64_t sum_at(const ul_schedule_supply *span, size_t n, ul_micro at_s)
{
    uint64_t sum = 0;
    for (size_t q = 0; q < n; q++)
        sum += span[q].from_s <= at_s && at_s < span[q].to_s ? span[q].count : 0;
    return sum;
}

/* Services hold the shortest prefix of what is up that is enough, at every second. */
Test(trkubernetes, services_hold_the_shortest_prefix)
{
    ul_instance instance = imported(ZONE, POOL, JOBS, "mean-up=1", "days=90", 3);
    const ul_schedule *in = instance.data;
    size_t short_of = 0, changes = 0;
    uint64_t before = 0;
    for (ul_micro at_s = 0; at_s < 90 * 86400 * UL_MICRO; at_s += 3600 * UL_MICRO) {
        uint64_t need = 20, held = 0, up = 0;
        for (size_t k = 0; k < 4; k++) {
            const ul_schedule_type *type = &in->type[k];
            const uint64_t size = (uint64_t)(type->capacity[0] / UL_MICRO);
            const uint64_t there = sum_at(type->supply, type->n_supplies, at_s);
            const uint64_t serve = sum_at(type->service, type->n_services, at_s);
            const uint64_t want = (need + size - 1) / size;
            cr_assert_eq(serve, want < there ? want : there, "%s at %lld", type->name,
                         (long long)at_s);
            need -= serve * size < need ? serve * size : need;
            held += serve * size;
            up += there * size;
        }
        short_of += up < 20;
        changes += up != before;
        before = up;
        cr_assert(held >= 20 || held == up);
    }
    cr_assert(short_of > 0 && changes > 100, "%zu %zu", short_of, changes);
    ul_instance_free(&instance);
}

Test(trkubernetes, a_type_is_up_as_often_as_it_is_available)
{
    ul_instance instance = imported(ZONE, POOL, JOBS, "mean-up=1", "days=90", 5);
    const ul_schedule_type *b = &((const ul_schedule *)instance.data)->type[3];
    double up_s = 0;
    for (size_t q = 0; q < b->n_supplies; q++)
        up_s += fmin(ul_micro_double(b->supply[q].to_s), 90 * 86400)
                - fmin(ul_micro_double(b->supply[q].from_s), 90 * 86400);
    cr_assert_float_eq(up_s / (90 * 86400), 0.9, 0.02);
    cr_assert_float_eq(up_s / 3600 / (double)b->n_supplies, 1, 0.1); /* an hour at a time */
    ul_instance_free(&instance);
}

/* Both checkers accept what comes out, whatever goes up and down. */
Test(trkubernetes, timelines_are_valid)
{
    static const char *const method[] = {"excess", "excess", "on-demand", "transient-on-demand"};
    char text[4000] = WORLD "type,od,od,2,40\n";
    for (int q = 0; q < 40; q++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "job,j%d,%d,2,,%d,free,%d\n", q,
                 q * 15, 30 + q * 37 % 90, 1 + q % 11);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        ul_instance instance = imported(ZONE, POOL, text, "mean-up=0.1", "days=3", seed);
        for (int q = 0; q < 4; q++)
            ul_run_free(solved(&instance, method[q], q == 1 ? "checkpoints=yes" : ""));
        ul_instance_free(&instance);
    }
}

/* Until the second at which two futures part, in supply and in jobs, the orders are
 * the same. */
Test(trkubernetes, no_policy_sees_the_future)
{
    static const char *const method[] = {"excess", "on-demand", "transient-on-demand"};
    static const char *const later[] = {
        "supply,A,1,500,10000000\n" "supply,s,9,500,10000000\n",
        "supply,A,1,550,10000000\nservice,A,1,560,570\nsupply,s,9,600,10000000\n"};
    for (int q = 0; q < 3; q++) {
        ul_micro first[2][64];
        size_t n[2] = {0, 0};
        for (int f = 0; f < 2; f++) {
            char text[4000];
            snprintf(text, sizeof text,
                     WORLD "type,A,A,0,10\ntype,s,s,1,8\ntype,od,od,2,8\nsupply,A,1,0,400\n"
                           "supply,s,9,0,450\n%s"
                           "job,a,10,3,,60,free,5\njob,b,20,2,,150,free,3\njob,c,%d,1,,10,free,1\n",
                     later[f], f == 0 ? 700 : 900);
            ul_instance instance = parsed(text);
            ul_run *run = solved(&instance, method[q], "");
            const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
            for (size_t s = 0; s < plan->n_stays; s++)
                if (plan->stay[s].from_s < 400 * UL_MICRO)
                    first[f][n[f]++] = plan->stay[s].from_s * 64 + plan->stay[s].task;
            ul_run_free(run);
            ul_instance_free(&instance);
        }
        cr_assert_eq(n[0], 5);
        cr_assert_eq(n[1], 5);
        cr_assert_arr_eq(first[0], first[1], 5 * sizeof first[0][0], "%s", method[q]);
    }
}
