/* What the life of a machine is worth, where nobody waits and nobody moves.
 *
 * Then a task is on one machine for all of its window, and who is on a machine from when it is
 * taken until it is empty lives there together: some tasks that fit at every instant. If no such
 * life is worth more than its machine costs while somebody is on it, no timeline costs less than
 * all tasks are worth. Of what an instant costs, a share may go to what the lists of instants
 * prove of it (floor_presence.c); lives then pay the rest, or, where it is more than all of it, are
 * given what is too much: who is there at such an instant must be there at others, too.
 *
 * Stays that begin and end at multiples of a number make a bill that is a multiple of another: where
 * nobody leaves before his time, not even by what is forgiven elsewhere, the bound is rounded up.
 *
 * Lives are followed from task to task by their beginnings. Two with the same tasks on the machine
 * go on alike: the one that is worth more is kept. One that is worth less, so far, than it has
 * cost so far, by more than it may still be given until it is empty, is given up: were it worth too
 * much in the end, so would be what comes after, alone.
 */
#include <stdio.h>
#include <string.h>

#include "floor.h"
#include "schedule_fields.h"

enum { WHOLE = 1000000 }; /* shares are in millionths, and so is what lives cost and are worth */

/* ---- records ---- */

void check_floor_read_still(check_floor *f, const check_row *row)
{
    char *said = f->c->holds_for;
    const size_t used = strlen(said);
    check_expect(f->c, row, 1, "still");
    if (f->wait != 0)
        check_refuse(f->c, row, 0, "it needs a record 'wait' of 0 above it");
    if (f->life != NULL)
        check_refuse(f->c, row, 0, "it is given twice");
    f->life = check_alloc(f->c, f->s->n_tasks, sizeof *f->life);
    for (size_t i = 0; i < f->s->n_tasks; i++)
        f->life[i] = -1;
    snprintf(said + used, sizeof f->c->holds_for - used, " and never move");
    f->c->elsewhere = f->c->elsewhere || f->s->n_stays > f->s->n_tasks;
}

void check_floor_read_full(check_floor *f, const check_row *row)
{
    char *said = f->c->holds_for;
    const size_t used = strlen(said);
    check_expect(f->c, row, 1, "full");
    if (f->life == NULL || f->full)
        check_refuse(f->c, row, 0, "it is given once, below a record 'still'");
    f->full = true;
    snprintf(said + used, sizeof f->c->holds_for - used, " nor leave early");
    f->c->elsewhere = f->c->elsewhere || f->s->short_stay;
}

void check_floor_read_share(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 3, "share,FROM_S,SHARE");
    if (f->life == NULL)
        check_refuse(f->c, row, 0, "a share needs a record 'still' above it");
    const check_micro from = check_decimal(f->c, row, 1, "the second");
    const check_micro share = check_decimal(f->c, row, 2, "the share");
    if (from > 3 * CHECK_SECONDS_MAX
        || (f->n_shares > 0 && from <= f->share[f->n_shares - 1].from))
        check_refuse(f->c, row, 1, "shares begin one after the other");
    if (share > 1000 * (check_micro)WHOLE)
        check_refuse(f->c, row, 2, "a share is at most 1000");
    f->share = check_grow(f->c, f->share, f->n_shares, &f->share_room, sizeof *f->share);
    f->share[f->n_shares++] = (check_floor_share){from, share};
}

void check_floor_read_life(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 4, "life,JOB,TASK,VALUE");
    if (f->life == NULL)
        check_refuse(f->c, row, 0, "a life needs a record 'still' above it");
    const size_t task = check_field_task(f->c, row, f->s);
    if (f->life[task] >= 0)
        check_refuse(f->c, row, 1, "this task has a value above");
    f->life[task] = (int64_t)check_from_zero(f->c, row, 3, "the value", CHECK_FLOOR_VALUE_MAX);
}

/* ---- shares ---- */

/* Until a second; of shares that are more than all, so much of them. */
static check_wide shared(const check_floor *f, check_micro to, check_micro most)
{
    check_wide sum = 0;
    for (size_t q = 0; q < f->n_shares && f->share[q].from < to; q++) {
        const check_micro next = q + 1 < f->n_shares && f->share[q + 1].from < to
                                     ? f->share[q + 1].from : to;
        const check_micro share = f->share[q].share < most ? f->share[q].share : most;
        sum += (check_wide)share * (next - f->share[q].from);
    }
    check_spend_on(f->c, f->n_shares, 4);
    return sum;
}

check_wide check_floor_shared(const check_floor *f, check_micro to)
{
    return shared(f, to, CHECK_ALWAYS);
}

/* ---- lives ---- */

/* A task that is worth something, or is given something: without others a life costs no more. */
typedef struct {
    check_micro at, end;
    check_wide at_cost, end_cost; /* of a machine from the beginning of time until then; */
    check_wide at_paid, end_paid; /* the same without what is given */
    check_wide worth;
    check_index task;
} guest;

/* Who is on a machine, by rising number; what the life is worth so far, less what it costs until
 * the last of them leaves. */
typedef struct {
    check_wide gain, end_cost, end_paid;
    check_micro end;
    size_t n;
    check_index *who;
} state;

typedef struct {
    state *list;
    check_index *who; /* of all states */
    size_t n, n_who, room, who_room;
} states;

typedef struct {
    check_floor *f;
    size_t type, n_guests;
    guest *guest;
    states now, next;
    bool too_much;
} lives;

static int by_beginning(const void *left, const void *right)
{
    const guest *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->task < b->task ? -1 : 1;
}

static int by_guests(const void *left, const void *right)
{
    const state *a = left, *b = right;
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    const int order = memcmp(a->who, b->who, a->n * sizeof *a->who);
    return order != 0 ? order : a->gain > b->gain ? -1 : a->gain < b->gain;
}

static check_wide cost_until(const lives *l, check_wide second_costs, check_micro at,
                             check_micro most)
{
    return check_times(l->f->c, second_costs, (check_wide)at * WHOLE - shared(l->f, at, most));
}

static void list_guests(lives *l)
{
    const check_floor *f = l->f;
    const check_schedule *s = f->s;
    const check_wide second_costs = check_times(
        f->c, check_floor_pays(f, l->type, 0, CHECK_ALWAYS), f->scale);
    check_micro need[CHECK_SCHEDULE_RESOURCES_MAX];
    l->n_guests = 0;
    for (size_t i = 0; i < s->n_tasks; i++) {
        const check_micro at = s->tasks[i].arrival, least = (check_micro)check_floor_least(s, i);
        check_spend(f->c, 4 * s->resource.n);
        if (least == 0 || !check_floor_takes(s, l->type, i, need))
            continue;
        const guest g = {
            .at = at, .end = at + least, .task = (check_index)i,
            .at_cost = cost_until(l, second_costs, at, CHECK_ALWAYS),
            .end_cost = cost_until(l, second_costs, at + least, CHECK_ALWAYS),
            .at_paid = cost_until(l, second_costs, at, WHOLE),
            .end_paid = cost_until(l, second_costs, at + least, WHOLE),
            .worth = check_times(f->c, (check_wide)(f->life[i] > 0 ? f->life[i] : 0) * WHOLE, least)};
        if (g.worth > 0 || check_minus(f->c, g.end_cost, g.at_cost)
                               < check_minus(f->c, g.end_paid, g.at_paid))
            l->guest[l->n_guests++] = g;
    }
    check_sort(f->c, l->guest, l->n_guests, sizeof *l->guest, by_beginning);
}

/* Room for what is there now, each state once more with one guest more, and one of that guest
 * alone. */
static void make_room(lives *l)
{
    check *c = l->f->c;
    const size_t n = 2 * l->now.n + 1, who = 2 * l->now.n_who + l->now.n + 1;
    if (l->next.room < n) {
        check_free(c, l->next.list);
        l->next.room = 2 * n;
        l->next.list = check_alloc(c, l->next.room, sizeof *l->next.list);
    }
    if (l->next.who_room < who) {
        check_free(c, l->next.who);
        l->next.who_room = 2 * who;
        l->next.who = check_alloc(c, l->next.who_room, sizeof *l->next.who);
    }
    l->next.n = l->next.n_who = 0;
}

/* What a life is worth so far, less what it has cost until a guest comes. */
static check_wide left_over(const lives *l, const state *s, const guest *comes)
{
    return check_minus(l->f->c, check_plus(l->f->c, s->gain, s->end_paid), comes->at_paid);
}

/* The states of those who are still there when a guest comes. Returns whether somebody has left. */
static bool stay_on(lives *l, const guest *comes)
{
    bool left = false;
    for (size_t q = 0; q < l->now.n; q++) {
        const state *old = &l->now.list[q];
        state s = *old;
        if (s.end <= comes->at || left_over(l, old, comes) < 0)
            continue;
        s.who = l->next.who + l->next.n_who;
        s.n = 0;
        for (size_t g = 0; g < old->n; g++)
            if (l->guest[old->who[g]].end > comes->at)
                s.who[s.n++] = old->who[g];
        left = left || s.n < old->n;
        l->next.n_who += s.n;
        l->next.list[l->next.n++] = s;
    }
    return left;
}

/* Of states with the same guests the one that is worth more, which is sorted to be the first. */
static void merge(check *c, states *all)
{
    size_t kept = 0;
    check_sort(c, all->list, all->n, sizeof *all->list, by_guests);
    for (size_t q = 0; q < all->n; q++) {
        const state *last = kept > 0 ? &all->list[kept - 1] : NULL, *s = &all->list[q];
        if (last == NULL || last->n != s->n || memcmp(last->who, s->who, s->n * sizeof *s->who) != 0)
            all->list[kept++] = *s;
    }
    all->n = kept;
}

static bool has_room(const lives *l, const state *s, size_t comes)
{
    const check_schedule *sched = l->f->s;
    check_micro need[CHECK_SCHEDULE_RESOURCES_MAX], left[CHECK_SCHEDULE_RESOURCES_MAX];
    memcpy(left, sched->capacity + l->type * sched->resource.n, sched->resource.n * sizeof *left);
    for (size_t g = 0; g <= s->n; g++) {
        const size_t who = g < s->n ? s->who[g] : comes;
        check_floor_takes(sched, l->type, l->guest[who].task, need);
        for (size_t r = 0; r < sched->resource.n; r++)
            if ((left[r] -= need[r]) < 0)
                return false;
    }
    return true;
}

/* The state with the guest, unless it is worth less than it has cost. */
static void take_in(lives *l, const state *s, size_t comes)
{
    const guest *g = &l->guest[comes];
    state more = *s;
    more.gain = check_plus(l->f->c, more.gain, g->worth);
    if (g->end > more.end) {
        more.gain = check_minus(l->f->c, more.gain, check_minus(l->f->c, g->end_cost, more.end_cost));
        more.end = g->end;
        more.end_cost = g->end_cost;
        more.end_paid = g->end_paid;
    }
    l->too_much = l->too_much || more.gain > 0;
    if (left_over(l, &more, g) < 0)
        return;
    more.who = l->next.who + l->next.n_who;
    memcpy(more.who, s->who, s->n * sizeof *s->who);
    more.who[more.n++] = (check_index)comes;
    l->next.n_who += more.n;
    l->next.list[l->next.n++] = more;
}

static void check_type(lives *l)
{
    check *c = l->f->c;
    list_guests(l);
    l->now.n = l->now.n_who = 0;
    for (size_t i = 0; i < l->n_guests && !l->too_much; i++) {
        const guest *comes = &l->guest[i];
        check_spend_on(c, l->now.n_who + l->now.n + 1, 4 * l->f->s->resource.n + 8);
        make_room(l);
        const state nobody = {.end = comes->at, .end_cost = comes->at_cost,
                              .end_paid = comes->at_paid, .who = l->next.who};
        if (stay_on(l, comes))
            merge(c, &l->next);
        const size_t n = l->next.n;
        for (size_t q = 0; q < n; q++)
            if (has_room(l, &l->next.list[q], i))
                take_in(l, &l->next.list[q], i);
        take_in(l, &nobody, i);
        const states old = l->now;
        l->now = l->next;
        l->next = old;
    }
    if (l->too_much)
        check_violation(c, NULL, "%s: a life of a machine of type '%.80s' is worth more than it costs",
                        l->f->file, l->f->s->type.key[l->type].text);
}

void check_floor_lives(check_floor *f)
{
    if (f->life == NULL)
        return;
    lives l = {.f = f, .guest = check_alloc(f->c, f->s->n_tasks, sizeof *l.guest)};
    for (; l.type < f->s->type.n && !l.too_much; l.type++)
        check_type(&l);
    check_free(f->c, l.guest);
    check_free(f->c, l.now.list);
    check_free(f->c, l.now.who);
    check_free(f->c, l.next.list);
    check_free(f->c, l.next.who);
}

/* The largest number that divides both. */
static check_wide common(check_wide a, check_wide b)
{
    while (b != 0) {
        const check_wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Who stays for longer than he takes pays for it: so a timeline costs no less than one in which all
 * come and go at multiples of a number, which machines of the least prices cost a multiple of. */
static check_wide rounded(const check_floor *f, check_wide sum)
{
    const check_schedule *s = f->s;
    check_wide time = 0, price = 0;
    check_spend_on(f->c, s->n_tasks, 512);
    for (size_t i = 0; i < s->n_tasks; i++)
        time = common(common(time, s->tasks[i].arrival), check_schedule_stay(s, i));
    check_spend_on(f->c, s->type.n, 64);
    for (size_t k = 0; k < s->type.n; k++)
        price = common(price, check_floor_pays(f, k, 0, CHECK_ALWAYS));
    const check_wide coin = check_times(f->c, check_times(f->c, time, price), f->scale);
    return coin == 0 ? sum : check_times(f->c, check_ratio_up(sum, coin), coin);
}

check_wide check_floor_lives_total(const check_floor *f, check_wide of_instants)
{
    check_wide sum = of_instants;
    check_spend_on(f->c, f->life == NULL ? 0 : f->s->n_tasks, 16);
    for (size_t i = 0; f->life != NULL && i < f->s->n_tasks; i++)
        if (f->life[i] > 0)
            sum = check_plus(f->c, sum, check_times(f->c, f->life[i], check_floor_least(f->s, i)));
    return f->full && sum > 0 ? rounded(f, sum) : sum;
}
