/* Whitespace-separated words with positions, for the plain-text formats of the
 * packing literature. Memory is one word (4 KiB at most).
 */
#pragma once

#include <stdbool.h>

#include "fixed.h"
#include "input.h"
#include "status.h"

typedef struct ul_tokens ul_tokens;

ul_status ul_tokens_new(ul_input *input, ul_tokens **tokens); /* input stays the caller's */
void ul_tokens_free(ul_tokens *tokens);

/* The next word, valid until the next call; NULL at the end. */
ul_status ul_tokens_next(ul_tokens *tokens, const char **word);

/* The next word without taking it; *same_line tells whether it stands in the
 * line of the word taken last. */
ul_status ul_tokens_peek(ul_tokens *tokens, const char **word, bool *same_line);

/* The next word as a number; `what` names it in the fault. */
ul_status ul_tokens_micro(ul_tokens *tokens, const char *what, ul_micro *value);
ul_status ul_tokens_count(ul_tokens *tokens, const char *what, uint64_t limit, uint64_t *value);

/* A fault at the word taken last: "FILE:LINE: column C: SENTENCE", C in bytes. */
ul_status ul_tokens_fail(const ul_tokens *tokens, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* Puts that position before the sentence of a fault that knew none. */
ul_status ul_tokens_at(const ul_tokens *tokens, ul_status status);
