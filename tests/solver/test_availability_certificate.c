/* The certificates of availability-exact against the independent checker: it accepts
 * every optimum that brute force confirms, and nothing that claims more. */
#include <stdlib.h>
#include <unistd.h>

#include "availability_brute.h"
#include "certificate_files.h"
#include "sanitized.h"
#include "solving.h"

/* Solves and writes all three files; how the run ended. */
static ul_outcome certify(const ul_instance *instance, const paths *p, ul_cost *cost)
{
    const ul_run_options options = {.seed = 1, .methods = ul_methods, .time_limit_s = 200,
                                    .certificate = p->certificate};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("availability-exact"), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    const ul_outcome outcome = result->outcome;
    *cost = result->cost;
    cr_assert_eq(ul_instance_write(instance, p->instance), UL_OK, "%s", ul_error_text());
    if (result->plan != NULL)
        cr_assert_eq(instance->kind->plan_write(result->plan, "exact", p->plan), UL_OK);
    ul_run_free(run);
    return outcome;
}

static void expect_certified(const char *text, const paths *p)
{
    char said[4000];
    ul_cost cost;
    ul_instance read = parsed(text);
    cr_assert_eq(read.kind->seal(read.data), UL_OK);
    cr_expect_eq(certify(&read, p, &cost), UL_OPTIMAL, "%s", text);
    cr_expect_eq(verdict(p, said, sizeof said), CHECK_VALID, "%s\n%s", said, text);
    cr_expect_not_null(strstr(said, "optimal: "), "%s\n%s", said, text);
    ul_instance_free(&read);
}

Test(availability_certificate, every_optimum_of_300_random_instances_is_brute_forces_and_verifies)
{
    ul_rng *rng = ul_rng_new(23);
    paths p;
    make_paths(&p);
    int infeasible = 0;
    for (int round = 0; round < (UL_SANITIZED ? 100 : 300); round++) {
        char text[1000], said[4000], number[2][UL_NUMBER_TEXT];
        ul_cost best, cost;
        availability_random(rng, text, sizeof text);
        ul_instance instance = parsed(text);
        cr_assert_eq(instance.kind->seal(instance.data), UL_OK);
        const bool found = availability_brute(instance.data, &best);
        infeasible += !found;
        cr_assert_eq(certify(&instance, &p, &cost), found ? UL_OPTIMAL : UL_INFEASIBLE, "%s", text);
        cr_assert(proves_none(&p, said, sizeof said) == !found, "%s\n%s", said, text);
        if (found) {
            cr_assert(cost == best, "$%s, the optimum is $%s\n%s", ul_cost_text(cost, number[0]),
                      ul_cost_text(best, number[1]), text);
            cr_assert_eq(verdict(&p, said, sizeof said), CHECK_VALID, "%s\n%s", said, text);
            cr_assert_not_null(strstr(said, "optimal: "), "%s\n%s", said, text);
        }
        ul_instance_free(&instance);
    }
    cr_expect(infeasible > 5 && infeasible < 200, "%d of 300 are infeasible", infeasible);
    remove_paths(&p);
    ul_rng_free(rng);
}

#define HEAD(target) "ullage,1,availability\nname,\"a zone \"\ntarget," target "\n"

Test(availability_certificate, odd_instances_are_certified)
{
    paths p;
    make_paths(&p);
    expect_certified(HEAD("50,0.99999") "vm,a,5,0.1,1,0.99999\n", &p);
    expect_certified(HEAD("0,0.9") "vm,a,5,0.1,1,0.99\n", &p);
    expect_certified(HEAD("50,0") "vm,a,5,0.1,1,0.99\n", &p);
    expect_certified(HEAD("50,0.999") "vm,never,5,0.001,,0\nvm,\"b \",5,0.9,,1\n", &p);
    expect_certified(HEAD("50,0.999") "vm,a,5,0,,0.9999\nvm,b,7,1,0.5,0.99\n", &p);
    expect_certified(HEAD("20000,0.999") "vm,a,7,1.5,3,0.9\nvm,b,19999,200,,0.99\n"
                                          "vm,c,13,2.25,9,0.95\n", &p);
    /* on-demand machines that others replace: twice as large, and dearer by a little */
    expect_certified(HEAD("23,0.999") "vm,a,3,0.1,0.3,0.9\nvm,b,6,0.3,0.600000000001,0.9\n"
                                      "vm,c,7,0.2,0.9,0.95\n", &p);
    remove_paths(&p);
}

/* Pools in the last 10^-16 of what a target allows: differences of doubles would not see them,
 * and call a dearer pool the best, or say that there is none. */
Test(availability_certificate, pools_on_the_edge_of_a_target_are_seen)
{
    static const struct {
        const char *text;
        double cost;
    } edge[] = {
        {"ullage,1,availability\nname,p\ntarget,1,0.999999999999999945\n"
         "vm,a,1,1,,0.999999999999998945\n", 1},
        {"ullage,1,availability\nname,p\ntarget,2,0.999999980000000998\nvm,v0,3,1,,0.9995\n"
         "vm,v1,2,5,,0.9998\nvm,v2,2,2,,0.9999\nvm,v3,2,14,,0.99999999\n", 7},
        {"ullage,1,availability\nname,p\ntarget,3,0.999999999998000998\nvm,v0,1,18,,0.99999\n"
         "vm,v1,2,17,,0.9999\nvm,v2,1,11,,0.99999999\nvm,v3,3,8,,0.9998\n", 41},
    };
    paths p;
    make_paths(&p);
    for (size_t q = 0; q < sizeof edge / sizeof *edge; q++) {
        ul_cost cost;
        ul_instance instance = parsed(edge[q].text);
        cr_assert_eq(instance.kind->seal(instance.data), UL_OK);
        cr_expect_eq(certify(&instance, &p, &cost), UL_OPTIMAL, "%s", edge[q].text);
        cr_expect_float_eq(ul_cost_double(cost), edge[q].cost, 1e-9, "%s", edge[q].text);
        ul_instance_free(&instance);
        expect_certified(edge[q].text, &p);
    }
    remove_paths(&p);
}

/* 100 types make more columns than are searched: the rest are merged. */
Test(availability_certificate, many_types_are_certified)
{
    static char text[8000];
    paths p;
    make_paths(&p);
    size_t used = (size_t)snprintf(text, sizeof text, HEAD("40,0.99"));
    for (int k = 0; k < 100; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "vm,v%d,%d,%.2f,,%s\n", k,
                                 2 + k % 5, 0.2 + 0.1 * k, k % 3 == 0 ? "0.999" : "0.9");
    expect_certified(text, &p);
    remove_paths(&p);
}

static char *read_text(const char *path, size_t *length)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    *length = fread(text, 1, sizeof text - 1, file);
    text[*length] = '\0';
    fclose(file);
    return text;
}

static void write_text(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    cr_assert_eq(fwrite(text, 1, length, file), length);
    fclose(file);
}

/* Claims that there is no plan, each with what the checker says of it. */
Test(availability_certificate, there_is_no_plan_only_where_there_is_none)
{
    static const struct {
        const char *instance, *records, *said;
    } claim[] = {
        {HEAD("50,0.91") "vm,a,5,0.1,,0.9\n", "infeasible\n", "infeasible: there is no plan"},
        {HEAD("50,0.9900001") "vm,a,5,0,,0.9\nvm,b,5,0,,0.9\nvm,never,5,0,,0\n", "infeasible\n",
         "infeasible: there is no plan"},
        {HEAD("50,0.99") "vm,a,5,0,,0.9\nvm,b,5,0,,0.9\n", "infeasible\n", "there is a plan"},
        {HEAD("50,0.9") "vm,a,5,0.1,,0.9\n", "infeasible\n", "there is a plan"},
        {HEAD("50,0.91") "vm,a,5,0.1,1,0.9\n", "infeasible\n", "there is a plan"},
        {HEAD("0,0.91") "vm,a,5,0.1,,0.9\n", "infeasible\n", "there is a plan"},
        {HEAD("50,0.91") "vm,a,5,0.1,,0.9\n", "infeasible\nleaf,1\n", "a case after the end"},
        {HEAD("50,0.91") "vm,a,5,0.1,,0.9\n", "infeasible\nbound,1\n", "given twice"},
        {HEAD("50,0.91") "vm,a,5,0.1,,0.9\n", "bound,1\ninfeasible\n", "given twice"},
    };
    paths p;
    make_paths(&p);
    for (size_t q = 0; q < sizeof claim / sizeof *claim; q++) {
        char said[1000], text[1000];
        ul_instance read = parsed(claim[q].instance);
        cr_assert_eq(read.kind->seal(read.data), UL_OK);
        cr_assert_eq(ul_instance_write(&read, p.instance), UL_OK, "%s", ul_error_text());
        const int length = snprintf(text, sizeof text, "ullage-certificate,1,availability\n"
                                    "instance,\"a zone \",%s\n%s",
                                    ((const ul_availability *)read.data)->sha256, claim[q].records);
        write_text(p.certificate, text, (size_t)length);
        cr_expect(proves_none(&p, said, sizeof said) == (q < 2), "claim %zu: %s", q, said);
        cr_expect_not_null(strstr(said, claim[q].said), "claim %zu: %s", q, said);
        ul_instance_free(&read);
    }
    remove_paths(&p);
}

/* A byte of a proof of the optimum, replaced; in every other round the claim is raised as
 * well. Nothing that the checker accepts may claim more than the optimum. */
Test(availability_certificate, no_mutation_proves_more_than_the_optimum)
{
    static const char other[] = "0123456789-,\nabc";
    enum { ROUNDS = UL_SANITIZED ? 500 : 2500 };
    ul_instance instance = generated("availability", 6, 3);
    ul_rng *rng = ul_rng_new(5);
    paths p;
    ul_cost cost;
    char said[4000];
    make_paths(&p);
    cr_assert_eq(certify(&instance, &p, &cost), UL_OPTIMAL);
    size_t length, refused = 0;
    const char *proof = read_text(p.certificate, &length);
    cr_assert(length < 60000, "%zu", length);
    for (int round = 0; round < ROUNDS; round++) {
        static char mutant[1 << 16];
        memcpy(mutant, proof, length);
        mutant[ul_rng_below(rng, length)] = other[ul_rng_below(rng, sizeof other - 1)];
        char *claim = strstr(mutant, "\nbound,");
        if (round % 2 == 1 && claim != NULL && claim[7] >= '0' && claim[7] < '9')
            claim[7]++;
        write_text(p.certificate, mutant, length);
        const int status = verdict(&p, said, sizeof said);
        refused += status != CHECK_VALID;
        cr_expect_null(strstr(said, ": claims that no plan costs less"), "round %d: %s", round,
                       said);
    }
    cr_expect_gt(refused, 3 * ROUNDS / 5);
    remove_paths(&p);
    ul_rng_free(rng);
    ul_instance_free(&instance);
}

/* A search that was stopped certifies the bound it had. */
Test(availability_certificate, a_stopped_search_certifies_its_bound)
{
    ul_instance instance = generated("availability", 26, 2);
    paths p;
    char said[4000];
    make_paths(&p);
    const ul_run_options options = {.seed = 1, .methods = ul_methods, .time_limit_s = 1.5,
                                    .certificate = p.certificate};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("availability-exact"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert(result->has_cost);
    cr_assert_eq(ul_instance_write(&instance, p.instance), UL_OK);
    cr_assert_eq(instance.kind->plan_write(result->plan, "exact", p.plan), UL_OK);
    cr_expect_eq(verdict(&p, said, sizeof said), CHECK_VALID, "%s", said);
    ul_run_free(run);
    remove_paths(&p);
    ul_instance_free(&instance);
}
