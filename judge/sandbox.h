/* A candidate's process: bubblewrap around it, without network, with nothing to be read but
 * the system's programs and the candidate itself and nothing to be written, so that neither
 * the sets nor the judge are there.
 */
#pragma once

#include <stdint.h>

#include "arena.h"
#include "status.h"

/* Whether it can be had here; else `why` says why not. Tried once. */
bool ul_sandbox_works(char *why, size_t room);

/* What files and pipes our caller has left open to us no candidate inherits. */
void ul_sandbox_seal_files(void);

/* `ullage judge` with one of these in front guards a program (guard.h), or bubblewrap, by a number
 * of threads; the third writes the plan of a method in a shared object (inside.h). */
#define UL_INSIDE_PROGRAM "--inside-program"
#define UL_OUTSIDE_PROGRAM "--outside-program"
#define UL_INSIDE_METHOD "--inside-method"

/* How a candidate plays. */
typedef enum {
    UL_PLAYS_VALUES,   /* a function in a file, loaded by us: the online game, many of them */
    UL_PLAYS_ONLINE,   /* a program: one online game */
    UL_PLAYS_LIVE,     /* a program: a live policy */
    UL_PLAYS_INSTANCES /* a program, or a method in a shared object: reads {instance}, writes {plan} */
} ul_plays;

typedef struct {
    const char *file;
    ul_plays plays;
    bool isolated; /* in a sandbox */
    uint64_t threads;
} ul_sandbox_of;

/* The program and its arguments, for a candidate. */
ul_status ul_sandbox_argv(ul_arena *arena, const ul_sandbox_of *candidate, char ***argv);

/* The same as a command's text (words.h), "command=..." */
ul_status ul_sandbox_command(ul_arena *arena, char *const *argv, const char **command);
