#include <math.h>

#include "reseating.h"

#define BLINK 0.005 /* how often a machine is overlooked */

double ul_reseat_part(const ul_reseating *w, uint32_t task, uint32_t n, uint32_t type)
{
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    const ul_micro *need = ul_seat_need(w->in, task, n, type, sum);
    double part = 0;
    for (size_t r = 0; r < w->in->n_resources; r++)
        if (need[r] > 0)
            part = fmax(part, (double)need[r] / (double)w->in->type[type].capacity[r]);
    return part;
}

static ul_status set_fit(ul_reseating *w, uint32_t task, uint32_t type)
{
    const uint32_t n = ul_search_size(w->in, task);
    ul_reseat_fit *fit = &w->fit[task * w->in->n_types + type];
    ul_micro *sum;
    fit->length_s = ul_seat_length_s(w->in, task, type);
    if (!ul_search_holds(w->in, task, type))
        return UL_OK;
    UL_ALLOC(w->arena, sum, w->in->n_resources);
    fit->holds = true;
    fit->need = ul_seat_need(w->in, task, n, type, sum);
    fit->part = ul_reseat_part(w, task, n, type);
    return UL_OK;
}

/* On the cheapest machine that holds it; a gang that none holds on one for each of it, which are as
 * fast. */
static void measure(ul_reseating *w, uint32_t task)
{
    const uint32_t n = ul_search_size(w->in, task), cheapest = ul_replan_cheapest(w->in, task);
    const bool wide = cheapest == UL_SCHEDULE_NONE;
    for (uint32_t one = task; one < task + n; one++) {
        const uint32_t type = wide ? ul_replan_cheapest_alone(w->in, one) : cheapest;
        w->size[task] += ul_reseat_part(w, one, 1, type) * (double)w->in->type[type].price;
    }
    w->length_s[task] = ul_seat_length_s(w->in, task, wide ? 0 : cheapest);
}

ul_status ul_reseat_fits(ul_reseating *w)
{
    UL_ALLOC(w->arena, w->fit, w->in->n_tasks * w->in->n_types);
    UL_ALLOC(w->arena, w->size, w->in->n_tasks);
    UL_ALLOC(w->arena, w->length_s, w->in->n_tasks);
    for (size_t q = 0; q < w->s->n_units; q++) {
        for (uint32_t k = 0; k < w->in->n_types; k++)
            UL_TRY(set_fit(w, w->s->unit[q], k));
        measure(w, w->s->unit[q]);
    }
    return UL_OK;
}

/* What is asked of a type; what is left of a task is as long on every one. */
static ul_seat_wish wish_on(const ul_seat_wish *wished, const ul_reseat_fit *fit)
{
    ul_seat_wish wish = *wished;
    wish.need = fit->need;
    wish.length_s = wished->length_s > 0 ? wished->length_s : fit->length_s;
    return wish;
}

/* What a place adds: all of it, or the more of it the larger the task's part. */
static double weighed(const ul_reseating *w, const ul_reseat_fit *fit, ul_cost bill)
{
    return bill == 0 ? 0 : (double)bill * pow(fit->part, w->ways.weight);
}

/* ---- machines that are there ---- */

/* When a machine is in use anyway, and what that costs. */
typedef struct {
    ul_micro begin_s, end_s;
    ul_cost bill;
} use;

static use use_of(const ul_reseating *w, uint32_t m)
{
    const ul_seats *machine = &w->machine[m];
    use found = {machine->begin_s, machine->end_s, machine->bill};
    if (m != w->held)
        return found;
    found.begin_s = found.begin_s < w->held_from_s ? found.begin_s : w->held_from_s;
    found.end_s = found.end_s > w->held_to_s ? found.end_s : w->held_to_s;
    found.bill = ul_seats_bill(w->in, machine->type, found.begin_s, found.end_s);
    return found;
}

static ul_cost more_than(const ul_reseating *w, uint32_t m, const use *now, ul_micro from_s,
                         ul_micro to_s)
{
    if (from_s >= now->begin_s && to_s <= now->end_s)
        return 0;
    return ul_seats_bill(w->in, w->machine[m].type, from_s < now->begin_s ? from_s : now->begin_s,
                         to_s > now->end_s ? to_s : now->end_s)
           - now->bill;
}

ul_cost ul_reseat_more(const ul_reseating *w, uint32_t m, ul_micro from_s, ul_micro to_s)
{
    const use now = use_of(w, m);
    return more_than(w, m, &now, from_s, to_s);
}

static void consider_at(const ul_reseating *w, ul_reseat_place *best, uint32_t m,
                        const ul_seat_wish *wish, const use *now, ul_micro from_s)
{
    const ul_seats *machine = &w->machine[m];
    const ul_cost more = more_than(w, m, now, from_s, from_s + wish->length_s);
    const double adds = weighed(w, ul_reseat_fit_of(w, wish->task, machine->type), more);
    if (adds > best->adds)
        return;
    const double left = w->ways.tight ? ul_seats_left(w->in, machine, wish, from_s) : 0;
    if (adds < best->adds || left < best->left)
        *best = (ul_reseat_place){m, machine->type, from_s, adds, left};
}

/* The earliest second at which the machine is in use, and the last one before that. */
static void look_early(const ul_reseating *w, ul_reseat_place *best, uint32_t m, ul_seat_wish wish)
{
    const use now = use_of(w, m);
    const ul_micro low_s = wish.low_s;
    ul_micro at_s;
    wish.low_s = low_s > now.begin_s ? low_s : now.begin_s;
    if (ul_seats_earliest(w->in, &w->machine[m], &wish, &at_s))
        consider_at(w, best, m, &wish, &now, at_s);
    wish.low_s = low_s;
    wish.high_s = wish.high_s < now.begin_s ? wish.high_s : now.begin_s;
    if (low_s < now.begin_s && ul_seats_latest(w->in, &w->machine[m], &wish, &at_s))
        consider_at(w, best, m, &wish, &now, at_s);
}

/* The latest second from which the machine is in use for as long as the task is there, and the first
 * one after that. */
static void look_late(const ul_reseating *w, ul_reseat_place *best, uint32_t m, ul_seat_wish wish)
{
    const use now = use_of(w, m);
    const ul_micro high_s = wish.high_s, last_s = now.end_s - wish.length_s;
    ul_micro at_s;
    wish.high_s = high_s < last_s ? high_s : last_s;
    if (wish.high_s >= wish.low_s && ul_seats_latest(w->in, &w->machine[m], &wish, &at_s))
        consider_at(w, best, m, &wish, &now, at_s);
    wish.high_s = high_s;
    wish.low_s = wish.low_s > last_s ? wish.low_s : last_s;
    if (last_s < high_s && ul_seats_earliest(w->in, &w->machine[m], &wish, &at_s))
        consider_at(w, best, m, &wish, &now, at_s);
}

static void look_at_machine(const ul_reseating *w, ul_reseat_place *best, uint32_t m,
                            const ul_seat_wish *wished)
{
    const ul_seats *machine = &w->machine[m];
    if (machine->n == 0 && m != w->held)
        return;
    const ul_reseat_fit *fit = ul_reseat_fit_of(w, wished->task, machine->type);
    if (!fit->holds)
        return;
    const ul_micro soonest_s = ul_search_soonest(w->in, machine->type);
    ul_seat_wish wish = wish_on(wished, fit);
    wish.low_s = wish.low_s > soonest_s ? wish.low_s : soonest_s;
    if (w->ways.late)
        look_late(w, best, m, wish);
    else
        look_early(w, best, m, wish);
}

/* ---- machines that are not ---- */

static void look_at_types(const ul_reseating *w, ul_reseat_place *best, const ul_seat_wish *wished)
{
    for (uint32_t k = 0; k < w->in->n_types && best->adds > 0; k++) {
        const ul_reseat_fit *fit = ul_reseat_fit_of(w, wished->task, k);
        const ul_micro soonest_s = ul_search_soonest(w->in, k);
        const ul_micro low_s = wished->low_s > soonest_s ? wished->low_s : soonest_s;
        if (low_s > wished->high_s || !ul_replan_is_open(w->in, k) || !fit->holds)
            continue;
        const ul_seat_wish wish = wish_on(wished, fit);
        const ul_micro from_s = ul_rng_below(w->rng, 2) == 0 ? low_s : wish.high_s;
        const ul_cost bill = ul_seats_bill(w->in, k, from_s, from_s + wish.length_s);
        const double adds = weighed(w, fit, bill);
        if (adds < best->adds)
            *best = (ul_reseat_place){UL_SCHEDULE_NONE, k, from_s, adds, 0};
    }
}

/* Once in 1 / BLINK looks, drawn as the time between two of them: a draw for each would be a tenth
 * of the search. */
bool ul_reseat_blinks(ul_reseating *w)
{
    if (--w->until_blink > 0)
        return false;
    w->until_blink = ceil(log(1 - ul_rng_unit(w->rng)) / log(1 - BLINK));
    return true;
}

bool ul_reseat_find(ul_reseating *w, const ul_seat_wish *wish, uint32_t but, ul_reseat_place *best)
{
    size_t q = w->n_live > 0 ? ul_rng_below(w->rng, w->n_live) : 0;
    *best = (ul_reseat_place){.adds = HUGE_VAL};
    w->looks += (double)(w->n_live + 1);
    for (size_t left = w->n_live; left > 0; left--, q = q + 1 < w->n_live ? q + 1 : 0)
        if (w->live[q] != but && !ul_reseat_blinks(w))
            look_at_machine(w, best, w->live[q], wish);
    look_at_types(w, best, wish);
    return best->adds < HUGE_VAL;
}
