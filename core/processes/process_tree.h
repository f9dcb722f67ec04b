/* A process and all that descend from it, as /proc shows them. */
#ifndef UL_PROCESS_TREE_H
#define UL_PROCESS_TREE_H

#include <sys/types.h>

/* CPU seconds spent by the root and its descendants so far, those that have ended
 * and were waited for included; 0 when there is no such process. About 10
 * microseconds for each process of the machine. */
double ul_process_tree_cpu_s(pid_t root);

/* When `left_s` of CPU time may be spent at the earliest, all processors at work: no
 * need to look before. */
double ul_process_tree_look_s(double now_s, double left_s);

/* What the descendants of a process hold in memory, in KiB, so many generations and one:
 * pages that several share are counted in each. About 10 microseconds for each of them. */
enum { UL_GENERATIONS = 64 };
size_t ul_process_offspring_kb(pid_t root, int depth);

/* What one process holds, in KiB: address space, and memory; 0 when it is gone. */
void ul_process_memory_kb(pid_t pid, size_t *space, size_t *resident);

#endif
