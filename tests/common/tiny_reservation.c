/* Tiny reservation instances: three intervals, two classes of leases. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "reservation_brute.h"
#include "tiny.h"

static ul_status make(size_t index, ul_instance *instance)
{
    char text[2048];
    ul_rng *rng = ul_rng_new(index);
    if (rng == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    reservation_random(rng, index % 4 == 0, text, sizeof text);
    ul_rng_free(rng);
    return ul_instance_parse("tiny", text, strlen(text), instance);
}

static bool optimum(const void *data, ul_cost *cost)
{
    *cost = reservation_brute(data);
    return true;
}

enum { SMALLER = 300, LARGER = 1500 };

/* The smaller has one class of leases, so that methods for one take it. */
static ul_status make_large(size_t peak, ul_instance *instance)
{
    char remark[200], instances[32];
    snprintf(instances, sizeof instances, "instances=%zu", peak);
    const char *const set[] = {"shape=bursty", "years=6", instances, "classes=light"};
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .set = set,
                                       .n_set = peak == SMALLER ? 4 : 3};
    return ul_source_make(ul_generator_find("reservation"), &options, remark, sizeof remark,
                          instance);
}

const ul_tiny ul_tiny_reservation = {
    .kind = &ul_kind_reservation,
    .n = 24,
    .make = make,
    .optimum = optimum,
    .size = {SMALLER, LARGER}, /* instances at the peak */
    .large = make_large,
};
