/* Tiers of a service (TR-Kubernetes, Section 3.4): each tier's own availability, that
 * of the service in truth, where types held by several tiers are up or down in all of
 * them, and what it would be if the tiers failed independently or all at once.
 *
 * Exact by walking states up to a limit; O(2^types) in the worst case.
 */
#include "tiers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "availability_plan.h"
#include "availability_pool.h"
#include "sheet.h"

enum { STATES_MAX = 20000000 };

typedef struct {
    const char *name;
    double up;
    uint64_t all; /* capacity over all tiers */
    uint64_t size[UL_TIERS_MAX];
} shared_type;

typedef struct {
    const ul_availability_plan *const *plan;
    size_t n; /* tiers */
    ul_arena *arena;
    shared_type *type;
    size_t n_types, n_shared;
    uint64_t wanted[UL_TIERS_MAX];
    double failure[UL_TIERS_MAX];
} service;

static ul_status add_type(service *s, size_t tier, size_t k)
{
    const ul_availability *in = s->plan[tier]->in;
    const ul_availability_type *type = &in->type[k];
    size_t q = 0;
    while (q < s->n_types && strcmp(s->type[q].name, type->name) != 0)
        q++;
    if (q == s->n_types)
        s->type[s->n_types++] = (shared_type){.name = type->name, .up = type->availability};
    else if (s->type[q].up != type->availability)
        return ul_fail(UL_E_INPUT, "'%s' is up with probability %.10g in one tier and %.10g in "
                       "another; tiers share the types of one zone", type->name, s->type[q].up,
                       type->availability);
    s->type[q].size[tier] = type->capacity * s->plan[tier]->hold[k];
    s->type[q].all += s->type[q].size[tier];
    return UL_OK;
}

/* Largest first: that decides states soonest. */
static int by_size(const void *a, const void *b)
{
    const shared_type *x = a, *y = b;
    UL_HIGHER_FIRST(x->all, y->all);
    return strcmp(x->name, y->name);
}

static ul_status gather(service *s)
{
    size_t most = 0;
    for (size_t t = 0; t < s->n; t++)
        most += s->plan[t]->in->n_types;
    UL_ALLOC(s->arena, s->type, most);
    for (size_t t = 0; t < s->n; t++) {
        const ul_availability *in = s->plan[t]->in;
        uint64_t certain = 0;
        for (size_t k = 0; k < in->n_types; k++) {
            certain += in->type[k].capacity * s->plan[t]->on_demand[k];
            if (s->plan[t]->hold[k] > 0)
                UL_TRY(add_type(s, t, k));
        }
        s->wanted[t] = certain < in->capacity ? in->capacity - certain : 0;
        UL_TRY(ul_availability_plan_failure(s->plan[t], &s->failure[t]));
    }
    qsort(s->type, s->n_types, sizeof *s->type, by_size);
    return UL_OK;
}

/* How likely the service fails; *exact is false where that is an upper bound. */
static ul_status service_failure(service *s, double *failure, bool *exact)
{
    double *up;
    uint64_t *size;
    UL_ALLOC(s->arena, up, s->n_types + 1);
    UL_ALLOC(s->arena, size, s->n * s->n_types + 1);
    for (size_t q = 0; q < s->n_types; q++) {
        size_t tiers = 0;
        up[q] = s->type[q].up;
        for (size_t t = 0; t < s->n; t++) {
            size[t * s->n_types + q] = s->type[q].size[t];
            tiers += s->type[q].size[t] > 0;
        }
        s->n_shared += tiers > 1;
    }
    *failure = ul_pool_tiers_failure(up, size, s->n_types, s->wanted, s->n, STATES_MAX, exact);
    return UL_OK;
}

static ul_status write_tiers(const service *s, ul_output *out)
{
    static const char *const head[] = {"tier", "instance", "wanted", "held", "$/hour",
                                       "fails with probability"};
    ul_sheet *sheet;
    UL_TRY(ul_sheet_new(s->arena, "tiers", "", "", "rlrrrr", &sheet));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(sheet, "%s", head[c]);
    for (size_t t = 0; t < s->n; t++) {
        const ul_availability_plan *plan = s->plan[t];
        ul_sheet_cell(sheet, "%zu", t + 1);
        ul_sheet_cell(sheet, "%.40s", plan->in->name);
        ul_sheet_cell(sheet, "%llu", (unsigned long long)plan->in->capacity);
        ul_sheet_cell(sheet, "%llu", (unsigned long long)ul_availability_plan_capacity(plan));
        ul_sheet_cell(sheet, "%.4f", ul_cost_double(ul_availability_plan_cost(plan)));
        ul_sheet_cell(sheet, "%.6g", s->failure[t]);
    }
    return ul_sheet_text(sheet, out);
}

static ul_status show(service *s, ul_output *out)
{
    double failure = 1, worst = 0;
    bool exact;
    UL_TRY(gather(s));
    UL_TRY(service_failure(s, &failure, &exact));
    ul_output_format(out, "a service of %zu tiers on %zu types, %zu of them in several tiers\n",
                     s->n, s->n_types, s->n_shared);
    UL_TRY(write_tiers(s, out));
    for (size_t t = 0; t < s->n; t++)
        worst = fmax(worst, s->failure[t]);
    ul_output_format(out, "\n  all tiers served   1 - %.6g%s\n", failure,
                     exact ? "" : " at least: too many states to visit them all");
    ul_output_format(out, "  if independent     1 - %.6g, the product of the tiers\n",
                     ul_pool_tiers_apart(s->failure, s->n));
    ul_output_format(out, "  if nested          1 - %.6g, the lowest tier\n", worst);
    ul_output_format(out, "  to keep the lowest tier's with independent pools each of %zu tiers "
                          "would have to promise 1 - %.6g\n",
                     s->n, ul_pool_tier_share(worst, s->n));
    return UL_OK;
}

ul_status ul_tiers_show(const void *const *plan, size_t n, ul_output *out)
{
    const ul_availability_plan *tier[UL_TIERS_MAX];
    if (n < 1 || n > UL_TIERS_MAX)
        return ul_fail(UL_E_INPUT, "a service has 1 to %d tiers, not %zu", UL_TIERS_MAX, n);
    for (size_t t = 0; t < n; t++)
        tier[t] = plan[t];
    UL_OWN_ARENA(arena);
    return show(&(service){.plan = tier, .n = n, .arena = arena}, out);
}
