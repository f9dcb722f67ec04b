/* Packing instances as files; the format is described in docs/formats.md. */
#ifndef UL_PACKING_FILE_H
#define UL_PACKING_FILE_H

#include "instance.h"
#include "packing.h"

extern const ul_kind ul_kind_packing;

/* Takes one record after the first; the reader is a ul_packing_builder. */
ul_status ul_packing_reader_row(void *reader, const ul_csv_row *row);

/* The general view of a packing instance; does not take ownership. */
ul_instance ul_packing_instance(ul_packing *in);

/* Runs `fill` on a fresh builder and finishes: what generators and importers need. */
ul_status ul_packing_build(ul_status (*fill)(ul_packing_builder *b, void *context), void *context,
                           ul_instance *instance);

/* Writes the canonical form. path as in ul_output_open(). */
ul_status ul_packing_write(const ul_packing *in, const char *path);

/* Sets in->sha256 to the hash of the canonical form (generated instances). */
ul_status ul_packing_seal(ul_packing *in);

#endif
