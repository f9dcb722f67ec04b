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
        const double value = score == NULL ? 0 : score(context, need);
        if (value > best.score)
            best = (ul_task_pick){j, 0, value};
    }
    return best;
}

static size_t n_resources_of_score;

static double dot(const void *free, const ul_micro *demand)
{
    double sum = 0;
    for (size_t r = 0; r < n_resources_of_score; r++)
        sum += (double)demand[r] * (double)((const ul_micro *)free)[r];
    return sum;
}

static double closeness(const void *free, const ul_micro *demand)
{
    double sum = 0;
    for (size_t r = 0; r < n_resources_of_score; r++) {
        const double gap = (double)(((const ul_micro *)free)[r] - demand[r]);
        sum -= gap * gap;
    }
    return sum;
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
