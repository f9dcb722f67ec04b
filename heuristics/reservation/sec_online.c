/* SEC's online method (Section 5.2): triple exponential smoothing of the weekly
 * demand (equations 6 and 7), then the greedy on the forecast.
 *
 * The demand is the mean number of instances in use. The paper names Trigg and
 * Leach's tracking signal s = |smoothed error| / smoothed |error| and leaves the
 * rest open; here omega = gain * s, and level, trend and acceleration get the
 * factors of Brown's triple smoothing with discount 1 - omega, written for the
 * recursions of equation 7. How hours spread over ranks is smoothed with the
 * level's factor and stretched to the forecast demand. A parabola three years
 * ahead runs away on noise: a small gain and a forecast between 0 and `ceiling`
 * times the highest demand seen are the conservatism the paper asks for.
 *
 * O(intervals * (peak + classes * longest term * log peak)).
 */
#include <math.h>

#include "sec_portfolio.h"

/* One smoothed quantity's errors. */
typedef struct {
    double error, size; /* smoothed error, smoothed absolute error */
} tracking;

typedef struct {
    const ul_reservation *in;
    double phi, gain, ceiling;
    double level, trend, acceleration; /* d, v, a of equation 7 */
    tracking track;
    double highest;  /* demand seen so far */
    double *spread;  /* smoothed hours by rank, falling */
    double spread_level;
    size_t n_ranks;  /* seen so far */
    size_t longest;
    double *stretch; /* spread_level / forecast for each coming interval; HUGE_VAL for none */
} forecast;

static double factor(tracking *track, double error, double phi)
{
    track->error = phi * error + (1 - phi) * track->error;
    track->size = phi * fabs(error) + (1 - phi) * track->size;
    return track->size > 0 ? fmin(1, fabs(track->error) / track->size) : 0;
}

static double smooth_demand(forecast *f, double demand)
{
    const double level = f->level, trend = f->trend;
    const double expected = level + trend + f->acceleration / 2;
    const double drift = trend + f->acceleration;
    const double omega = f->gain * factor(&f->track, demand - expected, f->phi);
    if (omega <= 0)
        return 0;
    const double alpha = 1 - pow(1 - omega, 3);
    const double beta = 1.5 * omega * omega * (2 - omega) / alpha;
    const double gamma = omega / (1.5 * (2 - omega));
    f->level = alpha * demand + (1 - alpha) * expected;
    f->trend = beta * (f->level - level) + (1 - beta) * drift;
    f->acceleration = gamma * (f->trend - trend) + (1 - gamma) * f->acceleration;
    return alpha;
}

static void smooth_spread(forecast *f, size_t t, double alpha)
{
    const ul_reservation *in = f->in;
    size_t rank = 0;
    f->spread_level = 0;
    for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
        for (const size_t end = rank + in->step[s].instances; rank < end; rank++)
            f->spread[rank] += alpha * (ul_micro_double(in->step[s].hours) - f->spread[rank]);
    f->n_ranks = rank > f->n_ranks ? rank : f->n_ranks;
    for (; rank < f->n_ranks; rank++)
        f->spread[rank] -= alpha * f->spread[rank];
    for (rank = 0; rank < f->n_ranks; rank++)
        f->spread_level += f->spread[rank];
    f->spread_level /= ul_micro_double(in->interval_hours);
}

static void observe(forecast *f, size_t t)
{
    const double demand = (double)ul_reservation_hours(f->in, t) / (double)f->in->interval_hours;
    f->highest = fmax(f->highest, demand);
    if (t == 0) {
        f->level = demand;
        smooth_spread(f, t, 1);
    } else {
        smooth_spread(f, t, fmax(smooth_demand(f, demand), 0.02));
    }
    for (size_t w = 0; w < f->longest; w++) {
        const double ahead = (double)w + 1;
        const double level = f->level + f->trend * ahead + f->acceleration * ahead * ahead / 2;
        const double held = fmin(level, f->ceiling * f->highest);
        f->stretch[w] = held > 0 ? f->spread_level / held : HUGE_VAL;
    }
}

/* Hours of a rank over the coming intervals. */
static double hours_of_rank(const forecast *f, size_t rank, size_t term)
{
    double hours = 0;
    for (size_t w = 0; w < term; w++) {
        const double as = (double)rank * f->stretch[w];
        if (as < (double)f->n_ranks && f->stretch[w] < HUGE_VAL)
            hours += f->spread[(size_t)as];
    }
    return hours;
}

static uint64_t ranks(void *context, size_t c, ul_cost hours)
{
    const forecast *f = context;
    const size_t term = f->in->classes[c].term;
    const double wanted = (double)hours / (double)UL_MICRO;
    size_t low = 0, high = (size_t)((double)f->n_ranks * fmax(1, f->ceiling) * 2) + 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const double found = hours_of_rank(f, middle, term);
        if (found >= wanted && found > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

ul_status ul_sec_online(const ul_reservation *in, ul_run *run, ul_portfolio_terms terms)
{
    ul_portfolio *portfolio;
    forecast f = {.in = in, .phi = ul_run_number(run, "phi"), .gain = ul_run_number(run, "gain"),
                  .ceiling = ul_run_number(run, "ceiling")};
    UL_TRY(ul_portfolio_new(in, run, terms, false, &portfolio));
    f.longest = ul_portfolio_longest(portfolio);
    UL_ALLOC(ul_run_arena(run), f.spread, in->peak);
    UL_ALLOC(ul_run_arena(run), f.stretch, f.longest);
    for (size_t t = 1; t < in->n_intervals && !ul_run_expired(run); t++) {
        observe(&f, t - 1);
        UL_TRY(ul_portfolio_decide(portfolio, t, ranks, &f));
    }
    return ul_run_offer(run, ul_portfolio_plan(portfolio));
}

static ul_status solve(const ul_reservation *in, ul_run *run)
{
    return ul_sec_online(in, run, UL_TERMS_ALL);
}

const ul_method ul_method_sec_online = {
    .name = "sec-online",
    .brief = "SEC's greedy on a forecast: triple exponential smoothing of past demand",
    .paper = "SEC, Section 5.2",
    .traits = UL_CONSTRUCTIVE,
    .param = (const ul_param[]){UL_FORECAST_PARAMS, {0}},
    .reservation = solve,
};
