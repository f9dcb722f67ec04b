/* Placement search: who knows all virtual machines of a month before it begins places them once and
 * for all, the long ones first, and changes its mind wherever more is open than needed.
 *
 * What loads ask for at an instant, in whole machines, is open whatever is done: a host adds to
 * the bill only where more is open than that. So few tasks can be judged before the others are
 * placed. They come by classes of length, each of half the length of the one before; in a class
 * those who are there when least is needed go first, each to the host that adds least beyond what
 * is needed, then to the fullest. After each class the tasks of a few hosts are taken off around
 * an instant at which more is open than needed and placed again (ruin and recreate, Schrimpf et
 * al. 2000); what adds no more is kept, and at first also what adds a little. The short ones then
 * fill up what the long ones keep open anyway.
 *
 * O(hosts * changes of their loads while the task is there) to place a task.
 */
#include <math.h>
#include <stdlib.h>

#include "placing.h"

enum { CLASSES = 11, HOSTS_MOST = 4, TASKS_MOST = 64, DRAWS = 64 };

typedef struct {
    size_t n, room;
    uint32_t *task;
} guests;

/* In which order tasks are placed. */
typedef struct {
    uint32_t class, task;
    ul_micro needed, length_s; /* what is needed at the least while it is there */
} turn;

/* Something to be sorted by a number. */
typedef struct {
    double key;
    uint32_t which;
} keyed;

typedef struct {
    ul_placing p;
    ul_rng *rng;
    size_t n_instants;
    ul_micro *at_s;          /* instants at which somebody comes or leaves */
    ul_micro *needed, *open; /* dollars an hour from each instant on */
    turn *order;
    size_t n_order, n_placed; /* of these */
    size_t n_on;
    guests *on;      /* per host */
    uint32_t *index; /* per task, among the guests of its host */
    double beyond;   /* what is paid beyond what is needed, by those who are placed */
    double heat;     /* how much more may be kept, on average */
    keyed *open_host; /* at the instant of a trial */
    size_t open_room;
} search;

static ul_micro arrival_of(const search *s, uint32_t task)
{
    return s->p.in->task[task].arrival_s;
}

static ul_micro end_of(const search *s, uint32_t task)
{
    return ul_placing_end(s->p.in, task);
}

static int by_key(const void *left, const void *right)
{
    const keyed *a = left, *b = right;
    UL_LOWER_FIRST(a->key, b->key);
    return a->which < b->which ? -1 : a->which > b->which;
}

/* ---- what is needed ---- */

static int by_second(const void *left, const void *right)
{
    const ul_micro a = *(const ul_micro *)left, b = *(const ul_micro *)right;
    return a < b ? -1 : a > b;
}

/* The instant from which on a second is. */
static size_t instant_of(const search *s, ul_micro at_s)
{
    size_t low = 0, high = s->n_instants;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->at_s[middle] <= at_s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static ul_status find_instants(search *s)
{
    const ul_schedule *in = s->p.in;
    size_t n = 0;
    UL_ALLOC(ul_run_arena(s->p.run), s->at_s, 2 * in->n_tasks);
    for (uint32_t i = 0; i < in->n_tasks; i++) {
        s->at_s[2 * i] = arrival_of(s, i);
        s->at_s[2 * i + 1] = end_of(s, i);
    }
    qsort(s->at_s, 2 * in->n_tasks, sizeof *s->at_s, by_second);
    for (size_t q = 0; q < 2 * in->n_tasks; q++)
        if (n == 0 || s->at_s[q] > s->at_s[n - 1])
            s->at_s[n++] = s->at_s[q];
    s->n_instants = n;
    return UL_OK;
}

/* The largest of the loads, each task's parts of its cheapest type, in whole machines of the
 * cheapest of all: by one type no schedule has less open, by several it is a guide. */
static ul_status find_needed(search *s)
{
    const ul_schedule *in = s->p.in;
    const size_t n = s->n_instants;
    double *load, least = HUGE_VAL;
    UL_ALLOC(ul_run_arena(s->p.run), load, n);
    for (size_t k = 0; k < in->n_types; k++)
        least = in->type[k].price > 0 ? fmin(least, (double)in->type[k].price) : least;
    for (size_t r = 0; r < in->n_resources; r++) {
        for (size_t q = 0; q < n; q++)
            load[q] = 0;
        for (uint32_t i = 0; i < in->n_tasks; i++) {
            const uint32_t k = ul_schedule_cheapest_for(in, in->task[i].shape);
            const ul_micro taken = ul_schedule_need(in, i, k)[r];
            const double part = taken > 0 ? (double)taken / (double)in->type[k].capacity[r]
                                            * (double)in->type[k].price : 0;
            load[instant_of(s, arrival_of(s, i))] += part;
            load[instant_of(s, end_of(s, i))] -= part;
        }
        double sum = 0;
        for (size_t q = 0; q < n && least < HUGE_VAL; q++) {
            sum += load[q];
            const ul_micro whole = (ul_micro)(ceil(sum / least - 1e-6) * least);
            s->needed[q] = whole > s->needed[q] ? whole : s->needed[q];
        }
    }
    return UL_OK;
}

/* ---- hosts ---- */

/* What a machine more adds from one second to another beyond what is needed; `change` it is
 * added (1), taken away (-1) or only asked for (0). */
static double beyond(search *s, ul_micro price, ul_micro from_s, ul_micro to_s, int change)
{
    double sum = 0;
    for (size_t q = instant_of(s, from_s); q < s->n_instants && s->at_s[q] < to_s; q++) {
        const ul_micro without = s->open[q] - s->needed[q] - (change < 0 ? price : 0);
        const ul_micro more = without >= 0 ? price : without + price > 0 ? without + price : 0;
        sum += (double)more * (double)(s->at_s[q + 1] - s->at_s[q]);
        s->open[q] += change * price;
    }
    return sum;
}

/* The same where nobody is on the host while the task would be. */
static double pay(search *s, size_t at, uint32_t task, int change)
{
    const ul_host *h = &s->p.host[at];
    const ul_micro from_s = arrival_of(s, task), to_s = end_of(s, task);
    double sum = 0;
    for (size_t q = ul_placing_row_at(&s->p, h, from_s); q < h->n; q++) {
        const int64_t *row = ul_placing_row(&s->p, h, q);
        if (row[UL_HOST_AT] >= to_s)
            break;
        if (row[UL_HOST_COUNT] == 0)
            sum += beyond(s, s->p.in->type[h->type].price,
                          row[UL_HOST_AT] > from_s ? row[UL_HOST_AT] : from_s,
                          q + 1 < h->n && row[s->p.width] < to_s ? row[s->p.width] : to_s, change);
    }
    return sum;
}

static ul_status put(search *s, uint32_t task, size_t at)
{
    guests *g = &s->on[at];
    UL_MORE(ul_run_arena(s->p.run), g->task, g->n, g->room);
    g->task[s->index[task] = (uint32_t)g->n++] = task;
    s->beyond += pay(s, at, task, 1);
    return ul_placing_put(&s->p, task, at);
}

static ul_status take(search *s, uint32_t task)
{
    const size_t at = s->p.host_of[task];
    guests *g = &s->on[at];
    const uint32_t last = g->task[--g->n];
    g->task[s->index[last] = s->index[task]] = last;
    UL_TRY(ul_placing_take(&s->p, task));
    s->beyond -= pay(s, at, task, -1);
    return UL_OK;
}

/* The host that adds least, then the one that it leaves least room on, or any; who `blinks` passes
 * over some of them. */
static ul_status place(search *s, uint32_t task, double blinks, bool any)
{
    const uint32_t type = ul_schedule_cheapest_for(s->p.in, s->p.in->task[task].shape);
    ul_host_offer best = {beyond(s, s->p.in->type[type].price, arrival_of(s, task), end_of(s, task), 0),
                          HUGE_VAL}, found;
    size_t at = UL_NONE;
    for (size_t q = 0; q < s->p.n; q++) {
        if ((blinks > 0 && ul_rng_unit(s->rng) < blinks)
            || !ul_placing_look(&s->p, &s->p.host[q], task, HUGE_VAL, &found))
            continue;
        if (found.bill > 0)
            found.bill = pay(s, q, task, 0);
        if (any)
            found.left = ul_rng_unit(s->rng);
        if (found.bill < best.bill || (found.bill <= best.bill && found.left < best.left)) {
            best = found;
            at = q;
        }
    }
    if (at == UL_NONE) {
        UL_TRY(ul_placing_open(&s->p, type, &at));
        UL_MORE(ul_run_arena(s->p.run), s->on, at, s->n_on);
        UL_MORE(ul_run_arena(s->p.run), s->open_host, at, s->open_room);
        s->on[at] = (guests){0};
    }
    return put(s, task, at);
}

/* ---- ruin and recreate ---- */

/* Of some instants one at which more is open than needed, as likely as that costs; UL_NONE where
 * it is so at none of them. */
static size_t draw_instant(search *s)
{
    size_t found = UL_NONE;
    double sum = 0;
    for (size_t draw = 0; draw < DRAWS; draw++) {
        const size_t q = ul_rng_below(s->rng, s->n_instants - 1);
        const ul_micro more = s->open[q] - s->needed[q];
        const double costs = more > 0 ? (double)more * (double)(s->at_s[q + 1] - s->at_s[q]) : 0;
        sum += costs;
        if (ul_rng_unit(s->rng) * sum < costs)
            found = q;
    }
    return found;
}

/* A few hosts that are open then, rather those with much room; how many. */
static size_t draw_hosts(search *s, size_t instant)
{
    const ul_schedule *in = s->p.in;
    size_t n = 0;
    for (uint32_t at = 0; at < s->p.n; at++) {
        const ul_host *h = &s->p.host[at];
        const int64_t *row = ul_placing_row(&s->p, h, ul_placing_row_at(&s->p, h, s->at_s[instant]));
        double fullest = 0;
        for (size_t r = 0; r < in->n_resources; r++)
            if (row[UL_HOST_TAKEN + r] > 0)
                fullest = fmax(fullest, (double)row[UL_HOST_TAKEN + r]
                                            / (double)in->type[h->type].capacity[r]);
        if (row[UL_HOST_COUNT] > 0)
            s->open_host[n++] = (keyed){fullest + ul_rng_unit(s->rng), at};
    }
    qsort(s->open_host, n, sizeof *s->open_host, by_key);
    const size_t few = 1 + ul_rng_below(s->rng, HOSTS_MOST);
    return few < n ? few : n;
}

/* Of those on these hosts who are there only around the instant, or at all then: some, the large
 * and long ones first, but for chance. */
static size_t draw_tasks(search *s, size_t instant, size_t n_hosts, keyed *some)
{
    const uint32_t like = s->order[ul_rng_below(s->rng, s->n_placed)].task;
    const ul_micro width_s = 2 * s->p.in->task[like].work_s;
    const ul_micro from_s = s->at_s[instant] - (ul_micro)(ul_rng_unit(s->rng) * (double)width_s);
    const ul_micro to_s = from_s + width_s;
    const bool within = ul_rng_below(s->rng, 4) > 0;
    const size_t most = 2 + (size_t)pow(TASKS_MOST - 2, ul_rng_unit(s->rng));
    size_t n = 0, seen = 0;
    for (size_t q = 0; q < n_hosts; q++) {
        const guests *g = &s->on[s->open_host[q].which];
        for (size_t i = 0; i < g->n; i++) {
            const ul_micro come_s = arrival_of(s, g->task[i]), end_s = end_of(s, g->task[i]);
            if (within ? come_s < from_s || end_s > to_s : come_s >= to_s || end_s <= from_s)
                continue;
            const size_t place = seen++ < most ? n++ : ul_rng_below(s->rng, seen);
            if (place < most)
                some[place].which = g->task[i];
        }
    }
    for (size_t q = 0; q < n; q++)
        some[q].key = ul_rng_unit(s->rng) - log((double)s->p.in->task[some[q].which].work_s);
    qsort(some, n, sizeof *some, by_key);
    return n;
}

/* Takes them off and places them again; as before, where that adds more than may be. */
static ul_status place_again(search *s, const keyed *some, size_t n)
{
    size_t was[TASKS_MOST], done = 0;
    const bool any = ul_rng_below(s->rng, 2) == 0;
    const double most = s->beyond + s->heat * -log(1 - ul_rng_unit(s->rng));
    for (size_t q = 0; q < n; q++) {
        was[q] = s->p.host_of[some[q].which];
        UL_TRY(take(s, some[q].which));
    }
    while (done < n && s->beyond <= most)
        UL_TRY(place(s, some[done++].which, 0.02, any));
    if (s->beyond <= most)
        return UL_OK;
    while (done > 0)
        UL_TRY(take(s, some[--done].which));
    for (size_t q = 0; q < n; q++)
        UL_TRY(put(s, some[q].which, was[q]));
    return UL_OK;
}

/* So many trials, or as long as work is left beside so much of it. */
static ul_status improve(search *s, double trials, double kept_s)
{
    const double hottest = 100 * (double)s->p.in->type[0].price * UL_MICRO;
    keyed some[TASKS_MOST];
    for (double trial = 0; trial < trials && s->beyond > 0; trial++) {
        const size_t instant = draw_instant(s);
        if (ul_run_work_left_s(s->p.run) <= kept_s)
            return UL_OK;
        s->heat = hottest * pow(0.01, trial / trials);
        if (instant != UL_NONE)
            UL_TRY(place_again(s, some, draw_tasks(s, instant, draw_hosts(s, instant), some)));
    }
    return UL_OK;
}

/* ---- class by class ---- */

static int by_turn(const void *left, const void *right)
{
    const turn *a = left, *b = right;
    UL_LOWER_FIRST(a->class, b->class);
    UL_LOWER_FIRST(a->needed, b->needed);
    UL_HIGHER_FIRST(a->length_s, b->length_s);
    return a->task < b->task ? -1 : a->task > b->task;
}

/* All tasks of any length. */
static ul_status find_order(search *s)
{
    const ul_schedule *in = s->p.in;
    ul_micro longest_s = 0;
    UL_ALLOC(ul_run_arena(s->p.run), s->order, in->n_tasks);
    for (uint32_t i = 0; i < in->n_tasks; i++)
        longest_s = in->task[i].work_s > longest_s ? in->task[i].work_s : longest_s;
    for (uint32_t i = 0; i < in->n_tasks; i++) {
        turn t = {.task = i, .needed = INT64_MAX, .length_s = in->task[i].work_s};
        while (t.class + 1 < CLASSES && t.length_s <= longest_s >> (t.class + 1))
            t.class++;
        for (size_t q = instant_of(s, arrival_of(s, i)); s->at_s[q] < end_of(s, i); q++)
            t.needed = s->needed[q] < t.needed ? s->needed[q] : t.needed;
        if (t.length_s > 0)
            s->order[s->n_order++] = t;
    }
    qsort(s->order, s->n_order, sizeof *s->order, by_turn);
    return UL_OK;
}

static ul_status place_all(search *s, double trials)
{
    const double work_s = ul_run_work_left_s(s->p.run);
    for (uint32_t class = 0; class < CLASSES; class++) {
        for (; s->n_placed < s->n_order && s->order[s->n_placed].class == class; s->n_placed++) {
            if (ul_run_expired(s->p.run))
                return UL_OK;
            UL_TRY(place(s, s->order[s->n_placed].task, 0, false));
        }
        UL_TRY(improve(s, trials, isinf(work_s) ? 0 : work_s * (CLASSES - class) / (CLASSES + 1)));
        ul_run_progress(s->p.run, "%zu of %zu placed", s->n_placed, s->n_order);
    }
    return ul_placing_offer(&s->p);
}

static ul_status placement_search(const ul_schedule *in, ul_run *run)
{
    search s = {.rng = ul_run_rng(run)};
    ul_arena *arena = ul_run_arena(run);
    UL_TRY(ul_placing_check_world(in, "placement-search"));
    UL_TRY(ul_placing_new(in, run, &s.p));
    UL_TRY(find_instants(&s));
    UL_ALLOC(arena, s.needed, s.n_instants);
    UL_ALLOC(arena, s.open, s.n_instants);
    UL_ALLOC(arena, s.index, in->n_tasks);
    UL_TRY(find_needed(&s));
    UL_TRY(find_order(&s));
    return place_all(&s, ul_run_number(run, "trials") * (double)s.n_order / CLASSES);
}

static const ul_param param[] = {
    UL_REAL("trials", "10", "how often tasks are taken off and placed again, for each task", 0,
            1e9),
    {0},
};

const ul_method ul_method_placement_search = {
    .name = "placement-search",
    .brief = "who knows the month places the long ones first, and again where more is open than needed",
    .paper = "Schrimpf et al. 2000, on hosts over time",
    .traits = UL_ANYTIME | UL_OFFLINE,
    .param = param,
    .schedule = placement_search,
};
