/* The bill: every machine's price over its billed time, exact, rounded up once. */
#include "schedule.h"

/* price * time in 10^-12 dollars * seconds / hours; at most 10^18 * 10^17. */
static check_wide price_over(const check_machine_type *type, check_micro from, check_micro to)
{
    check_wide sum = 0;
    check_micro price = type->price, since = from;
    for (size_t q = 0; q < type->n_steps && type->step[q].from < to; q++) {
        if (type->step[q].from > since) {
            sum += (check_wide)price * (type->step[q].from - since);
            since = type->step[q].from;
        }
        price = type->step[q].price;
    }
    return sum + (check_wide)price * (to - since);
}

static check_wide bill_of(const check_schedule *s, const check_machine *machine)
{
    const check_machine_type *type = &s->types[machine->type];
    const check_micro unit = type->has_billing ? type->unit : s->unit;
    const check_micro least = type->has_billing ? type->least : s->least;
    const check_micro from = machine->ordered + type->billed_after;
    check_micro billed = machine->released + type->gone_after - from;
    if (machine->released < from)
        return 0; /* given back before its billing began */
    if (unit > 0)
        billed += (unit - billed % unit) % unit;
    return price_over(type, from, from + (billed < least ? least : billed));
}

check_wide check_timeline_bill(check *c, const check_schedule *s, const check_timeline *t)
{
    check_wide sum = 0;
    for (size_t m = 0; m < t->id.n; m++)
        if (t->machine[m].released >= t->machine[m].ordered)
            sum = check_plus(c, sum, bill_of(s, &t->machine[m]));
    return check_ratio_up(sum, 3600);
}
