/* How much room tasks take of a machine, in several ways, and what room is worth.
 *
 * A measure weighs the resources, and any weights will do: tasks that fit together take no
 * more room together than the machine has, so that they are worth at most its room times the
 * most that a task is worth for its room. What a task takes is rounded down, what a machine
 * has up: that is still so, and only makes room worth more.
 */
#include "floor_sets.h"

#include <string.h>

/* A whole machine is weighed by a gain of up to 2^40 times 2^62, so that 16 resources are below
 * 2^106 together; of that the last 46 digits are dropped. */
enum { GAIN_BITS = 40, UNIT_BITS = 62, DROPPED = 46, DENSE_BITS = 62 };
#define GAIN ((int64_t)1 << 30) /* to begin with */

static int64_t room_of(const check_hunt *h, const check_wide *weight, const check_micro *amount,
                       bool up)
{
    check_wide room = 0;
    for (size_t r = 0; r < h->n_resources; r++)
        room += weight[r] * amount[r];
    return (int64_t)(room >> DROPPED) + up;
}

/* ---- choosing ---- */

typedef struct {
    check_hunt *h;
    const check_micro *capacity;
    int64_t gain[CHECK_SCHEDULE_RESOURCES_MAX];
} choice;

static void weigh(const choice *o, check_wide *weight)
{
    for (size_t r = 0; r < o->h->n_resources; r++)
        weight[r] =
            o->capacity[r] > 0 ? ((check_wide)o->gain[r] << UNIT_BITS) / o->capacity[r] : 0;
}

/* What a machine's whole room is worth by the densest member; those without room apart. */
static check_wide worth_by(choice *o)
{
    const check_hunt *h = o->h;
    check_wide weight[CHECK_SCHEDULE_RESOURCES_MAX];
    check_wide apart = 0;
    int64_t value = 0, room = 1; /* of the densest */
    check_spend_on(h->f->c, h->n + 8, 8 * h->n_resources + 16);
    weigh(o, weight);
    for (size_t q = 0; q < h->n; q++) {
        const int64_t here = room_of(h, weight, h->list[q].need, false);
        const int64_t whole = check_whole(&h->list[q]);
        if (here == 0)
            apart = check_plus(h->f->c, apart, (check_wide)whole * (check_wide)h->list[q].n);
        else if ((check_wide)whole * room > (check_wide)value * here) {
            value = whole;
            room = here;
        }
    }
    const check_wide all = (check_wide)value * room_of(h, weight, o->capacity, true);
    return check_plus(h->f->c, apart, check_ratio_up(all, room));
}

/* Weighs resources up and down, one at a time, as long as that lowers the worth. Factors are
 * 4, 5/2, 7/4 and so on, 1 + 3 / parts. */
static void refine(choice *o)
{
    check_wide least = worth_by(o);
    for (int64_t parts = 1; parts < 4096;) {
        bool better = false;
        for (size_t q = 0; q < 2 * o->h->n_resources; q++) {
            const int64_t before = o->gain[q / 2];
            const int64_t gain = q % 2 == 0 ? before * (parts + 3) / parts
                                            : before * parts / (parts + 3);
            if (gain == before || gain >> GAIN_BITS > 0)
                continue;
            o->gain[q / 2] = gain;
            const check_wide worth = worth_by(o);
            better = better || worth < least;
            if (worth < least)
                least = worth;
            else
                o->gain[q / 2] = before;
        }
        parts = better ? parts : 2 * parts;
    }
}

/* What suits the values, each resource by itself, and each two. */
static void choose(check_hunt *h, const check_micro *capacity)
{
    choice o = {.h = h, .capacity = capacity};
    const size_t n = h->n_resources;
    for (size_t r = 0; r < n; r++)
        o.gain[r] = GAIN;
    refine(&o);
    weigh(&o, h->weight[0]);
    h->n_measures = 1;
    for (size_t r = 0; r < n; r++)
        for (size_t t = r; t < n && h->n_measures < CHECK_MEASURES_MAX; t++) {
            memset(o.gain, 0, sizeof o.gain);
            o.gain[r] = o.gain[t] = GAIN;
            weigh(&o, h->weight[h->n_measures]);
            h->n_measures += capacity[r] > 0 && capacity[t] > 0;
        }
}

/* ---- what room is worth ---- */

/* The most for its room first, by the first measure; the rest of the order is so that it is
 * one. */
static int by_density(const void *left, const void *right)
{
    const check_member *a = left, *b = right;
    const check_wide of_a = (check_wide)check_whole(a) * b->room[0];
    const check_wide of_b = (check_wide)check_whole(b) * a->room[0];
    if (of_a != of_b)
        return of_a > of_b ? -1 : 1;
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    return a->kind != b->kind ? (a->kind < b->kind ? -1 : 1) : a->timely - b->timely;
}

/* A member takes no room worth speaking of where what that is worth leaves 62 digits. */
static bool is_roomless(const check_member *one, size_t m, int point)
{
    return one->room[m] == 0
           || ((check_wide)check_whole(one) << point) / one->room[m] >> DENSE_BITS > 0;
}

/* As many digits behind the point as the densest member leaves, at least those of what a set
 * lacks. */
static int point_of(const check_hunt *h, size_t m)
{
    int point = DENSE_BITS;
    for (size_t q = 0; q < h->n; q++)
        while (point > CHECK_LACK_BITS && h->list[q].room[m] > 0 && is_roomless(&h->list[q], m, point))
            point--;
    return point;
}

static void raise_to(int64_t *most, int64_t value, int point, int64_t room)
{
    const int64_t here = (int64_t)check_ratio_up((check_wide)value << point, room);
    *most = here > *most ? here : *most;
}

static void fill_dense(check_hunt *h, size_t m)
{
    const size_t kinds = h->n_kinds;
    int64_t *row = h->dense + m * (h->n + 1) * kinds, *idle = h->idle + m * (h->n + 1) * kinds;
    check_wide *roomless = h->roomless + m * (h->n + 1);
    check_spend_on(h->f->c, h->n + 1, 4 * kinds + 64);
    h->point[m] = point_of(h, m);
    memset(row + h->n * kinds, 0, kinds * sizeof *row);
    memset(idle + h->n * kinds, 0, kinds * sizeof *idle);
    roomless[h->n] = 0;
    for (size_t q = h->n; q-- > 0;) {
        const check_member *one = &h->list[q];
        memcpy(row + q * kinds, row + (q + 1) * kinds, kinds * sizeof *row);
        memcpy(idle + q * kinds, idle + (q + 1) * kinds, kinds * sizeof *idle);
        roomless[q] = roomless[q + 1];
        if (is_roomless(one, m, h->point[m])) {
            roomless[q] = check_plus(h->f->c, roomless[q],
                                     ((check_wide)check_whole(one) << CHECK_LACK_BITS)
                                         * (check_wide)one->n); /* below 52, 12 and 26 digits */
        } else {
            raise_to(&row[q * kinds + one->kind], check_whole(one), h->point[m], one->room[m]);
            raise_to(&idle[q * kinds + one->kind], one->flat > 0 ? one->flat : 0, h->point[m],
                     one->room[m]);
        }
    }
}

void check_measure(check_hunt *h, const check_micro *capacity)
{
    choose(h, capacity);
    check_spend_on(h->f->c, h->n + 8, 4 * h->n_measures * h->n_resources);
    for (size_t m = 0; m < h->n_measures; m++) {
        h->whole_room[m] = room_of(h, h->weight[m], capacity, true);
        for (size_t q = 0; q < h->n; q++)
            h->list[q].room[m] = room_of(h, h->weight[m], h->list[q].need, false);
    }
    check_sort(h->f->c, h->list, h->n, sizeof *h->list, by_density);
    for (size_t m = 0; m < h->n_measures; m++)
        fill_dense(h, m);
}

/* A newcomer's worth for its room is a line from `idle` at the rate 0 to `dense` at 1, of which
 * the rate is rounded up; at most 2^62 times 2^62 of room the product is below 2^125. */
bool check_may_rise(check_hunt *h, const check_stage *at, size_t q)
{
    const check_wide one = (check_wide)1 << CHECK_SHARE_BITS;
    check_spend_on(h->f->c, h->n_measures, 4 * h->n_kinds + 8);
    for (size_t m = 0; m < h->n_measures; m++) {
        const int64_t *dense = h->dense + (m * (h->n + 1) + q) * h->n_kinds;
        const int64_t *idle = h->idle + (m * (h->n + 1) + q) * h->n_kinds;
        check_wide most = 0;
        for (size_t b = 0; b < h->n_kinds; b++) {
            const check_wide here =
                idle[b] * one + (check_wide)(dense[b] - idle[b]) * (check_wide)at->share[b];
            most = here > most ? here : most;
        }
        most = (most >> CHECK_SHARE_BITS) + 1;
        const check_wide rest = (most * at->room[m] >> (h->point[m] - CHECK_LACK_BITS)) + 1;
        if (rest + h->roomless[m * (h->n + 1) + q] <= at->lacks)
            return false;
    }
    return true;
}
