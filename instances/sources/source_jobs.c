#include "source_jobs.h"

#include <stdlib.h>

typedef struct {
    const ul_source_request *request;
    ul_status (*fill)(ul_schedule_builder *b, void *context);
    void *context;
} drawing;

static ul_status fill_and_draw(ul_schedule_builder *b, void *context)
{
    const drawing *state = context;
    const ul_source_request *request = state->request;
    UL_TRY(state->fill(b, state->context));
    size_t left = ul_schedule_builder_jobs(b), wanted = request->jobs;
    if (wanted == 0)
        return UL_OK;
    if (wanted > left)
        return ul_fail(UL_E_INPUT, "jobs=%zu: only %zu jobs are left to draw from", wanted, left);
    bool *kept = malloc(left * sizeof *kept);
    UL_NEED(kept);
    if (wanted < left)
        ul_source_remark(request, "%zu of %zu jobs drawn", wanted, left);
    for (size_t j = 0; left > 0; j++)
        kept[j] = ul_rng_selects(request->rng, &left, &wanted);
    const ul_status status = ul_schedule_keep_jobs(b, kept);
    free(kept);
    return status;
}

ul_status ul_source_schedule(const ul_source_request *request,
                             ul_status (*fill)(ul_schedule_builder *b, void *context),
                             void *context, ul_instance *instance)
{
    drawing state = {request, fill, context};
    return ul_schedule_build(fill_and_draw, &state, instance);
}
