#include "narrator.h"

#include <math.h>
#include <stdlib.h>

#include "say.h"

#define UL_NARRATOR(symbol) extern const ul_narrator ul_narrator_##symbol;
#include "narrators.def"
#undef UL_NARRATOR

static const ul_narrator *const narrators[] = {
#define UL_NARRATOR(symbol) &ul_narrator_##symbol,
#include "narrators.def"
#undef UL_NARRATOR
};

const ul_narrator *ul_narrator_of(const ul_kind *kind)
{
    for (size_t q = 0; q < sizeof narrators / sizeof *narrators; q++)
        if (narrators[q]->kind == kind)
            return narrators[q];
    return NULL;
}

/* What the run tells is the same for every kind. */
static void say_offer(const ul_step *step, ul_output *out)
{
    ul_output_text(out, step->kind == UL_STEP_BOUND ? "Proved: no plan costs less than "
                                                    : "The plan costs ");
    ul_say_dollars(out, step->value);
    if (step->kind == UL_STEP_PLAN && isfinite(step->against)) {
        ul_output_text(out, step->value < step->against ? ", better than " : ", no better than ");
        ul_say_dollars(out, step->against);
        ul_output_text(out, " before");
    }
    ul_output_text(out, ".");
}

static ul_status take_text(ul_output *out, ul_arena *arena, const char **text)
{
    char *raw;
    size_t length;
    UL_TRY(ul_output_take(out, &raw, &length));
    *text = ul_arena_text(arena, raw, length);
    free(raw);
    return *text == NULL ? ul_no_memory() : UL_OK;
}

/* The words of n steps, one after the other. */
static ul_status say(const ul_narrator *narrator, void *state, const ul_recorded *item, size_t n,
                     ul_arena *arena, const char **text)
{
    ul_output *out;
    ul_status status = UL_OK;
    UL_TRY(ul_output_memory(&out));
    for (size_t q = 0; q < n && status == UL_OK; q++) {
        const ul_step *step = &item[q].step;
        if (step->kind == UL_STEP_PLAN || step->kind == UL_STEP_BOUND)
            say_offer(step, out);
        else
            status = narrator->say(state, step, out);
    }
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    return take_text(out, arena, text);
}

static ul_status narrate_frame(const ul_narrator *narrator, void *state, const ul_recorded *item,
                               size_t n, ul_arena *arena, ul_frame_fn fn, void *context)
{
    ul_frame frame = {.n = n, .item = item};
    UL_ALLOC(arena, frame.weighed, n);
    for (; frame.n_weighed < n && ul_step_is_open(&item[frame.n_weighed].step); frame.n_weighed++)
        UL_TRY(say(narrator, state, &item[frame.n_weighed], 1, arena,
                   &frame.weighed[frame.n_weighed]));
    UL_TRY(say(narrator, state, item + frame.n_weighed, n - frame.n_weighed, arena, &frame.say));
    return frame.n_weighed > 0 || frame.say[0] != '\0' ? fn(context, &frame) : UL_OK;
}

static ul_status narrate(const ul_narrator *narrator, void *state, const ul_recording *recording,
                         ul_frame_fn fn, void *context)
{
    UL_OWN_ARENA(arena); /* emptied after each frame */
    for (size_t from = 0, to; from < recording->n; from = to) {
        for (to = from + 1; to < recording->n && recording->item[to].joined; to++)
            continue;
        const ul_arena_mark_t mark = ul_arena_mark(arena);
        UL_TRY(narrate_frame(narrator, state, recording->item + from, to - from, arena, fn, context));
        ul_arena_rewind(arena, mark);
    }
    return UL_OK;
}

ul_status ul_narrate(const ul_instance *instance, const ul_recording *recording, ul_frame_fn fn,
                     void *context)
{
    const ul_narrator *narrator = ul_narrator_of(instance->kind);
    void *state;
    UL_NEED(!recording->out_of_memory);
    UL_OWN_ARENA(arena);
    UL_TRY(narrator->begin(instance->data, arena, &state));
    return narrate(narrator, state, recording, fn, context);
}
