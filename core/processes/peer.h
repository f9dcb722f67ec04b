/* A program that is talked to: lines to its standard input, lines from its standard
 * output, and the most telling line of its standard error.
 *
 * A keeper stands between us and the program: nothing that the program started is left
 * after ul_peer_end(), or when we are gone. Should the program stop or kill its keeper, all
 * that still have ULLAGE_PEER in their environment, as they inherit it, are ended. All waiting is ours to bound: it may say
 * nothing, say too much, close what it likes or end.
 */
#pragma once

#include <stddef.h>

#include "status.h"

typedef struct ul_peer ul_peer;

/* argv[0] is the program's path; it is ended when it and what it started hold more than
 * memory_mb, unless that is 0. */
ul_status ul_peer_start(char *const argv[], size_t memory_mb, ul_peer **peer);

typedef enum {
    UL_PEER_SAID,  /* a line */
    UL_PEER_QUIET, /* no whole line yet */
    UL_PEER_ENDED, /* it will say nothing more: it ended, or closed its output */
    UL_PEER_DEAF,  /* it has closed its input */
    UL_PEER_LONG,  /* its line is longer than allowed */
    UL_PEER_MORE   /* it has said more than was asked, before this line was sent */
} ul_peer_news;

/* Begins to send a line (the text with a line feed behind it, which must stay until the
 * answer has come). */
ul_peer_news ul_peer_send(ul_peer *peer, const char *text, size_t length);
/* Sends what is left of it and waits up to `seconds` for the answer: *line, without its
 * line feed and with a NUL behind it, until the next call. */
ul_peer_news ul_peer_hear(ul_peer *peer, double seconds, size_t longest, char **line,
                          size_t *length);

#define UL_PEER_MEMORY "memory"

/* Closes its input, gives it `seconds` to end, then ends it with all that it started.
 * `how` (may be NULL) is told how it ended, "status 1", "signal 9" or UL_PEER_MEMORY, "" where it ended
 * well or was ended by us; `words` is the line of its standard error that names
 * an error, else the last. Frees. */
void ul_peer_end(ul_peer *peer, double seconds, char *how, size_t room, char *words,
                 size_t words_room);
