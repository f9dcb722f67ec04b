/* The nodes of SEC's elastic cluster: machines of one type, each of which holds one
 * task at a time. Which are idle, which are booting, how long each is still paid for,
 * which ones a job is given, and which are given back. What the policies of this
 * folder share.
 */
#pragma once

#include "sim.h"

typedef enum {
    UL_SEC_MAX_MARGIN, /* those paid for longest */
    UL_SEC_MIN_MARGIN,
    UL_SEC_MAX_IDLE, /* those idle for longest */
    UL_SEC_MIN_IDLE,
    UL_SEC_RANDOM
} ul_sec_placement;

/* Machines that were ordered together and are not all ready. */
typedef struct {
    double ready_s; /* at the latest */
    uint32_t first, count, left;
} ul_sec_request;

typedef struct {
    double from_s;     /* its lease is billed from here */
    double idle_since; /* or ready since */
    uint32_t at;       /* among the idle, or UL_SIM_NONE */
    uint32_t job;      /* whoever holds it: an index of the policy's own */
    uint32_t next;     /* and the next of the same, for the policy */
} ul_sec_node;

typedef struct {
    uint32_t type;
    uint32_t held; /* nodes: busy, idle and booting */
    uint32_t n_idle, n_booting;
    uint32_t *idle; /* in no order */
    size_t idle_room;
    ul_sec_request *request; /* by ready_s */
    size_t n_requests, request_room;
    double unit_s, least_s; /* how it is billed */
    double due_s;           /* no idle node can be given back before */
} ul_sec_site;

typedef struct {
    ul_sim *sim;
    ul_sec_placement placement;
    ul_sec_site *site; /* one for each type */
    size_t n_sites;
    ul_sec_node *node; /* by machine */
    size_t node_room;
    double timer_s; /* when the next look at idle nodes is ordered */
} ul_sec_nodes;

/* Ranks of what happens at one instant, for ul_policy.rank: jobs that are done, nodes
 * that are ready, jobs that arrive, looks at idle nodes. */
enum { UL_SEC_RANK_DONE, UL_SEC_RANK_READY, UL_SEC_RANK_ARRIVAL, UL_SEC_RANK_LAST };
extern const unsigned char ul_sec_rank[UL_AT_COUNT];

#define UL_SEC_PLACEMENT_PARAM                                                                     \
    UL_CHOICE("placement", "max-margin", "idle nodes a job is given: paid for longest or least, "  \
              "idle for longest or least, any", "max-margin|min-margin|max-idle|min-idle|random")

/* At the start of a policy, without the parameter of placement: those paid for longest. */
ul_status ul_sec_nodes_begin(ul_sec_nodes *nodes, ul_sim *sim, bool has_placement);

/* The type for tasks that arrive together: the cheapest that holds each of them. */
ul_status ul_sec_type_for(ul_sim *sim, uint32_t first_task, uint32_t n, uint32_t *type);

/* Whether a type holds each of them. */
bool ul_sec_holds(ul_sim *sim, uint32_t type, uint32_t first_task, uint32_t n);

/* Orders machines, as many as the world has; those that are ready at once are idle. */
ul_status ul_sec_order(ul_sec_nodes *nodes, ul_sec_site *site, uint32_t count);
/* An ordered machine is ready: it boots no more. */
void ul_sec_booted(ul_sec_nodes *nodes, uint32_t machine);
/* A node has nothing to do any more. */
ul_status ul_sec_add_idle(ul_sec_nodes *nodes, uint32_t machine);
/* Takes n idle nodes by the rule of placement; they stay valid until the instant is
 * over. O(idle + n log idle). */
ul_status ul_sec_take(ul_sec_nodes *nodes, ul_sec_site *site, uint32_t n, uint32_t job,
                      const uint32_t **machine);

/* Once everything of an instant has happened and nobody waits for this site's nodes:
 * at whole minutes idle nodes that are paid for a minute or less are given back; and
 * a look at the next such minute is ordered. */
ul_status ul_sec_give_back(ul_sec_nodes *nodes, ul_sec_site *site);

/* For ul_policy.gone: a cluster whose machines are taken away is another world. */
ul_status ul_sec_gone(void *self, ul_sim *sim, uint32_t machine);

static inline ul_sec_site *ul_sec_site_of(ul_sec_nodes *nodes, uint32_t machine)
{
    return &nodes->site[ul_sim_machine_type(nodes->sim, machine)];
}
