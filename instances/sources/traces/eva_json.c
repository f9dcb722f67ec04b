#include "eva_json.h"

#include <string.h>

enum { N_RESOURCES = UL_CATALOG_EVA_RESOURCES };

ul_status ul_eva_json_micro(const ul_json *value, const char *what, ul_micro *result,
                            bool *rounded)
{
    double number;
    if (!ul_json_number(value, &number))
        return ul_fail(UL_E_INPUT, "%s is missing or not a number", what);
    const ul_number_fault fault = ul_micro_from_double_up(number, result, rounded);
    return fault == UL_NUMBER_OK
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s %g %s", what, number, ul_number_fault_text(fault));
}

static ul_status read_vector(const ul_json *value, ul_micro demand[N_RESOURCES], bool *any_rounded)
{
    if (ul_json_count(value) != N_RESOURCES || ul_json_element(value, 0) == NULL)
        return ul_fail(UL_E_INPUT, "a demand is a list of gpu, cpu and ram");
    for (size_t r = 0; r < N_RESOURCES; r++) {
        bool rounded;
        UL_TRY(ul_eva_json_micro(ul_json_element(value, r), "the demand", &demand[r], &rounded));
        *any_rounded = *any_rounded || rounded;
    }
    return UL_OK;
}

ul_status ul_eva_json_demand(const ul_json *demand, ul_micro by_family[UL_EVA_FAMILIES][N_RESOURCES],
                             bool *rounded)
{
    ul_micro base[N_RESOURCES];
    size_t known = 0;
    const ul_json *any = ul_json_member(demand, "any");
    if (any != NULL)
        UL_TRY(read_vector(any, base, rounded));
    for (size_t f = 0; f < UL_EVA_FAMILIES; f++) {
        const ul_json *own = ul_json_member(demand, ul_eva_family[f]);
        if (own == NULL && any == NULL)
            return ul_fail(UL_E_INPUT, "there is no demand for family '%s', nor for any",
                           ul_eva_family[f]);
        known += own != NULL;
        if (own != NULL)
            UL_TRY(read_vector(own, by_family[f], rounded));
        else
            memcpy(by_family[f], base, sizeof base);
    }
    if (ul_json_count(demand) != known + (any != NULL))
        return ul_fail(UL_E_INPUT, "there is a demand for a family that the catalog does not have");
    return UL_OK;
}

ul_status ul_eva_json_read(const ul_source_request *request, ul_eva_json_job_fn fn, void *context,
                           size_t *jobs)
{
    ul_json *document;
    UL_TRY(ul_json_read(request->input[0], &document));
    const ul_status status = ul_json_each(document, fn, context);
    *jobs = ul_json_count(document);
    ul_json_free(document);
    return status == UL_OK ? UL_OK : ul_fail_prefix(status, "%s", request->input[0]);
}
