#include "sim_state.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

ul_status ul_sim_push(ul_sim *sim, ul_sim_kind kind, double at_s, uint64_t tag, uint32_t version)
{
    uint64_t number = 0;
    if (sim->policy->by_number)
        number = kind == UL_AT_STOPPED || kind == UL_AT_LEFT || kind == UL_AT_WORKING
                     ? sim->place[tag].task
                     : tag;
    return ul_event_push(&sim->queue, (ul_event){.at_s = at_s, .number = number, .tag = tag,
                                                 .version = version, .kind = (uint8_t)kind,
                                                 .rank = sim->rank[kind]});
}

ul_status ul_sim_put_off(ul_sim *sim, ul_sim_kind kind, uint32_t p)
{
    return ul_event_push(&sim->queue, (ul_event){.at_s = sim->now, .tag = p,
                                                 .version = sim->place[p].version,
                                                 .kind = (uint8_t)kind, .rank = UINT8_MAX});
}

ul_micro ul_sim_micro(double seconds)
{
    return (ul_micro)llround(seconds * (double)UL_MICRO);
}

double ul_sim_progress(const ul_sim *sim)
{
    double sum = 0;
    for (size_t u = 0; u < sim->in->n_tasks; u++) {
        const ul_sim_unit *unit = &sim->unit[u];
        sum += unit->done + unit->rate * fmax(0, sim->now - unit->since_s);
    }
    return sum;
}

bool ul_sim_price_moves(const ul_sim *sim)
{
    for (size_t k = 0; k < sim->in->n_types; k++) {
        const ul_schedule_type *type = &sim->in->type[k];
        if (type->n_prices > 0
            && ul_micro_double(type->moving_price[type->n_prices - 1].from_s) > sim->now)
            return true;
    }
    return false;
}

ul_status ul_sim_refuse(ul_sim *sim, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sim->refused = true;
    return ul_fail(UL_E_INTERNAL, "second %.10g: %s", sim->now, text);
}

bool ul_sim_pardon(ul_sim *sim)
{
    const bool refused = sim->refused;
    sim->refused = false;
    return refused;
}

bool ul_sim_told(const ul_sim *sim)
{
    return ul_run_steps(sim->run) != NULL;
}

void ul_sim_tell(const ul_sim *sim, const ul_step *step)
{
    const ul_step_listener *listener = ul_run_steps(sim->run);
    ul_step timed = *step;
    timed.at_s = ul_sim_micro(sim->now);
    listener->hear(listener->context, &timed);
}

ul_status ul_sim_go_on(const ul_sim *sim)
{
    return ul_run_expired(sim->run) ? ul_fail(UL_E_STOPPED, "the deadline came first") : UL_OK;
}
