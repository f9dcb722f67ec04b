#include "words.h"

#include <stdbool.h>
#include <string.h>

#include "program.h"

enum { WORDS_MAX = 256, WORD_BYTES = 8192 };

typedef struct {
    const char *at;
    const ul_mark *marks;
    char word[WORD_BYTES];
    size_t length;
} splitting;

static ul_status put(splitting *s, const char *text, size_t n)
{
    if (s->length + n >= sizeof s->word)
        return ul_fail(UL_E_INPUT, "--set command=...: an argument is longer than %d bytes",
                       WORD_BYTES - 1);
    memcpy(s->word + s->length, text, n);
    s->length += n;
    return UL_OK;
}

static ul_status refuse(char what)
{
    return ul_fail(UL_E_INPUT, "--set command=...: no shell reads the command, and a shell would act "
                               "on '%c'; quote it, or run one: sh -c '...' sh {...}", what);
}

/* A mark, or the next character as it is. */
static ul_status put_next(splitting *s)
{
    const ul_mark *m = s->marks;
    while (m->mark != NULL && strncmp(s->at, m->mark, strlen(m->mark)) != 0)
        m++;
    UL_TRY(m->mark == NULL ? put(s, s->at, 1) : put(s, m->text, strlen(m->text)));
    s->at += m->mark == NULL ? 1 : strlen(m->mark);
    return UL_OK;
}

/* From one quote to the next. */
static ul_status put_quoted(splitting *s, char quote)
{
    s->at++;
    while (*s->at != quote) {
        if (*s->at == '\0')
            return ul_fail(UL_E_INPUT, "--set command=...: a quote (%c) is not closed", quote);
        if (quote == '"' && strchr("$`", *s->at) != NULL)
            return refuse(*s->at);
        if (quote == '"' && *s->at == '\\' && s->at[1] != '\0' && strchr("\"\\$`", s->at[1]) != NULL) {
            UL_TRY(put(s, s->at + 1, 1));
            s->at += 2;
        } else {
            UL_TRY(put_next(s));
        }
    }
    s->at++;
    return UL_OK;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static ul_status put_word(splitting *s)
{
    s->length = 0;
    while (*s->at != '\0' && !is_blank(*s->at)) {
        if (*s->at == '\'' || *s->at == '"') {
            UL_TRY(put_quoted(s, *s->at));
        } else if (*s->at == '\\' && s->at[1] != '\0') {
            UL_TRY(put(s, s->at + 1, 1));
            s->at += 2;
        } else if (strchr("|&;<>()$`", *s->at) != NULL) {
            return refuse(*s->at);
        } else {
            UL_TRY(put_next(s));
        }
    }
    return UL_OK;
}

static ul_status find_program(const char *command, const char *name, ul_arena *arena, char **path)
{
    char found[WORD_BYTES];
    if (!ul_program_find(name, found, sizeof found))
        return ul_fail(UL_E_INPUT, "--set command=%s: there is no program '%s'", command, name);
    *path = ul_arena_text(arena, found, strlen(found));
    return *path == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_words(const char *command, const ul_mark *marks, ul_arena *arena, char ***argv)
{
    splitting s = {.at = command, .marks = marks};
    size_t n = 0;
    UL_ALLOC(arena, *argv, WORDS_MAX + 1);
    for (;;) {
        while (is_blank(*s.at))
            s.at++;
        if (*s.at == '\0')
            break;
        if (n == WORDS_MAX)
            return ul_fail(UL_E_INPUT, "--set command=...: more than %d words", WORDS_MAX);
        UL_TRY(put_word(&s));
        (*argv)[n] = ul_arena_text(arena, s.word, s.length);
        UL_NEED((*argv)[n++]);
    }
    if (n == 0)
        return ul_fail(UL_E_INPUT, "--set command=...: the command is empty");
    return find_program(command, (*argv)[0], arena, &(*argv)[0]);
}
