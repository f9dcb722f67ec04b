/* Inside the sandbox: plays the online game (docs/protocol.md) on standard input and output
 * with a priority function (priority.h), one game after the other, and ends the process. */
#pragma once

void ul_inside(const char *shared_object) __attribute__((noreturn));

/* Writes the plan of a method (plugin.h) into a file, and ends the process; for an instance. */
void ul_inside_method(const char *shared_object, const char *instance, const char *plan) __attribute__((noreturn));
