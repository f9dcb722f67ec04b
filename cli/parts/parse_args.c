/* One way to parse options, which can also list them: completion asks for that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

/* Long names, of the command's own options and of those it shares with others. */
static void print_options(const struct argp *argp)
{
    for (const struct argp_option *o = argp->options; o != NULL && (o->name != NULL || o->key != 0);
         o++)
        if (o->name != NULL && (o->flags & OPTION_HIDDEN) == 0)
            printf("--%s\n", o->name);
    for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++)
        print_options(c->argp);
}

void ul_parse_args(const struct argp *argp, int argc, char **argv, void *input)
{
    if (argc == 2 && strcmp(argv[1], UL_LIST_OPTIONS) == 0) {
        print_options(argp);
        puts("--help");
        exit(UL_EXIT_OK);
    }
    argp_parse(argp, argc, argv, 0, NULL, input);
}
