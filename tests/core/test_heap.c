#include <criterion/criterion.h>

#include "heap.h"
#include "rng.h"

typedef struct {
    int key, number;
} entry;

#define BEFORE(a, b) ((a).key < (b).key)
UL_HEAP(two, entry, BEFORE, 2)
UL_HEAP(four, entry, BEFORE, 4)

enum { N = 500 };

static void expect_sorted(void (*push)(entry *, size_t *, entry), entry (*pop)(entry *, size_t *))
{
    entry heap[N];
    size_t n = 0;
    bool seen[N] = {false};
    int last = -1;
    ul_rng *rng = ul_rng_new(1);
    for (int q = 0; q < N; q++)
        push(heap, &n, (entry){(int)ul_rng_below(rng, 50), q});
    while (n > 0) {
        const entry next = pop(heap, &n);
        cr_assert(next.key >= last && !seen[next.number]);
        last = next.key;
        seen[next.number] = true;
    }
    ul_rng_free(rng);
}

Test(heap, what_is_least_comes_first_and_nothing_is_lost)
{
    expect_sorted(two_push, two_pop);
    expect_sorted(four_push, four_pop);
}
