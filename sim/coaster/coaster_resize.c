/* CloudCoaster: the workers for short jobs grow with transient ones while almost all
 * general workers hold long tasks, and shrink when they do not.
 *
 * Looked at whenever a long job comes, a long task ends, a transient worker is ready or
 * has gone. Adding is quick, as many as it takes; removing is slow, one at a look: the
 * newest that is not ready yet, else the one with the least to do. O(transient workers)
 * a removal.
 */
#include <math.h>
#include <string.h>

#include "coaster.h"
#include "grow.h"

#define LONG_SHARE ": long tasks hold {%value} of the servers"

/* A share of a count that is whole but for the rounding of doubles is whole. */
#define ALMOST_WHOLE 1e-9

static uint32_t n_active(const ul_coaster *c)
{
    return c->n_short - c->n_kept;
}

/* The share of workers that hold long tasks; those that drain do not count any more. */
static double long_ratio(const ul_coaster *c)
{
    return (double)c->map.n_set
           / (double)(c->n_general + c->n_kept + n_active(c) + c->n_booting);
}

static void remove_at(uint32_t *list, uint32_t *n, uint32_t at)
{
    --*n;
    memmove(&list[at], &list[at + 1], (*n - at) * sizeof *list);
}

static uint32_t find(const uint32_t *list, uint32_t w)
{
    uint32_t q = 0;
    while (list[q] != w)
        q++;
    return q;
}

/* ---- one comes, one goes ---- */

static ul_status start_one(ul_coaster *c)
{
    const uint32_t w = (uint32_t)c->n_workers;
    const double ready_s = c->now + c->provision_s;
    UL_TRY(ul_coaster_add_worker(c, &(ul_timeline_machine){
        .type = c->transient_type, .ordered_s = ul_coaster_micro(c->now),
        .ready_s = ul_coaster_micro(ready_s), .released_s = -1}, UL_WORKER_BOOTING));
    UL_COASTER_TELL(c, .kind = UL_STEP_OPEN, .bin = w, .type = c->transient_type,
                    .value = long_ratio(c), .against = c->threshold,
                    .why = LONG_SHARE ", more than {%against}");
    c->booting[c->n_booting++] = w;
    c->n_transient++;
    return ul_coaster_push(c, UL_COASTER_READY, ready_s, w);
}

/* One worker less, and how many it serves first. */
static void tell_removal(const ul_coaster *c, uint32_t w, uint32_t to_serve)
{
    UL_COASTER_TELL(c, .kind = UL_STEP_EMPTY, .bin = w, .count = to_serve,
                    .value = long_ratio(c), .against = c->threshold,
                    .why = LONG_SHARE ", less than {%against}{count>0?. First it serves who is there|}");
}

static void go(ul_coaster *c, uint32_t w)
{
    c->worker[w].state = UL_WORKER_GONE;
    c->plan->machine[w].released_s = ul_coaster_micro(c->now);
    c->n_transient--;
}

static bool is_empty(const ul_coaster_worker *worker)
{
    return !worker->busy && worker->n_probes == 0 && worker->n_coming == 0;
}

/* Where the least is to do among those active, the last activated on ties. */
static uint32_t least_loaded(const ul_coaster *c)
{
    uint32_t best = c->n_short - 1, least = UINT32_MAX;
    for (uint32_t q = c->n_short; q-- > c->n_kept;) {
        const ul_coaster_worker *worker = &c->worker[c->short_only[q]];
        const uint32_t to_do = worker->n_probes + worker->busy;
        if (to_do < least) {
            least = to_do;
            best = q;
        }
    }
    return best;
}

static void drain_one(ul_coaster *c)
{
    const uint32_t at = least_loaded(c), w = c->short_only[at];
    tell_removal(c, w, c->worker[w].n_probes + c->worker[w].busy);
    remove_at(c->short_only, &c->n_short, at);
    c->worker[w].state = UL_WORKER_DRAINING;
    if (is_empty(&c->worker[w]))
        go(c, w);
}

/* False where there is none to remove. */
static bool remove_one(ul_coaster *c)
{
    if (c->cancels && c->n_booting > 0) {
        tell_removal(c, c->booting[c->n_booting - 1], 0);
        go(c, c->booting[--c->n_booting]);
    } else if (n_active(c) > 0)
        drain_one(c);
    else
        return false;
    return true;
}

ul_status ul_coaster_recheck(ul_coaster *c)
{
    if (!c->rules->resizes)
        return UL_OK;
    if (long_ratio(c) > c->threshold) {
        while (long_ratio(c) > c->threshold && c->n_transient < c->n_most)
            UL_TRY(start_one(c));
    } else if (long_ratio(c) < c->threshold && remove_one(c) && c->removes_all) {
        while (long_ratio(c) < c->threshold && remove_one(c))
            continue;
    }
    return UL_OK;
}

/* On a whole microsecond, as all other times are. */
static double draw_revocation(ul_coaster *c)
{
    const double at_s = c->now + ul_rng_exponential(c->fate, 1 / c->revoked_per_s);
    return ul_micro_double(ul_coaster_micro(at_s));
}

ul_status ul_coaster_ready(ul_coaster *c, uint32_t w)
{
    if (c->worker[w].state != UL_WORKER_BOOTING)
        return UL_OK;
    c->worker[w].state = UL_WORKER_ACTIVE;
    remove_at(c->booting, &c->n_booting, find(c->booting, w));
    UL_TRY(ul_grow(&c->short_only, c->n_short, &c->short_room, sizeof *c->short_only));
    c->short_only[c->n_short++] = w;
    if (c->revoked_per_s > 0)
        UL_TRY(ul_coaster_push(c, UL_COASTER_REVOKED, draw_revocation(c), w));
    return ul_coaster_recheck(c);
}

ul_status ul_coaster_maybe_leave(ul_coaster *c, uint32_t w)
{
    if (c->worker[w].state != UL_WORKER_DRAINING || !is_empty(&c->worker[w]))
        return UL_OK;
    go(c, w);
    return ul_coaster_recheck(c);
}

ul_status ul_coaster_revoke(ul_coaster *c, uint32_t w)
{
    ul_coaster_worker *worker = &c->worker[w];
    if (worker->state == UL_WORKER_GONE)
        return UL_OK;
    if (worker->state == UL_WORKER_ACTIVE)
        remove_at(c->short_only, &c->n_short, find(c->short_only, w));
    go(c, w);
    UL_TRY(ul_coaster_cut(c, w));
    return ul_coaster_recheck(c);
}

/* ---- the beginning ---- */

/* The price of a worker that stays over that of a transient one. */
static double price_ratio(const ul_coaster *c)
{
    return (double)c->in->type[0].price / (double)c->in->type[c->transient_type].price;
}

static ul_status find_transient(ul_coaster *c)
{
    const ul_schedule *in = c->in;
    if (in->n_types < 2)
        return ul_fail(UL_E_INPUT, "cloudcoaster: '%s' has no transient machines, a second type",
                       in->name);
    c->transient_type = 1;
    const ul_schedule_type *type = &in->type[1];
    if (type->usable_at_most_s > type->usable_after_s)
        return ul_fail(UL_E_INPUT, "cloudcoaster: '%s' draws when machines of type '%s' are ready",
                       in->name, type->name);
    c->provision_s = ul_micro_double(type->billed_after_s + type->usable_after_s);
    return UL_OK;
}

ul_status ul_coaster_resize_begin(ul_coaster *c)
{
    if (!c->rules->resizes)
        return UL_OK;
    UL_TRY(find_transient(c));
    const ul_schedule_type *type = &c->in->type[c->transient_type];
    const double r = ul_run_number(c->run, "r"), k = ul_run_number(c->run, "k");
    const uint32_t replaced = (uint32_t)(ul_run_number(c->run, "p") * c->n_kept + ALMOST_WHOLE);
    double most = k >= 0 ? k : floor((r > 0 ? r : price_ratio(c)) * replaced + ALMOST_WHOLE);
    if (type->n_supplies > 0)
        most = fmin(most, type->supply[0].count);
    c->n_kept -= replaced;
    c->n_most = (uint32_t)fmin(most, UINT32_MAX / 2);
    c->threshold = ul_run_number(c->run, "L");
    c->revoked_per_s = ul_run_number(c->run, "revocations") / 3600;
    c->cancels = ul_run_choice_is(c->run, "booting", "cancelled");
    c->removes_all = ul_run_choice_is(c->run, "removes", "all");
    c->booting = ul_arena_alloc_raw(ul_run_arena(c->run), c->n_most, sizeof *c->booting);
    c->fate = ul_rng_new(ul_run_seed(c->run));
    return c->booting == NULL || c->fate == NULL
               ? ul_no_memory()
               : UL_OK;
}
