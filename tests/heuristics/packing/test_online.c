/* The online game: rules that value machines against methods that search for them, and the
 * sets that FunSearch's successors play on. */
#include <math.h>

#include "bin_array.h"
#include "packing.h"
#include "random_packing.h"
#include "solving.h"

/* ---- rules as methods of this test ---- */

static ul_status value_order(void *context, const ul_bin_question *ask, double *value)
{
    (void)context;
    for (size_t q = 0; q < ask->n; q++)
        value[q] = 7;
    return UL_OK;
}

static ul_status value_rest(void *context, const ul_bin_question *ask, double *value)
{
    ++*(size_t *)context;
    for (size_t q = 0; q < ask->n; q++)
        value[q] = ask->item[0] - ask->free[q * ask->n_resources];
    return UL_OK;
}

static ul_status value_nothing(void *context, const ul_bin_question *ask, double *value)
{
    (void)context;
    for (size_t q = 0; q < ask->n; q++)
        value[q] = q + 1 < ask->n ? 1 : NAN;
    return UL_OK;
}

static size_t n_asked;

static ul_status play_order(const ul_packing *in, ul_run *run)
{
    return ul_bin_values_pack(in, run, &(ul_bin_rule){value_order, NULL}, NULL);
}

static ul_status play_rest(const ul_packing *in, ul_run *run)
{
    return ul_bin_values_pack(in, run, &(ul_bin_rule){value_rest, &n_asked}, NULL);
}

static ul_bin_table *kept; /* over games */

static ul_status play_rest_again(const ul_packing *in, ul_run *run)
{
    return ul_bin_values_pack(in, run, &(ul_bin_rule){value_rest, &n_asked}, kept);
}

static ul_status play_rest_of_all(const ul_packing *in, ul_run *run)
{
    return ul_bin_array_pack(in, run, &(ul_bin_rule){value_rest, &n_asked}, UL_NONE);
}

static ul_status play_nothing(const ul_packing *in, ul_run *run)
{
    const ul_status status = ul_bin_values_pack(in, run, &(ul_bin_rule){value_nothing, NULL}, NULL);
    return status == UL_E_STOPPED ? UL_OK : status;
}

static ul_run *played(const ul_instance *instance,
                      ul_status (*rule)(const ul_packing *in, ul_run *run))
{
    static ul_method method; /* a run names it as long as it lives */
    ul_run *run;
    method = (ul_method){.name = "rule", .brief = "x", .paper = "x", .packing = rule};
    cr_assert_eq(ul_run_new(&method, instance, &(ul_run_options){.seed = 1}, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    return run;
}

static void expect_same_plan(const ul_run *one, const ul_run *other)
{
    const ul_packing_plan *a = ul_run_result_of(one)->plan, *b = ul_run_result_of(other)->plan;
    cr_assert_eq(a->n_bins, b->n_bins);
    for (size_t i = 0; i < a->n_bins; i++)
        for (size_t r = 0; r < a->in->n_resources; r++)
            cr_assert_eq(ul_plan_free(a, i)[r], ul_plan_free(b, i)[r]);
}

Test(online, a_constant_value_is_first_fit_with_any_resources_and_types)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        ul_instance instance = generated(seed % 2 == 0 ? "vbp" : "heterogeneous", 80, seed);
        ul_run *one = solved(&instance, "first-fit", ""), *other = played(&instance, play_order);
        expect_same_plan(one, other);
        ul_run_free(one);
        ul_run_free(other);
        ul_instance_free(&instance);
    }
}

Test(online, what_would_be_left_is_best_fit_asked_once_for_each_pair_or_of_all)
{
    ul_instance instance = generated("weibull", 1500, 3);
    ul_run *one = solved(&instance, "best-fit", ""), *other = played(&instance, play_rest);
    expect_same_plan(one, other);
    cr_expect_leq(n_asked, 110, "asked %zu times", n_asked);
    ul_run_free(other);
    other = played(&instance, play_rest_of_all);
    expect_same_plan(one, other);
    ul_run_free(one);
    ul_run_free(other);
    ul_instance_free(&instance);
}

Test(online, what_a_rule_said_is_kept_over_games_and_forgotten_with_the_machines)
{
    static const struct {
        const char *generator;
        uint64_t seed;
        bool is_asked;
    } game[] = {{"weibull", 3, true}, {"weibull", 3, false}, {"bpp", 1, true}, {"weibull", 4, true},
                {"heterogeneous", 1, true}, {"vbp", 2, true}};
    ul_arena *arena = ul_arena_new();
    cr_assert_eq(ul_bin_table_new(arena, &kept), UL_OK);
    for (size_t q = 0; q < sizeof game / sizeof *game; q++) {
        ul_instance instance = generated(game[q].generator, 200, game[q].seed);
        ul_run *one = played(&instance, play_rest);
        n_asked = 0;
        ul_run *other = played(&instance, play_rest_again);
        expect_same_plan(one, other);
        cr_expect_eq(n_asked > 0, game[q].is_asked, "game %zu: asked %zu times", q, n_asked);
        ul_run_free(one);
        ul_run_free(other);
        ul_instance_free(&instance);
    }
    ul_arena_free(arena);
}

Test(online, a_value_that_is_no_number_ends_the_game)
{
    ul_instance instance = generated("weibull", 20, 3);
    ul_run *run = played(&instance, play_nothing);
    cr_expect_eq(ul_run_result_of(run)->outcome, UL_REJECTED);
    cr_expect(!ul_run_result_of(run)->has_cost);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(online, an_online_method_knows_demands_and_tells_its_excess)
{
    ul_instance instance = generated("bpp", 120, 1);
    ul_run *run = solved(&instance, "funsearch-or", "");
    const double *excess = ul_measures_find(&ul_run_result_of(run)->measures, "excess_l1");
    cr_expect_eq(ul_run_result_of(run)->knows, UL_KNOWS_DEMANDS);
    cr_assert_not_null(excess);
    cr_expect(*excess > 0 && *excess < 0.2, "%g", *excess);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(online, harmonic_puts_like_sizes_together)
{
    /* 0.6, 0.4 and 0.3 of a machine: classes 1, 2 and 3 */
    ul_instance instance = parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,10\n"
                                  "task,a,2,,,,6\ntask,b,2,,,,4\ntask,c,3,,,,3\n");
    cr_expect_eq(solved_cost(&instance, "harmonic", ""), 4 * UL_MICRO);
    cr_expect_eq(solved_cost(&instance, "harmonic", "classes=1"), 4 * UL_MICRO);
    cr_expect_eq(solved_cost(&instance, "exact", ""), 3 * UL_MICRO);
    ul_instance_free(&instance);
}

/* What numpy's RandomState(2024) draws, by LLM4AD's rule. */
Test(online, weibull_sizes_are_those_of_the_legacy_generator)
{
    static const ul_micro first[] = {43, 48, 27};
    ul_instance instance = generated("weibull", 50, 2024);
    const ul_packing *in = instance.data;
    for (size_t j = 0; j < 3; j++)
        cr_expect_eq(ul_packing_need(in, j, 0)[0], first[j] * UL_MICRO, "%zu: %lld", j,
                     (long long)ul_packing_need(in, j, 0)[0]);
    ul_instance_free(&instance);
}
