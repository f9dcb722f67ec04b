/* The table of all formulations, made from formulations.def. */
#include <string.h>

#include "formulation.h"

#define UL_FORMULATION(symbol) extern const ul_formulation ul_formulation_##symbol;
#include "formulations.def"
#undef UL_FORMULATION

const ul_formulation *const ul_formulations[] = {
#define UL_FORMULATION(symbol) &ul_formulation_##symbol,
#include "formulations.def"
#undef UL_FORMULATION
    NULL,
};

const ul_formulation *ul_formulation_find(const char *name)
{
    for (size_t q = 0; ul_formulations[q] != NULL; q++)
        if (strcmp(ul_formulations[q]->name, name) == 0)
            return ul_formulations[q];
    return NULL;
}
