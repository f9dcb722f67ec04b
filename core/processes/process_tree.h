/* A process and all that descend from it, as /proc shows them. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* CPU seconds spent by the root and its descendants so far, those that have ended
 * and were waited for included; 0 when there is no such process. About 10
 * microseconds for each process of the machine. */
double ul_process_tree_cpu_s(pid_t root);

/* When `left_s` of CPU time may be spent at the earliest, all processors at work: no
 * need to look before. */
double ul_process_tree_look_s(double now_s, double left_s);

/* Whether what descends from a process, and itself where that is asked for, holds more
 * memory than this. A page that several share counts once among them: what they hold is
 * added up first, at about 10 microseconds for each, and shared pages are looked for only
 * where that is too much. */
bool ul_process_tree_above(pid_t root, bool with_root, size_t limit_kb);

/* How many threads all have that descend from a process. */
size_t ul_process_tree_threads(pid_t root);

/* What one process holds, in KiB: address space, and memory; 0 when it is gone. */
void ul_process_memory_kb(pid_t pid, size_t *space, size_t *resident);
size_t ul_process_resident_kb(pid_t pid);
