/* The one fork of the house: a process of our own that dies with its parent and may
 * answer through a pipe. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "status.h"

typedef struct {
    int on_parent_death; /* the signal it gets; 0 is SIGKILL */
    bool leads_group;    /* it and what it starts can be signalled together */
} ul_fork_options;

/* In the parent *pid is the child's and *end the pipe's reading end; in the child *pid
 * is 0 and *end the writing end. Both ends close when another program is executed.
 * With `end` NULL there is no pipe. A child must end by _exit(): the parent's buffers
 * are not its own to write. */
ul_status ul_fork(const ul_fork_options *options, pid_t *pid, int *end);
