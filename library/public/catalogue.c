/* All methods, generators and importers as one JSON text. */
#include <pthread.h>
#include <stdlib.h>

#include "generator.h"
#include "json_writer.h"
#include "registry.h"
#include "ullage.h"

static void put_parameters(ul_json_writer *json, const ul_param *param)
{
    ul_json_open_member(json, "parameters", "[", ", ");
    for (; param != NULL && param->name != NULL; param++) {
        ul_json_open(json, "{", ", ");
        ul_json_text_member(json, "name", param->name);
        ul_json_text_member(json, "default", param->preset);
        if (param->form == UL_PARAM_CHOICE)
            ul_json_text_member(json, "choices", param->choices);
        ul_json_text_member(json, "brief", param->brief);
        ul_json_close(json, "}");
    }
    ul_json_close(json, "]");
}

static void put_traits(ul_json_writer *json, unsigned traits)
{
    static const char *const name[] = {"constructive", "anytime", "proves",  "bound-only",
                                       "optional",     "certifies", "slow",  "may-miss",
                                       "offline",      "told",      "supply", "online"};
    ul_json_open_member(json, "traits", "[", ", ");
    for (size_t q = 0; q < sizeof name / sizeof *name; q++)
        if ((traits >> q & 1) != 0)
            ul_json_put_text(json, name[q]);
    ul_json_close(json, "]");
}

static void put_method(ul_json_writer *json, const ul_method *method, const ul_kind *kind)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", method->name);
    ul_json_text_member(json, "kind", kind->name);
    ul_json_text_member(json, "brief", method->brief);
    ul_json_text_member(json, "paper", method->paper);
    put_traits(json, method->traits);
    put_parameters(json, method->param);
    ul_json_close(json, "}");
}

static void put_sources(ul_json_writer *json, const char *what, const ul_source *const *source)
{
    ul_json_open_member(json, what, "[", ",\n");
    for (; *source != NULL; source++) {
        ul_json_open(json, "{", ", ");
        ul_json_text_member(json, "name", (*source)->name);
        ul_json_text_member(json, "brief", (*source)->brief);
        ul_json_text_member(json, "paper", (*source)->paper);
        put_parameters(json, (*source)->param);
        ul_json_close(json, "}");
    }
    ul_json_close(json, "]");
}

static char *text;

static void write_text(void)
{
    ul_output *out;
    size_t length;
    if (ul_output_memory(&out) != UL_OK)
        return;
    ul_json_writer json = ul_json_writer_on(out);
    ul_json_open(&json, "{", ",\n");
    ul_json_open_member(&json, "methods", "[", ",\n");
    for (size_t k = 0; ul_kinds[k] != NULL; k++)
        for (size_t q = 0; ul_methods[q] != NULL; q++)
            if (ul_method_takes(ul_methods[q], ul_kinds[k]))
                put_method(&json, ul_methods[q], ul_kinds[k]);
    ul_json_close(&json, "]");
    put_sources(&json, "generators", ul_generators);
    put_sources(&json, "importers", ul_importers);
    ul_json_close(&json, "}");
    if (ul_output_take(out, &text, &length) != UL_OK)
        text = NULL;
}

const char *ul_catalogue(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, write_text);
    return text == NULL ? "{}" : text;
}
