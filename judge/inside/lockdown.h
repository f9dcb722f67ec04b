/* What a candidate may ask of the system: memory, and lines on the pipes that are open. A
 * file, a socket, a process or a sleep kills it (seccomp), so that what it was not told it
 * cannot find out, and everybody sees that it tried.
 */
#pragma once

#include "arena.h"
#include "status.h"

/* From now on, in this process. Who opens a file gets a signal, SIGSYS, whose handler, set before,
 * stays; nothing is opened. */
ul_status ul_lockdown(void);
/* What becomes of who asks for something else. */
void ul_lockdown_kill(void) __attribute__((noreturn));

/* What a program of its own may not: another process, a socket that is not the machine's own,
 * another process's memory, a namespace, memory that nobody sees. */
ul_status ul_lockdown_program(void);
/* The same, for who reads it from a file (bwrap --seccomp): open, and inherited. */
ul_status ul_lockdown_file(int *file);

/* The first for an interpreter: what it hands to the system call `*number`, in hexadecimal. */
ul_status ul_lockdown_text(ul_arena *arena, const char **text, int *number);
