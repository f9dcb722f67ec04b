/* Which records are of one method, and what it is called. */
#include <stdio.h>
#include <string.h>

#include "summary_parts.h"

enum { NAME_ROOM = 4096 };

static void method_text(const ul_record *r, const char *folder, char text[NAME_ROOM])
{
    snprintf(text, NAME_ROOM, "%s%s%s%s%s", r->method, r->parameters[0] != '\0' ? " " : "",
             r->parameters, folder == NULL ? "" : " @",
             folder == NULL ? "" : ul_summary_short_name(folder));
}

/* The run, whichever folder it is in. */
enum { RUN_ROOM = NAME_ROOM + 128 };
static const char *run_text(const ul_summary_reading *state, size_t q, char text[RUN_ROOM])
{
    char method[NAME_ROOM];
    method_text(&state->record[q], NULL, method);
    snprintf(text, RUN_ROOM, "%zu %llu %s", state->summary->instance_of[q],
             (unsigned long long)state->record[q].seed, method);
    return text;
}

/* Methods of a folder that did a run which an earlier folder has, too: they are kept
 * apart, or a run would count twice, and two versions would become one. */
static ul_status find_repeated(ul_summary_reading *state, size_t first, size_t end,
                               ul_names *repeated)
{
    char text[RUN_ROOM];
    size_t number;
    for (size_t q = first; q < end; q++) {
        run_text(state, q, text);
        if (ul_names_find(state->run, text, strlen(text)) == UL_NONE)
            continue;
        method_text(&state->record[q], state->record[q].folder, text);
        UL_TRY(ul_names_put(repeated, text, &number, NULL));
    }
    for (size_t q = first; q < end; q++)
        UL_TRY(ul_names_put(state->run, run_text(state, q, text), &number, NULL));
    return UL_OK;
}

static ul_status number_methods(ul_summary_reading *state, ul_names *repeated)
{
    ul_summary *s = state->summary;
    for (size_t q = 0; q < s->n_records; q++) {
        char text[NAME_ROOM];
        method_text(&state->record[q], state->record[q].folder, text);
        if (ul_names_find(repeated, text, strlen(text)) == UL_NONE)
            method_text(&state->record[q], NULL, text);
        UL_TRY(ul_names_put(state->method, text, &s->method_of[q], NULL));
    }
    s->n_methods = ul_names_count(state->method);
    return ul_names_count(repeated) == 0
               ? UL_OK
               : ul_summary_remark(
                   state, "Runs that several folders have are kept apart: a method is named "
                          "with its folder, @FOLDER, from the second on.");
}

/* A plan of who knew interference, run times or what was to come says so wherever it is
 * shown: behind the method's name, by whose first word it is still found. */
static ul_status mark_knowing(const ul_summary_reading *state)
{
    const ul_summary *s = state->summary;
    ul_knows *most;
    UL_ALLOC(s->arena, most, s->n_methods);
    for (size_t q = 0; q < s->n_records; q++)
        for (ul_knows knows = UL_KNOWS_EVERYTHING;
             state->record[q].has_cost && knows > most[s->method_of[q]]; knows--)
            if (strcmp(state->record[q].knows, ul_knows_name(knows)) == 0)
                most[s->method_of[q]] = knows;
    for (size_t m = 0; m < s->n_methods; m++)
        if (ul_knows_mark(most[m])[0] != '\0')
            UL_TRY(ul_arena_format(s->arena, &s->method[m].label, "%s %s", s->method[m].label,
                                   ul_knows_mark(most[m])));
    return UL_OK;
}

/* Whether one of a label's words, after its name, is this one. */
static bool has_word(const char *label, const char *word, size_t length)
{
    for (label = strchr(label, ' '); label != NULL; label = strchr(label + 1, ' '))
        if (strncmp(label + 1, word, length) == 0 && strchr(" ", label[1 + length]) != NULL)
            return true;
    return false;
}

static bool same_name(const char *a, const char *b)
{
    const size_t length = strcspn(a, " ");
    return length == strcspn(b, " ") && strncmp(a, b, length) == 0;
}

/* A method is called by its name and those parameters by which it differs from another of that
 * name. O(n^2 * length^2), and n is small. */
static ul_status label_methods(const ul_summary_reading *state)
{
    const ul_summary *s = state->summary;
    for (size_t m = 0; m < s->n_methods; m++) {
        const char *whole = ul_names_text(state->method, m);
        size_t end = strcspn(whole, " ");
        char *label = ul_arena_text(s->arena, whole, strlen(whole));
        s->method[m].label = label;
        UL_NEED(label);
        for (const char *word = strchr(whole, ' '); word != NULL; word = strchr(word + 1, ' ')) {
            const size_t length = strcspn(word + 1, " ");
            bool shared = true;
            for (size_t q = 0; q < s->n_methods && shared; q++) {
                const char *other = ul_names_text(state->method, q);
                shared = !same_name(other, whole) || has_word(other, word + 1, length);
            }
            memcpy(label + end, word, shared ? 0 : length + 1);
            end += shared ? 0 : length + 1;
        }
        label[end] = '\0';
    }
    return mark_knowing(state);
}

ul_status ul_summary_find_methods(ul_summary_reading *state)
{
    ul_names *repeated = ul_names_new();
    ul_status status = repeated == NULL ? ul_no_memory() : UL_OK;
    size_t first = 0;
    while (first < state->summary->n_records && status == UL_OK) {
        size_t end = first;
        while (end < state->summary->n_records && state->record[end].folder == state->record[first].folder)
            end++;
        status = find_repeated(state, first, end, repeated);
        first = end;
    }
    if (status == UL_OK)
        status = number_methods(state, repeated);
    ul_names_free(repeated);
    if (status == UL_OK)
        status = ul_summary_make_methods(state->summary);
    return status == UL_OK ? label_methods(state) : status;
}
