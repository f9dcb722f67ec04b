/* Reasons of Stratus, in its own world and in Eva's, in the words of steps (step.h). */
#pragma once

/* A task runs for {seconds} more, whoever is on the machine for {value}: bins of runtime double
 * in width, [0,1), [1,2), [2,4), ... seconds. */
#define UL_WHY_OF_BINS(relation) ". It runs for {seconds} more, {value>0?whoever is there for {~value}: " \
                                 relation "|and the machine is empty}"
#define UL_WHY_OWN_BIN UL_WHY_OF_BINS("the same bin of runtimes, they end together")
#define UL_WHY_LONGER_BIN UL_WHY_OF_BINS("a longer bin. None of its own has room, and here it does not " \
                                         "prolong the machine's life")
#define UL_WHY_SHORTER_BIN UL_WHY_OF_BINS("a shorter bin. Neither its own nor a longer one has room, and " \
                                          "prolonging this machine is better than a new one")

/* A machine for {count} tasks that run for {seconds}; 0: they are not grouped by that. */
#define UL_WHY_GROUP \
    " for {task}{count>1? and {others} more|}" \
    "{seconds>0?, which {count>1?run for about {seconds} and end together|runs for {seconds}}|}" \
    ": of the groups of who waits, longest first{seconds>0? and by bins of run times|}, and the types " \
    "that hold them, this uses most for its price"

/* A machine is cleared; {count}: how often in a row it was seen half empty, 0: it is not counted. */
#define UL_WHY_HALF_EMPTY "{Machine} is cleared: it is less than half full in every resource{count>0?, at " \
                          "{count} scheduling events in a row, and its tasks fit elsewhere|}."
