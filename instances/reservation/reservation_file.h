/* Reservation instances as files; the format is described in docs/reservations.md. */
#ifndef UL_RESERVATION_FILE_H
#define UL_RESERVATION_FILE_H

#include "instance.h"
#include "reservation.h"

UL_KIND_DECLARATIONS(reservation);

#endif
