#include "lives_price.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Who is on a machine, by rising number; what the life is worth so far, less what it costs until
 * the last of them leaves; and how it came to be. */
typedef struct {
    double gain, end_cost, end_paid;
    ul_micro end_s;
    size_t n;
    uint32_t *who;
    size_t step;
} state;

/* A guest came to a state that another step, counted from 1, had made. */
typedef struct {
    size_t before;
    uint32_t guest;
} step;

typedef struct {
    state *list;
    uint32_t *who; /* of all states */
    size_t n, n_who, room, who_room;
} states;

typedef struct {
    const ul_lives_type *type;
    double *at_cost, *end_cost; /* per guest, of a machine until it comes and goes; */
    double *at_paid, *end_paid; /* the same without what is given */
    const double *worth;        /* per task */
    const ul_micro *capacity;
    size_t n_resources;
    ul_arena *arena;
    states now, next;
    step *step;
    size_t n_steps, step_room;
    double least; /* what is worth no more than this is not found */
} search;

/* What a machine costs from the beginning of the first part until each guest comes and goes;
 * `least` is -HUGE_VAL, or 0 where nothing is given. */
static ul_status fill_costs(search *s, const ul_lives_values *values, double least, double **at_cost,
                            double **end_cost)
{
    const ul_lives_type *type = s->type;
    double *until, *rate;
    UL_ALLOC(s->arena, until, values->n_parts + 1);
    UL_ALLOC(s->arena, rate, values->n_parts);
    UL_ALLOC(s->arena, *at_cost, type->n);
    UL_ALLOC(s->arena, *end_cost, type->n);
    for (size_t p = 0; p < values->n_parts; p++) {
        rate[p] = type->price * fmax(least, values->rest[p]);
        until[p + 1] = until[p] + rate[p] * (double)(values->from_s[p + 1] - values->from_s[p]);
    }
    for (size_t i = 0; i < type->n; i++) {
        const ul_guest *g = &type->guest[i];
        (*at_cost)[i] = until[g->at_part]
                        + rate[g->at_part] * (double)(g->at_s - values->from_s[g->at_part]);
        (*end_cost)[i] = until[g->end_part]
                         + rate[g->end_part] * (double)(g->end_s - values->from_s[g->end_part]);
    }
    return UL_OK;
}

static int by_guests(const void *left, const void *right)
{
    const state *a = left, *b = right;
    UL_LOWER_FIRST(a->n, b->n);
    const int order = memcmp(a->who, b->who, a->n * sizeof *a->who);
    return order != 0 ? order : a->gain > b->gain ? -1 : a->gain < b->gain;
}

static int by_promise(const void *left, const void *right)
{
    const state *a = left, *b = right;
    const double x = a->gain + a->end_paid, y = b->gain + b->end_paid;
    return x > y ? -1 : x < y ? 1 : by_guests(left, right);
}

static ul_status make_room(search *s)
{
    const size_t n = 2 * s->now.n + 1, who = 2 * s->now.n_who + s->now.n + 1;
    if (s->next.room < n) {
        s->next.room = 2 * n;
        UL_ALLOC_RAW(s->arena, s->next.list, s->next.room);
    }
    if (s->next.who_room < who) {
        s->next.who_room = 2 * who;
        UL_ALLOC_RAW(s->arena, s->next.who, s->next.who_room);
    }
    s->next.n = s->next.n_who = 0;
    return UL_OK;
}

/* The states of those who are still there when a guest comes; true where somebody has left. */
static bool stay_on(search *s, size_t comes)
{
    const ul_guest *guest = s->type->guest;
    bool left = false;
    for (size_t q = 0; q < s->now.n; q++) {
        const state *old = &s->now.list[q];
        state one = *old;
        if (one.end_s <= guest[comes].at_s || one.gain + one.end_paid < s->at_paid[comes])
            continue;
        one.who = s->next.who + s->next.n_who;
        one.n = 0;
        for (size_t g = 0; g < old->n; g++)
            if (guest[old->who[g]].end_s > guest[comes].at_s)
                one.who[one.n++] = old->who[g];
        left = left || one.n < old->n;
        s->next.n_who += one.n;
        s->next.list[s->next.n++] = one;
    }
    return left;
}

static void merge(states *all)
{
    size_t kept = 0;
    qsort(all->list, all->n, sizeof *all->list, by_guests);
    for (size_t q = 0; q < all->n; q++) {
        const state *last = kept > 0 ? &all->list[kept - 1] : NULL, *one = &all->list[q];
        if (last == NULL || last->n != one->n
            || memcmp(last->who, one->who, one->n * sizeof *one->who) != 0)
            all->list[kept++] = *one;
    }
    all->n = kept;
}

static bool has_room(const search *s, const state *one, size_t comes)
{
    const ul_lives_type *type = s->type;
    for (size_t r = 0; r < s->n_resources; r++) {
        ul_micro left = s->capacity[r];
        for (size_t g = 0; g <= one->n && left >= 0; g++) {
            const size_t who = g < one->n ? one->who[g] : comes;
            const ul_micro need = ul_schedule_need(type->in, type->guest[who].task, type->type)[r];
            left -= need > s->capacity[r] ? s->capacity[r] : need; /* where it is stretched */
        }
        if (left < 0)
            return false;
    }
    return true;
}

/* The state with the guest; *best where it gains more. */
static ul_status take_in(search *s, const state *one, size_t comes, state *best)
{
    const ul_guest *g = &s->type->guest[comes];
    state more = *one;
    more.gain += s->worth[g->task];
    if (g->end_s > more.end_s) {
        more.gain -= s->end_cost[comes] - more.end_cost;
        more.end_s = g->end_s;
        more.end_cost = s->end_cost[comes];
        more.end_paid = s->end_paid[comes];
    }
    if (more.gain + more.end_paid < s->at_paid[comes])
        return UL_OK;
    UL_MORE(s->arena, s->step, s->n_steps, s->step_room);
    s->step[s->n_steps++] = (step){one->step, (uint32_t)comes};
    more.step = s->n_steps;
    more.who = s->next.who + s->next.n_who;
    memcpy(more.who, one->who, one->n * sizeof *one->who);
    more.who[more.n++] = (uint32_t)comes;
    s->next.n_who += more.n;
    s->next.list[s->next.n++] = more;
    if (more.gain > best->gain)
        *best = more;
    return UL_OK;
}

/* Not if it is worth nothing and is given nothing: a life without it costs no more. */
static bool matters(const search *s, size_t i)
{
    return s->worth[s->type->guest[i].task] > 0
           || s->end_cost[i] - s->at_cost[i] < s->end_paid[i] - s->at_paid[i];
}

static ul_status keep(const search *s, size_t from, ul_arena *arena, ul_lives_found *found)
{
    size_t n = 0;
    for (size_t q = from; q > 0; q = s->step[q - 1].before)
        n++;
    UL_ALLOC(arena, found->life[found->n], n);
    found->n_tasks[found->n] = n;
    for (size_t q = from; q > 0; q = s->step[q - 1].before)
        found->life[found->n][--n] = s->type->guest[s->step[q - 1].guest].task;
    found->n++;
    return UL_OK;
}

/* All states with one more guest, and that guest alone. */
static ul_status receive(search *s, size_t comes, size_t most, ul_arena *arena,
                         ul_lives_found *found)
{
    UL_TRY(make_room(s));
    if (stay_on(s, comes))
        merge(&s->next);
    if (s->next.n > most) {
        qsort(s->next.list, s->next.n, sizeof *s->next.list, by_promise);
        s->next.n = most;
        found->complete = false;
    }
    const state nobody = {.end_s = s->type->guest[comes].at_s, .end_cost = s->at_cost[comes],
                          .end_paid = s->at_paid[comes], .who = s->next.who};
    state best = {.gain = s->least};
    const size_t n = s->next.n;
    for (size_t q = 0; q < n; q++)
        if (has_room(s, &s->next.list[q], comes))
            UL_TRY(take_in(s, &s->next.list[q], comes, &best));
    UL_TRY(take_in(s, &nobody, comes, &best));
    const states old = s->now;
    s->now = s->next;
    s->next = old;
    return best.step > 0 ? keep(s, best.step, arena, found) : UL_OK;
}

ul_status ul_lives_price(const ul_lives_type *type, const ul_lives_values *values, size_t most,
                         ul_run *run, ul_arena *arena, ul_lives_found *found)
{
    search s = {.type = type, .capacity = type->in->type[type->type].capacity,
                .n_resources = type->in->n_resources, .worth = values->worth,
                .least = values->slack};
    *found = (ul_lives_found){.complete = true};
    UL_ALLOC(arena, found->life, type->n);
    UL_ALLOC(arena, found->n_tasks, type->n);
    UL_OWN_ARENA(own);
    s.arena = own;
    UL_TRY(fill_costs(&s, values, -HUGE_VAL, &s.at_cost, &s.end_cost));
    UL_TRY(fill_costs(&s, values, 0, &s.at_paid, &s.end_paid));
    for (size_t i = 0; i < type->n; i++) {
        if (ul_run_expired(run))
            found->complete = false;
        else if (matters(&s, i))
            UL_TRY(receive(&s, i, most, arena, found));
    }
    return UL_OK;
}
