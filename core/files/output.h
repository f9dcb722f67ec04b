/* Text to a file, appearing under its name only when it is whole.
 *
 * "-" is standard output; a path that ends in .gz is compressed; NULL writes
 * nowhere and only hashes. Errors are kept and reported once, by close.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "sha256.h"
#include "status.h"

typedef struct ul_output ul_output;

ul_status ul_output_open(const char *path, ul_output **out);
/* Into memory; ul_output_take() closes and hands the text (NUL behind it) to the
 * caller, who frees it. */
ul_status ul_output_memory(ul_output **out);
ul_status ul_output_take(ul_output *out, char **text, size_t *length);

void ul_output_bytes(ul_output *out, const void *data, size_t length);
void ul_output_text(ul_output *out, const char *text);
void ul_output_format(ul_output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ul_output_format_list(ul_output *out, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Whether a path has this ending, with .gz behind it or without. */
bool ul_output_is_named(const char *path, const char *ending);

/* A CSV field, quoted where it must be, without separators. */
void ul_output_field(ul_output *out, const char *text);
/* CSV as the form has it, where %t is a text (a field of its own), %m a ul_micro, %c a pointer to a
 * ul_cost (compilers differ in where they look for 128 bits among many arguments), %i an int64_t,
 * %u a uint32_t and %z a size_t:
 *     ul_output_csv(out, "price,%t,%m,%m\n", type->name, from_s, price); */
void ul_output_csv(ul_output *out, const char *form, ...);

/* The hash of the text so far. */
void ul_output_sha256(const ul_output *out, char sha256[UL_SHA256_TEXT]);

/* Finishes and frees; `sha256` (may be NULL) receives the hash of the text.
 * When anything failed the file is not there and the fault says why. */
ul_status ul_output_close(ul_output *out, char sha256[UL_SHA256_TEXT]);

/* Frees and leaves nothing behind. */
void ul_output_discard(ul_output *out);

/* Closes what was written well; else discards it and hands the fault on. */
ul_status ul_output_finish(ul_output *out, ul_status status);

/* Removes what processes that were killed while writing left in a folder. */
void ul_output_sweep(const char *folder);
