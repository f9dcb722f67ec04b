#include "space.h"

#define UL_SPACE(name) extern const ul_space ul_space_##name;
#include "spaces.def"
#undef UL_SPACE

const ul_space *const ul_spaces[] = {
#define UL_SPACE(name) &ul_space_##name,
#include "spaces.def"
#undef UL_SPACE
    NULL,
};

const ul_space *ul_space_of(const ul_kind *kind)
{
    for (size_t q = 0; ul_spaces[q] != NULL; q++)
        if (ul_spaces[q]->kind == kind)
            return ul_spaces[q];
    return NULL;
}
