#include "conversation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "words.h"

enum {
    line_max = 16 << 20,
    values_max = 1 << 20 /* in a line; each takes us some hundred bytes */
};
static const double look_s = 0.05, /* between two looks at the run's limits */
    farewell_s = 1;                /* for a program to end once its input is closed */

struct ul_conversation {
    ul_run *run;
    ul_peer *peer; /* NULL once it was ended */
    ul_peer **joined; /* whose it is; NULL: ours */
    double answer_s;
    ul_output *out;
    ul_json_writer json;
    char *text; /* the line that was sent */
    const char *said; /* the one that came, until the next is sent */
    ul_json *answer;
    bool failed;
};

/* ---- from beginning to end ---- */

ul_status ul_conversation_open(ul_run *run, ul_conversation **result)
{
    static const ul_mark none[] = {{NULL, NULL}};
    char **argv;
    ul_conversation *talk;
    UL_TRY(ul_words(ul_run_choice(run, "command"), none, ul_run_arena(run), &argv));
    UL_ALLOC(ul_run_arena(run), talk, 1);
    talk->run = run;
    talk->answer_s = ul_run_number(run, "answer-s");
    UL_TRY(ul_peer_start(argv, (size_t)ul_run_number(run, "memory_mb"), &talk->peer));
    *result = talk;
    return UL_OK;
}

ul_status ul_conversation_join(ul_run *run, ul_peer **peer, ul_conversation **talk)
{
    UL_ALLOC(ul_run_arena(run), *talk, 1);
    **talk = (ul_conversation){.run = run, .peer = *peer, .joined = peer,
                               .answer_s = ul_run_number(run, "answer-s")};
    return UL_OK;
}

void ul_conversation_close(ul_conversation *talk)
{
    if (talk == NULL)
        return;
    if (talk->peer != NULL && talk->joined == NULL)
        ul_peer_end(talk->peer, talk->failed ? 0 : farewell_s, NULL, 0, NULL, 0);
    talk->peer = NULL;
    ul_json_free(talk->answer);
    if (talk->out != NULL)
        ul_output_discard(talk->out);
    free(talk->text);
}

/* The program is ended, and the run with a sentence and the program's last words. */
static ul_status end(ul_conversation *talk, ul_outcome outcome, const char *what)
{
    char how[40], words[300], note[900];
    const bool crashed = outcome == UL_CRASH;
    ul_peer_end(talk->peer, crashed ? look_s : 0, how, sizeof how, words, sizeof words);
    talk->peer = NULL;
    if (talk->joined != NULL)
        *talk->joined = NULL;
    talk->failed = true;
    if (crashed && strcmp(how, UL_PEER_MEMORY) == 0) {
        snprintf(note, sizeof note, "the program used more than memory_mb=%g",
                 ul_run_number(talk->run, "memory_mb"));
        ul_run_ended(talk->run, UL_MEMORY_LIMIT);
        UL_TRY(ul_run_note(talk->run, note));
        return ul_fail(UL_E_STOPPED, "%s", note);
    }
    snprintf(note, sizeof note, "%s%s%s%s%s%s", what, crashed && how[0] != '\0' ? " (" : "",
             crashed ? how : "", crashed && how[0] != '\0' ? ")" : "",
             words[0] != '\0' ? ": " : "", words);
    ul_run_ended(talk->run, outcome);
    UL_TRY(ul_run_note(talk->run, note));
    return ul_fail(UL_E_STOPPED, "%s", note);
}

ul_status ul_conversation_reject(ul_conversation *talk, const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return end(talk, UL_REJECTED, what);
}

/* ---- a question and its answer ---- */

ul_json_writer *ul_conversation_say(ul_conversation *talk)
{
    if (talk->out == NULL && ul_output_memory(&talk->out) != UL_OK)
        (void)ul_output_open(NULL, &talk->out); /* what fails is said when it is sent */
    talk->json = ul_json_writer_on(talk->out);
    return &talk->json;
}

/* What ends us may have ended the program first: a signal goes to the whole group. */
static ul_status complain(ul_conversation *talk, ul_peer_news news)
{
    if ((news == UL_PEER_ENDED || news == UL_PEER_DEAF) && ul_run_expired(talk->run))
        return end(talk, UL_TIME_LIMIT, "the run's time ended while the program was asked");
    switch (news) {
    case UL_PEER_DEAF:
        return end(talk, UL_CRASH, "the program closed its input");
    case UL_PEER_LONG:
        return end(talk, UL_REJECTED, "the program's line has more than 16 MiB");
    case UL_PEER_MORE:
        return end(talk, UL_REJECTED, "the program says more than it is asked: one line a question");
    default:
        return end(talk, UL_CRASH, "the program ended, or closed its output, before all was done");
    }
}

static ul_status hear(ul_conversation *talk, char **line, size_t *length)
{
    const double start_s = ul_clock_wall_s();
    for (;;) {
        const ul_peer_news news = ul_peer_hear(talk->peer, look_s, line_max, line, length);
        if (news != UL_PEER_SAID && news != UL_PEER_QUIET)
            return complain(talk, news);
        if (ul_run_expired(talk->run)) /* also of who answers quickly, each time a little late */
            return end(talk, UL_TIME_LIMIT, "the run's time ended while the program was asked");
        if (news == UL_PEER_SAID)
            return UL_OK;
        if (ul_clock_wall_s() - start_s > talk->answer_s) {
            char what[80];
            snprintf(what, sizeof what, "the program did not answer within %g s", talk->answer_s);
            return end(talk, UL_TIME_LIMIT, what);
        }
    }
}

/* Every value is the first of what holds it or has a comma before it. */
static bool has_many_values(const char *line, size_t length)
{
    size_t n = 0;
    for (size_t q = 0; q < length; q++)
        n += line[q] == ',' || line[q] == '[' || line[q] == '{';
    return n > values_max;
}

static ul_status parse(ul_conversation *talk, const char *line, size_t length)
{
    ul_json_free(talk->answer);
    talk->answer = NULL;
    if (has_many_values(line, length))
        return ul_conversation_reject(talk, "the program's line has more than %d values", values_max);
    const ul_status status = ul_json_parse("the program's line", line, length, &talk->answer);
    if (status == UL_E_MEMORY)
        return status;
    if (status == UL_OK && ul_json_is_object(talk->answer))
        return UL_OK;
    return ul_conversation_reject(talk, "%s: '%.60s%s'",
                                  status == UL_OK ? "the program's line is no JSON object"
                                                  : ul_error_text(),
                                  line, length > 60 ? "..." : "");
}

const char *ul_conversation_said(const ul_conversation *talk)
{
    return talk->said;
}

ul_status ul_conversation_ask(ul_conversation *talk, const ul_json **answer)
{
    char *line;
    size_t length;
    ul_output *out = talk->out;
    talk->out = NULL;
    ul_output_text(out, "\n");
    free(talk->text);
    talk->text = NULL;
    UL_TRY(ul_output_take(out, &talk->text, &length));
    const ul_peer_news news = ul_peer_send(talk->peer, talk->text, length);
    if (news != UL_PEER_QUIET)
        return complain(talk, news);
    UL_TRY(hear(talk, &line, &length));
    talk->said = line;
    UL_TRY(parse(talk, line, length));
    *answer = talk->answer;
    return UL_OK;
}
