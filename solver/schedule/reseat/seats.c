#include "seats.h"

#include <math.h>
#include <string.h>

#include "search_machine.h"

bool ul_seats_serve(const ul_schedule *in)
{
    double rate;
    for (size_t j = 0; j < in->n_jobs; j++)
        if (in->job[j].image != UL_SCHEDULE_NONE && in->job[j].build_s > 0)
            return false; /* whoever comes later loads sooner */
    return ul_schedule_uniform_throughput(in, &rate) && rate == 1;
}

ul_micro ul_seat_length_s(const ul_schedule *in, uint32_t task, uint32_t type)
{
    const ul_schedule_job *job = &in->job[in->task[task].job];
    const double work_s = ul_search_work_s(in, task) * 1e6;
    return job->fetch_s + job->build_s
           + (work_s > 0 ? job->init_s + (ul_micro)ceil(work_s / ul_schedule_speed(in, task, type)) : 0);
}

bool ul_seats_may_divide(const ul_schedule *in, uint32_t task)
{
    return in->keeps_work && in->stretch == UL_SCHEDULE_NONE && ul_search_size(in, task) == 1;
}

const ul_micro *ul_seat_need(const ul_schedule *in, uint32_t task, uint32_t n, uint32_t type,
                             ul_micro *sum)
{
    if (n == 1)
        return ul_schedule_need(in, task, type);
    for (size_t r = 0; r < in->n_resources; r++) {
        sum[r] = 0;
        for (uint32_t q = 0; q < n; q++)
            sum[r] += ul_schedule_need(in, task + q, type)[r];
    }
    return sum;
}

/* ---- room ---- */

/* The last level that begins at the second or before it, or the first. */
static size_t level_at(const ul_seats *m, ul_micro at_s)
{
    size_t low = 0, high = m->n_levels;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (m->level_s[middle] <= at_s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* What is asked for most of the time: a call for each level would be a tenth of the search. */
static inline bool has_room(const ul_schedule *in, const ul_seats *m, size_t level,
                            const ul_micro *need)
{
    const ul_micro *room = &m->free[level * in->n_resources];
    for (size_t r = 0; r < in->n_resources; r++)
        if (need[r] > room[r])
            return false;
    return true;
}

bool ul_seats_earliest(const ul_schedule *in, const ul_seats *m, const ul_seat_wish *wish,
                       ul_micro *at_s)
{
    ul_micro s = wish->low_s;
    for (size_t q = m->n_levels > 0 ? level_at(m, s) : 0;
         q < m->n_levels && m->level_s[q] < s + wish->length_s && s <= wish->high_s; q++)
        if (!has_room(in, m, q, wish->need))
            s = m->level_s[q + 1];
    *at_s = s;
    return s <= wish->high_s;
}

bool ul_seats_latest(const ul_schedule *in, const ul_seats *m, const ul_seat_wish *wish,
                     ul_micro *at_s)
{
    ul_micro s = wish->high_s;
    for (size_t q = m->n_levels > 0 ? level_at(m, s + wish->length_s - 1) + 1 : 0;
         q-- > 0 && (q + 1 == m->n_levels || m->level_s[q + 1] > s) && s >= wish->low_s;)
        if (m->level_s[q] < s + wish->length_s && !has_room(in, m, q, wish->need))
            s = m->level_s[q] - wish->length_s;
    *at_s = s;
    return s >= wish->low_s;
}

ul_micro ul_seats_until(const ul_schedule *in, const ul_seats *m, const ul_micro *need, ul_micro at_s)
{
    size_t q = m->n_levels > 0 ? level_at(m, at_s) : 0;
    while (q < m->n_levels && has_room(in, m, q, need))
        q++;
    return q < m->n_levels ? m->level_s[q] : m->end_s;
}

void ul_seats_room(const ul_schedule *in, const ul_seats *m, ul_micro from_s, ul_micro to_s,
                   ul_micro *room)
{
    memcpy(room, in->type[m->type].capacity, in->n_resources * sizeof *room);
    for (size_t q = m->n_levels > 0 ? level_at(m, from_s) : 0;
         q < m->n_levels && m->level_s[q] < to_s; q++) {
        const ul_micro *free = &m->free[q * in->n_resources];
        for (size_t r = 0; r < in->n_resources; r++)
            room[r] = free[r] < room[r] ? free[r] : room[r];
    }
}

static double left_beside(const ul_schedule *in, const ul_seats *m, const ul_micro *room,
                          const ul_micro *need)
{
    const ul_micro *size = in->type[m->type].capacity;
    double sum = 0;
    for (size_t r = 0; r < in->n_resources; r++) {
        const double left = size[r] > 0 ? (double)(room[r] - need[r]) / (double)size[r] : 0;
        sum += left * left;
    }
    return sum;
}

double ul_seats_left(const ul_schedule *in, const ul_seats *m, const ul_seat_wish *wish, ul_micro at_s)
{
    const ul_micro to_s = at_s + wish->length_s;
    size_t q = m->n_levels > 0 ? level_at(m, at_s) : 0;
    double sum = 0;
    for (ul_micro s = at_s, until_s; s < to_s; s = until_s) {
        const bool is_before = m->n_levels == 0 || s < m->level_s[q];
        const ul_micro *room =
            is_before ? in->type[m->type].capacity : &m->free[q * in->n_resources];
        q += !is_before;
        until_s = q < m->n_levels && m->level_s[q] < to_s ? m->level_s[q] : to_s;
        sum += left_beside(in, m, room, wish->need) * (double)(until_s - s);
    }
    return wish->length_s > 0 ? sum / (double)wish->length_s : 0;
}

ul_cost ul_seats_bill(const ul_schedule *in, uint32_t type, ul_micro begin_s, ul_micro end_s)
{
    return ul_schedule_bill(in, type, begin_s - ul_search_soonest(in, type), end_s);
}

/* The least share of a resource that is free in the level. */
static double free_share(const ul_schedule *in, const ul_seats *m, size_t level)
{
    const ul_micro *size = in->type[m->type].capacity, *room = &m->free[level * in->n_resources];
    double least = 1;
    for (size_t r = 0; r < in->n_resources; r++) {
        const double share = size[r] > 0 ? (double)room[r] / (double)size[r] : 1;
        least = share < least ? share : least;
    }
    return least;
}

ul_micro ul_seats_unused_s(const ul_schedule *in, const ul_seats *m)
{
    const ul_micro ordered_s = m->begin_s - ul_search_soonest(in, m->type);
    return m->n == 0 ? 0
                     : ul_schedule_billed_s(in, m->type, ordered_s, m->end_s)
                           - (m->end_s + in->type[m->type].gone_after_s - ordered_s
                              - in->type[m->type].billed_after_s);
}

double ul_seats_idle(const ul_schedule *in, const ul_seats *m)
{
    double idle_s = 0;
    for (size_t q = 0; q + 1 < m->n_levels; q++) {
        const double share = free_share(in, m, q);
        idle_s += share * share * (double)(m->level_s[q + 1] - m->level_s[q]);
    }
    return (idle_s + (double)ul_seats_unused_s(in, m)) * (double)in->type[m->type].price;
}

/* ---- changes ---- */

static ul_status more_levels(ul_arena *arena, const ul_schedule *in, ul_seats *m, size_t n)
{
    UL_MORE(arena, m->level_s, n, m->level_room);
    UL_MORE(arena, m->free, n * in->n_resources, m->free_room);
    return UL_OK;
}

/* A level begins at the second; *level is its number. */
static ul_status divide(ul_arena *arena, const ul_schedule *in, ul_seats *m, ul_micro at_s,
                        size_t *level)
{
    const size_t r = in->n_resources;
    size_t q = m->n_levels > 0 ? level_at(m, at_s) : 0;
    *level = q;
    if (m->n_levels > 0 && m->level_s[q] == at_s)
        return UL_OK;
    const bool is_first = m->n_levels == 0 || at_s < m->level_s[0];
    UL_TRY(more_levels(arena, in, m, m->n_levels + 1));
    q += !is_first;
    memmove(&m->level_s[q + 1], &m->level_s[q], (m->n_levels - q) * sizeof *m->level_s);
    memmove(&m->free[(q + 1) * r], &m->free[q * r], (m->n_levels - q) * r * sizeof *m->free);
    m->level_s[q] = at_s;
    memcpy(&m->free[q * r], is_first ? in->type[m->type].capacity : &m->free[(q - 1) * r],
           r * sizeof *m->free);
    m->n_levels++;
    *level = q;
    return UL_OK;
}

static ul_status take(ul_arena *arena, const ul_schedule *in, ul_seats *m, const ul_seat *seat)
{
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    const ul_micro *need = ul_seat_need(in, seat->task, seat->n, m->type, sum);
    size_t first, end;
    m->begin_s = seat->from_s < m->begin_s ? seat->from_s : m->begin_s;
    m->end_s = seat->to_s > m->end_s ? seat->to_s : m->end_s;
    if (seat->to_s <= seat->from_s)
        return UL_OK;
    UL_TRY(divide(arena, in, m, seat->from_s, &first));
    UL_TRY(divide(arena, in, m, seat->to_s, &end));
    for (size_t q = first; q < end; q++)
        for (size_t r = 0; r < in->n_resources; r++)
            m->free[q * in->n_resources + r] -= need[r];
    return UL_OK;
}

ul_status ul_seats_add(ul_arena *arena, const ul_schedule *in, ul_seats *m, const ul_seat *seat)
{
    UL_MORE(arena, m->seat, m->n, m->room);
    m->seat[m->n++] = *seat;
    if (m->n == 1)
        return ul_seats_refresh(arena, in, m);
    UL_TRY(take(arena, in, m, seat));
    m->bill = ul_seats_bill(in, m->type, m->begin_s, m->end_s);
    return UL_OK;
}

ul_status ul_seats_refresh(ul_arena *arena, const ul_schedule *in, ul_seats *m)
{
    m->n_levels = 0;
    m->begin_s = INT64_MAX;
    m->end_s = 0;
    for (size_t q = 0; q < m->n; q++)
        UL_TRY(take(arena, in, m, &m->seat[q]));
    m->bill = m->n > 0 ? ul_seats_bill(in, m->type, m->begin_s, m->end_s) : 0;
    return UL_OK;
}

ul_status ul_seats_copy(ul_arena *arena, const ul_schedule *in, const ul_seats *from, ul_seats *to)
{
    ul_seats made = *from;
    made.seat = to->seat;
    made.room = to->room;
    made.level_s = to->level_s;
    made.level_room = to->level_room;
    made.free = to->free;
    made.free_room = to->free_room;
    UL_MORE(arena, made.seat, from->n, made.room);
    UL_TRY(more_levels(arena, in, &made, from->n_levels));
    if (from->n > 0)
        memcpy(made.seat, from->seat, from->n * sizeof *made.seat);
    if (from->n_levels > 0) {
        memcpy(made.level_s, from->level_s, from->n_levels * sizeof *made.level_s);
        memcpy(made.free, from->free, from->n_levels * in->n_resources * sizeof *made.free);
    }
    *to = made;
    return UL_OK;
}

static bool holds(const ul_schedule *in, const ul_seat *seat, uint32_t type)
{
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    return ul_schedule_fits(in, ul_seat_need(in, seat->task, seat->n, type, sum),
                            in->type[type].capacity);
}

/* Whether all could stay where they are on a machine of the type, as long as before. */
static bool could_be(const ul_schedule *in, const ul_seats *m, uint32_t type)
{
    for (size_t q = 0; q < m->n; q++)
        if (!holds(in, &m->seat[q], type)
            || (in->stretch != UL_SCHEDULE_NONE
                && ul_schedule_speed(in, m->seat[q].task, type)
                       != ul_schedule_speed(in, m->seat[q].task, m->type)))
            return false;
    return m->begin_s >= ul_search_soonest(in, type);
}

static bool is_within(const ul_schedule *in, const ul_seats *m)
{
    for (size_t q = 0; q < m->n_levels * in->n_resources; q++)
        if (m->free[q] < 0)
            return false;
    return true;
}

ul_status ul_seats_change_type(ul_arena *arena, const ul_schedule *in, ul_seats *m)
{
    const uint32_t was = m->type;
    uint32_t best = was;
    ul_cost least = m->bill;
    for (uint32_t k = 0; k < in->n_types; k++) {
        if (k == was || in->type[k].n_supplies > 0
            || (least <= ul_seats_bill(in, k, m->begin_s, m->end_s)) || !could_be(in, m, k))
            continue;
        m->type = k;
        UL_TRY(ul_seats_refresh(arena, in, m));
        if (is_within(in, m)) {
            best = k;
            least = m->bill;
        }
    }
    m->type = best;
    return best == was && m->bill == least ? UL_OK : ul_seats_refresh(arena, in, m);
}

/* Nobody is there, not even one who takes nothing. */
static bool is_empty(const ul_schedule *in, const ul_seats *m, const ul_seats_span *at)
{
    const size_t q = level_at(m, at->from_s);
    if (memcmp(&m->free[q * in->n_resources], in->type[m->type].capacity,
               in->n_resources * sizeof *m->free)
        != 0)
        return false;
    for (size_t o = 0; o < m->n; o++)
        if (m->seat[o].from_s < at->to_s && m->seat[o].to_s > at->from_s)
            return false;
    return true;
}

bool ul_seats_gap(const ul_schedule *in, const ul_seats *m, ul_seats_span *gap)
{
    ul_cost least = m->bill;
    bool found = false;
    for (size_t q = 1; q + 2 < m->n_levels; q++) {
        const ul_seats_span at = {m->level_s[q], m->level_s[q + 1]};
        if (!is_empty(in, m, &at))
            continue;
        const ul_cost bill = ul_seats_bill(in, m->type, m->begin_s, at.from_s)
                             + ul_seats_bill(in, m->type, at.to_s, m->end_s);
        if (bill > least)
            continue;
        least = bill;
        *gap = at;
        found = true;
    }
    return found;
}

ul_status ul_seats_divide(ul_arena *arena, const ul_schedule *in, ul_seats *m,
                          const ul_seats_span *gap, ul_seats *later)
{
    size_t kept = 0;
    for (size_t q = 0; q < m->n; q++) {
        if (m->seat[q].to_s <= gap->from_s)
            m->seat[kept++] = m->seat[q];
        else
            UL_TRY(ul_seats_add(arena, in, later, &m->seat[q]));
    }
    m->n = kept;
    return ul_seats_refresh(arena, in, m);
}

ul_status ul_seats_write(const ul_schedule *in, const ul_seats *m, ul_schedule_plan *plan)
{
    size_t index;
    UL_TRY(ul_timeline_add_machine(plan, &(ul_timeline_machine){
        .type = m->type, .ordered_s = m->begin_s - ul_search_soonest(in, m->type),
        .ready_s = m->begin_s, .released_s = m->end_s}, &index));
    for (size_t q = 0; q < m->n; q++) {
        const ul_seat *seat = &m->seat[q];
        const ul_schedule_job *job = &in->job[in->task[seat->task].job];
        for (uint32_t one = 0; one < seat->n; one++)
            UL_TRY(ul_timeline_add_stay(plan, &(ul_timeline_stay){
                .task = seat->task + one, .machine = (uint32_t)index, .from_s = seat->from_s,
                .working_s = seat->from_s + job->fetch_s + job->build_s,
                .stopped_s = seat->to_s - (seat->moves_on ? job->upload_s : 0), .to_s = seat->to_s}));
    }
    return UL_OK;
}
