#include "foreign.h"

#include <stdio.h>

#include "packing.h"

typedef struct {
    ul_foreign_fn read;
    const ul_source_request *request;
    ul_tokens *tokens;
} building;

static ul_status build(ul_packing_builder *b, void *context)
{
    const building *state = context;
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_packing_set_name(b, ul_source_name(state->request, name)));
    return state->read(b, state->tokens, state->request);
}

ul_status ul_foreign_import(ul_foreign_fn read, const ul_source_request *request,
                            ul_instance *instance)
{
    building state = {.read = read, .request = request};
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    UL_TRY(ul_input_open(request->input[0], &input));
    ul_status status = ul_tokens_new(input, &state.tokens);
    if (status == UL_OK)
        status = ul_packing_build(build, &state, instance);
    ul_tokens_free(state.tokens);
    return status;
}

ul_status ul_foreign_resources(ul_packing_builder *b, ul_tokens *tokens, uint64_t *n)
{
    UL_TRY(ul_tokens_count(tokens, "the number of dimensions", UL_RESOURCES_MAX, n));
    if (*n == 0)
        return ul_tokens_fail(tokens, "there are no dimensions");
    for (uint64_t r = 0; r < *n; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%llu", (unsigned long long)r + 1);
        UL_TRY(ul_tokens_at(tokens, ul_packing_add_resource(b, name)));
    }
    return UL_OK;
}

ul_status ul_foreign_vector(ul_tokens *tokens, const char *what, uint64_t n,
                            ul_micro vector[UL_RESOURCES_MAX])
{
    for (uint64_t r = 0; r < n; r++)
        UL_TRY(ul_tokens_micro(tokens, what, &vector[r]));
    return UL_OK;
}

ul_status ul_foreign_item(ul_packing_builder *b, ul_tokens *tokens, uint64_t q, uint64_t copies,
                          const ul_micro *demand)
{
    char name[32];
    if (copies == 0)
        return UL_OK;
    snprintf(name, sizeof name, "i%llu", (unsigned long long)q);
    const ul_packing_task_facts facts = {name, copies, NULL, NULL, -1, demand};
    return ul_tokens_at(tokens, ul_packing_builder_fits(b, NULL, demand)
                                    ? ul_packing_add_task(b, &facts)
                                    : ul_fail(UL_E_INPUT, "item %s fits no bin, even alone", name));
}

void ul_foreign_forget_idle_supplies(ul_packing_builder *b, const ul_source_request *request)
{
    const uint64_t items = ul_packing_forget_idle_supplies(b);
    if (items > 0)
        ul_source_remark(request, "supplies of at least the %llu items are no limit",
                         (unsigned long long)items);
}

ul_status ul_foreign_end(const ul_packing_builder *b, ul_tokens *tokens)
{
    const char *word;
    UL_TRY(ul_tokens_next(tokens, &word));
    if (word == NULL)
        return ul_packing_builder_tasks(b) > 0 ? UL_OK
                                               : ul_tokens_fail(tokens, "there are no items");
    if (word[0] == '$')
        return ul_tokens_fail(tokens, "block %.40s cannot be expressed in our format", word);
    return ul_tokens_fail(tokens, "the instance should end here, found '%.40s'", word);
}
