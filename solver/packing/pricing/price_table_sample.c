/* Patterns drawn by chance from all those within a gap, and how many these are.
 *
 * A pattern is a path through the stages of the table. Each step from the best has a
 * reduced cost, and these add up to what the pattern is worth less than the best one. With
 * exp(-COLD * reduced cost / gap) for a step's weight, the sums of all paths' weights come from
 * one pass over the stages, and a path is drawn by going back along them: patterns come
 * out with chances in proportion to their weights. Each counts by the inverse of that,
 * and those beyond the gap not at all, so that the count is not biased. Without the
 * weights nearly all would be beyond the gap, where patterns are far more.
 *
 * O(copies * states) time for an item, twelve bytes a state and item.
 */
#include <math.h>
#include <string.h>

#include "price_table_parts.h"

/* A reduced cost as large as the gap has weight exp(-COLD), and where fewer than ENOUGH of TRIES
 * drawn so are within the gap, exp(-2 COLD), and so on to COLDEST: what a few of them stand for is
 * most often far too little. */
enum { COLD = 8, COLDEST = 2048, TRIES = 64, ENOUGH = 8, STATES_A_LOOK = 4096 };

enum { CELLS_MAX = 12500000 }; /* values kept: of more a draw takes over a fifth of a second */

typedef struct {
    ul_price_stages of;
    const int64_t *value;
    float *paths;         /* weights of all paths from each state of each stage */
    double one_less;      /* reduced cost of a weight of 1/e, in value units */
} sample;

/* The weight of holding `count` of the item of a stage in a state, and what follows. */
static double weight_of(const sample *s, size_t stage, size_t at, size_t offset, int64_t count)
{
    const size_t states = s->of.table->states, below = at - (size_t)count * offset;
    const int64_t reduced_cost = s->of.best[(stage + 1) * states + at] - s->of.best[stage * states + below]
                                 - count * s->value[s->of.item[stage]];
    const double paths = (double)s->paths[stage * states + below];
    return reduced_cost == 0 ? paths : paths * exp(-(double)reduced_cost / s->one_less);
}

/* The paths of one more stage, from those of the stages below; not all when the time is over. */
static void fill_paths(sample *s, size_t stage)
{
    const ul_price_table *table = s->of.table;
    const uint32_t item = s->of.item[stage];
    const size_t offset = ul_price_table_offset(table, item);
    int64_t room[UL_RESOURCES_MAX] = {0};
    for (size_t at = 0; at < table->states; at++) {
        if (at % STATES_A_LOOK == 0 && ul_run_expired(table->run))
            return;
        const int64_t most = ul_exact_fitting(table->group, item, room, table->problem->copies[item]);
        double sum = 0;
        for (int64_t count = 0; count <= most; count++)
            sum += weight_of(s, stage, at, offset, count);
        s->paths[(stage + 1) * table->states + at] = (float)fmin(sum, 1e37);
        for (size_t d = table->group->n_dims; d-- > 0;) {
            if (room[d]++ < table->group->largest[d])
                break;
            room[d] = 0;
        }
    }
}

/* The weights of all paths; false when the time is over. */
static bool fill_all(sample *s, int64_t gap, int cold)
{
    const ul_price_table *table = s->of.table;
    s->one_less = (double)(gap > 1 ? gap : 1) / cold;
    for (size_t at = 0; at < table->states; at++)
        s->paths[at] = 1;
    for (size_t stage = 0; stage < s->of.n && !ul_run_expired(table->run); stage++)
        fill_paths(s, stage);
    return !ul_run_expired(table->run);
}

/* Draws a path from a type's capacity; counts[] by stage. The answer is its dual value. */
static int64_t draw(const sample *s, size_t type, ul_rng *rng, int64_t *counts)
{
    const ul_price_table *table = s->of.table;
    const size_t n_dims = table->group->n_dims;
    int64_t room[UL_RESOURCES_MAX], dual_value = 0;
    size_t at = table->at_type[type - table->group->first_type];
    memcpy(room, table->problem->type[type].capacity, n_dims * sizeof *room);
    for (size_t stage = s->of.n; stage-- > 0;) {
        const uint32_t item = s->of.item[stage];
        const size_t offset = ul_price_table_offset(table, item);
        const int64_t most = ul_exact_fitting(table->group, item, room, table->problem->copies[item]);
        double left = ul_rng_unit_53(rng) * (double)s->paths[(stage + 1) * table->states + at];
        int64_t count = 0;
        while (count < most && (left -= weight_of(s, stage, at, offset, count)) >= 0)
            count++;
        counts[stage] = count;
        dual_value += count * s->value[item];
        at -= (size_t)count * offset;
        for (size_t d = 0; d < n_dims; d++)
            room[d] -= count * table->group->weight[item * n_dims + d];
    }
    return dual_value;
}

/* Where in the stages a type's whole capacity is. */
static size_t cell_of(const sample *s, size_t type)
{
    const ul_price_table *table = s->of.table;
    return s->of.n * table->states + table->at_type[type - table->group->first_type];
}

/* Patterns of one type of at least this dual value: adds how many there are, and what they hold. */
static void draw_type(sample *s, size_t type, int64_t least, size_t draws, int64_t *counts,
                      double *use, double *patterns)
{
    const size_t cell = cell_of(s, type);
    const double each = (double)s->paths[cell] / (double)draws;
    for (size_t q = 0; q < draws; q++) {
        const int64_t dual_value = draw(s, type, ul_run_rng(s->of.table->run), counts);
        if (dual_value < least)
            continue;
        const double stands_for = each * exp((double)(s->of.best[cell] - dual_value) / s->one_less);
        *patterns += stands_for;
        for (size_t stage = 0; stage < s->of.n; stage++)
            use[s->of.item[stage]] += stands_for * (double)counts[stage];
    }
}

/* Whether enough of what is drawn has at least this dual value, of a type that has any such. */
static bool finds_some(const sample *s, size_t type, int64_t least, int64_t *counts)
{
    size_t found = 0;
    for (size_t q = 0; q < TRIES; q++)
        found += draw(s, type, ul_run_rng(s->of.table->run), counts) >= least;
    return found >= ENOUGH || s->of.best[cell_of(s, type)] < least;
}

ul_status ul_price_table_sample(ul_price_table *table, const ul_price_window *window, size_t draws,
                                double *use, double *patterns, bool *whole)
{
    ul_price_stages stages;
    UL_OWN_ARENA(arena);
    const int64_t gap = window->gap / window->scale.den;
    const size_t first = table->group->first_type, end = first + table->group->n_types;
    int64_t *counts;
    bool enough = false;
    *whole = ul_price_stages_open(&stages, table, CELLS_MAX, arena);
    sample s = {.of = stages, .value = window->value};
    UL_ALLOC_RAW(arena, counts, stages.n);
    if (*whole)
        UL_ALLOC_RAW(arena, s.paths, (stages.n + 1) * table->states);
    *whole = *whole && ul_price_stages_fill(&stages, window->value);
    for (int cold = COLD; !enough && cold <= COLDEST && *whole; cold *= 2) {
        enough = *whole = fill_all(&s, gap, cold);
        for (size_t k = first; k < end && enough; k++)
            enough = finds_some(&s, k, ul_price_window_least(window, table->problem->type[k].price),
                                counts);
    }
    *whole = *whole && enough;
    for (size_t k = first; k < end && *whole; k++)
        draw_type(&s, k, ul_price_window_least(window, table->problem->type[k].price), draws, counts,
                  use, patterns);
    return UL_OK;
}
