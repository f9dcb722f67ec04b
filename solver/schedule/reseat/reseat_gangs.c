/* A gang on several machines: all of it begins at one second, and each machine takes as many as it
 * has room for, first where that adds least for each of them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reseating.h"

/* Seconds that are tried for a gang, and machines that are looked at for each. */
enum { SECONDS = 8, TRIES = 4 };

/* ---- seconds ---- */

/* The last second that is paid for. */
static ul_micro paid_until_s(const ul_reseating *w, const ul_seats *m)
{
    return m->end_s + ul_seats_unused_s(w->in, m);
}

/* One at which something changes on a machine: the gang begins then, or ends. */
static ul_micro second_of(ul_reseating *w, const ul_seats *m, ul_micro length_s)
{
    const size_t q = ul_rng_below(w->rng, m->n_levels + 1);
    const ul_micro at_s = q < m->n_levels ? m->level_s[q] : paid_until_s(w, m);
    return at_s - (ul_rng_below(w->rng, 2) == 0 ? length_s : 0);
}

static ul_micro draw_second(ul_reseating *w, const ul_seat_wish *wish)
{
    for (int q = 0; q < TRIES && w->n_live > 0; q++) {
        const ul_seats *m = &w->machine[w->live[ul_rng_below(w->rng, w->n_live)]];
        if (m->n == 0 || m->n_levels == 0)
            continue;
        const ul_micro at_s = second_of(w, m, wish->length_s);
        if (at_s >= wish->low_s && at_s <= wish->high_s)
            return at_s;
    }
    return wish->low_s + (ul_micro)(ul_rng_unit(w->rng) * (double)(wish->high_s - wish->low_s));
}

/* ---- offers ---- */

/* How many of the gang from one on the room holds, at most so many; it is less by these then. */
static uint32_t fill(const ul_reseating *w, uint32_t type, uint32_t task, uint32_t most,
                     ul_micro *room)
{
    uint32_t n = 0;
    for (; n < most; n++) {
        const ul_micro *need = ul_schedule_need(w->in, task + n, type);
        if (!ul_schedule_fits(w->in, need, room))
            break;
        for (size_t r = 0; r < w->in->n_resources; r++)
            room[r] -= need[r];
    }
    return n;
}

/* The larger its part of the machine the more of the bill counts, as for a single task. */
static void value(const ul_reseating *w, uint32_t task, ul_cost bill, ul_reseat_offer *offer)
{
    const double part = ul_reseat_part(w, task, offer->n, offer->type);
    offer->adds = bill == 0 ? 0 : (double)bill * pow(part, w->ways.weight);
    offer->each = offer->adds / offer->n;
}

static bool offers(const ul_reseating *w, uint32_t m, const ul_seat_wish *wish, uint32_t most,
                   ul_reseat_offer *offer)
{
    const ul_seats *machine = &w->machine[m];
    const ul_micro from_s = wish->low_s, to_s = from_s + wish->length_s;
    ul_micro room[UL_SCHEDULE_RESOURCES_MAX];
    if ((machine->n == 0 && m != w->held) || from_s < ul_search_soonest(w->in, machine->type))
        return false;
    ul_seats_room(w->in, machine, from_s, to_s, room);
    *offer = (ul_reseat_offer){.machine = m, .type = machine->type};
    offer->n = fill(w, machine->type, wish->task, most, room);
    if (offer->n == 0)
        return false;
    value(w, wish->task, ul_reseat_more(w, m, from_s, to_s), offer);
    return true;
}

/* A new machine of the type for which each pays least. */
static bool offers_new(const ul_reseating *w, const ul_seat_wish *wish, uint32_t most,
                       ul_reseat_offer *best)
{
    const ul_micro from_s = wish->low_s, to_s = from_s + wish->length_s;
    best->each = HUGE_VAL;
    for (uint32_t k = 0; k < w->in->n_types; k++) {
        ul_micro room[UL_SCHEDULE_RESOURCES_MAX];
        ul_reseat_offer offer = {.machine = UL_SCHEDULE_NONE, .type = k};
        if (!ul_replan_is_open(w->in, k) || from_s < ul_search_soonest(w->in, k))
            continue;
        memcpy(room, w->in->type[k].capacity, w->in->n_resources * sizeof *room);
        offer.n = fill(w, k, wish->task, most, room);
        if (offer.n == 0)
            continue;
        value(w, wish->task, ul_seats_bill(w->in, k, from_s, to_s), &offer);
        if (offer.each < best->each)
            *best = offer;
    }
    return best->each < HUGE_VAL;
}

static int by_each(const void *a, const void *b)
{
    const ul_reseat_offer *x = a, *y = b;
    UL_LOWER_FIRST(x->each, y->each);
    return x->machine < y->machine ? -1 : x->machine > y->machine;
}

static ul_status list_offers(ul_reseating *w, const ul_seat_wish *wish, size_t *n)
{
    const uint32_t size = ul_search_size(w->in, wish->task);
    *n = 0;
    w->looks += (double)(w->n_live + 1);
    for (size_t q = 0; q < w->n_live; q++) {
        UL_MORE(w->arena, w->offer, *n, w->offer_room);
        *n += !ul_reseat_blinks(w) && offers(w, w->live[q], wish, size, &w->offer[*n]);
    }
    if (*n > 0)
        qsort(w->offer, *n, sizeof *w->offer, by_each);
    return UL_OK;
}

/* ---- a gang at a second ---- */

/* The gang at the first second of the wish, in w->trial. What machines offer is taken as long as it
 * is cheaper than a new one; as it was made to all of the gang it is made anew to those who are
 * left. */
static ul_status try_second(ul_reseating *w, ul_seat_wish wish, bool *found)
{
    const uint32_t end = wish.task + ul_search_size(w->in, wish.task);
    ul_reseat_spread *trial = &w->trial;
    size_t n_offers;
    UL_TRY(list_offers(w, &wish, &n_offers));
    trial->from_s = wish.low_s;
    trial->adds = 0;
    trial->n = 0;
    for (size_t next = 0; wish.task < end; wish.task += trial->taken[trial->n++].n) {
        ul_reseat_offer made, offer;
        const bool is_new = offers_new(w, &wish, end - wish.task, &made);
        bool is_old = false;
        while (!is_old && next < n_offers && (!is_new || w->offer[next].each <= made.each))
            is_old = offers(w, w->offer[next++].machine, &wish, end - wish.task, &offer);
        if (!is_old && !is_new)
            return UL_OK;
        UL_MORE(w->arena, trial->taken, trial->n, trial->room);
        trial->taken[trial->n] = is_old ? offer : made;
        trial->adds += trial->taken[trial->n].adds;
    }
    *found = true;
    return UL_OK;
}

static int by_second(const void *a, const void *b)
{
    const ul_micro x = *(const ul_micro *)a, y = *(const ul_micro *)b;
    return (x > y) - (x < y);
}

/* The first and the last of the wish, and some between; the earliest first, or the latest. */
ul_status ul_reseat_find_spread(ul_reseating *w, const ul_seat_wish *wish, bool *found)
{
    ul_micro second[SECONDS] = {wish->low_s, wish->high_s};
    *found = false;
    for (size_t q = 2; q < SECONDS; q++)
        second[q] = draw_second(w, wish);
    qsort(second, SECONDS, sizeof *second, by_second);
    for (size_t q = 0; q < SECONDS && !(*found && w->spread.adds == 0); q++) {
        ul_seat_wish at = *wish;
        bool is_place = false;
        at.low_s = second[w->ways.late ? SECONDS - 1 - q : q];
        UL_TRY(try_second(w, at, &is_place));
        if (!is_place || (*found && w->trial.adds >= w->spread.adds))
            continue;
        const ul_reseat_spread before = w->spread;
        w->spread = w->trial;
        w->trial = before;
        *found = true;
    }
    return UL_OK;
}

ul_status ul_reseat_put_spread(ul_reseating *w, const ul_seat_wish *wish)
{
    const ul_reseat_spread *spread = &w->spread;
    ul_seat seat = {
        .task = wish->task, .from_s = spread->from_s, .to_s = spread->from_s + wish->length_s};
    for (size_t q = 0; q < spread->n; q++, seat.task += seat.n) {
        const ul_reseat_place place = {spread->taken[q].machine, spread->taken[q].type,
                                       spread->from_s, 0, 0};
        seat.n = spread->taken[q].n;
        UL_TRY(ul_reseat_put(w, &place, &seat, wish->length_s));
    }
    return UL_OK;
}
