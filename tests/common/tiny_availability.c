/* Tiny availability instances: up to six types, 14 units at most. Where transient
 * machines can keep the promise, machines on demand are offered too, so dear that no
 * pool gains by them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_brute.h"
#include "generator.h"
#include "tiny.h"

static bool optimum(const void *data, ul_cost *cost)
{
    return availability_brute(data, cost);
}

/* Fills the empty field of every type. */
static void offer_on_demand(char *text, size_t room)
{
    for (char *gap = text; (gap = strstr(gap, ",,")) != NULL;) {
        const size_t rest = strlen(gap + 1) + 1;
        if ((size_t)(gap - text) + 4 + rest > room)
            return;
        memmove(gap + 4, gap + 1, rest);
        memcpy(gap + 1, "999", 3);
    }
}

static ul_status make(size_t index, ul_instance *instance)
{
    char text[2048];
    ul_cost cost;
    ul_rng *rng = ul_rng_new(index);
    if (rng == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    availability_random(rng, text, sizeof text);
    ul_rng_free(rng);
    UL_TRY(ul_instance_parse("tiny", text, strlen(text), instance));
    if (!optimum(instance->data, &cost))
        return UL_OK;
    ul_instance_free(instance);
    offer_on_demand(text, sizeof text);
    return ul_instance_parse("tiny", text, strlen(text), instance);
}

static ul_status make_large(size_t types, ul_instance *instance)
{
    char remark[200];
    const ul_source_options options = {.tasks = types, .seed = 1, .to_s = HUGE_VAL};
    return ul_source_make(ul_generator_find("availability"), &options, remark, sizeof remark,
                          instance);
}

const ul_tiny ul_tiny_availability = {
    .kind = &ul_kind_availability,
    .n = 24,
    .make = make,
    .optimum = optimum,
    .size = {12, 60}, /* types */
    .large = make_large,
};
