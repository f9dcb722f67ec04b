#include "placing.h"

#include <math.h>

/* ---- what is believed of run times ---- */

static uint64_t splitmix64(uint64_t x)
{
    x += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

/* Whole seconds times a power of two, drawn for each task. */
static double predicted(const ul_placing *p, uint32_t task, double truth_s)
{
    const uint64_t drawn = splitmix64((p->predict << 32) + task) >> 33;
    const int e = (int)(drawn % (uint64_t)(2 * p->off + 1)) - p->off;
    const uint64_t whole_s = (uint64_t)truth_s;
    const uint64_t shifted_s = e < 0 ? whole_s >> -e : whole_s << e;
    return shifted_s > 0 ? (double)shifted_s : 1;
}

double ul_placing_life_s(ul_placing *p, uint32_t task)
{
    const double truth_s = ul_sim_work_s(p->sim, task);
    return p->predict == 0 ? truth_s : predicted(p, task, truth_s);
}

double ul_placing_exit_s(ul_placing *p, uint32_t task)
{
    return ul_sim_arrival_s(p->sim, task) + ul_placing_life_s(p, task);
}

/* The same, as it believes now. */
static double exit_now_s(ul_placing *p, uint32_t task)
{
    const double arrival_s = ul_sim_arrival_s(p->sim, task), now_s = ul_sim_now(p->sim);
    double life_s = ul_placing_life_s(p, task);
    while (p->rules->repredicts && arrival_s + life_s <= now_s)
        life_s *= 2;
    return arrival_s + life_s;
}

/* Of departures that are true the latest is known from before; of predicted ones it changes when
 * somebody comes, leaves, or outlives his prediction. */
double ul_placing_close_s(ul_placing *p, uint32_t m)
{
    ul_placing_host *host = &p->host[m];
    if (p->predict == 0)
        return host->close_s;
    if (ul_sim_now(p->sim) < host->fresh_until_s)
        return host->expected_s;
    host->expected_s = 0;
    host->fresh_until_s = HUGE_VAL;
    for (uint32_t at = ul_sim_first(p->sim, m); at != UL_SIM_NONE; at = ul_sim_next(p->sim, at)) {
        const double exit_s = exit_now_s(p, ul_sim_task_at(p->sim, at));
        host->expected_s = fmax(host->expected_s, exit_s);
        if (p->rules->repredicts)
            host->fresh_until_s = fmin(host->fresh_until_s, exit_s);
    }
    return host->expected_s;
}

/* ---- which machine ---- */

/* The largest share in use of any resource, as a fraction. */
typedef struct {
    ul_micro used, of;
} load;

static int compare(load a, load b)
{
    const ul_cost x = (ul_cost)a.used * b.of, y = (ul_cost)b.used * a.of;
    return (x > y) - (x < y);
}

static load load_of(const ul_sim *sim, uint32_t m)
{
    const ul_micro *capacity = ul_sim_type(sim, ul_sim_machine_type(sim, m))->capacity;
    const ul_micro *free = ul_sim_free(sim, m);
    load most = {0, 1};
    for (size_t r = 0; r < ul_sim_n_resources(sim); r++) {
        const load here = {capacity[r] - free[r], capacity[r]};
        if (capacity[r] > 0 && compare(here, most) > 0)
            most = here;
    }
    return most;
}

int64_t ul_placing_load(ul_placing *p, uint32_t m)
{
    const load most = load_of(p->sim, m);
    return (int64_t)((ul_cost)most.used * UL_MICRO / most.of);
}

typedef struct {
    uint32_t machine;
    double worth;
    load load;
} candidate;

/* Whether the machine, which is younger, is to be taken instead. */
static bool is_better(const ul_placing *p, const candidate *new, const candidate *best)
{
    const ul_placing_rules *rules = p->rules;
    if (best->machine == UL_SIM_NONE || new->worth != best->worth)
        return best->machine == UL_SIM_NONE || new->worth < best->worth;
    if (rules->by_load != 0)
        return rules->by_load * compare(new->load, best->load) > 0;
    return rules->last_first
           || (rules->recent_first
               && p->host[new->machine].used_at > p->host[best->machine].used_at);
}

static uint32_t choose(ul_placing *p, uint32_t task, int64_t class)
{
    const ul_placing_rules *rules = p->rules;
    ul_sim *sim = p->sim;
    candidate best = {.machine = UL_SIM_NONE};
    for (uint32_t m = ul_sim_first_up(sim); m != UL_SIM_NONE; m = ul_sim_next_up(sim, m)) {
        if (ul_sim_machine_state(sim, m) != UL_MACHINE_READY
            || (p->host[m].class != class && !rules->any_class)
            || (rules->last_only && m != p->youngest) || !ul_sim_fits(sim, m, task))
            continue;
        const candidate new = {m, rules->worth == NULL ? 0 : rules->worth(p, task, m),
                               rules->by_load == 0 ? (load){0, 1} : load_of(sim, m)};
        if (is_better(p, &new, &best))
            best = new;
    }
    return best.machine;
}

/* ---- what happens ---- */

static ul_status place(ul_placing *p, uint32_t task, uint32_t m)
{
    p->host[m].used_at = p->note[task].placed = ++p->n_placed;
    p->host[m].fresh_until_s = 0;
    if (p->rules->told)
        p->host[m].close_s = fmax(p->host[m].close_s, ul_placing_exit_s(p, task));
    UL_TRY(ul_sim_place(p->sim, task, m));
    if (p->rules->came != NULL)
        p->rules->came(p, task, m);
    return UL_OK;
}

static ul_status rent_for(ul_placing *p, uint32_t task, int64_t class)
{
    uint32_t m;
    const uint32_t type = ul_sim_cheapest_for(p->sim, task);
    UL_TRY(ul_sim_rent(p->sim, type, 1, &m));
    UL_SIM_TELL(p->sim, .kind = UL_STEP_OPEN, .why = UL_WHY_ALONE, .bin = m, .type = type,
                .task = task);
    UL_MORE(ul_run_arena(ul_sim_run_of(p->sim)), p->host, m, p->room);
    p->youngest = m;
    p->host[m] = (ul_placing_host){.waiting = task, .class = class, .since_s = ul_sim_now(p->sim)};
    return ul_sim_machine_state(p->sim, m) == UL_MACHINE_READY ? place(p, task, m) : UL_OK;
}

static ul_status placing_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    ul_placing *p = self;
    UL_MORE(ul_run_arena(ul_sim_run_of(p->sim)), p->note, (size_t)first + n, p->note_room);
    for (uint32_t task = first; task < first + n; task++) {
        if (p->rules->look != NULL)
            p->rules->look(p, task);
        const int64_t class = p->rules->class_of == NULL ? 0 : p->rules->class_of(p, task);
        p->note[task].class = class;
        const uint32_t m = choose(p, task, class);
        if (m == UL_SIM_NONE) {
            UL_TRY(rent_for(p, task, class));
            continue;
        }
        UL_SIM_TELL(sim, .kind = UL_STEP_PUT, .why = p->rules->why, .bin = m, .task = task);
        UL_TRY(place(p, task, m));
    }
    return UL_OK;
}

static ul_status placing_ready(void *self, ul_sim *sim, uint32_t machine)
{
    ul_placing *p = self;
    (void)sim;
    return place(p, p->host[machine].waiting, machine);
}

static ul_status placing_done(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_placing *p = self;
    p->host[machine].fresh_until_s = 0;
    if (p->rules->left != NULL)
        p->rules->left(p, task, machine);
    if (ul_sim_machine_state(sim, machine) != UL_MACHINE_READY || ul_sim_n_on(sim, machine) > 0)
        return UL_OK;
    UL_SIM_TELL(sim, .kind = UL_STEP_EMPTY, .why = UL_WHY_UNUSED, .bin = machine);
    return ul_sim_release(sim, machine);
}

/* What the simulator is handed as the policy. */
typedef struct {
    ul_policy policy;
    const ul_placing_rules *rules;
} placing_policy;

static ul_status placing_start(void *self, ul_sim *sim)
{
    ul_placing *p = self;
    p->sim = sim;
    p->rules = ((const placing_policy *)ul_sim_policy(sim))->rules;
    p->predict = p->rules->told ? (uint64_t)ul_run_number(ul_sim_run_of(sim), "predict") : 0;
    p->off = p->rules->told ? (int)ul_run_number(ul_sim_run_of(sim), "off") : 0;
    p->youngest = UL_SIM_NONE;
    return UL_OK;
}

ul_status ul_placing_run(const ul_schedule *in, ul_run *run, const ul_placing_rules *rules)
{
    const placing_policy policy = {
        .policy = {.state_size = sizeof(ul_placing), .start = placing_start,
                   .arrival = placing_arrival, .ready = placing_ready, .done = placing_done,
                   .told_run_times = rules->told},
        .rules = rules,
    };
    return ul_sim_run(in, run, &policy.policy);
}
