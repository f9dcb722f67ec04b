/* Reasons that several packing heuristics have, in the words of steps (step.h). */
#pragma once

/* A machine opens for a task: behind "No open machine has room for t". */
#define UL_WHY_IT_OPENS ". So machine {bin} opens, of type {type} ({price}): "
#define UL_WHY_SUFFICES "the cheapest type that holds the task alone{cheaper}."
#define UL_WHY_CHEAPEST "{no room}" UL_WHY_IT_OPENS UL_WHY_SUFFICES
#define UL_WHY_LAST_FULL "{last full}" UL_WHY_IT_OPENS UL_WHY_SUFFICES
#define UL_WHY_ALONE ", the cheapest that holds {task}, for it alone: no open machine has room for " \
                     "it where company pays"

/* A task joins a machine: it goes without saying where nobody is there. */
#define UL_WHY_FIRST_FIT "{there>0?, the first with room{full}|}"
#define UL_WHY_LAST "{there>0?, the one opened last|}"
