/* The plan of a schedule, under the name that every kind has for it: a timeline. */
#pragma once

#include "timeline.h"
