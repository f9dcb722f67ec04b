/* Work of somebody else's code in a process of its own, with a keeper between us and it, who
 * buries it and whatever it has left running, in its group or out of it. Two forks. */
#pragma once

#include "child.h"

/* As ul_child_start(). The child is the keeper: it ends when the work has, or on SIGTERM, as
 * the work did; with status 1 where all was well but for processes that were left. */
ul_status ul_kept_start(void (*work)(void *context, int out), void *context, ul_child *child);

#define UL_KEPT_BURIAL_S 1 /* what the keeper may take to end, once it is told */
