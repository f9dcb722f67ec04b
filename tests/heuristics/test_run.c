/* What a run makes of a method that claims too much. */
#include "solving.h"

static const char two_machines[] = "ullage,1,packing\nname,two\nresource,r\ntype,a,a,1,1\n"
                                   "task,t,2,,,,1\n";

static ul_status no_packing_and_bound(const ul_packing *in, ul_run *run, ul_cost bound)
{
    (void)in;
    UL_TRY(ul_run_offer_bound(run, bound));
    return ul_run_call(run, ul_method_find("no-packing"), NULL, 0);
}

static ul_status claim_too_much(const ul_packing *in, ul_run *run)
{
    return no_packing_and_bound(in, run, 3 * (ul_cost)1000000000000);
}

static ul_status claim_what_is(const ul_packing *in, ul_run *run)
{
    return no_packing_and_bound(in, run, 2 * (ul_cost)1000000000000);
}

static ul_outcome outcome_of(ul_status (*solve)(const ul_packing *, ul_run *), char *note,
                             size_t room)
{
    const ul_method method = {.name = "claims", .brief = "-", .paper = "-", .packing = solve};
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    ul_instance instance = parsed(two_machines);
    ul_run *run;
    cr_assert_eq(ul_run_new(&method, &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK);
    const ul_run_result result = *ul_run_result_of(run);
    snprintf(note, room, "%s", result.note);
    cr_expect(result.has_cost && result.plan != NULL);
    ul_run_free(run);
    ul_instance_free(&instance);
    return result.outcome;
}

Test(run, a_bound_above_a_plan_is_a_contradiction_and_never_optimal)
{
    char note[512];
    cr_expect_eq(outcome_of(claim_what_is, note, sizeof note), UL_OPTIMAL);
    cr_expect_eq(outcome_of(claim_too_much, note, sizeof note), UL_CONTRADICTION);
    cr_expect_not_null(strstr(note, "ALARM"), "%s", note);
}
