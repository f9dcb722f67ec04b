#include "summary_parts.h"

#include <string.h>

ul_status ul_summary_no_memory(void)
{
    return ul_no_memory();
}

ul_status ul_summary_remark(ul_summary_reading *state, const char *text)
{
    ul_summary *s = state->summary;
    if (s->n_remarks == UL_REMARKS_MAX)
        return UL_OK;
    state->remark[s->n_remarks] = ul_arena_text(s->arena, text, strlen(text));
    return state->remark[s->n_remarks++] == NULL ? ul_summary_no_memory() : UL_OK;
}

const char *ul_summary_short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}
