/* Moments in order, for the sweeps of the check. O(n log n). */
#include <stdlib.h>

#include "timeline_check.h"

static int key_order(const void *a, const void *b)
{
    const ul_timeline_key *x = a, *y = b;
    UL_LOWER_FIRST(x->group, y->group);
    UL_LOWER_FIRST(x->at_s, y->at_s);
    UL_LOWER_FIRST(x->order, y->order);
    return x->what < y->what ? -1 : x->what > y->what;
}

void ul_timeline_sort(ul_timeline_key *key, size_t n)
{
    if (n > 1)
        qsort(key, n, sizeof *key, key_order);
}
