/* What being on a machine is worth, where tasks wait for so long and no longer.
 *
 * A task that spends at most so many seconds on no machine, between its arrival and its
 * end, is on one for its least time at the least within a window: from its arrival on, as
 * long as both together. If it ends in there, all of its time is; if not, no more than
 * its wait of the window is lost. So it is worth its least time at the cheapest
 * seconds of its window. Only a task in its window has the value of the period, so that
 * sets have no more of those than there are; and nobody is on a machine before he arrives, but for
 * two microseconds that are not asked for.
 *
 * Nor need anybody be counted for ever. Whoever is on a machine and does less work than what a
 * second of loading is worth may count as loading, who is worth no less and slows nobody down. So
 * each second of a task on a machine is worth that of its loading or more, and after its wait, its
 * least loading and as much longer than its least work as loading is worth less, all of its work is
 * paid for, though it may not be done.
 */
#include <stdio.h>

#include "floor.h"

void check_floor_read_wait(check_floor *f, const check_row *row)
{
    char number[CHECK_NUMBER_TEXT];
    check_expect(f->c, row, 2, "wait,SECONDS");
    if (f->wait >= 0)
        check_refuse(f->c, row, 0, "the wait is given twice");
    f->wait = check_decimal(f->c, row, 1, "the wait");
    if (f->wait < 0 || f->wait > CHECK_SECONDS_MAX)
        check_refuse(f->c, row, 1, "the wait is not between 0 and 10^10 seconds");
    snprintf(f->c->holds_for, sizeof f->c->holds_for,
             " in which tasks spend at most %s s on no machine",
             check_text(f->wait, 6, number));
    f->c->elsewhere = f->s->longest_wait > f->wait;
}

void check_floor_read_presence(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 4, "presence,JOB,TASK,VALUE");
    if (f->wait < 0)
        check_refuse(f->c, row, 0, "a presence needs a record 'wait' above it");
    if (f->n_periods == 0)
        check_refuse(f->c, row, 0, "a presence needs a record 'period' or 'instant' above it");
    const size_t class = (size_t)(check_floor_class_at(f, row) - f->class);
    const int64_t value = (int64_t)check_from_zero(f->c, row, 3, "the value", CHECK_FLOOR_VALUE_MAX);
    check_floor_period *period = &f->period[f->n_periods - 1];
    check_spend(f->c, period->n);
    for (size_t q = period->first; q < f->n_presences; q++)
        if (f->presence[q].class == class) {
            if (f->presence[q].value != value)
                check_refuse(f->c, row, 3, "tasks like this one have another value in this period");
            return; /* of another workload, and no record tells workloads apart */
        }
    f->presence = check_grow(f->c, f->presence, f->n_presences, &f->presence_room,
                             sizeof *f->presence);
    f->presence[f->n_presences++] = (check_floor_presence){class, value};
    period->n++;
}

/* ---- who is in its window ---- */

/* A window's beginning or its end. */
struct check_floor_mark {
    check_micro at;
    check_index class;
};
typedef struct check_floor_mark mark;

static int by_time(const void *left, const void *right)
{
    const mark *a = left, *b = right;
    return a->at < b->at ? -1 : a->at > b->at;
}

static check_micro begins(const check_floor *f, size_t task)
{
    return f->s->tasks[task].arrival;
}

static check_micro ends(const check_floor *f, size_t task)
{
    return begins(f, task) + (check_micro)check_floor_least(f->s, task) + f->wait;
}

check_micro check_floor_is_paid(const check_floor *f, size_t task)
{
    const check_floor_class *class = &f->class[f->class_of[task]];
    if (class->loading_value == 0 || f->n_rises > 0)
        return CHECK_ALWAYS;
    const check_wide work = check_floor_least_work(f->s, task);
    const check_wide longer =
        check_ratio_up(work * class->work_value, class->loading_value) - work; /* below 2^110 */
    const check_wide at = ends(f, task) + (longer > 0 ? longer : 0);
    return at < CHECK_ALWAYS ? (check_micro)at : CHECK_ALWAYS;
}

/* Sorted times of all tasks. */
static mark *sorted_marks(const check_floor *f, check_micro (*when)(const check_floor *f, size_t task))
{
    const check_schedule *s = f->s;
    mark *list = check_alloc(f->c, s->n_tasks, sizeof *list);
    for (size_t i = 0; i < s->n_tasks; i++)
        list[i] = (mark){when(f, i), f->class_of[i]};
    check_sort(f->c, list, s->n_tasks, sizeof *list, by_time);
    return list;
}

void check_floor_windows_open(check_floor *f, check_floor_windows *w)
{
    *w = (check_floor_windows){0};
    if (f->wait < 0 || f->instants)
        return;
    if (f->period[f->n_periods - 1].n > 0 || f->period[f->n_periods - 1].n_tolls > 0)
        check_refuse_file(f->c, f->file, "its last period has no end: one without presences and tolls");
    for (size_t q = 0; q < f->key.n; q++)
        f->class[q].come = 0;
    w->begin = sorted_marks(f, begins);
    w->end = sorted_marks(f, ends);
    w->paid = sorted_marks(f, check_floor_is_paid);
}

void check_floor_windows_count(check_floor *f, check_floor_windows *w, check_micro from,
                               check_micro to)
{
    const size_t n = f->wait < 0 ? 0 : f->s->n_tasks;
    for (; w->begun < n && w->begin[w->begun].at < to; w->begun++) {
        f->class[w->begin[w->begun].class].there++;
        f->class[w->begin[w->begun].class].come++;
    }
    for (; w->ended < n && w->end[w->ended].at <= from; w->ended++)
        f->class[w->end[w->ended].class].there--;
    for (; w->n_paid < n && w->paid[w->n_paid].at <= from; w->n_paid++)
        f->class[w->paid[w->n_paid].class].come--;
}

void check_floor_windows_close(check_floor *f, check_floor_windows *w)
{
    check_free(f->c, w->begin);
    check_free(f->c, w->end);
    check_free(f->c, w->paid);
}

/* ---- tasks ---- */

size_t check_floor_period_at(const check_floor *f, check_micro at)
{
    size_t low = 0, high = f->n_periods;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (f->period[middle].from <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Seconds of a window at one value. */
typedef struct {
    int64_t value;
    check_micro seconds;
} stretch;

static int by_value(const void *left, const void *right)
{
    const stretch *a = left, *b = right;
    return a->value < b->value ? -1 : a->value > b->value;
}

static int64_t value_in(const check_floor *f, const int64_t *table, size_t period, size_t class)
{
    return table[period * f->key.n + class];
}

/* The least time at the cheapest seconds; those outside of all periods cost nothing. */
static check_wide worth_of(check_floor *f, const int64_t *table, size_t task, stretch *list)
{
    check_micro left = (check_micro)check_floor_least(f->s, task);
    const check_micro from = f->s->tasks[task].arrival, to = from + left + f->wait;
    check_micro outside = to - from;
    check_wide worth = 0;
    size_t n = 0;
    for (size_t p = check_floor_period_at(f, from); p + 1 < f->n_periods && f->period[p].from < to; p++) {
        const check_micro low = f->period[p].from > from ? f->period[p].from : from;
        const check_micro high = f->period[p + 1].from < to ? f->period[p + 1].from : to;
        check_spend(f->c, 4);
        if (high <= low)
            continue;
        list[n++] = (stretch){value_in(f, table, p, f->class_of[task]), high - low};
        outside -= high - low;
    }
    left -= outside < left ? outside : left;
    check_sort(f->c, list, n, sizeof *list, by_value);
    for (size_t q = 0; q < n && left > 0; q++) {
        const check_micro taken = list[q].seconds < left ? list[q].seconds : left;
        worth = check_plus(f->c, worth, check_times(f->c, list[q].value, taken));
        left -= taken;
    }
    return worth;
}

/* Values by period and class. */
static int64_t *value_table(const check_floor *f)
{
    int64_t *table = check_alloc(f->c, f->n_periods * f->key.n, sizeof *table);
    for (size_t p = 0; p < f->n_periods; p++)
        for (size_t q = f->period[p].first; q < f->period[p].first + f->period[p].n; q++)
            table[p * f->key.n + f->presence[q].class] = f->presence[q].value;
    return table;
}

/* ---- instants ---- */

void check_floor_read_instant(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 1, "instant");
    if (f->wait != 0)
        check_refuse(f->c, row, 0, "an instant needs a record 'wait' of 0 above it");
    if (f->n_periods > 0 && !f->instants)
        check_refuse(f->c, row, 0, "there are periods above: instants are of all times");
    f->instants = true;
    f->period = check_grow(f->c, f->period, f->n_periods, &f->period_room, sizeof *f->period);
    f->period[f->n_periods++] = (check_floor_period){.first = f->n_presences};
}

/* The largest number that divides every price, in the units of values: whatever machines there
 * are, what they cost together is a multiple of it. A price that moves at second 0 is nobody's.
 * Discounts and leases have no price of an instant. */
static check_wide coin_of(const check_floor *f)
{
    check_micro coin = 0;
    for (size_t k = 0; k < f->s->type.n; k++) {
        const check_machine_type *type = &f->s->types[k];
        if (type->n_shares > 0 || f->n_leases > 0)
            return 1;
        const bool moves_at_once = type->n_steps > 0 && type->step[0].from == 0;
        check_spend_on(f->c, type->n_steps + 1, 64);
        for (size_t q = 0; q < type->n_steps + !moves_at_once; q++) {
            check_micro other = q < type->n_steps ? type->step[q].price : type->price;
            while (other != 0) {
                const check_micro rest = coin % other;
                coin = other;
                other = rest;
            }
        }
    }
    return coin > 0 ? (check_wide)coin * f->scale : 1;
}

/* The most that a list proves of those who are there, on whole machines. */
static check_wide most_of(const check_floor *f, const check_wide *sum, check_wide coin)
{
    check_wide most = 0;
    for (size_t p = 0; p < f->n_periods; p++)
        most = sum[p] > most ? sum[p] : most;
    return check_times(f->c, check_ratio_up(most, coin), coin);
}

/* How much time counts between two seconds; where lives have a share of it, a million times that. */
static check_wide counted(const check_floor *f, check_micro from, check_micro to)
{
    return f->life == NULL ? to - from : check_floor_shared(f, to) - check_floor_shared(f, from);
}

/* Where nobody waits, every task is on a machine at every instant of its window: at each the
 * list that proves most counts. */
static check_wide instants_total(check_floor *f)
{
    check *c = f->c;
    const size_t n = f->s->n_tasks;
    const check_wide coin = coin_of(f);
    int64_t *table = value_table(f);
    check_wide *sum = check_alloc(c, f->n_periods, sizeof *sum), total = 0;
    mark *begin = sorted_marks(f, begins), *end = sorted_marks(f, ends);
    check_micro at = 0;
    check_spend_on(c, 2 * n, 8 * (f->n_periods + 4));
    for (size_t begun = 0, ended = 0; ended < n;) {
        const bool comes = begun < n && begin[begun].at <= end[ended].at;
        const mark *next = comes ? &begin[begun++] : &end[ended++];
        if (next->at > at)
            total = check_plus(c, total, check_times(c, most_of(f, sum, coin),
                                                     counted(f, at, next->at)));
        at = next->at;
        for (size_t p = 0; p < f->n_periods; p++) { /* at most 5 * 10^7 times 2^50 */
            const int64_t value = table[p * f->key.n + next->class];
            sum[p] += comes ? value : -value;
        }
    }
    check_free(c, begin);
    check_free(c, end);
    check_free(c, sum);
    check_free(c, table);
    return f->life == NULL ? total : total / CHECK_SECOND;
}

check_wide check_floor_presence_total(check_floor *f)
{
    check_wide total = 0;
    if (f->wait < 0 || f->n_periods == 0)
        return 0;
    if (f->instants)
        return instants_total(f);
    int64_t *table = value_table(f);
    stretch *list = check_alloc(f->c, f->n_periods, sizeof *list);
    check_spend_on(f->c, f->s->n_tasks, 64);
    for (size_t i = 0; i < f->s->n_tasks; i++)
        total = check_plus(f->c, total, worth_of(f, table, i, list));
    check_free(f->c, table);
    check_free(f->c, list);
    return total;
}
