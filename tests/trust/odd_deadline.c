/* Odd deadlines: a few ticks, overheads longer than a tick or none, prices that are equal or
 * nothing. The optimum by trying every sequence of modes, each judged by its stretches. */
#include "odd.h"

enum { TICKS = 8, SPOT = 1 };

typedef struct {
    int ticks, usable;
    int64_t tick_s, work_s, deadline_s, overhead_s;
    int64_t price[3]; /* idle, spot, on demand, in millionths of a dollar an hour */
    bool there[TICKS];
} job;

static bool make(uint64_t *rng, job *j)
{
    j->ticks = (int)odd_between(rng, 1, TICKS);
    j->tick_s = odd_between(rng, 1, 20);
    j->overhead_s = odd_chance(rng, 20) ? 0 : odd_between(rng, 1, 2 * j->tick_s);
    if (odd_chance(rng, 30))
        j->overhead_s = j->tick_s * odd_between(rng, 1, 2);
    j->deadline_s = j->ticks * j->tick_s - (odd_chance(rng, 70) ? 0 : odd_between(rng, 0, j->tick_s));
    j->usable = (int)(j->deadline_s / j->tick_s);
    const int64_t most_s = j->usable * j->tick_s - j->overhead_s;
    if (j->deadline_s < 1 || most_s < 1)
        return false;
    j->work_s = odd_between(rng, 1, most_s);
    for (int mode = 1; mode < 3; mode++)
        j->price[mode] = odd_chance(rng, 10) ? 0 : odd_between(rng, 1, 5000000);
    if (odd_chance(rng, 10))
        j->price[2] = j->price[1];
    for (int i = 0; i < j->ticks; i++)
        j->there[i] = odd_chance(rng, 60);
    return true;
}

static void write(const job *j, odd_instance *odd)
{
    ODD_SAY(odd, "ullage,1,deadline\nname,odd\ntick,%lld\njob,%lld,%lld,%lld\n",
            (long long)j->tick_s, (long long)j->work_s, (long long)j->deadline_s,
            (long long)j->overhead_s);
    ODD_SAY(odd, "price,%lld.%06lld,%lld.%06lld\n", ODD_MICRO(j->price[1]), ODD_MICRO(j->price[2]));
    for (int i = 0; i < j->ticks; i++)
        ODD_SAY(odd, "%s,1\n", j->there[i] ? "spot" : "none");
}

/* Work of a sequence: each stretch on one machine is worth its ticks less the overhead. */
static int64_t work_of(const job *j, const int *mode)
{
    int64_t sum_s = 0;
    for (int i = 0, end; i < j->usable; i = end) {
        for (end = i + 1; end < j->usable && mode[end] == mode[i];)
            end++;
        const int64_t worth_s = (end - i) * j->tick_s - j->overhead_s;
        sum_s += mode[i] != 0 && worth_s > 0 ? worth_s : 0;
    }
    return sum_s;
}

static void try_modes(const job *j, int i, int *mode, int64_t price, int64_t *best)
{
    if (*best >= 0 && price >= *best)
        return;
    if (i == j->usable) {
        if (work_of(j, mode) >= j->work_s)
            *best = price;
        return;
    }
    for (mode[i] = 0; mode[i] < 3; mode[i]++)
        if (mode[i] != SPOT || j->there[i])
            try_modes(j, i + 1, mode, price + j->price[mode[i]], best);
}

bool odd_deadline(uint64_t seed, odd_instance *odd)
{
    job j = {0};
    int mode[TICKS] = {0};
    int64_t best = -1;
    if (!make(&seed, &j))
        return false;
    write(&j, odd);
    try_modes(&j, 0, mode, 0, &best);
    odd->feasible = best >= 0;
    odd->optimum = (odd_cost)best * 1000000 * j.tick_s / 3600;
    return true;
}
