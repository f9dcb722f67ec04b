/* One-dimensional bin packing in the two classic text forms.
 *
 * or-library: number of problems; per problem a name, "capacity items best",
 * then one size a row. bpplib: number of items (or item kinds), capacity, then
 * one size a row (BPP) or "size demand" rows (CSP); the first row tells which.
 * Every bin costs 1: the value is the number of bins.
 */
#include <stdio.h>
#include <string.h>

#include "foreign.h"

static ul_status add_bin(ul_packing_builder *b, ul_tokens *tokens, ul_micro capacity)
{
    UL_TRY(ul_tokens_at(tokens, ul_packing_add_resource(b, "size")));
    return ul_tokens_at(tokens, ul_packing_add_type(b, "bin", "bin", UL_MICRO, &capacity));
}

static ul_status read_bpplib(ul_packing_builder *b, ul_tokens *tokens,
                             const ul_source_request *request)
{
    (void)request;
    uint64_t n;
    ul_micro capacity, size;
    UL_TRY(ul_tokens_count(tokens, "the number of items", UL_COPIES_MAX, &n));
    UL_TRY(ul_tokens_micro(tokens, "the capacity", &capacity));
    UL_TRY(add_bin(b, tokens, capacity));
    bool counted = false;
    for (uint64_t q = 1; q <= n; q++) {
        const char *word;
        uint64_t copies = 1;
        UL_TRY(ul_tokens_micro(tokens, "the size", &size));
        if (q == 1) {
            UL_TRY(ul_tokens_peek(tokens, &word, &counted));
            counted = counted && word != NULL;
        }
        if (counted)
            UL_TRY(ul_tokens_count(tokens, "the demand", UL_COPIES_MAX, &copies));
        UL_TRY(ul_foreign_item(b, tokens, q, copies, &size));
    }
    return ul_foreign_end(b, tokens);
}

/* One problem of the file; only the wanted one is added. */
static ul_status read_problem(ul_packing_builder *b, ul_tokens *tokens,
                              const ul_source_request *request, uint64_t number, bool *found)
{
    const char *wanted = ul_param_text(request->param, "problem");
    const char *word;
    char name[64], own_number[32];
    uint64_t n, best;
    ul_micro capacity, size;
    UL_TRY(ul_tokens_next(tokens, &word));
    if (word == NULL)
        return ul_tokens_fail(tokens, "the file ends where a problem's name is expected");
    snprintf(name, sizeof name, "%.60s", word);
    snprintf(own_number, sizeof own_number, "%llu", (unsigned long long)number);
    const bool take = strcmp(wanted, name) == 0 || strcmp(wanted, own_number) == 0;
    UL_TRY(ul_tokens_micro(tokens, "the capacity", &capacity));
    UL_TRY(ul_tokens_count(tokens, "the number of items", UL_COPIES_MAX, &n));
    UL_TRY(ul_tokens_count(tokens, "the best known number of bins", UL_COPIES_MAX, &best));
    if (take && *found)
        return ul_tokens_fail(tokens, "there are two problems '%s'", wanted);
    if (take) {
        *found = true;
        UL_TRY(add_bin(b, tokens, capacity));
        ul_source_remark(request, "problem %s; best known: %llu bins", name,
                         (unsigned long long)best);
    }
    for (uint64_t q = 1; q <= n; q++) {
        UL_TRY(ul_tokens_micro(tokens, "the size", &size));
        if (take)
            UL_TRY(ul_foreign_item(b, tokens, q, 1, &size));
    }
    return UL_OK;
}

static ul_status read_or_library(ul_packing_builder *b, ul_tokens *tokens,
                                 const ul_source_request *request)
{
    uint64_t problems;
    bool found = false;
    UL_TRY(ul_tokens_count(tokens, "the number of problems", UL_COPIES_MAX, &problems));
    for (uint64_t q = 1; q <= problems; q++)
        UL_TRY(read_problem(b, tokens, request, q, &found));
    if (!found)
        return ul_tokens_fail(tokens, "there is no problem '%s' among the %llu",
                              ul_param_text(request->param, "problem"),
                              (unsigned long long)problems);
    return ul_foreign_end(b, tokens);
}

static ul_status make_or_library(const ul_source_request *request, ul_instance *instance)
{
    return ul_foreign_import(read_or_library, request, instance);
}

static ul_status make_bpplib(const ul_source_request *request, ul_instance *instance)
{
    return ul_foreign_import(read_bpplib, request, instance);
}

static const ul_param or_library_param[] = {
    UL_TEXT("problem", "1", "which problem of the file, by name or by number"),
    {0},
};

const ul_source ul_importer_or_library = {
    .name = "or-library",
    .brief = "OR-Library one-dimensional bin packing (binpack1.txt ...)",
    .paper = "Beasley 1990; Falkenauer 1996",
    .param = or_library_param,
    .least_inputs = 1,
    .most_inputs = 1,
    .make = make_or_library,
};

const ul_source ul_importer_bpplib = {
    .name = "bpplib",
    .brief = "BPPLIB one-dimensional bin packing and cutting stock",
    .paper = "Delorme, Iori and Martello 2018",
    .least_inputs = 1,
    .most_inputs = 1,
    .make = make_bpplib,
};
