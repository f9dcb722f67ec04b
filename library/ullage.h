/* The library for programs outside: instances of every kind and their plans,
 * generators, formulations, and runs of every method.
 *
 * Faults are ul_status; ul_error_text() has the sentence. A run checks and costs
 * what its method offers: ul_run_result_of() has the outcome, and the plan as
 * long as the run lives. The library never prints and never exits.
 */
#ifndef ULLAGE_H
#define ULLAGE_H

#include "availability_plan.h"
#include "formulation.h"
#include "generator.h"
#include "instance.h"
#include "model_file.h"
#include "packing_plan.h"
#include "registry.h"
#include "reservation_plan.h"
#include "run.h"

#endif
