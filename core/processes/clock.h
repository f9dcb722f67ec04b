/* Wall and CPU clocks, in seconds. */
#ifndef UL_CLOCK_H
#define UL_CLOCK_H

double ul_clock_wall_s(void);    /* monotonic; only differences mean something */
double ul_clock_cpu_s(void);     /* CPU time of this process and its waited-for children */
long ul_clock_peak_rss_kb(void); /* largest resident set of this process so far */

#endif
