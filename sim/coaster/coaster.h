/* Eagle's world and CloudCoaster on top of it: workers with one slot each, jobs that are
 * short or long, messages of half a millisecond.
 *
 * Long jobs are placed by one who knows all queues; short ones send probes to workers
 * drawn at random, and a worker asks for a task when it comes to a probe. It is no
 * ul_sim world, since a task of a second here is twenty probes, each a place in a
 * queue: it runs a loop of its own and writes an ordinary timeline.
 *
 * Times are doubles, added in the order in which Eagle's authors add them, so that
 * what they let happen together happens together here; the timeline has them to the
 * microsecond. What happens at one instant happens in the order of insertion.
 *
 * Workers are machines of the timeline, with the same numbers: first those for short
 * jobs alone, then the general ones, then transient ones as they are ordered.
 */
#pragma once

#include "long_map.h"
#include "run.h"
#include "schedule_plan.h"

#define UL_COASTER_NONE UINT32_MAX

/* What tells the schedulers apart. */
typedef struct {
    bool central; /* long jobs are placed centrally; else they send probes like short ones */
    bool shares;  /* a worker with long tasks refuses short probes and tells who has none */
    bool sticky;  /* least work left first, and a probe that was served stays in its queue */
    bool steals;  /* a worker with nothing to do takes probes that wait behind long tasks */
    bool resizes; /* part of the workers for short jobs are transient */
    uint32_t least_probes; /* of a job */
} ul_coaster_rules;

typedef struct {
    double bypass_s; /* estimates of those who were served before it though behind it */
    uint32_t job, worker, next;
} ul_coaster_probe;

typedef enum {
    UL_WORKER_STAYS, /* there at all times */
    UL_WORKER_BOOTING,
    UL_WORKER_ACTIVE,
    UL_WORKER_DRAINING, /* takes no probe, serves its queue */
    UL_WORKER_GONE
} ul_coaster_state;

typedef struct {
    ul_coaster_state state;
    bool busy; /* its slot is taken, if only by a question */
    uint32_t first, last;      /* its queue of probes */
    uint32_t n_probes, n_long; /* in the queue; those of long jobs */
    uint32_t n_coming;         /* probes under way to it */
    uint32_t task, stay;       /* what runs, or UL_COASTER_NONE */
    double long_since_s;       /* of the long task that runs; negative: none does */
    double long_estimate_s;
    double long_queue_s; /* estimates of long tasks placed here and not done */
    ul_long_view *view;  /* who had long tasks when the last long probe came */
    double view_at_s;    /* negative: none ever came */
} ul_coaster_worker;

typedef struct {
    double remaining_s; /* estimate of what is not launched, as of a message ago; -1: nothing */
    double estimate_s;  /* of each task */
    uint32_t next, end; /* tasks not launched yet */
    uint32_t again;     /* of those cut off: the one to run first, or UL_COASTER_NONE */
    bool is_long; /* and placed centrally */
} ul_coaster_job;

typedef enum {
    UL_COASTER_ARRIVAL, /* of a job */
    UL_COASTER_PROBES,  /* a chain of probes reaches its workers */
    UL_COASTER_FREE,    /* a worker's question came to nothing */
    UL_COASTER_END,     /* of a worker's task */
    UL_COASTER_REPLY,   /* a job has heard of a launch */
    UL_COASTER_READY,   /* a transient worker can be used */
    UL_COASTER_REVOKED  /* and is taken away */
} ul_coaster_kind;

typedef struct {
    double at_s;
    uint64_t inserted;
    ul_coaster_kind kind;
    uint32_t index;
} ul_coaster_event;

typedef struct {
    const ul_schedule *in;
    ul_run *run;
    const ul_step_listener *listener; /* who hears why, or NULL */
    const ul_coaster_rules *rules;
    ul_schedule_plan *plan;
    ul_rng *rng;
    double now, message_s; /* how long a message takes */
    uint32_t n_left;       /* tasks not done */
    uint32_t next_job;

    ul_coaster_event *event; /* a heap */
    size_t n_events, event_room;
    uint64_t n_inserted;

    ul_coaster_probe *probe;
    size_t n_probes, probe_room;
    uint32_t unused_probe;

    ul_coaster_job *job;
    uint32_t *next_again; /* by task: the chain of those cut off */

    ul_coaster_worker *worker;
    size_t n_workers, worker_room;
    uint32_t n_kept, n_general; /* for short jobs alone and always there; general */
    ul_long_map map;            /* of the general ones */

    /* Workers for short jobs alone: the kept ones, then those active, by activation. */
    uint32_t *short_only;
    uint32_t n_short;
    size_t short_room;

    uint32_t *candidate; /* scratch: of a job's probes, of a long job's tasks */
    size_t n_candidates, candidate_room;
    struct ul_coaster_load *load; /* scratch: a heap of general workers by work left */

    /* Resizing. */
    uint32_t transient_type;
    uint32_t n_most;      /* transient workers at once */
    uint32_t n_transient; /* booting, active and draining */
    uint32_t *booting;    /* in the order of their start */
    uint32_t n_booting;
    double threshold, provision_s, revoked_per_s;
    bool cancels, removes_all;
    ul_rng *fate; /* when workers are revoked */
} ul_coaster;

/* ---- coaster_state.c: events, probes, draws ---- */

ul_status ul_coaster_push(ul_coaster *c, ul_coaster_kind kind, double at_s, uint32_t index);
ul_coaster_event ul_coaster_pop(ul_coaster *c);
/* Uniform in 0 .. n-1, as Eagle's Python draws. */
uint32_t ul_coaster_pick(ul_coaster *c, uint32_t n);
bool ul_coaster_is_over_cutoff(const ul_coaster *c, uint32_t job);
ul_status ul_coaster_new_probe(ul_coaster *c, uint32_t job, uint32_t worker, uint32_t *probe);
void ul_coaster_free_probe(ul_coaster *c, uint32_t probe);
ul_status ul_coaster_add_worker(ul_coaster *c, const ul_timeline_machine *machine,
                                ul_coaster_state state);
ul_status ul_coaster_add_candidate(ul_coaster *c, uint32_t worker);
ul_micro ul_coaster_micro(double seconds);

/* ---- coaster_worker.c: queues and slots ---- */

/* Probes, chained, reach their workers. */
ul_status ul_coaster_receive(ul_coaster *c, uint32_t first);
/* The slot is free again, and the next probe is served. */
ul_status ul_coaster_free_slot(ul_coaster *c, uint32_t w);
/* The task ends, and the slot is free; *was_long tells which it was. */
ul_status ul_coaster_end_task(ul_coaster *c, uint32_t w, bool *was_long);
void ul_coaster_hear(ul_coaster *c, uint32_t job);
/* The worker was taken away: its task begins again elsewhere, and its probes move on. */
ul_status ul_coaster_cut(ul_coaster *c, uint32_t w);

/* ---- coaster_long.c, coaster_short.c: a job arrives ---- */

ul_status ul_coaster_place_long(ul_coaster *c, uint32_t job);
ul_status ul_coaster_probe_short(ul_coaster *c, uint32_t job);

/* ---- coaster_resize.c ---- */

ul_status ul_coaster_resize_begin(ul_coaster *c);
ul_status ul_coaster_recheck(ul_coaster *c);
ul_status ul_coaster_ready(ul_coaster *c, uint32_t w);
ul_status ul_coaster_revoke(ul_coaster *c, uint32_t w);
/* A draining worker that has nothing left goes. */
ul_status ul_coaster_maybe_leave(ul_coaster *c, uint32_t w);

/* ---- coaster_world.c ---- */

ul_status ul_coaster_run(const ul_schedule *in, ul_run *run, const ul_coaster_rules *rules);

/* Says why, at the time of the simulation. */
#define UL_COASTER_TELL(c, ...) \
    UL_TELL((c)->listener, .at_s = ul_coaster_micro((c)->now), __VA_ARGS__)

#define UL_COASTER_PARAMS                                                                       \
    UL_REAL("general", "98", "percent of the workers that take long tasks; the others are for " \
            "short jobs alone", 0, 100)
