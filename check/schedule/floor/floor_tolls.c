/* A task is on one machine at a time, as far as it counts.
 *
 * Sets are looked at one by one, so nothing in them keeps a task from being in two at once. A toll is
 * taken off what a second of a task on a machine is worth, in its window or not, and the certificate
 * pays for it: for each task that has come and is not paid for (floor_presence.c) once a second, as
 * if it were on a machine all the time. Where a task is on two machines at once, as it loads on one
 * while it still has its place on the other, one of the two counts and the other is left out of its
 * set.
 */
#include "floor.h"

void check_floor_read_toll(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 4, "toll,JOB,TASK,VALUE");
    if (f->wait < 0 || f->n_periods == 0 || f->instants)
        check_refuse(f->c, row, 0, "it needs records 'wait' and 'period' above it");
    const size_t class = (size_t)(check_floor_class_at(f, row) - f->class);
    const int64_t value = (int64_t)check_from_zero(f->c, row, 3, "the value", CHECK_FLOOR_VALUE_MAX);
    check_floor_period *period = &f->period[f->n_periods - 1];
    check_spend(f->c, period->n_tolls);
    for (size_t q = period->first_toll; q < f->n_tolls; q++)
        if (f->toll[q].class == class) {
            if (f->toll[q].value != value)
                check_refuse(f->c, row, 3, "tasks like this one have another toll in this period");
            return; /* of another workload, and no record tells workloads apart */
        }
    f->toll = check_grow(f->c, f->toll, f->n_tolls, &f->toll_room, sizeof *f->toll);
    f->toll[f->n_tolls++] = (check_floor_presence){class, value};
    period->n_tolls++;
}

/* Microseconds of a period in which a task has come, 0 where it is paid for when that begins. */
static check_wide open_in(const check_floor *f, size_t period, size_t task, check_micro paid)
{
    const check_micro arrival = f->s->tasks[task].arrival, to = f->period[period + 1].from;
    const check_micro from = f->period[period].from > arrival ? f->period[period].from : arrival;
    return paid > f->period[period].from && to > from ? to - from : 0;
}

check_wide check_floor_toll_total(check_floor *f)
{
    check *c = f->c;
    check_wide total = 0;
    if (f->n_tolls == 0)
        return 0;
    int64_t *of_class = check_alloc(c, f->key.n, sizeof *of_class);
    check_micro *paid = check_alloc(c, f->s->n_tasks, sizeof *paid);
    check_spend_on(c, f->s->n_tasks, 16);
    for (size_t i = 0; i < f->s->n_tasks; i++)
        paid[i] = check_floor_is_paid(f, i);
    for (size_t p = 0; p + 1 < f->n_periods; p++) { /* the last has none */
        const check_floor_presence *list = f->toll + f->period[p].first_toll;
        for (size_t q = 0; q < f->period[p].n_tolls; q++)
            of_class[list[q].class] = list[q].value;
        check_spend_on(c, f->s->n_tasks, 4);
        for (size_t i = 0; i < f->s->n_tasks && f->period[p].n_tolls > 0; i++)
            total = check_plus(c, total, check_times(c, open_in(f, p, i, paid[i]),
                                                     of_class[f->class_of[i]]));
        for (size_t q = 0; q < f->period[p].n_tolls; q++)
            of_class[list[q].class] = 0;
    }
    check_free(c, of_class);
    check_free(c, paid);
    return total;
}
