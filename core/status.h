/* Faults: what went wrong, where, and what to do about it.
 *
 * A function that can fail returns a ul_status. The sentence that goes with a
 * fault is kept per thread by ul_fail() and read with ul_error_text(); outcomes
 * of a solve (optimal, time limit, ...) are not faults, see methods/run.h.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    UL_OK = 0,
    UL_E_INPUT,    /* a file or an option value is wrong */
    UL_E_IO,       /* the operating system refused a read or a write */
    UL_E_MEMORY,   /* no memory */
    UL_E_STOPPED,  /* the user ended it before it was done */
    UL_E_INTERNAL  /* a promise of our own code does not hold */
} ul_status;

/* Records the sentence and returns the status, so that a fault is one line:
 *     return ul_fail(UL_E_INPUT, "%s:%zu: price is negative", file, line); */
ul_status ul_fail(ul_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* Records "out of memory" and returns UL_E_MEMORY. */
ul_status ul_no_memory(void) __attribute__((cold));

/* The last sentence recorded on this thread; "" when there is none. */
const char *ul_error_text(void);

#define UL_TRY(call)                      \
    do {                                  \
        const ul_status ul_try_ = (call); \
        if (ul_try_ != UL_OK)             \
            return ul_try_;               \
    } while (0)

/* "No such index". */
#define UL_NONE ((size_t)-1)

/* ---- below: not for plugins ---- */

/* Returns the fault from the calling function where there was no memory for a pointer, or for one
 * of several: UL_NEED(a && b); */
#define UL_NEED(had)               \
    do {                           \
        if (!(had))                \
            return ul_no_memory(); \
    } while (0)

/* For comparisons of qsort(), key by key: returns from the calling function where two differ. */
#define UL_LOWER_FIRST(x, y)           \
    do {                               \
        if ((x) != (y))                \
            return (x) < (y) ? -1 : 1; \
    } while (0)
#define UL_HIGHER_FIRST(x, y) UL_LOWER_FIRST(y, x)

/* Before a variable: what it holds is freed where its block ends, by a function of its address.
 *     UL_FREED_BY(ul_pattern_pool_clear) ul_pattern_pool pool = {0}; */
#define UL_FREED_BY(function) __attribute__((cleanup(function)))

/* Records the sentence, sets *valid to false and returns UL_OK: what was looked at
 * is wrong, which is no fault of who looked. */
ul_status ul_refuse(bool *valid, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* Puts "PREFIX: " before the sentence already recorded. */
ul_status ul_fail_prefix(ul_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));
