#include "tiny.h"

#define UL_TINY(symbol) extern const ul_tiny ul_tiny_##symbol;
#include "tiny.def"
#undef UL_TINY

const ul_tiny *const ul_tinies[] = {
#define UL_TINY(symbol) &ul_tiny_##symbol,
#include "tiny.def"
#undef UL_TINY
    NULL,
};

const ul_tiny *ul_tiny_of(const ul_kind *kind)
{
    for (size_t q = 0; ul_tinies[q] != NULL; q++)
        if (ul_tinies[q]->kind == kind)
            return ul_tinies[q];
    return NULL;
}
