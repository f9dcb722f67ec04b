#include "tokens.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024, WORD_MAX = 4096 };

struct ul_tokens {
    ul_input *input;
    char chunk[CHUNK];
    size_t used, filled;
    bool ended;
    size_t line, column;           /* of the next byte, from 1 */
    char word[WORD_MAX + 1];
    size_t word_line, word_column; /* of the word taken last */
    size_t next_line, next_column; /* of the word peeked at */
    bool peeked, at_end;
};

ul_status ul_tokens_new(ul_input *input, ul_tokens **tokens)
{
    ul_tokens *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL)
        return ul_fail(UL_E_MEMORY, "%s: out of memory", ul_input_name(input));
    fresh->input = input;
    fresh->line = fresh->column = fresh->word_line = fresh->word_column = 1;
    *tokens = fresh;
    return UL_OK;
}

void ul_tokens_free(ul_tokens *tokens)
{
    free(tokens);
}

static ul_status fail_at(const ul_tokens *t, size_t line, size_t column, const char *sentence)
{
    return ul_fail(UL_E_INPUT, "%s:%zu: column %zu: %s", ul_input_name(t->input), line, column,
                   sentence);
}

ul_status ul_tokens_fail(const ul_tokens *tokens, const char *format, ...)
{
    char sentence[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return fail_at(tokens, tokens->word_line, tokens->word_column, sentence);
}

ul_status ul_tokens_at(const ul_tokens *tokens, ul_status status)
{
    return status == UL_OK ? UL_OK
                           : ul_fail_prefix(status, "%s:%zu: column %zu",
                                            ul_input_name(tokens->input), tokens->word_line,
                                            tokens->word_column);
}

/* The next byte without taking it; -1 at the end. */
static ul_status look(ul_tokens *t, int *byte)
{
    if (t->used == t->filled && !t->ended) {
        const ul_status status = ul_input_read(t->input, t->chunk, CHUNK, &t->filled);
        if (status != UL_OK)
            return ul_fail_prefix(status, "%s:%zu: column %zu", ul_input_name(t->input), t->line,
                                  t->column);
        t->used = 0;
        t->ended = t->filled < CHUNK;
    }
    *byte = t->used < t->filled ? (unsigned char)t->chunk[t->used] : -1;
    return *byte == 0 ? fail_at(t, t->line, t->column,
                                "holds a zero byte; this is not a text file")
                      : UL_OK;
}

static void take(ul_tokens *t, int byte)
{
    t->used++;
    t->column++;
    if (byte == '\n') {
        t->line++;
        t->column = 1;
    }
}

static bool is_space(int byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static ul_status fetch(ul_tokens *t)
{
    int byte;
    size_t n = 0;
    UL_TRY(look(t, &byte));
    while (is_space(byte)) {
        take(t, byte);
        UL_TRY(look(t, &byte));
    }
    t->next_line = t->line;
    t->next_column = t->column;
    for (; byte != -1 && !is_space(byte); n++) {
        if (n == WORD_MAX)
            return fail_at(t, t->line, t->next_column, "a word is longer than 4096 bytes");
        t->word[n] = (char)byte;
        take(t, byte);
        UL_TRY(look(t, &byte));
    }
    t->word[n] = '\0';
    t->at_end = n == 0;
    return UL_OK;
}

ul_status ul_tokens_peek(ul_tokens *tokens, const char **word, bool *same_line)
{
    if (!tokens->peeked)
        UL_TRY(fetch(tokens));
    tokens->peeked = true;
    *word = tokens->at_end ? NULL : tokens->word;
    *same_line = tokens->next_line == tokens->word_line;
    return UL_OK;
}

ul_status ul_tokens_next(ul_tokens *tokens, const char **word)
{
    bool same_line;
    UL_TRY(ul_tokens_peek(tokens, word, &same_line));
    tokens->peeked = false;
    tokens->word_line = tokens->next_line;
    tokens->word_column = tokens->next_column;
    return UL_OK;
}

static ul_status number_fault(const ul_tokens *t, const char *what, ul_number_fault fault)
{
    return fault == UL_NUMBER_OK ? UL_OK
                                 : ul_tokens_fail(t, "%s '%.40s' %s", what, t->word,
                                                  ul_number_fault_text(fault));
}

static ul_status next_number(ul_tokens *t, const char *what, const char **word)
{
    UL_TRY(ul_tokens_next(t, word));
    return *word != NULL ? UL_OK
                         : ul_tokens_fail(t, "the file ends where %s is expected", what);
}

ul_status ul_tokens_micro(ul_tokens *tokens, const char *what, ul_micro *value)
{
    const char *word;
    UL_TRY(next_number(tokens, what, &word));
    return number_fault(tokens, what, ul_micro_parse(word, strlen(word), value));
}

ul_status ul_tokens_count(ul_tokens *tokens, const char *what, uint64_t limit, uint64_t *value)
{
    const char *word;
    UL_TRY(next_number(tokens, what, &word));
    const ul_number_fault fault = ul_count_parse(word, strlen(word), limit, value);
    if (fault == UL_NUMBER_MALFORMED)
        return ul_tokens_fail(tokens, "%s '%.40s' is not a whole number", what, word);
    return number_fault(tokens, what, fault);
}
