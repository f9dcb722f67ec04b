#include "gallery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nearest.h"
#include "output.h"

enum { LESSON_MAX = 16 * 1024 };

ul_status ul_gallery_open(const char *path, ul_input **input)
{
    const size_t prefix = strlen(UL_GALLERY_PREFIX);
    if (strncmp(path, UL_GALLERY_PREFIX, prefix) != 0)
        return ul_input_open(path, input);
    for (const ul_gallery_item *item = ul_gallery; item->name != NULL; item++)
        if (strcmp(item->name, path + prefix) == 0)
            return ul_input_memory(path, item->text, strlen(item->text), input);
    ul_nearest near = {.wanted = path + prefix, .length = strlen(path + prefix)};
    char hint[UL_NEAREST_TEXT];
    for (const ul_gallery_item *item = ul_gallery; item->name != NULL; item++)
        ul_nearest_look(&near, item->name);
    return ul_fail(UL_E_INPUT, "there is no '%s' in the gallery; 'ullage list gallery' shows it%s",
                   path + prefix, ul_nearest_hint(&near, hint));
}

ul_status ul_gallery_copy(const char *item, const char *path)
{
    enum { ITEM_MAX = 1 << 20 };
    ul_input *input;
    ul_output *out;
    char *text;
    size_t length;
    UL_TRY(ul_gallery_open(item, &input));
    const ul_status status = ul_input_read_all(input, ITEM_MAX, &text, &length);
    ul_input_close(input);
    UL_TRY(status);
    const ul_status opened = ul_output_open(path, &out);
    if (opened == UL_OK)
        ul_output_bytes(out, text, length);
    free(text);
    UL_TRY(opened);
    return ul_output_close(out, NULL);
}

/* Cuts "ffd, eva-full price=tnrp" at its commas. */
static void read_methods(char *names, ul_lesson *lesson)
{
    char *save;
    for (char *name = strtok_r(names, ",", &save);
         name != NULL && lesson->n_methods < UL_LESSON_METHODS_MAX;
         name = strtok_r(NULL, ",", &save))
        lesson->method[lesson->n_methods++] = name + strspn(name, " ");
}

/* Takes one line of the comment, without its '#'. Lines of the question are joined, and
 * those of the answer, in texts that have room for all of them; `at` is the one they
 * belong to now. */
static void read_line(char *line, char *answer, char **at, ul_lesson *lesson)
{
    line += strspn(line, " \t");
    if (lesson->title[0] == '\0') {
        lesson->title = line;
        return;
    }
    if (strncmp(line, "try:", 4) == 0) {
        read_methods(line + 4, lesson);
        return;
    }
    if (strncmp(line, "answer:", 7) == 0) {
        *at = answer;
        line += 7 + strspn(line + 7, " \t");
    }
    sprintf(*at + strlen(*at), "%s%s", (*at)[0] == '\0' ? "" : " ", line);
}

ul_status ul_lesson_read(const char *path, ul_arena *arena, ul_lesson *lesson)
{
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    size_t length = 0;
    *lesson = (ul_lesson){.title = "", .text = "", .answer = ""};
    char *head = ul_arena_alloc(arena, LESSON_MAX + 1, 1);
    char *text = ul_arena_alloc(arena, LESSON_MAX + 1, 1), *at = text;
    char *answer = ul_arena_alloc(arena, LESSON_MAX + 1, 1);
    UL_NEED(head && text && answer);
    UL_TRY(ul_gallery_open(path, &input));
    UL_TRY(ul_input_read(input, head, LESSON_MAX, &length));
    char *line = head + (strncmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    while (*line == '#') {
        char *end = strchr(line, '\n');
        if (end == NULL)
            break; /* the comment goes on beyond what we look at */
        end[end > line && end[-1] == '\r' ? -1 : 0] = '\0';
        read_line(line + 1, answer, &at, lesson);
        line = end + 1;
    }
    lesson->text = text;
    lesson->answer = answer;
    return UL_OK;
}
