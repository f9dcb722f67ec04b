/* The library for programs outside: instances of every kind and their plans,
 * generators, formulations, runs of every method, and the simulator for policies.
 *
 * Faults are ul_status; ul_error_text() has the sentence. A run checks and costs
 * what its method offers: ul_run_result_of() has the outcome, and the plan as
 * long as the run lives. The library never prints and never exits.
 */
#ifndef ULLAGE_H
#define ULLAGE_H

/* Before the brace below: a C++ compiler's own headers are not in C. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "formulation.h"
#include "generator.h"
#include "instance.h"
#include "kind_plans.h" /* made by the build: the plans of every line of kinds.def */
#include "model_file.h"
#include "registry.h"
#include "run.h"
#include "sim.h"

#ifdef __cplusplus
}
#endif

#endif
