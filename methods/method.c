#include "method.h"

bool ul_method_takes(const ul_method *method, const ul_kind *kind)
{
#define UL_KIND(name)            \
    if (kind == &ul_kind_##name) \
        return method->name != NULL;
#include "kinds.def"
#undef UL_KIND
    return false;
}

bool ul_method_suits(const ul_method *method, const ul_instance *instance)
{
    const bool is_limited =
        instance->kind->is_limited != NULL && instance->kind->is_limited(instance->data);
    return ul_method_takes(method, instance->kind)
           && (!is_limited || (method->traits & UL_SUPPLY) != 0);
}
