#include "bin_values.h"

#include <math.h>
#include <string.h>

#include "heap.h"

enum { memory_cells = 1 << 24 }; /* values kept; a task beyond has its own asked anew */

#define opened_before(a, b) ((a) < (b))
UL_HEAP(oldest, uint32_t, opened_before, 2)

/* Machines of one type on which the same is free. */
typedef struct {
    uint32_t type;
    const ul_micro *free;
    uint32_t *bin; /* a heap, the oldest on top */
    size_t n, room;
    size_t at; /* place among those that have machines; UL_NONE: it has none */
} group;

enum { UNKNOWN, TOO_LARGE, KNOWN };

/* What every group is worth to tasks of one shape, as far as it was asked. */
typedef struct {
    double *value;
    unsigned char *state;
    size_t room;
} row;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    const ul_bin_rule *rule;
    ul_packing_plan *plan;
    group *group;
    size_t n_groups, group_room;
    size_t *slot, n_slots; /* groups by what is free: a hash table, UL_NONE where nobody is */
    size_t *used, n_used;  /* groups that have machines */
    row *row, scratch;     /* by shape; the scratch where memory would grow too large */
    size_t n_cells;
    double *item, *capacity, *free, *value; /* of the question that is asked */
    size_t *asked, question_room;
} game;

/* ---- groups ---- */

static size_t hash(const game *g, size_t type, const ul_micro *free)
{
    uint64_t h = type + 1;
    for (size_t r = 0; r < g->in->n_resources; r++)
        h = (h ^ (uint64_t)free[r]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    return (size_t)h & (g->n_slots - 1);
}

static size_t *find_slot(const game *g, size_t type, const ul_micro *free)
{
    size_t at = hash(g, type, free);
    for (; g->slot[at] != UL_NONE; at = (at + 1) & (g->n_slots - 1)) {
        const group *of = &g->group[g->slot[at]];
        if (of->type == type && memcmp(of->free, free, g->in->n_resources * sizeof *free) == 0)
            break;
    }
    return &g->slot[at];
}

static ul_status grow_groups(game *g)
{
    const size_t room = g->group_room == 0 ? 64 : 2 * g->group_room;
    ul_arena *arena = ul_run_arena(g->run);
    g->group = ul_arena_grow(arena, g->group, g->group_room, room, sizeof *g->group);
    g->used = ul_arena_grow(arena, g->used, g->group_room, room, sizeof *g->used);
    if (g->group == NULL || g->used == NULL)
        return ul_no_memory();
    g->group_room = room;
    g->n_slots = 4 * room;
    UL_ALLOC_RAW(arena, g->slot, g->n_slots);
    memset(g->slot, 0xff, g->n_slots * sizeof *g->slot);
    for (size_t q = 0; q < g->n_groups; q++)
        *find_slot(g, g->group[q].type, g->group[q].free) = q;
    return UL_OK;
}

static ul_status find_group(game *g, size_t type, const ul_micro *free, size_t *found)
{
    if (g->n_groups == g->group_room)
        UL_TRY(grow_groups(g));
    size_t *slot = find_slot(g, type, free);
    if (*slot == UL_NONE) {
        ul_micro *copy;
        UL_ALLOC_RAW(ul_run_arena(g->run), copy, g->in->n_resources);
        memcpy(copy, free, g->in->n_resources * sizeof *copy);
        *slot = g->n_groups;
        g->group[g->n_groups++] = (group){.type = (uint32_t)type, .free = copy, .at = UL_NONE};
    }
    *found = *slot;
    return UL_OK;
}

static ul_status join(game *g, size_t i)
{
    size_t q;
    UL_TRY(find_group(g, g->plan->bin[i].type, ul_plan_free(g->plan, i), &q));
    group *to = &g->group[q];
    if (to->n == to->room) {
        const size_t room = to->room == 0 ? 8 : 2 * to->room;
        to->bin = ul_arena_grow(ul_run_arena(g->run), to->bin, to->room, room, sizeof *to->bin);
        if (to->bin == NULL)
            return ul_no_memory();
        to->room = room;
    }
    if (to->n == 0) {
        to->at = g->n_used;
        g->used[g->n_used++] = q;
    }
    oldest_push(to->bin, &to->n, (uint32_t)i);
    return UL_OK;
}

/* Takes the oldest machine out of its group. */
static size_t leave(game *g, size_t q)
{
    group *from = &g->group[q];
    const size_t i = oldest_pop(from->bin, &from->n);
    if (from->n == 0) {
        const size_t last = g->used[--g->n_used];
        g->used[from->at] = last;
        g->group[last].at = from->at;
        from->at = UL_NONE;
    }
    return i;
}

/* ---- values ---- */

/* The shape's row, with a place for every group. */
static ul_status find_row(game *g, size_t shape, row **found)
{
    row *of = g->row[shape].room >= g->n_groups || g->n_cells + 2 * g->n_groups <= memory_cells
                  ? &g->row[shape]
                  : &g->scratch;
    if (of->room < g->n_groups) {
        const size_t room = 2 * g->n_groups;
        of->value = ul_arena_grow(ul_run_arena(g->run), of->value, of->room, room, sizeof *of->value);
        of->state = ul_arena_grow(ul_run_arena(g->run), of->state, of->room, room, 1);
        if (of->value == NULL || of->state == NULL)
            return ul_no_memory();
        g->n_cells += room - of->room;
        of->room = room;
    }
    if (of == &g->scratch)
        memset(of->state, UNKNOWN, of->room);
    *found = of;
    return UL_OK;
}

static void to_doubles(const ul_micro *from, double *to, size_t n)
{
    for (size_t r = 0; r < n; r++)
        to[r] = ul_micro_double(from[r]);
}

static ul_status make_question_room(game *g)
{
    const size_t room = 2 * g->n_groups;
    if (g->question_room >= g->n_groups)
        return UL_OK;
    UL_ALLOC_RAW(ul_run_arena(g->run), g->free, room * g->in->n_resources);
    UL_ALLOC_RAW(ul_run_arena(g->run), g->value, room);
    UL_ALLOC_RAW(ul_run_arena(g->run), g->asked, room);
    g->question_room = room;
    return UL_OK;
}

/* Asks for all groups of a type that the rule was not asked for. */
static ul_status ask(game *g, size_t shape, size_t type, row *of)
{
    const size_t n = g->in->n_resources;
    const ul_micro *need = ul_packing_demand(g->in, shape, g->in->type[type].family);
    ul_bin_question question = {n, g->item, g->capacity, 0, g->free};
    to_doubles(need, g->item, n);
    to_doubles(g->in->type[type].capacity, g->capacity, n);
    for (size_t q = 0; q < g->n_groups; q++) {
        const group *one = &g->group[q];
        if (of->state[q] != UNKNOWN || one->type != type)
            continue;
        of->state[q] = ul_packing_fits(g->in, need, one->free) ? KNOWN : TOO_LARGE;
        if (of->state[q] == TOO_LARGE)
            continue;
        to_doubles(one->free, g->free + question.n * n, n);
        g->asked[question.n++] = q;
    }
    if (question.n == 0)
        return UL_OK;
    UL_TRY(g->rule->values(g->rule->context, &question, g->value));
    for (size_t q = 0; q < question.n; q++) {
        if (isnan(g->value[q]))
            return ul_bin_values_refuse(g->run);
        of->value[g->asked[q]] = g->value[q];
    }
    return UL_OK;
}

ul_status ul_bin_values_refuse(ul_run *run)
{
    ul_run_ended(run, UL_REJECTED);
    UL_TRY(ul_run_note(run, "the rule's value of a machine is not a number (NaN)"));
    return ul_fail(UL_E_STOPPED, "a value is NaN");
}

/* ---- the game ---- */

/* The group whose oldest machine takes the task; UL_NONE: the unused one, which holds it. */
static ul_status choose(game *g, size_t shape, size_t unused, size_t *best)
{
    row *of = NULL;
    size_t first = g->plan->n_bins; /* the oldest machine of the best group */
    *best = UL_NONE;
    UL_TRY(make_question_room(g));
    UL_TRY(find_row(g, shape, &of));
    if (of->state[unused] == UNKNOWN)
        UL_TRY(ask(g, shape, g->group[unused].type, of));
    double most = of->value[unused];
    for (size_t p = 0; p < g->n_used; p++) {
        const size_t q = g->used[p], i = g->group[q].bin[0];
        if (of->state[q] == UNKNOWN)
            UL_TRY(ask(g, shape, g->group[q].type, of));
        if (of->state[q] == KNOWN
            && (of->value[q] > most || (of->value[q] == most && i < first))) {
            *best = q;
            most = of->value[q];
            first = i;
        }
    }
    return UL_OK;
}

static ul_status place(game *g, size_t j)
{
    const ul_step_listener *told = ul_run_steps(g->run);
    const size_t shape = g->in->task[j].shape, k = ul_packing_cheapest_for(g->in, shape);
    size_t unused, best, i;
    UL_TRY(find_group(g, k, g->in->type[k].capacity, &unused));
    UL_TRY(choose(g, shape, unused, &best));
    if (best != UL_NONE)
        i = leave(g, best);
    else {
        UL_TRY(ul_plan_open(g->plan, k, &i));
        UL_TELL(told, .kind = UL_STEP_OPEN, .why = UL_WHY_CHEAPEST, .bin = i, .type = k, .task = j);
    }
    UL_TELL(told, .kind = UL_STEP_PUT, .why = UL_WHY_SCORE, .bin = i, .task = j, .count = 1);
    UL_TRY(ul_plan_put(g->plan, i, j, 1));
    return join(g, i);
}

static ul_status play(game *g)
{
    for (size_t j = 0; j < g->in->n_tasks; j++)
        for (uint32_t copy = 0; copy < g->in->task[j].copies; copy++) {
            if (ul_run_expired(g->run))
                return UL_OK;
            UL_TRY(place(g, j));
        }
    return ul_run_offer(g->run, g->plan);
}

ul_status ul_bin_values_pack(const ul_packing *in, ul_run *run, const ul_bin_rule *rule)
{
    game g = {.in = in, .run = run, .rule = rule};
    ul_arena *arena = ul_run_arena(run);
    UL_ALLOC(arena, g.row, in->n_shapes);
    UL_ALLOC(arena, g.item, in->n_resources);
    UL_ALLOC(arena, g.capacity, in->n_resources);
    UL_TRY(ul_packing_plan_new(in, arena, &g.plan));
    return play(&g);
}
