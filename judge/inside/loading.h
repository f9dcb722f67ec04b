/* Loads a shared object of somebody else's in a process that is locked down already
 * (lockdown.h): what it runs when it is loaded may no more than what it runs later. */
#pragma once

#include "status.h"

/* The path is absolute. From now on the process is locked down. */
ul_status ul_load_locked(const char *path, void **object);
