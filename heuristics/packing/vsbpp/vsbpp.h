/* The iterated largest-first heuristics; see vsbpp.c. */
#pragma once

#include "bin_index.h"
#include "run.h"

ul_status ul_vsbpp_solve(const ul_packing *in, ul_run *run, ul_fit_rule rule);
