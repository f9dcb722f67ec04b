/* Bin packing in one dimension with Weibull sizes, as FunSearch and its successors play it
 * online: round(clip(45 W, 1, 100)) into bins of 100, W of the Weibull distribution of shape
 * 3 and scale 1 (Castineiras, De Cauwer and O'Sullivan 2012).
 *
 * Draw by draw what numpy's RandomState(SEED) gives, one instance after the other of one
 * stream: seed 2024 and 5,000 tasks are LLM4AD's set, number 1 to 5. A seed of more than 32
 * bits is numpy's RandomState([LOW, HIGH]).
 */
#include <math.h>
#include <stdio.h>

#include "generator.h"
#include "packing.h"

/* numpy's rounding goes to the even neighbour, as rint() does; it clips first. */
static double draw(ul_rng *stream, double scale)
{
    const double w = pow(-log(1 - ul_rng_unit_53(stream)), 1.0 / 3);
    return rint(fmin(fmax(scale * w, 1), 100));
}

typedef struct {
    const ul_source_request *request;
    ul_rng *stream;
} making;

static ul_status fill(ul_packing_builder *b, void *context)
{
    const making *m = context;
    const ul_param_values *param = m->request->param;
    const int capacity = (int)ul_param_number(param, "capacity");
    const int number = (int)ul_param_number(param, "number");
    const double scale = ul_param_number(param, "scale");
    const ul_micro room = capacity * UL_MICRO;
    char name[96];
    snprintf(name, sizeof name, "weibull-%d-%zu-s%llu-%d", capacity, m->request->tasks,
             (unsigned long long)m->request->seed, number);
    UL_TRY(ul_packing_set_name(b, name));
    UL_TRY(ul_packing_add_resource(b, "size"));
    UL_TRY(ul_packing_add_type(b, "bin", "bin", UL_MICRO, &room));
    for (size_t skipped = 0; skipped < (size_t)(number - 1) * m->request->tasks; skipped++)
        draw(m->stream, scale);
    for (size_t j = 0; j < m->request->tasks; j++) {
        const ul_micro size = (ul_micro)draw(m->stream, scale) * UL_MICRO;
        snprintf(name, sizeof name, "i%zu", j + 1);
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, &size};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    making m = {.request = request};
    if (request->seed == 0)
        return ul_fail(UL_E_INPUT, "a seed of weibull is 1 or more");
    ul_rng_use(request->rng);
    m.stream = ul_rng_new_plain(request->seed);
    UL_NEED(m.stream);
    const ul_status status = ul_packing_build(fill, &m, instance);
    ul_rng_free(m.stream);
    return status;
}

static const ul_param param[] = {
    UL_COUNT("capacity", "100", "of a bin; EoH plays with 500, too", 100, 1000000),
    UL_REAL("scale", "45", "of the sizes before they are clipped to 1 and 100", 0.01, 1000),
    UL_COUNT("number", "1", "which instance of the stream that the seed begins", 1, 10000),
    {0},
};

const ul_source ul_generator_weibull = {
    .name = "weibull",
    .brief = "bin packing in one dimension, Weibull sizes: FunSearch's and LLM4AD's sets",
    .paper = "Romera-Paredes et al., FunSearch, 2024",
    .param = param,
    .tasks = 5000,
    .make = make,
};
