/* Exact worlds: beginnings on the grid, all divisions into machines, all types and orders of
 * machines; odd_schedule_best.c says why that is enough.
 */
#include "odd_search.h"

enum { SETS = 1 << TASKS };
static const int64_t MOST_TRIED = 120000, MOST_STEPS = 1000000;

static void keep(odd_search *s, odd_cost sum)
{
    if (s->best.any < 0 || sum < s->best.any)
        s->best.any = sum;
    if (!s->waits && (s->best.waiting < 0 || sum < s->best.waiting))
        s->best.waiting = sum;
}

static bool hopeless(const odd_search *s, odd_cost sum)
{
    return s->best.any >= 0 && sum >= s->best.any
           && (s->waits || (s->best.waiting >= 0 && sum >= s->best.waiting));
}

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
static void divide_limited(odd_search *s, unsigned set, int n, odd_cost sum)
{
    const odd_world *w = s->w;
    if (hopeless(s, sum) || s->steps++ > MOST_STEPS)
        return;
    if (set == 0 || n == TASKS) {
        if (odd_borne(s, n))
            keep(s, sum);
        return;
    }
    const unsigned first = set & -set, others = set ^ first;
    for (unsigned part = others;; part = (part - 1) & others) {
        int64_t begin, end;
        odd_span(s, part | first, &begin, &end);
        for (int k = 0; k < w->types; k++) {
            const odd_type *type = &w->type[k];
            int64_t ordered = begin - odd_startup(w, k);
            for (bool more = odd_holds(s, part | first, k); more && ordered >= 0;
                 ordered -= w->grid) {
                s->held[n] = (odd_machine){k, ordered, end};
                divide_limited(s, others ^ part, n + 1, sum + odd_bill(type, ordered, end));
                more = type->n_prices > 0; /* else earlier is never cheaper */
            }
        }
        if (part == 0)
            return;
    }
}

static void try_beginnings(odd_search *s)
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
        odd_span(s, set, &begin, &end);
        cost[set] = -1;
        for (int k = 0; k < w->types; k++) {
            const odd_cost one = s->cheapest[k][begin / w->grid][end / w->grid];
            if (one >= 0 && (cost[set] < 0 || one < cost[set]) && odd_holds(s, set, k))
                cost[set] = one;
        }
    }
    const odd_cost sum = divide(cost, (1u << w->tasks) - 1);
    if (sum >= 0)
        keep(s, sum);
}

/* When everybody ends: a gang when its work is done after the last of it has loaded. */
static void find_ends(odd_search *s)
{
    const odd_world *w = s->w;
    for (int i = 0; i < w->tasks; i++) {
        const odd_job *j = &w->job[w->job_of[i]];
        int64_t working = 0;
        for (int o = 0; o < w->tasks; o++)
            if (o == i || (j->gang && w->job_of[o] == w->job_of[i]))
                working = s->from[o] > working ? s->from[o] : working;
        s->to[i] = working + odd_longest(j);
    }
}

static void try_all(odd_search *s, int task, int64_t horizon)
{
    const odd_world *w = s->w;
    if (task == w->tasks || task == TASKS) {
        find_ends(s);
        try_beginnings(s);
        return;
    }
    const odd_job *j = &w->job[w->job_of[task]];
    for (s->from[task] = j->arrival; s->from[task] + odd_longest(j) <= horizon;
         s->from[task] += w->grid)
        try_all(s, task + 1, horizon);
}

/* The second by which everything can be over without loss. */
static int64_t horizon_of(const odd_search *s)
{
    const odd_world *w = s->w;
    int64_t last = 0, slowest = 0, work = 0;
    for (int k = 0; k < w->types; k++) {
        const odd_type *type = &w->type[k];
        slowest = odd_later(slowest, odd_startup(w, k));
        for (int q = 0; q < type->n_prices; q++)
            last = odd_later(last, type->moving[q].from);
        for (int q = 0; q < type->n_supplies; q++)
            last = odd_later(last, type->supply[q].to < odd_far(w) ? type->supply[q].to
                                                                 : type->supply[q].from);
    }
    for (int i = 0; i < w->tasks; i++) {
        last = odd_later(last, w->job[w->job_of[i]].arrival);
        work += odd_longest(&w->job[w->job_of[i]]);
    }
    return last + (s->limited ? w->tasks : 1) * slowest + work;
}

static void fill_cheapest(odd_search *s)
{
    const odd_world *w = s->w;
    for (int k = 0; k < w->types; k++)
        for (int begin = 0; begin < ODD_HORIZON; begin++)
            for (int end = begin; end < ODD_HORIZON; end++) {
                odd_cost *cheapest = &s->cheapest[k][begin][end];
                int64_t ordered = begin * w->grid - odd_startup(w, k);
                *cheapest = -1;
                for (bool more = true; more && ordered >= 0; ordered -= w->grid) {
                    const odd_cost one = odd_bill(&w->type[k], ordered, end * w->grid);
                    *cheapest = *cheapest < 0 || one < *cheapest ? one : *cheapest;
                    more = w->type[k].n_prices > 0;
                }
            }
}

bool odd_try_exact(odd_search *s)
{
    const odd_world *w = s->w;
    const int64_t horizon = horizon_of(s);
    int64_t tried = 1;
    for (int i = 0; i < w->tasks; i++) {
        const odd_job *j = &w->job[w->job_of[i]];
        tried *= (horizon - j->arrival - odd_longest(j)) / w->grid + 1;
    }
    if (tried > MOST_TRIED || horizon / w->grid >= ODD_HORIZON)
        return false;
    if (!s->limited)
        fill_cheapest(s);
    try_all(s, 0, horizon);
    return s->steps <= MOST_STEPS;
}
