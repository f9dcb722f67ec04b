/* Reservation instances as files; the format is described in docs/reservations.md. */
#pragma once

#include "instance.h"
#include "reservation.h"

UL_KIND_DECLARATIONS(reservation);
