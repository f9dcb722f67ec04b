/* Tasks with seconds of their own, in worlds in which nobody slows down others. */
#include "seats.h"
#include "solving.h"

enum { WORLDS = 60 };

/* Beside a task that needs most of a large machine for a while another begins, and goes on alone
 * on a small one. */
static const char leaves_the_large_one[] =
    "ullage,1,schedule\nname,leaves\nresource,cpu\nround,0\ncut-off,%s\nbilling,0,0\n"
    "type,large,f,4,4\nstartup,large,0,100,0\ntype,small,f,1,1\nstartup,small,0,100,0\n"
    "job,wide,200,1,,200,free,3\njob,long,200,1,,1000,free,1\nmoving,long,0,0,0,0,10\n";

static double cost_of(const char *text, const char *wait)
{
    ul_instance instance = parsed(text);
    ul_run *run = solved(&instance, "schedule-search", wait);
    const double cost = ul_cost_double(ul_run_result_of(run)->cost);
    cr_expect_eq(ul_run_result_of(run)->n_rejected, 0);
    ul_run_free(run);
    ul_instance_free(&instance);
    return cost * 3600;
}

static double cost_where(const char *cut_off)
{
    char text[1024];
    snprintf(text, sizeof text, leaves_the_large_one, cut_off);
    return cost_of(text, "wait=60");
}

/* 200 s and a boot of the large one, in which 190 s are done; then 810 s and a boot of the small
 * one. Who loses his work stays on a small one of his own. */
Test(reseat, who_keeps_his_work_moves_where_that_is_cheaper)
{
    cr_expect_float_eq(cost_where("kept"), 4 * 300 + 910, 1e-3);
    cr_expect_float_eq(cost_where("lost"), 4 * 300 + 1100, 1e-3);
}

/* Six tasks are cheaper on a large machine than each on a small one; nobody alone is, or beside those
 * who are on small ones already. Where they come one after the other all but the last have to wait for
 * him, too. */
Test(reseat, who_would_not_pay_for_a_large_machine_alone_shares_one)
{
    static const char types[] = "ullage,1,schedule\nname,six\nresource,cpu\nround,0\ncut-off,kept\n"
                                "billing,0,0\ntype,small,f,1,1\nstartup,small,0,100,0\n"
                                "type,large,f,4.1,4\nstartup,large,0,100,0\n";
    for (int apart_s = 0; apart_s <= 60; apart_s += 60) {
        char text[1024], *end = stpcpy(text, types);
        for (int j = 0; j < 6; j++)
            end += sprintf(end, "job,j%d,%d,1,,1000,free,0.6\n", j, 200 + j * apart_s);
        cr_expect_float_eq(cost_of(text, "wait=300"), 4.1 * 1100, 1e-3, "%d", apart_s);
    }
}

/* Three tasks of a gang are more than a machine holds, which is paid for by the hour. The second
 * gang comes while the first is at work, and has the rest of its machines' hour; who cannot wait
 * has machines of his own. */
static const char hours[] =
    "ullage,1,schedule\nname,hours\nresource,node\nround,0\nbilling,3600,3600\ntype,node,f,1,%d\n"
    "boot,1,100\nboot,4,300\njob,first,400,3,,600,gang,1\njob,second,700,3,,600,gang,1\n";

Test(reseat, gangs_wider_than_a_machine_come_one_after_the_other_on_the_same_ones)
{
    for (int nodes = 1; nodes <= 2; nodes++) {
        char text[1024];
        snprintf(text, sizeof text, hours, nodes);
        cr_expect_float_eq(cost_of(text, "wait=300"), (nodes == 1 ? 3 : 2) * 3600, 1e-3, "%d",
                           nodes);
    }
    char text[1024];
    snprintf(text, sizeof text, hours, 1);
    cr_expect_float_eq(cost_of(text, "wait=299"), 6 * 3600, 1e-3);
}

/* The first is on the machine for 100 s; beside it the second would leave no memory. */
static const char two_resources[] =
    "ullage,1,schedule\nname,room\nresource,cpu,mem\nround,0\nbilling,0,0\ntype,m,f,3,4,8\n"
    "job,first,0,1,,100,free,2,2\njob,second,0,1,,50,free,1,6\n";

static const ul_seat first_seat = {.task = 0, .n = 1, .from_s = 0, .to_s = 100 * UL_MICRO};

/* At second 75 the first is there for half of the time. */
Test(reseat, room_that_is_left_counts_by_its_square_for_as_long_as_it_is)
{
    ul_instance instance = parsed(two_resources);
    const ul_schedule *in = instance.data;
    ul_arena *arena = ul_arena_new();
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    ul_seats m = {.type = 0};
    const ul_seat_wish wish = {
        .task = 1, .need = ul_seat_need(in, 1, 1, 0, sum), .length_s = 50 * UL_MICRO};
    cr_expect_float_eq(ul_seats_left(in, &m, &wish, 0), 0.5625 + 0.0625, 1e-12);
    cr_assert_eq(ul_seats_add(arena, in, &m, &first_seat), UL_OK);
    cr_expect_float_eq(ul_seats_left(in, &m, &wish, 50 * UL_MICRO), 0.0625, 1e-12);
    cr_expect_float_eq(ul_seats_left(in, &m, &wish, 75 * UL_MICRO), (0.0625 + 0.625) / 2, 1e-12);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

/* Of a machine that is in use for 100 s and paid for an hour. */
Test(reseat, what_is_left_of_an_hour_that_is_paid_for_is_idle)
{
    char text[1024];
    snprintf(text, sizeof text, hours, 1);
    ul_instance instance = parsed(text);
    const ul_schedule *in = instance.data;
    ul_arena *arena = ul_arena_new();
    const ul_seat seat = {.task = 0, .n = 1, .from_s = 400 * UL_MICRO, .to_s = 500 * UL_MICRO};
    ul_seats m = {.type = 0};
    cr_assert_eq(ul_seats_add(arena, in, &m, &seat), UL_OK);
    cr_expect_eq(ul_seats_unused_s(in, &m), (3600 - 200) * UL_MICRO);
    cr_expect_float_eq(ul_seats_idle(in, &m) / 1e12, 3400, 1e-9);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

/* Where memory is full, idle processors serve nobody. */
Test(reseat, room_is_idle_by_the_resource_of_which_least_is_left)
{
    ul_instance instance = parsed(two_resources);
    const ul_schedule *in = instance.data;
    ul_arena *arena = ul_arena_new();
    const ul_seat second_seat = {.task = 1, .n = 1, .from_s = 0, .to_s = 50 * UL_MICRO};
    ul_seats m = {.type = 0};
    cr_expect_eq(ul_seats_idle(in, &m), 0);
    cr_assert_eq(ul_seats_add(arena, in, &m, &first_seat), UL_OK);
    cr_expect_float_eq(ul_seats_idle(in, &m) / 1e12, 3 * 0.25 * 100, 1e-9);
    cr_assert_eq(ul_seats_add(arena, in, &m, &second_seat), UL_OK);
    cr_expect_float_eq(ul_seats_idle(in, &m) / 1e12, 3 * 0.25 * 50, 1e-9);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

/* The second comes 200 s after the first has gone. */
Test(reseat, machines_go_back_while_nobody_is_on_them)
{
    ul_instance instance = parsed(two_resources);
    const ul_schedule *in = instance.data;
    ul_arena *arena = ul_arena_new();
    const ul_seat late = {.task = 1, .n = 1, .from_s = 300 * UL_MICRO, .to_s = 350 * UL_MICRO};
    ul_seats m = {.type = 0}, later = {.type = 0};
    ul_seats_span gap;
    cr_assert_eq(ul_seats_add(arena, in, &m, &first_seat), UL_OK);
    cr_expect_not(ul_seats_gap(in, &m, &gap));
    cr_assert_eq(ul_seats_add(arena, in, &m, &late), UL_OK);
    cr_assert(ul_seats_gap(in, &m, &gap));
    cr_expect_eq(gap.from_s, 100 * UL_MICRO);
    cr_expect_eq(gap.to_s, 300 * UL_MICRO);
    cr_assert_eq(ul_seats_divide(arena, in, &m, &gap, &later), UL_OK);
    cr_expect_eq(m.bill + later.bill, (ul_cost)3 * UL_MICRO * 150 * UL_MICRO);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

/* A run that may end without a timeline. */
static ul_run *ran(const ul_instance *instance, const char *method, const char *const *set, size_t n)
{
    const ul_run_options options = {.seed = 1, .methods = ul_methods, .set = set, .n_set = n};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find(method), instance, &options, &run), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    return run;
}

static ul_instance random_world(uint64_t seed)
{
    char text[4096];
    ul_rng *rng = ul_rng_new(seed);
    const int n = (int)ul_rng_between(rng, 1, 14);
    size_t used = (size_t)snprintf(
        text, sizeof text, "ullage,1,schedule\nname,odd\nresource,cpu,mem\nround,0\ncut-off,%s\n"
        "billing,%d,%d\ntype,a,f,1,2,4\nstartup,a,%d,30,%d\ntype,b,%s,2.1,5,5\nstartup,b,0,%d,0\n",
        ul_rng_below(rng, 3) > 0 ? "kept" : "lost", (int)ul_rng_between(rng, 0, 60),
        (int)ul_rng_between(rng, 0, 300), (int)ul_rng_between(rng, 0, 9),
        (int)ul_rng_between(rng, 0, 5), ul_rng_below(rng, 2) > 0 ? "f" : "g",
        (int)ul_rng_between(rng, 0, 90));
    if (ul_rng_below(rng, 3) == 0)
        used += (size_t)snprintf(text + used, sizeof text - used, "supply,a,%d,0,100000\n",
                                 (int)ul_rng_between(rng, 1, 3));
    if (ul_rng_below(rng, 3) == 0)
        used += (size_t)snprintf(text + used, sizeof text - used, "price,b,%d,3\n",
                                 (int)ul_rng_between(rng, 1, 900));
    for (int j = 0; j < n; j++) {
        const bool gang = ul_rng_below(rng, seed % 2 == 0 ? 2 : 5) == 0;
        const int work_s = (int)ul_rng_between(rng, 0, 900);
        const int more_us = (int)ul_rng_between(rng, 0, 999999);
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "job,j%d,%d,%d,,%d.%06d,%s,%d,%d\n"
                                 "moving,j%d,%d,%d,%d,0,%d%s\n",
                                 j, 100 + 40 * j, (int)ul_rng_between(rng, 1, gang ? 5 : 2), work_s,
                                 more_us, gang ? "gang" : "free", (int)ul_rng_between(rng, 0, 2),
                                 (int)ul_rng_between(rng, 0, 4), j, (int)ul_rng_between(rng, 0, 9),
                                 (int)ul_rng_between(rng, 0, 2), (int)ul_rng_between(rng, 0, 9),
                                 (int)ul_rng_between(rng, 0, 60), seed % 5 == 0 ? ",one" : "");
        if (gang && ul_rng_below(rng, 2) == 0)
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "tasks,j%d,%d,%d,%d.%06d,%d,%d\n",
                                 j, 100 + 40 * j, (int)ul_rng_between(rng, 1, 3), work_s, more_us,
                                 (int)ul_rng_between(rng, 0, 2), (int)ul_rng_between(rng, 0, 4));
    }
    ul_rng_free(rng);
    return parsed(text);
}

/* Seeds of random worlds in which somebody has an image at once, since he loads nothing. */
static uint64_t world_of(size_t q)
{
    static const uint64_t image_at_once[] = {505, 810, 835, 1400};
    return q < WORLDS ? q + 1 : image_at_once[q - WORLDS];
}

/* No timeline is refused, and none is below the floor of those who wait no longer. */
Test(reseat, timelines_of_odd_worlds_are_valid)
{
    size_t found = 0, moved = 0;
    for (size_t q = 0; q < WORLDS + 4; q++) {
        const uint64_t seed = world_of(q);
        ul_instance instance = random_world(seed);
        ul_run *search = ran(&instance, "schedule-search",
                             (const char *[]){"wait=200", "moves=20", "futures=1"}, 3);
        ul_run *floor = ran(&instance, "schedule-floor", (const char *[]){"wait=200"}, 1);
        const ul_run_result *result = ul_run_result_of(search);
        cr_expect_eq(result->n_rejected, 0, "seed %d: %s", (int)seed, result->note);
        if (result->has_cost) {
            cr_expect(ul_run_result_of(floor)->bound <= result->cost, "seed %d", (int)seed);
            moved += *ul_measures_find(&result->measures, "migrations") > 0;
            found++;
        }
        ul_run_free(search);
        ul_run_free(floor);
        ul_instance_free(&instance);
    }
    cr_expect_gt(found, WORLDS / 2, "only %zu have a timeline", found);
    cr_expect_gt(moved, WORLDS / 20, "only in %zu does somebody move", moved);
}

static ul_cost best_of(const ul_instance *instance, const char *searches)
{
    ul_run *run = ran(instance, "schedule-search",
                      (const char *[]){"wait=200", "moves=20", "futures=1", searches}, 4);
    const ul_run_result *result = ul_run_result_of(run);
    const ul_cost cost = result->has_cost ? result->cost : 0;
    cr_expect_eq(result->n_rejected, 0, "%s", result->note);
    ul_run_free(run);
    return cost;
}

/* The first of several searches is the one that there is else. */
Test(reseat, the_best_of_several_searches_is_no_dearer_than_the_first)
{
    enum { SOME = 40 };
    size_t cheaper = 0;
    for (uint64_t seed = 1; seed <= SOME; seed++) {
        ul_instance instance = random_world(seed);
        const ul_cost first = best_of(&instance, "searches=1"),
                      best = best_of(&instance, "searches=3");
        cr_expect(best <= first, "seed %d", (int)seed);
        cheaper += best < first;
        ul_instance_free(&instance);
    }
    cr_expect_gt(cheaper, 0, "none finds a cheaper one");
}
