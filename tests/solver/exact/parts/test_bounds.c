/* Properties of the bounds without a tree, each by itself, on a thousand small random problems made
 * for it: none is above the optimum by brute force, and the plan of a matching is the cheapest
 * where no odd cycle stands in its way. */
#include "bounds.h"
#include "small_problems.h"

/* A task or a machine of two resources. */
static ul_status add_type(ul_packing_builder *b, size_t k, ul_micro price, ul_micro cpu,
                          ul_micro ram)
{
    char name[24];
    const ul_micro capacity[] = {cpu, ram};
    snprintf(name, sizeof name, "k%zu", k);
    return ul_packing_add_type(b, name, "f", price, capacity);
}

static ul_status add_task(ul_packing_builder *b, size_t j, ul_micro cpu, ul_micro ram)
{
    char name[24];
    const ul_micro demand[] = {cpu, ram};
    const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, demand};
    snprintf(name, sizeof name, "t%zu", j);
    return ul_packing_add_task(b, &facts);
}

static ul_status begin(ul_packing_builder *b)
{
    UL_TRY(ul_packing_set_name(b, "small"));
    UL_TRY(ul_packing_add_resource(b, "cpu"));
    return ul_packing_add_resource(b, "ram");
}

/* Every task on a machine of its own, and no column besides: what a bound proves is its own. */
static void begin_alone(small *it)
{
    ul_exact_solution singles = {0};
    cr_assert_eq(ul_exact_each_alone(&it->of.problem, &singles), UL_OK);
    cr_assert_eq(ul_exact_improve(&it->of.exact, UL_OK, &singles), UL_OK);
}

/* ---- pair matching ---- */

enum { ROOM = 1100 }; /* holds two tasks of 400 and more, and no three */

static ul_status build_pairs(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    const size_t n_types = 1 + ul_rng_below(rng, 4) / 2;
    UL_TRY(begin(b));
    for (size_t k = 0; k < n_types; k++)
        UL_TRY(add_type(b, k, ul_rng_between(rng, 3, 9) * RANDOM_UNIT,
                        ul_rng_between(rng, k == 0 ? ROOM : 400, ROOM) * RANDOM_UNIT,
                        ROOM * RANDOM_UNIT));
    for (size_t j = 0; j < TASKS; j++)
        UL_TRY(add_task(b, j, ul_rng_between(rng, 400, 800) * RANDOM_UNIT,
                        ul_rng_between(rng, 100, 900) * RANDOM_UNIT));
    return UL_OK;
}

/* Tasks of two sorts, and no two of one sort have room: there is no odd cycle. */
static ul_status build_two_sorts(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    UL_TRY(begin(b));
    UL_TRY(add_type(b, 0, RANDOM_UNIT, ROOM * RANDOM_UNIT, ROOM * RANDOM_UNIT));
    for (size_t j = 0; j < TASKS; j++) {
        const ul_micro much = ul_rng_between(rng, 600, 700) * RANDOM_UNIT,
                       little = ul_rng_between(rng, 400, 500) * RANDOM_UNIT;
        const bool first = ul_rng_below(rng, 2) == 0;
        UL_TRY(add_task(b, j, first ? much : little, first ? little : much));
    }
    return UL_OK;
}

/* Whether there is one type, no two tasks are alike, so that each has a value of its own, and some
 * pair has room: the cover is then worth as much as the plan but for odd cycles. */
static bool has_cover(const small *it)
{
    const ul_exact_problem *problem = &it->of.problem;
    return problem->n_types == 1 && problem->n_items == TASKS
           && it->optimum < TASKS * problem->type[0].price;
}

/* Where all pairs save as much the plan is half a saving above the bound for each odd cycle, of
 * which six tasks make two. */
static void look_at_pairs(small *it)
{
    ul_exact *exact = &it->of.exact;
    begin_alone(it);
    cr_assert_eq(ul_match_pairs(exact), UL_OK);
    expect_plan(it, &exact->best);
    cr_assert_leq(exact->bound, it->optimum);
    if (has_cover(it))
        cr_assert_leq(exact->best.cost, exact->bound + it->of.problem.type[0].price);
    n_seen += has_cover(it) && exact->best.cost == it->optimum;
}

Test(bounds, a_matching_is_a_plan_and_its_cover_no_more_than_the_optimum)
{
    each_built(build_pairs, look_at_pairs);
    cr_assert_gt(n_seen, CASES * 4 / 10); /* every second has one type */
}

static void look_at_two_sorts(small *it)
{
    begin_alone(it);
    cr_assert_eq(ul_match_pairs(&it->of.exact), UL_OK);
    expect_plan(it, &it->of.exact.best);
    cr_assert_eq(it->of.exact.best.cost, it->optimum);
    cr_assert(it->of.exact.bound == it->optimum || !has_cover(it));
    n_seen += has_cover(it);
}

Test(bounds, a_matching_is_the_cheapest_plan_where_there_is_no_odd_cycle)
{
    each_built(build_two_sorts, look_at_two_sorts);
    cr_assert_gt(n_seen, CASES / 2);
}

/* ---- item classes ---- */

enum { LARGE = 9999991 }; /* millionths: more than the steps in which classes are told */

static ul_status build_uneven(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    const size_t n_types = 1 + ul_rng_below(rng, 3);
    UL_TRY(begin(b));
    for (size_t k = 0; k < n_types; k++)
        UL_TRY(add_type(b, k, ul_rng_between(rng, 3, 9) * RANDOM_UNIT,
                        k == 0 ? LARGE : ul_rng_between(rng, LARGE / 2, LARGE),
                        k == 0 ? LARGE : ul_rng_between(rng, LARGE / 2, LARGE)));
    for (size_t j = 0; j < TASKS; j++)
        UL_TRY(add_task(b, j, ul_rng_between(rng, LARGE / 6, LARGE / 2),
                        ul_rng_between(rng, 0, LARGE / 2)));
    return UL_OK;
}

static void look_at_classes(small *it)
{
    ul_exact *exact = &it->of.exact;
    begin_alone(it);
    cr_assert_eq(ul_aggregate_items(exact), UL_OK);
    expect_plan(it, &exact->best);
    cr_assert_leq(exact->bound, it->optimum);
    n_seen += exact->bound == it->optimum;
}

Test(bounds, classes_of_items_prove_no_more_than_the_optimum)
{
    each_built(build_uneven, look_at_classes);
    cr_assert_gt(n_seen, CASES / 4);
}

/* Machines that are full, cut into two to four tasks each: more of them than there are classes. */
enum { MACHINES = 120 };

static ul_status build_cut_machines(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    size_t n = 0;
    UL_TRY(begin(b));
    UL_TRY(add_type(b, 0, RANDOM_UNIT, LARGE, LARGE));
    for (size_t m = 0; m < MACHINES; m++) {
        ul_micro left = LARGE;
        for (size_t pieces = 1 + ul_rng_below(rng, 3); pieces > 0; pieces--) {
            const ul_micro piece = ul_rng_between(rng, 1, left / 2);
            UL_TRY(add_task(b, n++, piece, piece / 2));
            left -= piece;
        }
        UL_TRY(add_task(b, n++, left, left / 3));
    }
    return UL_OK;
}

Test(bounds, classes_of_many_items_prove_no_more_than_the_machines_that_were_cut)
{
    small it = {.rng = ul_rng_new(1)};
    cr_assert_eq(ul_packing_build(build_cut_machines, it.rng, &it.instance), UL_OK, "%s",
                 ul_error_text());
    open_exact(&it.of, &it.instance);
    cr_assert_gt(it.of.problem.n_items, 300);
    begin_alone(&it);
    cr_assert_eq(ul_aggregate_items(&it.of.exact), UL_OK);
    cr_assert_leq(it.of.exact.bound, MACHINES);
    cr_assert_geq(it.of.exact.bound, MACHINES - 1);
    cr_assert_geq(it.of.exact.best.cost, MACHINES);
    expect_all_held(&it.of);
    ul_rng_free(it.rng);
    close_small(&it);
}

/* ---- rounded prices ---- */

/* From a millionth of a dollar to ten thousand millions. */
static ul_micro draw_price(ul_rng *rng)
{
    ul_micro price = ul_rng_between(rng, 1, 9);
    for (size_t zeros = ul_rng_below(rng, 17); zeros > 0; zeros--)
        price *= 10;
    return price + ul_rng_between(rng, 0, 1);
}

static ul_status build_dear(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    UL_TRY(begin(b));
    UL_TRY(add_type(b, 0, (ul_micro)UL_EXACT_PRICE_MAX + draw_price(rng), 10 * RANDOM_UNIT,
                    10 * RANDOM_UNIT));
    for (size_t k = 1; k < 3; k++)
        UL_TRY(add_type(b, k, draw_price(rng), ul_rng_between(rng, 4, 10) * RANDOM_UNIT,
                        ul_rng_between(rng, 4, 10) * RANDOM_UNIT));
    for (size_t j = 0; j < TASKS; j++)
        UL_TRY(add_task(b, j, ul_rng_between(rng, 2, 6) * RANDOM_UNIT,
                        ul_rng_between(rng, 0, 6) * RANDOM_UNIT));
    return UL_OK;
}

/* The run has each task alone, as its plan. */
static void look_at_prices(ul_instance *instance)
{
    const ul_run_options options = {.methods = ul_methods, .seed = 1};
    const ul_cost optimum = ul_brute_force(instance->data);
    ul_exact_problem problem;
    ul_exact exact = {.in = instance->data,
                      .arena = ul_arena_new(),
                      .problem = &problem,
                      .too_wide = INT64_MAX,
                      .certified = -1};
    int64_t units = 0;
    bool fit;
    cr_assert_eq(ul_run_new(ul_method_find("exact"), instance, &options, &exact.run), UL_OK);
    cr_assert_eq(ul_run_call(exact.run, ul_method_find("no-packing"), NULL, 0), UL_OK);
    cr_assert_eq(ul_exact_problem_new(exact.in, exact.arena, &problem, &fit), UL_OK);
    if (!fit) {
        cr_assert_eq(ul_bound_by_rounded_prices(&exact, &problem, &units), UL_OK, "%s",
                     ul_error_text());
        cr_assert((ul_cost)units * problem.unit <= optimum);
        n_seen += (ul_cost)units * problem.unit > optimum - optimum / 10;
    }
    ul_master_free(exact.master);
    ul_exact_solution_clear(&exact.best);
    ul_run_free(exact.run);
    ul_arena_free(exact.arena);
}

Test(bounds, rounded_prices_prove_no_more_than_the_optimum)
{
    ul_rng *rng = ul_rng_new(1);
    for (size_t q = 0; q < CASES; q++) {
        ul_instance instance;
        cr_assert_eq(ul_packing_build(build_dear, rng, &instance), UL_OK, "%s", ul_error_text());
        look_at_prices(&instance);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
    cr_assert_gt(n_seen, CASES / 4);
}
