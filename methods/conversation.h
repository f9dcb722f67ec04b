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
#ifndef UL_CONVERSATION_H
#define UL_CONVERSATION_H

#include "json.h"
#include "json_writer.h"
#include "run.h"

typedef struct ul_conversation ul_conversation;

/* `command` is a program and its arguments (words.h). It has `answer_s` seconds for each
 * answer, and the run's time for all. */
ul_status ul_conversation_open(ul_run *run, const char *command, double answer_s,
                               ul_conversation **talk);
/* Ends the program; `talk` may be NULL. */
void ul_conversation_close(ul_conversation *talk);

/* Begins a line. */
ul_json_writer *ul_conversation_say(ul_conversation *talk);
/* Sends it and waits for the answer, an object that lives until the next question. */
ul_status ul_conversation_ask(ul_conversation *talk, const ul_json **answer);
/* For an answer that is JSON and makes no sense: the run is rejected with the sentence. */
ul_status ul_conversation_reject(ul_conversation *talk, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
