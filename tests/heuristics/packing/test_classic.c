/* First fit, best fit, the iterated largest-first heuristics and the vector
 * heuristics: hand-made cases, and the fast searches against plain scans. */
#include "bin_index.h"
#include "brute_force.h"
#include "packing.h"
#include "random_packing.h"
#include "solving.h"
#include "task_order.h"

#define HEAD "ullage,1,packing\nname,x\n"

static size_t bin_holding(const ul_packing_plan *plan, uint32_t j)
{
    for (size_t i = 0; i < plan->n_bins; i++)
        for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next)
            if (plan->entry[e].task == j)
                return i;
    return UL_NONE;
}

Test(classic, table_3)
{
    static const char *const method[] = {"ffd", "bfd", "vsbpp-ffd", "vsbpp-bfd"};
    ul_instance instance = generated("eva-table3", 4, 1);
    for (size_t q = 0; q < 4; q++)
        cr_assert_eq(solved_cost(&instance, method[q], ""), 12800000, "%s", method[q]);
    ul_instance_free(&instance);
}

Test(classic, first_fit_decreasing_on_one_resource)
{
    /* 7+3, 6+4, 5+3+2; in file order it would take four machines */
    ul_instance instance = parsed(HEAD "resource,cpu\ntype,a,f,1,10\ntask,a,1,,,,2\ntask,b,1,,,,5\n"
                                       "task,c,1,,,,4\ntask,d,1,,,,7\ntask,e,2,,,,3\ntask,f,1,,,,6\n");
    cr_assert_eq(solved_cost(&instance, "ffd", ""), 3000000);
    ul_instance_free(&instance);
}

Test(classic, best_fit_takes_the_fuller_machine)
{
    ul_instance instance = parsed(HEAD "resource,cpu\ntype,s,f,1,5\ntype,l,f,3,10\n"
                                       "task,big,1,,,,7\ntask,mid,1,,,,4\ntask,small,1,,,,1\n");
    ul_run *first = solved(&instance, "ffd", ""), *best = solved(&instance, "bfd", "");
    const ul_packing_plan *plan = ul_run_result_of(first)->plan;
    cr_expect_eq(bin_holding(plan, 2), bin_holding(plan, 0));
    plan = ul_run_result_of(best)->plan;
    cr_expect_eq(bin_holding(plan, 2), bin_holding(plan, 1));
    ul_run_free(first);
    ul_run_free(best);
    ul_instance_free(&instance);
}

Test(classic, sizes_by_sum_by_dominant_share_and_by_price)
{
    /* shares of the largest: a (1/2, 1/2), b (5/8, 0), c (1/8, 1/8) but only on the dear type */
    ul_instance instance = parsed(HEAD "resource,cpu,ram\ntype,cheap,f,1,8,8\ntype,dear,g,9,8,8\n"
                                       "task,a,1,,,,4,4\ntask,b,1,,,,5,0\ntask,c,1,,,,9,9\n"
                                       "demand,c,g,1,1\n");
    static const uint32_t expected[3][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}};
    ul_arena *arena = ul_arena_new();
    for (ul_size_rule rule = UL_SIZE_SUM; rule <= UL_SIZE_PRICE; rule++) {
        const uint32_t *order;
        cr_assert_eq(ul_tasks_by_size(instance.data, arena, rule, &order), UL_OK);
        cr_expect_arr_eq(order, expected[rule], sizeof expected[rule], "rule %d", (int)rule);
    }
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

/* ---- searches against scans ---- */

/* A bin of copies stands for as many machines of the plain plan, one after the other. */
static void expect_same_plan(const ul_instance *instance, const char *method,
                             const ul_packing_plan *plain)
{
    ul_run *run = solved(instance, method, "");
    const ul_packing_plan *fast = ul_run_result_of(run)->plan;
    size_t i = 0;
    for (size_t b = 0; b < fast->n_bins; b++)
        for (uint32_t copy = 0; copy < fast->bin[b].copies; copy++, i++) {
            cr_assert_lt(i, plain->n_bins, "%s: more machines than by scans", method);
            cr_assert_eq(fast->bin[b].type, plain->bin[i].type, "%s: type of bin %zu", method, i);
            uint32_t e = fast->bin[b].head, p = plain->bin[i].head;
            for (; e != UL_PACKING_NONE && p != UL_PACKING_NONE;
                 e = fast->entry[e].next, p = plain->entry[p].next)
                cr_assert(fast->entry[e].task == plain->entry[p].task
                              && fast->entry[e].count == plain->entry[p].count,
                          "%s: content of bin %zu", method, i);
            cr_assert_eq(e, p, "%s: content of bin %zu", method, i);
        }
    cr_assert_eq(i, plain->n_bins, "%s: %zu machines, by scans %zu", method, i, plain->n_bins);
    ul_run_free(run);
}

/* What the rule likes to be small; of equals it takes the first. */
static double dislike(const ul_packing_plan *plan, const ul_micro *largest, size_t i, size_t j,
                      ul_fit_rule rule)
{
    const ul_packing *in = plan->in;
    const ul_micro *free = ul_plan_free(plan, i), *capacity = in->type[plan->bin[i].type].capacity;
    double room = 0;
    for (size_t r = 0; r < in->n_resources; r++)
        room += capacity[r] == 0 ? 0 : (double)free[r] / (double)capacity[r];
    return rule == UL_FIRST_FIT ? 0
           : rule == UL_WORST_FIT
               ? -room
               : (double)(ul_share_sum(in, largest, free)
                          - ul_share_sum(in, largest, ul_packing_need(in, j, plan->bin[i].type)));
}

/* The bin that the rule wants, by looking at all of them. */
static size_t scan(const ul_packing_plan *plan, const ul_micro *largest, size_t j, ul_fit_rule rule)
{
    size_t best = UL_NONE;
    for (size_t i = 0; i < plan->n_bins; i++)
        if (ul_plan_fits(plan, i, j, 1)
            && (best == UL_NONE
                || dislike(plan, largest, i, j, rule) < dislike(plan, largest, best, j, rule)))
            best = i;
    return best;
}

static void expect_as_by_scans(const ul_instance *instance, const char *method, ul_fit_rule rule,
                               bool sorts)
{
    const ul_packing *in = instance->data;
    ul_arena *arena = ul_arena_new();
    const ul_micro *largest;
    const uint32_t *order;
    ul_packing_plan *plan;
    cr_assert_eq(ul_largest_capacity(in, arena, &largest), UL_OK);
    cr_assert_eq(ul_tasks_by_size(in, arena, UL_SIZE_SUM, &order), UL_OK);
    cr_assert_eq(ul_packing_plan_new(in, arena, &plan), UL_OK);
    for (size_t q = 0; q < in->n_tasks; q++) {
        const size_t j = sorts ? order[q] : q;
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            size_t i = scan(plan, largest, j, rule);
            if (i == UL_NONE)
                ul_plan_open(plan, ul_packing_cheapest_for(in, in->task[j].shape), &i);
            ul_plan_put(plan, i, j, 1);
        }
    }
    expect_same_plan(instance, method, plan);
    ul_arena_free(arena);
}

static void expect_all_as_by_scans(const ul_instance *instance)
{
    expect_as_by_scans(instance, "ffd", UL_FIRST_FIT, true);
    expect_as_by_scans(instance, "bfd", UL_BEST_FIT, true);
    expect_as_by_scans(instance, "first-fit", UL_FIRST_FIT, false);
    expect_as_by_scans(instance, "best-fit", UL_BEST_FIT, false);
    expect_as_by_scans(instance, "worst-fit", UL_WORST_FIT, false);
}

Test(classic, searches_find_what_scans_find)
{
    ul_rng *rng = ul_rng_new(3);
    for (int trial = 0; trial < 200; trial++) {
        ul_instance instance = random_packing(rng, 1 + ul_rng_below(rng, 80));
        expect_all_as_by_scans(&instance);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

/* Rows that grow, and buckets that hold many. */
Test(classic, searches_find_what_scans_find_among_many_machines)
{
    static const char *const family[] = {"weibull", "vbp", "heterogeneous"};
    for (size_t q = 0; q < 3; q++) {
        ul_instance instance = generated(family[q], q == 0 ? 12000 : 1500, 1);
        if (q == 0)
            expect_as_by_scans(&instance, "first-fit", UL_FIRST_FIT, false);
        else
            expect_all_as_by_scans(&instance);
        ul_instance_free(&instance);
    }
}

/* ---- Kang and Park ---- */

typedef struct {
    ul_rng *rng;
} divisible_request;

/* Sizes 1, 2, 4, 8 of types and of tasks, a price per unit that falls with size. */
static ul_status divisible(ul_packing_builder *b, void *context)
{
    static const ul_micro price[] = {1500000, 2500000, 4000000, 6000000};
    ul_rng *rng = ((divisible_request *)context)->rng;
    UL_TRY(ul_packing_set_name(b, "divisible"));
    UL_TRY(ul_packing_add_resource(b, "cpu"));
    for (int k = 0; k < 4; k++) {
        const ul_micro capacity = (ul_micro)(1 << k) * UL_MICRO;
        const char name[2] = {(char)('a' + k), '\0'};
        UL_TRY(ul_packing_add_type(b, name, "f", price[k], &capacity));
    }
    for (int j = 0; j < UL_TINY_TASKS; j++) {
        const ul_micro demand = (ul_micro)(1 << ul_rng_below(rng, 4)) * UL_MICRO;
        const char name[2] = {(char)('a' + j), '\0'};
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, &demand};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

Test(classic, iterated_largest_first_is_optimal_on_divisible_sizes)
{
    divisible_request request = {ul_rng_new(5)};
    for (int trial = 0; trial < 100; trial++) {
        ul_instance instance;
        cr_assert_eq(ul_packing_build(divisible, &request, &instance), UL_OK, "%s",
                     ul_error_text());
        const ul_micro optimum = (ul_micro)(ul_brute_force(instance.data) / UL_COST_PER_MICRO);
        cr_assert_eq(solved_cost(&instance, "vsbpp-ffd", ""), optimum, "trial %d", trial);
        cr_assert_eq(solved_cost(&instance, "vsbpp-bfd", ""), optimum, "trial %d", trial);
        ul_instance_free(&instance);
    }
    ul_rng_free(request.rng);
}

/* ---- vector heuristics ---- */

/* One type of 10 x 10, first the task "seed" (8 x 2), which leaves 2 x 8: of the
 * others "long" (0 x 5) has the greater dot product, "near" (2 x 4.4) is nearer. */
static const char vectors[] = HEAD "resource,cpu,ram\ntype,a,f,1,10,10\ntask,seed,1,,,,8,2\n"
                                   "task,near,1,,,,2,4.4\ntask,long,1,,,,0,5\ntask,rest,1,,,,0,4\n";

Test(classic, vector_rules_differ_as_their_formulas_do)
{
    ul_instance instance = parsed(vectors);
    ul_run *dot = solved(&instance, "dot-product", ""), *norm = solved(&instance, "norm2", "");
    const ul_packing_plan *plan = ul_run_result_of(dot)->plan;
    /* of 100: (0,5).(2,8) = 40, (2,4.4).(2,8) = 39.2 */
    cr_expect_eq(bin_holding(plan, 0), bin_holding(plan, 2));
    cr_expect_neq(bin_holding(plan, 0), bin_holding(plan, 1));
    /* of 100: |(2,3)| = 13, |(0,3.6)| = 12.96, both squared */
    plan = ul_run_result_of(norm)->plan;
    cr_expect_eq(bin_holding(plan, 0), bin_holding(plan, 1));
    cr_expect_neq(bin_holding(plan, 0), bin_holding(plan, 2));
    ul_run_free(dot);
    ul_run_free(norm);
    ul_instance_free(&instance);
}

Test(classic, min_bin_slack_takes_the_set_that_fills)
{
    /* 6+2+2 and 3+3+2+2; who takes the largest that fits begins with 6+3, and 1 is unused */
    ul_instance instance = parsed(HEAD "resource,cpu\ntype,a,f,1,10\ntype,b,f,1.2,11\ntask,a,7,,,,6\n"
                                       "task,b,14,,,,3\ntask,c,28,,,,2\n");
    ul_run *run = solved(&instance, "min-bin-slack", "");
    const ul_packing_plan *plan = ul_run_result_of(run)->plan;
    cr_expect_eq(ul_run_result_of(run)->cost, 14000000 * UL_COST_PER_MICRO);
    cr_expect_eq(plan->n_bins, 2); /* a set is bought once for all of its copies */
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* The machine's next task by looking at all of them. */
static size_t scan_tasks(const ul_packing *in, const uint32_t *left, size_t k, const ul_micro *free,
                         bool norm)
{
    size_t best = UL_NONE;
    double most = 0;
    for (size_t j = 0; j < in->n_tasks; j++) {
        const ul_micro *need = ul_packing_need(in, j, k);
        if (left[j] == 0 || !ul_packing_fits(in, need, free))
            continue;
        double score = 0;
        for (size_t r = 0; r < in->n_resources; r++) {
            const double per_unit =
                in->type[k].capacity[r] > 0 ? 1 / (double)in->type[k].capacity[r] : 0;
            const double share = (double)free[r] * per_unit;
            const double gap = share - (double)need[r] * per_unit;
            score += norm ? -gap * gap : (double)need[r] * per_unit * share;
        }
        if (best == UL_NONE || score > most) {
            best = j;
            most = score;
        }
    }
    return best;
}

/* With one type there is nothing to choose but tasks. */
static ul_status one_type(ul_packing_builder *b, void *context)
{
    ul_rng *rng = ((divisible_request *)context)->rng;
    const ul_micro capacity[2] = {20 * UL_MICRO, 20 * UL_MICRO};
    UL_TRY(ul_packing_set_name(b, "one-type"));
    UL_TRY(ul_packing_add_resource(b, "cpu"));
    UL_TRY(ul_packing_add_resource(b, "ram"));
    UL_TRY(ul_packing_add_type(b, "a", "f", UL_MICRO, capacity));
    const size_t n = 1 + ul_rng_below(rng, 60);
    for (size_t j = 0; j < n; j++) {
        ul_micro demand[2];
        char name[24];
        snprintf(name, sizeof name, "t%zu", j);
        random_vector(rng, 2, 0, 15, demand);
        const ul_packing_task_facts facts = {name, 1 + ul_rng_below(rng, 3), NULL, NULL, -1, demand};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

static void expect_filled_as_by_scans(const ul_instance *instance, const char *method, bool norm)
{
    const ul_packing *in = instance->data;
    ul_arena *arena = ul_arena_new();
    ul_packing_plan *plan;
    uint32_t *left = ul_arena_alloc(arena, in->n_tasks, sizeof *left);
    cr_assert_eq(ul_packing_plan_new(in, arena, &plan), UL_OK);
    for (size_t j = 0; j < in->n_tasks; j++)
        left[j] = in->task[j].copies;
    for (uint64_t n = in->n_copies; n > 0;) {
        size_t i, j;
        ul_plan_open(plan, 0, &i);
        for (; (j = scan_tasks(in, left, 0, ul_plan_free(plan, i), norm)) != UL_NONE; n--) {
            ul_plan_put(plan, i, j, 1);
            left[j]--;
        }
    }
    expect_same_plan(instance, method, plan);
    ul_arena_free(arena);
}

Test(classic, machines_fill_as_by_scans)
{
    divisible_request request = {ul_rng_new(9)};
    for (int trial = 0; trial < 100; trial++) {
        ul_instance instance;
        cr_assert_eq(ul_packing_build(one_type, &request, &instance), UL_OK, "%s", ul_error_text());
        expect_filled_as_by_scans(&instance, "dot-product", false);
        expect_filled_as_by_scans(&instance, "norm2", true);
        ul_instance_free(&instance);
    }
    ul_rng_free(request.rng);
}
