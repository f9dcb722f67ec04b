/* Time divided into periods, where what a second is worth, or what machines cost, differs
 * from one to the other.
 *
 * Before the first period and in each of them, the last without end, no set that fits a
 * machine may be worth more than the machine costs at the least of that time and, where the
 * type's supply is limited, its second of supply is said to be worth. A timeline has no more
 * machines of a type at once than are supplied, so all of them together cost at least what is
 * done on them, less all supply at its worth. Nobody is at work, or loads, before his arrival:
 * a second of a task has at least the least value of all periods from its arrival on.
 */
#include "floor.h"

/* ---- records ---- */

void check_floor_read_period(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 2, "period,FROM_S");
    const check_micro from = check_decimal(f->c, row, 1, "the beginning");
    if (f->instants)
        check_refuse(f->c, row, 0, "there are instants above, which are of all times");
    if (from < 0 || from > 3 * CHECK_SECONDS_MAX
        || (f->n_periods > 0 && from <= f->period[f->n_periods - 1].from))
        check_refuse(f->c, row, 1, "periods begin one after the other");
    f->period = check_grow(f->c, f->period, f->n_periods, &f->period_room, sizeof *f->period);
    f->period[f->n_periods++] = (check_floor_period){.from = from, .first = f->n_presences,
                                                     .first_toll = f->n_tolls,
                                                     .first_rise = f->n_rises,
                                                     .first_scarce = f->n_scarce};
}

void check_floor_read_rise(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 5, "value,JOB,TASK,OF_WORK,OF_LOADING");
    const size_t class = (size_t)(check_floor_class_at(f, row) - f->class);
    check_floor_period *period = &f->period[f->n_periods - 1];
    const check_floor_rise one = {
        class,
        (int64_t)check_from_zero(f->c, row, 3, "the value of work", CHECK_FLOOR_VALUE_MAX),
        (int64_t)check_from_zero(f->c, row, 4, "the value of loading", CHECK_FLOOR_VALUE_MAX)};
    if (f->class[class].rises_in == f->n_periods) {
        /* of another workload, and no record tells workloads apart */
        const check_floor_rise *above = &f->rise[f->class[class].rises_at];
        if (above->work != one.work || above->loading != one.loading)
            check_refuse(f->c, row, 3, "tasks like this one have another value in this period");
        return;
    }
    f->class[class].rises_in = f->n_periods;
    f->class[class].rises_at = f->n_rises;
    f->rise = check_grow(f->c, f->rise, f->n_rises, &f->rise_room, sizeof *f->rise);
    f->rise[f->n_rises++] = one;
    period->n_rises++;
}

void check_floor_read_supply(check_floor *f, const check_row *row)
{
    const check_schedule *s = f->s;
    check_expect(f->c, row, 3, "supply,TYPE,VALUE");
    if (f->n_periods == 0)
        check_refuse(f->c, row, 0, "supply needs a record 'period' above it");
    const size_t k = check_names_find(&s->type, row->field[1].text, row->field[1].length);
    if (k == CHECK_NOT_FOUND)
        check_refuse(f->c, row, 1, "the instance has no type '%.80s'", row->field[1].text);
    if (s->types[k].n_supplies == 0)
        check_refuse(f->c, row, 1, "there is any number of type '%.80s'", row->field[1].text);
    check_floor_period *period = &f->period[f->n_periods - 1];
    check_spend(f->c, period->n_scarce);
    for (size_t q = period->first_scarce; q < f->n_scarce; q++)
        if (f->scarce[q].type == k)
            check_refuse(f->c, row, 1, "the type has a value in this period");
    f->scarce = check_grow(f->c, f->scarce, f->n_scarce, &f->scarce_room, sizeof *f->scarce);
    f->scarce[f->n_scarce++] = (check_floor_scarce){
        k, (int64_t)check_from_zero(f->c, row, 2, "the value", CHECK_FLOOR_VALUE_MAX)};
    period->n_scarce++;
}

/* ---- sets ---- */

/* Puts what is said of a period into classes and types, or takes it out again. */
static void apply(check_floor *f, const check_floor_period *period, int64_t sign)
{
    for (size_t q = 0; q < period->n; q++) {
        const check_floor_presence *one = &f->presence[period->first + q];
        f->class[one->class].presence += sign * one->value;
    }
    for (size_t q = 0; q < period->n_tolls; q++) {
        const check_floor_presence *one = &f->toll[period->first_toll + q];
        f->class[one->class].toll += sign * one->value;
    }
    for (size_t q = 0; q < period->n_rises; q++) {
        const check_floor_rise *one = &f->rise[period->first_rise + q];
        f->class[one->class].work_value += sign * one->work;
        f->class[one->class].loading_value += sign * one->loading;
    }
    for (size_t q = 0; q < period->n_scarce; q++) {
        const check_floor_scarce *one = &f->scarce[period->first_scarce + q];
        f->scarcity[one->type] += sign * one->value;
    }
}

static check_micro end_of(const check_floor *f, size_t period)
{
    return period + 1 < f->n_periods ? f->period[period + 1].from : CHECK_ALWAYS;
}

/* Lists of values that hold at all times. */
static void look_at_instants(check_floor *f)
{
    if (f->valued || f->n_rises > 0 || f->n_scarce > 0)
        check_refuse_file(f->c, f->file, "has instants: nothing but presence has a value there");
    for (size_t q = 0; q < f->key.n; q++)
        f->class[q].there = f->class[q].n;
    for (size_t p = 0; p < f->n_periods && f->c->violations == 0; p++) {
        apply(f, &f->period[p], 1);
        check_floor_patterns(f, 0, CHECK_ALWAYS);
        apply(f, &f->period[p], -1);
    }
}

void check_floor_periods(check_floor *f)
{
    const check_micro first = f->n_periods > 0 ? f->period[0].from : CHECK_ALWAYS;
    check_floor_windows windows;
    f->scarcity = check_alloc(f->c, f->s->type.n, sizeof *f->scarcity);
    f->starting = check_alloc(f->c, f->s->type.n, sizeof *f->starting);
    for (size_t q = 0; q < f->key.n; q++)
        f->class[q].come = f->class[q].n;
    if (f->instants) {
        look_at_instants(f);
        return;
    }
    if (first > 0)
        check_floor_patterns(f, 0, first);
    if (f->n_periods == 0)
        return;
    check_floor_windows_open(f, &windows);
    for (size_t p = 0; p < f->n_periods && f->c->violations == 0; p++) {
        check_floor_windows_count(f, &windows, f->period[p].from, end_of(f, p));
        apply(f, &f->period[p], 1);
        for (size_t k = 0; k < f->s->type.n; k++)
            f->starting[k] = check_floor_start_part(f, p, k);
        check_floor_patterns(f, f->period[p].from, end_of(f, p));
        apply(f, &f->period[p], -1);
    }
    check_floor_windows_close(f, &windows);
}

/* ---- what it comes to ---- */

/* By period and class, the least rise of that period and all after it: who is not named
 * has none. */
static check_floor_rise *least_rises(check_floor *f)
{
    const size_t n = f->key.n;
    check_floor_rise *table = check_alloc(f->c, f->n_periods * n, sizeof *table);
    check_spend_on(f->c, f->n_periods, 4 * n);
    for (size_t p = f->n_periods; p-- > 0;) {
        check_floor_rise *now = table + p * n, *later = now + n;
        for (size_t q = 0; q < f->period[p].n_rises; q++) {
            const check_floor_rise *one = &f->rise[f->period[p].first_rise + q];
            now[one->class] = *one;
        }
        for (size_t q = 0; p + 1 < f->n_periods && q < n; q++) {
            now[q].work = later[q].work < now[q].work ? later[q].work : now[q].work;
            now[q].loading = later[q].loading < now[q].loading ? later[q].loading : now[q].loading;
        }
    }
    return table;
}

check_wide check_floor_rise_total(check_floor *f)
{
    check *c = f->c;
    check_wide total = 0;
    if (f->n_rises == 0)
        return 0;
    check_floor_rise *table = least_rises(f);
    check_spend_on(c, f->s->n_tasks, 64);
    for (size_t i = 0; i < f->s->n_tasks; i++) {
        const check_micro arrival = f->s->tasks[i].arrival;
        if (arrival < f->period[0].from)
            continue;
        const check_floor_rise *one =
            &table[check_floor_period_at(f, arrival) * f->key.n + f->class_of[i]];
        total = check_plus(c, total, check_times(c, check_floor_least_work(f->s, i), one->work));
        total = check_plus(c, total, check_times(c, check_floor_least_loading(f->s, i), one->loading));
    }
    check_free(c, table);
    return total;
}

/* Machines times microseconds of the records between two seconds. */
static check_wide held_between(check *c, const check_supply *list, size_t n, check_micro from,
                               check_micro to)
{
    check_wide sum = 0;
    for (size_t q = 0; q < n; q++) {
        const check_micro low = list[q].from > from ? list[q].from : from;
        const check_micro high = list[q].to < to ? list[q].to : to;
        if (high > low)
            sum = check_plus(c, sum, (check_wide)(high - low) * (check_wide)list[q].count);
    }
    return sum;
}

check_wide check_floor_supply_total(check_floor *f)
{
    check *c = f->c;
    check_wide total = 0;
    for (size_t p = 0; p < f->n_periods; p++)
        for (size_t q = 0; q < f->period[p].n_scarce; q++) {
            const check_floor_scarce *one = &f->scarce[f->period[p].first_scarce + q];
            const check_machine_type *type = &f->s->types[one->type];
            const check_micro from = f->period[p].from, to = end_of(f, p);
            check_spend_on(c, type->n_supplies + type->n_services, 4);
            const check_wide left = held_between(c, type->supply, type->n_supplies, from, to)
                                    - held_between(c, type->service, type->n_services, from, to);
            total = check_plus(c, total, check_times(c, left, one->value));
        }
    return total;
}
