/* Remembers what a rule (bin_values.h) said of each pair of a task and what is free, over as
 * many games as it is kept: the rule is asked for what is new alone. O(1) a pair, expected.
 */
#ifndef UL_BIN_MEMO_H
#define UL_BIN_MEMO_H

#include "bin_values.h"

typedef struct ul_bin_memo ul_bin_memo;

ul_status ul_bin_memo_new(ul_arena *arena, ul_bin_memo **memo);

/* The same rule, asked through the memo. */
ul_bin_rule ul_bin_memo_rule(ul_bin_memo *memo, const ul_bin_rule *rule);

#endif
