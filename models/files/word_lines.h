/* A text file as lines of words, for the formats of other programs. The file is
 * held in memory (1 GiB at most); words point into it. */
#ifndef UL_WORD_LINES_H
#define UL_WORD_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

enum { UL_WORDS_MAX = 16 };

typedef struct {
    char *path;
    char *text, *next; /* next line, NULL at the end */
    size_t number;     /* of the line at hand, from 1 */
    size_t n;
    char *word[UL_WORDS_MAX]; /* what follows the last place is left off */
} ul_lines;

ul_status ul_lines_open(const char *path, ul_lines *lines);
bool ul_lines_next(ul_lines *lines); /* false at the end */
void ul_lines_close(ul_lines *lines);

/* "FILE:LINE: SENTENCE" */
ul_status ul_lines_fail(const ul_lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

#endif
