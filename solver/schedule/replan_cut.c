/* The floor's linear program taken at its word: each of its sets is a machine, for as long as
 * the program says, and tasks are cut where it cuts them. They leave one machine, keep what
 * they have done and go on with another.
 *
 * Sets come one after the other where they have a task in common, so that nobody is in two
 * places. In a set that has several seats for its class a task is given no more than the set's
 * time, and what is left of it at the end of one seat begins the next (McNaughton 1959). What
 * a task cannot do so, because it is longer than all sets that have its class, it does alone.
 * O(pieces times seats of a set, squared where tasks slow each other down).
 */
#include <math.h>
#include <string.h>

#include "replan.h"

enum { WORTH_LOADING = 20 }; /* a piece is to take so many times longer than to load it */

typedef struct {
    uint32_t task, next; /* of the same seat; UINT32_MAX: none */
    double work;         /* microseconds alone */
} piece;

/* Pieces in turn, and who is there. */
typedef struct {
    uint32_t first, last; /* UINT32_MAX: none */
    uint32_t now;         /* UINT32_MAX: nobody */
    ul_micro from_s, working_s, counts_s, stopped_s, to_s;
    double left, rate;
    bool is_last; /* its task is done after it */
} seat;

/* The seats of a class in a set. */
typedef struct {
    size_t first, n;
    double seconds, used_s; /* each has so many; of all of them */
    double rate;
    uint32_t had_by; /* the task that has got its share last, + 1 */
} bench;

typedef struct {
    ul_replan *s;
    const ul_schedule *in;
    ul_schedule_plan *plan;
    seat *seat;
    size_t *first_seat; /* by column, and the end */
    bench *bench;
    piece *piece;
    size_t n_pieces, piece_room;
    uint32_t *pieces_left; /* by task */
    bool *alone;           /* by task: and one on a machine of its own at the end */
    double *done;          /* by task, microseconds of work */
    ul_micro *free_s;      /* by task: it is nowhere from then on */
    bool is_free;          /* nobody slows anybody down */
    bool fails;            /* it would take centuries */
    size_t machine;
    ul_micro *image_from_s, *image_s; /* of the machine: who came then has loaded it by then */
} cutting;

/* ---- who gets which seat ---- */

static double loading_of(const cutting *c, uint32_t task)
{
    const ul_schedule_job *job = &c->in->job[c->in->task[task].job];
    return ul_micro_double(job->fetch_s + job->build_s + job->init_s + job->upload_s);
}

static ul_status append(cutting *c, size_t at, uint32_t task, double work_s)
{
    UL_MORE(c->s->arena, c->piece, c->n_pieces, c->piece_room);
    const uint32_t added = (uint32_t)c->n_pieces++;
    c->piece[added] = (piece){task, UINT32_MAX, work_s * 1e6};
    if (c->seat[at].first == UINT32_MAX)
        c->seat[at].first = added;
    else
        c->piece[c->seat[at].last].next = added;
    c->seat[at].last = added;
    c->pieces_left[task]++;
    return UL_OK;
}

/* So many seconds of the bench, from where it is free; over its seat's end they go on at the
 * beginning of the next. */
static ul_status share(cutting *c, bench *b, uint32_t task, double time_s)
{
    const double least_s = WORTH_LOADING * loading_of(c, task);
    size_t at = (size_t)(b->used_s / b->seconds);
    at = at < b->n ? at : b->n - 1;
    const double ends_s = b->seconds * (double)(at + 1) - b->used_s;
    b->used_s += time_s;
    b->had_by = task + 1;
    if (time_s - ends_s <= least_s || at + 1 == b->n)
        return append(c, b->first + at, task, time_s * b->rate);
    if (ends_s > least_s) {
        UL_TRY(append(c, b->first + at, task, ends_s * b->rate));
        time_s -= ends_s;
    }
    return append(c, b->first + at + 1, task, time_s * b->rate);
}

/* The bench with most seats left that the task has nothing of, or NULL. */
static bench *roomiest(bench *list, size_t n, uint32_t task, double least_s)
{
    bench *best = NULL;
    double most = 0;
    for (size_t q = 0; q < n; q++) {
        const double left_s = list[q].seconds * (double)list[q].n - list[q].used_s;
        if (list[q].had_by == task + 1 || left_s <= least_s || list[q].seconds <= least_s
            || left_s / list[q].seconds <= most)
            continue;
        most = left_s / list[q].seconds;
        best = &list[q];
    }
    return best;
}

/* What remains is little, and its last piece will do it; or it is done alone. */
static ul_status cut(cutting *c, bench *list, size_t n, uint32_t task)
{
    const double work_s = ul_search_work_s(c->in, task);
    const double least_s = WORTH_LOADING * loading_of(c, task);
    double left_s = work_s;
    bench *b;
    while (left_s > 0 && (b = roomiest(list, n, task, fmin(least_s, left_s / 2))) != NULL) {
        const double room_s = b->seconds * (double)b->n - b->used_s;
        const double time_s = fmin(left_s / b->rate, fmin(b->seconds, room_s));
        UL_TRY(share(c, b, task, time_s));
        left_s -= time_s * b->rate;
    }
    c->alone[task] = c->pieces_left[task] == 0 || left_s > 0.02 * work_s + least_s;
    return UL_OK;
}

/* ---- one set, lived through ---- */

static const ul_schedule_job *job_in(const cutting *c, const seat *at)
{
    return &c->in->job[c->in->task[c->piece[at->now].task].job];
}

static ul_micro loading_s(cutting *c, const ul_schedule_job *job, ul_micro now_s)
{
    const uint32_t image = job->image;
    const bool built = image != UL_SCHEDULE_NONE && c->image_from_s[image] < now_s
                       && c->image_s[image] <= now_s;
    const ul_micro loaded_s = now_s + job->fetch_s + (built ? 0 : job->build_s);
    if (image != UL_SCHEDULE_NONE && loaded_s < c->image_s[image]) {
        c->image_s[image] = loaded_s;
        c->image_from_s[image] = now_s;
    }
    return loaded_s;
}

/* The next piece comes in, if its task is free; else *next_s is no later than when it is. */
static void let_in(cutting *c, seat *at, ul_micro now_s, ul_micro *next_s)
{
    if (at->now != UINT32_MAX || at->first == UINT32_MAX)
        return;
    const piece *p = &c->piece[at->first];
    if (c->free_s[p->task] > now_s) {
        *next_s = c->free_s[p->task] < *next_s ? c->free_s[p->task] : *next_s;
        return;
    }
    at->now = at->first;
    at->first = p->next;
    at->is_last = --c->pieces_left[p->task] == 0 && !c->alone[p->task];
    at->left = at->is_last ? ul_search_work_s(c->in, p->task) * 1e6 - c->done[p->task] : p->work;
    c->done[p->task] += at->left;
    at->from_s = now_s;
    at->working_s = loading_s(c, job_in(c, at), now_s);
    at->counts_s = at->working_s + job_in(c, at)->init_s;
    at->stopped_s = INT64_MAX;
    c->free_s[p->task] = INT64_MAX;
}

/* Who has done his piece stops, and leaves when what he has done is saved. */
static ul_status let_out(cutting *c, seat *at, ul_micro now_s)
{
    if (at->now == UINT32_MAX)
        return UL_OK;
    const uint32_t task = c->piece[at->now].task;
    if (at->stopped_s == INT64_MAX && at->working_s <= now_s && at->left <= 1e-3) {
        at->stopped_s = now_s;
        at->to_s = now_s + (at->is_last ? 0 : job_in(c, at)->upload_s);
        c->done[task] -= at->left; /* a little more than was wanted */
        UL_TRY(ul_timeline_add_stay(c->plan, &(ul_timeline_stay){
            .task = task, .machine = (uint32_t)c->machine, .from_s = at->from_s,
            .working_s = at->working_s, .stopped_s = now_s, .to_s = at->to_s}));
    }
    if (at->stopped_s < INT64_MAX && at->to_s <= now_s) {
        c->free_s[task] = now_s;
        at->now = UINT32_MAX;
    }
    return UL_OK;
}

static bool is_working(const seat *at, ul_micro now_s)
{
    return at->now != UINT32_MAX && at->working_s <= now_s && at->stopped_s == INT64_MAX;
}

static void set_rate(const cutting *c, seat *seats, size_t n, size_t own, ul_micro now_s)
{
    seat *at = &seats[own];
    at->rate = 0;
    if (!is_working(at, now_s) || at->counts_s > now_s)
        return;
    at->rate = ul_schedule_speed(c->in, c->piece[at->now].task,
                                 c->plan->machine[c->machine].type);
    for (size_t q = 0; q < n && !c->is_free; q++)
        if (q != own && is_working(&seats[q], now_s))
            at->rate *= ul_schedule_throughput(c->in, job_in(c, at)->workload,
                                               job_in(c, &seats[q])->workload);
}

static ul_micro next_change(const seat *at, ul_micro now_s)
{
    if (at->now == UINT32_MAX)
        return INT64_MAX;
    if (at->stopped_s < INT64_MAX)
        return at->to_s;
    if (at->working_s > now_s)
        return at->working_s;
    if (at->counts_s > now_s)
        return at->counts_s;
    return now_s + (ul_micro)ceil(fmax(0, at->left / at->rate));
}

/* From a second on until all of its pieces are done. */
static ul_status live(cutting *c, seat *seats, size_t n, ul_micro now_s)
{
    for (;;) {
        ul_micro next_s = INT64_MAX;
        for (size_t q = 0; q < n; q++)
            UL_TRY(let_out(c, &seats[q], now_s));
        for (size_t q = 0; q < n; q++)
            let_in(c, &seats[q], now_s, &next_s);
        for (size_t q = 0; q < n; q++) {
            set_rate(c, seats, n, q, now_s);
            const ul_micro own_s = next_change(&seats[q], now_s);
            next_s = own_s < next_s ? own_s : next_s;
        }
        if (next_s == INT64_MAX)
            break;
        c->fails = next_s > UL_SCHEDULE_SECONDS_MAX / 2 || ul_run_expired(c->s->run);
        if (c->fails)
            return UL_OK;
        for (size_t q = 0; q < n; q++)
            seats[q].left -= seats[q].rate * (double)(next_s - now_s);
        now_s = next_s;
    }
    c->plan->machine[c->machine].released_s = now_s;
    return UL_OK;
}

/* A new machine, of no image yet, when all who come to these seats are free. */
static ul_status rent(cutting *c, uint32_t type, const seat *seats, size_t n, ul_micro *ready_s)
{
    *ready_s = ul_search_soonest(c->in, type);
    for (size_t q = 0; q < n; q++)
        for (uint32_t p = seats[q].first; p != UINT32_MAX; p = c->piece[p].next)
            if (c->free_s[c->piece[p].task] > *ready_s)
                *ready_s = c->free_s[c->piece[p].task];
    for (size_t q = 0; q < c->in->n_images; q++)
        c->image_from_s[q] = c->image_s[q] = INT64_MAX;
    return ul_timeline_add_machine(c->plan, &(ul_timeline_machine){
        .type = type, .ordered_s = *ready_s - ul_search_soonest(c->in, type), .ready_s = *ready_s},
        &c->machine);
}

static ul_status live_on(cutting *c, uint32_t type, seat *seats, size_t n)
{
    ul_micro ready_s;
    bool any = false;
    for (size_t q = 0; q < n; q++)
        any = any || seats[q].first != UINT32_MAX;
    if (!any || c->fails)
        return UL_OK;
    UL_TRY(rent(c, type, seats, n, &ready_s));
    return live(c, seats, n, ready_s);
}

static ul_status live_alone(cutting *c, uint32_t task)
{
    seat own = {.first = UINT32_MAX, .now = UINT32_MAX};
    c->alone[task] = false;
    c->seat[0] = own; /* all others have been left */
    UL_TRY(append(c, 0, task, 0));
    return live_on(c, ul_replan_cheapest(c->in, task), c->seat, 1);
}

/* ---- all of it ---- */

static bool is_used(const ul_floor_column *column)
{
    return column->seconds > 1;
}

/* Seats of all sets, in the order of their parts. */
static ul_status set_seats(cutting *c, const ul_floor_prices *lp)
{
    size_t n = 0;
    UL_ALLOC(c->s->arena, c->first_seat, lp->n_columns + 1);
    for (size_t q = 0; q < lp->n_columns; q++) {
        c->first_seat[q] = n;
        for (size_t part = 0; part < lp->column[q].n && is_used(&lp->column[q]); part++)
            n += lp->part[lp->column[q].first + part].count;
    }
    c->first_seat[lp->n_columns] = n;
    UL_ALLOC(c->s->arena, c->seat, n + 1);
    for (size_t q = 0; q <= n; q++)
        c->seat[q] = (seat){.first = UINT32_MAX, .now = UINT32_MAX};
    return UL_OK;
}

static size_t list_benches(cutting *c, const ul_floor_problem *p, const ul_floor_prices *lp,
                           uint32_t class)
{
    size_t n = 0;
    for (size_t q = 0; q < lp->n_columns; q++) {
        const ul_floor_column *column = &lp->column[q];
        const ul_floor_part *part = lp->part + column->first;
        size_t first = c->first_seat[q];
        for (size_t o = 0; o < column->n && is_used(column); first += part[o++].count)
            if (p->item[part[o].item].class == class)
                c->bench[n++] = (bench){.first = first, .n = part[o].count,
                                        .seconds = column->seconds,
                                        .rate = ul_floor_rate(p, column->type, part, column->n, o)};
    }
    return n;
}

static ul_status begin(cutting *c, const ul_floor_prices *lp)
{
    double rate;
    const size_t n = c->in->n_tasks;
    UL_TRY(set_seats(c, lp));
    UL_ALLOC(c->s->arena, c->bench, c->first_seat[lp->n_columns] + 1);
    UL_ALLOC(c->s->arena, c->pieces_left, n);
    UL_ALLOC(c->s->arena, c->alone, n);
    UL_ALLOC(c->s->arena, c->done, n);
    UL_ALLOC(c->s->arena, c->free_s, n);
    UL_ALLOC(c->s->arena, c->image_s, c->in->n_images);
    UL_ALLOC(c->s->arena, c->image_from_s, c->in->n_images);
    for (size_t i = 0; i < n; i++)
        c->free_s[i] = c->in->task[i].arrival_s;
    c->is_free = ul_schedule_uniform_throughput(c->in, &rate) && rate == 1;
    return ul_schedule_plan_new(c->in, c->s->arena, &c->plan);
}

/* Work that is interrupted must be kept, gangs are not taken apart, and all sets must be of
 * machines that are to be had. */
static bool can_cut(const ul_replan *s, const ul_floor_prices *lp)
{
    bool can = s->in->keeps_work && s->n_units == s->in->n_tasks;
    for (size_t q = 0; q < lp->n_columns && can; q++)
        can = !is_used(&lp->column[q]) || ul_replan_is_open(s->in, lp->column[q].type);
    return can;
}

ul_status ul_replan_cut(ul_replan *s, const ul_floor_problem *p, const ul_floor_prices *lp,
                        const uint32_t *task)
{
    cutting c = {.s = s, .in = s->in};
    size_t n = 0;
    if (!can_cut(s, lp))
        return UL_OK;
    UL_TRY(begin(&c, lp));
    for (size_t q = 0; q < s->n_units; q++) {
        const uint32_t class = p->class_of[task[q]];
        if (q == 0 || class != p->class_of[task[q - 1]])
            n = list_benches(&c, p, lp, class);
        UL_TRY(cut(&c, c.bench, n, task[q]));
    }
    for (size_t q = 0; q < lp->n_columns; q++)
        UL_TRY(live_on(&c, lp->column[q].type, c.seat + c.first_seat[q],
                       c.first_seat[q + 1] - c.first_seat[q]));
    for (size_t q = 0; q < s->n_units && !c.fails; q++)
        if (c.alone[task[q]])
            UL_TRY(live_alone(&c, task[q]));
    return c.fails ? UL_OK : ul_run_offer(s->run, c.plan);
}
