/* Any-fit policies: a new machine only where none has room, and none knows run times.
 * They differ in which of the machines with room takes the task (Johnson 1973; over time
 * Li, Tang, Cai 2014; Kamali, Lopez-Ortiz 2014; Murhekar et al. 2023).
 */
#include "placing.h"

#define RULES(symbol, ...)                                                               \
    static ul_status symbol##_schedule(const ul_schedule *in, ul_run *run)               \
    {                                                                                    \
        static const ul_placing_rules rules = {__VA_ARGS__};                             \
        return ul_placing_run(in, run, &rules);                                          \
    }
#define YOUNGEST ": the youngest machine with room"
#define ANY_FIT(symbol, name_, brief_, paper_)                                           \
    {.name = name_, .brief = brief_, .paper = paper_, .traits = UL_CONSTRUCTIVE,         \
     .schedule = symbol##_schedule}

RULES(best_fit_schedule, .by_load = 1, .why = UL_WHY_TIGHT)
const ul_method ul_method_best_fit_schedule = ANY_FIT(best_fit_schedule, "best-fit",
    "each task on the fullest machine with room", "Johnson 1973, over time");

RULES(worst_fit_schedule, .by_load = -1, .why = UL_WHY_MOST_ROOM)
const ul_method ul_method_worst_fit_schedule = ANY_FIT(worst_fit_schedule, "worst-fit",
    "each task on the emptiest machine with room", "Johnson 1973, over time");

RULES(last_fit, .last_first = true, .why = YOUNGEST)
const ul_method ul_method_last_fit = ANY_FIT(last_fit, "last-fit",
    "each task on the youngest machine with room", "Li, Tang, Cai 2014");

RULES(next_fit_schedule, .last_only = true, .why = YOUNGEST)
const ul_method ul_method_next_fit_schedule = ANY_FIT(next_fit_schedule, "next-fit",
    "each task on the machine rented last, or a new one", "Kamali, Lopez-Ortiz 2014");

RULES(move_to_front, .recent_first = true)
const ul_method ul_method_move_to_front = ANY_FIT(move_to_front, "move-to-front",
    "each task on the machine that took one most recently", "Kamali, Lopez-Ortiz 2014");


/* First fit, large tasks apart from small ones: those with at least a share of the machine
 * that they would rent. */
static int64_t size_class(ul_placing *p, uint32_t task)
{
    const uint32_t k = ul_sim_cheapest_for(p->sim, task);
    const ul_micro *need = ul_sim_need(p->sim, task, k), *has = ul_sim_type(p->sim, k)->capacity;
    const double parts = ul_run_number(ul_sim_run_of(p->sim), "parts");
    for (size_t r = 0; r < ul_sim_n_resources(p->sim); r++)
        if ((ul_cost)need[r] * (int64_t)parts >= has[r] && need[r] > 0)
            return 1;
    return 0;
}

static ul_status hybrid_size_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_placing_rules rules = {.class_of = size_class, .why = UL_WHY_FIRST_FIT};
    return ul_placing_run(in, run, &rules);
}

static const ul_param param[] = {
    UL_COUNT("parts", "8", "tasks of at least this part of a machine are large", 1, 1000000),
    {0},
};

const ul_method ul_method_hybrid_size = {
    .name = "hybrid-size",
    .brief = "first fit, large tasks and small ones on machines of their own",
    .paper = "Li, Tang, Cai 2014",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = hybrid_size_schedule,
};
