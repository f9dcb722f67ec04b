#include "model_file.h"

#include <string.h>

static bool ends_in(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n >= m && strcmp(path + n - m, ending) == 0;
}

ul_status ul_model_write(ul_model *model, const char *path)
{
    if (ends_in(path, ".lp") || ends_in(path, ".lp.gz"))
        return ul_model_write_lp(model, path);
    if (ends_in(path, ".mps") || ends_in(path, ".mps.gz"))
        return ul_model_write_mps(model, path);
    return ul_fail(UL_E_INPUT, "%s: a model's file ends in .lp or .mps (or those with .gz)", path);
}
