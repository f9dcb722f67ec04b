/* Steps that can be taken back. */
#include "reseating.h"

ul_status ul_reseat_touch(ul_reseating *w, uint32_t m)
{
    if (w->is_touched[m])
        return UL_OK;
    if (w->n_touched == w->saved_room)
        UL_MORE(w->arena, w->saved, w->n_touched, w->saved_room);
    UL_MORE(w->arena, w->touched, w->n_touched, w->touched_room);
    UL_TRY(ul_seats_copy(w->arena, w->in, &w->machine[m], &w->saved[w->n_touched]));
    w->touched[w->n_touched++] = m;
    w->is_touched[m] = true;
    return UL_OK;
}

ul_status ul_reseat_new_machine(ul_reseating *w, uint32_t type, uint32_t *m)
{
    if (w->n_live == w->n) {
        UL_MORE(w->arena, w->machine, w->n, w->room);
        UL_MORE(w->arena, w->is_touched, w->n, w->flag_room);
        UL_MORE(w->arena, w->live, w->n, w->live_room);
        w->machine[w->n] = (ul_seats){.n = 0};
        w->is_touched[w->n] = false;
        w->live[w->n] = (uint32_t)w->n;
        w->n++;
    }
    *m = w->live[w->n_live++];
    UL_TRY(ul_reseat_touch(w, *m));
    w->machine[*m].type = type;
    w->machine[*m].n = 0;
    return ul_seats_refresh(w->arena, w->in, &w->machine[*m]);
}

void ul_reseat_note_seats(ul_reseating *w, uint32_t m)
{
    for (size_t q = 0; q < w->machine[m].n; q++) {
        const ul_seat *seat = &w->machine[m].seat[q];
        for (uint32_t one = 0; one < seat->n; one++)
            (seat->moves_on ? w->left : w->at)[seat->task + one] = m;
    }
}

void ul_reseat_end_step(ul_reseating *w)
{
    for (size_t q = 0; q < w->n_touched; q++)
        w->is_touched[w->touched[q]] = false;
    w->n_touched = 0;
    for (size_t q = 0; q < w->n_live;) {
        const uint32_t m = w->live[q];
        if (w->machine[m].n > 0) {
            q++;
            continue;
        }
        w->live[q] = w->live[--w->n_live];
        w->live[w->n_live] = m;
    }
}

void ul_reseat_take_back(ul_reseating *w)
{
    for (size_t q = 0; q < w->n_touched; q++) {
        const ul_seats changed = w->machine[w->touched[q]];
        w->machine[w->touched[q]] = w->saved[q];
        w->saved[q] = changed;
    }
    for (size_t q = 0; q < w->n_pulled; q++)
        w->left[w->pulled[q].task] = UL_SCHEDULE_NONE;
    for (size_t q = 0; q < w->n_touched; q++)
        ul_reseat_note_seats(w, w->touched[q]);
}

ul_cost ul_reseat_added(ul_reseating *w, double *idle)
{
    ul_cost more = 0;
    *idle = 0;
    for (size_t q = 0; q < w->n_touched; q++) {
        ul_seats *now = &w->machine[w->touched[q]];
        const ul_seats *before = &w->saved[q];
        now->idle = ul_seats_idle(w->in, now);
        more += now->bill - before->bill;
        *idle += now->idle - before->idle;
    }
    return more;
}

ul_status ul_reseat_put(ul_reseating *w, const ul_reseat_place *where, ul_seat *seat,
                        ul_micro length_s)
{
    uint32_t m = where->machine;
    if (m == UL_SCHEDULE_NONE)
        UL_TRY(ul_reseat_new_machine(w, where->type, &m));
    else
        UL_TRY(ul_reseat_touch(w, m));
    seat->from_s = where->from_s;
    seat->to_s = where->from_s + length_s;
    for (uint32_t one = 0; one < seat->n; one++)
        w->at[seat->task + one] = m;
    return ul_seats_add(w->arena, w->in, &w->machine[m], seat);
}
