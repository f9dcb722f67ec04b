/* Repack: what it learns, what a configuration costs, and what becomes of small worlds. */
#include "configuration.h"
#include "rates.h"
#include "search.h"
#include "solving.h"
#include "targets.h"
#include "timeline.h"

/* ---- what is learned ---- */

enum { A, B, C, WORKLOADS };

typedef struct {
    double beside[WORKLOADS * WORKLOADS];
    bool is_sure[WORKLOADS * WORKLOADS];
    ul_repack_rates rates;
} table;

static void begin(table *t)
{
    *t = (table){.rates = {.n = WORKLOADS, .unknown = 0.95}};
    t->rates.arena = ul_arena_new();
    t->rates.beside = t->beside;
    t->rates.is_sure = t->is_sure;
    for (size_t q = 0; q < WORKLOADS * WORKLOADS; q++)
        t->beside[q] = 0.95;
}

static double rate(const table *t, uint32_t who, uint32_t beside)
{
    return t->beside[who * WORKLOADS + beside];
}

#define COMPANY(who, ...)                                       \
    ((ul_repack_company){who, (const uint32_t[]){__VA_ARGS__},  \
                         sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t)})
#define EXPECT_RATE(t, who, beside, want) \
    cr_expect_float_eq(rate(t, who, beside), want, 1e-9, "%.12g", rate(t, who, beside))

static void learn(table *t, const ul_repack_company *company, size_t n, double seen)
{
    cr_assert_eq(ul_repack_learn(&t->rates, company, n, seen), UL_OK);
}

Test(repack_rates, one_unknown_is_solved_for)
{
    table t;
    begin(&t);
    learn(&t, &COMPANY(A, B), 1, 0.8);
    learn(&t, &COMPANY(A, B, C, C), 1, 0.8 * 0.9 * 0.9);
    EXPECT_RATE(&t, A, B, 0.8);
    EXPECT_RATE(&t, A, C, 0.9);
    EXPECT_RATE(&t, B, A, 0.95);
    ul_arena_free(t.rates.arena);
}

/* Two unknowns share what is missing until one of them is seen alone. */
Test(repack_rates, two_unknowns_share)
{
    table t;
    begin(&t);
    learn(&t, &COMPANY(A, B, C), 1, 0.64);
    EXPECT_RATE(&t, A, B, 0.8);
    EXPECT_RATE(&t, A, C, 0.8);
    learn(&t, &COMPANY(A, B), 1, 1);
    learn(&t, &COMPANY(A, B, C), 1, 0.64);
    EXPECT_RATE(&t, A, B, 1);
    EXPECT_RATE(&t, A, C, 0.64);
    ul_arena_free(t.rates.arena);
}

/* A gang shows its slowest task: who is known not to be that is not blamed. */
Test(repack_rates, a_gang_shows_its_slowest)
{
    table t;
    begin(&t);
    learn(&t, &COMPANY(A, B), 1, 0.9);
    const ul_repack_company gang[] = {COMPANY(A, B), COMPANY(A, C)};
    learn(&t, gang, 2, 0.7);
    EXPECT_RATE(&t, A, C, 0.7);
    const ul_repack_company other[] = {COMPANY(B, A), COMPANY(B, C)};
    learn(&t, other, 2, 1);
    EXPECT_RATE(&t, B, A, 1);
    EXPECT_RATE(&t, B, C, 1);
    ul_arena_free(t.rates.arena);
}

/* At 0.99 none of a gang's companies can be at 0.95. */
Test(repack_rates, none_of_a_gang_is_slower_than_it)
{
    table t;
    begin(&t);
    const ul_repack_company gang[] = {COMPANY(A, B), COMPANY(A, C)};
    learn(&t, gang, 2, 0.99);
    cr_expect_geq(rate(&t, A, B), 0.99 - 1e-9);
    cr_expect_geq(rate(&t, A, C), 0.99 - 1e-9);
    ul_arena_free(t.rates.arena);
}

/* All keep the same company, but one whose company is part of it: there is nobody else to blame. */
Test(repack_rates, a_gang_in_one_company_is_one_equation)
{
    table t;
    begin(&t);
    const ul_repack_company gang[] = {COMPANY(A, B, B), COMPANY(A, B), COMPANY(A, B, B)};
    learn(&t, gang, 3, 0.81);
    EXPECT_RATE(&t, A, B, 0.9);
    cr_expect(t.is_sure[A * WORKLOADS + B]);
    ul_arena_free(t.rates.arena);
}

/* What was seen first is solved by what is seen later. */
Test(repack_rates, equations_are_kept_until_they_are_solved)
{
    table t;
    begin(&t);
    learn(&t, &COMPANY(A, B, C), 1, 0.72);
    learn(&t, &COMPANY(A, C), 1, 0.8);
    EXPECT_RATE(&t, A, B, 0.9);
    cr_expect(t.is_sure[A * WORKLOADS + B]);
    ul_arena_free(t.rates.arena);
}

/* ---- what a configuration costs ---- */

enum { TASKS = 12, OLD = 3, TYPES = 3 };

typedef struct {
    ul_conf conf;
    ul_conf_type type[TYPES];
    ul_conf_shape shape[TASKS];
    ul_micro need[TASKS];
    const ul_micro *of_family[TASKS];
    double speed[TYPES], beside[4];
} scene;

static const ul_micro capacity[TYPES] = {4, 8, 16};
static const uint32_t by_price[TYPES] = {0, 1, 2};

/* Stays are guesses; tasks 0 to 3 are a gang and machines limited; machines are paid for by units. */
enum { BLIND = 1, BOUND = 2, BY_UNITS = 4, KINDS = 8 };

/* The first six tasks are on machines. */
static void set_scene(scene *s, ul_arena *arena, ul_rng *rng, unsigned kind)
{
    const uint32_t gang = kind & BOUND ? 4 : 1;
    *s = (scene){.speed = {1, 1, 1}, .beside = {0.9, 0.7, 1, 0.95}};
    s->conf = (ul_conf){.horizon_s = 900, .late_price = 10, .n_resources = 1, .n_types = TYPES,
                        .n_workloads = 2, .type = s->type, .by_price = by_price,
                        .beside = s->beside, .is_blind = kind & BLIND};
    for (uint32_t k = 0; k < TYPES; k++)
        s->type[k] = (ul_conf_type){.price = (double)capacity[k] / 1000, .boot_s = 100,
                                    .billed_boot_s = 80, .capacity = &capacity[k],
                                    .billing_s = kind & BY_UNITS ? 300 + 60 * k : 0,
                                    .left = kind & BOUND ? 5 : UINT32_MAX};
    cr_assert_eq(ul_conf_new(arena, TASKS, TASKS - gang + 1, OLD, &s->conf), UL_OK);
    for (uint32_t h = 0; h < OLD; h++)
        s->conf.host[h] = (ul_conf_host){.machine = h, .type = h, .leaving_s = 5, .paid_s = 40 + h};
    for (uint32_t i = 0; i < TASKS; i++) {
        s->need[i] = ul_rng_between(rng, 1, 3);
        s->of_family[i] = &s->need[i];
        s->shape[i] = (ul_conf_shape){.need = &s->of_family[i], .speed = s->speed,
                                      .worth = (double)s->need[i] / 1000};
        s->conf.task[i] = (ul_conf_task){
            .task = i, .unit = i < gang ? 0 : i - gang + 1, .workload = i % 2, .shape = &s->shape[i],
            .at = i < 6 ? i % OLD : UL_NOWHERE, .stay_s = 300 + 50 * i, .wait_left_s = 90 + i};
    }
    for (uint32_t u = 0; u < s->conf.n_units; u++)
        s->conf.unit[u] = (ul_conf_unit){.first = u == 0 ? 0 : u + gang - 1, .n = u == 0 ? gang : 1,
                                         .pause_s = 40, .caution = 2};
    ul_conf_complete(&s->conf);
}

/* The same places in a configuration that is filled from nothing. */
static double cost_again(const scene *s, ul_arena *arena, unsigned kind)
{
    scene again;
    ul_rng *rng = ul_rng_new(1);
    set_scene(&again, arena, rng, kind);
    ul_rng_free(rng);
    for (uint32_t h = 0; h < s->conf.n_hosts; h++) {
        uint32_t to = h;
        if (s->conf.host[h].n > 0 && h >= OLD)
            cr_assert_eq(ul_conf_open(&again.conf, s->conf.host[h].type, &to), UL_OK);
        for (uint32_t i = 0; i < TASKS; i++)
            if (s->conf.task[i].to == h)
                cr_assert_eq(ul_conf_put(&again.conf, i, to), UL_OK);
    }
    return again.conf.cost;
}

static bool is_looked_at_again(const ul_conf *conf, const ul_conf_room *room, uint32_t h)
{
    bool is = conf->touched[h / 64] >> h % 64 & 1;
    for (size_t q = room->n_seen; q < conf->n_changed; q++)
        is = is || conf->changed[q] == h;
    return is;
}

/* No machine with room for a task is passed over. */
static void expect_all_room_known(const ul_conf *conf)
{
    for (uint32_t i = 0; i < conf->n_tasks; i++) {
        const ul_conf_room *room = &conf->task[i].shape->room;
        for (uint32_t h = 0; h < conf->n_hosts && room->fits != NULL; h++)
            if (conf->host[h].n > 0 && ul_conf_fits(conf, i, h)
                && !is_looked_at_again(conf, room, h))
                cr_expect(room->fits[h / 64] >> h % 64 & 1, "of task %u on machine %u", i, h);
    }
}

/* Where a task would go is what somebody finds who looks at all machines. */
static void expect_remembered(ul_conf *conf, uint32_t i)
{
    const double before = conf->cost;
    ul_conf_target remembered, found;
    cr_assert_eq(ul_conf_begin(conf), UL_OK);
    cr_assert_eq(ul_conf_take(conf, i), UL_OK);
    cr_assert_eq(ul_repack_target(conf, i, HUGE_VAL, &remembered), UL_OK);
    conf->remembers = false;
    cr_assert_eq(ul_repack_target(conf, i, HUGE_VAL, &found), UL_OK);
    conf->remembers = true;
    cr_expect_float_eq(remembered.cost, found.cost, 1e-9, "of task %u", i);
    cr_assert_eq(ul_conf_undo(conf, before), UL_OK);
}

/* Whatever was put, taken, retyped and undone: the cost is that of the places. */
static void expect_priced_as_the_whole(unsigned kind)
{
    ul_arena *arena = ul_arena_new();
    ul_rng *rng = ul_rng_new(1);
    scene s;
    set_scene(&s, arena, rng, kind);
    cr_assert_eq(ul_repack_settle(&s.conf), UL_OK);
    for (size_t round = 0; round < 40; round++) {
        const double before = s.conf.cost;
        cr_assert_eq(ul_repack_search(&s.conf, rng, TASKS + 1), UL_OK);
        cr_expect_leq(s.conf.cost, before + 1e-9);
        cr_expect_float_eq(s.conf.cost, cost_again(&s, arena, kind), 1e-6, "%g and %g", s.conf.cost,
                           cost_again(&s, arena, kind));
        expect_all_room_known(&s.conf);
        cr_assert_eq(s.conf.remembers, !(kind & BOUND));
        for (uint32_t i = 0; i < TASKS && !(kind & BOUND); i++)
            expect_remembered(&s.conf, i);
    }
    cr_expect_eq(s.conf.n_nowhere, 0);
    ul_rng_free(rng);
    ul_arena_free(arena);
}

Test(repack_conf, changes_are_priced_as_the_whole)
{
    for (unsigned kind = 0; kind < KINDS; kind++)
        expect_priced_as_the_whole(kind);
}

/* Of two whose stays are guesses the last is there for longer than either is expected to be. */
Test(repack_conf, guesses_add_up)
{
    const ul_conf blind = {.is_blind = true, .horizon_s = 900}, told = {.horizon_s = 900};
    const ul_conf_host host = {.longest_s = 300, .squares = 300 * 300, .leaving_s = 5};
    cr_expect_float_eq(ul_conf_longest_s(&blind, &host, 400), 500, 1e-9);
    cr_expect_float_eq(ul_conf_longest_s(&blind, &host, 900), 900, 1e-9);
    cr_expect_float_eq(ul_conf_longest_s(&told, &host, 400), 400, 1e-9);
}

/* ---- worlds ---- */

static double measure(const ul_run *run, const char *name)
{
    const ul_measures *all = &ul_run_result_of(run)->measures;
    for (size_t q = 0; q < all->n; q++)
        if (strcmp(all->item[q].name, name) == 0)
            return all->item[q].value;
    cr_assert_fail("there is no %s", name);
    return 0;
}

/* Two half machines become one when that frees a machine for longer than moving takes. */
Test(repack, who_is_left_shares_a_machine)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,two\nresource,cpu\nround,60\n"
                                  "billing,0,0\ntype,m,f,3.6,4\nstartup,m,0,30,0\n"
                                  "job,a,0,1,,600,free,3\njob,b,0,1,,600,free,3\n"
                                  "job,c,0,1,,9000,free,1\njob,d,0,1,,9000,free,1\n");
    ul_run *run = solved(&instance, "repack", "");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_machines, 2);
    cr_expect_eq(plan->machine[0].released_s < 700 * UL_MICRO,
                 plan->machine[1].released_s > 9000 * UL_MICRO);
    cr_expect_eq(measure(run, "migrations"), 1);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* The second, which may wait, has no machine of its own and does not wait for the round either. */
Test(repack, who_waits_for_room_has_it_at_once)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,two\nresource,cpu\nround,60\n"
                                  "billing,0,0\ntype,m,f,3.6,4\nstartup,m,0,100,0\n"
                                  "job,a,0,1,,165,free,4\njob,b,100,1,,50,free,1\n");
    ul_run *run = solved(&instance, "repack", "");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_machines, 1);
    cr_assert_eq(plan->n_stays, 2);
    cr_expect_eq(plan->stay[1].from_s, plan->stay[0].to_s);
    ul_run_free(run);
    ul_instance_free(&instance);
}

static double longest_wait_s(const ul_instance *instance, const char *set)
{
    ul_run *run = solved(instance, "repack", set);
    const double longest = measure(run, "longest_wait_s");
    ul_run_free(run);
    return longest;
}

Test(repack, nobody_waits_for_longer_than_the_limit)
{
    static const char *const worlds[] = {"eva-jobs", "alibaba-jobs"};
    for (size_t q = 0; q < 2; q++) {
        ul_instance instance = generated(worlds[q], 40, 3);
        cr_expect_leq(longest_wait_s(&instance, "steps=100"), 600, "%s", worlds[q]);
        ul_instance_free(&instance);
    }
}

/* The next round is 590 s away, and a machine takes 100: one is asked for before. */
Test(repack, a_limit_below_a_round_is_kept)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,soon\nresource,cpu\nround,600\n"
                                  "type,m,f,3.6,4\nstartup,m,0,100,0\n"
                                  "job,a,10,1,,900,free,3\njob,b,20,1,,900,free,3\n");
    cr_expect_leq(longest_wait_s(&instance, "wait=200"), 200);
    ul_instance_free(&instance);
}

/* Machines take 20 to 100 s, and two resources are never full at once: many move, and some in
 * circles. */
static void write_world(char *text, size_t size, ul_rng *rng, int unit_s)
{
    size_t at = (size_t)snprintf(text, size, "ullage,1,schedule\nname,any\nresource,cpu,mem\n"
                                 "round,%d\nbilling,%d,0\ntype,s,f,1,4,8\nstartup,s,10,90,1\n"
                                 "type,c,f,1.8,12,8\nstartup,c,5,40,1\n"
                                 "type,m,g,1.9,4,24\nstartup,m,0,20,1\n"
                                 "throughput,x,y,0.7\nthroughput,y,*,0.9\n",
                                 (int)ul_rng_between(rng, 1, 4) * 60, unit_s);
    for (unsigned j = 0; j < 30; j++) {
        const int cpu = (int)ul_rng_between(rng, 1, 4), mem = (int)ul_rng_between(rng, 1, 8);
        at += (size_t)snprintf(
            text + at, size - at, "job,j%u,%d,%d,%s,%d,%s,%d,%d\nmoving,j%u,5,10,%d,%d,%d\n", j,
            (int)ul_rng_between(rng, 0, 4000), (int)ul_rng_between(rng, 1, 3),
            ul_rng_below(rng, 2) == 0 ? "x" : "y", (int)ul_rng_between(rng, 50, 3000),
            ul_rng_below(rng, 3) == 0 ? "gang" : "free", cpu, mem, j,
            (int)ul_rng_between(rng, 0, 20), (int)ul_rng_between(rng, 0, 9),
            (int)ul_rng_between(rng, 0, 40));
    }
}

/* Any limit that leaves time for a machine of one's own is kept where these can be had. */
Test(repack, a_limit_is_a_limit)
{
    static const int limits[] = {102, 150, 250, 400}, units[] = {1, 60, 1000};
    ul_rng *rng = ul_rng_new(1);
    for (size_t q = 0; q < 60; q++) {
        char text[8192], set[60];
        write_world(text, sizeof text, rng, units[q % 3]);
        snprintf(set, sizeof set, "steps=60 horizon=300 wait=%d", limits[q % 4]);
        ul_instance instance = parsed(text);
        cr_expect_leq(longest_wait_s(&instance, set), limits[q % 4], "world %zu", q);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

static ul_cost cost_of(const ul_instance *instance, const char *method, const char *set, ul_knows knows)
{
    ul_run *run = solved(instance, method, set);
    const ul_run_result *result = ul_run_result_of(run);
    const ul_cost cost = result->cost;
    cr_expect_leq(measure(run, "longest_wait_s"), 600);
    cr_expect_eq(result->knows, knows);
    cr_expect_eq(result->n_rejected, 0);
    ul_run_free(run);
    return cost;
}

/* Futures are drawn by the seed: what is put back is the simulation as it was. */
Test(repack, the_best_of_its_futures)
{
    ul_instance instance = generated("eva-jobs", 30, 4);
    const ul_cost alone = cost_of(&instance, "repack", "steps=60", UL_KNOWS_DEMANDS);
    const ul_cost best = cost_of(&instance, "repack", "steps=60 futures=4 stages=10", UL_KNOWS_EVERYTHING);
    cr_expect_lt(best, alone);
    cr_expect_eq(cost_of(&instance, "repack", "steps=60 futures=4 stages=10", UL_KNOWS_EVERYTHING), best);
    ul_instance_free(&instance);
}

/* A policy's timeline that waits for longer is no timeline of a search with a limit. */
Test(repack, a_search_with_a_limit_keeps_it)
{
    ul_instance instance = generated("eva-jobs", 30, 4);
    cost_of(&instance, "schedule-search", "moves=2 futures=2 wait=600", UL_KNOWS_EVERYTHING);
    ul_instance_free(&instance);
}

/* A machine comes after 500 s and the task loads for 200: that is time on a machine. */
Test(repack, who_loads_does_not_wait)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,loads\nresource,cpu\nround,60\n"
                                  "type,m,f,3.6,4\nstartup,m,0,500,0\n"
                                  "job,a,0,1,,900,free,3\nmoving,a,200,0,0,0,0\n");
    cr_expect_gt(cost_of(&instance, "repack", "futures=2", UL_KNOWS_EVERYTHING), 0);
    ul_instance_free(&instance);
}

/* By Eva's rules machines are ordered and tasks stopped at rounds alone. */
Test(repack, by_evas_rules_orders_come_at_rounds)
{
    ul_instance instance = generated("eva-jobs", 30, 2);
    ul_run *run = solved(&instance, "repack", "steps=100 rules=eva");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    for (size_t m = 0; m < plan->n_machines; m++)
        cr_expect_eq(plan->machine[m].ordered_s % (300 * UL_MICRO), 0);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Freedoms that Eva's world does not have, taken away one by one. */
Test(repack, without_a_freedom_machines_go_back_and_tasks_stop_at_rounds)
{
    ul_instance instance = generated("eva-jobs", 30, 2);
    ul_run *run = solved(&instance, "repack", "steps=100 rules=release");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    ul_micro end_s = 0;
    for (size_t m = 0; m < plan->n_machines; m++)
        end_s = plan->machine[m].released_s > end_s ? plan->machine[m].released_s : end_s;
    for (size_t m = 0; m < plan->n_machines; m++)
        cr_expect(plan->machine[m].released_s % (300 * UL_MICRO) == 0
                  || plan->machine[m].released_s == end_s);
    ul_run_free(run);
    run = solved(&instance, "repack", "steps=100 rules=kill wait=1e6");
    cr_expect_gt(measure(run, "longest_wait_s"), 600);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* What is learned of one variant holds for all, or for it alone. */
Test(repack, variants_are_pooled_or_not)
{
    ul_instance instance = generated("alibaba-jobs", 20, 1);
    cr_expect_neq(solved_cost(&instance, "repack", "steps=100"),
                  solved_cost(&instance, "repack", "steps=100 rules=unpooled"));
    cr_expect_neq(solved_cost(&instance, "eva", ""), solved_cost(&instance, "eva", "pool=yes"));
    ul_instance_free(&instance);
}

Test(repack, equal_seeds_give_equal_timelines)
{
    ul_instance instance = generated("eva-jobs", 30, 1);
    cr_expect_eq(solved_cost(&instance, "repack", "steps=200"),
                 solved_cost(&instance, "repack", "steps=200"));
    ul_instance_free(&instance);
}

/* The cheap machine is taken away at second 100: the rest is done on the other. */
Test(repack, what_is_taken_away_goes_on_elsewhere)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,odd\nresource,cpu\nround,60\n"
                                  "type,spot,a,1,1\ntype,od,a,3,1\nsupply,spot,1,0,100\n"
                                  "job,j,0,1,,150,free,1\njob,k,0,1,,30,free,1\n");
    ul_run *run = solved(&instance, "repack", "");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_expect_geq(plan->n_machines, 2);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* One machine is all there is: the second job waits for the first to end. */
Test(repack, who_finds_no_machine_waits_for_one)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,odd\nresource,cpu\nround,60\n"
                                  "type,m,a,1,1\nsupply,m,1,0,10000\n"
                                  "job,j,0,1,,150,free,1\njob,k,0,1,,30,free,1\n");
    ul_run *run = solved(&instance, "repack", "");
    cr_expect_gt(measure(run, "longest_wait_s"), 100);
    ul_run_free(run);
    ul_instance_free(&instance);
}
