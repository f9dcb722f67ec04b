#include "recording.h"

#include <stdlib.h>

bool ul_step_is_open(const ul_step *step)
{
    return step->kind == UL_STEP_WEIGH || step->kind == UL_STEP_PASS;
}

void ul_recording_add(ul_recording *recording, const ul_step *step, bool joined)
{
    const bool begins = !joined || recording->n == 0;
    if (recording->out_of_memory)
        return;
    if (recording->n_left_out > 0 || (begins && recording->n_frames == recording->limit)) {
        recording->n_left_out++;
        return;
    }
    if (recording->n == recording->room) {
        const size_t room = recording->room == 0 ? 256 : recording->room * 2;
        ul_recorded *grown = realloc(recording->item, room * sizeof *grown);
        if (grown == NULL) {
            recording->out_of_memory = true;
            return;
        }
        recording->item = grown;
        recording->room = room;
    }
    recording->n_frames += begins;
    recording->item[recording->n++] = (ul_recorded){*step, !begins};
}

static void hear(void *context, const ul_step *step)
{
    ul_recording *recording = context;
    const bool joined = recording->n > 0
                        && ul_step_is_open(&recording->item[recording->n - 1].step);
    recording->n_told += step->kind != UL_STEP_PLAN && step->kind != UL_STEP_BOUND;
    ul_recording_add(recording, step, joined);
}

uint64_t ul_step_copies(const ul_step *step)
{
    return step->copies == 0 ? 1 : step->copies;
}

void ul_recording_init(ul_recording *recording, size_t limit)
{
    *recording = (ul_recording){.limit = limit};
    recording->listener = (ul_step_listener){hear, recording};
}

void ul_recording_clear(ul_recording *recording)
{
    free(recording->item);
    ul_recording_init(recording, recording->limit);
}
