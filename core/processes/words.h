/* Commands with marks in them, as {mps} or {plan}, as the arguments of a program.
 *
 * No shell reads them. Blanks part the words; '...' keeps everything, "..." everything but
 * a backslash before " \ $ or `, and a backslash outside quotes keeps the next character.
 * A mark becomes its text inside its word, whatever the text holds: {plan} is one argument,
 * and "--out={plan}" is one. What a shell would act on (| & ; < > ( ) $ ` without quotes,
 * $ and ` in double ones) is refused, so that a command means what a shell would make of
 * it, or nothing.
 */
#pragma once

#include "arena.h"
#include "status.h"

typedef struct {
    const char *mark, *text; /* the list ends with a NULL mark */
} ul_mark;

/* argv[0] is the path of the program, which is there; the list ends with NULL. */
ul_status ul_words(const char *command, const ul_mark *marks, ul_arena *arena, char ***argv);
