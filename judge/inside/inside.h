/* Inside the sandbox: plays the online game (docs/protocol.md) on standard input and output
 * with a priority function (priority.h), one game after the other, and ends the process. */
#ifndef UL_INSIDE_H
#define UL_INSIDE_H

#include <stdbool.h>

void ul_inside(const char *shared_object) __attribute__((noreturn));

/* Becomes a program that is limited in what it may ask of the system, and in its files. */
void ul_inside_program(char *const argv[], bool may_fork) __attribute__((noreturn));

#endif
