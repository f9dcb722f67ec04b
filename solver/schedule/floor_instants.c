#include "floor_instants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of pricing a type, as without waiting: more bring next to nothing. */
enum { STEPS = 3000, LISTS_MAX = 64, PARTS_MAX = 40 };
/* Room is valued just below its price: a checker sees at once that no set is worth more, and
 * whole machines are whole again when sums are rounded up. */
#define BELOW (1 - 0x1p-30)
/* Of what is proved: a list that adds less is not worth its lines. */
#define LEAST_GAIN 1e-7

/* A task of the class is on a machine from here on, or no longer. */
typedef struct {
    ul_micro at_s;
    uint32_t class;
    int by;
} change;

typedef struct {
    const ul_floor_problem *problem;
    ul_run *run;
    int64_t scale;
    ul_cost unit; /* what machines cost together is a multiple of it */
    size_t n;
    change *change;
    ul_cost *most; /* by change: what is proved a second from it to the next */
    ul_cost total; /* its integral */
    int64_t *value; /* of the list at hand */
    ul_floor_instants *kept;
} instants;

static int by_second(const void *left, const void *right)
{
    const change *a = left, *b = right;
    return a->at_s < b->at_s ? -1 : a->at_s > b->at_s;
}

static ul_status list_changes(instants *s)
{
    const ul_schedule *in = s->problem->in;
    UL_ALLOC(ul_run_arena(s->run), s->change, 2 * in->n_tasks + 1);
    UL_ALLOC(ul_run_arena(s->run), s->most, 2 * in->n_tasks + 1);
    for (size_t i = 0; i < in->n_tasks; i++) {
        const uint32_t class = s->problem->class_of[i];
        const ul_micro from_s = in->task[i].arrival_s;
        s->change[s->n++] = (change){from_s, class, 1};
        s->change[s->n++] = (change){from_s + ul_floor_least_s(in, i), class, -1};
    }
    qsort(s->change, s->n, sizeof *s->change, by_second);
    return UL_OK;
}

/* The largest number that divides every price, in units; 1 where discounts and leases leave no
 * price of an instant. */
static ul_cost unit_of(const ul_floor_problem *problem, int64_t scale)
{
    ul_micro all = 0;
    for (size_t k = 0; k < problem->in->n_types; k++) {
        const ul_schedule_type *type = &problem->in->type[k];
        if (type->n_shares > 0 || problem->payment->n_leases > 0)
            return 1;
        all = ul_micro_divisor(all, type->price);
        for (size_t q = 0; q < type->n_prices; q++)
            all = ul_micro_divisor(all, type->moving_price[q].price);
    }
    return all == 0 ? 1 : (ul_cost)all * scale;
}

/* ---- a list of values ---- */

static ul_cost rounded(const instants *s, ul_cost sum)
{
    return (sum + s->unit - 1) / s->unit * s->unit;
}

/* What the list at hand adds to what is proved; and where `keep`, adds it. */
static ul_cost gain(instants *s, bool keep)
{
    ul_cost sum = 0, gained = 0;
    for (size_t q = 0; q + 1 < s->n; q++) {
        sum += (ul_cost)s->change[q].by * s->value[s->change[q].class];
        const ul_cost more = rounded(s, sum) - s->most[q];
        const ul_micro length_s = s->change[q + 1].at_s - s->change[q].at_s;
        if (more <= 0 || length_s == 0)
            continue;
        gained += more * length_s;
        s->most[q] += keep ? more : 0;
    }
    return gained;
}

/* Keeps the list at hand if it proves more at some instants. */
static void offer(instants *s)
{
    const size_t n = s->problem->n_classes;
    const ul_cost more = gain(s, false);
    if (s->kept->n == LISTS_MAX || (double)more <= LEAST_GAIN * (double)s->total)
        return;
    s->total += gain(s, true);
    memcpy(s->kept->value + s->kept->n++ * n, s->value, n * sizeof *s->value);
}

/* The least, over the types that hold one of the class, of the price for its part of a resource;
 * or, where it is asked for more than halves, of the whole price for more than half of it. */
static double price_of_room(const ul_floor_problem *problem, size_t class, size_t r, bool halves)
{
    const ul_schedule *in = problem->in;
    double least = HUGE_VAL;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_schedule_type *type = &in->type[k];
        const ul_micro need = ul_schedule_demand(in, problem->class[class].shape, type->family)[r];
        if (!ul_floor_holds(problem, k, class))
            continue;
        const double part = need == 0 ? 0
                            : halves  ? 2 * (double)need > (double)type->capacity[r]
                                      : (double)need / (double)type->capacity[r];
        least = fmin(least, part * (double)problem->price[k] / 1e6);
    }
    return isfinite(least) ? least : 0;
}

/* Whatever fits a machine takes no more than all of a resource, and has no two that take more
 * than half. */
static void offer_room(instants *s)
{
    for (size_t r = 0; r < s->problem->in->n_resources; r++)
        for (int halves = 0; halves < 2 && r != s->problem->in->stretch; halves++) {
            for (size_t c = 0; c < s->problem->n_classes; c++)
                s->value[c] = ul_floor_whole(BELOW * price_of_room(s->problem, c, r, halves),
                                             s->scale);
            offer(s);
        }
}

/* The best prices of those who are there in changes from `first` to `end`, as if they were all
 * the work there is. */
static ul_status offer_part(instants *s, size_t first, size_t end, uint64_t *there)
{
    ul_arena *arena = ul_run_arena(s->run);
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    ul_floor_problem mix = *s->problem;
    ul_floor_prices prices;
    UL_ALLOC(arena, mix.item, mix.n_items);
    memcpy(mix.item, s->problem->item, mix.n_items * sizeof *mix.item);
    for (size_t i = 0; i < mix.n_items; i++)
        mix.item[i].demand = 0;
    for (size_t q = first; q < end; q++) {
        there[s->change[q].class] += (uint64_t)s->change[q].by;
        const ul_micro length_s = q + 1 < s->n ? s->change[q + 1].at_s - s->change[q].at_s : 0;
        for (size_t i = 0; i < mix.n_items && length_s > 0; i++)
            mix.item[i].demand += (ul_cost)there[mix.item[i].class] * length_s;
    }
    UL_TRY(ul_floor_solve(&mix, NULL, STEPS, s->run, arena, &prices));
    memset(s->value, 0, mix.n_classes * sizeof *s->value);
    for (size_t i = 0; i < mix.n_items; i++)
        s->value[mix.item[i].class] =
            (int64_t)((ul_cost)prices.value[i] * s->scale / prices.scale);
    ul_arena_rewind(arena, mark);
    offer(s);
    return UL_OK;
}

static ul_status offer_parts(instants *s, size_t parts)
{
    uint64_t *there;
    UL_ALLOC(ul_run_arena(s->run), there, s->problem->n_classes);
    for (size_t p = 0; p < parts && !ul_run_expired(s->run); p++) {
        UL_TRY(offer_part(s, p * s->n / parts, (p + 1) * s->n / parts, there));
        ul_run_progress(s->run, "part %zu of %zu", p + 1, parts);
    }
    return UL_OK;
}

ul_status ul_floor_at_instants(const ul_floor_problem *problem, size_t parts, ul_run *run,
                               ul_floor_prices *kept, ul_floor_instants *found)
{
    ul_arena *arena = ul_run_arena(run);
    double dearest = 0;
    for (size_t k = 0; k < problem->in->n_types; k++)
        dearest = fmax(dearest, (double)problem->price[k] / 1e6);
    const int64_t scale = ul_floor_scale(dearest, dearest);
    instants s = {.problem = problem, .run = run, .scale = scale, .kept = found,
                  .unit = unit_of(problem, scale)};
    *kept = (ul_floor_prices){.scale = scale};
    UL_ALLOC(arena, kept->value, problem->n_items);
    UL_ALLOC(arena, s.value, problem->n_classes);
    UL_ALLOC(arena, found->value, LISTS_MAX * problem->n_classes);
    UL_TRY(list_changes(&s));
    offer_room(&s);
    if (problem->in->stretch == UL_SCHEDULE_NONE)
        UL_TRY(offer_parts(&s, parts < PARTS_MAX ? parts : PARTS_MAX));
    kept->bound = ul_floor_dollars(s.total + problem->startup * scale, scale);
    UL_ALLOC(arena, found->at_s, s.n);
    for (size_t q = 0; q < s.n; q++)
        found->at_s[q] = s.change[q].at_s;
    found->n_changes = s.n;
    found->most = s.most;
    return UL_OK;
}
