/* Odd packings: demands that just fit or just do not, prices of all sizes, equal ones,
 * free ones, tasks that weigh nothing, families that count differently; at times there
 * are only so many machines of a type. The optimum by dynamic programming over sets of
 * tasks, 3^7 steps at most; where supply is limited by trying every partition with every
 * choice of types. */
#include "odd.h"

enum { TASKS = 7, TYPES = 6, RESOURCES = 4, FAMILIES = 3, ANY = 1000 };

typedef struct {
    int resources, types, tasks, families;
    int64_t price[TYPES], capacity[TYPES][RESOURCES];
    int family[TYPES];
    int64_t need[TASKS][FAMILIES][RESOURCES];
    bool own[TASKS][FAMILIES]; /* demands of its own in that family */
    int copies[TASKS];
    int supply[TYPES]; /* ANY: no limit */
} packing;

static int64_t odd_price(uint64_t *rng, int style)
{
    switch (style) {
    case 0:
        return 1000000; /* all equal */
    case 1:
        return odd_between(rng, 1, 9);
    case 2:
        return odd_chance(rng, 50) ? odd_between(rng, 1, 1000) * 1000000000000
                                   : odd_between(rng, 1, 1000000);
    case 3:
        return odd_between(rng, 0, 3) * 1000000;
    default:
        return odd_between(rng, 100, 2000) * 1000;
    }
}

static int64_t odd_capacity(uint64_t *rng, int style)
{
    switch (style) {
    case 0:
        return odd_between(rng, 1, 20) * 1000000;
    case 1:
        return odd_between(rng, 1, 9999999);
    case 2:
        return odd_between(rng, 0, 4) * 1000000;
    case 3:
        return odd_between(rng, 1, 5000000) * odd_between(rng, 1, 1000000);
    default:
        return odd_between(rng, 1, 90) * 100000;
    }
}

/* Of what a capacity holds: a share of it, and a millionth more or less. */
static int64_t odd_need(uint64_t *rng, int64_t capacity)
{
    if (odd_chance(rng, 15))
        return 0;
    const int64_t share = odd_chance(rng, 60) ? capacity / odd_between(rng, 1, 4)
                                              : odd_between(rng, 0, capacity);
    const int64_t near = share + odd_between(rng, -1, 1);
    return near < 0 ? 0 : near > capacity ? capacity : near;
}

static void make(uint64_t *rng, packing *p)
{
    static const int often[] = {0, 0, 0, 2, 2, 4, 4, 4, 1, 3}; /* fine decimals take long */
    const int price = (int)odd_between(rng, 0, 5), capacity = often[odd_between(rng, 0, 9)];
    p->resources = (int)odd_between(rng, 1, RESOURCES);
    p->types = (int)odd_between(rng, 1, TYPES);
    p->families = (int)odd_between(rng, 1, FAMILIES);
    for (int k = 0; k < p->types; k++) {
        p->price[k] = odd_price(rng, price);
        p->family[k] = k < p->families ? k : (int)odd_between(rng, 0, p->families - 1);
        for (int r = 0; r < p->resources; r++)
            p->capacity[k][r] = odd_capacity(rng, capacity) + (r == 0); /* it has some */
    }
    p->families = p->families < p->types ? p->families : p->types;
    int left = (int)odd_between(rng, 1, TASKS);
    for (p->tasks = 0; left > 0; p->tasks++) {
        const int j = p->tasks, k = (int)odd_between(rng, 0, p->types - 1);
        p->copies[j] = odd_chance(rng, 60) ? 1 : (int)odd_between(rng, 1, left);
        left -= p->copies[j];
        for (int r = 0; r < p->resources; r++)
            p->need[j][0][r] = odd_need(rng, p->capacity[k][r]);
        for (int f = 1; f < p->families; f++)
            for (int r = 0; r < p->resources; r++)
                p->need[j][f][r] = p->need[j][0][r];
        if (p->families > 1 && odd_chance(rng, 25)) {
            const int f = (int)odd_between(rng, 1, p->families - 1);
            p->own[j][f] = true;
            for (int r = 0; r < p->resources; r++)
                p->need[j][f][r] = odd_between(rng, 0, p->capacity[k][r]);
        }
    }
}

/* In a quarter of the instances, drawn last: the others stay what they were. */
static void limit(uint64_t *rng, packing *p)
{
    const bool limited = odd_chance(rng, 25);
    for (int k = 0; k < p->types; k++)
        p->supply[k] = limited && odd_chance(rng, 70) ? (int)odd_between(rng, 0, 4) : ANY;
}

static void write_numbers(odd_instance *odd, const int64_t *number, int n)
{
    for (int r = 0; r < n; r++)
        ODD_SAY(odd, ",%lld.%06lld", ODD_MICRO(number[r]));
    ODD_SAY(odd, "\n");
}

static void write(const packing *p, odd_instance *odd)
{
    ODD_SAY(odd, "ullage,1,packing\nname,odd\nresource");
    for (int r = 0; r < p->resources; r++)
        ODD_SAY(odd, ",r%d", r);
    ODD_SAY(odd, "\n");
    for (int k = 0; k < p->types; k++) {
        ODD_SAY(odd, "type,k%d,f%d,%lld.%06lld", k, p->family[k], ODD_MICRO(p->price[k]));
        write_numbers(odd, p->capacity[k], p->resources);
        if (p->supply[k] != ANY)
            ODD_SAY(odd, "supply,k%d,%d\n", k, p->supply[k]);
    }
    for (int j = 0; j < p->tasks; j++) {
        ODD_SAY(odd, "task,t%d,%d,,,", j, p->copies[j]);
        write_numbers(odd, p->need[j][0], p->resources);
        for (int f = 0; f < p->families; f++)
            if (p->own[j][f]) {
                ODD_SAY(odd, "demand,t%d,f%d", j, f);
                write_numbers(odd, p->need[j][f], p->resources);
            }
    }
}

static bool holds(const packing *p, const int *task, unsigned set, int k)
{
    for (int r = 0; r < p->resources; r++) {
        odd_cost sum = 0;
        for (int q = 0; q < TASKS; q++)
            if ((set >> q & 1) != 0)
                sum += p->need[task[q]][p->family[k]][r];
        if (sum > p->capacity[k][r])
            return false;
    }
    return true;
}

/* The cheapest type that holds a set of single tasks, of which there are any; -1 when
 * none does. */
static odd_cost price_of(const packing *p, const int *task, unsigned set)
{
    odd_cost best = -1;
    for (int k = 0; k < p->types; k++)
        if (p->supply[k] > 0 && holds(p, task, set, k) && (best < 0 || p->price[k] < best))
            best = p->price[k];
    return best;
}

/* The record of each single task; how many there are. */
static int list_tasks(const packing *p, int *task)
{
    int n = 0;
    for (int j = 0; j < p->tasks; j++)
        for (int copy = 0; copy < p->copies[j]; copy++)
            task[n++] = j;
    return n;
}

/* The set's first task, with every part of the others, on every type left; -1: no plan. */
static void choose(packing *p, const int *task, unsigned set, odd_cost cost, odd_cost *best)
{
    if (*best >= 0 && cost >= *best)
        return;
    if (set == 0) {
        *best = cost;
        return;
    }
    const unsigned first = set & -set, others = set ^ first;
    for (unsigned part = others;; part = (part - 1) & others) {
        for (int k = 0; k < p->types; k++)
            if (p->supply[k] > 0 && holds(p, task, part | first, k)) {
                p->supply[k]--;
                choose(p, task, others ^ part, cost + p->price[k], best);
                p->supply[k]++;
            }
        if (part == 0)
            return;
    }
}

static bool solve_limited(packing *p, odd_cost *optimum)
{
    int task[TASKS] = {0};
    odd_cost best = -1;
    const int n = list_tasks(p, task);
    choose(p, task, (1u << n) - 1, 0, &best);
    *optimum = best * 1000000;
    return best >= 0;
}

static bool solve(const packing *p, odd_cost *optimum)
{
    int task[TASKS] = {0};
    odd_cost price[1 << TASKS], best[1 << TASKS] = {0};
    const int n = list_tasks(p, task);
    for (unsigned set = 1; set < 1u << n; set++) {
        const unsigned first = set & -set, others = set ^ first;
        price[set] = price_of(p, task, set);
        best[set] = -1;
        for (unsigned part = others;; part = (part - 1) & others) {
            const odd_cost one = price[part | first], rest = best[others ^ part];
            if (one >= 0 && rest >= 0 && (best[set] < 0 || one + rest < best[set]))
                best[set] = one + rest;
            if (part == 0)
                break;
        }
    }
    *optimum = best[(1u << n) - 1] * 1000000;
    return best[(1u << n) - 1] >= 0;
}

bool odd_packing(uint64_t seed, odd_instance *odd)
{
    packing p = {0};
    bool limited = false;
    make(&seed, &p);
    limit(&seed, &p);
    for (int k = 0; k < p.types; k++)
        limited = limited || p.supply[k] != ANY;
    const bool fits = odd->feasible = solve(&p, &odd->optimum);
    if (limited)
        odd->feasible = solve_limited(&p, &odd->optimum);
    write(&p, odd);
    return fits; /* the format refuses a task that fits nowhere */
}
