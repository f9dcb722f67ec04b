/* Deadline instances as files; the format is described in docs/formats.md. */
#pragma once

#include "deadline.h"
#include "instance.h"

UL_KIND_DECLARATIONS(deadline);
