/* Reservation instances as files; the format is described in docs/reservations.md. */
#ifndef UL_RESERVATION_FILE_H
#define UL_RESERVATION_FILE_H

#include "instance.h"
#include "reservation.h"

extern const ul_kind ul_kind_reservation;

/* Takes one record after the first; the reader is a ul_reservation_builder. */
ul_status ul_reservation_reader_row(void *reader, const ul_csv_row *row);

/* The general view of a reservation instance; does not take ownership. */
ul_instance ul_reservation_instance(ul_reservation *in);

/* Runs `fill` on a fresh builder and finishes: what generators and importers need. */
ul_status ul_reservation_build(ul_status (*fill)(ul_reservation_builder *b, void *context),
                               void *context, ul_instance *instance);

/* Writes the canonical form. path as in ul_output_open(). */
ul_status ul_reservation_write(const ul_reservation *in, const char *path);

/* Sets in->sha256 to the hash of the canonical form (generated instances). */
ul_status ul_reservation_seal(ul_reservation *in);

#endif
