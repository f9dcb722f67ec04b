#include "bin_values.h"

#include <string.h>

#include "heap.h"
#include "packing_reasons.h"

enum { look_every = 32 }; /* tasks between two looks at the clock, which take as long as a task */

#define opened_before(a, b) ((a) < (b))
UL_HEAP(oldest, uint32_t, opened_before, 2)

/* Machines of one column of the table: of one type, and the same is free on them. */
typedef struct {
    uint32_t *bin; /* a heap, the oldest on top */
    size_t n, room;
    size_t at; /* place among those that have machines */
} group;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    const ul_bin_rule *rule;
    ul_packing_plan *plan;
    ul_bin_table *table;
    group *group; /* by column */
    size_t group_room;
    size_t *used, n_used; /* groups that have machines */
    size_t *unused;       /* that of an unused machine, by type; UL_NONE: not looked for yet */
} game;

/* ---- groups ---- */

static ul_status find_group(game *g, size_t type, const ul_micro *free, size_t *found)
{
    size_t n;
    UL_TRY(ul_bin_table_column(g->table, type, free, found, &n));
    if (n <= g->group_room)
        return UL_OK;
    g->group = ul_arena_grow(ul_run_arena(g->run), g->group, g->group_room, 2 * n, sizeof *g->group);
    g->used = ul_arena_grow(ul_run_arena(g->run), g->used, g->group_room, 2 * n, sizeof *g->used);
    g->group_room = 2 * n;
    return g->group == NULL || g->used == NULL ? ul_no_memory() : UL_OK;
}

static ul_status join(game *g, size_t i)
{
    size_t q;
    UL_TRY(find_group(g, g->plan->bin[i].type, ul_plan_free(g->plan, i), &q));
    group *to = &g->group[q];
    UL_MORE(ul_run_arena(g->run), to->bin, to->n, to->room);
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
    }
    return i;
}

ul_status ul_bin_values_refuse(ul_run *run)
{
    ul_run_ended(run, UL_REJECTED);
    UL_TRY(ul_run_note(run, "the rule's value of a machine is not a number (NaN)"));
    return ul_fail(UL_E_STOPPED, "a value is NaN");
}

/* ---- the game ---- */

static ul_status ask(game *g, size_t type, ul_bin_row *row)
{
    bool are_numbers;
    UL_TRY(ul_bin_table_ask(g->table, g->rule, type, row, &are_numbers));
    return are_numbers ? UL_OK : ul_bin_values_refuse(g->run);
}

/* The group whose oldest machine takes the task; UL_NONE: the unused one, which holds it. */
static ul_status choose(game *g, size_t shape, size_t type, size_t *best)
{
    ul_bin_row *row;
    size_t first = g->plan->n_bins; /* the oldest machine of the best group */
    *best = UL_NONE;
    if (g->unused[type] == UL_NONE)
        UL_TRY(find_group(g, type, g->in->type[type].capacity, &g->unused[type]));
    const size_t unused = g->unused[type];
    UL_TRY(ul_bin_table_row(g->table, shape, &row));
    if (row->is[unused] == UL_BIN_UNKNOWN)
        UL_TRY(ask(g, type, row));
    double most = row->value[unused];
    for (size_t p = 0; p < g->n_used; p++) {
        const size_t q = g->used[p];
        if (row->value[q] < most)
            continue;
        const size_t i = g->group[q].bin[0];
        if (row->is[q] == UL_BIN_UNKNOWN)
            UL_TRY(ask(g, g->plan->bin[i].type, row));
        if (row->is[q] == UL_BIN_VALUED
            && (row->value[q] > most || (row->value[q] == most && i < first))) {
            *best = q;
            most = row->value[q];
            first = i;
        }
    }
    return UL_OK;
}

static ul_status place(game *g, size_t j)
{
    const ul_step_listener *listener = ul_run_steps(g->run);
    const size_t shape = g->in->task[j].shape, k = ul_packing_cheapest_for(g->in, shape);
    size_t best, i;
    UL_TRY(choose(g, shape, k, &best));
    if (best != UL_NONE)
        i = leave(g, best);
    else {
        UL_TRY(ul_plan_open(g->plan, k, &i));
        UL_TELL(listener, .kind = UL_STEP_OPEN_FOR, .why = UL_WHY_CHEAPEST, .bin = i, .type = k, .task = j);
    }
    UL_TELL(listener, .kind = UL_STEP_PUT, .why = "", .bin = i, .task = j, .count = 1);
    UL_TRY(ul_plan_put(g->plan, i, j, 1));
    return join(g, i);
}

static ul_status play(game *g)
{
    size_t n = 0;
    for (size_t j = 0; j < g->in->n_tasks; j++)
        for (uint32_t copy = 0; copy < g->in->task[j].copies; copy++) {
            if (n++ % look_every == 0 && ul_run_expired(g->run))
                return UL_OK;
            UL_TRY(place(g, j));
        }
    return ul_run_offer(g->run, g->plan);
}

ul_status ul_bin_values_pack(const ul_packing *in, ul_run *run, const ul_bin_rule *rule,
                             ul_bin_table *table)
{
    game g = {.in = in, .run = run, .rule = rule, .table = table};
    if (table == NULL)
        UL_TRY(ul_bin_table_new(ul_run_arena(run), &g.table));
    UL_TRY(ul_bin_table_open(g.table, in));
    UL_ALLOC_RAW(ul_run_arena(run), g.unused, in->n_types);
    memset(g.unused, 0xff, in->n_types * sizeof *g.unused);
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &g.plan));
    return play(&g);
}
