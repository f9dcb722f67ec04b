/* ullage list: the registries. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "formulation.h"
#include "gallery.h"
#include "generator.h"
#include "registry.h"
#include "suite.h"
#include "table.h"

static void print_entry(const char *name, const char *brief, const char *paper,
                        const ul_param *param)
{
    printf("  %-24s %s\n", name, brief);
    if (paper != NULL)
        printf("  %-24s   %s\n", "", paper);
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
        printf(" %s:\n", ul_kinds[kind]->name);
        for (size_t q = 0; ul_methods[q] != NULL; q++)
            if (ul_method_takes(ul_methods[q], ul_kinds[kind]))
                print_entry(ul_methods[q]->name, ul_methods[q]->brief, ul_methods[q]->paper,
                            ul_methods[q]->param);
    }
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
                printf(" %s:\n", ul_kinds[kind]->name);
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
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (state->arg_num > 0)
        argp_error(state, "one topic at a time");
    for (o->only = 0; o->only < N_TOPICS; o->only++)
        if (strcmp(value, topic[o->only].name) == 0)
            return 0;
    argp_error(state, "there is no list of '%s'; the lists are " TOPICS, value);
    return 0;
}

int ul_command_list(int argc, char **argv)
{
    static const struct argp argp = {
        .parser = parse,
        .args_doc = "[" TOPICS "]",
        .doc = "Shows what there is, with parameters and their defaults."
               "\vExample: ullage list methods",
    };
    options o = {.only = N_TOPICS};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    for (size_t q = 0; q < N_TOPICS; q++) {
        if (o.only != N_TOPICS && o.only != q)
            continue;
        printf("%s:\n", topic[q].name);
        topic[q].print();
    }
    return UL_EXIT_OK;
}
