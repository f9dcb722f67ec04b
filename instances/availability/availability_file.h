/* Availability instances as files; the format is described in docs/formats.md. */
#ifndef UL_AVAILABILITY_FILE_H
#define UL_AVAILABILITY_FILE_H

#include "availability.h"
#include "instance.h"

extern const ul_kind ul_kind_availability;

/* Takes one record after the first; the reader is a ul_availability_builder. */
ul_status ul_availability_reader_row(void *reader, const ul_csv_row *row);

/* Adds the type of a row; `column` says where its name, capacity, price, on-demand
 * price (may be empty) and availability stand. */
ul_status ul_availability_read_type(const ul_csv_row *row, const size_t column[5],
                                    ul_availability_builder *b);

/* The general view of an availability instance; does not take ownership. */
ul_instance ul_availability_instance(ul_availability *in);

/* Runs `fill` on a fresh builder and finishes: what generators and importers need. */
ul_status ul_availability_build(ul_status (*fill)(ul_availability_builder *b, void *context),
                                void *context, ul_instance *instance);

/* Writes the canonical form. path as in ul_output_open(). */
ul_status ul_availability_write(const ul_availability *in, const char *path);

/* Sets in->sha256 to the hash of the canonical form (generated instances). */
ul_status ul_availability_seal(ul_availability *in);

#endif
