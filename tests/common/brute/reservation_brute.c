#include "reservation_brute.h"

#include <stdio.h>

enum { INTERVALS = 3, PEAK = 3 };

void reservation_random(ul_rng *rng, bool one_level, char *text, size_t room)
{
    size_t n = (size_t)snprintf(text, room, "ullage,1,reservation\nname,tiny\ninterval_hours,10\n"
                                "objective,%s\nintervals,%d\nclass,od,0,0,1,used\n",
                                ul_rng_below(rng, 2) ? "pure" : "total", INTERVALS);
    for (int c = 0; c < 2; c++) {
        const bool always = !one_level && ul_rng_below(rng, 3) == 0;
        const int64_t price = one_level ? 25 : ul_rng_between(rng, 5, always ? 50 : 90);
        n += (size_t)snprintf(text + n, room - n, "class,c%d,%d,%d.%02d,0.%02d,%s\n", c,
                              (int)ul_rng_between(rng, 1, 4), (int)ul_rng_between(rng, 0, 14),
                              (int)ul_rng_below(rng, 100), (int)price, always ? "always" : "used");
    }
    for (int t = 1; t <= INTERVALS; t++) {
        int64_t hours = 1000;
        for (int64_t j = ul_rng_between(rng, t == 1, PEAK); j > 0; j--) {
            hours = ul_rng_between(rng, 1, hours);
            n += (size_t)snprintf(text + n, room - n, "usage,%d,%d.%02d,1\n", t,
                                  (int)hours / 100, (int)hours % 100);
        }
    }
}

/* By definition: rank j of interval t costs the cheapest of what is active
 * beyond the ranks before it. */
static ul_cost cost_of(const ul_reservation *in, int bought[INTERVALS][3])
{
    ul_cost cost = 0;
    for (size_t t = 0; t < INTERVALS; t++) {
        ul_micro rate[2 * INTERVALS * PEAK + PEAK];
        size_t n = 0;
        for (size_t c = 1; c < 3; c++) {
            const ul_reservation_class *class = &in->classes[c];
            const bool always = class->billing == UL_BILL_ALWAYS;
            cost += ul_reservation_lease(in, t, c, in->objective) * bought[t][c];
            for (size_t from = 0; from <= t; from++)
                for (int q = 0; q < bought[from][c] && t < from + class->term; q++)
                    rate[n++] = always ? 0 : class->price;
        }
        for (size_t a = 0; a < n; a++)
            for (size_t b = a + 1; b < n; b++)
                if (rate[b] < rate[a]) {
                    const ul_micro swap = rate[a];
                    rate[a] = rate[b];
                    rate[b] = swap;
                }
        size_t rank = 0;
        for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
            for (uint32_t q = 0; q < in->step[s].instances; q++, rank++) {
                const ul_micro price = rank < n && rate[rank] < UL_MICRO ? rate[rank] : UL_MICRO;
                cost += (ul_cost)price * in->step[s].hours;
            }
    }
    return cost;
}

ul_cost reservation_brute(const ul_reservation *in)
{
    int bought[INTERVALS][3] = {0};
    ul_cost least = cost_of(in, bought);
    for (;;) {
        int q = 0;
        while (q < 2 * INTERVALS && ++bought[q / 2][1 + q % 2] > (int)in->peak)
            bought[q / 2][1 + q % 2] = 0, q++;
        if (q == 2 * INTERVALS)
            return least;
        const ul_cost cost = cost_of(in, bought);
        least = cost < least ? cost : least;
    }
}
