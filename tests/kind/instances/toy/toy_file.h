/* Toy instances as files, and as instances of any kind. */
#pragma once

#include "instance.h"
#include "toy.h"

UL_KIND_DECLARATIONS(toy);
