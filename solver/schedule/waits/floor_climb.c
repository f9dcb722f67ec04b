#include "floor_climb.h"

#include <math.h>
#include <string.h>

#include "lp.h"

enum { STEPS = 1000000, ROUNDS_MAX = 4 }; /* of pricing a type; of that, for one trial */
#define SMALL_GAIN 1e-5                   /* of what is proved: not worth a trial */
#define FIRST_RADIUS 0.1                 /* of what prices were at first */
#define RADIUS_MAX 0.4
/* Parts of time of which each is told by itself what it proves: as many trials say more then. */
enum { PARTS = 16 };

/* What a trial proved in all, where prices were these, and what in each part of time, and how much
 * more of that a dollar, per part and item. */
typedef struct {
    double proved, part[PARTS];
    const double *value, *slope;
} trial;

/* A set that may be worth too much. */
typedef struct {
    uint32_t type;
    size_t first, n;
} limit;

struct ul_floor_climb {
    const ul_floor_problem *problem;
    ul_run *run;
    ul_arena *arena;
    ul_floor_pricer *pricer;
    size_t n_periods;
    double share, radius, promised;
    double *first; /* prices, per item */
    trial *trial;
    size_t n_trials, trial_room, best;
    limit *limit;
    size_t n_limits, limit_room, n_shares, share_room;
    struct share {
        int item;
        double rate;
    } *part; /* of all limits */
    double *worth; /* per type */
    int *index;
    double *number;
};

static ul_status add_limit(void *context, size_t type, const ul_floor_part *part, size_t n)
{
    ul_floor_climb *s = context;
    UL_MORE(s->arena, s->limit, s->n_limits, s->limit_room);
    s->limit[s->n_limits++] = (limit){(uint32_t)type, s->n_shares, n};
    for (size_t q = 0; q < n; q++) {
        const double rate = ul_floor_rate(s->problem, type, part, n, q);
        UL_MORE(s->arena, s->part, s->n_shares, s->share_room);
        s->part[s->n_shares++] = (struct share){(int)part[q].item, rate * (double)part[q].count};
    }
    return UL_OK;
}

ul_status ul_floor_climb_new(const ul_floor_problem *problem, const ul_floor_prices *prices,
                             size_t n_periods, double share, ul_run *run, ul_arena *arena,
                             ul_floor_climb **climb)
{
    ul_floor_climb *s;
    UL_ALLOC(arena, s, 1);
    *climb = s;
    *s = (ul_floor_climb){.problem = problem,
                          .run = run,
                          .arena = arena,
                          .n_periods = n_periods,
                          .share = share,
                          .radius = FIRST_RADIUS};
    UL_ALLOC(arena, s->first, problem->n_items);
    UL_ALLOC(arena, s->worth, problem->in->n_types);
    UL_ALLOC(arena, s->index, problem->n_items + 1);
    UL_ALLOC(arena, s->number, problem->n_items + 1);
    for (size_t i = 0; i < problem->n_items; i++)
        s->first[i] = (double)prices->value[i] / (double)prices->scale / 1e6;
    for (size_t c = 0; c < prices->n_columns; c++)
        UL_TRY(add_limit(s, prices->column[c].type, prices->part + prices->column[c].first,
                         prices->column[c].n));
    return ul_floor_pricer_new(problem, run, arena, &s->pricer);
}

/* The box grows where a trial held half of what it promised. */
static void follow(ul_floor_climb *s, double proved)
{
    const double before = s->trial[s->best].proved;
    if (proved - before > 0.5 * (s->promised - before))
        s->radius = fmin(2 * s->radius, RADIUS_MAX);
    else if (proved - before < 0.1 * (s->promised - before))
        s->radius /= 2;
}

void ul_floor_climb_forget(ul_floor_climb *s)
{
    s->n_trials = s->best = 0;
}

/* What a dollar an hour more for the item brings at all times: what is needed of it. */
static double demand_of(const ul_floor_climb *s, size_t item)
{
    return (double)s->problem->item[item].demand / 3600e6;
}

/* Adds up the periods of each part. */
static void tell_parts(const ul_floor_climb *s, const double *proved, const double *done_s,
                       trial *one, double *slope)
{
    const size_t n = s->problem->n_items;
    for (size_t p = 0; p < s->n_periods; p++) {
        const size_t part = p * PARTS / s->n_periods;
        one->part[part] += proved[p] / 3600;
        one->proved += proved[p] / 3600;
        for (size_t i = 0; i < n; i++)
            slope[part * n + i] -= done_s[p * n + i] / 3600;
    }
}

ul_status ul_floor_climb_tell(ul_floor_climb *s, const double *value, const double *proved,
                              const double *done_s)
{
    const size_t n = s->problem->n_items;
    double *slope, *of_trial;
    trial one = {0};
    UL_ALLOC(s->arena, slope, PARTS * n);
    UL_ALLOC(s->arena, of_trial, n);
    UL_MORE(s->arena, s->trial, s->n_trials, s->trial_room);
    tell_parts(s, proved, done_s, &one, slope);
    for (size_t i = 0; i < n; i++)
        one.proved += demand_of(s, i) * value[i];
    memcpy(of_trial, value, n * sizeof *of_trial);
    one.value = of_trial;
    one.slope = slope;
    if (s->n_trials > 0)
        follow(s, one.proved);
    s->trial[s->n_trials] = one;
    if (one.proved > s->trial[s->best].proved)
        s->best = s->n_trials;
    s->n_trials++;
    return UL_OK;
}

/* ---- the next trial ---- */

/* A column for each price, in its box, and one for what each part promises. */
static ul_status add_columns(const ul_floor_climb *s, ul_lp *lp)
{
    const double *from = s->trial[s->best].value;
    for (size_t i = 0; i < s->problem->n_items; i++) {
        const double most = s->radius * s->first[i];
        UL_TRY(ul_lp_add_column(lp, fmax(0, from[i] - most), from[i] + most, -demand_of(s, i), 0,
                                NULL, NULL));
    }
    for (size_t part = 0; part < PARTS; part++)
        UL_TRY(ul_lp_add_column(lp, -HUGE_VAL, HUGE_VAL, -1, 0, NULL, NULL));
    return UL_OK;
}

/* What a part promises at the most by a trial. */
static ul_status add_cut(const ul_floor_climb *s, const trial *one, size_t part, ul_lp *lp)
{
    const size_t n = s->problem->n_items;
    const double *slope = one->slope + part * n;
    double side = one->part[part];
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (slope[i] == 0)
            continue;
        s->index[used] = (int)i;
        s->number[used++] = -slope[i];
        side -= slope[i] * one->value[i];
    }
    s->index[used] = (int)(n + part);
    s->number[used++] = 1;
    return ul_lp_add_row(lp, -HUGE_VAL, side, used, s->index, s->number);
}

static ul_status add_trials(const ul_floor_climb *s, ul_lp *lp)
{
    for (size_t q = 0; q < s->n_trials; q++)
        for (size_t part = 0; part < PARTS; part++)
            UL_TRY(add_cut(s, &s->trial[q], part, lp));
    return UL_OK;
}

/* Sets from one on. */
static ul_status add_limits(const ul_floor_climb *s, size_t from, ul_lp *lp)
{
    for (size_t q = from; q < s->n_limits; q++) {
        const limit *one = &s->limit[q];
        size_t n = 0;
        for (size_t p = one->first; p < one->first + one->n; p++) {
            size_t at = 0;
            while (at < n && s->index[at] != s->part[p].item)
                at++;
            s->index[at] = s->part[p].item;
            s->number[at] = (at < n ? s->number[at] : 0) + s->part[p].rate;
            n += at == n;
        }
        UL_TRY(ul_lp_add_row(lp, -HUGE_VAL,
                             s->share * (double)s->problem->price[one->type] / 1e6, n, s->index,
                             s->number));
    }
    return UL_OK;
}

/* Lowers prices until no set is worth too much; those that are become limits. */
static ul_status lower(ul_floor_climb *s, const double *value, double *shrink)
{
    const ul_floor_question question = {value, NULL, s->share * 1e-6, STEPS, add_limit, s};
    bool whole;
    UL_TRY(ul_floor_price(s->pricer, &question, s->worth, &whole));
    *shrink = 1;
    for (size_t k = 0; k < s->problem->in->n_types; k++)
        *shrink = fmin(*shrink, s->share * (double)s->problem->price[k] / 1e6 / s->worth[k]);
    return UL_OK;
}

static ul_status solve(ul_floor_climb *s, ul_lp *lp, double *value, bool *more)
{
    const size_t n = s->problem->n_items;
    ul_lp_outcome outcome;
    size_t known = 0;
    double shrink = 0;
    UL_TRY(add_columns(s, lp));
    UL_TRY(add_trials(s, lp));
    for (size_t round = 0; round < ROUNDS_MAX && shrink < 1 - SMALL_GAIN; round++) {
        UL_TRY(add_limits(s, known, lp));
        known = s->n_limits;
        UL_TRY(ul_lp_solve(lp, UL_LP_PRIMAL, s->run, &outcome));
        *more = outcome == UL_LP_OPTIMAL;
        if (!*more)
            return UL_OK;
        for (size_t i = 0; i < n; i++)
            value[i] = fmax(0, ul_lp_value(lp, i));
        UL_TRY(lower(s, value, &shrink));
    }
    for (size_t i = 0; i < n; i++)
        value[i] *= shrink;
    s->promised = -ul_lp_objective(lp);
    *more = s->promised > s->trial[s->best].proved * (1 + SMALL_GAIN);
    return UL_OK;
}

ul_status ul_floor_climb_next(ul_floor_climb *s, double *value, bool *more)
{
    ul_lp *lp;
    UL_TRY(ul_lp_new(&lp));
    const ul_status status = solve(s, lp, value, more);
    ul_lp_free(lp);
    return status;
}
