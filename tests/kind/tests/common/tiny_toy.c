/* Tiny toy instances: up to three sorts of packs, a dozen units. */
#include <math.h>

#include "generator.h"
#include "tiny.h"
#include "toy.h"

static ul_status generate(size_t packs, const char *wanted, uint64_t seed, ul_instance *instance)
{
    char remark[200];
    const ul_source_options options = {.tasks = packs, .seed = seed, .to_s = HUGE_VAL,
                                       .set = &wanted, .n_set = 1};
    return ul_source_make(ul_generator_find("toy"), &options, remark, sizeof remark, instance);
}

static ul_status make(size_t index, ul_instance *instance)
{
    return generate(1 + index % 3, "wanted=12", index + 1, instance);
}

static ul_micro least(const ul_toy *in, size_t k, uint64_t wanted)
{
    ul_micro best = INT64_MAX;
    if (wanted == 0)
        return 0;
    if (k == in->n_packs)
        return best;
    for (uint64_t n = 0; n == 0 || (n - 1) * in->pack[k].units < wanted; n++) {
        const uint64_t covered = n * in->pack[k].units;
        const ul_micro rest = least(in, k + 1, wanted > covered ? wanted - covered : 0);
        if (rest != INT64_MAX && rest + (ul_micro)n * in->pack[k].price < best)
            best = rest + (ul_micro)n * in->pack[k].price;
    }
    return best;
}

static bool optimum(const void *data, ul_cost *cost)
{
    const ul_toy *in = data;
    *cost = (ul_cost)least(in, 0, in->wanted) * UL_COST_PER_MICRO;
    return true;
}

static ul_status make_large(size_t packs, ul_instance *instance)
{
    return generate(packs, "wanted=1000000", 1, instance);
}

const ul_tiny ul_tiny_toy = {
    .kind = &ul_kind_toy,
    .n = 12,
    .make = make,
    .optimum = optimum,
    .size = {4, 16},
    .large = make_large,
};
