/* A line on stderr that tells how far a long run has come. Only on a terminal,
 * only after the first second, and gone when the run ends.
 */
#pragma once

#include "run.h"

typedef struct ul_ticker ul_ticker;

/* NULL (which every function here takes) when stderr is no terminal. */
ul_ticker *ul_ticker_new(const char *what);
void ul_ticker_free(ul_ticker *ticker);

/* A run's listener; the context is the ticker. */
void ul_ticker_listen(void *context, const ul_run *run);
/* Says something else than cost and bound: "trial 3 of 30". */
void ul_ticker_say(ul_ticker *ticker, const char *text);
