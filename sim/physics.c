/* The physics of a world: which change rates in it, and the supply over time, how many machines
 * of a type may exist, by records that hold from one instant to another.
 */
#include "sim_state.h"

#define UL_PHYSICS(name) extern const ul_physics ul_physics_##name;
#include "physics.def"
#undef UL_PHYSICS

static const ul_physics *const physics[] = {
#define UL_PHYSICS(name) &ul_physics_##name,
#include "physics.def"
#undef UL_PHYSICS
};

/* ---- what the cloud has to offer ---- */

static const ul_schedule_supply *supplies(const ul_schedule_type *type, size_t *n)
{
    *n = type->n_supplies;
    return type->supply;
}

static void hide(ul_schedule_type *type)
{
    type->n_supplies = 0;
    type->supply = NULL;
}

static void offer(ul_sim *sim, uint32_t k, uint32_t count, bool begins)
{
    sim->supply[k] += begins ? count : -count;
}

const ul_physics ul_physics_offer = {
    .supply = supplies, .begins = UL_AT_SUPPLY_UP, .ends = UL_AT_SUPPLY_DOWN, .event = offer,
    .hide = hide};

/* ---- all of them ---- */

/* An event's tag is the type, and the record: number q of physics s is UL_N_PHYSICS * q + s. */
ul_status ul_sim_change_supply(ul_sim *sim, uint64_t tag, ul_sim_kind kind)
{
    const uint32_t k = (uint32_t)(tag >> 32), q = (uint32_t)(tag & UINT32_MAX);
    const ul_physics *of = physics[q % UL_N_PHYSICS];
    size_t n;
    of->event(sim, k, of->supply(&sim->in->type[k], &n)[q / UL_N_PHYSICS].count,
              kind == of->begins);
    UL_TRY(ul_sim_take_away(sim, k));
    sim->loses_work = false;
    return sim->policy->supply != NULL ? sim->policy->supply(sim->self, sim, k) : UL_OK;
}

static ul_status push_records(ul_sim *sim, uint32_t k, uint32_t s)
{
    size_t n;
    const ul_physics *of = physics[s];
    const ul_schedule_supply *record = of->supply(&sim->in->type[k], &n);
    of->hide(&sim->type[k]);
    for (size_t q = 0; q < n; q++) {
        const uint64_t tag = (uint64_t)k << 32 | (UL_N_PHYSICS * q + s);
        if (record[q].from_s == 0)
            of->event(sim, k, record[q].count, true);
        else
            UL_TRY(ul_sim_push(sim, of->begins, ul_micro_double(record[q].from_s), tag, 0));
        UL_TRY(ul_sim_push(sim, of->ends, ul_micro_double(record[q].to_s), tag, 0));
    }
    return UL_OK;
}

ul_status ul_sim_begin_physics(ul_sim *sim)
{
    for (uint32_t k = 0; k < sim->in->n_types; k++) {
        sim->supply[k] = sim->in->type[k].n_supplies == 0 ? UL_SIM_NONE : 0;
        for (uint32_t s = 0; s < UL_N_PHYSICS; s++)
            if (physics[s]->supply != NULL)
                UL_TRY(push_records(sim, k, s));
    }
    sim->loses_work = false;
    for (uint32_t s = 0; s < UL_N_PHYSICS; s++) {
        ul_rate *rate = physics[s]->rate == NULL ? NULL : physics[s]->rate(sim);
        if (rate != NULL)
            sim->rate[sim->n_rates++] = rate;
    }
    return UL_OK;
}
