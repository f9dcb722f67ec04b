/* The tables of generators and importers, made from generators.def and importers.def. */
#include <string.h>

#include "generator.h"

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
