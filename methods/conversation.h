/* A method's conversation with a program: one JSON object a line, in both directions,
 * on its standard input and output.
 *
 *     ul_json_writer *json = ul_conversation_say(talk);
 *     ... one object ...
 *     UL_TRY(ul_conversation_ask(talk, &answer));
 *
 * Whatever the program does wrong (it says nothing, too much, no JSON; it ends) ends the
 * run as an outcome with a sentence: the call then returns UL_E_STOPPED, to be handed on
 * to who turns it into UL_OK. A question costs us some ten microseconds.
 */
#pragma once

#include "json.h"
#include "json_writer.h"
#include "peer.h"
#include "run.h"

typedef struct ul_conversation ul_conversation;

/* What a method that converses has among its parameters, beside `command`. */
#define UL_CONVERSATION_LIMITS                                                             \
    UL_REAL("answer-s", "60", "seconds that the program has for an answer", 0.01, 1e6),    \
    UL_COUNT("memory_mb", "0", "memory the program may use; 0 is no limit", 0, 1e6)

/* Starts the run's `command`, a program and its arguments (words.h), within these limits; it
 * has the run's time for all. */
ul_status ul_conversation_open(ul_run *run, ul_conversation **talk);
/* The same with a program that runs already and goes on afterwards; where it has to be ended,
 * *peer becomes NULL. */
ul_status ul_conversation_join(ul_run *run, ul_peer **peer, ul_conversation **talk);
/* Ends the program, unless it was there before; `talk` may be NULL. */
void ul_conversation_close(ul_conversation *talk);

/* Begins a line. */
ul_json_writer *ul_conversation_say(ul_conversation *talk);
/* Sends it and waits for the answer, an object that lives until the next question. */
ul_status ul_conversation_ask(ul_conversation *talk, const ul_json **answer);
/* The answer as it came, for who says what is wrong with it. */
const char *ul_conversation_said(const ul_conversation *talk);
/* For an answer that is JSON and makes no sense: the run is rejected with the sentence. */
ul_status ul_conversation_reject(ul_conversation *talk, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
