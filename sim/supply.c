/* Supply over time: how many machines of a type may exist, by records that hold from one instant
 * to another. What gives machines, or takes them, is a row of the table: which records of the type
 * it has, what happens when one begins and ends, and what becomes of the tasks on a machine that it
 * takes. The loop and the physics know none of them by name.
 */
#include "sim_state.h"

typedef const ul_schedule_supply *(*records)(const ul_schedule_type *type, size_t *n);

static const ul_schedule_supply *supplies(const ul_schedule_type *type, size_t *n)
{
    *n = type->n_supplies;
    return type->supply;
}

static const ul_schedule_supply *services(const ul_schedule_type *type, size_t *n)
{
    *n = type->n_services;
    return type->service;
}

static const struct {
    records of;
    ul_sim_kind begins, ends;
    bool takes;      /* machines, for as long as it holds; else it gives them */
    bool loses_work; /* what the tasks on a machine that it takes have done */
} source[] = {
    {supplies, UL_AT_SUPPLY_UP, UL_AT_SUPPLY_DOWN, false, false}, /* what the cloud has to offer */
    {services, UL_AT_SERVICE, UL_AT_SUPPLY_UP, true, true},       /* services that come before batch */
};
enum { SOURCES = sizeof source / sizeof *source };

static void change(ul_sim *sim, uint32_t k, uint32_t s, uint32_t count, bool begins)
{
    sim->supply[k] += begins != source[s].takes ? count : -count;
    if (source[s].takes)
        sim->serving[k] += begins ? count : -count;
}

/* An event's tag is the type, and the record: number q of source s is SOURCES * q + s. */
ul_status ul_sim_change_supply(ul_sim *sim, uint64_t tag, ul_sim_kind kind)
{
    const uint32_t k = (uint32_t)(tag >> 32), q = (uint32_t)(tag & UINT32_MAX), s = q % SOURCES;
    const bool begins = kind == source[s].begins;
    size_t n;
    change(sim, k, s, source[s].of(&sim->in->type[k], &n)[q / SOURCES].count, begins);
    sim->loses_work = begins && source[s].loses_work;
    UL_TRY(ul_sim_take_away(sim, k));
    sim->loses_work = false;
    return sim->policy->supply != NULL ? sim->policy->supply(sim->self, sim, k) : UL_OK;
}

static ul_status push_records(ul_sim *sim, uint32_t k, uint32_t s)
{
    size_t n;
    const ul_schedule_supply *record = source[s].of(&sim->in->type[k], &n);
    for (size_t q = 0; q < n; q++) {
        const uint64_t tag = (uint64_t)k << 32 | (SOURCES * q + s);
        if (record[q].from_s == 0)
            change(sim, k, s, record[q].count, true);
        else
            UL_TRY(ul_sim_push(sim, source[s].begins, ul_micro_double(record[q].from_s), tag, 0));
        UL_TRY(ul_sim_push(sim, source[s].ends, ul_micro_double(record[q].to_s), tag, 0));
    }
    return UL_OK;
}

ul_status ul_sim_push_supplies(ul_sim *sim)
{
    for (uint32_t k = 0; k < sim->in->n_types; k++) {
        sim->supply[k] = sim->in->type[k].n_supplies == 0 ? UL_SIM_NONE : 0;
        for (uint32_t s = 0; s < SOURCES; s++)
            UL_TRY(push_records(sim, k, s));
    }
    return UL_OK;
}
