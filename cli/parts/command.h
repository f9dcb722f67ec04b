/* What subcommands share: exit codes, one way to complain, options as data. */
#pragma once

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
/* The exit code of a command that did what it was asked for, or complains. */
int ul_end(ul_status status);

/* A repeated --set option. */
enum { UL_SET_MAX = 64 };
typedef struct {
    const char *item[UL_SET_MAX];
    size_t n;
} ul_set_list;
void ul_set_add(ul_set_list *list, const char *item, const struct argp_state *state);

/* An option: what --help says of it, and the field that takes its value. */
typedef struct {
    const char *name;
    int key;           /* its letter; 0: it has none */
    const char *value; /* what it is called; NULL: the option is there or not */
    const char *doc;
    enum {
        UL_ARG_OWN, UL_ARG_TEXT, UL_ARG_FLAG, UL_ARG_COUNT, UL_ARG_SMALL, UL_ARG_SECONDS, UL_ARG_SET
    } form;
    size_t at;
    enum { UL_ONCE = 1, UL_POSITIVE, UL_NO_TIME, UL_HIDDEN } rule;
    uint64_t most; /* of a count; 0: any */
} ul_option;

/* A field of the command's `options`, whose type says what a value is; or none, where the command
 * reads the option by itself. */
#define UL_FIELD(field)                                                                          \
    .form = _Generic(((options *)0)->field, const char *: UL_ARG_TEXT, bool: UL_ARG_FLAG,        \
                     uint64_t: UL_ARG_COUNT, int32_t: UL_ARG_SMALL, double: UL_ARG_SECONDS,      \
                     ul_set_list: UL_ARG_SET),                                                   \
    .at = offsetof(options, field)
#define UL_OWN .form = UL_ARG_OWN

/* Options of several commands, which stand in one field of each. */
typedef struct {
    const ul_option *option; /* ends with a NULL name */
    /* Reads an option without field; argp's own error where it is wrong. */
    void (*own)(void *options, int key, char *value, const struct argp_state *state);
} ul_option_list;

typedef struct {
    const char *args_doc, *doc; /* as argp has them */
    ul_option_list own;         /* its reader reads arguments too, as ARGP_KEY_ARG */
    const ul_option_list *shared;
    size_t shared_at;
    const char *argument; /* the one argument, what it is called; NULL: the reader's */
    size_t argument_at;   /* a const char * */
    void (*check)(void *options, const struct argp_state *state); /* of all; may be NULL */
} ul_command;

/* The one way in which commands read their arguments. */
void ul_parse_args(const ul_command *command, int argc, char **argv, void *options);

/* Asked with this alone, a command prints its options, one a line, and ends: what shells
 * complete comes from the tables that the command itself reads. */
#define UL_LIST_OPTIONS "--list-options"

/* Whether two outputs, NULL where there is none, lead to one file, there or yet to be
 * written; devices and pipes may be named twice. And argp's own error where an output would
 * replace what is read, standard input from a file included. */
bool ul_writes_twice(const char *output, const char *other);
void ul_arg_apart(const char *input, const char *output, const struct argp_state *state);

/* Numbers, for readers; argp's own error on a bad one. */
uint64_t ul_arg_count(const char *text, const char *option, const struct argp_state *state);
double ul_arg_seconds(const char *text, const char *option, const struct argp_state *state);
