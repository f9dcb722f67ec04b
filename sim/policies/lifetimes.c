/* Placing by lifetimes: policies that know how long tasks run, or predict it (predict=SEED),
 * and put together who leaves together (Ren, Tang 2016; Barbalho et al. 2023; Ling et al.
 * 2025, as far as their abstracts and openings tell; docs/methods.md says what is ours).
 */
#include "lifetimes.h"

#include <math.h>

/* ---- classes ---- */

static int64_t duration_class(ul_placing *p, uint32_t task)
{
    const double base = ul_run_number(ul_sim_run_of(p->sim), "base");
    const double life_s = ul_placing_life_s(p, task);
    int64_t class = 0;
    for (double limit_s = base; life_s >= limit_s; limit_s *= base)
        class++;
    return life_s < 1 ? -1 : class;
}

static int64_t departure_class(ul_placing *p, uint32_t task)
{
    return (int64_t)floor(ul_placing_exit_s(p, task)
                          / ul_run_number(ul_sim_run_of(p->sim), "period"));
}

/* ---- how bad a machine is ---- */

static double growth_s(ul_placing *p, uint32_t task, uint32_t m)
{
    return fmax(0, ul_placing_exit_s(p, task) - ul_placing_close_s(p, m));
}

static double distance_s(ul_placing *p, uint32_t task, uint32_t m)
{
    return fabs(ul_placing_exit_s(p, task) - ul_placing_close_s(p, m));
}

/* Whether it would close later than it is expected to. */
static double is_prolonged(ul_placing *p, uint32_t task, uint32_t m)
{
    return ul_placing_exit_s(p, task) > fmax(ul_sim_now(p->sim), ul_placing_close_s(p, m));
}

double ul_placing_bucket(ul_placing *p, uint32_t task, uint32_t m)
{
    const double growth = growth_s(p, task, m);
    double class = growth > 0;
    for (double limit_s = 3600; growth > limit_s; limit_s *= 2)
        class++;
    return class;
}

/* ---- policies ---- */

static const ul_param plain[] = {UL_PLACING_PREDICT, {0}};
static const ul_param by_duration[] = {
    UL_REAL("base", "2", "classes of run times from one power of it to the next, in seconds",
            1.0001, 1000000),
    UL_PLACING_PREDICT,
    {0},
};
static const ul_param by_departure[] = {
    UL_REAL("period", "86400", "classes of departures, in seconds", 1, 1e9),
    UL_PLACING_PREDICT,
    {0},
};

RULES(duration, .class_of = duration_class, .why = UL_WHY_FIRST_FIT)
const ul_method ul_method_duration = BY_LIFETIME(duration, "duration",
    "first fit among machines for tasks that run about as long", "Ren, Tang 2016", by_duration);

RULES(departure, .class_of = departure_class, .why = UL_WHY_FIRST_FIT)
const ul_method ul_method_departure = BY_LIFETIME(departure, "departure",
    "first fit among machines for tasks that leave on the same day", "Ren, Tang 2016",
    by_departure);

RULES(lifetime_greedy, .worth = growth_s, .by_load = 1, .repredicts = true, .why = UL_WHY_LEAVES_WITH)
const ul_method ul_method_lifetime_greedy = BY_LIFETIME(lifetime_greedy, "lifetime-greedy",
    "each task on the machine that it keeps open least longer", "ours", plain);

RULES(lifetime_align, .worth = distance_s, .by_load = 1, .repredicts = true, .why = UL_WHY_LEAVES_WITH)
const ul_method ul_method_lifetime_align = BY_LIFETIME(lifetime_align, "lifetime-align",
    "each task on the machine that is to close when it leaves", "ours", plain);

RULES(la_binary, .worth = is_prolonged, .by_load = 1, .why = UL_WHY_LEAVES_WITH)
const ul_method ul_method_la_binary = BY_LIFETIME(la_binary, "la-binary",
    "machines that it does not keep open longer before others, then the fullest",
    "Barbalho et al. 2023", plain);

RULES(nilas, .worth = ul_placing_bucket, .by_load = 1, .repredicts = true, .why = UL_WHY_LEAVES_WITH)
const ul_method ul_method_nilas = BY_LIFETIME(nilas, "nilas",
    "the least growth of a machine's life in buckets of hours, then the fullest",
    "Ling et al. 2025", plain);

