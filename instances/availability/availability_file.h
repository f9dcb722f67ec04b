/* Availability instances as files; the format is described in docs/formats.md. */
#pragma once

#include "availability.h"
#include "instance.h"

UL_KIND_DECLARATIONS(availability);

/* Adds the type of a row; `column` says where its name, capacity, price, on-demand
 * price (may be empty) and availability stand. */
ul_status ul_availability_read_type(const ul_csv_row *row, const size_t column[5],
                                    ul_availability_builder *b);
