/* Types with a sustained-use discount: the n-th machine of those billed at once is the
 * n-th level. A level is on from the beginning that makes it n at once to the end that
 * makes it fewer, and is charged for its seconds in each period by the part of the
 * period that they fill. */
#include "schedule.h"

typedef struct {
    check_micro at;
    int change;
} moment;

typedef struct {
    check_micro since; /* while it is on */
    check_micro used;  /* in this period, before that */
} level;

static int by_time(const void *a, const void *b)
{
    const moment *x = a, *y = b;
    return x->at != y->at ? (x->at < y->at ? -1 : 1) : x->change - y->change;
}

/* Seconds times shares, both in millionths: at most 10^16 * 10^6 a level. */
static check_wide charge(const check_machine_type *type, check_micro used)
{
    check_wide sum = 0;
    for (size_t q = 0; q < type->n_shares; q++) {
        const check_micro from = (check_micro)((check_wide)type->period * (check_wide)q
                                               / (check_wide)type->n_shares);
        const check_micro to = (check_micro)((check_wide)type->period * (check_wide)(q + 1)
                                             / (check_wide)type->n_shares);
        if (used > from)
            sum += (check_wide)((used < to ? used : to) - from) * type->share[q];
    }
    return sum;
}

/* Levels 1 .. `on` are on at the end of the period; `most` were in it. */
static check_wide end_period(check *c, const check_machine_type *type, level *levels, size_t on,
                             size_t most, check_micro end)
{
    check_wide sum = 0;
    check_spend_on(c, most + 1, 8 * type->n_shares);
    for (size_t n = 1; n <= most; n++) {
        check_micro used = levels[n].used;
        if (n <= on) {
            used += end - levels[n].since;
            levels[n].since = end;
        }
        sum = check_plus(c, sum, charge(type, used));
        levels[n].used = 0;
    }
    return sum;
}

static check_micro first_end(check *c, const check_schedule *s, const check_machine_type *type,
                             check_micro at)
{
    check_micro end = s->tasks[0].arrival;
    check_spend(c, s->n_tasks);
    for (size_t i = 1; i < s->n_tasks; i++)
        if (s->tasks[i].arrival < end)
            end = s->tasks[i].arrival;
    if (end > at)
        end -= (end - at) / type->period * type->period; /* not before `at` yet */
    else
        end += (at - end) / type->period * type->period;
    return end > at ? end : end + type->period;
}

check_wide check_timeline_sustained(check *c, const check_schedule *s,
                                    const check_machine_type *type, check_billed *lease, size_t n)
{
    moment *moments = check_alloc(c, 2 * n + 1, sizeof *moments);
    level *levels = check_alloc(c, n + 1, sizeof *levels);
    size_t on = 0, most = 0;
    check_wide sum = 0;
    for (size_t q = 0; q < n; q++) {
        moments[2 * q] = (moment){lease[q].from, 1};
        moments[2 * q + 1] = (moment){lease[q].to, -1};
    }
    check_sort(c, moments, 2 * n, sizeof *moments, by_time);
    check_micro end = n > 0 ? first_end(c, s, type, moments[0].at) : 0;
    for (size_t q = 0; q < 2 * n; q++) {
        const check_micro at = moments[q].at;
        for (; at >= end; end += type->period) {
            sum = check_plus(c, sum, end_period(c, type, levels, on, most, end));
            most = on;
        }
        if (moments[q].change > 0)
            levels[++on].since = at;
        else {
            levels[on].used += at - levels[on].since;
            on--;
        }
        most = on > most ? on : most;
    }
    sum = check_plus(c, sum, end_period(c, type, levels, on, most, end));
    check_free(c, moments);
    check_free(c, levels);
    return check_times(c, check_ratio_up(sum, CHECK_SECOND), type->price);
}
