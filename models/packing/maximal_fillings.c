#include "maximal_fillings.h"

#include <string.h>

typedef struct {
    const ul_fillings *of;
    int64_t *count; /* per thing */
    int64_t *room;  /* things + 1 levels x dimensions */
} walk;

static int64_t *room_at(const walk *w, size_t level)
{
    return w->room + level * w->of->n_dims;
}

/* How many more of a thing fit into what is left. */
static int64_t fits_still(const walk *w, size_t q, const int64_t *room)
{
    int64_t most = w->of->most[q] - w->count[q];
    for (size_t d = 0; d < w->of->n_dims; d++)
        if (w->of->weight[q][d] > 0 && room[d] / w->of->weight[q][d] < most)
            most = room[d] / w->of->weight[q][d];
    return most;
}

static bool is_maximal(const walk *w)
{
    for (size_t q = 0; q < w->of->n; q++)
        if (fits_still(w, q, room_at(w, w->of->n)) > 0)
            return false;
    return true;
}

static void take(const walk *w, size_t level, int64_t count)
{
    for (size_t d = 0; d < w->of->n_dims; d++)
        room_at(w, level + 1)[d] = room_at(w, level)[d] - w->of->weight[level][d] * count;
    w->count[level] = count;
}

/* Back to the last thing but one of which there are some, and one fewer of it: fewer of the last
 * alone is never maximal. False at the end. */
static bool go_back(const walk *w, size_t *level)
{
    *level = w->of->n - 1;
    w->count[*level] = 0;
    do
        if ((*level)-- == 0)
            return false;
    while (w->count[*level] == 0);
    take(w, *level, w->count[*level] - 1);
    ++*level;
    return true;
}

/* A loop rather than recursion, as there may be many things. */
ul_status ul_maximal_fillings(const ul_fillings *of, ul_arena *arena)
{
    walk w = {.of = of};
    size_t level = 0;
    if (of->n == 0)
        return UL_OK;
    UL_ALLOC(arena, w.count, of->n);
    UL_ALLOC(arena, w.room, (of->n + 1) * of->n_dims);
    memcpy(w.room, of->capacity, of->n_dims * sizeof *w.room);
    do {
        for (; level < of->n; level++) {
            UL_TRY(of->step(of->context));
            w.count[level] = 0;
            take(&w, level, fits_still(&w, level, room_at(&w, level)));
        }
        if (is_maximal(&w))
            UL_TRY(of->keep(of->context, w.count));
        UL_TRY(of->step(of->context));
    } while (go_back(&w, &level));
    return UL_OK;
}
