#include "targets.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Of equal cost a machine as it is comes first, then a new one, then one of a larger type, and of
 * these the one with the lowest number. */
static bool is_first(const ul_conf_target *a, const ul_conf_target *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    const int kind_a = a->type == UL_NOWHERE ? 0 : a->host == UL_NOWHERE ? 1 : 2;
    const int kind_b = b->type == UL_NOWHERE ? 0 : b->host == UL_NOWHERE ? 1 : 2;
    return kind_a != kind_b ? kind_a < kind_b : a->host < b->host;
}

/* None of this cost comes before it. */
static ul_conf_target none(double cost)
{
    return (ul_conf_target){0, UL_NOWHERE, cost};
}

static void consider(ul_conf_target target, ul_conf_target *best)
{
    if (is_first(&target, best))
        *best = target;
}

/* The first type in the order of prices, above its own, that holds a machine's tasks, and what
 * it would cost more at least, the pauses of tasks that are no gang's in it: kept until somebody
 * leaves, as whoever joins only adds to it. */
static void weigh_larger(ul_conf *conf, uint32_t h)
{
    ul_conf_host *host = &conf->host[h];
    const ul_conf_type *own = &conf->type[host->type];
    conf->growth[h] = HUGE_VAL;
    if (host->n == 0 || host->n_fixed > 0)
        return;
    host->larger = own->place + 1;
    while (host->larger < conf->n_types
           && !ul_conf_holds(conf, conf->by_price[host->larger], h, UL_NOWHERE))
        host->larger++;
    if (host->larger == conf->n_types)
        return;
    const ul_conf_type *larger = &conf->type[conf->by_price[host->larger]];
    conf->growth[h] = larger->price * host->longest_s - ul_conf_rent(conf, host);
    for (uint32_t j = host->first; host->machine != UL_NOWHERE && j != UL_NOWHERE;
         j = conf->task[j].next) {
        const ul_conf_unit *unit = &conf->unit[conf->task[j].unit];
        if (conf->task[j].at == h && unit->n == 1)
            conf->growth[h] += ul_conf_pause(unit);
    }
}

/* Where it has no room, the machine with the task becomes one of a larger type: at once where it
 * is yet to be rented, else all its tasks move. */
static void weigh_growing(ul_conf *conf, uint32_t i, uint32_t h, ul_conf_target *best)
{
    const ul_conf_host *host = &conf->host[h];
    if (ul_conf_fits(conf, i, h))
        return;
    const double now = ul_conf_rent(conf, host);
    const double longest_s = ul_conf_longest_s(conf, host, conf->task[i].stay_s);
    const bool is_touched = conf->touched[h / 64] >> h % 64 & 1;
    for (size_t q = is_touched ? host->larger : conf->task[i].shape->room.larger[h];
         q < conf->n_types; q++) {
        const uint32_t k = conf->by_price[q];
        double cost = conf->type[k].price * longest_s - now;
        if (!is_first(&(ul_conf_target){h, k, cost}, best))
            return;
        if (conf->type[k].left == 0 || !ul_conf_holds(conf, k, h, i))
            continue;
        cost = ul_conf_new_rent(conf, &conf->type[k], longest_s) - now + conf->type[k].start;
        for (uint32_t j = host->first; host->machine != UL_NOWHERE && j != UL_NOWHERE;
             j = conf->task[j].next) {
            const ul_conf_unit *unit = &conf->unit[conf->task[j].unit];
            if (conf->task[j].at == h && unit->moved == 0)
                cost += ul_conf_pause(unit);
        }
        if (cost <= best->cost)
            consider((ul_conf_target){h, k, cost + ul_conf_company(conf, i, h, best->cost - cost)},
                     best);
        return;
    }
}

static void weigh_joining(ul_conf *conf, uint32_t i, uint32_t h, ul_conf_target *best)
{
    const ul_conf_host *host = &conf->host[h];
    if ((host->n > 0 || host->machine != UL_NOWHERE) && ul_conf_fits(conf, i, h))
        consider((ul_conf_target){h, UL_NOWHERE, ul_conf_joining(conf, i, h, best->cost)}, best);
}

/* As it is, or as one of a larger type. */
static inline void weigh(ul_conf *conf, uint32_t i, uint32_t h, bool as_it_is, ul_conf_target *best)
{
    if (!as_it_is && conf->growth[h] == UL_NOT_WEIGHED)
        weigh_larger(conf, h);
    if (as_it_is)
        weigh_joining(conf, i, h, best);
    else if (is_first(&(ul_conf_target){h, 0, conf->growth[h]}, best))
        weigh_growing(conf, i, h, best);
}

static void weigh_new(const ul_conf *conf, uint32_t i, ul_conf_target *best)
{
    const ul_conf_task *task = &conf->task[i];
    const ul_conf_unit *unit = &conf->unit[task->unit];
    for (size_t q = 0; q < conf->n_types; q++) {
        const uint32_t k = conf->by_price[q];
        double cost = conf->type[k].price * task->stay_s;
        if (cost > best->cost)
            return;
        cost = ul_conf_new_rent(conf, &conf->type[k], task->stay_s) + conf->type[k].start;
        if (task->shape->speed[k] == 0 || conf->type[k].left == 0)
            continue;
        if (task->at != UL_NOWHERE && unit->moved == 0)
            cost += ul_conf_pause(unit);
        if (task->at == UL_NOWHERE && conf->type[k].boot_s > task->wait_left_s)
            cost += (conf->type[k].boot_s - task->wait_left_s) * conf->late_price;
        cost += unit->value * (1 - task->shape->speed[k]);
        consider((ul_conf_target){UL_NOWHERE, k, cost}, best);
    }
}

/* ---- where one more has room ---- */

/* What is found of one that is touched would not last: it may have room. */
static void look(const ul_conf *conf, uint32_t i, uint32_t h)
{
    const ul_conf_room *room = &conf->task[i].shape->room;
    const uint64_t bit = UINT64_C(1) << h % 64;
    const bool is_touched = conf->touched[h / 64] & bit;
    size_t q = conf->type[conf->host[h].type].place + 1;
    while (!is_touched && q < conf->n_types && !ul_conf_holds(conf, conf->by_price[q], h, i))
        q++;
    room->larger[h] = (uint32_t)q;
    room->fits[h / 64] &= ~bit;
    room->grows[h / 64] &= ~bit;
    if (is_touched || ul_conf_fits(conf, i, h))
        room->fits[h / 64] |= bit;
    if (is_touched || (q < conf->n_types && !(room->fits[h / 64] & bit)))
        room->grows[h / 64] |= bit;
}

/* Brings up to date which machines may take a task. */
static ul_status look_around(ul_conf *conf, uint32_t i)
{
    ul_conf_room *room = &conf->task[i].shape->room;
    const bool is_new = room->fits == NULL;
    if (is_new) {
        UL_ALLOC(conf->arena, room->fits, ul_conf_words(conf));
        UL_ALLOC(conf->arena, room->grows, ul_conf_words(conf));
        UL_ALLOC_RAW(conf->arena, room->larger, conf->host_room);
    }
    if (is_new || conf->n_changed - room->n_seen > conf->n_hosts)
        for (uint32_t h = 0; h < conf->n_hosts; h++)
            look(conf, i, h);
    else
        for (size_t q = room->n_seen; q < conf->n_changed; q++)
            look(conf, i, conf->changed[q]);
    room->n_seen = conf->n_changed;
    return UL_OK;
}

/* ---- what is remembered ---- */

/* What does not come before a new machine is not worth keeping. */
static ul_status remember_nothing(const ul_conf *conf, uint32_t i)
{
    ul_conf_memory *memory = conf->task[i].memory;
    if (memory->unknown == NULL)
        UL_ALLOC_RAW(conf->arena, memory->unknown, ul_conf_words(conf));
    memset(memory->unknown, UCHAR_MAX, ul_conf_words(conf) * sizeof *memory->unknown);
    memory->n = 0;
    memory->alone = none(HUGE_VAL);
    weigh_new(conf, i, &memory->alone);
    memory->next = memory->alone;
    memory->n_seen = conf->n_changed;
    return UL_OK;
}

/* What changed for good is not known any more. */
static void forget_changed(const ul_conf *conf, ul_conf_memory *memory)
{
    size_t kept = 0;
    if (memory->n_seen == conf->n_changed)
        return;
    for (; memory->n_seen < conf->n_changed; memory->n_seen++) {
        const uint32_t h = conf->changed[memory->n_seen];
        memory->unknown[h / 64] |= UINT64_C(1) << h % 64;
    }
    for (size_t q = 0; q < memory->n; q++) {
        const uint32_t h = memory->best[q].host;
        if (!(memory->unknown[h / 64] >> h % 64 & 1))
            memory->best[kept++] = memory->best[q];
    }
    memory->n = kept;
}

/* One that comes before all that were left out. */
static void remember(ul_conf_memory *memory, ul_conf_target target)
{
    size_t at = memory->n;
    if (at == UL_CONF_KEPT)
        memory->next = memory->best[--at];
    else
        memory->n++;
    if (is_first(&memory->next, &target)) {
        memory->best[at] = memory->next;
        memory->next = target;
        return;
    }
    for (; at > 0 && is_first(&target, &memory->best[at - 1]); at--)
        memory->best[at] = memory->best[at - 1];
    memory->best[at] = target;
}

/* Looks at those that are not known and are as they were. */
static inline void learn(ul_conf *conf, uint32_t i, const uint64_t *among, bool as_it_is)
{
    ul_conf_memory *memory = conf->task[i].memory;
    for (size_t w = 0; w < (conf->n_hosts + 63) / 64; w++) {
        uint64_t left = memory->unknown[w] & ~conf->touched[w] & among[w];
        for (; left != 0; left &= left - 1) {
            ul_conf_target found = memory->next;
            weigh(conf, i, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(left), as_it_is, &found);
            if (is_first(&found, &memory->next))
                remember(memory, found);
        }
    }
}

static void learn_all(ul_conf *conf, uint32_t i)
{
    ul_conf_memory *memory = conf->task[i].memory;
    learn(conf, i, conf->task[i].shape->room.fits, true);
    learn(conf, i, conf->task[i].shape->room.grows, false);
    for (size_t w = 0; w < (conf->n_hosts + 63) / 64; w++)
        memory->unknown[w] &= conf->touched[w];
}

/* The best of a new machine and those that are as they were. */
static ul_status recall(ul_conf *conf, uint32_t i, ul_conf_target *best)
{
    ul_conf_memory **memory = &conf->task[i].memory;
    if (*memory == NULL) {
        UL_ALLOC(conf->arena, *memory, 1);
        UL_TRY(remember_nothing(conf, i));
    }
    consider((*memory)->alone, best);
    forget_changed(conf, *memory);
    for (;;) {
        learn_all(conf, i);
        for (size_t q = 0; q < (*memory)->n; q++) {
            const uint32_t h = (*memory)->best[q].host;
            if (!(conf->touched[h / 64] >> h % 64 & 1)) {
                consider((*memory)->best[q], best);
                return UL_OK;
            }
        }
        if (!is_first(&(*memory)->next, best))
            return UL_OK;
        UL_TRY(remember_nothing(conf, i));
    }
}

/* Those that are touched, and of the others some. */
static inline void weigh_all(ul_conf *conf, uint32_t i, const uint64_t *others, bool as_it_is,
                             ul_conf_target *best)
{
    for (size_t w = 0; w < (conf->n_hosts + 63) / 64; w++) {
        uint64_t left = conf->touched[w] | (others == NULL ? 0 : others[w]);
        for (; left != 0; left &= left - 1)
            weigh(conf, i, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(left), as_it_is, best);
    }
}

ul_status ul_repack_target(ul_conf *conf, uint32_t i, double most, ul_conf_target *best)
{
    const ul_conf_room *room = &conf->task[i].shape->room;
    UL_TRY(look_around(conf, i));
    *best = none(most);
    if (conf->remembers)
        UL_TRY(recall(conf, i, best));
    weigh_all(conf, i, conf->remembers ? NULL : room->fits, true, best);
    if (!conf->remembers)
        weigh_new(conf, i, best);
    weigh_all(conf, i, conf->remembers ? NULL : room->grows, false, best);
    return UL_OK;
}
