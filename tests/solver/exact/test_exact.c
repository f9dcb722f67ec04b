/* The exact method against brute force and against odd instances. */
#include "brute_force.h"
#include "clock.h"
#include "prompt.h"
#include "random_packing.h"

static void expect_optimal(const ul_instance *instance, ul_cost optimum, const char *what)
{
    ul_run *run = solved(instance, "exact", "");
    const ul_run_result *result = ul_run_result_of(run);
    char cost[UL_NUMBER_TEXT], best[UL_NUMBER_TEXT];
    cr_expect_eq(result->outcome, UL_OPTIMAL, "%s: %s", what, ul_outcome_name(result->outcome));
    cr_expect(result->cost == optimum, "%s: %s, the optimum is %s", what,
              ul_cost_text(result->cost, cost), ul_cost_text(optimum, best));
    ul_run_free(run);
}

static void expect_cost(const char *text, double dollars)
{
    ul_instance instance = parsed(text);
    expect_optimal(&instance, (ul_cost)llround(dollars * 1e6) * UL_COST_PER_MICRO, text);
    ul_instance_free(&instance);
}

Test(exact, agrees_with_brute_force)
{
    for (size_t q = 0; q < ul_tiny_count(); q++) {
        ul_instance instance;
        char what[40];
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK, "%s", ul_error_text());
        snprintf(what, sizeof what, "tiny instance %zu", q);
        expect_optimal(&instance, ul_brute_force(instance.data), what);
        ul_instance_free(&instance);
    }
}

Test(exact, agrees_with_brute_force_on_random_instances)
{
    ul_rng *rng = ul_rng_new(2024);
    for (size_t q = 0; q < 1000;) {
        ul_instance instance = random_packing(rng, 1 + q % 6);
        const ul_packing *in = instance.data;
        char what[40];
        if (in->n_copies <= UL_TINY_TASKS) {
            snprintf(what, sizeof what, "random instance %zu", q++);
            expect_optimal(&instance, ul_brute_force(in), what);
        }
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

/* Threes that fill a bin: nothing may be wasted. */
Test(exact, finds_the_perfect_packing_of_triplets)
{
    const char *const set = "class=triplets";
    const ul_source_options options = {.tasks = 60, .seed = 3, .to_s = HUGE_VAL, .set = &set,
                                       .n_set = 1};
    char remark[200];
    ul_instance instance;
    cr_assert_eq(ul_source_make(ul_generator_find("bpp"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    expect_optimal(&instance, 20 * (ul_cost)UL_MICRO * UL_COST_PER_MICRO, "60 triplets");
    ul_instance_free(&instance);
}

#define HEAD "ullage,1,packing\nname,x\nresource,cpu\n"

Test(exact, takes_what_costs_nothing)
{
    expect_cost(HEAD "type,gift,f,0,4\ntype,big,f,3,8\ntask,t,5,,,,4\n", 0);
    expect_cost(HEAD "type,gift,f,0,4\ntype,big,f,3,8\ntask,t,5,,,,4\ntask,u,2,,,,5\n", 6);
}

Test(exact, places_tasks_that_need_nothing)
{
    expect_cost(HEAD "type,a,f,2,4\ntask,t,100000,,,,0\n", 2);
    expect_cost(HEAD "type,a,f,2,4\ntask,t,7,,,,0\ntask,u,3,,,,2\n", 4);
}

Test(exact, packs_one_task_and_a_million)
{
    expect_cost(HEAD "type,a,f,2,4\ntype,b,f,1.5,4\ntask,t,1,,,,4\n", 1.5);
    expect_cost(HEAD "type,a,f,2,7\ntype,b,f,3.1,11\ntask,t,1000000,,,,2\n", 620000);
}

/* What is found in a second, and whether the run is at peace with it: an optimum that is not proved. */
static void expect_found(const char *text, int64_t dollars)
{
    ul_run *run;
    ul_instance instance = parsed(text);
    const ul_run_options options = {.cpu_limit_s = 1};
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &instance, &options, &run), UL_OK);
    cr_expect_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_expect_eq(ul_run_result_of(run)->cost, dollars * (ul_cost)UL_MICRO * UL_COST_PER_MICRO);
    cr_expect_null(strstr(ul_run_result_of(run)->note, "wanted"), "%s", ul_run_result_of(run)->note);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Where x is on a machine there is room for 499,999 of z, and two of y fill one. */
Test(exact, packs_half_a_million_on_a_machine)
{
    expect_found("ullage,1,packing\nname,many\nresource,r,s\ntype,a,f,1,1000,0.5\n"
                 "task,x,1,,,,30,0.000001\ntask,y,1000,,,,50,0.25\ntask,z,10000000,,,,0,0.000001\n", 521);
}

/* A machine and a millionth of one are not a whole one to who counts copies: what the linear program
 * has looks like 510 machines, and one copy of z is on none of them. */
Test(exact, no_copy_is_lost_where_a_million_are_on_a_machine)
{
    expect_found("ullage,1,packing\nname,many\nresource,r,s\ntype,a,f,1,1000,1\n"
                 "task,x,1,,,,30,0.000001\ntask,y,1000,,,,50,0.5\n"
                 "task,z,10000000,,,,0.000001,0.000001\n", 511);
}

Test(exact, takes_fractions_and_huge_capacities)
{
    expect_cost(HEAD "type,a,f,0.000003,0.000007\ntask,t,3,,,,0.000003\ntask,u,1,,,,0.000001\n",
                0.000006);
    expect_cost(HEAD "type,a,f,5,900000000000.5\ntype,b,f,3,500000000000.25\n"
                     "task,t,3,,,,299999999999.999999\ntask,u,2,,,,200000000000.333333\n", 8);
}

Test(exact, a_resource_binds_however_much_of_it_is_asked_for)
{
    /* the tasks ask for more than a number of the file may be, the machine has just that */
    expect_cost(HEAD "type,a,f,3,1000000000000\ntask,t,3,,,,500000000000.000001\n"
                     "task,u,1,,,,0.000001\n", 9);
}

Test(exact, takes_sixty_four_resources)
{
    char text[8000] = "ullage,1,packing\nname,x\nresource";
    for (int r = 0; r < 64; r++)
        snprintf(text + strlen(text), 16, ",r%d", r);
    strcat(text, "\ntype,a,f,1");
    for (int r = 0; r < 64; r++)
        strcat(text, ",10");
    for (int j = 0; j < 8; j++) {
        snprintf(text + strlen(text), 32, "\ntask,t%d,1,,,", j);
        for (int r = 0; r < 64; r++)
            snprintf(text + strlen(text), 8, ",%d", (r * 7 + j * 3) % 11 < 6 ? 2 : 3);
    }
    strcat(text, "\n");
    expect_cost(text, 2);
}

Test(exact, keeps_its_deadline_and_its_plan)
{
    ul_instance instance = generated("heterogeneous", 150, 1);
    const ul_run_options options = {.seed = 1, .time_limit_s = 0.5, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &instance, &options, &run), UL_OK);
    const double start_s = ul_clock_wall_s(), start_cpu_s = ul_clock_cpu_s();
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const double wall_s = ul_clock_wall_s() - start_s, cpu_s = ul_clock_cpu_s() - start_cpu_s;
    cr_expect(ul_is_prompt(options.time_limit_s, wall_s, cpu_s), "%.3f s, %.3f s of CPU", wall_s,
              cpu_s);
    const ul_run_result *result = ul_run_result_of(run);
    cr_expect(result->has_cost && result->has_bound && result->bound <= result->cost);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Demands in hundredths: the table would have thousands of millions of states. */
Test(exact, proves_a_bound_where_no_table_fits)
{
    ul_rng *rng = ul_rng_new(11);
    char text[8000];
    int n = snprintf(text, sizeof text, "ullage,1,packing\nname,x\nresource,gpu,cpu,ram\n"
                                        "type,p2,p,3.06,1,8,61\ntype,p8,p,12.24,4,32,244\n"
                                        "type,p16,p,24.48,8,64,488\ntype,c4,c,0.714,0,16,32\n"
                                        "type,c24,c,4.284,0,96,192\n");
    for (unsigned j = 0; j < 120; j++)
        n += snprintf(text + n, sizeof text - (size_t)n, "task,t%u,1,,,,%u,%u.%02u,%u.%02u\n", j,
                      (unsigned)ul_rng_below(rng, 3), (unsigned)ul_rng_below(rng, 16),
                      (unsigned)ul_rng_below(rng, 100), (unsigned)ul_rng_below(rng, 30),
                      1 + (unsigned)ul_rng_below(rng, 99));
    ul_instance instance = parsed(text);
    ul_run *run;
    const ul_run_options options = {.time_limit_s = 6, .seed = 1, .methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_expect(result->bound > result->cost / 100 * 95, "%g of %g", (double)result->bound,
              (double)result->cost);
    cr_expect(result->bound <= result->cost);
    ul_run_free(run);
    ul_instance_free(&instance);
    ul_rng_free(rng);
}
