/* Deadline instances as files; the format is described in docs/formats.md. */
#ifndef UL_DEADLINE_FILE_H
#define UL_DEADLINE_FILE_H

#include "deadline.h"
#include "instance.h"

extern const ul_kind ul_kind_deadline;

/* Takes one record after the first; the reader is a ul_deadline_builder. */
ul_status ul_deadline_reader_row(void *reader, const ul_csv_row *row);

/* The general view of a deadline instance; does not take ownership. */
ul_instance ul_deadline_instance(ul_deadline *in);

/* Runs `fill` on a fresh builder and finishes: what generators and importers need. */
ul_status ul_deadline_build(ul_status (*fill)(ul_deadline_builder *b, void *context),
                            void *context, ul_instance *instance);

/* Writes the canonical form. path as in ul_output_open(). */
ul_status ul_deadline_write(const ul_deadline *in, const char *path);

/* Sets in->sha256 to the hash of the canonical form (generated instances). */
ul_status ul_deadline_seal(ul_deadline *in);

#endif
