/* Two machines at a time: what both hold is divided between them anew, so that both have room for
 * it or, where they cannot, no more is too much than must be.
 *
 * Of sixteen tasks there are 65,536 ways to divide them, and some dozens that fill a machine to
 * the last core and to the last gigabyte: they are found in two halves, the sums of one sorted
 * (Horowitz and Sahni 1974). What is too much and what there is to spare wander from machine to
 * machine until they meet: many divisions of few tasks are better than few of many.
 */
#include <string.h>

#include "assigned.h"

enum {
    HALF = 8,        /* tasks: 256 sums */
    SUMS = 1 << HALF,
    DOWN = 200,      /* sums that are looked at for one of the other half, from the fullest down */
    TIMES_A_LOOK = 64
};

typedef struct {
    int32_t sum; /* in what is tight on the first machine */
    uint32_t subset;
} sorted;

typedef struct {
    ul_assigned *f;
    uint32_t one, other;
    uint32_t *task;     /* those that may be on either, which are drawn first */
    size_t n, n_half[2];
    size_t n_dims[2];   /* on one, then on the other */
    int32_t most[UL_ASSIGNED_DIMS];  /* that may go to one, by what it has room for */
    int32_t least[UL_ASSIGNED_DIMS]; /* that must, by what the other has room for */
    int32_t *sum[2];    /* half x subset: in the dimensions of one, then of the other */
    sorted *order, *spare;      /* of the second half */
    uint32_t now[2];    /* what is on one: a subset of each half */
} pair;

/* ---- setting up ---- */

static void list_movable(pair *p, uint32_t from, uint32_t to)
{
    const ul_assigned *f = p->f;
    for (size_t q = 0; q < f->machine[from].n; q++) {
        const uint32_t task = f->held[from * f->n_tasks + q];
        if (ul_assigned_allowed(f, task, to))
            p->task[p->n++] = task;
    }
}

/* The tasks of both that may change places, or some of them where they are too many. */
static void draw_tasks(pair *p)
{
    p->n = 0;
    list_movable(p, p->one, p->other);
    list_movable(p, p->other, p->one);
    const size_t n = p->n;
    p->n = n < 2 * HALF ? n : 2 * HALF;
    for (size_t q = 0; q < p->n; q++) {
        const size_t r = q + ul_assigned_draw(p->f, n - q);
        const uint32_t task = p->task[r];
        p->task[r] = p->task[q];
        p->task[q] = task;
    }
    p->n_half[0] = p->n / 2;
    p->n_half[1] = p->n - p->n_half[0];
    p->now[0] = p->now[1] = 0;
    for (size_t q = 0; q < p->n; q++)
        if (p->f->at[p->task[q]] == p->one)
            p->now[q >= p->n_half[0]] |= 1U << (q < p->n_half[0] ? q : q - p->n_half[0]);
}

/* What there is of a dimension in all drawn tasks, or in those that are on one. */
static int32_t total(const pair *p, uint32_t group, size_t d, bool here)
{
    int32_t sum = 0;
    for (size_t q = 0; q < p->n; q++)
        if (!here || p->f->at[p->task[q]] == p->one)
            sum += ul_assigned_need(p->f, p->task[q], group)[d];
    return sum;
}

/* What the others leave on both. Where that is too little in all, one of them takes what is too
 * much; machines with other resources may now and then stay as full as they are. */
static void find_limits(pair *p)
{
    ul_assigned *f = p->f;
    const ul_assigned_machine *one = &f->machine[p->one], *other = &f->machine[p->other];
    const bool alike = one->group == other->group, mine = ul_assigned_draw(f, 2) == 0;
    for (size_t d = 0; d < p->n_dims[0]; d++) {
        const int32_t here = total(p, one->group, d, true);
        p->most[d] = one->has[d] - one->load[d] + here;
        if (!alike && mine && here > p->most[d])
            p->most[d] = here;
    }
    for (size_t d = 0; d < p->n_dims[1]; d++) {
        const int32_t here = total(p, other->group, d, true);
        p->least[d] = here + other->load[d] - other->has[d];
        if (!alike && mine && here < p->least[d])
            p->least[d] = here;
        if (alike && p->least[d] > p->most[d])
            *(mine ? &p->most[d] : &p->least[d]) = mine ? p->least[d] : p->most[d];
    }
}

static int32_t *sum_of(const pair *p, size_t half, uint32_t subset)
{
    return p->sum[half] + subset * (p->n_dims[0] + p->n_dims[1]);
}

static void add_task(const pair *p, uint32_t task, const int32_t *without, int32_t *with)
{
    const int32_t *one = ul_assigned_need(p->f, task, p->f->machine[p->one].group);
    const int32_t *other = ul_assigned_need(p->f, task, p->f->machine[p->other].group);
    for (size_t d = 0; d < p->n_dims[0]; d++)
        with[d] = without[d] + one[d];
    for (size_t d = 0; d < p->n_dims[1]; d++)
        with[p->n_dims[0] + d] = without[p->n_dims[0] + d] + other[d];
}

static void add_up(const pair *p, size_t half)
{
    const uint32_t *task = p->task + half * p->n_half[0];
    memset(sum_of(p, half, 0), 0, (p->n_dims[0] + p->n_dims[1]) * sizeof(int32_t));
    for (uint32_t q = 0; q < p->n_half[half]; q++)
        for (uint32_t before = 0; before < 1U << q; before++)
            add_task(p, task[q], sum_of(p, half, before), sum_of(p, half, before | 1U << q));
}

/* Those of the second half in ascending order: with each task two sorted lists are merged. */
static void sort_sums(const pair *p)
{
    const size_t tight = p->f->machine[p->one].tight;
    size_t n = 1;
    p->order[0] = (sorted){0, 0};
    for (uint32_t q = 0; q < p->n_half[1]; q++) {
        const int32_t more = sum_of(p, 1, 1U << q)[tight];
        size_t without = 0, with = 0, at = 0;
        while (with < n)
            if (without < n && p->order[without].sum <= p->order[with].sum + more)
                p->spare[at++] = p->order[without++];
            else {
                p->spare[at++] = (sorted){p->order[with].sum + more, p->order[with].subset | 1U << q};
                with++;
            }
        memcpy(p->order, p->spare, (n = at) * sizeof *p->order);
    }
}

/* ---- another division ---- */

/* Whether both machines keep to their limits. */
static bool is_within(const pair *p, const int32_t *a, const int32_t *b)
{
    for (size_t d = 0; d < p->n_dims[0]; d++)
        if (a[d] + b[d] > p->most[d])
            return false;
    a += p->n_dims[0];
    b += p->n_dims[0];
    for (size_t d = 0; d < p->n_dims[1]; d++)
        if (a[d] + b[d] < p->least[d])
            return false;
    return true;
}

/* How many of the second half's sums are at most `most`. */
static size_t count_up_to(const pair *p, int32_t most)
{
    size_t low = 0, high = (size_t)1 << p->n_half[1];
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (p->order[middle].sum <= most)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A subset of the second half that goes with one of the first; UINT32_MAX when none is found. */
static uint32_t match(const pair *p, uint32_t first)
{
    const ul_assigned_machine *one = &p->f->machine[p->one];
    const int32_t *a = sum_of(p, 0, first);
    const bool alike = one->group == p->f->machine[p->other].group;
    const int32_t least = alike ? p->least[one->tight] - a[one->tight] : INT32_MIN;
    size_t at = count_up_to(p, p->most[one->tight] - a[one->tight]);
    for (size_t seen = 0; at-- > 0 && seen < DOWN && p->order[at].sum >= least; seen++) {
        const uint32_t second = p->order[at].subset;
        if ((first != p->now[0] || second != p->now[1]) && is_within(p, a, sum_of(p, 1, second)))
            return second;
    }
    return UINT32_MAX;
}

static void divide(const pair *p, uint32_t first, uint32_t second)
{
    ul_assigned *f = p->f;
    ul_assigned_machine *one = &f->machine[p->one], *other = &f->machine[p->other];
    f->too_much -= ul_assigned_excess(f, one) + ul_assigned_excess(f, other);
    for (size_t q = 0; q < p->n; q++) {
        const bool here = (q < p->n_half[0] ? first >> q : second >> (q - p->n_half[0])) & 1;
        const uint32_t task = p->task[q], to = here ? p->one : p->other;
        if (f->at[task] == to)
            continue;
        ul_assigned_change(f, &f->machine[f->at[task]], task, -1);
        ul_assigned_change(f, &f->machine[to], task, 1);
        ul_assigned_relist(f, task, to);
    }
    const int64_t left = ul_assigned_excess(f, one), there = ul_assigned_excess(f, other);
    ul_assigned_list_full(f, p->one, left > 0);
    ul_assigned_list_full(f, p->other, there > 0);
    f->too_much += left + there;
}

/* The first that is found from a random one on, so that each has a chance. */
static void divide_anew(pair *p, uint32_t one, uint32_t other)
{
    p->one = one;
    p->other = other;
    p->n_dims[0] = ul_assigned_dims(p->f, &p->f->machine[one]);
    p->n_dims[1] = ul_assigned_dims(p->f, &p->f->machine[other]);
    draw_tasks(p);
    if (p->n == 0)
        return;
    find_limits(p);
    add_up(p, 0);
    add_up(p, 1);
    sort_sums(p);
    const uint32_t n = 1U << p->n_half[0], start = ul_assigned_draw(p->f, n);
    for (uint32_t q = 0; q < n; q++) {
        const uint32_t first = (start + q) & (n - 1), second = match(p, first);
        if (second != UINT32_MAX) {
            divide(p, first, second);
            return;
        }
    }
}

/* One that is too full every other time: what there is to spare must wander, too. */
ul_status ul_assigned_by_pairs(ul_assigned *f, size_t times, ul_run *run)
{
    UL_OWN_ARENA(arena);
    pair p = {.f = f};
    if (f->too_much == 0 || f->n_machines == 1)
        return UL_OK;
    UL_ALLOC(arena, p.task, f->n_tasks);
    UL_ALLOC(arena, p.sum[0], SUMS * 2 * UL_ASSIGNED_DIMS);
    UL_ALLOC(arena, p.sum[1], SUMS * 2 * UL_ASSIGNED_DIMS);
    UL_ALLOC(arena, p.order, SUMS);
    UL_ALLOC(arena, p.spare, SUMS);
    for (size_t q = 0; q < times && f->too_much > 0; q++) {
        const uint32_t one = ul_assigned_draw(f, 2) == 0 ? f->full[ul_assigned_draw(f, f->n_full)]
                                                    : ul_assigned_draw(f, f->n_machines);
        const uint32_t other = ul_assigned_draw(f, f->n_machines);
        if (one != other)
            divide_anew(&p, one, other);
        if (q % TIMES_A_LOOK == 0 && ul_run_expired(run))
            break;
    }
    return UL_OK;
}
