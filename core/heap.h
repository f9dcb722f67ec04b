/* A heap in an array, the first in order on top; a macro, since the language has no
 * templates.
 *
 * UL_HEAP(queue, node *, before, 2) defines queue_push() and queue_pop() over a
 * `node **` that has room and a count. before(a, b) says whether a comes out before
 * b; it may be a macro. With more children a node (4) the heap is flatter, which pays
 * where pushes are many. Of equals, which comes first is the same in every run.
 * O(log n) each.
 */
#pragma once

#include <stddef.h>

#define UL_HEAP(name, type, before, children)                                                     \
    static inline void name##_push(type *heap, size_t *n, type item)                              \
    {                                                                                             \
        size_t at = (*n)++;                                                                       \
        for (; at > 0 && before(item, heap[(at - 1) / (children)]); at = (at - 1) / (children))   \
            heap[at] = heap[(at - 1) / (children)];                                               \
        heap[at] = item;                                                                          \
    }                                                                                             \
    static inline type name##_pop(type *heap, size_t *n) /* *n > 0 */                             \
    {                                                                                             \
        type top = heap[0];                                                                       \
        type last = heap[--*n];                                                                   \
        size_t at = 0;                                                                            \
        for (size_t first; (first = (children) * at + 1) < *n;) {                                 \
            const size_t end = first + (children) < *n ? first + (children) : *n;                 \
            size_t least = first;                                                                 \
            for (size_t q = first + 1; q < end; q++)                                              \
                if (before(heap[q], heap[least]))                                                 \
                    least = q;                                                                    \
            if (!before(heap[least], last))                                                       \
                break;                                                                            \
            heap[at] = heap[least];                                                               \
            at = least;                                                                           \
        }                                                                                         \
        heap[at] = last;                                                                          \
        return top;                                                                               \
    }
