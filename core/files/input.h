/* Bytes from a file (plain or gzip, told apart by content) or from memory,
 * hashed as they pass. The hash is of the uncompressed content, so that a file
 * and its .gz have one name.
 */
#pragma once

#include <stddef.h>

#include "sha256.h"
#include "status.h"

typedef struct ul_input ul_input;

/* "-" is standard input. */
ul_status ul_input_open(const char *path, ul_input **input);
ul_status ul_input_memory(const char *name, const void *data, size_t length, ul_input **input);
void ul_input_close(ul_input *input);
static inline void ul_input_drop(ul_input **input)
{
    ul_input_close(*input);
}

/* Fills buffer; *got < room only at the end. A broken gzip stream is a fault; its
 * sentence has no position, the caller knows how far it has come. */
ul_status ul_input_read(ul_input *input, void *buffer, size_t room, size_t *got);

/* The whole content with a NUL behind it; the caller frees it. Above limit bytes: a fault. */
ul_status ul_input_read_all(ul_input *input, size_t limit, char **data, size_t *length);

/* The same of a file that is opened and closed for it. */
ul_status ul_input_read_file(const char *path, size_t limit, char **data, size_t *length);

const char *ul_input_name(const ul_input *input);
void ul_input_sha256(ul_input *input, char text[UL_SHA256_TEXT]); /* once, after the end */
