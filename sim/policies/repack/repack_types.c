/* Types at the prices of the moment, what tasks of a shape need and are worth, and what is kept of
 * each from round to round. */
#include <math.h>
#include <string.h>

#include "repack.h"

/* Who chooses among futures decides so often in the time of a round. */
enum { ROUNDS_EACH = 5 };

/* A task that stays for many units has the more of the next ones to pay the less is left of its own:
 * the horizon is so long that this counts. */
enum { UNITS_AHEAD = 4 };

static double longest_unit_s(const ul_repack *r)
{
    double most_s = 0;
    for (uint32_t k = 0; k < ul_sim_n_types(r->sim); k++)
        most_s = fmax(most_s, ul_repack_billing_s(r, ul_sim_type(r->sim, k)));
    return most_s;
}

static void sort_types(ul_repack *r)
{
    for (uint32_t k = 0; k < r->n_types; k++) {
        size_t at = k;
        for (; at > 0 && r->type[r->by_price[at - 1]].price > r->type[k].price; at--)
            r->by_price[at] = r->by_price[at - 1];
        r->by_price[at] = k;
    }
}

ul_status ul_repack_refresh_types(ul_repack *r)
{
    for (uint32_t k = 0; k < r->n_types; k++) {
        const ul_schedule_type *type = ul_sim_type(r->sim, k);
        const uint32_t supply = ul_sim_supply(r->sim, k), up = ul_sim_n_up(r->sim, k);
        const ul_micro price = ul_sim_price(r->sim, k);
        const double boot_s = ul_sim_boot_s(r->sim, k, 1);
        r->has_news = r->has_news || price != r->price[k];
        r->price[k] = price;
        r->type[k] = (ul_conf_type){
            .price = ul_micro_double(price) / 3600, .boot_s = boot_s,
            .billed_boot_s = boot_s - ul_micro_double(type->billed_after_s)
                             - ul_micro_double(type->usable_at_most_s - type->usable_after_s) / 2,
            .billing_s = ul_repack_billing_s(r, type),
            .least_s = ul_micro_double(type->billing_least_s),
            .family = type->family, .capacity = type->capacity,
            .left = supply == UL_SIM_NONE ? UINT32_MAX : supply > up ? supply - up : 0};
    }
    sort_types(r);
    return UL_OK;
}

/* The largest share of a type that the task takes, in dollars a second. */
static double share_price(const ul_repack *r, const ul_micro *need, uint32_t k)
{
    double share = 0;
    for (size_t q = 0; q < ul_sim_n_resources(r->sim); q++)
        if (need[q] > 0)
            share = fmax(share, (double)need[q] / (double)r->type[k].capacity[q]);
    return share * r->type[k].price;
}

static ul_status fill_shape(ul_repack *r, uint32_t task, ul_conf_shape *shape)
{
    const size_t n = ul_sim_n_resources(r->sim);
    ul_micro *all;
    UL_ALLOC(r->arena, all, ul_sim_n_families(r->sim) * n);
    UL_ALLOC(r->arena, shape->need, ul_sim_n_families(r->sim));
    UL_ALLOC(r->arena, shape->speed, r->n_types);
    for (uint32_t f = 0; f < ul_sim_n_families(r->sim); f++, all += n)
        shape->need[f] = memcpy(all, ul_sim_demand(r->sim, task, f), n * sizeof *all);
    shape->worth = HUGE_VAL;
    for (uint32_t k = 0; k < r->n_types; k++) {
        const ul_micro *need = shape->need[r->type[k].family];
        bool fits = true;
        for (size_t q = 0; q < ul_sim_n_resources(r->sim); q++)
            fits = fits && need[q] <= r->type[k].capacity[q];
        shape->speed[k] = fits ? ul_sim_speed(r->sim, task, k) : 0;
        if (fits)
            shape->worth = fmin(shape->worth, share_price(r, need, k));
    }
    return UL_OK;
}

ul_status ul_repack_shape(ul_repack *r, uint32_t task, ul_conf_shape **result)
{
    const uint32_t s = ul_sim_shape(r->sim, task);
    UL_MORE(r->arena, r->shape, s, r->shape_room);
    UL_MORE(r->arena, r->done_of, s, r->done_room);
    if (r->shape[s].need == NULL)
        UL_TRY(fill_shape(r, task, &r->shape[s]));
    *result = &r->shape[s];
    return UL_OK;
}

uint32_t ul_repack_own_type(const ul_repack *r, uint32_t i, double in_s)
{
    const double *speed = r->shape[ul_sim_shape(r->sim, i)].speed;
    for (size_t q = 0; q < r->n_types; q++) {
        const uint32_t k = r->by_price[q], supply = ul_sim_supply(r->sim, k);
        if (speed[k] > 0 && r->type[k].boot_s <= in_s
            && (supply == UL_SIM_NONE || ul_sim_n_up(r->sim, k) < supply))
            return k;
    }
    return UL_SIM_NONE;
}

ul_status ul_repack_begin(ul_repack *r, ul_sim *sim)
{
    ul_run *run = ul_sim_run_of(sim);
    r->sim = sim;
    r->arena = ul_run_arena(run);
    r->rng = ul_run_rng(run);
    r->wait_s = ul_run_number(run, "wait");
    r->interval_s = ul_run_number(run, "interval");
    if (r->interval_s == 0)
        r->interval_s = ul_sim_round_s(sim);
    r->unit_s = longest_unit_s(r);
    r->horizon_s = ul_run_number(run, "horizon");
    if (r->horizon_s == 0) /* where rounds come with every event a quarter of an hour */
        r->horizon_s = fmax(r->interval_s > 0 ? 8 * r->interval_s : 900,
                            UNITS_AHEAD * r->unit_s);
    r->chooses = ul_sim_policy(sim)->futures > 1;
    if (r->chooses)
        r->interval_s /= ROUNDS_EACH;
    r->steps = (size_t)ul_run_number(run, "steps");
    r->n_types = ul_sim_n_types(sim);
    UL_ALLOC(r->arena, r->type, r->n_types);
    UL_ALLOC(r->arena, r->price, r->n_types);
    UL_ALLOC(r->arena, r->by_price, r->n_types);
    return ul_repack_refresh_types(r);
}

/* ---- what is kept of tasks ---- */

double ul_repack_waited_s(const ul_repack *r, uint32_t i)
{
    return r->task[i].waited_s + (r->task[i].is_off ? ul_sim_now(r->sim) - r->task[i].off_s : 0);
}

void ul_repack_drop_target(ul_repack *r, uint32_t i)
{
    if (r->task[i].target == UL_SIM_NONE)
        return;
    r->machine[r->task[i].target].coming--;
    r->task[i].target = UL_SIM_NONE;
}
