/* ullage list: the registries, as tables. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "formulation.h"
#include "generator.h"
#include "registry.h"

static void print_params(const ul_param *param)
{
    for (; param != NULL && param->name != NULL; param++) {
        if (param->form == UL_PARAM_CHOICE)
            printf("  %-16s   --set %s=%s  %s (default %s)\n", "", param->name, param->choices,
                   param->brief, param->preset);
        else
            printf("  %-16s   --set %s=...  %s (default %s)\n", "", param->name, param->brief,
                   param->preset);
    }
}

static void list_methods(void)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++) {
        const ul_method *method = ul_methods[q];
        printf("  %-16s %s\n  %-16s   %s\n", method->name, method->brief, "", method->paper);
        print_params(method->param);
    }
}

static void list_sources(const ul_source *const *table)
{
    for (; *table != NULL; table++) {
        printf("  %-16s %s\n  %-16s   %s\n", (*table)->name, (*table)->brief, "", (*table)->paper);
        print_params((*table)->param);
    }
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
    for (size_t q = 0; ul_formulations[q] != NULL; q++) {
        const ul_formulation *formulation = ul_formulations[q];
        printf("  %-16s %s\n  %-16s   %s\n", formulation->name, formulation->brief, "",
               formulation->paper);
    }
}

static void list_kinds(void)
{
    for (size_t q = 0; ul_kinds[q] != NULL; q++)
        printf("  %-16s %s\n", ul_kinds[q]->name, ul_kinds[q]->brief);
}

static const struct {
    const char *name;
    void (*print)(void);
} topic[] = {
    {"methods", list_methods},
    {"formulations", list_formulations},
    {"generators", list_generators},
    {"importers", list_importers},
    {"kinds", list_kinds},
};

enum { N_TOPICS = sizeof topic / sizeof *topic };

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
    argp_error(state, "there is no list of '%s'; there are methods, formulations, "
                      "generators, importers, kinds", value);
    return 0;
}

int ul_command_list(int argc, char **argv)
{
    static const struct argp argp = {
        .parser = parse,
        .args_doc = "[methods|formulations|generators|importers|kinds]",
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
