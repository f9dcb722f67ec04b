/* Reasons in words: what a step says (step.h) with its words filled in. */
#pragma once

#include <stdbool.h>

#include "output.h"
#include "step.h"

/* What a narrator knows beside the step's own numbers: a text, or a number to print and compare. */
typedef struct {
    const char *name;
    void (*put)(const void *state, const ul_step *step, ul_output *out);
    double (*number)(const void *state, const ul_step *step);
} ul_word;

/* Whether the narrator begins the sentence and ends it: true of a step without a reason, too. */
bool ul_why_goes_on(const ul_step *step);

/* The reason, nothing where there is none. The words end with one without a name. */
void ul_say_why(ul_output *out, const ul_step *step, const ul_word *words, const void *state);
