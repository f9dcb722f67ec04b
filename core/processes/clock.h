/* Wall and CPU clocks, in seconds. */
#pragma once

double ul_clock_wall_s(void);    /* monotonic; only differences mean something */
double ul_clock_cpu_s(void);     /* CPU time of this process, its waited-for children and what was lost */
long ul_clock_peak_rss_kb(void); /* largest resident set of this process so far */

/* CPU time of processes that were killed together with who would have waited for them: the
 * kernel adds it to nobody's. Counted by who has looked before the kill. */
void ul_clock_lose(double seconds);
double ul_clock_lost_s(void);
