/* What is shipped with the program and not part of it, by where the program stands. */
#pragma once

#include "arena.h"

/* The folder of ullage.wasm: said by ULLAGE_WEB, or that of the preset beside this one's. */
ul_status ul_beside_modules(ul_arena *arena, const char **folder);

/* The folder of docs/ and results/: *folder itself unless that is NULL, the source tree of a
 * program in build/ or build/PRESET, or what is installed with it. */
ul_status ul_beside_docs(ul_arena *arena, const char **folder);
