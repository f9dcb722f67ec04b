#include "clock.h"

#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

double ul_clock_wall_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double usage_s(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
           + 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double ul_clock_cpu_s(void)
{
    return usage_s(RUSAGE_SELF) + usage_s(RUSAGE_CHILDREN) + ul_clock_lost_s();
}

static _Atomic unsigned long long lost_us;

void ul_clock_lose(double seconds)
{
    if (seconds > 0)
        lost_us += (unsigned long long)(1e6 * seconds);
}

double ul_clock_lost_s(void)
{
    return 1e-6 * (double)lost_us;
}

long ul_clock_peak_rss_kb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}
