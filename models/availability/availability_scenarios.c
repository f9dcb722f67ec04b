#include "availability_scenarios.h"

#include <math.h>
#include <stdlib.h>

#include "formulation.h"
#include "availability_plan.h"

enum { FREE = -1, FORCED = -2 }; /* scenarios without a binary */

/* A share of the budget below a solver's tolerance is as good as none. */
#define NO_SHARE 1e-10

typedef struct {
    const ul_availability *in;
    const size_t *support;
    size_t m;
    ul_model *model;
    int *binary; /* column of each scenario, or why it has none */
} scenarios;

static double down(const scenarios *s, size_t q)
{
    return ul_availability_down(&s->in->type[s->support[q]]);
}

/* P(all of the set are down), and P(exactly they are). */
static double failing(const scenarios *s, size_t set, bool exactly)
{
    double probability = 1;
    for (size_t q = 0; q < s->m; q++) {
        if (set >> q & 1)
            probability *= down(s, q);
        else if (exactly)
            probability *= 1 - down(s, q);
    }
    return probability;
}

size_t ul_scenario_support(const ul_availability *in, size_t m, size_t *support)
{
    bool taken[UL_AVAILABILITY_TYPES_MAX] = {false};
    double all_down = 1;
    size_t n = 0;
    while (n < in->n_types && n < UL_SCENARIO_TYPES
           && (n < m || all_down > ul_availability_allowance(in))) {
        size_t best = UL_NONE;
        for (size_t k = 0; k < in->n_types; k++) {
            const ul_availability_type *type = &in->type[k];
            if (!taken[k] && type->availability > 0
                && (best == UL_NONE
                    || type->cost * (ul_cost)in->type[best].capacity
                           < in->type[best].cost * (ul_cost)type->capacity))
                best = k;
        }
        if (best == UL_NONE)
            break;
        taken[best] = true;
        all_down *= ul_availability_down(&in->type[best]);
        support[n++] = best;
    }
    return n;
}

static ul_status add_counts(const scenarios *s)
{
    for (size_t q = 0; q < s->m; q++) {
        const ul_availability_type *type = &s->in->type[s->support[q]];
        const uint64_t most = (s->in->capacity + type->capacity - 1) / type->capacity;
        UL_TRY(ul_model_add_column(s->model, (double)most, type->price, true, NULL, "n_%s",
                                   type->name));
    }
    return UL_OK;
}

static ul_status add_binaries(scenarios *s)
{
    const double allowance = ul_availability_allowance(s->in);
    size_t budget;
    UL_TRY(ul_model_add_row(s->model, -HUGE_VAL, 1, &budget, "budget"));
    for (size_t set = 0; set < (size_t)1 << s->m; set++) {
        const double share = failing(s, set, true) / allowance;
        size_t column;
        s->binary[set] = failing(s, set, false) > allowance ? FORCED : FREE;
        if (s->binary[set] == FORCED || share < NO_SHARE)
            continue;
        UL_TRY(ul_model_add_column(s->model, 1, 0, true, &column, "z_%zu", set));
        UL_TRY(ul_model_add_term(s->model, budget, column, share));
        s->binary[set] = (int)column;
    }
    return UL_OK;
}

/* Whether a larger set must be survived too: its row implies this one. */
static bool implied(const scenarios *s, size_t set)
{
    for (size_t q = 0; q < s->m; q++)
        if ((set >> q & 1) == 0 && s->binary[set | (size_t)1 << q] == FORCED)
            return true;
    return false;
}

static ul_status add_scenario(const scenarios *s, size_t set)
{
    const double wanted = (double)s->in->capacity;
    size_t row;
    if (s->binary[set] == FREE || (s->binary[set] == FORCED && implied(s, set)))
        return UL_OK;
    UL_TRY(ul_model_add_row(s->model, wanted, HUGE_VAL, &row, "survive_%zu", set));
    for (size_t q = 0; q < s->m; q++)
        if ((set >> q & 1) == 0)
            UL_TRY(ul_model_add_term(s->model, row, q,
                                     (double)s->in->type[s->support[q]].capacity));
    if (s->binary[set] == FORCED)
        return UL_OK;
    UL_TRY(ul_model_add_term(s->model, row, (size_t)s->binary[set], wanted));
    for (size_t q = 0; q < s->m; q++) {
        const size_t larger = set | (size_t)1 << q;
        size_t order;
        if (larger == set || s->binary[larger] < 0)
            continue;
        UL_TRY(ul_model_add_row(s->model, 0, HUGE_VAL, &order, "order_%zu_%zu", set, larger));
        UL_TRY(ul_model_add_term(s->model, order, (size_t)s->binary[larger], 1));
        UL_TRY(ul_model_add_term(s->model, order, (size_t)s->binary[set], -1));
    }
    return UL_OK;
}

static ul_status fill(scenarios *s)
{
    UL_TRY(add_counts(s));
    UL_TRY(add_binaries(s));
    for (size_t set = 0; set < (size_t)1 << s->m; set++)
        UL_TRY(add_scenario(s, set));
    return UL_OK;
}

ul_status ul_scenario_model(const ul_availability *in, const size_t *support, size_t m,
                            ul_model *model)
{
    scenarios s = {in, support, m, model, calloc((size_t)1 << m, sizeof *s.binary)};
    UL_NEED(s.binary);
    const ul_status status = fill(&s);
    free(s.binary);
    return status;
}

/* ---- as a registered formulation: the cheapest types ---- */

enum { PRESET_TYPES = 8 };

typedef struct {
    size_t m, support[UL_SCENARIO_TYPES];
} scenario_key;

static ul_status build(const ul_instance *instance, ul_build *to)
{
    scenario_key *key;
    UL_ALLOC(to->arena, key, 1);
    key->m = ul_scenario_support(instance->data, PRESET_TYPES, key->support);
    to->key = key;
    if (((uint64_t)1 << key->m) + key->m > to->limit)
        return ul_build_refuse(to, "scenarios");
    return ul_scenario_model(instance->data, key->support, key->m, to->model);
}

static ul_status decode(const ul_build *from, const double *value, ul_arena *arena, void **result)
{
    const scenario_key *key = from->key;
    ul_availability_plan *plan;
    UL_TRY(ul_availability_plan_new(from->instance->data, arena, &plan));
    for (size_t q = 0; q < key->m; q++)
        plan->hold[key->support[q]] = (uint32_t)ul_value_whole(value[q]);
    *result = plan;
    return UL_OK;
}

const ul_formulation ul_formulation_availability_scenarios = {
    .name = "availability-scenarios",
    .brief = "one binary per set of types that is down, over the eight cheapest types",
    .paper = "our own; the problem is TR-Kubernetes, Section 3.2",
    .kind = &ul_kind_availability,
    .build = build,
    .decode = decode,
};
