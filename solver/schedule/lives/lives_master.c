#include "lives_master.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* States that pricing follows from task to task: few where it looks for lives that are worth too
 * much, all there are, if so many, where it has to show that there are none. */
enum { STATES_FEW = 1000, STATES_ALL = 300000 };
/* Tasks that have values of their own; of more, the longest. */
enum { TASKS_MAX = 1000 };
/* Of the bound: what may be missing of the best in the end. */
#define CLOSE 1e-5
/* Of what instants prove of a part, at most. */
#define SHARE_MAX 100
/* Lives for each row of the LP, at most; and what is forgotten then, by its reduced cost. */
enum { CROWDED = 4 };
#define FAR 0.1
/* Of the way from what is proved to what the LP hopes for: where lives are priced. */
#define AHEAD 0.1
#define NOTHING 1e-6

/* ---- the world ---- */

/* As many changes in each; but none is short: what windows are shorter by than tasks stay is no
 * part of its own. */
static ul_status divide(ul_lives_master *m, size_t parts, double unit)
{
    const ul_floor_instants *in = m->instants;
    const size_t last = in->n_changes - 1;
    const double shortest_s = (double)(in->at_s[last] - in->at_s[0]) / (1000 * (double)parts);
    UL_ALLOC(m->arena, m->from_s, parts + 1);
    UL_ALLOC(m->arena, m->proved, parts);
    for (size_t q = 0; q < last; q++) {
        const bool next = q > 0 && q * parts / last > (q - 1) * parts / last;
        if (m->n_parts == 0
            || (next && (double)(in->at_s[q] - m->from_s[m->n_parts - 1]) > shortest_s))
            m->from_s[m->n_parts++] = in->at_s[q];
        m->proved[m->n_parts - 1] += (double)in->most[q] / unit
                                     * (double)(in->at_s[q + 1] - in->at_s[q]);
    }
    m->from_s[m->n_parts] = in->at_s[last];
    return UL_OK;
}

size_t ul_lives_part_of(const ul_lives_master *m, ul_micro at_s)
{
    size_t low = 0, high = m->n_parts;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (m->from_s[middle] <= at_s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static int by_beginning(const void *left, const void *right)
{
    const ul_guest *a = left, *b = right;
    UL_LOWER_FIRST(a->at_s, b->at_s);
    return a->task < b->task ? -1 : 1;
}

/* A task and its least time. */
typedef struct {
    ul_micro least_s;
    uint32_t task;
} length;

static int by_length(const void *left, const void *right)
{
    const length *a = left, *b = right;
    UL_HIGHER_FIRST(a->least_s, b->least_s);
    return a->task < b->task ? -1 : 1;
}

/* Rows for all tasks that last, or the longest. Where some are left out, nobody may be given
 * anything for being there: it would be given to them, too. */
static ul_status choose(ul_lives_master *m)
{
    length *all;
    UL_ALLOC(m->arena, all, m->n_tasks);
    UL_ALLOC(m->arena, m->row_of, m->n_tasks);
    for (uint32_t i = 0; i < m->n_tasks; i++)
        all[i] = (length){ul_floor_least_s(m->problem->in, i), i};
    qsort(all, m->n_tasks, sizeof *all, by_length);
    for (size_t q = 0; q < m->n_tasks; q++)
        m->row_of[all[q].task] = all[q].least_s > 0 && m->n_rows < TASKS_MAX ? (uint32_t)m->n_rows++
                                                                             : UL_LIVES_NO_ROW;
    m->share_max = m->n_tasks <= TASKS_MAX ? SHARE_MAX : 1;
    return UL_OK;
}

static ul_status list_guests(ul_lives_master *m, uint32_t k)
{
    const ul_schedule *in = m->problem->in;
    ul_lives_type *type = &m->type[k];
    *type = (ul_lives_type){.in = in, .type = k, .price = (double)m->problem->price[k] / 1e6};
    UL_ALLOC(m->arena, type->guest, m->n_tasks);
    for (uint32_t i = 0; i < m->n_tasks; i++) {
        const ul_micro at_s = in->task[i].arrival_s, end_s = at_s + ul_floor_least_s(in, i);
        if (m->row_of[i] != UL_LIVES_NO_ROW
            && ul_floor_holds(m->problem, k, m->problem->class_of[i]))
            type->guest[type->n++] = (ul_guest){at_s, end_s, ul_lives_part_of(m, at_s),
                                                ul_lives_part_of(m, end_s), i};
    }
    qsort(type->guest, type->n, sizeof *type->guest, by_beginning);
    return UL_OK;
}

static ul_status new_point(const ul_lives_master *m, ul_lives_point *p)
{
    UL_ALLOC(m->arena, p->worth, m->n_tasks);
    UL_ALLOC(m->arena, p->share, m->n_parts);
    return UL_OK;
}

static void weigh(const ul_lives_master *m, ul_lives_point *p)
{
    p->bound = 0;
    for (size_t i = 0; i < m->n_tasks; i++)
        p->bound += p->worth[i];
    for (size_t q = 0; q < m->n_parts; q++)
        p->bound += p->share[q] * m->proved[q];
}

/* ---- the LP: machines' lives, as cheap as they can be ---- */

/* What a machine costs with these tasks on it, part by part, into `cost`; the sum. */
static double cost_of(const ul_lives_master *m, const ul_lives_type *type, const uint32_t *life,
                      size_t n, double *cost)
{
    const ul_schedule *in = m->problem->in;
    ul_micro until_s = INT64_MIN;
    double sum = 0;
    memset(cost, 0, m->n_parts * sizeof *cost);
    for (size_t i = 0; i < n; i++) { /* by their beginnings */
        const ul_micro at_s = in->task[life[i]].arrival_s;
        const ul_micro end_s = at_s + ul_floor_least_s(in, life[i]);
        ul_micro from_s = at_s > until_s ? at_s : until_s;
        for (size_t p = ul_lives_part_of(m, from_s); from_s < end_s; p++) {
            const ul_micro to_s = m->from_s[p + 1] < end_s ? m->from_s[p + 1] : end_s;
            cost[p] += type->price * (double)(to_s - from_s);
            sum += type->price * (double)(to_s - from_s);
            from_s = to_s;
        }
        until_s = end_s > until_s ? end_s : until_s;
    }
    return sum;
}

ul_status ul_lives_cost(const ul_lives_master *m, uint32_t type, const uint32_t *task, size_t n,
                        double *cost)
{
    const ul_arena_mark_t mark = ul_arena_mark(m->arena);
    double *by_part;
    UL_ALLOC(m->arena, by_part, m->n_parts);
    *cost = cost_of(m, &m->type[type], task, n, by_part);
    ul_arena_rewind(m->arena, mark);
    return UL_OK;
}

static ul_status keep_life(ul_lives_master *m, const ul_life *life)
{
    UL_MORE(m->of_lives, m->life, m->n_lives, m->life_room);
    m->life[m->n_lives] = *life;
    UL_COPY(m->of_lives, m->life[m->n_lives].task, life->task, life->n);
    m->n_lives++;
    return UL_OK;
}

/* Of a part the row is what lives pay in it, divided by what must be paid. */
ul_status ul_lives_master_add(ul_lives_master *m, uint32_t type, const uint32_t *task, size_t n)
{
    const ul_arena_mark_t mark = ul_arena_mark(m->arena);
    ul_life life = {.type = type, .n = n, .task = (uint32_t *)task};
    size_t used = 0;
    double *cost, *value;
    int *row;
    UL_ALLOC(m->arena, cost, m->n_parts);
    UL_ALLOC(m->arena, value, n + m->n_parts);
    UL_ALLOC(m->arena, row, n + m->n_parts);
    life.cost = cost_of(m, &m->type[type], task, n, cost);
    for (size_t i = 0; i < n; i++) {
        row[used] = (int)m->row_of[task[i]];
        value[used++] = 1;
    }
    for (size_t p = 0; p < m->n_parts; p++)
        if (cost[p] > 0 && m->proved[p] > 0) {
            row[used] = (int)(m->n_rows + p);
            value[used++] = cost[p] / m->proved[p];
        }
    UL_TRY(ul_lp_add_column(m->lp, 0, HUGE_VAL, life.cost / m->unit, used, row, value));
    ul_arena_rewind(m->arena, mark);
    return keep_life(m, &life);
}

/* Every task on a machine of its own is a start; and what instants prove of a part may be paid for
 * nobody, many times, so that its share is not beyond all bounds. */
static ul_status start(ul_lives_master *m)
{
    UL_TRY(ul_lp_new(&m->lp));
    for (size_t i = 0; i < m->n_rows; i++)
        UL_TRY(ul_lp_add_row(m->lp, 1, HUGE_VAL, 0, NULL, NULL));
    for (size_t p = 0; p < m->n_parts; p++)
        UL_TRY(ul_lp_add_row(m->lp, m->proved[p] > 0 ? 1 : -HUGE_VAL, HUGE_VAL, 0, NULL, NULL));
    for (size_t p = 0; p < m->n_parts; p++)
        UL_TRY(ul_lp_add_column(m->lp, 0, HUGE_VAL, m->share_max * m->proved[p] / m->unit, 1,
                                &(int){(int)(m->n_rows + p)}, &(double){1}));
    for (size_t k = 0; k < m->n_types; k++)
        for (size_t i = 0; i < m->type[k].n; i++)
            UL_TRY(ul_lives_master_add(m, (uint32_t)k, &m->type[k].guest[i].task, 1));
    return UL_OK;
}

/* Lives that would have to be far cheaper to be of use: they are found again if they ever are. */
static ul_status forget(ul_lives_master *m)
{
    const ul_arena_mark_t mark = ul_arena_mark(m->arena);
    const size_t n = ul_lp_columns(m->lp);
    size_t kept = 0;
    bool *gone;
    if (n < CROWDED * ul_lp_rows(m->lp))
        return UL_OK;
    UL_ALLOC(m->arena, gone, n);
    for (size_t q = m->n_parts; q < n; q++)
        gone[q] = !ul_lp_is_basic(m->lp, q) && ul_lp_reduced_cost(m->lp, q) > FAR;
    UL_TRY(ul_lp_delete_columns(m->lp, gone));
    for (size_t q = 0; q < m->n_lives; q++)
        if (!gone[m->n_parts + q])
            m->life[kept++] = m->life[q];
    m->n_lives = kept;
    ul_arena_rewind(m->arena, mark);
    return UL_OK;
}

ul_status ul_lives_master_hope(ul_lives_master *m, bool *solved)
{
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(m->lp, UL_LP_PRIMAL, m->run, &outcome));
    *solved = outcome == UL_LP_OPTIMAL;
    for (size_t i = 0; i < m->n_tasks && *solved; i++)
        m->hoped.worth[i] = m->row_of[i] == UL_LIVES_NO_ROW
                                ? 0 : fmax(0, ul_lp_dual(m->lp, m->row_of[i])) * m->unit;
    for (size_t p = 0; p < m->n_parts && *solved; p++)
        m->hoped.share[p] = m->proved[p] > 0 ? fmin(m->share_max, fmax(0, ul_lp_dual(m->lp, m->n_rows + p))
                                                                * m->unit / m->proved[p])
                                             : 0;
    weigh(m, &m->hoped);
    return UL_OK;
}

/* ---- values that hold ---- */

static void mix(ul_lives_master *m, double ahead)
{
    for (size_t i = 0; i < m->n_tasks; i++)
        m->tried.worth[i] = m->held.worth[i] + ahead * (m->hoped.worth[i] - m->held.worth[i]);
    for (size_t p = 0; p < m->n_parts; p++)
        m->tried.share[p] = m->held.share[p] + ahead * (m->hoped.share[p] - m->held.share[p]);
    weigh(m, &m->tried);
}

/* Adds the lives that are worth too much at the values tried. */
static ul_status price(ul_lives_master *m, size_t most, size_t *n, bool *complete)
{
    const ul_arena_mark_t mark = ul_arena_mark(m->arena);
    ul_lives_values values = {m->n_parts, m->from_s, NULL, m->tried.worth,
                              UL_LIVES_SLACK * m->unit};
    ul_lives_found found;
    UL_ALLOC(m->arena, values.rest, m->n_parts);
    for (size_t p = 0; p < m->n_parts; p++)
        values.rest[p] = 1 - m->tried.share[p];
    *n = 0;
    *complete = true;
    for (size_t k = 0; k < m->n_types; k++) {
        UL_TRY(ul_lives_price(&m->type[k], &values, most, m->run, m->arena, &found));
        for (size_t q = 0; q < found.n; q++)
            UL_TRY(ul_lives_master_add(m, (uint32_t)k, found.life[q], found.n_tasks[q]));
        *n += found.n;
        *complete = *complete && found.complete;
    }
    ul_arena_rewind(m->arena, mark);
    return UL_OK;
}

ul_status ul_lives_master_enrich(ul_lives_master *m, size_t *n)
{
    bool complete;
    mix(m, 1);
    return price(m, STATES_FEW, n, &complete);
}

/* What is hoped for falls and what is held rises, until they meet: values on the way from the one
 * to the other are either held then, or worth too much for some lives, which the LP did not know
 * (in and out, Ben-Ameur and Neto 2007). */
ul_status ul_lives_master_solve(ul_lives_master *m)
{
    const double proved = m->held.bound;
    double ahead = AHEAD;
    while (m->unit > 0 && !ul_run_expired(m->run)) {
        bool solved, complete;
        size_t n;
        UL_TRY(ul_lives_master_hope(m, &solved));
        if (solved)
            UL_TRY(forget(m));
        if (!solved || m->hoped.bound <= m->held.bound * (1 + CLOSE))
            break;
        mix(m, ahead);
        UL_TRY(price(m, STATES_FEW, &n, &complete));
        if (n == 0 && !complete)
            UL_TRY(price(m, STATES_ALL, &n, &complete));
        if (n == 0 && !complete)
            break;
        if (n == 0) {
            const ul_lives_point held = m->held;
            m->held = m->tried;
            m->tried = held;
        }
        ahead = n == 0 ? fmin(1, 2 * ahead) : AHEAD;
        ul_run_progress(m->run, "between %.6g and %.6g of what instants prove",
                        m->held.bound / proved, m->hoped.bound / proved);
    }
    return UL_OK;
}

/* ---- the whole and its parts ---- */

static ul_status prepare(ul_lives_master *m)
{
    UL_TRY(new_point(m, &m->held));
    UL_TRY(new_point(m, &m->hoped));
    UL_TRY(new_point(m, &m->tried));
    UL_ALLOC(m->arena, m->type, m->n_types);
    for (uint32_t k = 0; k < m->n_types; k++)
        UL_TRY(list_guests(m, k));
    for (size_t p = 0; p < m->n_parts; p++)
        m->held.share[p] = 1;
    weigh(m, &m->held);
    return UL_OK;
}

ul_status ul_lives_master_new(const ul_floor_problem *problem, const ul_floor_instants *instants,
                              size_t parts, int64_t scale, ul_run *run, ul_lives_master *m)
{
    *m = (ul_lives_master){.problem = problem, .instants = instants, .run = run,
                           .arena = ul_run_arena(run), .n_tasks = problem->in->n_tasks,
                           .n_types = problem->in->n_types, .of_lives = ul_arena_new()};
    UL_NEED(m->of_lives);
    UL_TRY(divide(m, parts, 1e6 * (double)scale));
    UL_TRY(choose(m));
    UL_TRY(prepare(m));
    m->unit = m->held.bound / (double)m->n_tasks;
    return m->unit > 0 ? start(m) : UL_OK;
}

ul_status ul_lives_master_part(const ul_lives_master *whole, const ul_life *others, size_t n,
                               const bool *wanted, ul_arena *arena, ul_lives_master *m)
{
    double *cost;
    *m = *whole;
    m->arena = arena;
    m->lp = NULL;
    m->life = NULL;
    m->n_rows = m->n_lives = m->life_room = 0;
    m->of_lives = ul_arena_new();
    UL_NEED(m->of_lives);
    UL_COPY(arena, m->proved, whole->proved, m->n_parts);
    UL_ALLOC(arena, m->row_of, m->n_tasks);
    UL_ALLOC(arena, cost, m->n_parts);
    for (size_t i = 0; i < m->n_tasks; i++)
        m->row_of[i] = wanted[i] && whole->row_of[i] != UL_LIVES_NO_ROW ? (uint32_t)m->n_rows++
                                                                        : UL_LIVES_NO_ROW;
    for (size_t q = 0; q < n; q++) {
        cost_of(whole, &whole->type[others[q].type], others[q].task, others[q].n, cost);
        for (size_t p = 0; p < m->n_parts; p++)
            m->proved[p] = fmax(0, m->proved[p] - cost[p]);
    }
    for (size_t p = 0; p < m->n_parts; p++)
        if (whole->held.share[p] < NOTHING)
            m->proved[p] = 0;
    UL_TRY(prepare(m));
    return start(m);
}

void ul_lives_master_clear(ul_lives_master *m)
{
    ul_lp_free(m->lp);
    ul_arena_free(m->of_lives);
}
