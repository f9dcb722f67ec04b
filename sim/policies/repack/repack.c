#include "repack.h"

#include "search.h"

/* ---- what happens ---- */

static ul_status add_live(ul_repack *r, uint32_t task)
{
    UL_MORE(r->arena, r->live, r->n_live, r->live_room);
    size_t at = r->n_live++;
    for (; at > 0 && r->live[at - 1] > task; at--)
        r->live[at] = r->live[at - 1];
    r->live[at] = task;
    return UL_OK;
}

static ul_status repack_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    ul_repack *r = self;
    (void)sim;
    for (uint32_t i = first; i < first + n; i++) {
        UL_MORE(r->arena, r->task, i, r->task_room);
        r->task[i] = (ul_repack_task){.target = UL_SIM_NONE};
        UL_TRY(add_live(r, i));
        UL_TRY(ul_repack_goes_off(r, i));
    }
    r->has_news = true;
    return UL_OK;
}

static void stir(ul_repack *r, uint32_t machine)
{
    if (machine != UL_SIM_NONE)
        r->machine[machine].changed_s = ul_sim_now(r->sim);
    r->is_stirred = true;
}

static ul_status repack_ready(void *self, ul_sim *sim, uint32_t machine)
{
    (void)sim;
    stir(self, machine);
    return UL_OK;
}

static ul_status repack_working(void *self, ul_sim *sim, uint32_t task)
{
    stir(self, ul_sim_machine_of(sim, task));
    return UL_OK;
}

/* It has left one machine, and where it has no other it is on none. */
static ul_status repack_left(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_repack *r = self;
    if (ul_sim_machine_of(sim, task) == UL_SIM_NONE)
        UL_TRY(ul_repack_goes_off(r, task));
    stir(r, machine);
    return UL_OK;
}

static ul_status repack_done(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_repack *r = self;
    (void)sim;
    ul_repack_drop_target(r, task);
    ul_repack_note_done(r, task);
    r->has_news = r->is_room = true;
    stir(r, machine);
    return UL_OK;
}

static ul_status repack_cut(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_repack *r = self;
    r->has_news = true;
    return repack_left(self, sim, task, machine);
}

static ul_status repack_gone(void *self, ul_sim *sim, uint32_t machine)
{
    ul_repack *r = self;
    (void)sim;
    for (size_t q = 0; q < r->n_live; q++)
        if (r->task[r->live[q]].target == machine)
            ul_repack_drop_target(r, r->live[q]);
    r->has_news = true;
    return UL_OK;
}

static ul_status repack_supply(void *self, ul_sim *sim, uint32_t type)
{
    ul_repack *r = self;
    (void)sim;
    (void)type;
    r->has_news = true;
    return UL_OK;
}

/* ---- the round ---- */

static void drop_done(ul_repack *r)
{
    size_t kept = 0;
    for (size_t q = 0; q < r->n_live; q++)
        if (ul_sim_state(r->sim, r->live[q]) != UL_TASK_DONE)
            r->live[kept++] = r->live[q];
    r->n_live = kept;
}

static ul_status repack_round(void *self, ul_sim *sim)
{
    ul_repack *r = self;
    ul_conf conf;
    drop_done(r);
    r->is_round = r->is_stirred = true;
    UL_TRY(ul_repack_observe(r));
    UL_TRY(ul_repack_refresh_types(r));
    if (!r->has_news || r->n_live == 0)
        return UL_OK;
    r->has_news = false;
    r->round_s = ul_sim_now(sim);
    UL_TRY(ul_sim_go_on(sim));
    UL_TRY(ul_repack_gather(r, &conf));
    UL_TRY(ul_repack_settle(&conf));
    UL_TRY(ul_repack_search(&conf, r->rng, r->steps));
    UL_TRY(ul_repack_put_off(r, &conf));
    r->n_put_off = conf.n_nowhere;
    r->has_news = conf.n_nowhere > 0;
    if (ul_sim_told(sim))
        UL_TRY(ul_repack_tell(r, &conf));
    return ul_repack_order(r, &conf);
}

/* Some unit of a machine ends: it goes back if nobody is on it, and else who is may go to one that
 * is kept. */
static ul_status look(ul_repack *r)
{
    r->is_stirred = true;
    if (!ul_repack_is_to_look(r))
        return UL_OK;
    r->has_news = true;
    return repack_round(r, r->sim);
}

/* Where the limit is shorter than what is left of a round, that comes out of turn, and where a unit
 * of a machine was put off until now. */
static ul_status repack_timer(void *self, ul_sim *sim, uint64_t tag)
{
    ul_repack *r = self;
    if (tag == UL_REPACK_LOOK)
        return look(r);
    const uint32_t i = (uint32_t)tag;
    if (!r->task[i].is_off || r->task[i].call_s > ul_sim_now(sim))
        return UL_OK;
    const bool is_put_off = r->unit_s > 0 && r->n_put_off > 0 && r->round_s < ul_sim_now(sim);
    if (is_put_off || r->task[i].off_s >= r->round_s)
        UL_TRY(repack_round(self, sim));
    return ul_repack_call(r, i);
}

/* Who waits for room that somebody makes does not wait for the round, or hardly: of these
 * are at most ten in the time of one. Where rounds are for all there is no such freedom. */
static ul_status repack_settled(void *self, ul_sim *sim)
{
    ul_repack *r = self;
    if (r->is_room && r->n_put_off > 0 && !r->keeps && !r->kills
        && ul_sim_now(sim) >= r->round_s + r->interval_s / 10)
        UL_TRY(repack_round(self, sim));
    r->is_room = false;
    return r->is_stirred ? ul_repack_go(r) : UL_OK;
}

/* ---- the beginning ---- */

static ul_status repack_start(void *self, ul_sim *sim)
{
    ul_repack *r = self;
    ul_run *run = ul_sim_run_of(sim);
    r->keeps = ul_run_choice_is(run, "rules", "release");
    r->holds = !r->keeps;
    UL_TRY(ul_repack_begin(r, sim));
    r->told = ul_sim_policy(sim)->told_run_times;
    r->kills = ul_run_choice_is(run, "rules", "kill");
    UL_TRY(ul_repack_rates_new(sim, ul_run_number(run, "default-throughput"),
                               !r->chooses && !ul_run_choice_is(run, "rules", "unpooled"),
                               &r->rates));
    if (r->chooses)
        ul_repack_rates_look(sim, &r->rates);
    return r->interval_s != ul_sim_round_s(sim) ? ul_sim_every(sim, r->interval_s) : UL_OK;
}

static ul_status repack_run(const ul_schedule *in, ul_run *run, bool told)
{
    if (ul_run_choice_is(run, "rules", "eva"))
        return ul_repack_as_eva(in, run);
    if (ul_run_number(run, "futures") > 1) /* of these some keep the limit where others cannot */
        ul_run_wait_at_most(run, ul_run_number(run, "wait"));
    const ul_policy policy = {
        .state_size = sizeof(ul_repack), .start = repack_start, .arrival = repack_arrival,
        .ready = repack_ready, .working = repack_working, .left = repack_left,
        .done = repack_done, .cut = repack_cut, .gone = repack_gone, .supply = repack_supply,
        .timer = repack_timer, .round = repack_round, .settled = repack_settled,
        .told_run_times = told, .futures = (size_t)ul_run_number(run, "futures"),
        .stages = (size_t)ul_run_number(run, "stages")};
    return ul_sim_run(in, run, &policy);
}

static const ul_param param[] = {
    UL_REAL("wait", "600", "seconds for which a task may be on no machine in all, where that can "
            "be had", 0, 1e9),
    UL_REAL("horizon", "0", "seconds in which a change is to pay for itself; 0: eight rounds", 0,
            1e9),
    UL_COUNT("steps", "1600", "steps of the search a round, fewer where there are more than 50 "
             "machines or many fail in a row", 0, 1e9),
    UL_CHOICE("rules", "free", "unpooled: learn of each variant; release: give back at rounds; "
              "kill: stop at the round, then load; eva: all these, in Eva's own world", ""
              "free|unpooled|release|kill|eva"),
    UL_REAL("default-throughput", "0.98", "rate beside a workload that was never seen beside it: "
            "better than most are, so that it is tried", 0.01, 1),
    UL_COUNT("futures", "1", "of so many, each by horizons of its own, it takes the best, as only "
             "one who knows the future can", 1, 1e6),
    UL_COUNT("stages", "64", "how often, from the first arrival to the last end, it chooses among "
             "futures", 1, 1e6),
    UL_REAL("interval", "0", "seconds between two rounds; 0: as the instance says", 0, 1e6),
    {0},
};

static ul_status repack_schedule(const ul_schedule *in, ul_run *run)
{
    return repack_run(in, run, false);
}

const ul_method ul_method_repack = {
    .name = "repack",
    .brief = "local search over the whole configuration, moves, boots and company priced",
    .paper = "our own",
    .traits = UL_CONSTRUCTIVE | UL_SLOW,
    .param = param,
    .schedule = repack_schedule,
};

static ul_status told_schedule(const ul_schedule *in, ul_run *run)
{
    return repack_run(in, run, true);
}

const ul_method ul_method_repack_told = {
    .name = "repack-told",
    .brief = "repack, told how long tasks run",
    .paper = "our own",
    .traits = UL_CONSTRUCTIVE | UL_SLOW | UL_KNOWS_RUNTIMES,
    .param = param,
    .schedule = told_schedule,
};
