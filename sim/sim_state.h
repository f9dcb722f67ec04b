/* The inside of a simulation, for the files of sim/ that make it up; policies see
 * sim.h alone. */
#pragma once

#include "event_queue.h"
#include "physics.h"
#include "sim.h"
#include "timeline.h"

/* A task's place on a machine. Places are used again once the stay is over. */
typedef struct {
    uint32_t task, machine;
    uint32_t next, previous; /* on the machine; next in the list of unused ones */
    uint32_t before;         /* of the same task, which is leaving it; UL_SIM_NONE */
    uint32_t version;        /* counts the stays that the place has had */
    ul_task_state state;     /* LOADING .. LEAVING */
    bool lose;
    double from_s, loaded_s, working_s, stopped_s, to_s;
} ul_sim_place_t;

typedef struct {
    uint32_t type;
    ul_machine_state state;
    uint32_t first, last, n_on; /* places */
    uint32_t next_up, previous_up;
    uint32_t images; /* first of those loaded here */
    bool is_dirty;
    double ordered_s;
    ul_micro *free;
} ul_sim_machine;

typedef struct {
    uint32_t place;     /* the latest, UL_SIM_NONE */
    uint32_t at_work;   /* where it works, which is the one before while it moves */
    uint32_t last_stay; /* in the timeline, the last that still counts */
    bool arrived, done;
    double free_from_s; /* the end of the stay before */
    double worked_s;    /* in stays that are over and still count */
    double rate;        /* as it was seen to work; 0 when it does not */
} ul_sim_task;

/* Progress: of a gang as a whole (under its first task), of any other task by itself. */
typedef struct {
    double done, since_s;
    double rate;      /* a second; 0 while there is no progress */
    double seen;      /* the least rate of its tasks that work, 0 when none does */
    double due_s;     /* when it is done at this rate */
    uint32_t version; /* of the event at which it is done */
    uint32_t working; /* tasks of it that work */
    bool active;      /* all work, and the initial seconds are over */
    bool is_dirty;
} ul_sim_unit;

typedef struct {
    uint32_t image, next;
    double came_s; /* of those who loaded it, the first: two who come together load both */
} ul_sim_image;

struct ul_sim {
    const ul_schedule *in;
    ul_run *run;
    const ul_policy *policy;
    void *self;
    ul_schedule_plan *plan;
    ul_arena *arena, *scratch;
    void *block; /* of the arena, with all that changes; NULL where there is one future */

    double now;
    double gone_s; /* when the last machine that was given back is billed no more */
    ul_event_queue queue;
    unsigned char rank[UL_AT_COUNT];
    bool refused;
    bool is_estimated;  /* some estimate is not the truth */
    ul_knows knows;     /* the most that the policy has looked at */
    double round_s;
    uint64_t n_handled, n_orders, idle_rounds;
    uint64_t look_at; /* the run's clock, when so much is handled */
    uint64_t n_news;  /* instants at which somebody came or ended, each by itself */
    uint64_t n_timers, idle_timers; /* that are set; that came while nothing else was to come */
    uint64_t vain_rounds, orders_then; /* rounds of orders without an effect; as of the last one */
    uint32_t left_then, unfinished_then;
    double progress_then; /* as of so many such rounds ago; -1: somebody came or ended since */

    uint32_t *batch; /* first tasks of those that arrive together, by arrival */
    size_t n_batches, next_batch;
    uint32_t n_arrived_jobs, n_left, n_unfinished; /* tasks not done, those of them here */
    uint32_t *job_left, *job_arrived;
    ul_sim_task *task;
    ul_sim_unit *unit;

    ul_schedule_type *type; /* without their future */
    uint32_t *n_up, *supply; /* machines of a type that exist, that may exist now */
    uint32_t *taken;         /* that who comes first holds, beside these */
    bool loses_work;         /* who is taken away now loses what was done */
    ul_sim_machine *machine;
    size_t n_machines, machine_room;
    uint32_t first_up, last_up;

    ul_sim_place_t *place;
    size_t n_places, place_room;
    uint32_t unused_place;
    uint32_t *stay_before; /* of each stay in the timeline, the same task's one before */
    size_t stay_room;
    ul_sim_image *image;
    size_t n_images, image_room;

    ul_rate *rate[UL_N_PHYSICS]; /* those that change rates in this world */
    size_t n_rates;
    double uniform_rate;     /* where all slow each other down alike */
    uint32_t *workload_rank; /* by the name that records use */

    uint32_t *dirty_machine, *dirty_unit;
    size_t n_dirty_machines, dirty_machine_room, n_dirty_units, dirty_unit_room;
    uint32_t *crowd; /* places on one machine, for a look at them together */
    size_t crowd_room;
};

static inline uint32_t ul_sim_unit_of(const ul_sim *sim, uint32_t task)
{
    const ul_schedule_job *job = &sim->in->job[sim->in->task[task].job];
    return job->gang ? job->first_task : task;
}

ul_status ul_sim_push(ul_sim *sim, ul_sim_kind kind, double at_s, uint64_t tag, uint32_t version);
/* What was to happen to the stay now does when everything else of this instant has. */
ul_status ul_sim_put_off(ul_sim *sim, ul_sim_kind kind, uint32_t place);
ul_micro ul_sim_micro(double seconds); /* the nearest microsecond, for timelines */
/* What all tasks have done by now, whatever it is counted in. */
double ul_sim_progress(const ul_sim *sim);
double ul_sim_share_done(const ul_sim *sim, uint32_t task); /* of its work, by now */
bool ul_sim_price_moves(const ul_sim *sim); /* one is still to */

/* stays.c: what becomes of stays. */
ul_status ul_sim_begin_stay(ul_sim *sim, uint32_t task, uint32_t machine);
ul_status ul_sim_begin_work(ul_sim *sim, uint32_t place);
ul_status ul_sim_stop_work(ul_sim *sim, uint32_t place);
ul_status ul_sim_leave(ul_sim *sim, uint32_t place); /* ends the stay now */
void ul_sim_lose(ul_sim *sim, uint32_t task);        /* what it has done so far */
ul_status ul_sim_cut(ul_sim *sim, uint32_t place);   /* at once: its machine goes */
ul_status ul_sim_activate(ul_sim *sim, uint32_t unit);
bool ul_sim_is_finished(ul_sim *sim, uint32_t unit); /* has it done its work by now? */
ul_status ul_sim_complete(ul_sim *sim, uint32_t unit);
/* Rates after an instant, and when what changed will be done. */
ul_status ul_sim_settle(ul_sim *sim);

/* sim.c: what there is at second 0. */
ul_status ul_sim_begin(ul_sim *sim);
/* Until all is over, or `news` have come and ended; until all is over. */
ul_status ul_sim_live(ul_sim *sim, uint64_t news, bool *over);
ul_status ul_sim_live_out(ul_sim *sim);
/* futures.c: to the end many times; each timeline is offered. */
ul_status ul_sim_live_futures(ul_sim *sim);

/* images.c: who works leaves its image to those who come after; how long one loads. */
ul_status ul_sim_add_image(ul_sim *sim, uint32_t place);
double ul_sim_load_s(const ul_sim *sim, uint32_t task, uint32_t machine);

/* orders.c: what becomes of machines. */
ul_status ul_sim_end_stop(ul_sim *sim, uint32_t place); /* the kill time is over */
ul_status ul_sim_take_away(ul_sim *sim, uint32_t type); /* those beyond the supply */

/* physics.c: what there is at the start, and each change of it that is to come; and one that
 * comes, told to the policy. */
ul_status ul_sim_begin_physics(ul_sim *sim);
ul_status ul_sim_change_supply(ul_sim *sim, uint64_t tag, ul_sim_kind kind);
ul_status ul_sim_close_machine(ul_sim *sim, uint32_t machine);
