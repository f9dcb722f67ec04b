#include "floor_price.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

enum { WEIGHTINGS_MAX = 32, RESERVED_TIMES = 3, LOOK_EVERY = 256 };

/* An item that fits the type and is worth something, in the order of the search. */
typedef struct {
    uint32_t item, base, crowd;
    double value, flat, density;
    uint64_t most;
    const ul_micro *need;
} candidate;

/* A set under construction. */
typedef struct {
    double worth, flat; /* flat: the part of it that company does not lower */
    double *rate;   /* per base: of one that joins */
    double *own;    /* per base: of those who are there */
    double *inside; /* per base: prices of those who are there */
    ul_micro *left; /* per resource */
} frame;

struct ul_floor_pricer {
    const ul_floor_problem *problem;
    ul_run *run;
    size_t n; /* of candidates */
    candidate *candidate;
    size_t n_weightings;
    double weight[WEIGHTINGS_MAX][UL_SCHEDULE_RESOURCES_MAX];
    /* Per weighting, from a candidate on: the most that a unit of room is worth, by base,
     * without company and with so much of it that nothing but the flat part is left; and what
     * those are worth together that take no room. */
    double *densest, *flattest, *weightless;
    bool has_flat;
    frame *frame;
    ul_floor_part *part;
    uint64_t *inside; /* per crowd */
    uint64_t steps, steps_max, steps_in_all;
    double reserve_s; /* what preparing all types took last, a few times */
    double best, open; /* open: of sets that were not looked at */
    size_t type;
    ul_floor_listener told;
    void *context;
    ul_status status;
};

ul_status ul_floor_pricer_new(const ul_floor_problem *problem, ul_run *run, ul_arena *arena,
                              ul_floor_pricer **pricer)
{
    const size_t n = problem->n_items, n_bases = problem->n_bases;
    ul_floor_pricer *p;
    UL_ALLOC(arena, p, 1);
    *pricer = p;
    p->problem = problem;
    p->run = run;
    p->candidate = ul_arena_alloc(arena, n, sizeof *p->candidate);
    p->densest = ul_arena_alloc(arena, (n + 1) * n_bases, WEIGHTINGS_MAX * sizeof *p->densest);
    p->flattest = ul_arena_alloc(arena, (n + 1) * n_bases, WEIGHTINGS_MAX * sizeof *p->flattest);
    p->weightless = ul_arena_alloc(arena, n + 1, WEIGHTINGS_MAX * sizeof *p->weightless);
    p->part = ul_arena_alloc(arena, n, sizeof *p->part);
    UL_ALLOC(arena, p->inside, 2 * problem->n_classes);
    p->frame = ul_arena_alloc(arena, n + 1, sizeof *p->frame);
    double *reals = ul_arena_alloc(arena, (n + 1) * n_bases, 3 * sizeof *reals);
    ul_micro *left = ul_arena_alloc(arena, n + 1, problem->in->n_resources * sizeof *left);
    UL_NEED(p->candidate && p->densest && p->flattest && p->weightless && p->part && p->frame
            && reals && left);
    for (size_t d = 0; d <= n; d++)
        p->frame[d] = (frame){.rate = reals + 3 * d * n_bases,
                              .own = reals + (3 * d + 1) * n_bases,
                              .inside = reals + (3 * d + 2) * n_bases,
                              .left = left + d * problem->in->n_resources};
    return UL_OK;
}

/* ---- one type: candidates, weightings, densities ---- */

static double weigh(const ul_floor_pricer *p, size_t a, const ul_micro *amount)
{
    double sum = 0;
    for (size_t r = 0; r < p->problem->in->n_resources; r++)
        sum += p->weight[a][r] * (double)amount[r];
    return sum;
}

static void add_weighting(ul_floor_pricer *p, const double *weight)
{
    if (p->n_weightings < WEIGHTINGS_MAX)
        memcpy(p->weight[p->n_weightings++], weight,
               p->problem->in->n_resources * sizeof *weight);
}

static double whole_value(const candidate *c)
{
    return c->value + c->flat;
}

/* What a whole machine is worth by the densest candidate under a weighting. */
static double worth_by(const ul_floor_pricer *p, const double *weight, const ul_micro *capacity)
{
    const size_t n = p->problem->in->n_resources;
    double most = 0, apart = 0, room = 0;
    for (size_t r = 0; r < n; r++)
        room += weight[r] * (double)capacity[r];
    for (size_t q = 0; q < p->n; q++) {
        const candidate *c = &p->candidate[q];
        double taken = 0;
        for (size_t r = 0; r < n; r++)
            taken += weight[r] * (double)c->need[r];
        if (taken <= 0)
            apart += whole_value(c) * (double)c->most;
        else
            most = whole_value(c) > most * taken ? whole_value(c) / taken : most;
    }
    return most * room + apart;
}

/* The weighting by which that is least, roughly: each resource gains and loses weight as
 * long as it helps, in smaller and smaller steps. */
static void add_balanced(ul_floor_pricer *p, const double *unit, const ul_micro *capacity)
{
    const size_t n = p->problem->in->n_resources;
    double weight[UL_SCHEDULE_RESOURCES_MAX];
    memcpy(weight, unit, n * sizeof *weight);
    double least = worth_by(p, weight, capacity);
    for (double step = 3; step > 0.002 && !ul_run_expired(p->run);) {
        bool helps = false;
        for (size_t r = 0; r < n; r++) {
            const double old = weight[r], trial[2] = {old * (1 + step), old / (1 + step)};
            for (size_t q = 0; q < 2; q++) {
                const double kept = weight[r];
                weight[r] = trial[q];
                const double worth = worth_by(p, weight, capacity);
                helps |= worth < least;
                weight[r] = worth < least ? trial[q] : kept;
                least = fmin(least, worth);
            }
        }
        step = helps ? step : step / 2;
    }
    add_weighting(p, weight);
}

/* Each resource alone, each two, all, and a mixture that suits the prices. */
static void choose_weightings(ul_floor_pricer *p, const ul_micro *capacity)
{
    const size_t n = p->problem->in->n_resources;
    double unit[UL_SCHEDULE_RESOURCES_MAX] = {0};
    p->n_weightings = 0;
    for (size_t r = 0; r < n; r++)
        unit[r] = capacity[r] > 0 ? 1 / (double)capacity[r] : 0;
    add_balanced(p, unit, capacity);
    for (size_t r = 0; r < n; r++) {
        double weight[UL_SCHEDULE_RESOURCES_MAX] = {0};
        weight[r] = unit[r];
        if (unit[r] > 0)
            add_weighting(p, weight);
        for (size_t s = r + 1; n <= 4 && s < n; s++) {
            weight[s] = unit[s];
            if (unit[r] > 0 && unit[s] > 0)
                add_weighting(p, weight);
            weight[s] = 0;
        }
    }
    add_weighting(p, unit);
}

static int by_density(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    UL_HIGHER_FIRST(a->density, b->density);
    return a->item < b->item ? -1 : a->item > b->item;
}

/* The greatest `value` a unit of room from each candidate on, by base. */
static void lift(double *row, const ul_floor_pricer *p, size_t q, double taken, double value)
{
    const size_t n_bases = p->problem->n_bases;
    double *here = row + q * n_bases;
    memcpy(here, here + n_bases, n_bases * sizeof *row);
    if (taken > 0 && value / taken > here[p->candidate[q].base])
        here[p->candidate[q].base] = value / taken;
}

static void fill_densest(ul_floor_pricer *p)
{
    const size_t n_bases = p->problem->n_bases;
    for (size_t a = 0; a < p->n_weightings; a++) {
        double *row = p->densest + a * (p->n + 1) * n_bases;
        double *flat = p->flattest + a * (p->n + 1) * n_bases;
        double *weightless = p->weightless + a * (p->n + 1);
        for (size_t b = 0; b < n_bases; b++)
            row[p->n * n_bases + b] = flat[p->n * n_bases + b] = 0;
        weightless[p->n] = 0;
        for (size_t q = p->n; q-- > 0;) {
            const candidate *c = &p->candidate[q];
            const double taken = weigh(p, a, c->need);
            weightless[q] = weightless[q + 1] + (taken > 0 ? 0 : whole_value(c) * (double)c->most);
            lift(row, p, q, taken, whole_value(c));
            if (p->has_flat)
                lift(flat, p, q, taken, c->flat);
        }
    }
}

static void prepare(ul_floor_pricer *p, size_t k, const double *value, const double *flat)
{
    const ul_floor_problem *problem = p->problem;
    const ul_schedule_type *type = &problem->in->type[k];
    p->n = 0;
    for (size_t i = 0; i < problem->n_items; i++) {
        const ul_floor_item *item = &problem->item[i];
        const double more = flat == NULL ? 0 : flat[i];
        if (value[i] + more > 0 && ul_floor_holds(problem, k, item->class))
            p->candidate[p->n++] = (candidate){
                .item = (uint32_t)i, .base = item->base, .crowd = item->crowd,
                .value = value[i] * ul_floor_speed(problem, k, i), .flat = more,
                .most = item->most,
                .need = ul_schedule_demand(problem->in, problem->class[item->class].shape,
                                           type->family)};
    }
    p->has_flat = flat != NULL;
    choose_weightings(p, type->capacity);
    for (size_t q = 0; q < p->n; q++) {
        const double taken = weigh(p, 0, p->candidate[q].need);
        p->candidate[q].density = taken > 0 ? whole_value(&p->candidate[q]) / taken : HUGE_VAL;
    }
    qsort(p->candidate, p->n, sizeof *p->candidate, by_density);
    fill_densest(p);
}

/* ---- the search ---- */

/* The most that a unit of room is worth to those who join. It is convex in the rate that
 * company leaves them, so it is below the line from no rate to the whole. */
static double densest_of(const ul_floor_pricer *p, const frame *f, size_t place)
{
    const double *row = p->densest + place, *flat = p->flattest + place;
    double most = 0;
    for (size_t b = 0; b < p->problem->n_bases; b++) {
        double density = row[b] * f->rate[b];
        if (p->has_flat)
            density += flat[b] * (1 - f->rate[b]);
        most = density > most ? density : most;
    }
    return most;
}

/* What a set can become worth by candidates from q on. */
static double bound_of(const ul_floor_pricer *p, const frame *f, size_t q)
{
    const size_t n_bases = p->problem->n_bases;
    double most = HUGE_VAL;
    for (size_t a = 0; a < p->n_weightings; a++) {
        const size_t place = a * (p->n + 1) + q;
        const double more = densest_of(p, f, place * n_bases) * weigh(p, a, f->left)
                            + p->weightless[place];
        most = more < most ? more : most;
    }
    return f->worth + most;
}

/* How many copies of a candidate still fit. */
static uint64_t most_of(const ul_floor_pricer *p, const frame *f, const candidate *c)
{
    uint64_t most = c->most - p->inside[c->crowd];
    for (size_t r = 0; r < p->problem->in->n_resources; r++)
        if (c->need[r] > 0 && (uint64_t)(f->left[r] / c->need[r]) < most)
            most = (uint64_t)(f->left[r] / c->need[r]);
    return most;
}

static double power(double rate, uint64_t count)
{
    return count == 0 || rate == 1 ? 1 : count == 1 ? rate : pow(rate, (double)count);
}

/* The set with `count` copies more. */
static void join(const ul_floor_pricer *p, const frame *f, const candidate *c, uint64_t count,
                 frame *g)
{
    const size_t n_bases = p->problem->n_bases;
    g->flat = f->flat + c->flat * (double)count;
    g->worth = g->flat;
    for (size_t b = 0; b < n_bases; b++) {
        const double beside = p->problem->rate[b * n_bases + c->base];
        const double slower = power(beside, count);
        g->inside[b] = f->inside[b] + (b == c->base ? c->value * (double)count : 0);
        g->own[b] = f->inside[b] > 0 ? f->own[b] * slower
                                     : f->rate[b] * power(beside, count - (b == c->base));
        g->rate[b] = f->rate[b] * slower;
        g->worth += g->inside[b] > 0 ? g->inside[b] * g->own[b] : 0;
    }
    for (size_t r = 0; r < p->problem->in->n_resources; r++)
        g->left[r] = f->left[r] - c->need[r] * (ul_micro)count;
}

bool ul_floor_pricer_is_late(const ul_floor_pricer *p)
{
    return ul_run_expired(p->run) || ul_run_work_left_s(p->run) <= p->reserve_s;
}

static void found(ul_floor_pricer *p, double worth, size_t depth)
{
    p->best = worth;
    if (p->told != NULL && p->status == UL_OK)
        p->status = p->told(p->context, p->type, p->part, depth);
}

static bool is_over(ul_floor_pricer *p)
{
    if (p->steps < p->steps_max && p->steps % LOOK_EVERY == 0 && ul_floor_pricer_is_late(p))
        p->steps = p->steps_max;
    return p->steps >= p->steps_max;
}

/* The candidates from `from` to before the result may still matter: what a set can become
 * worth only falls with later ones. */
static size_t end_of(const ul_floor_pricer *p, const frame *f, size_t from)
{
    size_t low = from, high = p->n;
    if (low == high || bound_of(p, f, from) <= p->best)
        return from;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (bound_of(p, f, middle) > p->best)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static void search(ul_floor_pricer *p, size_t depth, size_t from)
{
    const frame *f = &p->frame[depth];
    frame *g = &p->frame[depth + 1];
    const size_t end = end_of(p, f, from);
    for (size_t q = from; q < end; q++) {
        if (is_over(p)) {
            p->open = fmax(p->open, bound_of(p, f, q));
            return;
        }
        for (uint64_t count = most_of(p, f, &p->candidate[q]); count > 0; count--) {
            p->steps += p->steps < p->steps_max;
            join(p, f, &p->candidate[q], count, g);
            p->part[depth] = (ul_floor_part){p->candidate[q].item, (uint32_t)count};
            if (g->worth > p->best)
                found(p, g->worth, depth + 1);
            p->inside[p->candidate[q].crowd] += count;
            search(p, depth + 1, q + 1);
            p->inside[p->candidate[q].crowd] -= count;
        }
    }
}

double ul_floor_rate(const ul_floor_problem *problem, size_t type, const ul_floor_part *part,
                     size_t n, size_t own)
{
    const uint32_t base = problem->item[part[own].item].base;
    double rate = 1;
    for (size_t o = 0; o < n; o++)
        rate *= pow(problem->rate[base * problem->n_bases + problem->item[part[o].item].base],
                    (double)(part[o].count - (o == own)));
    return rate * ul_floor_speed(problem, type, part[own].item);
}

ul_status ul_floor_price(ul_floor_pricer *p, const ul_floor_question *question, double *worth,
                         bool *whole)
{
    const ul_schedule *in = p->problem->in;
    double prepared_s = 0;
    p->told = question->told;
    p->context = question->context;
    p->status = UL_OK;
    p->steps_max = question->steps;
    p->steps_in_all = 0;
    *whole = true;
    for (size_t k = 0; k < in->n_types && p->status == UL_OK; k++) {
        frame *root = &p->frame[0];
        if (ul_run_expired(p->run)) { /* nothing is known of this type */
            worth[k] = HUGE_VAL;
            *whole = false;
            continue;
        }
        const double start_s = ul_clock_wall_s();
        prepare(p, k, question->value, question->flat);
        prepared_s += ul_clock_wall_s() - start_s;
        root->worth = root->flat = 0;
        for (size_t b = 0; b < p->problem->n_bases; b++) {
            root->rate[b] = root->own[b] = 1;
            root->inside[b] = 0;
        }
        memcpy(root->left, in->type[k].capacity, in->n_resources * sizeof *root->left);
        p->type = k;
        p->steps = 0;
        p->open = 0;
        p->best = (double)p->problem->price[k] * question->scale;
        search(p, 0, 0);
        worth[k] = fmax(p->best, p->open);
        *whole = *whole && p->steps < p->steps_max;
        p->steps_in_all += p->steps;
    }
    p->reserve_s = fmax(p->reserve_s, RESERVED_TIMES * prepared_s);
    return p->status;
}

uint64_t ul_floor_pricer_steps(const ul_floor_pricer *pricer)
{
    return pricer->steps_in_all;
}
