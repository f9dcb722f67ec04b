/* What a process has started, and what those started in turn: to be ended whole, whatever
 * session or group they made for themselves and whether or not their parents still live. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* From now on who below this process loses its parent becomes this process's own child. */
void ul_offspring_adopt(void);

/* Whether the child still runs; buries others that have ended meanwhile. The child itself
 * is not buried, so that its number, and that of its group, is nobody else's. */
bool ul_offspring_runs(pid_t child);

/* Kills and buries all that is left below a process that adopts; whether there was any. */
bool ul_offspring_end(void);

/* Kills all processes in whose environment the entry NAME=VALUE stands, until there are
 * none, or for so long: for those whose keeper is gone. */
void ul_offspring_end_marked(const char *entry, double seconds);
