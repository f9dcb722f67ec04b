/* Runs a program of somebody else's, limited in what it may ask of the system, in its files and
 * in its threads, and ends as it does. */
#pragma once

#include <stdbool.h>

/* `argv` is the most threads, as a number, and the program with its arguments. In a `sandbox`
 * that is bubblewrap, which sets the filter when it becomes the program, so that nothing of ours
 * is in there. Who is stopped leaves that as its last words. */
void ul_guard(char *const argv[], bool sandbox) __attribute__((noreturn));
