/* The tables of generators and importers, made from generators.def and importers.def. */
#include <string.h>

#include "generator.h"
#include "nearest.h"

#define UL_SOURCE(symbol) extern const ul_source ul_generator_##symbol;
#include "generators.def"
#undef UL_SOURCE
#define UL_SOURCE(symbol) extern const ul_source ul_importer_##symbol;
#include "importers.def"
#undef UL_SOURCE

const ul_source *const ul_generators[] = {
#define UL_SOURCE(symbol) &ul_generator_##symbol,
#include "generators.def"
#undef UL_SOURCE
    NULL,
};

const ul_source *const ul_importers[] = {
#define UL_SOURCE(symbol) &ul_importer_##symbol,
#include "importers.def"
#undef UL_SOURCE
    NULL,
};

static const ul_source *find(const ul_source *const *table, const char *name)
{
    for (; *table != NULL; table++)
        if (strcmp((*table)->name, name) == 0)
            return *table;
    return NULL;
}

const ul_source *ul_generator_find(const char *name)
{
    return find(ul_generators, name);
}

const ul_source *ul_importer_find(const char *name)
{
    return find(ul_importers, name);
}

static ul_status choose(const ul_source *const *table, const char *what, const char *name,
                        const ul_source **source)
{
    ul_nearest near = {.wanted = name, .length = strlen(name)};
    char hint[UL_NEAREST_TEXT];
    *source = find(table, name);
    if (*source != NULL)
        return UL_OK;
    for (; *table != NULL; table++)
        ul_nearest_look(&near, (*table)->name);
    return ul_fail(UL_E_INPUT, "there is no %s '%.60s'; 'ullage list %ss' shows them%s", what, name,
                   what, ul_nearest_hint(&near, hint));
}

ul_status ul_generator_choose(const char *name, const ul_source **source)
{
    return choose(ul_generators, "generator", name, source);
}

ul_status ul_importer_choose(const char *name, const ul_source **source)
{
    return choose(ul_importers, "importer", name, source);
}
