/* See missing.h. A page has one thread, so the context of a sort may be a static variable. */
#include "missing.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static int (*order_with)(const void *, const void *, void *);
static void *order_context;

static int order_of(const void *a, const void *b)
{
    return order_with(a, b, order_context);
}

void qsort_r(void *array, size_t n, size_t size,
             int (*order)(const void *, const void *, void *), void *context)
{
    order_with = order;
    order_context = context;
    qsort(array, n, size, order_of);
}

/* What emscripten has of it says nothing. The one thread of a page's worker is taken to compute
 * all the time; its memory never shrinks. */
int getrusage(int who, struct rusage *usage)
{
    struct timespec now = {0};
    if (who == RUSAGE_SELF)
        clock_gettime(CLOCK_MONOTONIC, &now);
    *usage = (struct rusage){.ru_utime = {now.tv_sec, now.tv_nsec / 1000},
                             .ru_maxrss = (long)__builtin_wasm_memory_size(0) * 64};
    return 0;
}

/* Of processes, of which there are none. */
int prctl(int option, ...)
{
    return -option;
}

pid_t wait4(pid_t child, int *status, int options, struct rusage *usage)
{
    (void)child, (void)status, (void)options, (void)usage;
    errno = ECHILD;
    return -1;
}
