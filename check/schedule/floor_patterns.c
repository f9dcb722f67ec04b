/* Whether no set of tasks that fits a machine is worth more than the machine costs, its second
 * of supply included.
 *
 * A set is worth the values of its members, each times the rates that the others leave
 * it; those who load neither slow nor are slowed. Being there at all may be worth something
 * besides, whatever the company, to tasks whose time it is. Sets are built member by member and
 * given up as soon as nothing that still fits can lift them above the price: members
 * only lose by company, and who joins is worth at most what those who are there leave of
 * it, for the room it takes. Room is measured in several ways, the least counts.
 *
 * Products and sums are in doubles. Each is off by less than 2^-53 of it, and there are
 * fewer than a million in a set's worth, so a billionth is kept as a margin.
 */
#include "floor.h"

#include <stdlib.h>
#include <string.h>

#define MARGIN 1e-9
#define STEPS_MAX ((uint64_t)1000000000)
enum { MEASURES_MAX = 24, MEMBERS_MAX = 20000 };

/* Someone who may be in a set. */
typedef struct {
    size_t class;
    size_t kind; /* workload; the last but one: none; the last: loads */
    double value, flat, per_room; /* the last by the first measure */
    bool timely; /* its time it is: `flat` counts */
    uint64_t n; /* tasks of the class, or of those whose time it is */
    check_micro need[CHECK_SCHEDULE_RESOURCES_MAX];
    double room[MEASURES_MAX];
} member;

/* A set so far. */
typedef struct {
    double worth, flat;
    double room[MEASURES_MAX]; /* that is left */
    double *joining, *staying; /* per kind: the rates of a newcomer, and of those inside */
    double *sum;               /* per kind: values of those inside */
    check_micro *left;
} stage;

typedef struct {
    check_floor *f;
    size_t n_kinds, n_resources, n, n_measures, n_stages;
    member *list;
    double measure[MEASURES_MAX][CHECK_SCHEDULE_RESOURCES_MAX];
    /* Per measure, from a member of the list on: the most that room is worth, by kind, at
     * the whole rate and at none; and the worth of all who take none. */
    double *dense, *idle, *roomless;
    stage *stage;
    double *reals;     /* of all stages, */
    check_micro *left; /* and these */
    uint64_t *inside, *timely; /* per class: tasks in the set, and those whose time it is */
    double price;
    uint64_t steps;
    bool above;
} hunt;

static double rate_beside(const hunt *h, size_t kind, size_t other)
{
    const check_schedule *s = h->f->s;
    if (s->rate == NULL || kind == h->n_kinds - 1 || other == h->n_kinds - 1)
        return 1;
    return s->rate[kind * (s->workload.n + 1) + other];
}

static double whole(const member *one)
{
    return one->value + one->flat;
}

static double room_of(const double *measure, size_t n, const check_micro *amount)
{
    double room = 0;
    for (size_t r = 0; r < n; r++)
        room += measure[r] * (double)amount[r];
    return room;
}

/* ---- measures ---- */

/* What a machine's whole room is worth by the densest member; those without room apart. */
static double worth_by(const hunt *h, const double *measure, const check_micro *capacity)
{
    double densest = 0, apart = 0;
    for (size_t q = 0; q < h->n; q++) {
        const double room = room_of(measure, h->n_resources, h->list[q].need);
        if (room <= 0)
            apart += whole(&h->list[q]) * (double)h->list[q].n;
        else if (whole(&h->list[q]) / room > densest)
            densest = whole(&h->list[q]) / room;
    }
    return densest * room_of(measure, h->n_resources, capacity) + apart;
}

/* Weighs resources up and down, one at a time, as long as that lowers the worth. */
static void refine(const hunt *h, double *measure, const check_micro *capacity)
{
    double least = worth_by(h, measure, capacity);
    for (double factor = 4; factor > 1.001;) {
        bool better = false;
        for (size_t q = 0; q < 2 * h->n_resources; q++) {
            const double before = measure[q / 2];
            measure[q / 2] = q % 2 == 0 ? before * factor : before / factor;
            const double worth = worth_by(h, measure, capacity);
            if (worth < least) {
                least = worth;
                better = true;
            } else {
                measure[q / 2] = before;
            }
        }
        factor = better ? factor : 1 + (factor - 1) / 2;
    }
}

/* Each resource by itself, each two, and what suits the values. */
static void choose_measures(hunt *h, const check_micro *capacity)
{
    const size_t n = h->n_resources;
    double unit[CHECK_SCHEDULE_RESOURCES_MAX];
    for (size_t r = 0; r < n; r++)
        unit[r] = capacity[r] > 0 ? 1 / (double)capacity[r] : 0;
    memcpy(h->measure[0], unit, n * sizeof *unit);
    refine(h, h->measure[0], capacity);
    h->n_measures = 1;
    for (size_t r = 0; r < n; r++)
        for (size_t t = r; t < n && h->n_measures < MEASURES_MAX; t++) {
            double *measure = h->measure[h->n_measures];
            memset(measure, 0, n * sizeof *measure);
            measure[r] = unit[r];
            measure[t] = unit[t];
            h->n_measures += unit[r] > 0 && unit[t] > 0;
        }
}

/* ---- one type ---- */

static int by_room(const void *left, const void *right)
{
    const member *a = left, *b = right;
    return a->per_room > b->per_room ? -1 : a->per_room < b->per_room;
}

static void add_member(hunt *h, const member *one)
{
    if (whole(one) > 0 && one->n > 0)
        h->list[h->n++] = *one;
}

static void list_members(hunt *h, size_t k)
{
    const check_floor *f = h->f;
    const check_schedule *s = f->s;
    h->n = 0;
    for (size_t q = 0; q < f->key.n; q++) {
        const check_floor_class *class = &f->class[q];
        const size_t workload = s->jobs[s->tasks[class->task].job].workload;
        member works = {.class = q, .n = class->n, .kind = h->n_kinds - 2};
        if (!check_floor_takes(s, k, class->task, works.need))
            continue;
        member loads = works;
        loads.kind = h->n_kinds - 1;
        if (s->rate != NULL && workload != CHECK_NOT_FOUND)
            works.kind = workload;
        works.value = (double)class->work_value * check_schedule_speed(s, class->task, k);
        loads.value = (double)class->loading_value;
        add_member(h, &works);
        add_member(h, &loads);
        works.flat = loads.flat = (double)class->presence;
        works.n = loads.n = class->there;
        works.timely = loads.timely = true;
        if (class->presence > 0 && works.value > 0)
            add_member(h, &works);
        if (class->presence > 0)
            add_member(h, &loads);
    }
}

static void raise_to(double *most, double value)
{
    *most = value > *most ? value : *most;
}

static void fill_dense(hunt *h)
{
    const size_t kinds = h->n_kinds;
    for (size_t m = 0; m < h->n_measures; m++) {
        double *row = h->dense + m * (h->n + 1) * kinds, *idle = h->idle + m * (h->n + 1) * kinds;
        double *roomless = h->roomless + m * (h->n + 1);
        memset(row + h->n * kinds, 0, kinds * sizeof *row);
        memset(idle + h->n * kinds, 0, kinds * sizeof *idle);
        roomless[h->n] = 0;
        for (size_t q = h->n; q-- > 0;) {
            const member *one = &h->list[q];
            memcpy(row + q * kinds, row + (q + 1) * kinds, kinds * sizeof *row);
            memcpy(idle + q * kinds, idle + (q + 1) * kinds, kinds * sizeof *idle);
            roomless[q] = roomless[q + 1];
            if (one->room[m] <= 0)
                roomless[q] += whole(one) * (double)one->n;
            else {
                raise_to(&row[q * kinds + one->kind], whole(one) / one->room[m]);
                raise_to(&idle[q * kinds + one->kind], one->flat / one->room[m]);
            }
        }
    }
}

static void set_up(hunt *h, size_t k)
{
    const check_micro *capacity = h->f->s->capacity + k * h->n_resources;
    stage *first = &h->stage[0];
    list_members(h, k);
    choose_measures(h, capacity);
    for (size_t q = 0; q < h->n; q++) {
        member *one = &h->list[q];
        for (size_t m = 0; m < h->n_measures; m++)
            one->room[m] = room_of(h->measure[m], h->n_resources, one->need);
        one->per_room = one->room[0] > 0 ? whole(one) / one->room[0] : 1e300;
    }
    qsort(h->list, h->n, sizeof *h->list, by_room);
    fill_dense(h);
    first->worth = first->flat = 0;
    for (size_t b = 0; b < h->n_kinds; b++) {
        first->joining[b] = first->staying[b] = 1;
        first->sum[b] = 0;
    }
    memcpy(first->left, capacity, h->n_resources * sizeof *capacity);
    for (size_t m = 0; m < h->n_measures; m++)
        first->room[m] = room_of(h->measure[m], h->n_resources, capacity);
}

/* Whether members from q on can lift the set above the price. */
static bool may_rise(const hunt *h, const stage *at, size_t q)
{
    for (size_t m = 0; m < h->n_measures; m++) {
        const double *dense = h->dense + (m * (h->n + 1) + q) * h->n_kinds;
        const double *idle = h->idle + (m * (h->n + 1) + q) * h->n_kinds;
        double most = 0;
        for (size_t b = 0; b < h->n_kinds; b++) /* convex in the rate: below the line */
            raise_to(&most, dense[b] * at->joining[b] + idle[b] * (1 - at->joining[b]));
        /* what is left of room is a difference of doubles */
        const double room = at->room[m] * (1 + 1e-12) + 1e-12;
        if ((at->worth + most * room + h->roomless[m * (h->n + 1) + q]) * (1 + MARGIN) <= h->price)
            return false;
    }
    return true;
}

/* The set with one more member of the list's place q. */
static void take(const hunt *h, const stage *at, size_t q, stage *next)
{
    const member *one = &h->list[q];
    next->worth = next->flat = at->flat + one->flat;
    for (size_t b = 0; b < h->n_kinds; b++) {
        const double beside = rate_beside(h, b, one->kind);
        next->joining[b] = at->joining[b] * beside;
        next->sum[b] = at->sum[b] + (b == one->kind ? one->value : 0);
        next->staying[b] = at->sum[b] > 0 ? at->staying[b] * beside : at->joining[b];
        next->worth += next->sum[b] * next->staying[b];
    }
    for (size_t r = 0; r < h->n_resources; r++)
        next->left[r] = at->left[r] - one->need[r];
    for (size_t m = 0; m < h->n_measures; m++)
        next->room[m] = at->room[m] - one->room[m];
}

static bool has_room(const hunt *h, const stage *at, const member *one)
{
    for (size_t r = 0; r < h->n_resources; r++)
        if (one->need[r] > at->left[r])
            return false;
    return true;
}

/* Explores sets of members from q on; of each class no more than there are tasks. */
static void explore(hunt *h, size_t depth, size_t q)
{
    const stage *at = &h->stage[depth];
    stage *next = &h->stage[depth + 1];
    for (; q < h->n && !h->above && may_rise(h, at, q); q++) {
        const member *one = &h->list[q];
        if (h->inside[one->class] >= h->f->class[one->class].n || !has_room(h, at, one)
            || (one->timely && h->timely[one->class] >= one->n))
            continue;
        if (++h->steps > STEPS_MAX)
            check_refuse_file(h->f->c, h->f->file, "needs more than %llu steps to be checked",
                              (unsigned long long)STEPS_MAX);
        take(h, at, q, next);
        h->above = next->worth * (1 + MARGIN) > h->price;
        h->inside[one->class]++;
        h->timely[one->class] += one->timely;
        explore(h, depth + 1, q);
        h->inside[one->class]--;
        h->timely[one->class] -= one->timely;
    }
}

/* How many members a set can have at most: what the smallest needs of each resource
 * leave room for, or all. */
static size_t most_members(const hunt *h, const check_micro *capacity)
{
    check_wide most = 0;
    for (size_t q = 0; q < h->n; q++)
        most += h->list[q].n; /* tasks, twice at most */
    for (size_t r = 0; r < h->n_resources; r++) {
        check_micro least = INT64_MAX;
        for (size_t q = 0; q < h->n; q++)
            least = h->list[q].need[r] < least ? h->list[q].need[r] : least;
        if (least > 0 && capacity[r] / least < most)
            most = capacity[r] / least;
    }
    return (size_t)most;
}

static void make_stages(hunt *h, size_t n)
{
    check *c = h->f->c;
    if (n > MEMBERS_MAX)
        check_refuse_file(c, h->f->file, "cannot be checked: a machine may hold more than %d tasks",
                          MEMBERS_MAX);
    if (n + 2 <= h->n_stages)
        return;
    h->n_stages = n + 2;
    check_free(c, h->stage);
    check_free(c, h->reals);
    check_free(c, h->left);
    h->stage = check_alloc(c, n + 2, sizeof *h->stage);
    h->reals = check_alloc(c, (n + 2) * h->n_kinds, 3 * sizeof *h->reals);
    h->left = check_alloc(c, n + 2, h->n_resources * sizeof *h->left);
    for (size_t d = 0; d < n + 2; d++) {
        h->stage[d].joining = h->reals + 3 * d * h->n_kinds;
        h->stage[d].staying = h->stage[d].joining + h->n_kinds;
        h->stage[d].sum = h->stage[d].staying + h->n_kinds;
        h->stage[d].left = h->left + d * h->n_resources;
    }
}

void check_floor_patterns(check_floor *f, check_micro from, check_micro to)
{
    const check_schedule *s = f->s;
    hunt h = {.f = f, .n_kinds = (s->rate == NULL ? 0 : s->workload.n) + 2,
              .n_resources = s->resource.n};
    const size_t n = 4 * f->key.n;
    h.list = check_alloc(f->c, n, sizeof *h.list);
    h.dense = check_alloc(f->c, (n + 1) * h.n_kinds, MEASURES_MAX * sizeof *h.dense);
    h.idle = check_alloc(f->c, (n + 1) * h.n_kinds, MEASURES_MAX * sizeof *h.idle);
    h.inside = check_alloc(f->c, f->key.n, sizeof *h.inside);
    h.timely = check_alloc(f->c, f->key.n, sizeof *h.timely);
    h.roomless = check_alloc(f->c, n + 1, MEASURES_MAX * sizeof *h.roomless);
    for (size_t k = 0; k < s->type.n; k++) {
        list_members(&h, k);
        make_stages(&h, most_members(&h, s->capacity + k * h.n_resources));
        set_up(&h, k);
        h.price = (double)check_floor_pays(f, k, from, to) * (double)f->scale
                  + (double)f->scarcity[k];
        h.above = false;
        h.steps = 0;
        explore(&h, 0, 0);
        if (h.above)
            check_violation(f->c, NULL, "%s: a set of tasks on type '%.80s' is worth more than "
                                        "its price", f->file, s->type.key[k].text);
    }
    check_free(f->c, h.list);
    check_free(f->c, h.dense);
    check_free(f->c, h.idle);
    check_free(f->c, h.inside);
    check_free(f->c, h.timely);
    check_free(f->c, h.roomless);
    check_free(f->c, h.reals);
    check_free(f->c, h.left);
    check_free(f->c, h.stage);
}
