/* Toy instances as files, and as instances of any kind. */
#ifndef UL_TOY_FILE_H
#define UL_TOY_FILE_H

#include "instance.h"
#include "toy.h"

UL_KIND_DECLARATIONS(toy);

#endif
