/* The table of brackets: between which two numbers the optimum of each instance lies that
 * nobody has proved, and which method the cheapest plan is of. */
#include <math.h>

#include "summary.h"

static bool is_bracketed(const ul_summary *s, size_t instance)
{
    const ul_reference *r = &s->reference[instance];
    return s->inside[instance] && r->has_bound && r->has_best && !r->has_optimum;
}

ul_status ul_bracket_sheet(const ul_summary *s, ul_sheet **result)
{
    static const ul_sheet_column column[] = {
        {"instance", "instance", UL_WORD}, {"floor", "floor", UL_DOLLARS},
        {"cheapest plan", "cheapest", UL_DOLLARS}, {"by", "method", UL_WORD},
        {"between", "between", UL_PERCENT}, {0}};
    static const ul_sheet_described brackets = {
        "brackets", "Where the optima lie", "instances without a proved optimum: no plan costs less "
        "than the floor, the best bound of any run; between: (cheapest - floor) / floor, how closely "
        "the optimum is known", column};
    size_t n = 0;
    *result = NULL;
    for (size_t q = 0; q < s->n_instances; q++)
        n += is_bracketed(s, q);
    if (n == 0)
        return UL_OK;
    UL_TRY(ul_sheet_describe(s->arena, &brackets, result));
    for (size_t q = 0; q < s->n_instances; q++) {
        const ul_reference *r = &s->reference[q];
        double gap;
        if (!is_bracketed(s, q))
            continue;
        ul_sheet_cell(*result, "%s", s->instance[q].label);
        ul_sheet_number(*result, UL_DOLLARS, r->bound);
        ul_sheet_number(*result, UL_DOLLARS, r->best);
        ul_sheet_cell(*result, "%s", r->cheapest_by);
        ul_sheet_number(*result, UL_PERCENT, ul_gap(r->best, r->bound, &gap) ? gap : NAN);
    }
    return UL_OK;
}
