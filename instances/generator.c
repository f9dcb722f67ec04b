#include "generator.h"

#include <stdio.h>
#include <string.h>

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

ul_status ul_source_make(const ul_source *source, const ul_source_options *options,
                         char *remark, size_t remark_room, ul_instance *instance)
{
    char owner[80];
    ul_param_values values;
    remark[0] = '\0';
    snprintf(owner, sizeof owner, "'%s'", source->name);
    ul_rng *rng = ul_rng_new(options->seed);
    ul_status status =
        ul_param_read(owner, source->param, options->set, options->n_set, &values);
    if (status == UL_OK && rng == NULL)
        status = ul_fail(UL_E_MEMORY, "out of memory");
    if (status == UL_OK) {
        const ul_source_request request = {
            .tasks = options->tasks > 0 ? options->tasks : source->tasks,
            .rng = rng,
            .seed = options->seed,
            .from_s = options->from_s,
            .to_s = options->to_s,
            .input = options->input,
            .n_inputs = options->n_inputs,
            .param = &values,
            .remark = remark,
            .remark_room = remark_room,
        };
        status = source->make(&request, instance);
    }
    if (status == UL_OK)
        status = instance->kind->seal(instance->data);
    ul_param_clear(&values);
    ul_rng_free(rng);
    return status;
}
