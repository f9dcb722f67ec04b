/* Schedules as files; the format is described in docs/formats.md. */
#ifndef UL_SCHEDULE_FILE_H
#define UL_SCHEDULE_FILE_H

#include "instance.h"
#include "schedule.h"

extern const ul_kind ul_kind_schedule;

/* Takes one record after the first; the reader is a ul_schedule_builder. */
ul_status ul_schedule_reader_row(void *reader, const ul_csv_row *row);

/* The general view of a schedule; does not take ownership. */
ul_instance ul_schedule_instance(ul_schedule *in);

/* Runs `fill` on a fresh builder and finishes: what generators and importers need. */
ul_status ul_schedule_build(ul_status (*fill)(ul_schedule_builder *b, void *context),
                            void *context, ul_instance *instance);

/* Writes the canonical form. path as in ul_output_open(). */
ul_status ul_schedule_write(const ul_schedule *in, const char *path);

/* Sets in->sha256 to the hash of the canonical form (generated instances). */
ul_status ul_schedule_seal(ul_schedule *in);

#endif
