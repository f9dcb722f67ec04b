/* Eva's worked examples, and Full Reconfiguration against a literal version of
 * Algorithm 1 that looks at every task for every choice. */
#include "random_packing.h"

Test(eva_full, table_3_costs_12_80)
{
    ul_instance instance = generated("eva-table3", 0, 1);
    cr_assert_eq(solved_cost(&instance, "eva-full", ""), 12800000);
    cr_assert_eq(solved_cost(&instance, "eva-full-code", ""), 12800000);
    ul_instance_free(&instance);
}

/* Table 3's types with tasks 1 and 2 alone, and their throughputs together. */
static ul_micro pair_cost(const char *method, const char *first, const char *second)
{
    char text[1000];
    snprintf(text, sizeof text,
             "ullage,1,packing\nname,pair\nresource,gpu,cpu,ram_gb\n"
             "type,it1,it1,12,4,16,244\ntype,it2,it2,3,1,4,61\n"
             "task,t1,1,,a,,2,8,24\ntask,t2,1,,b,,1,4,10\n"
             "throughput,a,b,%s\nthroughput,b,a,%s\n", first, second);
    ul_instance instance = parsed(text);
    const ul_micro cost = solved_cost(&instance, method, "price=tnrp");
    ul_instance_free(&instance);
    return cost;
}

/* 12 * 0.8 + 3 * 0.9 = 12.3 > 12: both on it1. */
Test(eva_full, tasks_that_hardly_interfere_share_a_machine)
{
    cr_assert_eq(pair_cost("eva-full", "0.8", "0.9"), 12000000);
    cr_assert_eq(pair_cost("eva-full-code", "0.8", "0.9"), 12000000);
}

/* 12 * 0.7 + 3 * 0.8 = 10.8 < 12: apart. */
Test(eva_full, tasks_that_interfere_much_stay_apart)
{
    cr_assert_eq(pair_cost("eva-full", "0.7", "0.8"), 15000000);
    cr_assert_eq(pair_cost("eva-full-code", "0.7", "0.8"), 15000000);
}

/* 8 * 3.06 is 24.48 when sums are exact. */
Test(eva_full, the_printed_algorithm_does_not_miss_a_price_by_rounding)
{
    ul_instance instance = parsed("ullage,1,packing\nname,x\nresource,gpu\n"
                                  "type,small,f,3.06,1\ntype,large,f,24.48,8\ntask,t,8,,,,1\n");
    ul_run *run = solved(&instance, "eva-full", "");
    const ul_packing_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_bins, 1);
    cr_assert_eq(plan->bin[0].type, 1);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* A hundred million copies are as quick as the bins they repeat. */
Test(eva_full, copies_that_fill_equal_machines_are_one_bin)
{
    ul_instance instance = parsed("ullage,1,packing\nname,x\nresource,cpu\n"
                                  "type,a,f,1,4\ntype,b,f,3,16\n"
                                  "task,t,60000000,,,,3\ntask,u,40000000,,,,4\n");
    ul_run *run = solved(&instance, "eva-full", "");
    cr_assert_leq(((const ul_packing_plan *)ul_run_result_of(run)->plan)->n_bins, 4);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* ---- the literal version ---- */

typedef struct {
    const ul_packing *in;
    bool tnrp, multi, code;
    size_t n;
    uint32_t *record; /* of each task, copies counted, in list order */
    bool *placed;
    double *job_price;
    size_t n_set;
    size_t *set;
    ul_micro free[UL_RESOURCES_MAX];
} literal;

static ul_micro literal_price(const literal *l, size_t task)
{
    const uint32_t shape = l->in->task[l->record[task]].shape;
    return l->in->type[ul_packing_cheapest_for(l->in, shape)].price;
}

static double literal_tput(const literal *l, size_t q)
{
    double tput = 1;
    const uint32_t own = l->in->task[l->record[l->set[q]]].workload;
    for (size_t p = 0; p < l->n_set; p++)
        if (p != q)
            tput *= ul_micro_double(ul_packing_throughput(
                l->in, own, l->in->task[l->record[l->set[p]]].workload, 950000));
    return tput;
}

/* RP or TNRP of the set. */
static double literal_worth(const literal *l)
{
    double sum = 0;
    for (size_t q = 0; q < l->n_set; q++) {
        const double rp = ul_micro_double(literal_price(l, l->set[q]));
        const uint32_t job = l->in->task[l->record[l->set[q]]].job;
        const double tput = l->tnrp ? literal_tput(l, q) : 1;
        const double n = l->multi && job != UL_PACKING_NONE
                             ? l->job_price[job] / (double)literal_price(l, l->set[q])
                             : 1;
        const double share = n == 1 ? tput : 1 - (1 - tput) * n;
        sum += rp * (l->code && share < 0 ? 0 : share);
    }
    return sum;
}

static double literal_alignment(const literal *l, size_t k, size_t task)
{
    const ul_micro *need = ul_packing_need(l->in, l->record[task], k);
    double sum = 0;
    for (size_t r = 0; l->code && r < l->in->n_resources; r++) {
        const double capacity = (double)l->in->type[k].capacity[r];
        if (capacity > 0)
            sum += (double)need[r] / capacity * ((double)l->free[r] / capacity);
    }
    return sum;
}

static void literal_fill(literal *l, size_t k)
{
    l->n_set = 0;
    for (size_t r = 0; r < l->in->n_resources; r++)
        l->free[r] = l->in->type[k].capacity[r];
    for (;;) {
        const double before = literal_worth(l);
        double best = -HUGE_VAL, best_alignment = 0;
        size_t chosen = UL_NONE;
        l->n_set++;
        for (size_t task = 0; task < l->n; task++) {
            if (l->placed[task]
                || !ul_packing_fits(l->in, ul_packing_need(l->in, l->record[task], k), l->free))
                continue;
            l->set[l->n_set - 1] = task;
            const double worth = literal_worth(l), alignment = literal_alignment(l, k, task);
            if (worth > best || (worth == best && alignment > best_alignment)) {
                best = worth;
                best_alignment = alignment;
                chosen = task;
            }
        }
        if (chosen == UL_NONE || best < before) {
            l->n_set--;
            return;
        }
        l->set[l->n_set - 1] = chosen;
        l->placed[chosen] = true;
        for (size_t r = 0; r < l->in->n_resources; r++)
            l->free[r] -= ul_packing_need(l->in, l->record[chosen], k)[r];
    }
}

static bool literal_accepts(const literal *l, size_t k)
{
    ul_micro sum = 0;
    for (size_t q = 0; q < l->n_set; q++)
        sum += literal_price(l, l->set[q]);
    const ul_micro price = l->in->type[k].price;
    if (l->code)
        return ul_micro_double(price) <= literal_worth(l);
    return l->tnrp ? literal_worth(l) >= ul_micro_double(price) * (1 - 1e-12) : sum >= price;
}

static size_t literal_settle(const literal *l, size_t k)
{
    size_t best = k;
    for (size_t to = 0; l->code && to < l->in->n_types; to++) {
        bool covers = l->in->type[to].price < l->in->type[best].price;
        for (size_t r = 0; r < l->in->n_resources && covers; r++) {
            ul_micro there = 0, here = l->in->type[k].capacity[r] - l->free[r];
            for (size_t q = 0; q < l->n_set; q++)
                there += ul_packing_need(l->in, l->record[l->set[q]], to)[r];
            covers = here <= l->in->type[to].capacity[r] && there <= l->in->type[to].capacity[r];
        }
        best = covers ? to : best;
    }
    return best;
}

/* The type after k in descending price, file order on ties; UL_NONE starts and ends. */
static size_t literal_next_type(const ul_packing *in, size_t k)
{
    size_t best = UL_NONE;
    for (size_t l = 0; l < in->n_types; l++) {
        const bool after = k == UL_NONE || in->type[l].price < in->type[k].price
                           || (in->type[l].price == in->type[k].price && l > k);
        if (after && (best == UL_NONE || in->type[l].price > in->type[best].price))
            best = l;
    }
    return best;
}

/* The plan, a bin of one copy for every machine. */
static ul_packing_plan *literal_solve(literal *l, ul_arena *arena)
{
    ul_packing_plan *plan;
    cr_assert_eq(ul_packing_plan_new(l->in, arena, &plan), UL_OK);
    for (size_t k = literal_next_type(l->in, UL_NONE); k != UL_NONE;
         k = literal_next_type(l->in, k))
        for (;;) {
            literal_fill(l, k);
            if (l->n_set == 0)
                break;
            if (!literal_accepts(l, k)) {
                for (size_t q = 0; q < l->n_set; q++)
                    l->placed[l->set[q]] = false;
                break;
            }
            size_t i;
            cr_assert_eq(ul_plan_open(plan, literal_settle(l, k), &i), UL_OK);
            for (size_t q = 0; q < l->n_set; q++)
                cr_assert_eq(ul_plan_put(plan, i, l->record[l->set[q]], 1), UL_OK);
        }
    return plan;
}

static literal literal_new(const ul_packing *in, ul_arena *arena, const char *price, bool multi,
                           bool code)
{
    literal l = {.in = in, .tnrp = strcmp(price, "tnrp") == 0, .multi = multi, .code = code};
    l.record = ul_arena_alloc(arena, in->n_copies, sizeof *l.record);
    l.placed = ul_arena_alloc(arena, in->n_copies, sizeof *l.placed);
    l.set = ul_arena_alloc(arena, in->n_copies + 1, sizeof *l.set);
    l.job_price = ul_arena_alloc(arena, in->n_jobs, sizeof *l.job_price);
    for (uint32_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            l.record[l.n] = j;
            if (in->task[j].job != UL_PACKING_NONE)
                l.job_price[in->task[j].job] += (double)literal_price(&l, l.n);
            l.n++;
        }
    return l;
}

static uint32_t count_of(const ul_packing_plan *plan, size_t i, size_t j)
{
    uint32_t count = 0;
    for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next)
        count += plan->entry[e].task == j ? plan->entry[e].count : 0;
    return count;
}

/* Same machines with the same tasks in the same order; the fast plan may have
 * bins that stand for several. */
static void compare_plans(const ul_packing_plan *fast, const ul_packing_plan *slow)
{
    size_t next = 0;
    for (size_t i = 0; i < fast->n_bins; i++)
        for (uint32_t copy = 0; copy < fast->bin[i].copies; copy++, next++) {
            cr_assert_lt(next, slow->n_bins);
            cr_assert_eq(fast->bin[i].type, slow->bin[next].type);
            for (size_t j = 0; j < fast->in->n_tasks; j++)
                cr_assert_eq(count_of(fast, i, j), count_of(slow, next, j));
        }
    cr_assert_eq(next, slow->n_bins);
}

static void compare_methods(const ul_instance *instance)
{
    static const struct {
        const char *price, *set;
        bool multi;
    } way[] = {{"rp", "price=rp", false},
               {"tnrp", "price=tnrp", false},
               {"tnrp", "price=tnrp jobs=multi", true}};
    for (size_t q = 0; q < 6; q++) {
        ul_arena *arena = ul_arena_new();
        literal l = literal_new(instance->data, arena, way[q / 2].price, way[q / 2].multi, q % 2);
        ul_run *run = solved(instance, q % 2 == 0 ? "eva-full" : "eva-full-code", way[q / 2].set);
        compare_plans(ul_run_result_of(run)->plan, literal_solve(&l, arena));
        ul_run_free(run);
        ul_arena_free(arena);
    }
}

Test(eva_full, chooses_as_the_literal_algorithm_on_random_instances)
{
    ul_rng *rng = ul_rng_new(11);
    for (int trial = 0; trial < 300; trial++) {
        ul_instance instance = random_packing(rng, 1 + ul_rng_below(rng, trial % 10 == 0 ? 60 : 15));
        compare_methods(&instance);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}
