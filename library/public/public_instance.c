/* Instances for programs outside: ullage.h says what each function promises. */
#include <math.h>

#include "build.h" /* made by the build */
#include "c_locale.h"
#include "generator.h"
#include "instance.h"
#include "plugin_entry.h"
#include "ullage.h"

int ul_abi(void)
{
    return UL_ABI;
}

int ul_plugin_abi(void)
{
    return UL_PLUGIN_ABI;
}

const char *ul_version(void)
{
    return UL_BUILD_VERSION;
}

static ul_instance *handle_of(ul_status status, ul_instance *instance, locale_t before)
{
    ul_locale_back(before);
    return status == UL_OK ? ul_instance_handle(instance) : NULL;
}

ul_instance *ul_read(const char *path)
{
    ul_instance instance;
    const locale_t before = ul_locale_c();
    return handle_of(ul_instance_read(path, &instance), &instance, before);
}

ul_instance *ul_parse(const char *name, const char *text, size_t length)
{
    ul_instance instance;
    const locale_t before = ul_locale_c();
    return handle_of(ul_instance_parse(name, text, length, &instance), &instance, before);
}

static ul_instance *make(const ul_source *source, const ul_making *making)
{
    static const ul_making preset = {.seed = 1};
    char unheard[256];
    ul_instance instance;
    const ul_making *of = making == NULL ? &preset : making;
    const bool is_heard = of->remark != NULL && of->remark_room > 0;
    const ul_source_options options = {
        .tasks = of->tasks,
        .seed = of->seed,
        .from_s = of->from_s,
        .to_s = of->to_s > 0 ? of->to_s : HUGE_VAL,
        .input = of->file,
        .n_inputs = of->n_files,
        .set = of->set,
        .n_set = of->n_set,
    };
    const locale_t before = ul_locale_c();
    const ul_status status =
        ul_source_make(source, &options, is_heard ? of->remark : unheard,
                       is_heard ? of->remark_room : sizeof unheard, &instance);
    return handle_of(status, &instance, before);
}

ul_instance *ul_generate(const char *generator, const ul_making *making)
{
    const ul_source *source;
    return ul_generator_choose(generator, &source) == UL_OK ? make(source, making) : NULL;
}

ul_instance *ul_import(const char *importer, const ul_making *making)
{
    const ul_source *source;
    return ul_importer_choose(importer, &source) == UL_OK ? make(source, making) : NULL;
}

int ul_write(const ul_instance *instance, const char *path)
{
    const locale_t before = ul_locale_c();
    const ul_status status = ul_instance_write(instance, path);
    ul_locale_back(before);
    return (int)status;
}

const char *ul_instance_name(const ul_instance *instance)
{
    return instance->name;
}

const char *ul_instance_kind(const ul_instance *instance)
{
    return instance->kind->name;
}

const char *ul_instance_sha256(const ul_instance *instance)
{
    return instance->sha256;
}
