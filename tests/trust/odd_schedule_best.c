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

#include "odd_search.h"

enum { SETS = 1 << TASKS };

static double speed(const odd_world *w, int task, int k)
{
    const int64_t asked = odd_need(w, task, k)[0], has = w->type[k].capacity[0];
    return w->stretch && asked > has ? (double)has / (double)asked : 1;
}

typedef struct {
    const odd_search *s;
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
                l->counts[i] = fmax(l->counts[i], l->working[o] + (double)odd_init(j));
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
static void live(odd_search *s, unsigned set, int type)
{
    const int n = s->w->tasks;
    life l = {.s = s, .set = set, .type = type};
    int64_t begin, end;
    odd_span(s, set, &begin, &end);
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
    odd_machine machine;
} choice;

typedef struct {
    odd_search *s;
    choice any[SETS][TYPES], waiting[SETS][TYPES];
} choices;

static void offer(choice *c, odd_cost sum, const odd_machine *m)
{
    if (c->sum < 0 || sum < c->sum)
        *c = (choice){sum, *m};
}

static void try_set(choices *c, unsigned set, int k)
{
    odd_search *s = c->s;
    const odd_world *w = s->w;
    int64_t begin, end;
    bool waits = false;
    odd_span(s, set, &begin, &end); /* the end is an old one */
    if (begin < odd_startup(w, k))
        return;
    live(s, set, k);
    if (!odd_holds(s, set, k))
        return;
    odd_span(s, set, &begin, &end);
    for (int i = 0; i < w->tasks; i++)
        waits = waits || ((set >> i & 1) != 0
                          && s->from[i] - w->job[w->job_of[i]].arrival > w->wait);
    const odd_machine m = {k, begin - odd_startup(w, k), end};
    const odd_cost sum = odd_bill(&w->type[k], m.ordered, m.released);
    offer(&c->any[set][k], sum, &m);
    if (!waits)
        offer(&c->waiting[set][k], sum, &m);
}

static void try_set_beginnings(choices *c, unsigned set, int k, int task, int64_t most)
{
    odd_search *s = c->s;
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
static odd_cost discounted(const odd_search *s, int k, int n)
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
                point[points++] = odd_billed_until(type, s->held[m].ordered, s->held[m].released);
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
                             && point[a] < odd_billed_until(type, s->held[m].ordered,
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
    odd_search *s = c->s;
    const odd_world *w = s->w;
    if (n > TASKS) /* never, as each holds somebody; who optimizes does not see it */
        return;
    if (set == 0 || n == TASKS) {
        odd_cost sum = 0;
        for (int m = 0; m < n; m++)
            if (w->type[s->held[m].type].n_shares == 0)
                sum += odd_bill(&w->type[s->held[m].type], s->held[m].ordered, s->held[m].released);
        for (int k = 0; k < w->types; k++)
            if (w->type[k].n_shares > 0)
                sum += discounted(s, k, n);
        if (odd_borne(s, n) && (*least < 0 || sum < *least))
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

static void try_others(odd_search *s)
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
                last = odd_later(last, w->job[w->job_of[i]].arrival);
            }
        for (int k = 0; k < w->types && is_whole(w, set); k++)
            try_set_beginnings(&c, set, k, 0,
                               odd_later(last, odd_startup(w, k)) + steps[members] * w->grid);
    }
    combine(&c, c.any, (1u << w->tasks) - 1, 0, &s->best.any);
    combine(&c, c.waiting, (1u << w->tasks) - 1, 0, &s->best.waiting);
}

odd_best odd_schedule_best(odd_world *w)
{
    odd_search s = {.w = w, .best = {-1, -1}};
    for (int k = 0; k < w->types; k++)
        s.limited = s.limited || w->type[k].n_supplies > 0;
    w->exact = w->exact && odd_try_exact(&s);
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
