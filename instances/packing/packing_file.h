/* Packing instances as files; the format is described in docs/formats.md. */
#pragma once

#include "instance.h"
#include "packing.h"

UL_KIND_DECLARATIONS(packing);
