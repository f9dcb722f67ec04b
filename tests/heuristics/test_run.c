/* What a run makes of a method that claims too much; what methods must not compute. */
#include <fenv.h>

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

static ul_status call_who_claims(const ul_packing *in, ul_run *run)
{
    static const ul_method who = {
        .name = "who", .brief = "-", .paper = "-", .packing = claim_what_is};
    (void)in;
    return ul_run_call(run, &who, NULL, 0);
}

static ul_status call_who_proves(const ul_packing *in, ul_run *run)
{
    (void)in;
    return ul_run_delegate(run, ul_method_find("exact"), NULL, 0);
}

static ul_status end_as_proved(const ul_packing *in, ul_run *run)
{
    (void)in;
    ul_run_ended(run, UL_INFEASIBLE);
    return UL_OK;
}

/* How a method ends that is one of the program, or that comes from outside. */
static ul_outcome outcome_of(ul_status (*solve)(const ul_packing *, ul_run *), bool is_ours,
                             char *note, size_t room)
{
    const ul_method method = {.name = "claims", .brief = "-", .paper = "-", .packing = solve};
    const ul_run_options options = {.seed = 1, .methods = is_ours ? NULL : ul_methods};
    ul_instance instance = parsed(two_machines);
    ul_run *run;
    cr_assert_eq(ul_run_new(&method, &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK);
    const ul_run_result result = *ul_run_result_of(run);
    snprintf(note, room, "%s", result.note);
    cr_expect(result.has_bound == (result.outcome == UL_OPTIMAL || (is_ours && result.has_cost)));
    ul_run_free(run);
    ul_instance_free(&instance);
    return result.outcome;
}

Test(run, a_bound_above_a_plan_is_a_contradiction_and_never_optimal)
{
    char note[512];
    cr_expect_eq(outcome_of(claim_what_is, true, note, sizeof note), UL_OPTIMAL);
    cr_expect_eq(outcome_of(claim_too_much, true, note, sizeof note), UL_CONTRADICTION);
    cr_expect_not_null(strstr(note, "ALARM"), "%s", note);
}

Test(run, what_a_method_from_outside_says_of_all_plans_is_a_claim)
{
    char note[512];
    cr_expect_eq(outcome_of(claim_what_is, false, note, sizeof note), UL_CLAIMED);
    cr_expect_eq(outcome_of(call_who_claims, false, note, sizeof note), UL_CLAIMED);
    cr_expect_eq(outcome_of(end_as_proved, false, note, sizeof note), UL_CLAIMED);
    cr_expect_eq(outcome_of(end_as_proved, true, note, sizeof note), UL_INFEASIBLE);
    cr_expect_eq(outcome_of(claim_too_much, false, note, sizeof note), UL_CONTRADICTION);
}

Test(run, what_a_method_of_this_program_proves_is_proved_whoever_called_it)
{
    char note[512];
    cr_expect_eq(outcome_of(call_who_proves, false, note, sizeof note), UL_OPTIMAL, "%s", note);
}

static void expect_no_division_by_zero(const char *text, const char *method)
{
    ul_instance instance = parsed(text);
    feclearexcept(FE_DIVBYZERO);
    ul_run *run = solved(&instance, method, "");
    cr_expect_eq(fetestexcept(FE_DIVBYZERO), 0, "%s divides by zero", method);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(run, free_machines_and_types_never_up_are_not_divided_by)
{
    expect_no_division_by_zero("ullage,1,packing\nname,z\nresource,r,s,t\n"
                               "type,a,f,7,2.984,1.201,8.646\ntype,b,f,7,4.402,9.782,5.4\n"
                               "type,c,f,0,8.304,4.95,4.289\ntype,d,f,7,1.634,6.435,9.79\n"
                               "task,t,11,,,,1.837,0.573,1.858\ntask,u,37,,,,1.471,0.594,1.761\n"
                               "task,v,3,,,,0.902,1.731,0.297\n", "vsbpp-bfd");
    expect_no_division_by_zero("ullage,1,availability\nname,z\n"
                               "target,26,0.9843796936545046\nvm,a,1,8,4.779,0\n"
                               "vm,b,1,0.3890327091414818,5,0.99\nvm,c,1,0.504,1.134,0.9\n",
                               "trk8s-code");
}
