#include "repeated_sum.h"

#include <math.h>

/* How many further steps of the exact size `step` keep a sum below `limit`, and
 * below the goal until the last of them. All three are whole multiples of one unit
 * in the last place, far fewer than 2^53 of them. */
static uint64_t steps_below(double sum, double step, double limit, double goal)
{
    const double room = fmin(limit, goal) - sum;
    return room > step ? (uint64_t)(room / step) : 0;
}

uint64_t ul_repeated_sum(double *sum, double step, double goal, uint64_t n)
{
    uint64_t left = n;
    double s = *sum;
    while (left > 0 && s < goal) {
        const double before = s;
        s += step;
        left--;
        if (s == before) { /* lost in rounding, and so are all the others */
            left = 0;
            break;
        }
        /* The first addition inside a binade may break a tie that the following ones
         * do not have: the second is the pattern. */
        const double limit = ldexp(1, ilogb(s) + 1);
        if (left == 0 || s >= goal || before < limit / 2 || s + step >= limit)
            continue;
        const double exact = (s + step) - s;
        s += step;
        left--;
        uint64_t more = steps_below(s, exact, limit, goal);
        more = more > 1 ? more - 1 : 0; /* the quotient is rounded: stop short of both */
        if (more > left)
            more = left;
        s += (double)more * exact;
        left -= more;
    }
    *sum = s;
    return n - left;
}
