/* A thousand small random problems, their patterns and plans, for properties of the exact method's
 * parts, each by itself. */
#pragma once

#include "brute_force.h"
#include "exact_scene.h"
#include "random_packing.h"

enum { CASES = 1000, TASKS = 6 };

static size_t n_seen; /* of what the test is about: it must come up */

typedef struct {
    ul_rng *rng;
    ul_instance instance;
    exact_scene of;
    int64_t optimum; /* units, by brute force */
} small;

/* ---- problems ---- */

static inline ul_status build(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    const size_t n_types = 1 + ul_rng_below(rng, 3);
    UL_TRY(ul_packing_set_name(b, "small"));
    UL_TRY(ul_packing_add_resource(b, "cpu"));
    UL_TRY(ul_packing_add_resource(b, "gpu"));
    for (size_t k = 0; k < n_types; k++) {
        char name[24], family[24];
        snprintf(name, sizeof name, "k%zu", k);
        snprintf(family, sizeof family, "f%zu", k % 2);
        const ul_micro capacity[] = {ul_rng_between(rng, k == 0 ? 10 : 4, 10) * RANDOM_UNIT,
                                     (k == 0 ? 4 : 0) * RANDOM_UNIT};
        UL_TRY(ul_packing_add_type(b, name, family, ul_rng_between(rng, 3, 9) * RANDOM_UNIT, capacity));
    }
    for (size_t j = 0; j < TASKS; j++) {
        char name[24];
        snprintf(name, sizeof name, "t%zu", j);
        const ul_micro demand[] = {ul_rng_between(rng, 2, 6) * RANDOM_UNIT,
                                   (int64_t)ul_rng_below(rng, 8) / 6 * RANDOM_UNIT};
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, demand};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

typedef ul_status (*small_builder)(ul_packing_builder *b, void *rng);

static inline void open_small(small *it, ul_rng *rng, small_builder how)
{
    it->rng = rng;
    cr_assert_eq(ul_packing_build(how, rng, &it->instance), UL_OK, "%s", ul_error_text());
    open_exact(&it->of, &it->instance);
    it->optimum = (int64_t)(ul_brute_force(it->instance.data) / it->of.problem.unit);
}

static inline void close_small(small *it)
{
    ul_free_family_bounds(&it->of.exact);
    close_exact(&it->of);
    ul_instance_free(&it->instance);
}

/* Calls `look` on each of a thousand problems that are built so. */
static inline void each_built(small_builder how, void (*look)(small *it))
{
    ul_rng *rng = ul_rng_new(1);
    for (size_t q = 0; q < CASES; q++) {
        small it;
        open_small(&it, rng, how);
        look(&it);
        close_small(&it);
    }
    ul_rng_free(rng);
}

static inline void each(void (*look)(small *it))
{
    each_built(build, look);
}

/* ---- patterns and plans ---- */

static inline bool fits(const ul_exact_problem *problem, size_t k, const int64_t *held)
{
    const ul_exact_group *group = &problem->group[problem->type[k].group];
    for (size_t d = 0; d < group->n_dims; d++) {
        int64_t used = 0;
        for (size_t i = 0; i < problem->n_items; i++)
            used += held[i] * group->weight[i * group->n_dims + d];
        if (used > problem->type[k].capacity[d])
            return false;
    }
    for (size_t i = 0; i < problem->n_items; i++)
        if (held[i] > 0 && !group->fits[i])
            return false;
    return true;
}

static inline size_t entries_of(const ul_exact_problem *problem, const int64_t *held, ul_pattern_entry *entry)
{
    size_t n = 0;
    for (size_t i = 0; i < problem->n_items; i++)
        if (held[i] > 0)
            entry[n++] = (ul_pattern_entry){(uint32_t)i, (uint32_t)held[i]};
    return n;
}

/* Everything that fits a machine of the type, from the items behind `i`. */
static inline void add_patterns(const ul_exact_problem *problem, size_t k, size_t i, int64_t *held,
                         ul_pattern_pool *pool)
{
    ul_pattern_entry entry[TASKS];
    if (i == problem->n_items) {
        const size_t n = entries_of(problem, held, entry);
        if (n > 0 && fits(problem, k, held))
            cr_assert_eq(ul_pattern_add(pool, k, entry, n, NULL), UL_OK);
        return;
    }
    for (held[i] = problem->copies[i]; held[i] > 0; held[i]--)
        add_patterns(problem, k, i + 1, held, pool);
    add_patterns(problem, k, i + 1, held, pool);
}

/* A plan at random: each task on a machine there is, or one of a random type. */
static inline void draw_plan(small *it, ul_exact_solution *plan)
{
    const ul_exact_problem *problem = &it->of.problem;
    int64_t held[TASKS][TASKS] = {{0}};
    size_t type[TASKS], n = 0;
    for (size_t i = 0; i < problem->n_items; i++)
        for (int64_t c = 0; c < problem->copies[i]; c++) {
            size_t m = ul_rng_below(it->rng, n + 1);
            if (m < n)
                held[m][i]++;
            if (m < n && fits(problem, type[m], held[m]))
                continue;
            if (m < n)
                held[m][i]--;
            held[n][i] = 1;
            do
                type[n] = ul_rng_below(it->rng, problem->n_types);
            while (!fits(problem, type[n], held[n]));
            n++;
        }
    for (size_t m = 0; m < n; m++) {
        ul_pattern_entry entry[TASKS];
        const size_t n_entries = entries_of(problem, held[m], entry);
        cr_assert_eq(ul_exact_solution_add(problem, plan, type[m], entry, n_entries, 1), UL_OK);
    }
}

static inline int64_t count_of(const ul_row_rule *rule, const ul_exact_solution *plan)
{
    int64_t count = 0;
    for (size_t p = 0; p < plan->pool.n; p++)
        count += plan->times[p] * ul_row_coefficient(rule, plan->pool.pattern[p].type,
                                                     ul_pattern_entries(&plan->pool, p),
                                                     plan->pool.pattern[p].n);
    return count;
}

/* That a solution has every task and costs what it says, no less than the optimum. */
static inline void expect_plan(small *it, const ul_exact_solution *plan)
{
    int64_t held[TASKS] = {0}, cost = 0;
    for (size_t p = 0; p < plan->pool.n; p++) {
        int64_t here[TASKS] = {0};
        cost += plan->times[p] * it->of.problem.type[plan->pool.pattern[p].type].price;
        for (size_t q = 0; q < plan->pool.pattern[p].n; q++) {
            const ul_pattern_entry *entry = ul_pattern_entries(&plan->pool, p) + q;
            here[entry->item] = entry->count;
            held[entry->item] += plan->times[p] * entry->count;
        }
        cr_assert(fits(&it->of.problem, plan->pool.pattern[p].type, here));
    }
    for (size_t i = 0; i < it->of.problem.n_items; i++)
        cr_assert_geq(held[i], it->of.problem.copies[i]);
    cr_assert_eq(cost, plan->cost);
    cr_assert_geq(cost, it->optimum);
}
