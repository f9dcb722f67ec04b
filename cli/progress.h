/* A line on stderr that tells how far a long run has come. Only on a terminal,
 * only after the first second, and gone when the run ends.
 */
#ifndef UL_PROGRESS_H
#define UL_PROGRESS_H

#include "run.h"

typedef struct ul_progress ul_progress;

/* NULL (which every function here takes) when stderr is no terminal. */
ul_progress *ul_progress_new(const char *what);
void ul_progress_free(ul_progress *progress);

/* A run's listener; the context is the progress. */
void ul_progress_listen(void *context, const ul_run *run);
/* Says something else than cost and bound: "trial 3 of 30". */
void ul_progress_say(ul_progress *progress, const char *text);

#endif
