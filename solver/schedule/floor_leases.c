#include "floor_leases.h"

#include <string.h>

/* The numbers between the slashes; false where there are not three. */
static bool read_numbers(const char *text, size_t length, ul_floor_lease *lease)
{
    ul_micro *const number[] = {&lease->fee, &lease->hours, &lease->price};
    for (size_t q = 0; q < 3; q++) {
        const char *end = q < 2 ? memchr(text, '/', length) : text + length;
        if (end == NULL || ul_micro_parse(text, (size_t)(end - text), number[q]) != UL_NUMBER_OK)
            return false;
        length -= (size_t)(end - text) + (q < 2);
        text = end + (q < 2);
    }
    return lease->hours > 0;
}

/* Of the type that it names, or of each. */
static ul_status add_lease(const ul_schedule *in, const char *text, size_t length,
                           ul_floor_lease *list, size_t *n)
{
    const char *colon = memrchr(text, ':', length);
    const size_t named = colon == NULL ? 0 : (size_t)(colon - text);
    ul_floor_lease one = {0};
    bool any = false;
    if (!read_numbers(colon == NULL ? text : colon + 1,
                      length - (colon == NULL ? 0 : named + 1), &one))
        return ul_fail(UL_E_INPUT, "leases: '%.*s' is not [TYPE:]FEE/HOURS/PRICE, with hours above 0",
                       (int)length, text);
    for (size_t k = 0; k < in->n_types; k++) {
        const char *name = in->type[k].name;
        if (colon != NULL && (strlen(name) != named || memcmp(name, text, named) != 0))
            continue;
        any = true;
        one.type = (uint32_t)k;
        list[(*n)++] = one;
    }
    return any ? UL_OK
               : ul_fail(UL_E_INPUT, "leases: there is no type '%.*s'", (int)named, text);
}

ul_status ul_floor_leases_read(const ul_schedule *in, const char *text, ul_arena *arena,
                               ul_floor_payment *payment)
{
    size_t room = 1;
    ul_floor_lease *list;
    *payment = (ul_floor_payment){0};
    if (text[0] == '\0')
        return UL_OK;
    for (const char *at = text; *at != '\0'; at++)
        room += *at == '+';
    UL_ALLOC(arena, list, room * in->n_types);
    for (const char *at = text; at != NULL;) {
        const size_t length = strcspn(at, "+");
        UL_TRY(add_lease(in, at, length, list, &payment->n_leases));
        at = at[length] == '\0' ? NULL : at + length + 1;
    }
    payment->lease = list;
    return UL_OK;
}
