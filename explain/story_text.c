/* The story for a terminal: numbered decisions, candidates indented before the
 * decision they led to. */
#include <stdlib.h>
#include <string.h>

#include "narrator.h"
#include "say.h"
#include "story.h"
#include "utf8.h"

enum { WIDTH = 100, INDENT = 7 };

/* Wraps a text at spaces; lines after the first begin with the indent. Control
 * characters of names do not reach the terminal. */
static void put_wrapped(ul_output *out, size_t column, size_t indent, const char *text)
{
    bool fresh = true; /* nothing on this line yet */
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        size_t width = 0;
        for (size_t at = 0; at < length; width++) {
            uint32_t code;
            at += ul_utf8_next(text + at, &code);
        }
        if (!fresh && column + 1 + width > WIDTH) {
            ul_output_format(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!fresh) {
            ul_output_text(out, " ");
            column++;
        }
        for (size_t at = 0; at < length;) {
            uint32_t code;
            char bytes[4];
            at += ul_utf8_next(text + at, &code);
            if (code < 0x20 || (code >= 0x7f && code < 0xa0))
                code = UL_UTF8_REPLACEMENT;
            ul_output_bytes(out, bytes, ul_utf8_put(code, bytes));
        }
        column += width;
        fresh = false;
        text += length + strspn(text + length, " ");
    }
    ul_output_text(out, "\n");
}

typedef struct {
    ul_output *out;
    size_t number;
    ul_micro at_s; /* the second that was said last */
} printing;

/* Where decisions happen in time, a line says when, once for all of an instant. */
static void print_time(printing *p, ul_micro at_s)
{
    if (at_s == p->at_s)
        return;
    p->at_s = at_s;
    ul_output_text(p->out, "  ");
    ul_say_time(p->out, at_s);
    ul_output_text(p->out, "\n");
}

/* Candidates first, then what was decided, in one paragraph. */
static ul_status print_frame(void *context, const ul_frame *frame)
{
    printing *p = context;
    print_time(p, frame->item[0].step.at_s);
    for (size_t q = 0; q < frame->n_weighed; q++) {
        ul_output_format(p->out, "%*s- ", INDENT + 2, "");
        put_wrapped(p->out, INDENT + 4, INDENT + 4, frame->weighed[q]);
    }
    if (frame->say[0] != '\0') {
        ul_output_format(p->out, "%5zu  ", ++p->number);
        put_wrapped(p->out, INDENT, INDENT, frame->say);
    }
    return UL_OK;
}

static ul_status print_act(const ul_story *story, const ul_act *act, ul_output *out)
{
    printing p = {.out = out};
    const char *parameters = ul_run_parameters(act->run);
    const char *mark = ul_knows_mark(ul_run_result_of(act->run)->knows);
    ul_output_format(out, "\n%s%s%s%s%s\n", ul_run_method(act->run)->name,
                     parameters[0] == '\0' ? "" : " ", parameters, mark[0] == '\0' ? "" : " ", mark);
    if (!act->told && ul_run_result_of(act->run)->plan != NULL)
        put_wrapped(out, 0, 0, "This method does not tell its decisions; here is its plan.");
    UL_TRY(ul_narrate(story->instance, &act->recording, print_frame, &p));
    if (act->recording.n_left_out > 0)
        ul_output_format(out, "%*s... steps left out: %zu\n", INDENT, "", act->recording.n_left_out);
    return UL_OK;
}

static ul_status print_end(const ul_story *story, const ul_act *act, ul_output *out)
{
    char *text;
    UL_TRY(ul_story_end(story, act, &text));
    put_wrapped(out, 0, INDENT, text);
    free(text);
    return UL_OK;
}

ul_status ul_story_text(const ul_story *story, ul_output *out)
{
    put_wrapped(out, 0, 0, story->instance->name);
    if (story->lesson.title[0] != '\0')
        put_wrapped(out, 0, 0, story->lesson.title);
    if (story->lesson.text[0] != '\0')
        put_wrapped(out, 0, 0, story->lesson.text);
    for (size_t q = 0; q < story->n_acts; q++) {
        UL_TRY(print_act(story, &story->act[q], out));
        UL_TRY(print_end(story, &story->act[q], out));
    }
    if (story->lesson.answer[0] != '\0') {
        ul_output_text(out, "\n");
        put_wrapped(out, 0, 0, story->lesson.answer);
    }
    return UL_OK;
}
