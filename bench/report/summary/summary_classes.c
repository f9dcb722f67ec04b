/* Classes of instances: what suites and manifests say of them, for reports by class. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "summary_parts.h"

enum { CLASSES_MAX = 32 };

ul_status ul_summary_remark(ul_summary_reading *state, const char *text)
{
    ul_summary *s = state->summary;
    return s->n_remarks == UL_REMARKS_MAX
               ? UL_OK : ul_arena_format(s->arena, &s->remark[s->n_remarks++], "%s", text);
}

const char *ul_summary_short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

const char *ul_summary_key(const char *folder, const char *label, char text[UL_KEY_TEXT])
{
    snprintf(text, UL_KEY_TEXT, "%.4095s %.400s", folder, label);
    return text;
}

typedef struct {
    ul_summary_reading *state;
    const char *folder;
} class_context;

static ul_status take_class(void *context, const char *input, const char *class, const char *value)
{
    const class_context *c = context;
    ul_summary_reading *state = c->state;
    char text[UL_KEY_TEXT];
    size_t number;
    ul_summary_key(c->folder, input, text);
    const size_t key = ul_names_find(state->key, text, strlen(text));
    UL_TRY(ul_names_put(state->class_name, class, &number, NULL));
    if (key == UL_NONE || number >= CLASSES_MAX)
        return UL_OK; /* nothing ran on it yet */
    ul_instance_summary *instance = &state->instance[state->instance_of_key[key]];
    return ul_arena_format(state->summary->arena, &instance->of_class[number], "%s", value);
}

ul_status ul_summary_read_manifests(ul_summary_reading *state)
{
    ul_summary *s = state->summary;
    ul_manifest_facts *facts;
    UL_ALLOC(s->arena, facts, s->n_folders);
    for (size_t q = 0; q < s->n_instances; q++) {
        UL_ALLOC(s->arena, state->instance[q].of_class, CLASSES_MAX);
        for (size_t c = 0; c < CLASSES_MAX; c++)
            state->instance[q].of_class[c] = "";
    }
    for (size_t f = 0; f < s->n_folders; f++) {
        class_context context = {state, state->path[f]};
        UL_TRY(ul_manifest_facts_read(state->path[f], s->arena, &facts[f], take_class, &context));
    }
    s->folder = facts;
    return UL_OK;
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static int by_size(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    return (atof(x) > atof(y)) - (atof(x) < atof(y));
}

/* The values in order of appearance, or by size where all are numbers. */
static ul_status list_values(const ul_summary *s, size_t c, ul_class *class)
{
    bool numbers = true;
    class->n_values = 0;
    UL_ALLOC(s->arena, class->value, s->n_instances);
    for (size_t q = 0; q < s->n_instances; q++) {
        const char *value = s->instance[q].of_class[c];
        size_t v = 0;
        while (v < class->n_values && strcmp(class->value[v], value) != 0)
            v++;
        if (value[0] == '\0' || v < class->n_values)
            continue;
        numbers = numbers && is_number(value);
        class->value[class->n_values++] = value;
    }
    if (numbers)
        qsort(class->value, class->n_values, sizeof *class->value, by_size);
    return UL_OK;
}

/* Many sizes, as samples of traces have, are sorted by their number of digits. */
static ul_status join_sizes(ul_summary_reading *state, size_t c)
{
    for (size_t q = 0; q < state->summary->n_instances; q++) {
        const char *value = state->instance[q].of_class[c];
        unsigned long long low = 1;
        if (!is_number(value))
            continue;
        for (const char *digit = value + 1; *digit != '\0'; digit++)
            low *= 10;
        UL_TRY(ul_arena_format(state->summary->arena, &state->instance[q].of_class[c],
                               "%llu to %llu", low, low * 10 - 1));
    }
    return UL_OK;
}

ul_status ul_summary_find_classes(ul_summary_reading *state)
{
    enum { SIZES_MAX = 8 };
    ul_summary *s = state->summary;
    const size_t n = ul_names_count(state->class_name);
    ul_class *classes;
    UL_ALLOC(s->arena, classes, CLASSES_MAX);
    s->n_classes = n < CLASSES_MAX ? n : CLASSES_MAX;
    for (size_t c = 0; c < s->n_classes; c++) {
        UL_TRY(ul_arena_format(s->arena, &classes[c].name, "%s", ul_names_text(state->class_name, c)));
        UL_TRY(list_values(s, c, &classes[c]));
        if (strcmp(classes[c].name, "size") == 0 && classes[c].n_values > SIZES_MAX) {
            UL_TRY(join_sizes(state, c));
            UL_TRY(list_values(s, c, &classes[c]));
        }
    }
    s->classes = classes;
    return UL_OK;
}
