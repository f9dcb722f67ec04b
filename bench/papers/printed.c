#include "printed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_reader.h"

static const char why_ending[] = "-why";

typedef struct {
    ul_arena *arena;
    ul_printed_list *list;
    size_t room;
    const char *paper;
    bool begun; /* the heading is read */
} reading;

static const char *keep(reading *r, const ul_csv_row *row, size_t field)
{
    return ul_arena_text(r->arena, row->field[field].text, row->field[field].length);
}

static ul_status new_row(reading *r, ul_printed **printed)
{
    ul_printed_list *list = r->list;
    if (list->n == r->room) {
        r->room = r->room == 0 ? 1024 : 2 * r->room;
        list->row = ul_arena_grow(r->arena, list->row, list->n, r->room, sizeof *list->row);
        UL_NEED(list->row);
    }
    *printed = &list->row[list->n++];
    (*printed)->paper = r->paper;
    (*printed)->word = (*printed)->why = (*printed)->command = (*printed)->moved = "";
    return UL_OK;
}

static ul_status take_printed(void *context, const ul_csv_row *row)
{
    static const char form[] = "id,where,quantity,subject,value,unit,spread,form,kind,testable,"
                               "table,of,who,measure";
    reading *r = context;
    ul_printed *p = NULL;
    UL_TRY(ul_csv_expect(row, 14, form));
    if (!r->begun) {
        r->begun = true;
        return UL_OK;
    }
    UL_TRY(new_row(r, &p));
    const char **const text[] = {&p->id, &p->where, &p->quantity, &p->subject, &p->text, &p->unit,
                                 &p->spread, &p->form, &p->kind, &p->testable, &p->table, &p->of,
                                 &p->who, &p->measure};
    for (size_t q = 0; q < sizeof text / sizeof *text; q++)
        if ((*text[q] = keep(r, row, q)) == NULL)
            return ul_no_memory();
    UL_TRY(ul_csv_real(row, 4, "the value", -1e15, 1e15, &p->value));
    p->within = strncmp(p->spread, "±", strlen("±")) == 0 ? atof(p->spread + strlen("±")) : 0;
    return UL_OK;
}

static ul_status take_why(void *context, const ul_csv_row *row)
{
    reading *r = context;
    UL_TRY(ul_csv_expect(row, 5, "id,word,why,command,moved"));
    if (!r->begun) {
        r->begun = true;
        return UL_OK;
    }
    ul_printed *p = ul_printed_find(r->list, row->field[0].text);
    if (p == NULL)
        return ul_csv_fail(row, 0, "no printed number has the id '%s'", row->field[0].text);
    const char **const text[] = {&p->word, &p->why, &p->command, &p->moved};
    for (size_t q = 0; q < sizeof text / sizeof *text; q++)
        if ((*text[q] = keep(r, row, q + 1)) == NULL)
            return ul_no_memory();
    return UL_OK;
}

/* Whether the file's name ends as those that say why. */
static bool says_why(const ul_paper_file *file)
{
    const size_t length = strlen(file->name), ending = strlen(why_ending);
    return length > ending && strcmp(file->name + length - ending, why_ending) == 0;
}

static ul_status read_files(reading *r, bool why)
{
    for (const ul_paper_file *file = ul_paper_files; file->name != NULL; file++) {
            if (says_why(file) != why)
            continue;
        r->begun = false;
        r->paper = file->name;
        UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
        UL_TRY(ul_input_memory(file->name, file->text, strlen(file->text), &input));
        UL_TRY(ul_csv_read(input, why ? take_why : take_printed, r));
    }
    return UL_OK;
}

ul_status ul_printed_read(ul_arena *arena, ul_printed_list *list)
{
    reading r = {.arena = arena, .list = list};
    *list = (ul_printed_list){0};
    UL_TRY(read_files(&r, false));
    return read_files(&r, true);
}

ul_printed *ul_printed_find(const ul_printed_list *list, const char *id)
{
    for (size_t q = 0; q < list->n; q++)
        if (strcmp(list->row[q].id, id) == 0)
            return &list->row[q];
    return NULL;
}

bool ul_printed_is(const ul_printed *row, const char *kind)
{
    return strcmp(row->kind, kind) == 0;
}

const char *ul_printed_text(const ul_printed *row, bool with_unit, char text[UL_PRINTED_TEXT])
{
    const char *sense = strcmp(row->form, "at most") == 0    ? "<= "
                        : strcmp(row->form, "at least") == 0 ? ">= "
                        : strcmp(row->form, "about") == 0    ? "~"
                        : strcmp(row->form, "up to") == 0    ? "up to "
                                                             : "";
    const bool percent = strcmp(row->unit, "%") == 0;
    const bool bare = !percent && (!with_unit || row->unit[0] == '\0'
                                   || strcmp(row->unit, "count") == 0);
    char spread[24] = "";
    if (ul_printed_is(row, "shape"))
        return strcpy(text, "holds");
    if (row->within > 0)
        snprintf(spread, sizeof spread, " ± %g", row->within);
    snprintf(text, UL_PRINTED_TEXT, "%s%s%s%s%s", sense, row->text, spread,
             percent || bare ? "" : " ", bare ? "" : row->unit);
    return text;
}
