/* SEC's baselines (Section 8.5): nothing but on demand, and its own methods
 * with the leases of one term only.
 */
#include "sec_portfolio.h"

static ul_status on_demand_only(const ul_reservation *in, ul_run *run)
{
    ul_reservation_plan *plan;
    UL_TRY(ul_reservation_plan_new(in, ul_run_arena(run), &plan));
    return ul_run_offer(run, plan);
}

static ul_status restricted(const ul_reservation *in, ul_run *run, ul_portfolio_terms terms)
{
    return ul_run_choice_is(run, "sees", "past") ? ul_sec_online(in, run, terms)
                                                  : ul_sec_greedy(in, run, terms);
}

static ul_status one_year_only(const ul_reservation *in, ul_run *run)
{
    return restricted(in, run, UL_TERMS_ONE_YEAR);
}

static ul_status three_years_only(const ul_reservation *in, ul_run *run)
{
    return restricted(in, run, UL_TERMS_THREE_YEARS);
}

static const ul_param sight[] = {
    UL_CHOICE("sees", "past", "past: online, from a forecast; all: offline, the demand is known",
              "past|all"),
    UL_FORECAST_PARAMS,
    {0},
};

const ul_method ul_method_on_demand_only = {
    .name = "on-demand-only",
    .brief = "no lease at all",
    .paper = "SEC, Section 8.5",
    .traits = UL_CONSTRUCTIVE,
    .reservation = on_demand_only,
};

const ul_method ul_method_1y_only = {
    .name = "1y-only",
    .brief = "SEC's method with one-year leases alone",
    .paper = "SEC, Section 8.5",
    .traits = UL_CONSTRUCTIVE,
    .param = sight,
    .reservation = one_year_only,
};

const ul_method ul_method_3y_only = {
    .name = "3y-only",
    .brief = "SEC's method with three-year leases alone",
    .paper = "SEC, Section 8.5",
    .traits = UL_CONSTRUCTIVE,
    .param = sight,
    .reservation = three_years_only,
};
