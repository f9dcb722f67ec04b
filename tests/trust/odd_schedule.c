/* Odd worlds over time: a handful of tasks that just fit beside each other or do not,
 * machines that boot, are billed in units or at least for so long, cost nothing, move in
 * price, or are to be had only at times; gangs, images, neighbours that slow each other
 * down, tasks that stretch, work that is lost. Three styles lean towards the worlds that
 * some policies insist on: single slots, whole nodes, a pool beside a market. */
#include "odd_schedule.h"

typedef enum { ANY_STYLE, SLOTS, NODES, POOL } style;

/* So many grid steps. */
static int64_t steps(uint64_t *rng, const odd_world *w, int low, int high)
{
    return odd_between(rng, low, high) * w->grid;
}

static int64_t odd_price(uint64_t *rng)
{
    static const int64_t price[] = {0, 1, 1000000, 1000000, 2000000, 3600000, 999999, 1000000000000};
    return odd_chance(rng, 50) ? price[odd_between(rng, 0, 7)] : odd_between(rng, 1, 9) * 360000;
}

static void make_billing(uint64_t *rng, const odd_world *w, odd_type *k)
{
    k->unit = odd_chance(rng, 40)   ? 0
              : odd_chance(rng, 50) ? steps(rng, w, 1, 4)
              : w->exact && w->grid % 1000000 != 0 ? 0 : 1000000;
    k->least = odd_chance(rng, 70) ? 0 : steps(rng, w, 0, 5);
    if (!w->exact && odd_chance(rng, 30))
        k->unit += odd_between(rng, 1, 3000000);
}

static void make_startup(uint64_t *rng, const odd_world *w, odd_type *k)
{
    if (w->n_boots == 0 || odd_chance(rng, 10))
        k->billed_after = odd_chance(rng, 60) ? 0 : steps(rng, w, 0, 2);
    k->usable_after = odd_chance(rng, 50) ? 0 : steps(rng, w, 0, 1);
    k->gone_after = odd_chance(rng, 60) ? 0 : steps(rng, w, 0, 2);
    k->drawn = odd_chance(rng, 85) ? 0 : steps(rng, w, 0, 2);
}

static void make_prices(uint64_t *rng, const odd_world *w, odd_type *k)
{
    int64_t from = 0;
    if (odd_chance(rng, 75))
        return;
    k->n_prices = (int)odd_between(rng, 1, 2);
    for (int q = 0; q < k->n_prices; q++) {
        from += steps(rng, w, 1, 2);
        k->moving[q] = (odd_record){from, 0, odd_price(rng)};
    }
}

static void make_supply(uint64_t *rng, const odd_world *w, odd_type *k, int per_cent)
{
    if (!odd_chance(rng, per_cent))
        return;
    k->n_supplies = (int)odd_between(rng, 1, 2);
    for (int q = 0; q < k->n_supplies; q++) {
        const int64_t from = odd_chance(rng, 60) ? 0 : steps(rng, w, 0, 3);
        const int64_t to = odd_chance(rng, 60) ? odd_far(w)
                                               : from + steps(rng, w, 1, 6);
        k->supply[q] = (odd_record){from, to, odd_between(rng, 0, 3)};
    }
    if (odd_chance(rng, 25)) {
        k->service[0] = (odd_record){k->supply[0].from, k->supply[0].to, 0};
        k->n_services = 1;
        k->service[0].amount = odd_between(rng, 0, k->supply[0].amount);
    }
}

static void make_type(uint64_t *rng, const odd_world *w, style s, odd_type *k)
{
    k->price = s == POOL && odd_chance(rng, 60) ? 0 : odd_price(rng);
    k->family = w->stretch ? 0 : (int)odd_between(rng, 0, w->families - 1);
    for (int r = 0; r < w->resources; r++)
        k->capacity[r] = s == SLOTS || s == NODES ? 1000000 : odd_between(rng, 0, 4) * 1000000;
    if (k->capacity[0] == 0)
        k->capacity[0] = 3000000;
    make_billing(rng, w, k);
    make_startup(rng, w, k);
    make_supply(rng, w, k, s == POOL ? 80 : 20);
    if (!w->exact && w->grid >= 43200000000 && odd_chance(rng, 60))
        for (k->n_shares = (int)odd_between(rng, 1, SHARES); k->share[k->n_shares - 1] == 0;)
            for (int q = 0; q < k->n_shares; q++)
                k->share[q] = odd_between(rng, 1, 10) * 100000;
    else
        make_prices(rng, w, k);
}

/* Eagle's servers: there at all times, transient ones beside them. */
static void make_slots(uint64_t *rng, odd_world *w)
{
    odd_type *first = &w->type[0];
    first->billed_after = first->usable_after = first->drawn = 0;
    first->n_services = 0;
    first->n_supplies = 1;
    first->supply[0] = (odd_record){0, odd_far(w), odd_between(rng, 1, 4)};
    w->type[1].n_supplies = w->type[1].n_services = 0;
    w->type[1].drawn = 0;
}

/* The third of the demand on a family that a task has, of what some type holds. */
static void make_demand(uint64_t *rng, const odd_world *w, style s, int family, int64_t *demand)
{
    int k = (int)odd_between(rng, 0, w->types - 1);
    for (int q = 0; q < w->types && w->type[k].family != family; q++)
        k = q;
    for (int r = 0; r < w->resources; r++) {
        const int64_t all = w->type[k].capacity[r];
        demand[r] = s == SLOTS || s == NODES || odd_chance(rng, 30) ? all : all / odd_between(rng, 1, 3);
        if (s == ANY_STYLE && odd_chance(rng, 20))
            demand[r] = odd_chance(rng, 50) ? 0 : all / 2 + 1;
        if (s == ANY_STYLE && demand[r] > all)
            demand[r] = all;
    }
    if (w->stretch && odd_chance(rng, 40))
        demand[0] = demand[0] * 2 + 1000000;
}

static void make_job(uint64_t *rng, const odd_world *w, style s, odd_job *j, int most)
{
    j->n_tasks = odd_chance(rng, 60) ? 1 : (int)odd_between(rng, 1, most);
    j->arrival = steps(rng, w, 0, 3);
    j->work = steps(rng, w, 0, 3);
    j->gang = s != SLOTS && !w->stretch && odd_chance(rng, s == NODES ? 80 : 20);
    j->workload = (int)odd_between(rng, -1, WORKLOADS - 1);
    j->image = -1;
    make_demand(rng, w, s, w->type[0].family, j->demand);
    if (w->families > 1 && odd_chance(rng, 30)) {
        j->own = true;
        make_demand(rng, w, s, 1, j->other);
    }
    if (s != SLOTS && odd_chance(rng, 50)) {
        j->fetch = steps(rng, w, 0, 1);
        j->build = odd_chance(rng, 50) ? 0 : steps(rng, w, 0, 1);
        j->init = odd_chance(rng, 60) ? 0 : steps(rng, w, 0, 1);
        j->kill = odd_chance(rng, 60) ? 0 : steps(rng, w, 0, 1);
        j->upload = odd_chance(rng, 60) ? 0 : steps(rng, w, 0, 1);
        if (!w->exact && j->fetch > 0 && odd_chance(rng, 50))
            j->image = (int)odd_between(rng, 0, 1);
    }
    if (!w->exact && s == ANY_STYLE && j->work > 0 && odd_chance(rng, 20))
        j->per_second = odd_between(rng, 1, 6) * 500000;
    j->estimate = odd_chance(rng, 70) ? -1 : steps(rng, w, 0, 5);
}

static void make_jobs(uint64_t *rng, odd_world *w, style s)
{
    const int most = odd_chance(rng, 5) ? TASKS : odd_chance(rng, 70) ? 3 : 2;
    for (w->jobs = 0, w->tasks = 0; w->jobs < JOBS && w->tasks < most; w->jobs++) {
        odd_job *j = &w->job[w->jobs];
        make_job(rng, w, s, j, most - w->tasks);
        for (int q = 0; q < j->n_tasks; q++)
            w->job_of[w->tasks++] = w->jobs;
    }
    if (s == SLOTS) /* a message takes everybody equally long */
        for (int j = 1; j < w->jobs; j++)
            w->job[j].fetch = w->job[0].fetch;
}

static void make(uint64_t *rng, odd_world *w)
{
    static const int64_t grid[] = {1000, 500000, 1000000, 7000000, 60000000, 3600000000, 43200000000};
    static const style often[] = {ANY_STYLE, ANY_STYLE, ANY_STYLE, ANY_STYLE, SLOTS, NODES, POOL};
    const style s = often[odd_between(rng, 0, 6)];
    w->grid = grid[odd_between(rng, 0, 6)];
    w->exact = odd_chance(rng, 60);
    w->kept = !w->exact && odd_chance(rng, 70);
    w->stretch = !w->exact && (s == POOL ? odd_chance(rng, 60) : odd_chance(rng, 5));
    w->round = odd_chance(rng, 15) ? 0 : steps(rng, w, 1, 3);
    w->cutoff = s == SLOTS || odd_chance(rng, 20) ? steps(rng, w, 0, 3) : -1;
    w->resources = s == ANY_STYLE ? (int)odd_between(rng, 1, RESOURCES) : 1;
    w->families = s == ANY_STYLE && !w->stretch ? (int)odd_between(rng, 1, 2) : 1;
    w->types = s == SLOTS ? 2 : s == NODES ? 1 : (int)odd_between(rng, 1, TYPES);
    w->wait = steps(rng, w, 0, 4);
    if (w->grid % 1000000 == 0 && odd_chance(rng, s == NODES ? 80 : 5))
        for (w->n_boots = (int)odd_between(rng, 1, 2); w->boot[1] == 0;) {
            w->boot[0] = steps(rng, w, 0, 1);
            w->boot[1] = w->boot[0] + steps(rng, w, 0, 2) + w->grid;
        }
    for (int k = 0; k < w->types; k++)
        make_type(rng, w, s, &w->type[k]);
    if (w->families > 1)
        w->type[0].family = w->types > 1 ? 0 : 1;
    if (w->types > 1)
        w->type[1].family = w->families - 1;
    if (s == SLOTS)
        make_slots(rng, w);
    make_jobs(rng, w, s);
    for (int v = 0; v < WORKLOADS; v++)
        for (int b = 0; b < WORKLOADS; b++)
            w->rate[v][b] = w->exact || odd_chance(rng, 40) ? 1000000
                                                            : odd_between(rng, 1, 10) * 100000;
}

/* ---- the file ---- */

#define MICRO "%lld.%06lld"

static void write_type(const odd_world *w, int q, odd_instance *odd)
{
    const odd_type *k = &w->type[q];
    ODD_SAY(odd, "type,k%d,f%d," MICRO, q, k->family, ODD_MICRO(k->price));
    for (int r = 0; r < w->resources; r++)
        ODD_SAY(odd, "," MICRO, ODD_MICRO(k->capacity[r]));
    ODD_SAY(odd, "\nbilling," MICRO "," MICRO ",k%d\n", ODD_MICRO(k->unit), ODD_MICRO(k->least), q);
    ODD_SAY(odd, "startup,k%d," MICRO "," MICRO "," MICRO, q, ODD_MICRO(k->billed_after),
            ODD_MICRO(k->usable_after), ODD_MICRO(k->gone_after));
    if (k->drawn > 0)
        ODD_SAY(odd, "," MICRO, ODD_MICRO(k->usable_after + k->drawn));
    ODD_SAY(odd, "\n");
    for (int p = 0; p < k->n_prices; p++)
        ODD_SAY(odd, "price,k%d," MICRO "," MICRO "\n", q, ODD_MICRO(k->moving[p].from),
                ODD_MICRO(k->moving[p].amount));
    for (int p = 0; p < k->n_supplies; p++)
        ODD_SAY(odd, "supply,k%d,%lld," MICRO "," MICRO "\n", q, (long long)k->supply[p].amount,
                ODD_MICRO(k->supply[p].from), ODD_MICRO(k->supply[p].to));
    for (int p = 0; p < k->n_services; p++)
        ODD_SAY(odd, "service,k%d,%lld," MICRO "," MICRO "\n", q, (long long)k->service[p].amount,
                ODD_MICRO(k->service[p].from), ODD_MICRO(k->service[p].to));
    if (k->n_shares > 0)
        ODD_SAY(odd, "sustained,k%d," MICRO, q, ODD_MICRO(2 * w->grid * k->n_shares));
    for (int p = 0; p < k->n_shares; p++)
        ODD_SAY(odd, "," MICRO, ODD_MICRO(k->share[p]));
    ODD_SAY(odd, k->n_shares > 0 ? "\n" : "");
}

static void write_job(const odd_world *w, int q, odd_instance *odd)
{
    const odd_job *j = &w->job[q];
    ODD_SAY(odd, "job,j%d," MICRO ",%d,", q, ODD_MICRO(j->arrival), j->n_tasks);
    if (j->workload >= 0)
        ODD_SAY(odd, "w%d", j->workload);
    ODD_SAY(odd, "," MICRO ",%s", ODD_MICRO(j->work), j->gang ? "gang" : "free");
    for (int r = 0; r < w->resources; r++)
        ODD_SAY(odd, "," MICRO, ODD_MICRO(j->demand[r]));
    ODD_SAY(odd, "\n");
    if (j->own) {
        ODD_SAY(odd, "demand,j%d,f1", q);
        for (int r = 0; r < w->resources; r++)
            ODD_SAY(odd, "," MICRO, ODD_MICRO(j->other[r]));
        ODD_SAY(odd, "\n");
    }
    if (j->per_second > 0)
        ODD_SAY(odd, "iterations,j%d,%.9f," MICRO "\n", q,
                (double)j->work / 1e6 * ((double)j->per_second / 1e6), ODD_MICRO(j->per_second));
    if (j->estimate >= 0)
        ODD_SAY(odd, "estimate,j%d," MICRO "\n", q, ODD_MICRO(j->estimate));
    ODD_SAY(odd, "moving,j%d," MICRO "," MICRO "," MICRO "," MICRO "," MICRO, q,
            ODD_MICRO(j->fetch), ODD_MICRO(j->build), ODD_MICRO(j->init), ODD_MICRO(j->kill),
            ODD_MICRO(j->upload));
    if (j->image >= 0)
        ODD_SAY(odd, ",image%d", j->image);
    ODD_SAY(odd, "\n");
}

static void write(const odd_world *w, odd_instance *odd)
{
    ODD_SAY(odd, "ullage,1,schedule\nname,odd\nresource,r0%s\nround," MICRO "\ncut-off,%s\n",
            w->resources > 1 ? ",r1" : "", ODD_MICRO(w->round), w->kept ? "kept" : "lost");
    if (w->cutoff >= 0)
        ODD_SAY(odd, "cutoff," MICRO "\n", ODD_MICRO(w->cutoff));
    if (w->stretch)
        ODD_SAY(odd, "stretch,r0\n");
    for (int k = 0; k < w->types; k++)
        write_type(w, k, odd);
    for (int q = 0; q < w->n_boots; q++)
        ODD_SAY(odd, "boot,%d," MICRO "\n", q + 1, ODD_MICRO(w->boot[q]));
    for (int j = 0; j < w->jobs; j++)
        write_job(w, j, odd);
    for (int v = 0; v < WORKLOADS; v++)
        for (int b = 0; b < WORKLOADS; b++)
            if (w->rate[v][b] < 1000000)
                ODD_SAY(odd, "throughput,w%d,w%d," MICRO "\n", v, b, ODD_MICRO(w->rate[v][b]));
}

/* The format refuses a task that fits nowhere; so it is made to fit the first type. */
static void make_fit(odd_world *w)
{
    for (int j = 0; j < w->jobs; j++) {
        bool fits = false;
        for (int k = 0; k < w->types; k++) {
            const odd_type *type = &w->type[k];
            const int64_t *need = w->job[j].own && type->family == 1 ? w->job[j].other
                                                                     : w->job[j].demand;
            bool holds = true;
            for (int r = w->stretch; r < w->resources; r++)
                holds = holds && need[r] <= type->capacity[r];
            fits = fits || holds;
        }
        if (fits)
            continue;
        w->job[j].own = false;
        for (int r = 0; r < w->resources; r++)
            w->job[j].demand[r] = w->type[0].capacity[r];
    }
}

bool odd_schedule(uint64_t seed, odd_instance *odd)
{
    odd_world w = {0};
    make(&seed, &w);
    if (w.stretch) /* what is stretched is equally large in all of a family */
        for (int k = 1; k < w.types; k++)
            w.type[k].capacity[0] = w.type[0].capacity[0];
    make_fit(&w);
    write(&w, odd);
    const odd_best best = odd_schedule_best(&w);
    odd->feasible = best.any >= 0 || !w.exact;
    odd->unknown = best.any < 0;
    odd->at_most = !w.exact;
    for (int k = 0; k < w.types; k++)
        odd->limited = odd->limited || w.type[k].n_supplies > 0;
    odd->optimum = best.any;
    odd->waiting = best.waiting;
    odd->wait_s = (double)w.wait / 1e6;
    return true;
}
