#include "toy.h"
#include "toy_plan.h"
#include "view.h"

static ul_status show(const void *data, ul_output *out)
{
    const ul_toy *in = data;
    ul_output_format(out, "%s (toy)\n  wanted  %llu units\n  packs   %zu sorts\n", in->name,
                     (unsigned long long)in->wanted, in->n_packs);
    return UL_OK;
}

static ul_status brief(const void *data, ul_output *out)
{
    const ul_toy_plan *plan = data;
    const char *between = "";
    for (size_t k = 0; k < plan->in->n_packs; k++)
        if (plan->count[k] > 0) {
            ul_output_format(out, "%s%llu %s", between, (unsigned long long)plan->count[k],
                             plan->in->pack[k].name);
            between = ", ";
        }
    return UL_OK;
}

const ul_view ul_view_toy = {.kind = &ul_kind_toy, .show = show, .brief = brief};
