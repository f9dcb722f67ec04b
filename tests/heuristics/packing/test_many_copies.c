/* Records of very many copies, and machines that hold very many tasks. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "solving.h"

/* 10^8 machines that nothing else can join are a few bins. */
static void expect_few_bins(const char *method)
{
    ul_instance instance = parsed("ullage,1,packing\nname,many\nresource,cpu\ntype,a,f,1,10\n"
                                  "type,b,f,1.5,4\ntask,t,99999995,,,,5\ntask,u,3,,,,7\n");
    ul_run *run = solved(&instance, method, "");
    const ul_packing_plan *plan = ul_run_result_of(run)->plan;
    cr_expect_lt(plan->n_bins, 20, "%s: %zu bins", method, plan->n_bins);
    cr_expect(ul_run_result_of(run)->cost >= (ul_cost)49999998 * 1000000 * UL_COST_PER_MICRO);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(many_copies, equal_machines_are_one_bin)
{
    expect_few_bins("ffd");
    expect_few_bins("bfd");
    expect_few_bins("vsbpp-ffd");
    expect_few_bins("vsbpp-bfd");
}

/* A task that fits what is left of any of them: each machine is a bin of its own. */
static void expect_deadline(const char *method)
{
    ul_instance instance = parsed("ullage,1,packing\nname,many\nresource,cpu\ntype,a,f,1,10\n"
                                  "task,t,99999999,,,,6\ntask,u,1,,,,1\n");
    const ul_run_options options = {.time_limit_s = 0.01, .seed = 1, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find(method), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_expect_lt(ul_run_result_of(run)->cpu_s, 2, "%s", method);
    cr_expect(!ul_run_result_of(run)->has_cost);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(many_copies, the_deadline_holds_inside_a_record)
{
    expect_deadline("ffd");
    expect_deadline("bfd");
    expect_deadline("vsbpp-ffd");
    expect_deadline("vsbpp-bfd");
}

static void hear_nothing(void *context, const ul_step *step)
{
    (void)context;
    (void)step;
}

/* Tasks of three resources on small types and vast ones. */
static ul_instance with_vast_types(uint64_t seed, size_t tasks)
{
    static char text[1 << 16];
    ul_rng *rng = ul_rng_new(seed);
    size_t n = (size_t)snprintf(text, sizeof text, "ullage,1,packing\nname,vast\nresource,a,b,c\n");
    for (int k = 0; k < 4; k++) {
        const long scale = k < 2 ? 1 : 400;
        n += (size_t)snprintf(text + n, sizeof text - n, "type,k%d,f,%ld.%02d,%ld,%ld,%ld\n", k,
                              scale, (int)ul_rng_below(rng, 100), 10 + scale * ul_rng_between(rng, 1, 9),
                              10 + scale * ul_rng_between(rng, 1, 9),
                              10 + scale * ul_rng_between(rng, 1, 9));
    }
    for (size_t j = 0; j < tasks; j++)
        n += (size_t)snprintf(text + n, sizeof text - n, "task,t%zu,1,,,%d,%d,%d,%d.5\n", j,
                              (int)ul_rng_below(rng, 4000), (int)ul_rng_below(rng, 4),
                              (int)ul_rng_below(rng, 4), (int)ul_rng_below(rng, 4));
    ul_rng_free(rng);
    return parsed(text);
}

static ul_cost stratus_cost(const ul_instance *instance, const ul_step_listener *steps)
{
    const ul_run_options options = {.seed = 1, .methods = ul_methods, .steps = steps};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("stratus"), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_cost cost = ul_run_result_of(run)->cost;
    ul_run_free(run);
    return cost;
}

Test(many_copies, long_groups_of_stratus_are_those_weighed_one_by_one)
{
    const ul_step_listener listener = {.hear = hear_nothing};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        ul_instance instance = with_vast_types(seed, 900);
        cr_expect(stratus_cost(&instance, NULL) == stratus_cost(&instance, &listener),
                  "seed %llu", (unsigned long long)seed);
        ul_instance_free(&instance);
    }
}
