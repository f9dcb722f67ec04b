/* The floor under every schedule: prices of a second of each class of tasks by which no
 * set that fits a machine is worth more than the machine costs. No schedule, online or
 * clairvoyant, costs less than what all seconds of work are worth (docs/floor.md).
 */
#include "floor_certificate.h"
#include "floor_master.h"

/* What a pricing of one type may take. Loading doubles what is priced and brings little:
 * it is left out where it makes pricing hard. */
enum { STEPS = 50000000, STEPS_FOR_LOADING = 1000000 };

static const ul_param param[] = {
    {"physics", "interference", "what is counted: work, and loading, and what neighbours lose",
     UL_PARAM_CHOICE, "work|loading|interference", 0, 0},
    {0},
};

typedef struct {
    ul_floor_problem *problem;
    ul_floor_prices prices;
} floor_proof;

/* The price that a proof has for a second of work of a class; those that do not regard
 * interference have classes by shape. */
static double price_in(const floor_proof *proof, const ul_floor_class *class)
{
    const ul_floor_problem *p = proof->problem;
    for (size_t i = 0; i < p->n_items; i++) {
        const ul_floor_class *other = &p->class[p->item[i].class];
        if (p->item[i].works && other->shape == class->shape
            && (other->base == class->base || p->physics < UL_FLOOR_COMPANY))
            return (double)proof->prices.value[i] / (double)proof->prices.scale / 1e6;
    }
    return 0;
}

/* Prices that hold with less counted hold with more, too: work's are a start. */
static ul_status start_from(const floor_proof *proof, const ul_floor_problem *problem,
                            ul_arena *arena, double **start)
{
    *start = ul_arena_alloc(arena, problem->n_items, sizeof **start);
    if (*start == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a floor");
    for (size_t i = 0; i < problem->n_items; i++)
        if (problem->item[i].works)
            (*start)[i] = price_in(proof, &problem->class[problem->item[i].class]);
    return UL_OK;
}

/* The floor with more counted; *best stays where that proves less. */
static ul_status prove_more(const ul_schedule *in, ul_run *run, ul_floor_physics physics,
                            uint64_t steps, floor_proof *best)
{
    ul_arena *arena = ul_run_arena(run);
    floor_proof next;
    double *start = NULL;
    UL_TRY(ul_floor_problem_new(in, physics, arena, &next.problem));
    if (best->problem != NULL)
        UL_TRY(start_from(best, next.problem, arena, &start));
    UL_TRY(ul_floor_solve(next.problem, start, steps, run, arena, &next.prices));
    if (best->problem == NULL || next.prices.bound > best->prices.bound)
        *best = next;
    return ul_run_offer_bound(run, best->prices.bound);
}

static bool has_interference(const ul_schedule *in)
{
    double rate;
    return !ul_schedule_uniform_throughput(in, &rate) || rate < 1;
}

static ul_status schedule_floor(const ul_schedule *in, ul_run *run)
{
    floor_proof proof = {0};
    const bool all = ul_run_choice_is(run, "physics", "interference");
    UL_TRY(prove_more(in, run, all || ul_run_choice_is(run, "physics", "loading")
                                   ? UL_FLOOR_LOADING : UL_FLOOR_WORK, STEPS, &proof));
    if (all && has_interference(in)) {
        UL_TRY(prove_more(in, run, UL_FLOOR_COMPANY, STEPS, &proof));
        UL_TRY(prove_more(in, run, UL_FLOOR_INTERFERENCE, STEPS_FOR_LOADING, &proof));
    }
    UL_TRY(ul_run_note(run, "holds for every schedule, online or clairvoyant"));
    return ul_run_certificate(run) == NULL
               ? UL_OK
               : ul_floor_certificate_write(proof.problem, &proof.prices, ul_run_arena(run),
                                            ul_run_certificate(run));
}

const ul_method ul_method_schedule_floor = {
    .name = "schedule-floor",
    .brief = "what no schedule can cost less than, online or clairvoyant",
    .paper = "the dual of Gilmore and Gomory 1961, over time",
    .traits = UL_BOUND_ONLY | UL_CERTIFIES | UL_OFFLINE,
    .param = param,
    .schedule = schedule_floor,
};
