/* Deadline instances as files; the format is described in docs/formats.md. */
#ifndef UL_DEADLINE_FILE_H
#define UL_DEADLINE_FILE_H

#include "deadline.h"
#include "instance.h"

UL_KIND_DECLARATIONS(deadline);

#endif
