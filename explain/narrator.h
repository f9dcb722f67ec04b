/* Steps in words, and in data for a picture: one narrator per problem kind,
 * listed in narrators.def.
 *
 * A narrator follows the steps on a state of its own (what is open, what is
 * free, who waits) and says of each why it was taken: what the method knew it
 * told, what anybody can see from the state the narrator adds.
 */
#pragma once

#include "instance.h"
#include "json_writer.h"
#include "output.h"
#include "recording.h"

typedef struct {
    const ul_kind *kind;

    ul_status (*begin)(const void *data, ul_arena *arena, void **state);
    /* Takes the step and says it; nothing where there is nothing to say. */
    ul_status (*say)(void *state, const ul_step *step, ul_output *out);

    /* The plan as steps, for methods that tell none. */
    ul_status (*unroll)(const void *plan, ul_recording *recording);
    /* Adds to what was told what the plan says anyway; NULL: nothing. */
    ul_status (*complete)(const void *plan, ul_recording *recording);
    bool has_clock; /* steps happen at a second: what happens together is seen together */
    /* What a picture needs, as JSON. */
    ul_status (*instance_json)(const void *data, ul_json_writer *json);
    ul_status (*plan_json)(const void *plan, ul_json_writer *json);
} ul_narrator;

/* The narrator of a kind; NULL when it has none. */
const ul_narrator *ul_narrator_of(const ul_kind *kind);

/* One decision: what was weighed, a line each, and what was decided. */
typedef struct {
    size_t n;
    const ul_recorded *item; /* its steps */
    size_t n_weighed;
    const char **weighed; /* of the first n_weighed steps */
    const char *say;
} ul_frame;

typedef ul_status (*ul_frame_fn)(void *context, const ul_frame *frame);

/* Calls fn for each frame that has something to say, in order. */
ul_status ul_narrate(const ul_instance *instance, const ul_recording *recording, ul_frame_fn fn,
                     void *context);
