/* Checks a reservation plan and costs it.
 *
 * With G(x) the hours of the x busiest instances of an interval and N[l] the
 * active leases at price l or lower, cheapest-first billing costs
 *     P[0] G(all) - sum_l (P[l-1] - P[l]) G(N[l])
 * which is another road to the number than walking over instances.
 *
 * O(bytes + intervals * classes + uses * prices).
 */
#include "reservation.h"

/* As the workbench has them: within these no cost leaves 128 bits. */
#define INTERVAL_HOURS_MAX ((check_micro)10000 * 1000000)
#define PRICE_MAX ((check_micro)1000000 * 1000000)
#define UPFRONT_MAX ((check_micro)1000000000 * 1000000)
#define ACTIVE_MAX ((uint64_t)1000000000)

static void read_class(check *c, const check_row *row, check_reservation *r)
{
    bool added;
    check_expect(c, row, 6, "class,NAME,TERM_INTERVALS,UPFRONT,PRICE_PER_HOUR,used or always");
    const char *name = check_name(c, row, 1, "class");
    if (r->class_name.n == CHECK_CLASSES_MAX)
        check_refuse(c, row, 0, "there are more than %d classes", CHECK_CLASSES_MAX);
    const size_t k = check_names_add(c, &r->class_name, name, row->field[1].length, &added);
    if (!added)
        check_refuse(c, row, 1, "class '%.80s' is named twice", name);
    struct check_class *class = &r->class[k];
    class->term = check_from_zero(c, row, 2, "the term", CHECK_INTERVALS_MAX);
    class->upfront = check_decimal(c, row, 3, "the upfront fee");
    class->price = check_decimal(c, row, 4, "the price");
    class->always = check_is(row, 5, "always");
    if (!class->always && !check_is(row, 5, "used"))
        check_refuse(c, row, 5, "billing is used or always");
    if (class->upfront > UPFRONT_MAX || class->price > PRICE_MAX)
        check_refuse(c, row, class->upfront > UPFRONT_MAX ? 3 : 4,
                     "class '%.80s' costs more than this program counts", name);
    if (class->term == 0 && (class->upfront > 0 || class->always))
        check_refuse(c, row, 2, "class '%.80s' is on demand but has a fee or is billed always",
                     name);
}

static void read_usage(check *c, const check_row *row, check_reservation *r)
{
    check_expect(c, row, 4, "usage,INTERVAL,HOURS_USED,INSTANCES");
    struct check_use use = {
        .interval = check_count(c, row, 1, "the interval", CHECK_INTERVALS_MAX),
        .hours = check_decimal(c, row, 2, "the number of hours used"),
        .instances = check_count(c, row, 3, "the number of instances", CHECK_INSTANCES_MAX),
    };
    const struct check_use *last = r->n_uses == 0 ? NULL : &r->use[r->n_uses - 1];
    if (use.hours == 0)
        check_refuse(c, row, 2, "the number of hours used is 0");
    use.interval--;
    if (use.hours > r->interval_hours)
        check_refuse(c, row, 2, "more hours than an interval has");
    if (last != NULL
        && (use.interval < last->interval
            || (use.interval == last->interval && use.hours > last->hours)))
        check_refuse(c, row, use.interval < last->interval ? 1 : 2,
                     "usage is sorted by interval and falling hours");
    r->running = last != NULL && use.interval == last->interval ? r->running : 0;
    if (use.instances > CHECK_INSTANCES_MAX - r->running)
        check_refuse(c, row, 3, "more than %d instances run in interval %zu", CHECK_INSTANCES_MAX,
                     use.interval + 1);
    r->running += use.instances;
    r->peak = r->running > r->peak ? r->running : r->peak;
    r->use = check_grow(c, r->use, r->n_uses, &r->use_room, sizeof *r->use);
    r->use[r->n_uses++] = use;
}

static void read_interval_hours(check *c, const check_row *row, check_reservation *r)
{
    check_expect(c, row, 2, "interval_hours,HOURS");
    if (r->interval_hours != 0)
        check_refuse(c, row, 0, "the length of an interval is given twice");
    r->interval_hours = check_decimal(c, row, 1, "the length of an interval");
    if (r->interval_hours == 0 || r->interval_hours > INTERVAL_HOURS_MAX)
        check_refuse(c, row, 1, "an interval lasts more than 0 and at most 10000 hours");
}

static void read_record(check *c, const check_row *row, check_reservation *r)
{
    if (check_is(row, 0, "usage")) {
        read_usage(c, row, r);
    } else if (check_is(row, 0, "class")) {
        read_class(c, row, r);
    } else if (check_is(row, 0, "name")) {
        check_instance_name(c, row, &r->name);
    } else if (check_is(row, 0, "interval_hours")) {
        read_interval_hours(c, row, r);
    } else if (check_is(row, 0, "objective")) {
        check_expect(c, row, 2, "objective,total or objective,pure");
        r->pure = check_is(row, 1, "pure");
        if (!r->pure && !check_is(row, 1, "total"))
            check_refuse(c, row, 1, "the objective is total or pure");
    } else if (check_is(row, 0, "intervals")) {
        check_expect(c, row, 2, "intervals,NUMBER");
        if (r->n_intervals != 0)
            check_refuse(c, row, 0, "the number of intervals is given twice");
        r->n_intervals = check_count(c, row, 1, "the number of intervals", CHECK_INTERVALS_MAX);
    } else {
        check_refuse(c, row, 0, "record '%.40s' is not known", row->field[0].text);
    }
}

/* Selection by the next lower price; the first is the cheapest on demand. */
static void sort_prices(check *c, const check_file *file, check_reservation *r)
{
    check_micro last = -1;
    for (size_t k = 0; k < r->class_name.n; k++)
        if (r->class[k].term == 0 && (last < 0 || r->class[k].price < last))
            last = r->class[k].price;
    if (last < 0)
        check_refuse_file(c, file->name, "no class is on demand");
    r->price = check_alloc(c, r->class_name.n + 1, sizeof *r->price);
    while (last >= 0) {
        r->price[r->n_prices++] = last;
        check_micro lower = -1;
        for (size_t k = 0; k < r->class_name.n; k++) {
            const check_micro price = check_used_price(&r->class[k]);
            if (r->class[k].term > 0 && price < last && price > lower)
                lower = price;
        }
        last = lower;
    }
}

static void *read_instance(check *c, check_file *file)
{
    check_row row;
    check_reservation *r = check_alloc(c, 1, sizeof *r);
    r->c = c;
    while (check_next(c, file, &row))
        read_record(c, &row, r);
    if (r->name == NULL || r->interval_hours == 0 || r->n_uses == 0)
        check_refuse_file(c, file->name, "lacks a name, interval_hours or usage record");
    const size_t used = r->use[r->n_uses - 1].interval + 1;
    if (r->n_intervals == 0)
        r->n_intervals = used;
    if (used > r->n_intervals)
        check_refuse_file(c, file->name, "has usage after its last interval");
    sort_prices(c, file, r);
    r->first = check_alloc(c, r->n_intervals + 1, sizeof *r->first);
    for (size_t q = 0; q < r->n_uses; q++)
        r->first[r->use[q].interval + 1] = q + 1;
    for (size_t t = 0; t < r->n_intervals; t++)
        if (r->first[t + 1] == 0)
            r->first[t + 1] = r->first[t];
    return r;
}

/* Adds a purchase to the leases active in each interval it serves. */
static check_wide read_purchase(check *c, const check_row *row, const check_reservation *r,
                                uint64_t *active)
{
    check_expect(c, row, 4, "buy,INTERVAL,CLASS,COUNT");
    const size_t t = check_interval(c, row, 1, r), k = check_class_of(c, row, 2, r);
    const uint64_t count = check_from_zero(c, row, 3, "the number of leases", ACTIVE_MAX);
    if (r->class[k].term == 0) {
        check_violation(c, row, "class '%.80s' is on demand and cannot be bought",
                        row->field[2].text);
        return 0;
    }
    check_spend(c, 4 * (check_lease_end(r, t, k) - t));
    for (size_t i = t; i < check_lease_end(r, t, k); i++) {
        uint64_t *leases = &active[i * r->class_name.n + k];
        if (count > ACTIVE_MAX - *leases) {
            check_violation(c, row, "more than %llu leases are active in interval %zu",
                            (unsigned long long)ACTIVE_MAX, i + 1);
            return 0;
        }
        *leases += count;
    }
    return check_times(r->c, check_lease(r, t, k), (check_wide)count);
}

static check_wide hourly_cost(const check_reservation *r, size_t t, const uint64_t *active)
{
    check_wide cost = check_times(r->c, check_busiest(r, t, UINT64_MAX), r->price[0]);
    for (size_t l = 1; l < r->n_prices; l++) {
        uint64_t leases = 0;
        for (size_t k = 0; k < r->class_name.n; k++)
            leases += check_price_rank(r, k) >= l ? active[k] : 0; /* 32 times 10^9 */
        cost = check_minus(r->c, cost, check_times(r->c, check_busiest(r, t, leases),
                                                r->price[l - 1] - r->price[l]));
    }
    return cost;
}

static check_wide check_plan(check *c, void *problem, const check_file *instance, check_file *plan)
{
    const check_reservation *r = problem;
    check_row row;
    bool bound = false;
    check_wide cost = 0;
    uint64_t *active = check_alloc(c, r->n_intervals * r->class_name.n, sizeof *active);
    while (check_next(c, plan, &row)) {
        if (check_is(&row, 0, "buy"))
            cost = check_plus(c, cost, read_purchase(c, &row, r, active));
        else if (check_is(&row, 0, "instance"))
            check_read_binding(c, &row, instance, r->name, &bound);
        else if (!check_is(&row, 0, "method"))
            check_refuse(c, &row, 0, "record '%.40s' is not known; expected instance, method or "
                                     "buy", row.field[0].text);
    }
    if (!bound)
        check_violation(c, NULL, "%s: names no instance", plan->name);
    check_spend_on(c, r->n_prices, 8 * r->n_uses + r->n_intervals * r->class_name.n * r->n_prices);
    for (size_t t = 0; t < r->n_intervals; t++)
        cost = check_plus(c, cost, hourly_cost(r, t, active + t * r->class_name.n));
    return cost;
}

const check_kind check_kind_reservation = {
    .name = "reservation",
    .instance = read_instance,
    .plan = check_plan,
    .certificate = check_reservation_certificate,
};
