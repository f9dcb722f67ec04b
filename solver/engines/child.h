/* Work in a process of its own, with limits, so that a crash or exhausted memory
 * is an outcome and not the end of the program.
 *
 * The child leads a process group; it and all it started die with it, with its
 * parent (PR_SET_PDEATHSIG), and on ul_child_close(). What it has to say comes
 * as messages through a pipe.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "status.h"

typedef struct {
    uint32_t kind; /* the worker's own */
    size_t length;
    const void *data; /* until the next call */
} ul_message;

typedef struct {
    pid_t pid;
    int pipe;
    unsigned char *buffer;
    size_t used, room, taken; /* bytes of the message handed out last */
    size_t memory_mb, base_kb, message_max;
    bool over_memory;
    bool is_deaf; /* its last message was too long: nothing more is heard */
    bool ended; /* the pipe is at its end, or it has ended and the pipe is empty */
    int signal; /* that it died of, once it is closed; 0: it ended by itself */
} ul_child;

typedef struct {
    size_t memory_mb;    /* above what the program has now; 0 is no limit */
    size_t message_max;  /* bytes; 0 is no limit */
    int on_parent_death; /* signal; SIGKILL unless the worker has to tidy up */
} ul_child_limits;

/* Runs work(context, out) in the child, which then ends; out is for ul_child_send(). */
ul_status ul_child_start(void (*work)(void *context, int out), void *context,
                         const ul_child_limits *limits, ul_child *child);

/* In the child: sends one message; false when nobody listens any more. */
bool ul_child_send(int out, uint32_t kind, const void *data, size_t length);

/* Waits up to `seconds` for the next message. UL_CHILD_QUIET: none is whole yet;
 * UL_CHILD_GONE: none will come. A child over its memory is killed, and one whose message is
 * too long is told to end. */
typedef enum { UL_CHILD_SAID, UL_CHILD_QUIET, UL_CHILD_GONE } ul_child_news;
ul_status ul_child_next(ul_child *child, double seconds, ul_message *message, ul_child_news *news);

void ul_child_signal(const ul_child *child, int signal);

/* Kills what is left of the group, waits for the child, frees. How it ended: */
typedef enum { UL_CHILD_DONE, UL_CHILD_MEMORY, UL_CHILD_CRASH } ul_child_end;
ul_child_end ul_child_close(ul_child *child);

/* For a child before it runs another program: no more address space than that. It
 * counts libraries and what they reserve and never use, many times the memory. */
void ul_child_limit_space(size_t space_mb);
