#include "random_packing.h"
#include "task_index.h"

typedef struct {
    const ul_packing *in;
    size_t n_classes;
    uint32_t *class_of;
    uint32_t *left; /* per record */
} plain;

/* The same question answered by looking at every record. */
static ul_task_pick plain_find(const plain *p, size_t c, size_t k, const ul_micro *free,
                               ul_task_score score, const void *context)
{
    ul_task_pick best = UL_NO_PICK;
    for (uint32_t j = 0; j < p->in->n_tasks; j++) {
        const ul_micro *need = ul_packing_need(p->in, j, k);
        if (p->left[j] == 0 || p->class_of[j] != c || !ul_packing_fits(p->in, need, free))
            continue;
        const ul_micro *const same[UL_SCORED_AT_ONCE] = {need, need, need, need};
        double value[UL_SCORED_AT_ONCE] = {0};
        if (score != NULL)
            score(context, same, value);
        if (value[0] > best.score)
            best = (ul_task_pick){j, 0, value[0]};
    }
    return best;
}

static size_t n_resources_of_score;

static void dot(const void *free, const ul_micro *const *demand, double *score)
{
    for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++) {
        score[q] = 0;
        for (size_t r = 0; r < n_resources_of_score; r++)
            score[q] += (double)demand[q][r] * (double)((const ul_micro *)free)[r];
    }
}

static void closeness(const void *free, const ul_micro *const *demand, double *score)
{
    for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++) {
        score[q] = 0;
        for (size_t r = 0; r < n_resources_of_score; r++) {
            const double gap = (double)(((const ul_micro *)free)[r] - demand[q][r]);
            score[q] -= gap * gap;
        }
    }
}

static void compare_until_empty(ul_rng *rng, const ul_packing *in, size_t n_classes, bool scored)
{
    static const ul_task_score scores[] = {NULL, dot, closeness};
    ul_arena *arena = ul_arena_new();
    plain p = {in, n_classes, ul_arena_alloc(arena, in->n_tasks, sizeof(uint32_t)),
               ul_arena_alloc(arena, in->n_tasks, sizeof(uint32_t))};
    ul_task_index *index;
    uint64_t left = in->n_copies;
    n_resources_of_score = in->n_resources;
    for (size_t j = 0; j < in->n_tasks; j++) {
        p.class_of[j] = (uint32_t)ul_rng_below(rng, n_classes);
        p.left[j] = in->task[j].copies;
    }
    cr_assert_eq(ul_task_index_new(in, p.class_of, n_classes, scored, arena, &index), UL_OK);
    for (size_t step = 0; left > 0 && step < 4000; step++) {
        ul_micro free[UL_RESOURCES_MAX];
        const size_t k = ul_rng_below(rng, in->n_types), c = ul_rng_below(rng, n_classes);
        const ul_task_score score = scored ? scores[ul_rng_below(rng, 3)] : NULL;
        for (size_t r = 0; r < in->n_resources; r++)
            free[r] = (ul_micro)ul_rng_below(rng, (uint64_t)in->type[k].capacity[r] + 1);
        cr_assert_eq(ul_task_index_use(index, in->type[k].family), UL_OK);
        ul_task_pick pick = UL_NO_PICK;
        ul_task_index_find(index, c, free, score, free, &pick);
        const ul_task_pick expected = plain_find(&p, c, k, free, score, free);
        cr_assert_eq(pick.task, expected.task);
        cr_assert(pick.task == UL_PACKING_NONE || ul_task_index_may_fit(index, c, free));
        if (pick.task == UL_PACKING_NONE)
            continue;
        cr_assert_eq(pick.score, expected.score);
        cr_assert_eq(ul_task_index_left(index, &pick), p.left[pick.task]);
        ul_task_index_take(index, &pick, 1);
        if (ul_rng_below(rng, 4) == 0) {
            ul_task_index_give_back(index, &pick, 1);
            continue;
        }
        p.left[pick.task]--;
        left--;
    }
    ul_arena_free(arena);
}

/* Many resources: the leaves are larger there. */
static ul_status wide_build(ul_packing_builder *b, void *context)
{
    enum { RESOURCES = 12, TASKS = 700 };
    ul_rng *rng = context;
    ul_micro amount[RESOURCES];
    UL_TRY(ul_packing_set_name(b, "wide"));
    for (size_t r = 0; r < RESOURCES; r++) {
        char name[24];
        snprintf(name, sizeof name, "r%zu", r);
        UL_TRY(ul_packing_add_resource(b, name));
        amount[r] = 100 * UL_MICRO;
    }
    UL_TRY(ul_packing_add_type(b, "k", "f", UL_MICRO, amount));
    for (size_t j = 0; j < TASKS; j++) {
        char name[24];
        snprintf(name, sizeof name, "t%zu", j);
        for (size_t r = 0; r < RESOURCES; r++)
            amount[r] = (ul_micro)ul_rng_below(rng, 30) * UL_MICRO;
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, amount};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

Test(task_index, finds_it_among_tasks_of_many_resources)
{
    ul_rng *rng = ul_rng_new(8);
    ul_instance instance;
    cr_assert_eq(ul_packing_build(wide_build, rng, &instance), UL_OK, "%s", ul_error_text());
    compare_until_empty(rng, instance.data, 2, true);
    ul_instance_free(&instance);
    ul_rng_free(rng);
}

Test(task_index, finds_what_a_scan_of_all_tasks_finds)
{
    ul_rng *rng = ul_rng_new(7);
    for (int trial = 0; trial < 60; trial++) {
        ul_instance instance = random_packing(rng, 1 + ul_rng_below(rng, 120));
        compare_until_empty(rng, instance.data, 1 + ul_rng_below(rng, 4), trial % 2 == 0);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}
