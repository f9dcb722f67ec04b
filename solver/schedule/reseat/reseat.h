/* Timelines of a world in which nobody slows down others, taken apart and put together again
 * (ruin and recreate: Schrimpf, Schneider, Stamm-Wilbrandt and Dueck 2000).
 */
#pragma once

#include "replan.h"

/* Everybody gets a place within so many seconds of his arrival, or two, one after the other, where
 * it keeps its work; looks so many times whether a machine has room for a task. Offers the cheapest
 * timeline that was found. Of several searches, each from the beginning, the best counts: where all
 * fit a few machines a search stays with those that it chose while it was hot. */
ul_status ul_reseat(ul_replan *s, ul_micro wait_s, double looks, size_t searches);
