/* Teaching instances that ship with the program: instances/gallery/NAME.csv,
 * made part of it. Wherever an instance file is read, "gallery:NAME" is one too.
 *
 * The comment that opens a file, a shipped one or a teacher's own, is its
 * lesson: the first line is the title, "try:" names methods to compare, the rest
 * is the question, and from "answer:" on what there is to learn, which readers see
 * when they ask for it.
 *     # Where first-fit decreasing loses
 *     # try: ffd, exact
 *     # Six tasks of ... How many machines do they need?
 *     # answer: Two. First-fit decreasing ...
 */
#pragma once

#include "arena.h"
#include "input.h"

#define UL_GALLERY_PREFIX "gallery:"

typedef struct {
    const char *name, *text;
} ul_gallery_item;
extern const ul_gallery_item ul_gallery[]; /* ends with a NULL name */

/* Opens a file, or "gallery:NAME"; a fault when there is no such item. */
ul_status ul_gallery_open(const char *path, ul_input **input);

/* Writes an item as it stands, lesson included. */
ul_status ul_gallery_copy(const char *item, const char *path);

enum { UL_LESSON_METHODS_MAX = 8 };
typedef struct {
    const char *title, *text, *answer; /* "" when the file's first comment has none */
    const char *method[UL_LESSON_METHODS_MAX]; /* as users type them after -m */
    size_t n_methods;
} ul_lesson;

/* The lesson of a file that ul_instance_read() takes. */
ul_status ul_lesson_read(const char *path, ul_arena *arena, ul_lesson *lesson);
