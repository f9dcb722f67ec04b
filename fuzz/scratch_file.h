/* A file in memory that readers can open by path: fuzzing goes through the same
 * doors as a user's file, decompression included. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { UL_SCRATCH_FILES = 5 };

/* Replaces the content of file q; the path stays valid until the process ends. */
const char *ul_scratch_file(size_t q, const uint8_t *data, size_t length);

/* A path that ends in `name` and leads to such a file, always the same one: for
 * readers to which the name means something. */
const char *ul_scratch_named(const char *path, const char *name);

/* A path to write to; the file goes when the process ends. */
const char *ul_scratch_output(void);

/* Aborts: a property of a reader does not hold. `why` is the last fault's sentence, or "". */
_Noreturn void ul_scratch_broken(const char *property, const char *why);
