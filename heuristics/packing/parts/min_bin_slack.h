/* The heuristic for instances of many different tasks, which exact begins with there, too. */
#ifndef UL_MIN_BIN_SLACK_H
#define UL_MIN_BIN_SLACK_H

#include "method.h"

extern const ul_method ul_method_min_bin_slack;

#endif
