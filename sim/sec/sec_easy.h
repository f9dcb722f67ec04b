/* EASY backfilling over nodes that come and go (SEC, Section 4): jobs in order of
 * arrival; the first one that does not fit has its start promised from what users said
 * of run times, and jobs behind it may go before it where they do not delay it.
 *
 * A queue is served by one site or by several, and a job runs on one of them; the site
 * whose promise is the earliest is then the one that is kept free. Policies differ in
 * what they do about a promise that is too late.
 */
#pragma once

#include "sec_nodes.h"

/* Tasks that arrived together, each to be a node's. */
typedef struct {
    uint32_t first_task, n;
    uint32_t left; /* tasks that are not done */
    bool gang;
    uint32_t queue, site;
    uint64_t sites; /* of the first 64, those that hold it */
    double arrival_s, estimate_s, end_s; /* the last as it is foretold */
    uint32_t next, previous;             /* in the queue */
    uint32_t next_short, previous_short; /* in the queue of short jobs */
} ul_sec_job;

typedef struct {
    uint32_t first, last;             /* jobs that wait, in order of arrival */
    uint32_t first_short, last_short; /* those of them with small estimates */
    uint64_t long_nodes;              /* what the others need together */
    uint32_t *site;                   /* sites that serve it */
    size_t n_sites;
    double shadow_s; /* when the first can start, HUGE_VAL: as things are, never */
} ul_sec_queue;

typedef struct ul_sec_easy ul_sec_easy;

/* What makes a policy of it. */
typedef struct {
    bool has_placement; /* a parameter */
    ul_status (*start)(ul_sec_easy *easy);
    /* The queue for a job that arrives. */
    ul_status (*queue_of)(ul_sec_easy *easy, ul_sec_job *job, uint32_t *queue);
    /* After a pass that left jobs in the queue; NULL: nothing is done about them. */
    ul_status (*acquire)(ul_sec_easy *easy, ul_sec_queue *queue);
    /* Sites in the order in which a job would take them; NULL: as they are listed. */
    void (*sort_sites)(ul_sec_easy *easy, const ul_sec_queue *queue, uint32_t *site);
    /* When everything of an instant has happened; may be NULL. */
    ul_status (*settled)(ul_sec_easy *easy);
    ul_status (*end)(ul_sec_easy *easy); /* when all is over; may be NULL */
    bool keeps_nodes; /* never gives one back */
} ul_sec_rules;

struct ul_sec_easy {
    ul_sec_nodes nodes;
    const ul_sec_rules *rules;
    void *own; /* the rules' */
    double short_s, wait_s; /* T_short, T_waitlmt */
    ul_sec_job *job;
    size_t n_jobs, job_room;
    ul_sec_queue *queue;
    size_t n_queues;
    struct ul_sec_running {
        uint32_t *job; /* those on a site, by end_s */
        size_t n, room;
    } *running; /* by site */
    bool in_order; /* nobody goes before the first that waits */
    bool is_ready; /* nodes have come at this instant */
};

/* Runs the policy; `state` in ul_policy terms is the ul_sec_easy. */
ul_status ul_sec_easy_run(const ul_schedule *in, ul_run *run, const ul_sec_rules *rules);

/* For the rules' start: n queues, each served by the next n_sites sites. */
ul_status ul_sec_add_queues(ul_sec_easy *easy, size_t n, size_t n_sites);
/* A queue for each type of machine, and the cheapest type that holds a job. */
ul_status ul_sec_queue_by_type(ul_sec_easy *easy, ul_sec_job *job, uint32_t *queue);

/* Parameters of policies that order nodes, and what the rules' start makes of them. */
#define UL_SEC_SIZE_PARAMS                                                                        \
    UL_CHOICE("size", "best", "nodes are ordered for the first job that waits, for all of them, " \
              "or for all but short ones and the first of these", "first|sum|best"),              \
    UL_REAL("short", "3600", "T_short: jobs of at most so many seconds, by their users' word, "   \
            "are short", 0, 1e10),                                                                \
    UL_REAL("wait", "300", "T_waitlmt: the seconds that the first job may be made to wait", 0,    \
            1e10)
void ul_sec_size(ul_sec_easy *easy);

/* The next job in the queue that new nodes would be ordered for: every one that is
 * not short, and the first short one. UL_SIM_NONE: no more. */
uint32_t ul_sec_next_wanted(const ul_sec_easy *easy, const ul_sec_queue *queue, uint32_t j);
