/* Whole machines for the few who must be there.
 *
 * A period lies in the windows of some tasks. At each of its instants those of them who are on
 * machines, and a machine alone for each who is not, are a packing of all; so the machines in use
 * cost no less than the cheapest packing of these tasks, less what those who are on none would cost
 * alone. Within its window a task is on no machine for no longer than it may wait
 * (floor_presence.c), so that much is taken off for each, once.
 *
 * The cheapest packing is found by looking at all subsets: each is a machine for the set that its
 * first task is in, and the rest. O(3^tasks) a period.
 */
#include "floor.h"
#include "schedule_fields.h"

enum { MOST = 12, SUBSETS = 1 << MOST };
#define NOWHERE (INT64_MAX / 4) /* the price of a set that no machine holds: two of them add up */

void check_floor_read_whole(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 3, "whole,JOB,TASK");
    if (f->wait < 0 || f->n_periods == 0 || f->instants)
        check_refuse(f->c, row, 0, "it needs records 'wait' and 'period' above it");
    const size_t task = check_field_task(f->c, row, f->s);
    check_floor_period *period = &f->period[f->n_periods - 1];
    for (size_t q = f->n_whole - period->n_whole; q < f->n_whole; q++)
        if (f->whole[q] == task)
            check_refuse(f->c, row, 1, "the task is named in this period already");
    if (period->n_whole == MOST)
        check_refuse(f->c, row, 0, "a period has at most %d of them", MOST);
    f->whole = check_grow(f->c, f->whole, f->n_whole, &f->whole_room, sizeof *f->whole);
    f->whole[f->n_whole++] = (check_index)task;
    period->n_whole++;
}

void check_floor_whole_alone(const check_floor *f)
{
    if (f->n_whole == 0)
        return;
    bool mixed = f->valued || f->n_rises > 0 || f->n_scarce > 0
                 || f->period[f->n_periods - 1].n_whole > 0;
    for (size_t p = 0; p < f->n_periods; p++)
        mixed = mixed || (f->period[p].n_whole > 0 && f->period[p].n + f->period[p].n_tolls > 0);
    if (mixed)
        check_refuse_file(f->c, f->file, "has whole machines: nothing has a value beside them but "
                                         "presence in other periods, and the last has none");
}

typedef struct {
    check_floor *f;
    const check_index *task;
    size_t n;
    size_t period;
    check_micro from, to;
    /* Per subset: what it takes on a type, the cheapest machine for it, and machines. */
    check_wide *taken;
    check_micro *alone, *best;
    check_micro *dearest, *counted; /* per task: the price alone, and the time that is counted */
} packing;

/* The cheapest machine for each subset that one of the type holds. */
static void offer_type(packing *p, size_t k)
{
    const check_schedule *s = p->f->s;
    const size_t n = s->resource.n;
    const check_micro price = check_floor_pays(p->f, k, p->from, p->to)
                              + check_floor_start_part(p->f, p->period, k);
    check_micro need[MOST][CHECK_SCHEDULE_RESOURCES_MAX];
    bool held[MOST];
    for (size_t q = 0; q < p->n; q++)
        held[q] = check_floor_takes(s, k, p->task[q], need[q]);
    for (size_t set = 1; set < (size_t)1 << p->n; set++) {
        const size_t rest = set & (set - 1), first = (size_t)__builtin_ctzll(set);
        bool fits = held[first];
        for (size_t r = 0; r < n && fits; r++) {
            p->taken[set * n + r] = p->taken[rest * n + r] + need[first][r];
            fits = p->taken[set * n + r] <= s->capacity[k * n + r];
        }
        if (!fits) /* nor does any set with it: more than any machine has */
            p->taken[set * n] = (check_wide)1 << 100;
        else if (price < p->alone[set])
            p->alone[set] = price;
    }
}

static check_micro cheapest(packing *p)
{
    const size_t sets = (size_t)1 << p->n, types = p->f->s->type.n;
    check_spend_on(p->f->c, sets, 4 * types * (p->f->s->resource.n + 2));
    for (size_t q = 0, power = 4; q < p->n; q++, power *= 3)
        check_spend(p->f->c, power);
    for (size_t set = 1; set < sets; set++)
        p->alone[set] = NOWHERE;
    for (size_t k = 0; k < types; k++)
        offer_type(p, k);
    for (size_t set = 1; set < sets; set++) {
        const size_t first = set & -set, others = set ^ first;
        p->best[set] = NOWHERE;
        for (size_t sub = others;; sub = (sub - 1) & others) {
            const check_micro cost = p->alone[first | sub] + p->best[others ^ sub];
            p->best[set] = cost < p->best[set] ? cost : p->best[set];
            if (sub == 0)
                break;
        }
    }
    return p->best[sets - 1];
}

/* What the machines of a period cost at the least, were nobody absent. */
static check_wide look_at_period(packing *p)
{
    check_floor *f = p->f;
    const check_micro length = p->to - p->from;
    for (size_t q = 0; q < p->n; q++) {
        const check_micro begin = f->s->tasks[p->task[q]].arrival;
        if (begin > p->from || begin + (check_micro)check_floor_least(f->s, p->task[q]) + f->wait < p->to)
            check_refuse_file(f->c, f->file, "has whole machines for a task in a period that is not in "
                                             "its window");
    }
    const check_micro cost = cheapest(p);
    if (cost >= NOWHERE)
        check_refuse_file(f->c, f->file, "has whole machines for a task that no machine holds");
    for (size_t q = 0; q < p->n; q++) {
        const check_micro alone = p->alone[(size_t)1 << q];
        p->counted[p->task[q]] += length;
        if (alone > p->dearest[p->task[q]])
            p->dearest[p->task[q]] = alone;
    }
    return check_times(f->c, cost, length);
}

check_wide check_floor_whole_total(check_floor *f)
{
    check *c = f->c;
    check_wide total = 0;
    if (f->n_whole == 0)
        return 0;
    packing p = {.f = f, .task = f->whole};
    p.taken = check_alloc(c, SUBSETS * f->s->resource.n, sizeof *p.taken);
    p.alone = check_alloc(c, SUBSETS, 2 * sizeof *p.alone);
    p.best = p.alone + SUBSETS;
    p.dearest = check_alloc(c, f->s->n_tasks, 2 * sizeof *p.dearest);
    p.counted = p.dearest + f->s->n_tasks;
    for (size_t q = 0; q + 1 < f->n_periods; q++) {
        p.n = f->period[q].n_whole;
        p.period = q;
        p.from = f->period[q].from;
        p.to = f->period[q + 1].from;
        if (p.n > 0)
            total = check_plus(c, total, look_at_period(&p));
        p.task += p.n;
    }
    for (size_t i = 0; i < f->s->n_tasks; i++)
        total -= (check_wide)p.dearest[i] * (p.counted[i] < f->wait ? p.counted[i] : f->wait);
    check_free(c, p.taken);
    check_free(c, p.alone);
    check_free(c, p.dearest);
    return check_times(c, total, f->scale);
}
