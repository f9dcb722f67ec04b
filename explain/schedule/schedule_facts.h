/* What happens in a timeline, as steps: who arrives, what is ordered, ready and given
 * back, who starts, moves on and is done.
 */
#pragma once

#include "recording.h"
#include "timeline.h"

/* Puts the facts of a timeline between the steps that its policy told, by their time:
 * what a policy sees comes before what it says, what comes of it after. What
 * it tells it orders is no fact of its own. */
ul_status ul_schedule_merge_facts(const ul_schedule_plan *plan, ul_recording *recording);
