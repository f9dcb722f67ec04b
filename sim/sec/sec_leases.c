#include "sec_leases.h"

#include <math.h>
#include <stdlib.h>

#include "reservation_demand.h"
#include "reservation_plan.h"
#include "sec_portfolio.h"

enum { WEEK_H = 168 };

void ul_sec_leases_begin(ul_sec_leases *leases, ul_run *run, const char *classes,
                         double on_demand, double elsewhere)
{
    const ul_sec_levels levels = {.arena = ul_run_arena(run), .period_s = WEEK_H * 3600.0};
    *leases = (ul_sec_leases){.run = run, .classes = classes, .on_demand = on_demand,
                              .elsewhere = elsewhere, .use = levels, .all = levels};
}

/* ---- what is bought ---- */

static ul_status fill_catalog(ul_reservation_builder *b, void *context)
{
    const ul_sec_leases *leases = context;
    UL_TRY(ul_reservation_set_name(b, "catalog"));
    UL_TRY(ul_reservation_set_interval_hours(b, WEEK_H * UL_MICRO));
    UL_TRY(ul_reservation_catalog(b, leases->classes, WEEK_H));
    return ul_reservation_add_usage(b, 1, UL_MICRO, 1);
}

/* A record for the levels of a week that were used alike. */
static ul_status add_week(ul_reservation_builder *b, size_t t, const struct ul_sec_week *week)
{
    for (size_t first = 0, end; first < week->n; first = end) {
        for (end = first + 1; end < week->n && week->used_s[end] == week->used_s[first];)
            end++;
        const ul_micro hours = (ul_micro)ceil(week->used_s[first] / 3600 * 1e6);
        if (hours > 0)
            UL_TRY(ul_reservation_add_usage(b, t + 1, hours, end - first));
    }
    return UL_OK;
}

typedef struct {
    const ul_sec_leases *leases;
    const ul_reservation *catalog; /* for its classes */
} buying;

/* What has been used, with a week to come. */
static ul_status fill(ul_reservation_builder *b, void *context)
{
    const ul_sec_leases *leases = ((const buying *)context)->leases;
    const ul_reservation *catalog = ((const buying *)context)->catalog;
    UL_TRY(ul_reservation_set_name(b, "so far"));
    UL_TRY(ul_reservation_set_interval_hours(b, WEEK_H * UL_MICRO));
    UL_TRY(ul_reservation_set_objective(b, UL_OBJECTIVE_TOTAL));
    for (size_t c = 0; c < catalog->n_classes; c++) {
        ul_reservation_class facts = catalog->classes[c];
        if (facts.term == 0)
            facts.price = (ul_micro)(leases->elsewhere * 1e6 + 0.5);
        UL_TRY(ul_reservation_add_class(b, &facts));
    }
    for (size_t t = 0; t < leases->n_weeks; t++)
        UL_TRY(add_week(b, t, &leases->week[t]));
    return ul_reservation_set_intervals(b, leases->n_weeks + 1);
}

static int by_price(const void *a, const void *b)
{
    const struct ul_sec_lease *x = a, *y = b;
    UL_LOWER_FIRST(x->price, y->price);
    return x->always - y->always;
}

static ul_status add_lease(ul_sec_leases *leases, const ul_reservation_class *class)
{
    UL_MORE(ul_run_arena(leases->run), leases->lease, leases->n_leases, leases->lease_room);
    leases->lease[leases->n_leases++] = (struct ul_sec_lease){
        ul_micro_double(class->price), class->billing == UL_BILL_ALWAYS};
    return UL_OK;
}

/* The plan has all that was ever bought; of it this week's is paid, and what has not
 * expired is held. */
static ul_status hold(ul_sec_leases *leases, const ul_reservation_plan *plan)
{
    leases->n_leases = leases->n_bought = 0;
    leases->upfront = 0;
    for (size_t q = 0; q < plan->n; q++) {
        const ul_reservation_purchase *bought = &plan->purchase[q];
        const ul_reservation_class *class = &plan->in->classes[bought->c];
        leases->n_bought += bought->count;
        leases->upfront += bought->count * ul_micro_double(class->upfront);
        for (uint32_t copy = 0; copy < bought->count; copy++)
            if (bought->t + class->term > leases->n_weeks)
                UL_TRY(add_lease(leases, class));
    }
    qsort(leases->lease, leases->n_leases, sizeof *leases->lease, by_price);
    return UL_OK;
}

/* The online method sees the past alone: what it bought in earlier weeks it buys again. */
static ul_status buy(ul_sec_leases *leases)
{
    const ul_run_options options = {.seed = ul_run_seed(leases->run)};
    ul_instance catalog = {0}, instance = {0};
    ul_run *run;
    UL_TRY(ul_reservation_build(fill_catalog, leases, &catalog));
    ul_status status = ul_reservation_build(fill, &(buying){leases, catalog.data}, &instance);
    ul_instance_free(&catalog);
    UL_TRY(status);
    status = ul_run_new(&ul_method_sec_online, &instance, &options, &run);
    if (status == UL_OK) {
        status = ul_run_go(run);
        if (status == UL_OK && ul_run_result_of(run)->plan != NULL)
            status = hold(leases, ul_run_result_of(run)->plan);
        ul_run_free(run);
    }
    ul_instance_free(&instance);
    return status;
}

/* ---- weeks ---- */

/* The cheapest leases serve the first machines. */
void ul_sec_leases_pay(ul_sec_leases *leases, double now)
{
    for (size_t n = 1; n <= leases->n_leases || n <= leases->use.most; n++) {
        const double used_h = ul_sec_level_s(&leases->use, now, n) / 3600;
        if (n > leases->n_leases)
            leases->hourly += leases->on_demand * used_h;
        else
            leases->hourly += leases->lease[n - 1].price
                              * (leases->lease[n - 1].always ? WEEK_H : used_h);
    }
}

static ul_status close_week(ul_sec_leases *leases)
{
    ul_arena *arena = ul_run_arena(leases->run);
    const double end_s = leases->use.from_s + leases->use.period_s;
    struct ul_sec_week week = {.n = leases->all.most};
    UL_MORE(arena, leases->week, leases->n_weeks, leases->week_room);
    UL_ALLOC(arena, week.used_s, week.n);
    for (size_t n = 0; n < week.n; n++)
        week.used_s[n] = ul_sec_level_s(&leases->all, end_s, n + 1);
    leases->week[leases->n_weeks++] = week;
    ul_sec_leases_pay(leases, end_s);
    ul_sec_levels_next(&leases->use);
    ul_sec_levels_next(&leases->all);
    return buy(leases);
}

ul_status ul_sec_leases_set(ul_sec_leases *leases, double now, size_t n, size_t all)
{
    if (!leases->is_open && all == 0)
        return UL_OK;
    if (!leases->is_open)
        leases->use.from_s = leases->all.from_s = now;
    leases->is_open = true;
    while (now >= leases->use.from_s + leases->use.period_s)
        UL_TRY(close_week(leases));
    UL_TRY(ul_sec_levels_set(&leases->use, now, n));
    return ul_sec_levels_set(&leases->all, now, all);
}
