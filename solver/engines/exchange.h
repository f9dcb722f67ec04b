/* Files that we exchange with a program outside, in a fresh folder under TMPDIR (or /tmp)
 * that is gone afterwards, with whatever the program put into it.
 *
 * What the program leaves is read only where it is a regular file, no link and no pipe,
 * and once the program has ended: so no reading waits for anybody.
 */
#pragma once

#include <stdio.h>

#include "status.h"

typedef struct {
    char folder[512];
    char instance[544], plan[544];     /* of a method outside */
    char mps[544], lp[544], sol[544];  /* of a solver outside */
    char log[544];                     /* what the program says */
} ul_exchange;

ul_status ul_exchange_open(ul_exchange *files);
void ul_exchange_close(const ul_exchange *files);

/* An empty file, for who may write into it and not beside it. */
ul_status ul_exchange_create(const char *path);

/* What stands under a name that was the program's to write; nothing, where the file is empty. */
typedef enum { UL_LEFT_NOTHING, UL_LEFT_FILE, UL_LEFT_OTHER } ul_left;
ul_left ul_exchange_left(const char *path);

/* The last lines of the log, 64 KiB at most, however much was said; NULL: there is none. */
FILE *ul_exchange_log(const ul_exchange *files);
