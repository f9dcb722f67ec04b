#include "floor_few.h"

#include "floor_starts.h"

#include <stdlib.h>
#include <string.h>

#define NOWHERE (INT64_MAX / 4) /* the price of a set that no machine holds: two of them add up */

enum { SUBSETS = 1 << UL_FLOOR_FEW_MAX };

typedef struct {
    const ul_floor_windows *windows;
    const ul_floor_window **longest; /* those who are there for long enough, the longest first */
    size_t n_longest;
    ul_micro *price; /* per type, in the period at hand */
    uint32_t task[UL_FLOOR_FEW_MAX], before[UL_FLOOR_FEW_MAX]; /* whose packing `best` is */
    size_t n, n_before;
    /* Per subset: what it takes on a type, the cheapest machine for it, and machines. */
    ul_micro *taken, *alone, *best;
    ul_micro *dearest, *counted_s; /* per task: the price alone, and for how long it is counted */
} packing;

static int by_need(const void *left, const void *right)
{
    const ul_floor_window *a = *(const ul_floor_window *const *)left,
                          *b = *(const ul_floor_window *const *)right;
    UL_HIGHER_FIRST(a->need_s, b->need_s);
    return a->task < b->task ? -1 : a->task > b->task;
}

/* The longest whose windows hold the whole period. */
static void gather(packing *s, size_t p)
{
    const ul_floor_windows *w = s->windows;
    s->n = 0;
    for (size_t q = 0; q < s->n_longest && s->n < UL_FLOOR_FEW_MAX; q++)
        if (s->longest[q]->from_s <= w->from_s[p] && s->longest[q]->to_s >= w->from_s[p + 1])
            s->task[s->n++] = s->longest[q]->task;
}

/* The cheapest machine for each subset that one of the type holds. */
static void offer_type(packing *s, size_t k)
{
    const ul_schedule *in = s->windows->problem->in;
    const size_t n = in->n_resources;
    for (size_t set = 1; set < (size_t)1 << s->n; set++) {
        const size_t rest = set & (set - 1);
        const uint32_t task = s->task[__builtin_ctzll(set)];
        bool fits = true;
        for (size_t r = 0; r < n; r++) {
            s->taken[set * n + r] = s->taken[rest * n + r] + ul_schedule_need(in, task, k)[r];
            fits = fits && s->taken[set * n + r] <= in->type[k].capacity[r];
        }
        if (fits && s->price[k] < s->alone[set])
            s->alone[set] = s->price[k];
    }
}

/* Each subset is the one that holds its first task, and the others. O(3^n). */
static void pack(packing *s)
{
    const size_t sets = (size_t)1 << s->n;
    for (size_t set = 1; set < sets; set++)
        s->alone[set] = NOWHERE;
    for (size_t k = 0; k < s->windows->problem->in->n_types; k++)
        offer_type(s, k);
    for (size_t set = 1; set < sets; set++) {
        const size_t first = set & -set, others = set ^ first;
        s->best[set] = NOWHERE;
        for (size_t sub = others;; sub = (sub - 1) & others) {
            const ul_micro cost = s->alone[first | sub] + s->best[others ^ sub];
            s->best[set] = cost < s->best[set] ? cost : s->best[set];
            if (sub == 0)
                break;
        }
    }
}

/* Sets the prices of the period; whether it has others than the one before, or other tasks. */
static bool differs(packing *s, size_t p)
{
    const ul_floor_windows *w = s->windows;
    bool other = s->n != s->n_before || memcmp(s->task, s->before, s->n * sizeof *s->task) != 0;
    for (size_t k = 0; k < w->problem->in->n_types; k++) {
        const ul_micro price = ul_floor_period_price(w, k, p);
        other = other || price != s->price[k];
        s->price[k] = price;
    }
    memcpy(s->before, s->task, s->n * sizeof *s->task);
    s->n_before = s->n;
    return other;
}

/* What one more period costs at the least; nothing where the LP proves as much. */
static void choose(packing *s, size_t p, double proved, ul_floor_few *few)
{
    const ul_floor_windows *w = s->windows;
    const ul_micro length_s = w->from_s[p + 1] - w->from_s[p];
    gather(s, p);
    if (differs(s, p))
        pack(s);
    const ul_micro cost = s->best[((size_t)1 << s->n) - 1];
    if (s->n == 0 || cost >= NOWHERE || (double)cost * (double)length_s / 1e12 <= proved)
        return;
    few->worth += (ul_cost)cost * length_s;
    for (size_t q = 0; q < s->n; q++) {
        const ul_micro alone = s->alone[(size_t)1 << q];
        few->seat[few->n++] = (ul_floor_seat){p, s->task[q]};
        s->counted_s[s->task[q]] += length_s;
        if (alone > s->dearest[s->task[q]])
            s->dearest[s->task[q]] = alone;
    }
}

static ul_status prepare(packing *s, double times, ul_arena *arena)
{
    const ul_floor_windows *w = s->windows;
    const ul_schedule *in = w->problem->in;
    UL_ALLOC(arena, s->longest, w->n);
    UL_ALLOC(arena, s->price, in->n_types);
    UL_ALLOC(arena, s->taken, SUBSETS * in->n_resources);
    UL_ALLOC(arena, s->alone, SUBSETS);
    UL_ALLOC(arena, s->best, SUBSETS);
    UL_ALLOC(arena, s->dearest, in->n_tasks);
    UL_ALLOC(arena, s->counted_s, in->n_tasks);
    for (size_t q = 0; q < w->n; q++)
        if ((double)w->window[q].need_s >= times * (double)w->wait_s)
            s->longest[s->n_longest++] = &w->window[q];
    qsort(s->longest, s->n_longest, sizeof *s->longest, by_need);
    return UL_OK;
}

ul_status ul_floor_few_new(const ul_floor_windows *w, double times, const double *proved,
                           ul_arena *arena, ul_floor_few *few)
{
    packing s = {.windows = w};
    *few = (ul_floor_few){0};
    UL_TRY(prepare(&s, times, arena));
    UL_ALLOC(arena, few->seat, w->n_periods * UL_FLOOR_FEW_MAX);
    for (size_t p = 0; p < w->n_periods; p++)
        choose(&s, p, proved[p], few);
    for (size_t i = 0; i < w->problem->in->n_tasks; i++)
        few->worth -= (ul_cost)s.dearest[i]
                      * (s.counted_s[i] < w->wait_s ? s.counted_s[i] : w->wait_s);
    return UL_OK;
}
