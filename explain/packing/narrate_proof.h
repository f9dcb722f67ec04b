/* How a proof comes about, in words for somebody who has never seen one. */
#ifndef UL_NARRATE_PROOF_H
#define UL_NARRATE_PROOF_H

#include "output.h"
#include "step.h"

/* Says a step of a method that proves; false when it is none of those. */
bool ul_say_proof(const ul_step *step, ul_output *out);

#endif
