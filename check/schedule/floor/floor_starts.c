/* What starts of machines cost, at the times at which many are needed.
 *
 * A machine is billed for some time before anybody can use it and after its release. In between it
 * is used from a second to another. Let a share, between none and all, be said of every second: what
 * the share rises by from the first to the other is no more than all of a start, so that a bill is no
 * less than the price of the time of use and as much of a start. So where the share rises a second
 * costs more than its price, and where it falls less; but none costs less than nothing, as machines
 * may be kept that nobody uses. Shares are straight lines between the beginnings of periods, and do
 * not change before the first and after the last.
 */
#include "floor.h"

#define SHARE_ALL CHECK_SECOND /* millionths */
#define PART_MAX ((check_wide)1000000000000) /* as the largest price: a million dollars an hour */

void check_floor_read_start(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 2, "start,SHARE");
    if (f->wait < 0 || f->n_periods == 0 || f->instants)
        check_refuse(f->c, row, 0, "it needs records 'wait' and 'period' above it");
    check_floor_period *period = &f->period[f->n_periods - 1];
    if (period->has_start)
        check_refuse(f->c, row, 0, "the period has a share of a start already");
    period->has_start = f->starts = true;
    period->start = check_decimal(f->c, row, 1, "the share");
    if (period->start < 0 || period->start > SHARE_ALL)
        check_refuse(f->c, row, 1, "the share is not between 0 and 1");
}

check_wide check_floor_startup(const check_floor *f, size_t k)
{
    const check_schedule *s = f->s;
    const check_machine_type *type = &s->types[k];
    check_micro usable = type->usable_after;
    if (s->n_boots > 0)
        usable = s->boots[0].seconds - type->billed_after;
    const check_micro seconds = (usable > 0 ? usable : 0) + type->gone_after - CHECK_FLOOR_FORGIVEN;
    return seconds > 0 ? (check_wide)check_floor_pays(f, k, 0, CHECK_ALWAYS) * seconds : 0;
}

/* Rounded down, below 0 as well. A start is at most a price of 10^12 for some 10^17 microseconds. */
check_micro check_floor_start_part(const check_floor *f, size_t p, size_t k)
{
    if (!f->starts || p + 1 >= f->n_periods)
        return 0;
    const check_floor_period *now = &f->period[p], *next = now + 1;
    const check_wide rise = check_times(f->c, check_floor_startup(f, k), next->start - now->start);
    const check_wide length = (check_wide)(next->from - now->from) * SHARE_ALL;
    const check_wide part = rise / length - (rise % length < 0);
    const check_micro price = check_floor_pays(f, k, now->from, next->from);
    if (part > PART_MAX || price + part < 0)
        check_refuse_file(f->c, f->file, "has shares of a start that change too fast: a price would be "
                                         "below 0, or above a million dollars an hour");
    return (check_micro)part;
}
