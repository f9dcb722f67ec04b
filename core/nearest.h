/* "Did you mean": the name nearest to one that is not there. */
#pragma once

#include <stddef.h>

typedef struct {
    const char *wanted;
    size_t length;    /* of what is wanted */
    const char *best; /* or NULL */
    size_t distance;
} ul_nearest;

/* Looks at one name that is there. */
void ul_nearest_look(ul_nearest *nearest, const char *name);

/* "; did you mean 'NAME'?", or "" where none is near: letters put in, left out, changed or
 * swapped, one in three at most. */
enum { UL_NEAREST_TEXT = 80 };
const char *ul_nearest_hint(const ul_nearest *nearest, char text[UL_NEAREST_TEXT]);
