/* ullage list: the registries. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "formulation.h"
#include "gallery.h"
#include "generator.h"
#include "json_writer.h"
#include "registry.h"
#include "suite.h"
#include "table.h"

/* With --json: where entries go, and the kind they are of (NULL: of none). */
static ul_json_writer *json;
static const char *kind_now;
static unsigned traits_now; /* of the method that is being listed, 0: of none */

/* What a method can do that its parameters do not show. */
static const struct {
    unsigned trait;
    const char *member, *words;
} ability[] = {
    {UL_SUPPLY, "supply", "keeps to a limited supply of machines"},
    {UL_CERTIFIES, "certificate", "writes its proof with --certificate"},
};

enum { N_ABILITIES = sizeof ability / sizeof *ability };

static void put_parameter(const ul_param *param)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", param->name);
    ul_json_text_member(json, "default", param->preset);
    if (param->form == UL_PARAM_CHOICE)
        ul_json_text_member(json, "choices", param->choices);
    ul_json_text_member(json, "brief", param->brief);
    ul_json_close(json, "}");
}

static void put_entry(const char *name, const char *brief, const char *paper, const ul_param *param)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", name);
    if (kind_now != NULL)
        ul_json_text_member(json, "kind", kind_now);
    ul_json_text_member(json, "brief", brief);
    if (paper != NULL)
        ul_json_text_member(json, "paper", paper);
    for (size_t q = 0; q < N_ABILITIES; q++)
        if ((traits_now & ability[q].trait) != 0)
            ul_json_truth_member(json, ability[q].member, true);
    ul_json_open_member(json, "parameters", "[", ", ");
    for (; param != NULL && param->name != NULL; param++)
        put_parameter(param);
    ul_json_close(json, "]");
    ul_json_close(json, "}");
}

static void begin_kind(const char *kind)
{
    kind_now = kind;
    if (json == NULL)
        printf(" %s:\n", kind);
}

static void print_entry(const char *name, const char *brief, const char *paper,
                        const ul_param *param)
{
    if (json != NULL) {
        put_entry(name, brief, paper, param);
        return;
    }
    printf("  %-24s %s\n", name, brief);
    if (paper != NULL)
        printf("  %-24s   %s\n", "", paper);
    for (size_t q = 0; q < N_ABILITIES; q++)
        if ((traits_now & ability[q].trait) != 0)
            printf("  %-24s   %s\n", "", ability[q].words);
    for (; param != NULL && param->name != NULL; param++) {
        const bool choice = param->form == UL_PARAM_CHOICE;
        printf("  %-24s   --set %s=%s  %s (default %s)\n", "", param->name,
               choice ? param->choices : "...", param->brief, param->preset);
    }
}

/* Kind by kind: a user has one problem at a time. */
static void list_methods(void)
{
    for (size_t kind = 0; ul_kinds[kind] != NULL; kind++) {
        begin_kind(ul_kinds[kind]->name);
        for (size_t q = 0; ul_methods[q] != NULL; q++)
            if (ul_method_takes(ul_methods[q], ul_kinds[kind])) {
                traits_now = ul_methods[q]->traits;
                if (ul_kinds[kind]->is_limited == NULL)
                    traits_now &= ~UL_SUPPLY;
                print_entry(ul_methods[q]->name, ul_methods[q]->brief, ul_methods[q]->paper,
                            ul_methods[q]->param);
            }
    }
    traits_now = 0;
}

static void list_sources(const ul_source *const *source)
{
    for (; *source != NULL; source++)
        print_entry((*source)->name, (*source)->brief, (*source)->paper, (*source)->param);
}

static void list_generators(void)
{
    list_sources(ul_generators);
}

static void list_importers(void)
{
    list_sources(ul_importers);
}

static void list_formulations(void)
{
    for (size_t kind = 0; ul_kinds[kind] != NULL; kind++) {
        bool any = false;
        for (size_t q = 0; ul_formulations[q] != NULL; q++) {
            if (ul_formulations[q]->kind != ul_kinds[kind])
                continue;
            if (!any)
                begin_kind(ul_kinds[kind]->name);
            any = true;
            print_entry(ul_formulations[q]->name, ul_formulations[q]->brief,
                        ul_formulations[q]->paper, NULL);
        }
    }
}

static void list_suites(void)
{
    char brief[UL_SUITE_BRIEF];
    for (size_t q = 0; ul_suites_shipped[q].name != NULL; q++)
        print_entry(ul_suites_shipped[q].name, ul_suite_brief(&ul_suites_shipped[q], brief), NULL,
                    NULL);
}

static void list_tables(void)
{
    for (size_t q = 0; ul_tables[q] != NULL; q++)
        print_entry(ul_tables[q]->name, ul_tables[q]->brief, ul_tables[q]->paper,
                    ul_tables[q]->param);
}

static void list_kinds(void)
{
    for (size_t q = 0; ul_kinds[q] != NULL; q++)
        print_entry(ul_kinds[q]->name, ul_kinds[q]->brief, NULL, NULL);
}

static void list_gallery(void)
{
    ul_arena *arena = ul_arena_new();
    for (const ul_gallery_item *item = ul_gallery; arena != NULL && item->name != NULL; item++) {
        char path[128], methods[256] = "try";
        ul_lesson lesson;
        snprintf(path, sizeof path, UL_GALLERY_PREFIX "%s", item->name);
        if (ul_lesson_read(path, arena, &lesson) != UL_OK)
            continue;
        for (size_t q = 0; q < lesson.n_methods; q++) {
            const size_t used = strlen(methods);
            snprintf(methods + used, sizeof methods - used, " -m '%s'", lesson.method[q]);
        }
        print_entry(path, lesson.title, methods, NULL);
    }
    ul_arena_free(arena);
}

static const struct {
    const char *name;
    void (*print)(void);
} topic[] = {
    {"methods", list_methods},       {"generators", list_generators},
    {"importers", list_importers},   {"formulations", list_formulations},
    {"suites", list_suites},         {"tables", list_tables},
    {"kinds", list_kinds},           {"gallery", list_gallery},
};

enum { N_TOPICS = sizeof topic / sizeof *topic };

#define TOPICS "methods|generators|importers|formulations|suites|tables|kinds|gallery"

typedef struct {
    size_t only; /* topic, or N_TOPICS for all */
    bool json;
} options;

static void read_topic(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    (void)key;
    if (state->arg_num > 0)
        argp_error(state, "one topic at a time");
    for (o->only = 0; o->only < N_TOPICS; o->only++)
        if (strcmp(value, topic[o->only].name) == 0)
            return;
    argp_error(state, "there is no list of '%s'; the lists are " TOPICS, value);
}

static const ul_option option[] = {
    {"json", 'j', NULL, "one JSON object on standard output: an array a topic", UL_FIELD(json)},
    {0},
};

static ul_status write_json(size_t only)
{
    ul_output *out;
    UL_TRY(ul_output_open("-", &out));
    ul_json_writer writer = ul_json_writer_on(out);
    json = &writer;
    ul_json_open(json, "{", ",\n");
    for (size_t q = 0; q < N_TOPICS; q++) {
        if (only != N_TOPICS && only != q)
            continue;
        kind_now = NULL;
        ul_json_open_member(json, topic[q].name, "[", ",\n");
        topic[q].print();
        ul_json_close(json, "]");
    }
    ul_json_close(json, "}\n");
    return ul_output_close(out, NULL);
}

int ul_command_list(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "[" TOPICS "]",
        .own = {option, read_topic},
        .doc = "Shows what there is, with parameters and their defaults."
               "\vExample: ullage list methods",
    };
    options o = {.only = N_TOPICS};
    ul_parse_args(&command, argc, argv, &o);
    if (o.json)
        return ul_end(write_json(o.only));
    for (size_t q = 0; q < N_TOPICS; q++) {
        if (o.only != N_TOPICS && o.only != q)
            continue;
        printf("%s:\n", topic[q].name);
        topic[q].print();
    }
    return UL_EXIT_OK;
}
