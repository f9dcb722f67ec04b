/* The search in several processes at once, each with a stream of its own. */
#pragma once

#include "search.h"

/* Like ul_worst_search() with `jobs` processes; evaluations are shared out. The best of
 * all is kept, the first process's on ties, so the outcome does not depend on which
 * ends first. */
ul_status ul_worst_search_parallel(ul_worst_options *options, size_t jobs, ul_worst *worst,
                                   void (*improved)(void *context, const ul_worst *worst),
                                   void *context);
