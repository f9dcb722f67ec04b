#include "sec_nodes.h"

#include <math.h>
#include <string.h>

#include "heap.h"

#define CHECK_S 60.0 /* idle nodes are looked at every minute */

const unsigned char ul_sec_rank[UL_AT_COUNT] = {
    [UL_AT_DONE] = UL_SEC_RANK_DONE,         [UL_AT_READY] = UL_SEC_RANK_READY,
    [UL_AT_ARRIVAL] = UL_SEC_RANK_ARRIVAL,   [UL_AT_SUPPLY_UP] = UL_SEC_RANK_DONE,
    [UL_AT_SUPPLY_DOWN] = UL_SEC_RANK_DONE,  [UL_AT_STOPPED] = UL_SEC_RANK_LAST,
    [UL_AT_LEFT] = UL_SEC_RANK_LAST,         [UL_AT_WORKING] = UL_SEC_RANK_LAST,
    [UL_AT_ACTIVE] = UL_SEC_RANK_LAST,       [UL_AT_TIMER] = UL_SEC_RANK_LAST,
    [UL_AT_ROUND] = UL_SEC_RANK_LAST,
};

static ul_sec_placement placement_of(const ul_run *run)
{
    static const char *const name[] = {"max-margin", "min-margin", "max-idle", "min-idle", "random"};
    int q = 0;
    while (!ul_run_choice_is(run, "placement", name[q]))
        q++;
    return (ul_sec_placement)q;
}

ul_status ul_sec_nodes_begin(ul_sec_nodes *nodes, ul_sim *sim, bool has_placement)
{
    ul_run *run = ul_sim_run_of(sim);
    nodes->sim = sim;
    nodes->placement = has_placement ? placement_of(run) : UL_SEC_MAX_MARGIN;
    nodes->n_sites = ul_sim_n_types(sim);
    UL_ALLOC(ul_run_arena(run), nodes->site, nodes->n_sites);
    for (uint32_t k = 0; k < nodes->n_sites; k++)
        nodes->site[k] = (ul_sec_site){
            .type = k, .unit_s = ul_micro_double(ul_sim_type(sim, k)->billing_unit_s),
            .least_s = ul_micro_double(ul_sim_type(sim, k)->billing_least_s), .due_s = HUGE_VAL};
    nodes->timer_s = HUGE_VAL;
    return ul_sim_every(sim, 0);
}

static bool holds(ul_sim *sim, uint32_t type, uint32_t task)
{
    const ul_micro *need = ul_sim_need(sim, task, type), *room = ul_sim_type(sim, type)->capacity;
    for (size_t r = 0; r < ul_sim_n_resources(sim); r++)
        if (need == NULL || need[r] > room[r])
            return false;
    return true;
}

/* Tasks of one shape that follow each other are looked at once. */
bool ul_sec_holds(ul_sim *sim, uint32_t type, uint32_t first_task, uint32_t n)
{
    for (uint32_t i = first_task; i < first_task + n; i++)
        if ((i == first_task || ul_sim_shape(sim, i) != ul_sim_shape(sim, i - 1))
            && !holds(sim, type, i))
            return false;
    return true;
}

ul_status ul_sec_type_for(ul_sim *sim, uint32_t first_task, uint32_t n, uint32_t *type)
{
    *type = ul_sim_cheapest_for(sim, first_task);
    for (uint32_t i = first_task + 1; i < first_task + n; i++)
        if (ul_sim_shape(sim, i) != ul_sim_shape(sim, i - 1) && !holds(sim, *type, i))
            *type = ul_sim_cheapest_for(sim, i);
    return ul_sec_holds(sim, *type, first_task, n)
               ? UL_OK
               : ul_sim_refuse(sim, "job '%s' needs machines of more than one type",
                               ul_sim_job_of(sim, ul_sim_job_of_task(sim, first_task)).name);
}

/* ---- leases ---- */

/* The second until which a node is paid for, if it is given back after `now`. */
static double paid_until(const ul_sec_site *site, const ul_sec_node *node, double now)
{
    const double age = fmax(0, now - node->from_s);
    const double whole = site->unit_s > 0 ? (floor(age / site->unit_s) + 1) * site->unit_s : age;
    return node->from_s + fmax(whole, site->least_s);
}

/* The first whole minute after `now` at which a node is paid for a minute or less. */
static double release_minute(const ul_sec_site *site, const ul_sec_node *node, double now)
{
    const double next = (floor(now / CHECK_S) + 1) * CHECK_S;
    double until = paid_until(site, node, now);
    double minute = ceil((until - CHECK_S) / CHECK_S) * CHECK_S;
    if (minute >= next)
        return minute;
    if (site->unit_s <= CHECK_S)
        return next;
    until += site->unit_s;
    return fmax(next, ceil((until - CHECK_S) / CHECK_S) * CHECK_S);
}

/* ---- idle nodes ---- */

ul_status ul_sec_add_idle(ul_sec_nodes *nodes, uint32_t machine)
{
    ul_sec_site *site = ul_sec_site_of(nodes, machine);
    ul_sec_node *node = &nodes->node[machine];
    const double now = ul_sim_now(nodes->sim);
    UL_MORE(ul_run_arena(ul_sim_run_of(nodes->sim)), site->idle, site->n_idle, site->idle_room);
    node->at = site->n_idle;
    node->job = UL_SIM_NONE;
    node->idle_since = now;
    site->idle[site->n_idle++] = machine;
    site->due_s = fmin(site->due_s, paid_until(site, node, now) - CHECK_S);
    return UL_OK;
}

static void remove_idle(ul_sec_nodes *nodes, ul_sec_site *site, uint32_t machine)
{
    ul_sec_node *node = &nodes->node[machine];
    const uint32_t last = site->idle[--site->n_idle];
    site->idle[node->at] = last;
    nodes->node[last].at = node->at;
    node->at = UL_SIM_NONE;
}

typedef struct {
    double key;
    uint32_t machine;
} candidate;

#define CANDIDATE_BEFORE(a, b) \
    ((a).key < (b).key || ((a).key == (b).key && (a).machine < (b).machine))
UL_HEAP(candidates, candidate, CANDIDATE_BEFORE, 2)

/* The lower, the sooner the node is given to a job. */
static double rank_of(const ul_sec_nodes *nodes, const ul_sec_site *site, const ul_sec_node *node)
{
    const double now = ul_sim_now(nodes->sim);
    switch (nodes->placement) {
    case UL_SEC_MAX_MARGIN:
        return -paid_until(site, node, now);
    case UL_SEC_MIN_MARGIN:
        return paid_until(site, node, now);
    case UL_SEC_MAX_IDLE:
        return node->idle_since;
    case UL_SEC_MIN_IDLE:
        return -node->idle_since;
    case UL_SEC_RANDOM:
        break;
    }
    return ul_rng_unit(ul_run_rng(ul_sim_run_of(nodes->sim)));
}

ul_status ul_sec_take(ul_sec_nodes *nodes, ul_sec_site *site, uint32_t n, uint32_t job,
                      const uint32_t **machine)
{
    ul_arena *scratch = ul_sim_scratch(nodes->sim);
    candidate *heap;
    uint32_t *taken;
    size_t n_heap = 0;
    UL_ALLOC_RAW(scratch, heap, site->n_idle);
    UL_ALLOC_RAW(scratch, taken, n);
    for (uint32_t q = 0; q < site->n_idle; q++)
        candidates_push(heap, &n_heap,
                        (candidate){rank_of(nodes, site, &nodes->node[site->idle[q]]),
                                    site->idle[q]});
    for (uint32_t q = 0; q < n; q++) {
        taken[q] = candidates_pop(heap, &n_heap).machine;
        remove_idle(nodes, site, taken[q]);
        nodes->node[taken[q]].job = job;
    }
    *machine = taken;
    return UL_OK;
}

/* ---- orders and releases ---- */

/* Requests stay in the order in which they will be ready. */
static ul_status note_request(ul_sec_nodes *nodes, ul_sec_site *site, ul_sec_request request)
{
    UL_MORE(ul_run_arena(ul_sim_run_of(nodes->sim)), site->request, site->n_requests, site->request_room);
    size_t at = site->n_requests++;
    for (; at > 0 && site->request[at - 1].ready_s > request.ready_s; at--)
        site->request[at] = site->request[at - 1];
    site->request[at] = request;
    site->n_booting += request.left;
    return UL_OK;
}

ul_status ul_sec_order(ul_sec_nodes *nodes, ul_sec_site *site, uint32_t count)
{
    ul_sim *sim = nodes->sim;
    const double now = ul_sim_now(sim);
    const uint32_t supply = ul_sim_supply(sim, site->type), up = ul_sim_n_up(sim, site->type);
    uint32_t first, booting = 0;
    if (supply != UL_SIM_NONE && count > supply - up)
        count = supply - up;
    if (count == 0)
        return UL_OK;
    UL_TRY(ul_sim_rent(sim, site->type, count, &first));
    UL_MORE(ul_run_arena(ul_sim_run_of(nodes->sim)), nodes->node, (size_t)first + count, nodes->node_room);
    site->held += count;
    for (uint32_t m = first; m < first + count; m++) {
        nodes->node[m] = (ul_sec_node){
            .from_s = now + ul_micro_double(ul_sim_type(sim, site->type)->billed_after_s),
            .at = UL_SIM_NONE, .job = UL_SIM_NONE};
        if (ul_sim_machine_state(sim, m) == UL_MACHINE_READY)
            UL_TRY(ul_sec_add_idle(nodes, m));
        else
            booting++;
    }
    const double ready_s = now + ul_sim_boot_s(sim, site->type, count);
    return booting == 0 ? UL_OK
                        : note_request(nodes, site, (ul_sec_request){ready_s, first, count, booting});
}

void ul_sec_booted(ul_sec_nodes *nodes, uint32_t machine)
{
    ul_sec_site *site = ul_sec_site_of(nodes, machine);
    size_t q = 0;
    while (machine - site->request[q].first >= site->request[q].count)
        q++;
    site->n_booting--;
    if (--site->request[q].left == 0)
        memmove(&site->request[q], &site->request[q + 1],
                (--site->n_requests - q) * sizeof *site->request);
}

static ul_status release(ul_sec_nodes *nodes, ul_sec_site *site, uint32_t machine)
{
    remove_idle(nodes, site, machine);
    site->held--;
    return ul_sim_release(nodes->sim, machine);
}

/* All idle nodes are looked at; what is left is due again later. */
static ul_status look_at_idle(ul_sec_nodes *nodes, ul_sec_site *site, double now)
{
    const bool is_minute = fmod(now, CHECK_S) == 0;
    site->due_s = HUGE_VAL;
    for (uint32_t q = site->n_idle; q-- > 0;) {
        const uint32_t machine = site->idle[q];
        const ul_sec_node *node = &nodes->node[machine];
        if (is_minute && paid_until(site, node, now) - now <= CHECK_S) {
            UL_SIM_TELL(nodes->sim, .kind = UL_STEP_EMPTY, .bin = machine,
                        .seconds = paid_until(site, node, now) - now,
                        .why = ": nobody waits, and what is paid for ends in {seconds}");
            UL_TRY(release(nodes, site, machine));
        } else
            site->due_s = fmin(site->due_s, release_minute(site, node, now));
    }
    return UL_OK;
}

ul_status ul_sec_give_back(ul_sec_nodes *nodes, ul_sec_site *site)
{
    const double now = ul_sim_now(nodes->sim);
    if (nodes->timer_s <= now)
        nodes->timer_s = HUGE_VAL;
    if (site->due_s <= now)
        UL_TRY(look_at_idle(nodes, site, now));
    const double at = ceil(site->due_s / CHECK_S) * CHECK_S;
    if (site->n_idle == 0 || at >= nodes->timer_s)
        return UL_OK;
    nodes->timer_s = at;
    return ul_sim_timer(nodes->sim, at, 0);
}

ul_status ul_sec_gone(void *self, ul_sim *sim, uint32_t machine)
{
    (void)self;
    return ul_sim_refuse(sim, "machine %u is taken away, which SEC's cluster does not know",
                         machine);
}
