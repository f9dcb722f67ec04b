/* An availability instance at a glance, a plan in a line, and the availability kind's
 * view. O(types).
 */
#include "availability_plan.h"
#include "draw_availability.h"
#include "sheet.h"
#include "tiers.h"
#include "view.h"

enum { TYPES_SHOWN = 100 };

static ul_status show_types(const ul_availability *in, ul_arena *arena, ul_output *out)
{
    static const char *const head[] = {"type",       "capacity",  "$/hour",
                                       "$/1000 units", "on demand", "up with probability"};
    ul_sheet *sheet;
    UL_TRY(ul_sheet_new(arena, "types", "", "", "lrrrrr", &sheet));
    for (size_t q = 0; q < sizeof head / sizeof *head; q++)
        ul_sheet_cell(sheet, "%s", head[q]);
    for (size_t k = 0; k < in->n_types && k < TYPES_SHOWN; k++) {
        const ul_availability_type *type = &in->type[k];
        ul_sheet_cell(sheet, "%.40s", type->name);
        ul_sheet_cell(sheet, "%llu", (unsigned long long)type->capacity);
        ul_sheet_cell(sheet, "%.6f", type->price);
        ul_sheet_cell(sheet, "%.4f", 1000 * type->price / (double)type->capacity);
        if (type->on_demand_cost > 0)
            ul_sheet_cell(sheet, "%.4f", type->on_demand_price);
        else
            ul_sheet_cell(sheet, "-");
        ul_sheet_cell(sheet, "%.8f", type->availability);
    }
    UL_TRY(ul_sheet_text(sheet, out));
    if (in->n_types > TYPES_SHOWN)
        ul_output_format(out, "  and %zu more types\n", in->n_types - TYPES_SHOWN);
    return UL_OK;
}

static ul_status show(const void *data, ul_output *out)
{
    const ul_availability *in = data;
    const size_t k = ul_availability_on_demand_type(in);
    double all_down = 1;
    for (size_t q = 0; q < in->n_types; q++)
        all_down *= ul_availability_down(&in->type[q]);
    ul_output_format(out, "%s (availability)\n  sha256     %s\n", in->name, in->sha256);
    ul_output_format(out, "  wanted     %llu units up with probability %.12g\n",
                     (unsigned long long)in->capacity, in->target);
    ul_output_format(out, "  types      %zu; one of them at least is up with probability 1 - %.4g%s"
                          "\n",
                     in->n_types, all_down,
                     in->capacity > 0 && all_down > ul_availability_allowance(in)
                         ? ", so no pool keeps the promise"
                         : "");
    UL_OWN_ARENA(arena);
    UL_TRY(show_types(in, arena, out));
    if (k != UL_NONE)
        ul_output_format(out, "\n  on demand  $%.4f an hour: %llu %s\n",
                         (double)((in->capacity + in->type[k].capacity - 1) / in->type[k].capacity)
                             * in->type[k].on_demand_price,
                         (unsigned long long)((in->capacity + in->type[k].capacity - 1)
                                              / in->type[k].capacity),
                         in->type[k].name);
    return UL_OK;
}

static ul_status brief(const void *data, ul_output *out)
{
    const ul_availability_plan *plan = data;
    const ul_availability *in = plan->in;
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    const char *between = ": ";
    const bool nines = failure < 0.01; /* how many there are is read from what they leave */
    ul_output_format(out, "%llu units held, %llu wanted, up with probability %s%.6g",
                     (unsigned long long)ul_availability_plan_capacity(plan),
                     (unsigned long long)in->capacity, nines ? "1 - " : "", nines ? failure : 1 - failure);
    for (size_t k = 0; k < in->n_types; k++) {
        const uint32_t count[] = {plan->hold[k], plan->on_demand[k]};
        for (size_t q = 0; q < 2; q++)
            if (count[q] > 0) {
                ul_output_format(out, "%s%u %s%s", between, count[q], in->type[k].name, q == 1 ? " on demand" : "");
                between = ", ";
            }
    }
    return UL_OK;
}

static ul_status json(const void *data, ul_output *out)
{
    const ul_availability_plan *plan = data;
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    ul_output_format(out, "%.17g", 1 - failure);
    return UL_OK;
}

const ul_view ul_view_availability = {
    .kind = &ul_kind_availability,
    .show = show,
    .brief = brief,
    .draw = ul_draw_availability,
    .tiers = ul_tiers_show,
    .json_name = "availability",
    .json = json,
};
