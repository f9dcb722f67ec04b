/* Synergy and Owl against versions that look at every machine and every pair. */
#include "random_packing.h"

typedef struct {
    const ul_packing *in;
    bool tnrp;
} pricing;

static double rp_of(const pricing *p, uint32_t j)
{
    return ul_micro_double(
        p->in->type[ul_packing_cheapest_for(p->in, p->in->task[j].shape)].price);
}

static double pair_tput(const pricing *p, uint32_t j, uint32_t beside)
{
    return p->tnrp ? ul_micro_double(ul_packing_throughput(p->in, p->in->task[j].workload,
                                                           p->in->task[beside].workload, 950000))
                   : 1;
}

/* TNRP of a list of tasks. */
static double worth_of(const pricing *p, const uint32_t *list, size_t n)
{
    double sum = 0;
    for (size_t q = 0; q < n; q++) {
        double tput = 1;
        for (size_t other = 0; other < n; other++)
            if (other != q)
                tput *= pair_tput(p, list[q], list[other]);
        sum += tput * rp_of(p, list[q]);
    }
    return sum;
}

static double alignment_of(const ul_packing_plan *plan, size_t i, uint32_t j)
{
    const ul_packing *in = plan->in;
    const size_t k = plan->bin[i].type;
    double sum = 0;
    for (size_t r = 0; r < in->n_resources; r++) {
        const double capacity = (double)in->type[k].capacity[r];
        if (capacity > 0)
            sum += (double)ul_packing_need(in, j, k)[r] / capacity
                   * ((double)ul_plan_free(plan, i)[r] / capacity);
    }
    return sum;
}

static ul_cost cost_of(const ul_packing_plan *plan)
{
    bool valid;
    ul_cost cost = 0;
    cr_assert(ul_packing_check(plan, &valid, &cost) == UL_OK && valid, "%s", ul_error_text());
    return cost;
}

static ul_cost cost_by(const ul_instance *instance, const char *method, const char *set)
{
    return (ul_cost)solved_cost(instance, method, set) * UL_COST_PER_MICRO;
}

/* ---- Synergy ---- */

/* The tasks of a machine in order of joining, with room for one more. */
static size_t list_tenants(const uint32_t *joined, const size_t *machine, size_t n, size_t i,
                           uint32_t *list)
{
    size_t n_list = 0;
    for (size_t q = 0; q < n; q++)
        if (machine[q] == i)
            list[n_list++] = joined[q];
    return n_list;
}

static size_t best_machine(const pricing *p, const ul_packing_plan *plan, const uint32_t *joined,
                           const size_t *machine, size_t n, uint32_t j, uint32_t *list)
{
    size_t best = UL_NONE;
    double best_ratio = 1, best_alignment = 0;
    for (size_t i = 0; i < plan->n_bins; i++) {
        if (!ul_plan_fits(plan, i, j, 1))
            continue;
        const size_t n_list = list_tenants(joined, machine, n, i, list);
        list[n_list] = j;
        const double ratio = worth_of(p, list, n_list + 1)
                             / ul_micro_double(p->in->type[plan->bin[i].type].price);
        const double alignment = alignment_of(plan, i, j);
        if (ratio > best_ratio
            || (ratio == best_ratio && (best == UL_NONE || alignment > best_alignment))) {
            best = i;
            best_ratio = ratio;
            best_alignment = alignment;
        }
    }
    return best;
}

static ul_cost literal_synergy(const pricing *p, ul_arena *arena)
{
    const ul_packing *in = p->in;
    ul_packing_plan *plan;
    uint32_t *joined = ul_arena_alloc(arena, in->n_copies, sizeof *joined);
    uint32_t *list = ul_arena_alloc(arena, in->n_copies + 1, sizeof *list);
    size_t *machine = ul_arena_alloc(arena, in->n_copies, sizeof *machine), n = 0;
    cr_assert_eq(ul_packing_plan_new(in, arena, &plan), UL_OK);
    for (uint32_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            size_t i = best_machine(p, plan, joined, machine, n, j, list);
            if (i == UL_NONE)
                cr_assert_eq(ul_plan_open(plan, ul_packing_cheapest_for(in, in->task[j].shape),
                                          &i), UL_OK);
            cr_assert_eq(ul_plan_put(plan, i, j, 1), UL_OK);
            joined[n] = j;
            machine[n++] = i;
        }
    return cost_of(plan);
}

Test(synergy, chooses_as_a_scan_of_all_machines)
{
    ul_rng *rng = ul_rng_new(3);
    for (int trial = 0; trial < 150; trial++) {
        ul_instance instance = random_packing(rng, 1 + ul_rng_below(rng, 40));
        ul_arena *arena = ul_arena_new();
        const pricing rp = {instance.data, false}, tnrp = {instance.data, true};
        cr_assert(cost_by(&instance, "synergy", "price=rp") == literal_synergy(&rp, arena));
        cr_assert(cost_by(&instance, "synergy", "price=tnrp") == literal_synergy(&tnrp, arena));
        ul_arena_free(arena);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

/* A is on a large machine; B joins it although a smaller one would hold it. */
Test(synergy, a_task_joins_the_machine_it_makes_worth_most)
{
    ul_instance instance = parsed("ullage,1,packing\nname,x\nresource,cpu\n"
                                  "type,large,f,4,8\ntype,small,f,1,2\n"
                                  "task,a,1,,,,6\ntask,b,1,,,,2\ntask,c,1,,,,1\n");
    cr_assert_eq(solved_cost(&instance, "synergy", "price=rp"), 5000000);
    ul_instance_free(&instance);
}

/* ---- Owl ---- */

/* Workloads that no record names are one kind. */
static bool same_class(const pricing *p, uint32_t j, uint32_t l)
{
    size_t n;
    const ul_packing_pair *pair = ul_packing_pairs(p->in, &n);
    uint32_t kind[2] = {UL_PACKING_NONE, UL_PACKING_NONE};
    for (size_t q = 0; q < n && p->tnrp; q++)
        for (int side = 0; side < 2; side++) {
            const uint32_t w = p->in->task[side == 0 ? j : l].workload;
            if (pair[q].workload == w || pair[q].beside == w)
                kind[side] = w;
        }
    return rp_of(p, j) == rp_of(p, l) && kind[0] == kind[1];
}

/* A class is known by its first record. */
static uint32_t class_of(const pricing *p, uint32_t j)
{
    uint32_t first = 0;
    while (!same_class(p, first, j))
        first++;
    return first;
}

typedef struct {
    double ratio;
    uint32_t class[2], type, task[2]; /* task[0] is of class[0] */
} offer;

static bool better(const offer *x, const offer *y)
{
    if (x->ratio != y->ratio)
        return x->ratio > y->ratio;
    const uint32_t a[] = {x->class[0], x->class[1], x->type, x->task[0], x->task[1]};
    const uint32_t b[] = {y->class[0], y->class[1], y->type, y->task[0], y->task[1]};
    for (int q = 0; q < 5; q++)
        if (a[q] != b[q])
            return a[q] < b[q];
    return false;
}

/* The pair on the best type that holds it; the first of equal prices. */
static offer offer_of(const pricing *p, uint32_t j, uint32_t l)
{
    const ul_packing *in = p->in;
    const uint32_t pair[] = {j, l};
    const double worth = worth_of(p, pair, 2);
    const bool ordered = class_of(p, j) <= class_of(p, l);
    offer best = {.ratio = 0};
    for (uint32_t k = 0; k < in->n_types; k++) {
        bool fits = true;
        for (size_t r = 0; r < in->n_resources; r++)
            fits = fits && ul_packing_need(in, j, k)[r] + ul_packing_need(in, l, k)[r]
                               <= in->type[k].capacity[r];
        const double ratio = worth / ul_micro_double(in->type[k].price);
        if (fits && ratio > best.ratio)
            best = (offer){ratio,
                           {class_of(p, ordered ? j : l), class_of(p, ordered ? l : j)},
                           k,
                           {ordered ? j : l, ordered ? l : j}};
    }
    return best;
}

static ul_cost literal_owl(const pricing *p, ul_arena *arena)
{
    const ul_packing *in = p->in;
    uint32_t *left = ul_arena_alloc(arena, in->n_tasks, sizeof *left);
    ul_cost cost = 0;
    for (uint32_t j = 0; j < in->n_tasks; j++)
        left[j] = in->task[j].copies;
    for (;;) {
        offer best = {.ratio = 0};
        for (uint32_t j = 0; j < in->n_tasks; j++)
            for (uint32_t l = j; l < in->n_tasks; l++) {
                if (left[j] == 0 || left[l] == 0 || (j == l && left[j] < 2))
                    continue;
                const offer made = offer_of(p, j, l);
                if (made.ratio > 1 && better(&made, &best))
                    best = made;
            }
        if (best.ratio == 0)
            break;
        left[best.task[0]]--;
        left[best.task[1]]--;
        cost += in->type[best.type].price * UL_COST_PER_MICRO;
    }
    for (uint32_t j = 0; j < in->n_tasks; j++)
        cost += (ul_cost)in->type[ul_packing_cheapest_for(in, in->task[j].shape)].price * left[j]
                * UL_COST_PER_MICRO;
    return cost;
}

Test(owl, pairs_as_a_scan_of_all_pairs)
{
    ul_rng *rng = ul_rng_new(5);
    for (int trial = 0; trial < 150; trial++) {
        ul_instance instance = random_packing(rng, 1 + ul_rng_below(rng, 14));
        ul_arena *arena = ul_arena_new();
        const pricing rp = {instance.data, false}, tnrp = {instance.data, true};
        cr_assert(cost_by(&instance, "owl", "price=rp") == literal_owl(&rp, arena));
        cr_assert(cost_by(&instance, "owl", "price=tnrp") == literal_owl(&tnrp, arena));
        ul_arena_free(arena);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

Test(owl, no_machine_holds_three)
{
    ul_instance instance = parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,9\n"
                                  "task,t,9,,,,1\n");
    cr_assert_eq(solved_cost(&instance, "owl", ""), 5000000);
    ul_instance_free(&instance);
}
