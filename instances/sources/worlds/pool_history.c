#include "pool_history.h"

#include <stdlib.h>

static ul_status add_change(ul_up_history *history, ul_micro at_s)
{
    UL_MORE(history->arena, history->change, history->n, history->room);
    history->change[history->n++] = at_s;
    return UL_OK;
}

static bool ends_up(const ul_up_history *history)
{
    return history->up_first == (history->n % 2 == 0);
}

static ul_status close_history(ul_up_history *history, ul_micro until_s)
{
    return ends_up(history) ? UL_OK : add_change(history, until_s);
}

ul_status ul_up_history_draw(ul_arena *arena, ul_rng *rng, double availability, double mean_up_s,
                             ul_micro until_s, ul_up_history *history)
{
    const double mean_down_s = mean_up_s * (1 - availability) / availability;
    const double end_s = ul_micro_double(until_s);
    *history = (ul_up_history){.arena = arena, .up_first = ul_rng_unit(rng) < availability};
    if (availability <= 0 || availability >= 1)
        return close_history(history, until_s);
    bool up = history->up_first;
    for (double at_s = 0;; up = !up) {
        at_s += ul_rng_exponential(rng, up ? mean_up_s : mean_down_s);
        if (at_s >= end_s)
            return close_history(history, until_s);
        const ul_micro last = history->n == 0 ? 0 : history->change[history->n - 1];
        const ul_micro at = (ul_micro)(at_s * 1e6);
        UL_TRY(add_change(history, at > last ? at : last + 1));
    }
}

ul_status ul_up_history_read(ul_arena *arena, const ul_spot_series *series, double from_s,
                             double to_s, ul_up_history *history)
{
    bool up = series->price[0].price <= series->on_demand_price;
    *history = (ul_up_history){.arena = arena, .up_first = up};
    for (size_t q = 1; q < series->n && series->price[q].time_s < to_s; q++) {
        if (q + 1 < series->n && series->price[q + 1].time_s == series->price[q].time_s)
            continue; /* the last of a second holds */
        const bool now = series->price[q].price <= series->on_demand_price;
        if (series->price[q].time_s <= from_s)
            history->up_first = now;
        else if (now != up)
            UL_TRY(add_change(history, (ul_micro)((series->price[q].time_s - from_s) * 1e6)));
        up = now;
    }
    return close_history(history, (ul_micro)((to_s - from_s) * 1e6));
}

ul_status ul_up_history_supply(const ul_up_history *history, ul_schedule_builder *b,
                               const char *type, uint64_t count)
{
    for (size_t q = history->up_first ? 0 : 1; q <= history->n; q += 2) {
        const ul_micro from_s = q == 0 ? 0 : history->change[q - 1];
        const ul_micro to_s = q == history->n ? UL_SCHEDULE_SECONDS_MAX : history->change[q];
        if (from_s < to_s)
            UL_TRY(ul_schedule_add_supply(b, type, count, from_s, to_s));
    }
    return UL_OK;
}

/* ---- services ---- */

/* Of one part: where its history has come, and what is held since when. */
typedef struct {
    size_t next;
    uint64_t held;
    ul_micro since_s;
} holding;

static int by_second(const void *a, const void *b)
{
    const ul_micro x = *(const ul_micro *)a, y = *(const ul_micro *)b;
    return x < y ? -1 : x > y;
}

/* All seconds at which anything changes, 0 first. */
static ul_status list_changes(const ul_pool_part *part, size_t n, ul_micro **list, size_t *count)
{
    size_t room = 1;
    for (size_t k = 0; k < n; k++)
        room += part[k].history == NULL ? 0 : part[k].history->n;
    *list = malloc(room * sizeof **list);
    UL_NEED(*list);
    (*list)[0] = 0;
    *count = 1;
    for (size_t k = 0; k < n; k++)
        for (size_t q = 0; part[k].history != NULL && q < part[k].history->n; q++)
            (*list)[(*count)++] = part[k].history->change[q];
    qsort(*list, *count, sizeof **list, by_second);
    return UL_OK;
}

static ul_status let_go(const ul_pool_part *part, const holding *h, ul_micro at_s,
                        ul_schedule_builder *b)
{
    return h->held == 0 || h->since_s == at_s
               ? UL_OK
               : ul_schedule_add_service(b, part->name, h->held, h->since_s, at_s);
}

/* What is held from a second on: as many machines as the rest of the need asks for. */
static ul_status hold(const ul_pool_part *part, holding *h, ul_micro at_s, uint64_t *need,
                      ul_schedule_builder *b)
{
    const ul_up_history *history = part->history;
    while (history != NULL && h->next < history->n && history->change[h->next] <= at_s)
        h->next++;
    const bool up = history == NULL || history->up_first == (h->next % 2 == 0);
    uint64_t held = up ? (*need + part->capacity - 1) / part->capacity : 0;
    held = held < part->count ? held : part->count;
    *need -= held * part->capacity < *need ? held * part->capacity : *need;
    if (held == h->held)
        return UL_OK;
    UL_TRY(let_go(part, h, at_s, b));
    h->held = held;
    h->since_s = at_s;
    return UL_OK;
}

ul_status ul_pool_serve(const ul_pool_part *part, size_t n, uint64_t capacity,
                        ul_schedule_builder *b)
{
    ul_micro *list;
    size_t count = 0;
    UL_TRY(list_changes(part, n, &list, &count));
    holding *now = calloc(n + 1, sizeof *now);
    ul_status status = now == NULL ? ul_no_memory() : UL_OK;
    for (size_t q = 0; q < count && status == UL_OK; q++) {
        uint64_t need = capacity;
        if (q + 1 < count && list[q + 1] == list[q])
            continue;
        for (size_t k = 0; k < n && status == UL_OK; k++)
            status = hold(&part[k], &now[k], list[q], &need, b);
    }
    for (size_t k = 0; k < n && status == UL_OK; k++)
        status = let_go(&part[k], &now[k], UL_SCHEDULE_SECONDS_MAX, b);
    free(now);
    free(list);
    return status;
}
