/* Moments in order, for the sweeps of the check. O(n log n). */
#include <stdlib.h>

#include "timeline_check.h"

static int key_order(const void *a, const void *b)
{
    const ul_timeline_key *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->at_s != y->at_s)
        return x->at_s < y->at_s ? -1 : 1;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return x->what < y->what ? -1 : x->what > y->what;
}

void ul_timeline_sort(ul_timeline_key *key, size_t n)
{
    if (n > 1)
        qsort(key, n, sizeof *key, key_order);
}
