/* Machines that are paid for by units of time, an hour perhaps: the rest of a unit costs nothing, so
 * that an empty machine is kept until shortly before the next one, and those who are on a machine
 * then may go to one that is kept. */
#include <math.h>

#include "repack.h"

/* How long before its end a unit is looked at: a minute of an hour, as SEC's cluster does. */
static const double share_before_end = 1.0 / 60;
static const double least_s = 1e-6; /* less is rounding */

double ul_repack_billing_s(const ul_repack *r, const ul_schedule_type *type)
{
    const double unit_s = ul_micro_double(type->billing_unit_s);
    return r->holds && unit_s > 1 ? unit_s : 0;
}

static const ul_conf_type *type_of(const ul_repack *r, uint32_t m)
{
    return &r->type[ul_sim_machine_type(r->sim, m)];
}

bool ul_repack_is_by_units(const ul_repack *r, uint32_t m)
{
    return type_of(r, m)->billing_s > 0;
}

static double billed_from_s(const ul_repack *r, uint32_t m)
{
    return ul_sim_ordered_s(r->sim, m)
           + ul_micro_double(ul_sim_type(r->sim, ul_sim_machine_type(r->sim, m))->billed_after_s);
}

/* For how long from now on it can be kept without another unit. */
static double paid_s(const ul_repack *r, uint32_t m)
{
    const ul_schedule_type *type = ul_sim_type(r->sim, ul_sim_machine_type(r->sim, m));
    const double age_s = ul_sim_now(r->sim) + ul_micro_double(type->gone_after_s)
                         - billed_from_s(r, m);
    const double units = floor(age_s / type_of(r, m)->billing_s) + 1;
    return fmax(units * type_of(r, m)->billing_s, type_of(r, m)->least_s) - age_s;
}

/* Seconds until its unit is looked at, the next one's where that is over. */
static double look_in_s(const ul_repack *r, uint32_t m, bool *is_ending)
{
    const double unit_s = type_of(r, m)->billing_s;
    const double in_s = paid_s(r, m) - share_before_end * unit_s;
    *is_ending = in_s <= least_s;
    return *is_ending ? in_s + unit_s : in_s;
}

bool ul_repack_is_held(const ul_repack *r, uint32_t m)
{
    bool is_ending = true;
    if (ul_repack_is_by_units(r, m) && billed_from_s(r, m) <= ul_sim_now(r->sim))
        (void)look_in_s(r, m, &is_ending);
    return !is_ending;
}

bool ul_repack_fills_paid(const ul_repack *r, uint32_t m, const ul_conf_shape *shape)
{
    return m != UL_SIM_NONE && ul_repack_is_held(r, m)
           && ul_conf_fills(type_of(r, m), shape, ul_sim_n_resources(r->sim));
}

/* Who leaves a machine empty loses what is paid of it. */
void ul_repack_gather_paid(const ul_repack *r, ul_conf_host *host)
{
    const ul_conf_type *type = &r->type[host->type];
    const double early_s = billed_from_s(r, host->machine) - ul_sim_now(r->sim);
    if (type->billing_s == 0)
        return;
    if (early_s > 0)
        ul_conf_pay_boot(type, 0, host->ready_s - early_s, host);
    else
        ul_conf_pay_boot(type, paid_s(r, host->machine), host->ready_s, host);
    if (ul_sim_n_on(r->sim, host->machine) > 0)
        host->start -= type->price * host->paid_s;
}

/* ---- ends of units ---- */

ul_status ul_repack_await_units(ul_repack *r)
{
    const double now_s = ul_sim_now(r->sim);
    double next_s = HUGE_VAL;
    for (uint32_t m = ul_sim_first_up(r->sim); m != UL_SIM_NONE; m = ul_sim_next_up(r->sim, m)) {
        bool is_ending;
        if (ul_repack_is_by_units(r, m))
            next_s = fmin(next_s, now_s + look_in_s(r, m, &is_ending));
    }
    if (next_s == HUGE_VAL || (r->look_s > now_s && r->look_s <= next_s))
        return UL_OK;
    r->look_s = next_s;
    return ul_sim_timer(r->sim, next_s, UL_REPACK_LOOK);
}

bool ul_repack_is_to_look(const ul_repack *r)
{
    bool is_end = false, is_kept = false;
    for (uint32_t m = ul_sim_first_up(r->sim); m != UL_SIM_NONE; m = ul_sim_next_up(r->sim, m)) {
        const bool is_held = ul_repack_is_held(r, m), is_empty = ul_sim_n_on(r->sim, m) == 0;
        is_end = is_end || (!is_empty && !is_held && ul_repack_is_by_units(r, m));
        is_kept = is_kept || (is_empty && is_held);
    }
    return is_end && is_kept;
}
