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

/* The time that a machine is billed for; nothing where it was given back before. */
static check_billed billed(const check_schedule *s, const check_machine *machine)
{
    const check_machine_type *type = &s->types[machine->type];
    const check_micro unit = type->has_billing ? type->unit : s->unit;
    const check_micro least = type->has_billing ? type->least : s->least;
    const check_micro from = machine->ordered + type->billed_after;
    check_micro length = machine->released + type->gone_after - from;
    if (machine->released < from)
        return (check_billed){from, from};
    if (unit > 0)
        length += (unit - length % unit) % unit;
    return (check_billed){from, from + (length < least ? least : length)};
}

static check_wide discounted(check *c, const check_schedule *s, const check_timeline *t, size_t k)
{
    check_billed *lease = check_alloc(c, t->id.n + 1, sizeof *lease);
    size_t n = 0;
    check_spend(c, t->id.n);
    for (size_t m = 0; m < t->id.n; m++) {
        const check_machine *machine = &t->machine[m];
        if (machine->type != k || machine->released < machine->ordered)
            continue;
        lease[n] = billed(s, machine);
        n += lease[n].to > lease[n].from;
    }
    const check_wide sum = check_timeline_sustained(c, s, &s->types[k], lease, n);
    check_free(c, lease);
    return sum;
}

check_wide check_timeline_bill(check *c, const check_schedule *s, const check_timeline *t)
{
    check_wide sum = 0;
    for (size_t m = 0; m < t->id.n; m++) {
        const check_machine *machine = &t->machine[m];
        const check_machine_type *type = &s->types[machine->type];
        const check_billed lease = billed(s, machine);
        check_spend_on(c, type->n_steps + 1, 4);
        if (machine->released >= machine->ordered && type->n_shares == 0)
            sum = check_plus(c, sum, price_over(type, lease.from, lease.to));
    }
    for (size_t k = 0; k < s->type.n; k++)
        if (s->types[k].n_shares > 0)
            sum = check_plus(c, sum, discounted(c, s, t, k));
    return check_ratio_up(sum, 3600);
}
