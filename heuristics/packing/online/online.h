/* The online game with a program (docs/protocol.md). */
#pragma once

#include "bin_table.h"
#include "conversation.h"

/* With one that runs already (conversation.h), and what it said of machines before; both
 * NULL: with the run's `command`. */
ul_status ul_online_play(const ul_packing *in, ul_run *run, ul_peer **peer, ul_bin_table *table);

extern const ul_method ul_method_online;
