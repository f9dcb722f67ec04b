/* Inside the sandbox: plays the online game (docs/protocol.md) on standard input and output
 * with a priority function (priority.h), one game after the other, and ends the process. */
#ifndef UL_INSIDE_H
#define UL_INSIDE_H

#include <stdbool.h>

void ul_inside(const char *shared_object) __attribute__((noreturn));

/* Becomes a program that is limited in what it may ask of the system, and in its files. */
void ul_inside_program(char *const argv[], bool may_fork) __attribute__((noreturn));
/* The same from outside: becomes bubblewrap, which sets the limits when it becomes the program,
 * so that nothing of ours is in the sandbox. */
void ul_outside_program(char *const argv[]) __attribute__((noreturn));

#endif
