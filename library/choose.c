/* A method as users name it. */
#include "plugin_entry.h"
#include "registry.h"

ul_status ul_method_choose(const char *name, const ul_method **method)
{
    if (ul_plugin_is_path(name)) {
        UL_TRY(ul_plugin_load(name, method));
        return ul_plugin_apart(*method, method);
    }
    *method = ul_method_find(name);
    return *method == NULL
               ? ul_fail(UL_E_INPUT, "there is no method '%s'; 'ullage list methods' shows them",
                         name)
               : UL_OK;
}
