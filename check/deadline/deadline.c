/* Checks a deadline plan: spot only where there is some, all work done, and in time. And the
 * certificate, a bound, by computing the optimum.
 *
 * A machine that is begun on and kept for n ticks does n ticks' work less the overhead, or none:
 * that is added up by stretches, not followed tick by tick.
 *
 * O(ticks) for a plan; O(ticks * (work + overhead) / unit) time and O((work + overhead) / unit)
 * space for a certificate, where unit is the largest common divisor of tick and overhead.
 */
#include "check.h"

enum { TICKS_MAX = 1000000, SECONDS_MAX = 1000000000, PRICE_MAX = 1000000 };
enum { SPOT, ON_DEMAND, IDLE };
#define SUM_MAX ((check_wide)4000000000000000000) /* of prices by the tick: 64 bits are enough */
#define NEVER INT64_MAX

typedef struct {
    const char *name;
    int64_t tick, work, deadline, overhead; /* seconds */
    int64_t price[2];                       /* 10^-12 dollars an hour, on spot and on demand */
    bool priced;
    bool *has_spot;
    size_t ticks, room, usable;
} deadline;

/* ---- the instance ---- */

static void read_ticks(check *c, const check_row *row, deadline *d)
{
    check_expect(c, row, 2, "spot,TICKS or none,TICKS");
    const uint64_t n = check_from_zero(c, row, 1, "the number of ticks", TICKS_MAX - d->ticks);
    check_spend(c, n);
    for (uint64_t q = 0; q < n; q++) {
        d->has_spot = check_grow(c, d->has_spot, d->ticks, &d->room, sizeof *d->has_spot);
        d->has_spot[d->ticks++] = check_is(row, 0, "spot");
    }
}

static int64_t read_seconds(check *c, const check_row *row, size_t field, const char *what)
{
    return (int64_t)check_count(c, row, field, what, SECONDS_MAX);
}

static void read_job(check *c, const check_row *row, deadline *d)
{
    check_expect(c, row, 4, "job,WORK_S,DEADLINE_S,OVERHEAD_S");
    if (d->work != 0)
        check_refuse(c, row, 0, "there is a second job");
    d->work = read_seconds(c, row, 1, "the work");
    d->deadline = read_seconds(c, row, 2, "the deadline");
    d->overhead = (int64_t)check_from_zero(c, row, 3, "the overhead", SECONDS_MAX);
}

static void read_price(check *c, const check_row *row, deadline *d)
{
    check_expect(c, row, 3, "price,SPOT,ON_DEMAND");
    if (d->priced)
        check_refuse(c, row, 0, "the prices are given twice");
    d->priced = true;
    d->price[SPOT] = (int64_t)check_scaled(c, row, 1, "the price of spot", 12, PRICE_MAX);
    d->price[ON_DEMAND] = (int64_t)check_scaled(c, row, 2, "the price on demand", 12, PRICE_MAX);
}

static void read_record(check *c, const check_row *row, deadline *d)
{
    if (check_is(row, 0, "spot") || check_is(row, 0, "none")) {
        read_ticks(c, row, d);
    } else if (check_is(row, 0, "name")) {
        check_instance_name(c, row, &d->name);
    } else if (check_is(row, 0, "tick")) {
        check_expect(c, row, 2, "tick,SECONDS");
        if (d->tick != 0)
            check_refuse(c, row, 0, "the length of a tick is given twice");
        d->tick = read_seconds(c, row, 1, "the length of a tick");
    } else if (check_is(row, 0, "job")) {
        read_job(c, row, d);
    } else if (check_is(row, 0, "price")) {
        read_price(c, row, d);
    } else {
        check_refuse(c, row, 0, "record '%.40s' is not known", row->field[0].text);
    }
}

/* Seconds are at most 10^9 each, ticks 10^6. */
static void *read_instance(check *c, check_file *file)
{
    check_row row;
    deadline *d = check_alloc(c, 1, sizeof *d);
    while (check_next(c, file, &row))
        read_record(c, &row, d);
    if (d->name == NULL || d->tick == 0 || d->work == 0 || !d->priced)
        check_refuse_file(c, file->name, "lacks a name, tick, job or price record");
    const int64_t trace = (int64_t)d->ticks * d->tick;
    if (trace > SECONDS_MAX || trace < d->deadline)
        check_refuse_file(c, file->name, "has a trace that is too long, or ends before the deadline");
    d->usable = (size_t)(d->deadline / d->tick);
    if (check_ratio_up(d->work + d->overhead, d->tick) > (check_wide)d->usable)
        check_refuse_file(c, file->name, "has a deadline that nothing can keep");
    const int64_t dearest = d->price[d->price[SPOT] > d->price[ON_DEMAND] ? SPOT : ON_DEMAND];
    if (check_times(c, dearest, (check_wide)d->usable) > SUM_MAX)
        check_refuse_file(c, file->name, "costs more than this program counts");
    return d;
}

/* ---- plans ---- */

/* What prices by the tick add up to, in 10^-12 dollars: rounded down. */
static check_wide cost_of(check *c, const deadline *d, check_wide by_the_tick)
{
    return check_times(c, by_the_tick, d->tick) / 3600;
}

typedef struct {
    size_t at, end;    /* the tick that comes next; that behind the last one used */
    int mode;          /* of the stretch that is being added up */
    int64_t stretch;   /* its ticks */
    int64_t done;      /* seconds of work of those before */
    check_wide by_the_tick;
} following;

static void end_stretch(const deadline *d, following *f)
{
    const int64_t seconds = f->stretch * d->tick - d->overhead; /* of a trace of 10^9 at most */
    f->done += f->mode != IDLE && seconds > 0 ? seconds : 0;
    f->stretch = 0;
}

static void follow(check *c, const check_row *row, const deadline *d, following *f)
{
    const int mode = check_is(row, 0, "spot") ? SPOT : check_is(row, 0, "idle") ? IDLE : ON_DEMAND;
    check_expect(c, row, 2, "idle,TICKS, spot,TICKS or on-demand,TICKS");
    const size_t n = (size_t)check_from_zero(c, row, 1, "the number of ticks", d->ticks - f->at);
    if (n == 0)
        return;
    check_spend(c, n);
    for (size_t i = f->at; i < f->at + n && mode == SPOT; i++)
        if (!d->has_spot[i])
            check_violation(c, row, "the plan is on spot in tick %zu, in which there is none", i + 1);
    if (mode != f->mode)
        end_stretch(d, f);
    f->mode = mode;
    f->stretch += (int64_t)n;
    f->at += n;
    if (mode == IDLE)
        return;
    f->end = f->at;
    f->by_the_tick = check_plus(c, f->by_the_tick, check_times(c, d->price[mode], (check_wide)n));
}

static check_wide check_plan(check *c, void *problem, const check_file *instance, check_file *plan)
{
    const deadline *d = problem;
    following f = {.mode = IDLE};
    check_row row;
    bool bound = false;
    while (check_next(c, plan, &row)) {
        if (check_is(&row, 0, "idle") || check_is(&row, 0, "spot") || check_is(&row, 0, "on-demand"))
            follow(c, &row, d, &f);
        else if (check_is(&row, 0, "instance"))
            check_read_binding(c, &row, instance, d->name, &bound);
        else if (!check_is(&row, 0, "method"))
            check_refuse(c, &row, 0, "record '%.40s' is not known; expected instance, method, idle, "
                                     "spot or on-demand", row.field[0].text);
    }
    end_stretch(d, &f);
    if (!bound)
        check_violation(c, NULL, "%s: the plan does not name its instance", plan->name);
    if (f.done < d->work)
        check_violation(c, NULL, "%s: of %lld seconds of work only %lld are done", plan->name,
                        (long long)d->work, (long long)f.done);
    if (f.end > d->usable)
        check_violation(c, NULL, "%s: the job is late, in tick %zu; the deadline is at the end of "
                                 "tick %zu", plan->name, f.end, d->usable);
    return cost_of(c, d, f.by_the_tick);
}

/* ---- the optimum ---- */

/* What is still to be paid, by the work that is still to be done in units, where a machine on
 * spot or on demand is kept, or none. */
typedef struct {
    int64_t *now[3], *next[3];
    size_t units, tick, overhead;
} values;

static int64_t plus(int64_t price, int64_t rest)
{
    return rest == NEVER ? NEVER : price + rest; /* at most SUM_MAX together */
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t largest_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The values of one tick from those of the next, up to `most` units: more cannot be done. */
static void step_back(const deadline *d, values *v, bool has_spot, size_t most)
{
    for (size_t w = 0; w <= most; w++) {
        const size_t kept = w > v->tick ? w - v->tick : 0;
        const size_t begun = w + v->overhead > v->tick ? w + v->overhead - v->tick : 0;
        int64_t idle = v->next[IDLE][w], spot = NEVER, on_demand = NEVER;
        if (has_spot && begun <= v->units)
            idle = least(idle, plus(d->price[SPOT], v->next[SPOT][begun]));
        if (begun <= v->units)
            idle = least(idle, plus(d->price[ON_DEMAND], v->next[ON_DEMAND][begun]));
        if (has_spot)
            spot = plus(d->price[SPOT], v->next[SPOT][kept]);
        on_demand = plus(d->price[ON_DEMAND], v->next[ON_DEMAND][kept]);
        v->now[IDLE][w] = idle;
        v->now[SPOT][w] = least(idle, spot);
        v->now[ON_DEMAND][w] = least(idle, on_demand);
    }
}

/* The least price, by the tick, of a plan without stretches shorter than the overhead: to be
 * idle in their place does the same work and costs no more. So no work is left beyond that of
 * the beginning and one overhead. */
static int64_t optimum(check *c, const deadline *d)
{
    const int64_t unit = largest_divisor(d->tick, d->overhead);
    values v = {.tick = (size_t)(d->tick / unit), .overhead = (size_t)(d->overhead / unit)};
    const size_t work = (size_t)check_ratio_up(d->work, unit);
    v.units = work + v.overhead;
    for (int m = 0; m < 3; m++) {
        v.now[m] = check_alloc(c, v.units + 1, sizeof *v.now[m]);
        v.next[m] = check_alloc(c, v.units + 1, sizeof *v.next[m]);
        for (size_t w = 1; w <= v.units; w++)
            v.now[m][w] = v.next[m][w] = NEVER;
    }
    for (size_t i = d->usable; i-- > 0;) {
        const size_t can = (d->usable - i) * v.tick; /* of 10^9 seconds at most */
        const size_t most = can < v.units ? can : v.units;
        check_spend_on(c, 12, most + 1);
        step_back(d, &v, d->has_spot[i], most);
        for (int m = 0; m < 3; m++) {
            int64_t *swapped = v.now[m];
            v.now[m] = v.next[m];
            v.next[m] = swapped;
        }
    }
    return v.next[IDLE][work];
}

static check_wide check_certificate(check *c, void *problem, const check_file *instance,
                                    check_file *certificate)
{
    const deadline *d = problem;
    check_row row;
    bool bound = false, claimed = false;
    check_wide claim = 0;
    while (check_next(c, certificate, &row)) {
        if (check_is(&row, 0, "instance")) {
            check_read_binding(c, &row, instance, d->name, &bound);
        } else if (check_is(&row, 0, "bound")) {
            check_expect(c, &row, 2, "bound,DOLLARS");
            if (claimed)
                check_refuse(c, &row, 0, "the bound is given twice");
            claimed = true;
            claim = check_dollars(c, &row, 1, "the bound", 12);
        } else {
            check_refuse(c, &row, 0, "record '%.40s' is not known", row.field[0].text);
        }
    }
    if (!bound || !claimed)
        check_refuse_file(c, certificate->name, "lacks an instance or a bound");
    const check_wide least_cost = c->violations > 0 ? claim : cost_of(c, d, optimum(c, d));
    if (claim > least_cost)
        check_violation(c, NULL, "%s: there is a plan that costs less than the bound",
                        certificate->name);
    return claim;
}

const check_kind check_kind_deadline = {.name = "deadline", .instance = read_instance,
                                        .plan = check_plan, .certificate = check_certificate};
