/* Packing instances as files; the format is described in docs/formats.md. */
#ifndef UL_PACKING_FILE_H
#define UL_PACKING_FILE_H

#include "instance.h"
#include "packing.h"

UL_KIND_DECLARATIONS(packing);

#endif
