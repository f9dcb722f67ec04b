#include "availability_cover.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "availability_pool.h"

/* Capacities come from a linear program: a shortfall below this is rounding. Real
 * capacities are whole, so no pool of machines is misjudged. */
#define ROUNDING 1e-6
#define DEEPER 1e-3   /* a pass goes down to states this much less likely than the last */
#define DEEPEST 1e-40 /* below this probability the next pass looks at everything */

/* What is rounded on the way to a failure probability, here and in the checker, is far
 * less than this share of it. */
#define ROUNDED_SHARE 1e-10

/* By what two orders of adding the same probabilities may differ: a share, and no more
 * than this in all. */
#define ADDED_SHARE 1e-12
#define ADDED_MOST 5e-16

typedef struct {
    size_t type;
    bool on_demand;
    ul_cost cost;
    uint64_t capacity;
} choice;

/* Least price per unit first, exactly; small machines first where that is equal. */
static int by_unit_price(const void *a, const void *b)
{
    const choice *x = a, *y = b;
    const ul_cost left = x->cost * (ul_cost)y->capacity, right = y->cost * (ul_cost)x->capacity;
    UL_LOWER_FIRST(left, right);
    UL_LOWER_FIRST(x->capacity, y->capacity);
    UL_LOWER_FIRST(x->type, y->type);
    return x->on_demand - y->on_demand;
}

static void add_column(ul_cover *cover, const choice *chosen)
{
    const ul_availability_type *type = &cover->in->type[chosen->type];
    const size_t k = cover->n++;
    cover->type[k] = chosen->type;
    cover->on_demand[k] = chosen->on_demand;
    cover->cost[k] = chosen->cost;
    cover->size[k] = (double)type->capacity;
    cover->unit_price[k] = ul_cost_double(chosen->cost) / (double)type->capacity;
    cover->down[k] = chosen->on_demand ? 0 : ul_availability_down(type);
    cover->log_down[k] = cover->down[k] > 0 ? -log(cover->down[k]) : INFINITY;
    cover->most[k] = ceil(cover->wanted / cover->size[k]) * cover->size[k];
}

/* Whether machines of a replace one of b, always up both, at no higher price. */
static bool replaces(ul_cost cost_a, uint64_t capacity_a, ul_cost cost_b, uint64_t capacity_b,
                     uint64_t *weight)
{
    *weight = (capacity_b + capacity_a - 1) / capacity_a;
    return cost_a * (ul_cost)*weight <= cost_b;
}

/* Leaves out on-demand machines that others before them replace; how many are left. */
static size_t drop_replaced(choice *all, size_t n)
{
    size_t kept = 0;
    for (size_t q = 0; q < n; q++) {
        bool replaced = false;
        uint64_t weight;
        for (size_t p = 0; p < kept && all[q].on_demand && !replaced; p++)
            replaced = all[p].on_demand && replaces(all[p].cost, all[p].capacity, all[q].cost,
                                                    all[q].capacity, &weight);
        if (!replaced)
            all[kept++] = all[q];
    }
    return kept;
}

void ul_cover_of(const ul_availability *in, ul_cover *cover)
{
    choice all[2 * UL_AVAILABILITY_TYPES_MAX];
    size_t n = 0;
    const double allowance = ul_availability_allowance(in);
    *cover = (ul_cover){.in = in,
                        .wanted = (double)in->capacity,
                        .allowance = allowance,
                        .too_much = allowance * (1 + ROUNDED_SHARE),
                        .all_down = 1};
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_availability_type *type = &in->type[k];
        const bool on_demand = type->on_demand_cost > 0;
        if (type->availability > 0)
            all[n++] = (choice){k, false, type->cost, type->capacity};
        if (on_demand)
            all[n++] = (choice){k, true, type->on_demand_cost, type->capacity};
        cover->all_down *= on_demand ? 0 : ul_availability_down(type);
    }
    qsort(all, n, sizeof *all, by_unit_price);
    n = drop_replaced(all, n);
    cover->stands_in = n > UL_COVER_COLUMNS;
    const size_t real = cover->stands_in ? UL_COVER_COLUMNS - 1 : n;
    for (size_t q = 0; q < real; q++)
        add_column(cover, &all[q]);
    if (cover->stands_in) {
        add_column(cover, &all[real]);
        cover->n_merged = n - real;
        cover->type[real] = UL_NONE;
        cover->down[real] = 0;
        cover->log_down[real] = INFINITY;
    }
}

size_t ul_cover_replaces(const ul_cover *cover, size_t type, uint64_t *weight)
{
    const ul_availability_type *t = &cover->in->type[type];
    for (size_t k = 0; k < cover->n && t->on_demand_cost > 0; k++)
        if (cover->on_demand[k] && cover->type[k] != UL_NONE
            && replaces(cover->cost[k], (uint64_t)cover->size[k], t->on_demand_cost, t->capacity,
                        weight))
            return k;
    return UL_NONE;
}

bool ul_cover_infeasible(const ul_cover *cover, ul_run *run)
{
    char note[200];
    if (cover->wanted == 0 || cover->all_down <= cover->too_much)
        return false;
    snprintf(note, sizeof note, "no pool reaches %.12g: all types together are up with "
             "probability %.12g%s", cover->in->target, 1 - cover->all_down,
             ul_run_certificate(run) == NULL ? "; availability-exact writes the proof" : "");
    ul_run_note(run, note);
    ul_run_ended(run, UL_INFEASIBLE);
    return true;
}

double ul_cover_safe_allowance(const ul_cover *cover)
{
    return cover->allowance - fmin(cover->allowance * ADDED_SHARE, ADDED_MOST);
}

ul_cost ul_cover_cost(const ul_cover *cover, const uint32_t *count)
{
    ul_cost cost = 0;
    for (size_t k = 0; k < cover->n; k++)
        cost += cover->cost[k] * count[k];
    return cost;
}

void ul_cover_store(const ul_cover *cover, const uint32_t *count, ul_availability_plan *plan)
{
    for (size_t k = 0; k < cover->in->n_types; k++)
        plan->hold[k] = plan->on_demand[k] = 0;
    for (size_t k = 0; k < cover->n; k++)
        if (cover->type[k] != UL_NONE)
            (cover->on_demand[k] ? plan->on_demand : plan->hold)[cover->type[k]] = count[k];
}

void ul_cover_load(const ul_cover *cover, const ul_availability_plan *plan, uint32_t *count)
{
    for (size_t k = 0; k < cover->n; k++)
        count[k] = cover->type[k] == UL_NONE  ? 0
                   : cover->on_demand[k] ? plan->on_demand[cover->type[k]]
                                         : plan->hold[cover->type[k]];
}

/* ---- the pool's failure, decided as early as possible ---- */

typedef struct {
    size_t n;
    double size[UL_COVER_COLUMNS], down[UL_COVER_COLUMNS];
    double rest[UL_COVER_COLUMNS + 1]; /* capacity of this block and later ones */
    double allowance;
    double failed;  /* probability of failing states seen */
    double skipped; /* probability of states not looked into */
    double cut;     /* states less likely than this are skipped */
    size_t steps;   /* left */
} walk;

enum { WALK_STEPS = 1000000 };

static void walk_states(walk *w, size_t i, double lacking, double probability)
{
    if (lacking <= ROUNDING || w->failed > w->allowance)
        return;
    if (w->rest[i] < lacking - ROUNDING) {
        w->failed += probability;
        return;
    }
    if (probability < w->cut || w->steps == 0) {
        w->skipped += probability;
        return;
    }
    w->steps--;
    walk_states(w, i + 1, lacking, probability * w->down[i]);
    walk_states(w, i + 1, lacking - w->size[i], probability * (1 - w->down[i]));
}

/* Columns held, largest first. */
static size_t held_by_size(const ul_cover *cover, const double *x, size_t *held)
{
    size_t n = 0;
    for (size_t k = 0; k < cover->n; k++) {
        if (x[k] <= ROUNDING)
            continue;
        size_t at = n++;
        for (; at > 0 && x[held[at - 1]] < x[k]; at--)
            held[at] = held[at - 1];
        held[at] = k;
    }
    return n;
}

/* Too many states to walk: convolve whole capacities, rounded up. A pool of
 * machines has whole ones already; others may be taken for better than they are. */
static bool holds_rounded(const ul_cover *cover, const walk *w)
{
    ul_block block[UL_COVER_COLUMNS];
    double failure;
    for (size_t i = 0; i < w->n; i++)
        block[i] = (ul_block){(uint64_t)ceil(w->size[i] - ROUNDING), 1 - w->down[i]};
    return ul_pool_failure_convolved(block, w->n, cover->in->capacity, &failure) != UL_OK
           || failure <= w->allowance;
}

static bool holds_within(const ul_cover *cover, const double *x, double allowance)
{
    walk w = {.allowance = allowance, .steps = WALK_STEPS};
    size_t held[UL_COVER_COLUMNS];
    w.n = held_by_size(cover, x, held);
    for (size_t i = w.n; i-- > 0;) {
        w.size[i] = x[held[i]];
        w.down[i] = cover->down[held[i]];
        w.rest[i] = w.rest[i + 1] + w.size[i];
    }
    /* Each pass looks a thousand times deeper; the last one at everything. */
    for (w.cut = allowance * DEEPER;; w.cut = w.cut < DEEPEST ? 0 : w.cut * DEEPER) {
        w.failed = w.skipped = 0;
        walk_states(&w, 0, cover->wanted, 1);
        if (w.failed > w.allowance)
            return false;
        if (w.failed + w.skipped <= w.allowance)
            return true;
        if (w.cut == 0 || w.steps == 0)
            return holds_rounded(cover, &w);
    }
}

bool ul_cover_holds(const ul_cover *cover, const double *x)
{
    return holds_within(cover, x, cover->allowance);
}

bool ul_cover_fails(const ul_cover *cover, const double *x)
{
    return !holds_within(cover, x, cover->too_much);
}
