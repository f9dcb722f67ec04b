/* VPSolver's vector packing files.
 *
 * .vbp: dimensions d; d capacities; item kinds m; per kind d weights and a
 * demand. One bin type that costs 1: the value is the number of bins.
 * .mvp: d; bin types; per type d capacities, cost, supply (-1 = any number); m;
 * per kind "incarnations demand" and that many rows of d weights.
 *
 * Our format has no choice among incarnations and no $ blocks: refused.
 */
#include <stdio.h>
#include <string.h>

#include "foreign.h"

static ul_status read_vbp(ul_packing_builder *b, ul_tokens *tokens,
                          const ul_source_request *request)
{
    (void)request;
    uint64_t n_resources, kinds, copies;
    ul_micro vector[UL_RESOURCES_MAX];
    UL_TRY(ul_foreign_resources(b, tokens, &n_resources));
    UL_TRY(ul_foreign_vector(tokens, "the capacity", n_resources, vector));
    UL_TRY(ul_tokens_at(tokens, ul_packing_add_type(b, "bin", "bin", UL_MICRO, vector)));
    UL_TRY(ul_tokens_count(tokens, "the number of item kinds", UL_COPIES_MAX, &kinds));
    for (uint64_t q = 1; q <= kinds; q++) {
        UL_TRY(ul_foreign_vector(tokens, "the weight", n_resources, vector));
        UL_TRY(ul_tokens_count(tokens, "the demand", UL_COPIES_MAX, &copies));
        UL_TRY(ul_foreign_item(b, tokens, q, copies, vector));
    }
    return ul_foreign_end(b, tokens);
}

/* -1 is any number. */
static ul_status read_supply(ul_packing_builder *b, ul_tokens *tokens, const char *type)
{
    const char *word;
    bool same_line;
    uint64_t supply;
    UL_TRY(ul_tokens_peek(tokens, &word, &same_line));
    if (word != NULL && strcmp(word, "-1") == 0)
        return ul_tokens_next(tokens, &word);
    UL_TRY(ul_tokens_count(tokens, "the supply", UINT64_MAX / 16, &supply));
    return ul_tokens_at(tokens, ul_packing_add_supply(b, type, supply));
}

static ul_status read_types(ul_packing_builder *b, ul_tokens *tokens, uint64_t n_resources)
{
    uint64_t n_types;
    UL_TRY(ul_tokens_count(tokens, "the number of bin types", UL_TYPES_MAX, &n_types));
    for (uint64_t k = 1; k <= n_types; k++) {
        ul_micro capacity[UL_RESOURCES_MAX], price;
        char name[32];
        snprintf(name, sizeof name, "t%llu", (unsigned long long)k);
        UL_TRY(ul_foreign_vector(tokens, "the capacity", n_resources, capacity));
        UL_TRY(ul_tokens_micro(tokens, "the cost", &price));
        UL_TRY(ul_tokens_at(tokens, ul_packing_add_type(b, name, name, price, capacity)));
        UL_TRY(read_supply(b, tokens, name));
    }
    return UL_OK;
}

static ul_status read_mvp(ul_packing_builder *b, ul_tokens *tokens,
                          const ul_source_request *request)
{
    uint64_t n_resources, kinds, incarnations, copies;
    ul_micro weight[UL_RESOURCES_MAX];
    UL_TRY(ul_foreign_resources(b, tokens, &n_resources));
    UL_TRY(read_types(b, tokens, n_resources));
    UL_TRY(ul_tokens_count(tokens, "the number of item kinds", UL_COPIES_MAX, &kinds));
    for (uint64_t q = 1; q <= kinds; q++) {
        UL_TRY(ul_tokens_count(tokens, "the number of incarnations", UL_COPIES_MAX, &incarnations));
        if (incarnations != 1)
            return ul_tokens_fail(tokens, "item i%llu has %llu incarnations; a choice among "
                                          "incarnations cannot be expressed in our format",
                                  (unsigned long long)q, (unsigned long long)incarnations);
        UL_TRY(ul_tokens_count(tokens, "the demand", UL_COPIES_MAX, &copies));
        UL_TRY(ul_foreign_vector(tokens, "the weight", n_resources, weight));
        UL_TRY(ul_foreign_item(b, tokens, q, copies, weight));
    }
    ul_foreign_forget_idle_supplies(b, request);
    return ul_foreign_end(b, tokens);
}

static ul_status make_vbp(const ul_source_request *request, ul_instance *instance)
{
    return ul_foreign_import(read_vbp, request, instance);
}

static ul_status make_mvp(const ul_source_request *request, ul_instance *instance)
{
    return ul_foreign_import(read_mvp, request, instance);
}

const ul_source ul_importer_vpsolver_vbp = {
    .name = "vpsolver-vbp",
    .brief = "VPSolver .vbp: vector bin packing, one bin type",
    .paper = "Brandao and Pedroso 2016",
    .least_inputs = 1,
    .most_inputs = 1,
    .make = make_vbp,
};

const ul_source ul_importer_vpsolver_mvp = {
    .name = "vpsolver-mvp",
    .brief = "VPSolver .mvp: several bin types, single-incarnation items",
    .paper = "Brandao and Pedroso 2016",
    .least_inputs = 1,
    .most_inputs = 1,
    .make = make_mvp,
};
