/* The exact method's certificates against the independent checker, which accepts what was
 * proved. */
#include "certified.h"

static void expect_certified(ul_instance *instance, const char *what)
{
    paths p;
    char text[4000];
    make_paths(&p);
    certify(instance, &p);
    cr_expect_eq(verdict(&p, text, sizeof text), CHECK_VALID, "%s: %s", what, text);
    cr_expect_not_null(strstr(text, "optimal: "), "%s: %s", what, text);
    remove_paths(&p);
}

Test(exact_certificate, certifies_tiny_instances)
{
    for (size_t q = 0; q < ul_tiny_count(); q += 3) {
        ul_instance instance;
        char what[40];
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK, "%s", ul_error_text());
        snprintf(what, sizeof what, "tiny instance %zu", q);
        expect_certified(&instance, what);
        ul_instance_free(&instance);
    }
}

Test(exact_certificate, certifies_random_instances)
{
    ul_rng *rng = ul_rng_new(7);
    for (size_t q = 0; q < 60; q++) {
        ul_instance instance = random_packing(rng, 4 + q % 9);
        char what[40];
        snprintf(what, sizeof what, "random instance %zu", q);
        expect_certified(&instance, what);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

static void expect_certified_text(const char *text)
{
    ul_instance instance = parsed(text);
    expect_certified(&instance, text);
    ul_instance_free(&instance);
}

Test(exact_certificate, certifies_tasks_that_differ_only_in_a_demand_nobody_asks_for)
{
    /* every family has a demand of its own for u, so that its task record says nothing */
    expect_certified_text(HEAD "type,a,f,2,10\ntype,b,f,3,16\ntask,t,2,,,,4\ntask,v,1,,,,3\n"
                               "task,u,1,,,,7\ndemand,u,f,4\n");
    expect_certified_text(HEAD "type,a,f,2,10\ntype,b,g,3,16\ntask,t,2,,,,4\ndemand,t,g,5\n"
                               "task,u,1,,,,5\ndemand,u,f,4\n");
}

Test(exact_certificate, certifies_names_with_blanks_at_their_ends)
{
    expect_certified_text("ullage,1,packing\nname,\"x \"\nresource,\"r \"\n"
                          "type,\"b \",\" f \",1,10\ntype,\" c\",\" f \",1.5,16\n"
                          "task,\"a \",3,\"j \",\" w \",,4\ntask,a,2,\"j \",\" w \",,5\n"
                          "demand,\"a \",\" f \",3\n");
}

Test(exact_certificate, certifies_where_no_table_fits_and_prices_are_far_apart)
{
    expect_certified_text("ullage,1,packing\nname,x\nresource,cpu,ram\n"
                          "type,a,f,0.000003,33.6271,90.2581\n"
                          "type,b,f,783.25,39.9771,30.3931\n"
                          "task,t,2,,,,7.6511,6.0151\ntask,u,2,,,,38.0201,10.3261\n");
}

/* The checker has no table either, and looks for the most that each machine holds. */
Test(exact_certificate, certifies_whole_machines_where_no_table_fits)
{
    expect_certified_text("ullage,1,packing\nname,x\nresource,cpu,ram\n"
                          "type,a,f,1,57,78\ntype,b,f,0.221,57,78\n"
                          "task,t,5,,,,19,39\ntask,u,4,,,,28.500001,39\ntask,v,12,,,,28.5,26\n");
    expect_certified_text("ullage,1,packing\nname,x\nresource,cpu,ram,disk\n"
                          "type,a,f,9.707471,32,21,60\ntype,b,f,18.093338,18,57,0\n"
                          "type,c,f,6.673619,36,98,98\ntype,d,f,6.871261,1,28,22\n"
                          "task,t,1,,,,12,32.666666,32.666666\ntask,u,2,,,,16,10.5,30\n"
                          "task,v,3,,,,6,28.5,0\ntask,w,1,,,,18,32.666666,49\n"
                          "task,x,1,,,,0.333333,9.333333,11\n");
}

/* A demand of a millionth beside others of several units: the linear relaxation went
 * round in circles. */
#define FINE "ullage,1,packing\nname,x\nresource,cpu,ram\n" \
             "type,a,f,0.722,17,2\ntype,b,g,0.722,17,2\ntype,c,g,0.794,11,13\n" \
             "type,d,f,1,18,20\ntype,e,g,0.589,8,5\ntask,t,1,,,,5,18\ntask,u,1,,,,8,0\n" \
             "task,v,4,,,,4,6\ntask,w,1,,,,2,6\ntask,x,1,,,,8,5\n" \
             "demand,x,g,0.000001,0.000001\ntask,y,3,,,,8,0\n"

/* Five shapes at concave prices: a tree of thousands of nodes, and 2,800 subsets. */
#define FEW HEAD "type,a,f,1,8.8\ntype,b,f,0.639,3.6\ntype,c,f,0.898,7.1\n" \
                 "type,d,f,0.797,5.6\ntype,e,f,0.522,2.4\ntype,g,f,0.947,7.9\n" \
                 "type,h,f,0.738,4.8\ntask,t,4,,,,1.1\ntask,u,1,,,,0.5\ntask,v,4,,,,1.9\n" \
                 "task,w,7,,,,0.1\ntask,x,6,,,,0.8\n"

Test(exact_certificate, certifies_few_tasks_whatever_their_numbers)
{
    expect_certified_text(FINE);
    expect_certified_text(FEW);
}

Test(exact_certificate, certifies_table_7)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ul_instance instance = generated("eva-table7", 40, seed);
        expect_certified(&instance, "eva-table7");
        ul_instance_free(&instance);
    }
}

Test(exact_certificate, certifies_where_few_sums_of_prices_are_possible)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ul_instance instance = generated("vsbpp", 25, seed);
        expect_certified(&instance, "vsbpp");
        ul_instance_free(&instance);
    }
    /* three machines at 7 or one at 12 and one at 7: nothing costs 20 */
    expect_certified_text(HEAD "type,a,f,7,10\ntype,b,f,12,16\ntask,t,2,,,,6\ntask,u,2,,,,5\n"
                               "task,v,1,,,,4\n");
}

/* ---- unfinished proofs ---- */

Test(exact_certificate, an_unfinished_run_claims_what_its_certificate_proves)
{
    static const double limit_s[] = {0.02, 0.3, 2};
    for (size_t q = 0; q < 3; q++) {
        ul_instance instance = generated("heterogeneous", 45, 8);
        char said[4000], number[UL_NUMBER_TEXT];
        paths p;
        ul_run *run;
        make_paths(&p);
        const ul_run_options options = {.seed = 1, .methods = ul_methods,
                                        .time_limit_s = limit_s[q], .certificate = p.certificate};
        cr_assert_eq(instance.kind->seal(instance.data), UL_OK, "%s", ul_error_text());
        cr_assert_eq(ul_run_new(ul_method_find("exact"), &instance, &options, &run), UL_OK);
        cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
        const ul_run_result *result = ul_run_result_of(run);
        cr_assert_eq(ul_instance_write(&instance, p.instance), UL_OK, "%s", ul_error_text());
        cr_assert_eq(instance.kind->plan_write(result->plan, "exact", p.plan), UL_OK);
        cr_expect_eq(verdict(&p, said, sizeof said), CHECK_VALID, "%s", said);
        ul_cost_text(result->bound, number);
        const char *claimed = strstr(said, "no plan costs less than ");
        cr_assert_not_null(claimed, "%s", said);
        claimed += strlen("no plan costs less than ");
        cr_expect(strncmp(claimed, number, strlen(number)) == 0, "%s was printed: %s", number, said);
        ul_run_free(run);
        remove_paths(&p);
        ul_instance_free(&instance);
    }
}
