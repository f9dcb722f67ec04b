/* Commands with marks in them, as {mps} or {plan}, that become paths and numbers. */
#ifndef UL_FILL_IN_H
#define UL_FILL_IN_H

#include <stddef.h>

#include "status.h"

typedef struct {
    const char *mark, *text; /* the list ends with a NULL mark */
} ul_mark;

ul_status ul_fill_in(const char *command, const ul_mark *marks, char *text, size_t room);

#endif
