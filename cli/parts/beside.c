#include "beside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether FOLDER/NAME is there to be read. */
static ul_status look(ul_arena *arena, const char *folder, const char *name, bool *found)
{
    const char *path;
    UL_TRY(ul_arena_format(arena, &path, "%s/%s", folder, name));
    *found = access(path, R_OK) == 0;
    return UL_OK;
}

/* A path from the program's own folder. */
static ul_status from_program(ul_arena *arena, const char *way, const char **path)
{
    char *program = realpath("/proc/self/exe", NULL);
    const ul_status status = program == NULL
                                 ? ul_fail(UL_E_IO, "/proc/self/exe: cannot be read")
                                 : ul_arena_format(arena, path, "%.*s/%s",
                                                   (int)(strrchr(program, '/') - program), program, way);
    free(program);
    return status;
}

ul_status ul_beside_modules(ul_arena *arena, const char **folder)
{
    bool found;
    *folder = getenv("ULLAGE_WEB");
    if (*folder == NULL)
        UL_TRY(from_program(arena, "../wasm", folder));
    UL_TRY(look(arena, *folder, "ullage.wasm", &found));
    return found ? UL_OK
                 : ul_fail(UL_E_INPUT, "--live wants Ullage as WebAssembly: scripts/setup wasm, cmake "
                                       "--preset wasm, cmake --build --preset wasm; or ULLAGE_WEB names "
                                       "its folder");
}

ul_status ul_beside_docs(ul_arena *arena, const char **folder)
{
    const char *const way[] = {"../..", "..", "../share/ullage"};
    const bool is_said = *folder != NULL;
    bool docs = false, results = false;
    for (size_t q = 0; q < sizeof way / sizeof *way && !(docs && results); q++) {
        if (!is_said)
            UL_TRY(from_program(arena, way[q], folder));
        UL_TRY(look(arena, *folder, "docs/README.md", &docs));
        UL_TRY(look(arena, *folder, "results", &results));
    }
    return docs && results ? UL_OK
                           : ul_fail(UL_E_INPUT, "%s: has no docs/README.md and results/; --from names a folder "
                                                 "that has, as the source tree does", *folder);
}
