/* SEC on several clouds: on one it is sec; leases and discounts decide where nodes are
 * ordered; what levels of use are. */
#include <stdlib.h>

#include "sec_levels.h"
#include "solving.h"
#include "timeline.h"

static ul_instance jobs(const char *world, size_t n)
{
    char remark[200];
    ul_instance instance;
    const char *const set[] = {world, "gap=3000"};
    const ul_source_options options = {.tasks = n, .seed = 2, .to_s = HUGE_VAL, .set = set,
                                       .n_set = 2};
    cr_assert_eq(ul_source_make(ul_generator_find("swf-jobs"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

/* Machines of a type, and of all. */
static size_t rented(const ul_run *run, uint32_t type)
{
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    size_t n = 0;
    for (size_t m = 0; m < plan->n_machines; m++)
        n += plan->machine[m].type == type;
    return n;
}

Test(sec_clouds, one_cloud_is_sec)
{
    ul_instance instance = jobs("billing=hour", 250);
    ul_run *sec = solved(&instance, "sec", ""), *clouds = solved(&instance, "sec-clouds", "");
    const ul_schedule_plan *a = ul_run_result_of(sec)->plan, *b = ul_run_result_of(clouds)->plan;
    cr_assert_eq(a->n_machines, b->n_machines);
    cr_assert_eq(a->n_stays, b->n_stays);
    for (size_t m = 0; m < a->n_machines; m++)
        cr_assert(a->machine[m].ordered_s == b->machine[m].ordered_s
                  && a->machine[m].released_s == b->machine[m].released_s, "machine %zu", m);
    for (size_t s = 0; s < a->n_stays; s++)
        cr_assert(a->stay[s].task == b->stay[s].task && a->stay[s].machine == b->stay[s].machine
                  && a->stay[s].from_s == b->stay[s].from_s, "stay %zu", s);
    ul_run_free(sec);
    ul_run_free(clouds);
    ul_instance_free(&instance);
}

/* Without leases the cheaper cloud gets everything; leases are bought for what is used,
 * wherever, and then draw jobs to their own cloud; for its own use alone they never are. */
Test(sec_clouds, where_nodes_are_ordered)
{
    ul_instance cheap = jobs("second=0.8", 400), dear = jobs("second=1.2", 400);
    ul_run *off = solved(&cheap, "sec-clouds", "leases=off");
    ul_run *own = solved(&cheap, "sec-clouds", "leases=own");
    ul_run *all = solved(&cheap, "sec-clouds", "");
    ul_run *other = solved(&dear, "sec-clouds", "leases=off");
    cr_expect_eq(rented(off, 0), 0);
    cr_expect_eq(rented(own, 0), 0);
    cr_expect_str_eq(ul_run_result_of(own)->note,
                     "cc2.8xlarge with 0 leases: $0.00 upfront, $0.00 by the hour");
    cr_expect_gt(rented(all, 0), 0);
    cr_expect_gt(rented(all, 1), 0);
    cr_expect_eq(rented(other, 1), 0);
    ul_run_free(off);
    ul_run_free(own);
    ul_run_free(all);
    ul_run_free(other);
    ul_instance_free(&cheap);
    ul_instance_free(&dear);
}

/* What a lease costs: one node used for two weeks without 12 minutes. After the first the
 * forecast has a lease bought for it, and the second week is paid with that. */
Test(sec_clouds, a_lease_is_bought_after_a_week)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,t\nresource,node\nbilling,3600,3600\n"
                                  "type,n,f,2.4,1\njob,a,0,1,,1208880,free,1\n"
                                  "job,b,604800,1,,60,free,1\n");
    ul_run *run = solved(&instance, "sec-clouds", "classes=1y-light");
    /* 168 hours on demand and 167.8 with the lease; the second node's minute on demand:
     * it is held for the paid hour, until its last minute */
    char text[200];
    snprintf(text, sizeof text, "n with 1 leases: $1762.00 upfront, $%.2f by the hour",
             168 * 2.4 + 167.8 * 0.904 + 2.4 * 59 / 60);
    cr_expect_str_eq(ul_run_result_of(run)->note, text);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(sec_clouds, levels)
{
    ul_arena *arena = ul_arena_new();
    ul_sec_levels levels = {.arena = arena, .from_s = 0, .period_s = 100};
    cr_assert_eq(ul_sec_levels_set(&levels, 10, 2), UL_OK);
    cr_assert_eq(ul_sec_levels_set(&levels, 30, 1), UL_OK);
    cr_assert_eq(ul_sec_levels_set(&levels, 50, 3), UL_OK);
    cr_expect_eq(ul_sec_level_s(&levels, 60, 1), 50);
    cr_expect_eq(ul_sec_level_s(&levels, 60, 2), 30);
    cr_expect_eq(ul_sec_level_s(&levels, 60, 3), 10);
    cr_expect_eq(ul_sec_level_s(&levels, 60, 4), 0);
    cr_assert_eq(ul_sec_levels_set(&levels, 90, 1), UL_OK);
    ul_sec_levels_next(&levels);
    cr_expect_eq(ul_sec_level_s(&levels, 107, 1), 7);
    cr_expect_eq(ul_sec_level_s(&levels, 107, 2), 0);
    ul_arena_free(arena);
}
