/* A process of our own that answers through a pipe. */
#ifndef UL_CHILD_PROCESS_H
#define UL_CHILD_PROCESS_H

#include <sys/types.h>

#include "status.h"

/* Forks. In the parent *pid is the child's and *end the pipe's reading end; in the
 * child *pid is 0 and *end the writing end. The child dies with its parent. */
ul_status ul_child_process(pid_t *pid, int *end);

#endif
