/* The one file that includes jansson. */
#include "json.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A ul_json is a json_t under another name. */
static const json_t *jansson(const ul_json *value)
{
    return (const json_t *)(const void *)value;
}

static const ul_json *ours(const json_t *value)
{
    return (const ul_json *)(const void *)value;
}

ul_status ul_json_parse(const char *name, const char *text, size_t length, ul_json **document)
{
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    const char *near = root == NULL ? strstr(error.text, "near '") : NULL;
    if (near != NULL) /* it counts to the end of the word that it names */
        error.column -= (int)strlen(near) - (int)strlen("near ''") - 1;
    if (root == NULL)
        return ul_fail(UL_E_INPUT, "%s:%d: column %d: is not JSON: %s", name,
                       error.line > 0 ? error.line : 1, error.column > 0 ? error.column : 1,
                       error.text);
    *document = (ul_json *)(void *)root;
    return UL_OK;
}

ul_status ul_json_read(const char *path, ul_json **document)
{
    enum { TEXT_MAX = 1 << 30 };
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    char *text;
    size_t length;
    UL_TRY(ul_input_open(path, &input));
    UL_TRY(ul_input_read_all(input, TEXT_MAX, &text, &length));
    const ul_status status = ul_json_parse(ul_input_name(input), text, length, document);
    free(text);
    return status;
}

void ul_json_free(ul_json *document)
{
    json_decref((json_t *)(void *)document);
}

const ul_json *ul_json_member(const ul_json *value, const char *name)
{
    return ours(json_object_get(jansson(value), name));
}

const ul_json *ul_json_element(const ul_json *value, size_t q)
{
    return ours(json_array_get(jansson(value), q));
}

size_t ul_json_count(const ul_json *value)
{
    return json_is_object(jansson(value)) ? json_object_size(jansson(value))
                                          : json_array_size(jansson(value));
}

ul_status ul_json_each(const ul_json *value, ul_json_member_fn fn, void *context)
{
    if (!ul_json_is_object(value))
        return ul_fail(UL_E_INPUT, "expected a JSON object");
    json_t *object = (json_t *)(uintptr_t)value; /* jansson's iterators are not const */
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at))
        UL_TRY(fn(context, json_object_iter_key(at), ours(json_object_iter_value(at))));
    return UL_OK;
}

bool ul_json_text(const ul_json *value, const char **text)
{
    *text = json_string_value(jansson(value));
    return *text != NULL;
}

bool ul_json_number(const ul_json *value, double *number)
{
    *number = json_number_value(jansson(value));
    return json_is_number(jansson(value));
}

bool ul_json_truth(const ul_json *value, bool *truth)
{
    *truth = json_is_true(jansson(value));
    return json_is_boolean(jansson(value));
}

bool ul_json_is_array(const ul_json *value)
{
    return json_is_array(jansson(value));
}

bool ul_json_is_object(const ul_json *value)
{
    return json_is_object(jansson(value));
}
