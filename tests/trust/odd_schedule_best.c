/* The cheapest timeline of a tiny world, by trying everything.
 *
 * In an *exact* world nobody slows anybody down, a stay that is cut off is lost, so that
 * nobody moves in a best timeline, and every number is a multiple of the grid. Who is on
 * which machine, in what order, in how many units of billing and at which prices: once
 * that is chosen, what is left is to choose times whose differences are bounded by
 * multiples of the grid, at a cost that is linear in them, and the best of these are
 * multiples of the grid themselves. So it is enough to try beginnings on the grid, all
 * divisions into machines, all types and orders of machines. After the last arrival, price
 * and supply nothing is gained by standing still for longer than a machine takes to come.
 *
 * In other worlds beginnings on the grid are tried as well, machine by machine and
 * without moves: what that finds is a cost that can be had, not the least.
 */
#include <math.h>
#include <string.h>

#include "odd_schedule.h"

enum { SETS = 1 << TASKS, HORIZON = 64 };
static const int64_t MOST_TRIED = 120000, MOST_STEPS = 1000000;

typedef struct {
    int type;
    int64_t ordered, released;
} machine;

typedef struct {
    const odd_world *w;
    int64_t from[TASKS], to[TASKS];
    odd_cost cheapest[TYPES][HORIZON][HORIZON]; /* from the first stay to the last, in steps */
    bool limited, waits; /* supply counts; somebody waits for long */
    machine held[TASKS];
    int64_t steps; /* of dividing where supply counts */
    odd_best best; /* of sums before they are divided by 3600 */
} search;

static const int64_t *need(const odd_world *w, int task, int k)
{
    const odd_job *j = &w->job[w->job_of[task]];
    return j->own && w->type[k].family == 1 ? j->other : j->demand;
}

/* From the order until a machine is ready, at the least. */
static int64_t startup(const odd_world *w, int k)
{
    return w->n_boots > 0 ? w->boot[0] : w->type[k].billed_after + w->type[k].usable_after;
}

/* Before there is progress; who has nothing to do needs none. */
static int64_t init_of(const odd_job *j)
{
    return j->work > 0 ? j->init : 0;
}

static int64_t longest(const odd_job *j)
{
    return j->fetch + j->build + init_of(j) + j->work;
}

static odd_cost price_over(const odd_type *k, int64_t from, int64_t to)
{
    odd_cost sum = 0;
    int64_t price = k->price;
    for (int q = 0; q < k->n_prices && k->moving[q].from < to; q++) {
        if (k->moving[q].from > from) {
            sum += (odd_cost)price * (k->moving[q].from - from);
            from = k->moving[q].from;
        }
        price = k->moving[q].amount;
    }
    return sum + (odd_cost)price * (to - from);
}

/* Until when a machine is billed, from its order and what its billing begins after. */
static int64_t billed_until(const odd_type *k, int64_t ordered, int64_t released)
{
    const int64_t from = ordered + k->billed_after;
    int64_t length = released + k->gone_after - from;
    if (released < from)
        return from;
    if (k->unit > 0)
        length = (length + k->unit - 1) / k->unit * k->unit;
    return from + (length < k->least ? k->least : length);
}

static odd_cost bill(const odd_type *k, int64_t ordered, int64_t released)
{
    return price_over(k, ordered + k->billed_after, billed_until(k, ordered, released));
}

/* How many machines of a type there may be at a second. */
static int64_t available(const odd_type *k, int64_t second)
{
    int64_t sum = k->n_supplies == 0 ? TASKS : 0;
    for (int q = 0; q < k->n_supplies; q++)
        if (k->supply[q].from <= second && second < k->supply[q].to)
            sum += k->supply[q].amount;
    for (int q = 0; q < k->n_services; q++)
        if (k->service[q].from <= second && second < k->service[q].to)
            sum -= k->service[q].amount;
    return sum;
}

/* Whether the supply bears the machines held, at every second at which that may change. */
static bool borne(const search *s, int n)
{
    const odd_world *w = s->w;
    for (int m = 0; m < n; m++) {
        const machine *one = &s->held[m];
        const odd_type *k = &w->type[one->type];
        for (int at = 0; k->n_supplies > 0 && at < n + 4 * RECORDS; at++) {
            const int q = at - n;
            const odd_record *record = at < n ? NULL : q < 2 * RECORDS ? &k->supply[q / 2]
                                                                       : &k->service[q / 2 - RECORDS];
            const int64_t second = at < n ? s->held[at].ordered : q % 2 == 0 ? record->from : record->to;
            int64_t there = 0;
            if (second < one->ordered || second >= one->released)
                continue;
            for (int o = 0; o < n; o++)
                there += s->held[o].type == one->type && s->held[o].ordered <= second
                         && second < s->held[o].released;
            if (there > available(k, second))
                return false;
        }
    }
    return true;
}

/* Whether a machine of the type holds the set, everybody while there. */
static bool holds(const search *s, unsigned set, int k)
{
    const odd_world *w = s->w;
    for (int i = 0; i < w->tasks; i++) {
        int64_t sum[RESOURCES] = {0};
        if ((set >> i & 1) == 0)
            continue;
        for (int o = 0; o < w->tasks; o++)
            if ((set >> o & 1) != 0
                && (o == i || (s->from[o] <= s->from[i] && s->from[i] < s->to[o])))
                for (int r = 0; r < w->resources; r++)
                    sum[r] += w->stretch && r == 0 && need(w, o, k)[r] > w->type[k].capacity[r]
                                  ? w->type[k].capacity[r] : need(w, o, k)[r];
        for (int r = 0; r < w->resources; r++)
            if (sum[r] > w->type[k].capacity[r])
                return false;
    }
    return true;
}

static void span(const search *s, unsigned set, int64_t *first, int64_t *last)
{
    *first = INT64_MAX;
    *last = 0;
    for (int i = 0; i < s->w->tasks; i++)
        if ((set >> i & 1) != 0) {
            *first = s->from[i] < *first ? s->from[i] : *first;
            *last = s->to[i] > *last ? s->to[i] : *last;
        }
}

static void keep(search *s, odd_cost sum)
{
    if (s->best.any < 0 || sum < s->best.any)
        s->best.any = sum;
    if (!s->waits && (s->best.waiting < 0 || sum < s->best.waiting))
        s->best.waiting = sum;
}

static bool hopeless(const search *s, odd_cost sum)
{
    return s->best.any >= 0 && sum >= s->best.any
           && (s->waits || (s->best.waiting >= 0 && sum >= s->best.waiting));
}

/* ---- exact worlds ---- */

/* Every division of the set into machines, where there are any number of them. */
static odd_cost divide(const odd_cost *cost, unsigned set)
{
    odd_cost best = -1;
    if (set == 0)
        return 0;
    const unsigned first = set & -set, others = set ^ first;
    for (unsigned part = others;; part = (part - 1) & others) {
        const odd_cost one = cost[part | first], rest = one < 0 ? -1 : divide(cost, others ^ part);
        if (rest >= 0 && (best < 0 || one + rest < best))
            best = one + rest;
        if (part == 0)
            return best;
    }
}

/* The same where there are only so many: machines one by one, with every second of order
 * that may pay. */
static void divide_limited(search *s, unsigned set, int n, odd_cost sum)
{
    const odd_world *w = s->w;
    if (hopeless(s, sum) || s->steps++ > MOST_STEPS)
        return;
    if (set == 0 || n == TASKS) {
        if (borne(s, n))
            keep(s, sum);
        return;
    }
    const unsigned first = set & -set, others = set ^ first;
    for (unsigned part = others;; part = (part - 1) & others) {
        int64_t begin, end;
        span(s, part | first, &begin, &end);
        for (int k = 0; k < w->types; k++) {
            const odd_type *type = &w->type[k];
            int64_t ordered = begin - startup(w, k);
            for (bool more = holds(s, part | first, k); more && ordered >= 0; ordered -= w->grid) {
                s->held[n] = (machine){k, ordered, end};
                divide_limited(s, others ^ part, n + 1, sum + bill(type, ordered, end));
                more = type->n_prices > 0; /* else earlier is never cheaper */
            }
        }
        if (part == 0)
            return;
    }
}

static void try_beginnings(search *s)
{
    const odd_world *w = s->w;
    odd_cost cost[SETS] = {0};
    s->waits = false;
    for (int i = 0; i < w->tasks; i++)
        s->waits = s->waits || s->from[i] - w->job[w->job_of[i]].arrival > w->wait;
    if (s->limited) {
        divide_limited(s, (1u << w->tasks) - 1, 0, 0);
        return;
    }
    for (unsigned set = 1; set < 1u << w->tasks; set++) {
        int64_t begin, end;
        span(s, set, &begin, &end);
        cost[set] = -1;
        for (int k = 0; k < w->types; k++) {
            const odd_cost one = s->cheapest[k][begin / w->grid][end / w->grid];
            if (one >= 0 && (cost[set] < 0 || one < cost[set]) && holds(s, set, k))
                cost[set] = one;
        }
    }
    const odd_cost sum = divide(cost, (1u << w->tasks) - 1);
    if (sum >= 0)
        keep(s, sum);
}

/* When everybody ends: a gang when its work is done after the last of it has loaded. */
static void find_ends(search *s)
{
    const odd_world *w = s->w;
    for (int i = 0; i < w->tasks; i++) {
        const odd_job *j = &w->job[w->job_of[i]];
        int64_t working = 0;
        for (int o = 0; o < w->tasks; o++)
            if (o == i || (j->gang && w->job_of[o] == w->job_of[i]))
                working = s->from[o] > working ? s->from[o] : working;
        s->to[i] = working + longest(j);
    }
}

static void try_all(search *s, int task, int64_t horizon)
{
    const odd_world *w = s->w;
    if (task == w->tasks || task == TASKS) {
        find_ends(s);
        try_beginnings(s);
        return;
    }
    const odd_job *j = &w->job[w->job_of[task]];
    for (s->from[task] = j->arrival; s->from[task] + longest(j) <= horizon;
         s->from[task] += w->grid)
        try_all(s, task + 1, horizon);
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The second by which everything can be over without loss. */
static int64_t horizon_of(const search *s)
{
    const odd_world *w = s->w;
    int64_t last = 0, slowest = 0, work = 0;
    for (int k = 0; k < w->types; k++) {
        const odd_type *type = &w->type[k];
        slowest = later(slowest, startup(w, k));
        for (int q = 0; q < type->n_prices; q++)
            last = later(last, type->moving[q].from);
        for (int q = 0; q < type->n_supplies; q++)
            last = later(last, type->supply[q].to < odd_far(w) ? type->supply[q].to
                                                                 : type->supply[q].from);
    }
    for (int i = 0; i < w->tasks; i++) {
        last = later(last, w->job[w->job_of[i]].arrival);
        work += longest(&w->job[w->job_of[i]]);
    }
    return last + (s->limited ? w->tasks : 1) * slowest + work;
}

static void fill_cheapest(search *s)
{
    const odd_world *w = s->w;
    for (int k = 0; k < w->types; k++)
        for (int begin = 0; begin < HORIZON; begin++)
            for (int end = begin; end < HORIZON; end++) {
                odd_cost *cheapest = &s->cheapest[k][begin][end];
                int64_t ordered = begin * w->grid - startup(w, k);
                *cheapest = -1;
                for (bool more = true; more && ordered >= 0; ordered -= w->grid) {
                    const odd_cost one = bill(&w->type[k], ordered, end * w->grid);
                    *cheapest = *cheapest < 0 || one < *cheapest ? one : *cheapest;
                    more = w->type[k].n_prices > 0;
                }
            }
}

static bool try_exact(search *s)
{
    const odd_world *w = s->w;
    const int64_t horizon = horizon_of(s);
    int64_t tried = 1;
    for (int i = 0; i < w->tasks; i++) {
        const odd_job *j = &w->job[w->job_of[i]];
        tried *= (horizon - j->arrival - longest(j)) / w->grid + 1;
    }
    if (tried > MOST_TRIED || horizon / w->grid >= HORIZON)
        return false;
    if (!s->limited)
        fill_cheapest(s);
    try_all(s, 0, horizon);
    return s->steps <= MOST_STEPS;
}

/* ---- other worlds ---- */

static double speed(const odd_world *w, int task, int k)
{
    const int64_t asked = need(w, task, k)[0], has = w->type[k].capacity[0];
    return w->stretch && asked > has ? (double)has / (double)asked : 1;
}

typedef struct {
    const search *s;
    unsigned set;
    int type;
    double working[TASKS], counts[TASKS], left[TASKS]; /* seconds in millionths */
    unsigned done;
} life; /* of the tasks on one machine */

static void load(life *l)
{
    const odd_world *w = l->s->w;
    unsigned todo = l->set;
    while (todo != 0) { /* in order of beginning: an image is there for those who come later */
        int next = -1;
        for (int i = 0; i < w->tasks; i++)
            if ((todo >> i & 1) != 0 && (next < 0 || l->s->from[i] < l->s->from[next]))
                next = i;
        const odd_job *j = &w->job[w->job_of[next]];
        bool built = false;
        for (int o = 0; o < w->tasks; o++)
            built = built || ((l->set & ~todo) >> o & 1 && j->image >= 0
                              && w->job[w->job_of[o]].image == j->image
                              && l->working[o] <= (double)l->s->from[next]);
        l->working[next] = (double)(l->s->from[next] + j->fetch + (built ? 0 : j->build));
        l->left[next] = (double)j->work;
        todo &= ~(1u << next);
    }
    for (int i = 0; i < w->tasks; i++) {
        const odd_job *j = &w->job[w->job_of[i]];
        l->counts[i] = 0;
        for (int o = 0; o < w->tasks; o++)
            if ((l->set >> o & 1) != 0 && (o == i || (j->gang && w->job_of[o] == w->job_of[i])))
                l->counts[i] = fmax(l->counts[i], l->working[o] + (double)init_of(j));
    }
}

/* How fast a task is now, beside those that work. */
static double pace(const life *l, int i, double now)
{
    const odd_world *w = l->s->w;
    const int own = w->job[w->job_of[i]].workload;
    double rate = speed(w, i, l->type);
    for (int o = 0; o < w->tasks; o++) {
        const int other = w->job[w->job_of[o]].workload;
        if (o != i && ((l->set & ~l->done) >> o & 1) != 0 && l->working[o] <= now && own >= 0
            && other >= 0)
            rate *= (double)w->rate[own][other] / 1e6;
    }
    return rate;
}

/* A gang is as fast as the slowest of it. */
static double progress(const life *l, int i, double now)
{
    const odd_world *w = l->s->w;
    const odd_job *j = &w->job[w->job_of[i]];
    double rate = pace(l, i, now);
    for (int o = 0; o < w->tasks; o++)
        if (j->gang && w->job_of[o] == w->job_of[i])
            rate = fmin(rate, pace(l, o, now));
    return l->counts[i] <= now ? rate : 0;
}

/* Lives through it; fills s->to. */
static void live(search *s, unsigned set, int type)
{
    const int n = s->w->tasks;
    life l = {.s = s, .set = set, .type = type};
    int64_t begin, end;
    span(s, set, &begin, &end);
    double now = (double)begin;
    load(&l);
    while (l.done != set) {
        double until = HUGE_VAL, rate[TASKS] = {0};
        for (int i = 0; i < n; i++) {
            if (((set & ~l.done) >> i & 1) == 0)
                continue;
            rate[i] = progress(&l, i, now);
            until = l.working[i] > now ? fmin(until, l.working[i]) : until;
            until = l.counts[i] > now ? fmin(until, l.counts[i]) : until;
            until = rate[i] > 0 ? fmin(until, now + l.left[i] / rate[i]) : until;
        }
        for (int i = 0; i < n; i++) {
            if (((set & ~l.done) >> i & 1) == 0)
                continue;
            const bool ends = rate[i] > 0 && now + l.left[i] / rate[i] <= until + 1e-6;
            l.left[i] = ends ? 0 : l.left[i] - rate[i] * (until - now);
            if (ends) {
                l.done |= 1u << i;
                s->to[i] = (int64_t)ceil(until - 1e-3);
            }
        }
        now = until;
    }
}

typedef struct {
    odd_cost sum; /* -1: none */
    machine machine;
} choice;

typedef struct {
    search *s;
    choice any[SETS][TYPES], waiting[SETS][TYPES];
} choices;

static void offer(choice *c, odd_cost sum, const machine *m)
{
    if (c->sum < 0 || sum < c->sum)
        *c = (choice){sum, *m};
}

static void try_set(choices *c, unsigned set, int k)
{
    search *s = c->s;
    const odd_world *w = s->w;
    int64_t begin, end;
    bool waits = false;
    span(s, set, &begin, &end); /* the end is an old one */
    if (begin < startup(w, k))
        return;
    live(s, set, k);
    if (!holds(s, set, k))
        return;
    span(s, set, &begin, &end);
    for (int i = 0; i < w->tasks; i++)
        waits = waits || ((set >> i & 1) != 0
                          && s->from[i] - w->job[w->job_of[i]].arrival > w->wait);
    const machine m = {k, begin - startup(w, k), end};
    const odd_cost sum = bill(&w->type[k], m.ordered, m.released);
    offer(&c->any[set][k], sum, &m);
    if (!waits)
        offer(&c->waiting[set][k], sum, &m);
}

static void try_set_beginnings(choices *c, unsigned set, int k, int task, int64_t most)
{
    search *s = c->s;
    const odd_world *w = s->w;
    if (task == w->tasks || task == TASKS) {
        try_set(c, set, k);
        return;
    }
    if ((set >> task & 1) == 0) {
        try_set_beginnings(c, set, k, task + 1, most);
        return;
    }
    for (s->from[task] = w->job[w->job_of[task]].arrival; s->from[task] <= most;
         s->from[task] += w->grid)
        try_set_beginnings(c, set, k, task + 1, most);
}

/* The discounted time of a type's machines: level by level, period by period. */
static odd_cost discounted(const search *s, int k, int n)
{
    const odd_world *w = s->w;
    const odd_type *type = &w->type[k];
    const int64_t part = 2 * w->grid, period = part * type->n_shares;
    int64_t first = INT64_MAX;
    odd_cost weighed = 0;
    for (int j = 0; j < w->jobs; j++)
        first = w->job[j].arrival < first ? w->job[j].arrival : first;
    for (int level = 1; level <= n; level++)
        for (int p = -8; p < 64; p++) { /* billing may begin before the first arrival */
            const int64_t from = first + p * period, to = from + period;
            int64_t used = 0, point[2 * TASKS + 2];
            int points = 0;
            point[points++] = from;
            point[points++] = to;
            for (int m = 0; m < n; m++) {
                const int64_t begin = s->held[m].ordered + type->billed_after;
                point[points++] = begin;
                point[points++] = billed_until(type, s->held[m].ordered, s->held[m].released);
            }
            for (int a = 0; a < points; a++) { /* from each point to the next one */
                int64_t next = to;
                int there = 0;
                bool again = false;
                for (int b = 0; b < points; b++) {
                    next = point[b] > point[a] && point[b] < next ? point[b] : next;
                    again = again || (b < a && point[b] == point[a]);
                }
                for (int m = 0; m < n; m++)
                    there += s->held[m].type == k
                             && s->held[m].ordered + type->billed_after <= point[a]
                             && point[a] < billed_until(type, s->held[m].ordered,
                                                        s->held[m].released);
                if (!again && point[a] >= from && point[a] < to && there >= level)
                    used += next - point[a];
            }
            for (int q = 0; q < type->n_shares && used > 0; q++, used -= part)
                weighed += (odd_cost)type->share[q] * (used < part ? used : part);
        }
    return (weighed + 999999) / 1000000 * type->price;
}

/* Every division with the best of each part; what is held is billed as a whole. */
static void combine(choices *c, choice (*best)[TYPES], unsigned set, int n, odd_cost *least)
{
    search *s = c->s;
    const odd_world *w = s->w;
    if (set == 0 || n == TASKS) {
        odd_cost sum = 0;
        for (int m = 0; m < n; m++)
            if (w->type[s->held[m].type].n_shares == 0)
                sum += bill(&w->type[s->held[m].type], s->held[m].ordered, s->held[m].released);
        for (int k = 0; k < w->types; k++)
            if (w->type[k].n_shares > 0)
                sum += discounted(s, k, n);
        if (borne(s, n) && (*least < 0 || sum < *least))
            *least = sum;
        return;
    }
    const unsigned first = set & -set, others = set ^ first;
    for (unsigned part = others;; part = (part - 1) & others) {
        for (int k = 0; k < w->types; k++)
            if (best[part | first][k].sum >= 0) {
                s->held[n] = best[part | first][k].machine;
                combine(c, best, others ^ part, n + 1, least);
            }
        if (part == 0)
            return;
    }
}

/* Whether all of a gang is in the set, or none. */
static bool is_whole(const odd_world *w, unsigned set)
{
    for (int i = 0; i < w->tasks; i++)
        for (int o = 0; o < w->tasks; o++)
            if (w->job_of[i] == w->job_of[o] && w->job[w->job_of[i]].gang
                && (set >> i & 1) != (set >> o & 1))
                return false;
    return true;
}

static void try_others(search *s)
{
    static const int steps[] = {0, 40, 16, 8, 5}; /* by how many are on the machine */
    const odd_world *w = s->w;
    choices c = {.s = s};
    memset(c.any, -1, sizeof c.any);
    memset(c.waiting, -1, sizeof c.waiting);
    for (unsigned set = 1; set < 1u << w->tasks; set++) {
        int members = 0;
        int64_t last = 0;
        for (int i = 0; i < w->tasks; i++)
            if ((set >> i & 1) != 0) {
                members++;
                last = later(last, w->job[w->job_of[i]].arrival);
            }
        for (int k = 0; k < w->types && is_whole(w, set); k++)
            try_set_beginnings(&c, set, k, 0,
                               later(last, startup(w, k)) + steps[members] * w->grid);
    }
    combine(&c, c.any, (1u << w->tasks) - 1, 0, &s->best.any);
    combine(&c, c.waiting, (1u << w->tasks) - 1, 0, &s->best.waiting);
}

odd_best odd_schedule_best(odd_world *w)
{
    search s = {.w = w, .best = {-1, -1}};
    for (int k = 0; k < w->types; k++)
        s.limited = s.limited || w->type[k].n_supplies > 0;
    w->exact = w->exact && try_exact(&s);
    if (!w->exact) {
        s.best = (odd_best){-1, -1};
        try_others(&s);
    }
    if (s.best.any >= 0)
        s.best.any = (s.best.any + 3599) / 3600;
    if (s.best.waiting >= 0)
        s.best.waiting = (s.best.waiting + 3599) / 3600;
    return s.best;
}
