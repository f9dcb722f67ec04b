/* What subcommands share: exit codes, one way to complain, repeated options. */
#ifndef UL_COMMAND_H
#define UL_COMMAND_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

enum {
    UL_EXIT_OK = 0,
    UL_EXIT_NO = 1,
    UL_EXIT_USAGE = 2,
    UL_EXIT_FAULT = 3,
    UL_EXIT_STOPPED = 130, /* what shells expect after Ctrl-C */
};

#define UL_COMMAND(name, brief) int ul_command_##name(int argc, char **argv);
#include "commands.def"
#undef UL_COMMAND

/* Prints the fault's sentence as one line on stderr; returns the exit code. */
int ul_complain(ul_status status);

/* The one way in which commands read their arguments. */
void ul_parse_args(const struct argp *argp, int argc, char **argv, void *input);

/* Asked with this alone, a command prints its options, one a line, and ends: what shells
 * complete comes from the tables that the command itself reads. */
#define UL_LIST_OPTIONS "--list-options"

/* A repeated --set option. */
enum { UL_SET_MAX = 64 };
typedef struct {
    const char *item[UL_SET_MAX];
    size_t n;
} ul_set_list;
error_t ul_set_add(ul_set_list *list, const char *item, const struct argp_state *state);

/* Options that are a text, or there or not; and the one argument of a command, with argp's own
 * error on a second. */
error_t ul_arg_text(const char **option, const char *value);
error_t ul_arg_flag(bool *option);
error_t ul_arg_one(const char **argument, const char *value, const char *what,
                   const struct argp_state *state);

/* Whether two outputs, NULL where there is none, lead to one file, there or yet to be
 * written; devices and pipes may be named twice. And argp's own error where an output would
 * replace what is read, standard input from a file included. */
bool ul_writes_twice(const char *output, const char *other);
void ul_arg_apart(const char *input, const char *output, const struct argp_state *state);

/* Number options; argp's own error on a bad one. */
uint64_t ul_arg_count(const char *text, const char *option, const struct argp_state *state);
uint64_t ul_arg_positive(const char *text, const char *option, const struct argp_state *state);
double ul_arg_seconds(const char *text, const char *option, const struct argp_state *state);
double ul_arg_number(const char *text, const char *option, const struct argp_state *state);

#endif
