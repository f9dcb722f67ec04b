/* Finds programs; runs a small one and keeps what it says. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

/* Full path of a program on PATH, or of one given with a folder; false: there is none. */
bool ul_program_find(const char *name, char *path, size_t room);

/* argv[0] is looked up on PATH. Both its outputs go into `said` (cut at room,
 * NUL-terminated); *code is the exit code, 128 + signal when killed. A program
 * that is not there is a fault. */
ul_status ul_program_run(char *const argv[], char *said, size_t room, int *code);
