/* Owl: at most two tasks a machine, the pairs that pay best first.
 *
 * Tian et al., SoCC 2022, as Eva's authors adapt it to priced machines (Eva,
 * Section 6.1, and the artifact): pairs go by descending ratio of their
 * throughput-normalized reservation price to the price of the cheapest type
 * that holds both; a pair gets a new machine of that type as long as the ratio
 * exceeds 1, what two machines of their own would give; the rest stay alone.
 * Where the artifact ranks pairs of workload names, we rank pairs of tasks, so
 * that tasks of one name may differ; equal ratios go to the earliest tasks.
 *
 * Tasks of one class (see throughput.h) are worth the same, so a ratio belongs
 * to two classes and a type. These are ranked; for each, every task looks for
 * its earliest partner in an index. A pair that fits a cheaper type has a
 * higher ratio there and is gone by then, so fitting is all there is to ask.
 * O(classes^2 * types) ranks, O(tasks * classes) searches at worst; a type that
 * costs less than the dearer task or more than both can be left out.
 */
#include <math.h>
#include <stdlib.h>

#include "packing_plan.h"
#include "packing_reasons.h"
#include "run.h"
#include "task_index.h"
#include "throughput.h"

typedef struct {
    double ratio;
    uint32_t class[2]; /* the smaller first */
    uint32_t type;
} rank;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    ul_tenancy_pricing *pricing;
    ul_task_index *index;
    ul_packing_plan *plan;
    size_t n_ranks, rank_room;
    rank *rank;
    uint32_t *left; /* per task record */
} owl;

static ul_status add_rank(owl *o, rank fresh)
{
    UL_MORE(ul_run_arena(o->run), o->rank, o->n_ranks, o->rank_room);
    o->rank[o->n_ranks++] = fresh;
    return UL_OK;
}

static double pair_worth(const ul_tenancy_pricing *pricing, size_t a, size_t b)
{
    const size_t n = pricing->n_kinds, kind_a = pricing->class[a].kind,
                 kind_b = pricing->class[b].kind;
    return ul_worth_at(pricing, a, pricing->pair[kind_a * n + kind_b])
           + ul_worth_at(pricing, b, pricing->pair[kind_b * n + kind_a]);
}

static ul_status rank_pairs(owl *o)
{
    const ul_price_class *class = o->pricing->class;
    for (uint32_t a = 0; a < o->pricing->n_classes && !ul_run_expired(o->run); a++)
        for (uint32_t b = a; b < o->pricing->n_classes; b++) {
            const double worth = pair_worth(o->pricing, a, b);
            for (uint32_t k = 0; k < o->in->n_types; k++) {
                const ul_micro price = o->in->type[k].price;
                if (price < class[a].price || price < class[b].price)
                    continue; /* does not hold the dearer one even alone */
                if (worth > ul_micro_double(price))
                    UL_TRY(add_rank(o, (rank){price == 0 ? HUGE_VAL
                                                         : worth / ul_micro_double(price),
                                              {a, b}, k}));
            }
        }
    return UL_OK;
}

static int best_first(const void *a, const void *b)
{
    const rank *x = a, *y = b;
    UL_HIGHER_FIRST(x->ratio, y->ratio);
    for (int q = 0; q < 2; q++)
        UL_LOWER_FIRST(x->class[q], y->class[q]);
    return x->type < y->type ? -1 : x->type > y->type;
}

/* ---- matching ---- */

/* Machine i for two tasks, perhaps several alike. */
static void tell_pair(const owl *o, const rank *at, size_t i, const size_t *task)
{
    const ul_step_listener *listener = ul_run_steps(o->run);
    UL_TELL(listener, .kind = UL_STEP_OPEN, .bin = i, .type = at->type, .task = task[0],
            .copies = o->plan->bin[i].copies, .value = at->ratio,
            .why = ", for {task} and one more, as two at most share: of the pairs that wait they are "
                   "worth most for the price, {4value} times it");
    for (size_t q = 0; q < 2; q++)
        UL_TELL(listener, .kind = UL_STEP_PUT, .why = "", .bin = i, .task = task[q], .count = 1);
}

static ul_status rent(owl *o, const rank *at, const ul_task_pick *a, const ul_task_pick *b)
{
    const bool same = a->task == b->task;
    const uint32_t pairs = same ? o->left[a->task] / 2
                           : o->left[a->task] < o->left[b->task] ? o->left[a->task]
                                                                 : o->left[b->task];
    size_t i;
    UL_TRY(ul_plan_open(o->plan, at->type, &i));
    o->plan->bin[i].copies = pairs;
    UL_TRY(ul_plan_put(o->plan, i, a->task, 1));
    UL_TRY(ul_plan_put(o->plan, i, b->task, 1));
    tell_pair(o, at, i, (size_t[]){a->task, b->task});
    o->left[a->task] -= pairs;
    o->left[b->task] -= pairs;
    if (pairs > 1) /* one of a is already taken */
        ul_task_index_take(o->index, a, pairs - 1);
    ul_task_index_take(o->index, b, pairs);
    return UL_OK;
}

/* Pairs off task j, the head of its group, while it finds partners. */
static ul_status match(owl *o, const rank *at, uint32_t partners, ul_task_pick *a)
{
    const ul_micro *capacity = o->in->type[at->type].capacity;
    const ul_micro *need = ul_packing_need(o->in, a->task, at->type);
    ul_micro free[UL_RESOURCES_MAX];
    if (!ul_packing_fits(o->in, need, capacity))
        return UL_OK;
    for (size_t r = 0; r < o->in->n_resources; r++)
        free[r] = capacity[r] - need[r];
    while (o->left[a->task] > 0) {
        ul_task_pick b = UL_NO_PICK;
        ul_task_index_take(o->index, a, 1);
        ul_task_index_find(o->index, partners, free, NULL, NULL, &b);
        if (b.task == UL_PACKING_NONE) {
            ul_task_index_give_back(o->index, a, 1);
            return UL_OK;
        }
        UL_TRY(rent(o, at, a, &b));
    }
    return UL_OK;
}

/* Records of each class in list order: record[begin[c] .. begin[c + 1]). */
typedef struct {
    uint32_t *begin, *record;
} roster;

static ul_status list_classes(const owl *o, roster *list)
{
    const size_t n = o->pricing->n_classes;
    ul_arena *arena = ul_run_arena(o->run);
    UL_ALLOC(arena, list->begin, n + 2);
    UL_ALLOC_RAW(arena, list->record, o->in->n_tasks);
    for (size_t j = 0; j < o->in->n_tasks; j++)
        list->begin[o->pricing->class_of[j] + 2]++;
    for (size_t c = 0; c < n; c++)
        list->begin[c + 2] += list->begin[c + 1];
    for (uint32_t j = 0; j < o->in->n_tasks; j++)
        list->record[list->begin[o->pricing->class_of[j] + 1]++] = j;
    return UL_OK;
}

/* A task behind another of its group needs no try: what failed the first of
 * equals fails the next. */
static ul_status match_rank(owl *o, const roster *list, const rank *at)
{
    UL_TRY(ul_task_index_use(o->index, o->in->type[at->type].family));
    for (uint32_t q = list->begin[at->class[0]]; q < list->begin[at->class[0] + 1]; q++) {
        ul_task_pick a;
        if (!ul_task_index_may_fit(o->index, at->class[1], o->in->type[at->type].capacity))
            return UL_OK;
        if (o->left[list->record[q]] == 0 || !ul_task_index_pick(o->index, list->record[q], &a))
            continue;
        if (ul_run_expired(o->run))
            return UL_OK;
        UL_TRY(match(o, at, at->class[1], &a));
    }
    return UL_OK;
}

static ul_status leave_alone(owl *o)
{
    for (size_t j = 0; j < o->in->n_tasks; j++) {
        size_t i;
        if (o->left[j] == 0)
            continue;
        UL_TRY(ul_plan_open(o->plan, ul_packing_cheapest_for(o->in, o->in->task[j].shape), &i));
        o->plan->bin[i].copies = o->left[j];
        UL_TRY(ul_plan_put(o->plan, i, j, 1));
        UL_TELL(ul_run_steps(o->run), .kind = UL_STEP_OPEN, .why = UL_WHY_ALONE, .bin = i,
                .type = o->plan->bin[i].type, .task = j, .copies = o->left[j]);
        UL_TELL(ul_run_steps(o->run), .kind = UL_STEP_PUT, .why = "", .bin = i, .task = j,
                .count = 1);
    }
    return UL_OK;
}

static ul_status owl_solve(const ul_packing *in, ul_run *run)
{
    owl o = {.in = in, .run = run};
    roster list;
    UL_TRY(ul_tenancy_pricing_new(in, run, true, &o.pricing));
    UL_TRY(ul_task_index_new(in, o.pricing->class_of, o.pricing->n_classes, false, ul_run_arena(run),
                             &o.index));
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &o.plan));
    UL_TRY(list_classes(&o, &list));
    UL_ALLOC_RAW(ul_run_arena(run), o.left, in->n_tasks);
    for (size_t j = 0; j < in->n_tasks; j++)
        o.left[j] = in->task[j].copies;
    UL_TRY(rank_pairs(&o));
    if (o.n_ranks > 0)
        qsort(o.rank, o.n_ranks, sizeof *o.rank, best_first);
    for (size_t q = 0; q < o.n_ranks && !ul_run_expired(run); q++)
        UL_TRY(match_rank(&o, &list, &o.rank[q]));
    UL_TRY(leave_alone(&o)); /* also what a deadline left unmatched */
    return ul_run_offer(run, o.plan);
}

static const ul_param param[] = {UL_PRICING_PARAMS("tnrp"), {0}};

const ul_method ul_method_owl = {
    .name = "owl",
    .brief = "pairs of tasks by descending worth over price, the rest alone",
    .paper = "Owl (Tian et al. 2022), as adapted in Eva, Section 6.1",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .packing = owl_solve,
};
