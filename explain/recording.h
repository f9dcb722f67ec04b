/* What a run told, kept: its steps in order, and which of them make one frame.
 *
 * A frame is what the reader sees as one decision: candidates that are weighed
 * belong to the step that decides. A method that tells nothing still has a plan,
 * which is then shown piece by piece (see narrator.h).
 */
#pragma once

#include <stdbool.h>

#include "status.h"
#include "step.h"

typedef struct {
    ul_step step;
    bool joined; /* to the frame of the step before */
} ul_recorded;

typedef struct {
    ul_step_listener listener; /* hand its address to the run */
    size_t limit;              /* frames to keep at most */
    ul_recorded *item;
    size_t n, room, n_frames;
    size_t n_left_out; /* steps beyond the limit */
    size_t n_told;     /* steps that came from the method, not from its run */
    bool out_of_memory;
} ul_recording;

/* Whether the step decides nothing yet, so that the next belongs to its frame. */
bool ul_step_is_open(const ul_step *step);

/* Machines that an OPEN step stands for, 1 or more. */
uint64_t ul_step_copies(const ul_step *step);

/* Not to be copied or moved while a run tells it. */
void ul_recording_init(ul_recording *recording, size_t limit);
void ul_recording_clear(ul_recording *recording);

/* Adds a step, as the listener does, to the frame before it when `joined`. */
void ul_recording_add(ul_recording *recording, const ul_step *step, bool joined);
