#include "registry.h"

#include <string.h>

#define UL_METHOD(symbol) extern const ul_method ul_method_##symbol;
#include "methods.def"
#undef UL_METHOD

const ul_method *const ul_methods[] = {
#define UL_METHOD(symbol) &ul_method_##symbol,
#include "methods.def"
#undef UL_METHOD
    NULL,
};

const ul_method *ul_method_find(const char *name)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        if (strcmp(ul_methods[q]->name, name) == 0)
            return ul_methods[q];
    return NULL;
}
