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

bool ul_method_knows(const ul_method *method, const char *const *set, size_t n_set)
{
    for (size_t q = 0; q < n_set; q++) {
        const size_t length = strcspn(set[q], "=");
        const ul_param *param = method->param;
        while (param != NULL && param->name != NULL
               && (strlen(param->name) != length || strncmp(param->name, set[q], length) != 0))
            param++;
        if (param == NULL || param->name == NULL)
            return false;
    }
    return true;
}

const ul_method *ul_method_knowing(const ul_method *first, const char *const *set, size_t n_set)
{
    const ul_method *found = NULL;
    bool ours = false; /* or of a shared object */
    for (size_t q = 0; ul_methods[q] != NULL; q++) {
        ours = ours || ul_methods[q] == first;
        if (found == NULL && strcmp(ul_methods[q]->name, first->name) == 0
            && ul_method_knows(ul_methods[q], set, n_set))
            found = ul_methods[q];
    }
    return ours && found != NULL ? found : first;
}
