/* The exact method where the supply of machines is limited: against brute force, and
 * its certificates against the independent checker. */
#include <stdlib.h>
#include <unistd.h>

#include "brute_force.h"
#include "certificate_files.h"
#include "random_packing.h"

static ul_run *run_exact(ul_instance *instance, const char *certificate)
{
    const ul_run_options options = {.seed = 1, .methods = ul_methods, .certificate = certificate};
    ul_run *run;
    cr_assert_eq(instance->kind->seal(instance->data), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_new(ul_method_find("exact"), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    return run;
}

static void expect_certified(const ul_instance *instance, const ul_run *run, const paths *p)
{
    char text[4000];
    cr_assert_eq(ul_instance_write(instance, p->instance), UL_OK, "%s", ul_error_text());
    cr_assert_eq(instance->kind->plan_write(ul_run_result_of(run)->plan, "exact", p->plan), UL_OK);
    cr_expect_eq(verdict(p, text, sizeof text), CHECK_VALID, "%s: %s", instance->name, text);
    cr_expect_not_null(strstr(text, "optimal: "), "%s: %s", instance->name, text);
}

/* Cost, bound and certificate where there is a plan; that there is none, with a certificate,
 * where not. */
static void expect_settled(ul_instance *instance, size_t number)
{
    ul_cost optimum;
    paths p;
    make_paths(&p);
    const bool solvable = ul_brute_force_limited(instance->data, &optimum);
    ul_run *run = run_exact(instance, p.certificate);
    const ul_run_result *result = ul_run_result_of(run);
    cr_expect_eq(result->outcome, solvable ? UL_OPTIMAL : UL_INFEASIBLE, "%s %zu: %s",
                 instance->name, number, ul_outcome_name(result->outcome));
    cr_expect_eq(result->n_rejected, 0, "%s %zu: %s", instance->name, number, result->note);
    if (solvable && result->outcome == UL_OPTIMAL) {
        cr_expect(result->cost == optimum, "%s %zu", instance->name, number);
        expect_certified(instance, run, &p);
    }
    if (!solvable && result->outcome == UL_INFEASIBLE) {
        char text[4000];
        cr_assert_eq(ul_instance_write(instance, p.instance), UL_OK, "%s", ul_error_text());
        cr_expect(proves_none(&p, text, sizeof text), "%s %zu: %s", instance->name, number, text);
    }
    ul_run_free(run);
    remove_paths(&p);
}

Test(exact_supply, settles_tiny_instances)
{
    for (size_t q = 0; q < ul_tiny_limited_count(); q++) {
        ul_instance instance;
        cr_assert_eq(ul_tiny_limited_make(q, &instance), UL_OK, "%s", ul_error_text());
        expect_settled(&instance, q);
        ul_instance_free(&instance);
    }
}

/* Up to three types, all or most of them free, most of them limited. */
static ul_instance with_free_types(uint64_t seed)
{
    char text[2048];
    ul_rng *rng = ul_rng_new(seed);
    const int types = (int)ul_rng_between(rng, 1, 3), tasks = (int)ul_rng_between(rng, 1, 3);
    size_t used = (size_t)snprintf(text, sizeof text, "ullage,1,packing\nname,free\nresource,cpu\n");
    for (int k = 0; k < types; k++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "type,k%d,f,%d,%d\n", k,
                                 seed % 2 == 0 ? 0 : (int)ul_rng_below(rng, 3),
                                 k == 0 ? 10 : (int)ul_rng_between(rng, 3, 10));
        if (ul_rng_below(rng, 5) > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "supply,k%d,%d\n", k,
                                     (int)ul_rng_below(rng, 3) + (k == 0));
    }
    for (int j = 0; j < tasks; j++)
        used += (size_t)snprintf(text + used, sizeof text - used, "task,t%d,%d,,,,%d\n", j,
                                 (int)ul_rng_between(rng, 1, 2), (int)ul_rng_between(rng, 1, 10));
    ul_rng_free(rng);
    return parsed(text);
}

Test(exact_supply, settles_instances_with_free_types)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        ul_instance instance = with_free_types(seed);
        expect_settled(&instance, seed);
        ul_instance_free(&instance);
    }
}

/* k1 is free and too small for everybody: what it might add counts for the checker. */
Test(exact_supply, a_free_type_that_holds_nobody)
{
    ul_instance instance = parsed("ullage,1,packing\nname,odd\nresource,r0,r1\n"
                                  "type,k0,f0,0,8.894917,6.44091\nsupply,k0,1\n"
                                  "type,k1,f0,0,9.190441,2.986797\nsupply,k1,2\n"
                                  "type,k2,f0,2,8.1632,6.541387\nsupply,k2,1\n"
                                  "type,k3,f0,3,2.07281,1.513473\nsupply,k3,4\n"
                                  "task,t0,1,,,,2.964971,6.130829\ntask,t1,1,,,,3.867703,4.559353\n");
    expect_settled(&instance, 0);
    ul_instance_free(&instance);
}

/* Limits chosen so that they cost something: as many of each type as the optimum without
 * limits uses, less one. */
static ul_instance limited_more(const ul_instance *instance)
{
    char path[] = "/tmp/ullage-supply-XXXXXX";
    ul_run *run = solved(instance, "exact", "");
    const ul_packing_plan *plan = ul_run_result_of(run)->plan;
    const ul_packing *in = instance->data;
    const int descriptor = mkstemp(path);
    cr_assert(descriptor >= 0);
    close(descriptor);
    cr_assert_eq(ul_instance_write(instance, path), UL_OK);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length), *from = fopen(path, "r");
    for (int c; (c = getc(from)) != EOF;)
        putc(c, out);
    for (size_t k = 0; k < in->n_types; k++) {
        unsigned used = 0;
        for (size_t i = 0; i < plan->n_bins; i++)
            used += plan->bin[i].type == k ? plan->bin[i].copies : 0;
        if (used > 0)
            fprintf(out, "supply,%s,%u\n", in->type[k].name, used - 1);
    }
    fclose(from);
    fclose(out);
    unlink(path);
    ul_run_free(run);
    ul_instance limited;
    const ul_status status = ul_instance_parse("limited", text, length, &limited);
    free(text);
    if (status != UL_OK) /* no type is left for a task */
        limited.data = NULL;
    return limited;
}

Test(exact_supply, settles_instances_whose_optimum_is_forbidden)
{
    ul_rng *rng = ul_rng_new(11);
    size_t settled = 0;
    for (size_t q = 0; settled < 40; q++) {
        ul_instance instance = random_packing(rng, 1 + q % 6);
        if (((const ul_packing *)instance.data)->n_copies <= UL_TINY_TASKS) {
            ul_instance limited = limited_more(&instance);
            if (limited.data != NULL) {
                expect_settled(&limited, q);
                ul_instance_free(&limited);
                settled++;
            }
        }
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

/* Two of the cheap machines are to be had, and the fourth machine costs 1.5. */
static const char cheap_and_dear[] = "ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,4\n"
                                     "supply,a,2\ntype,b,f,1.5,4\ntask,t,4,,,,4\n";

typedef struct {
    const char *records; /* behind the instance's, before the seal */
    const char *answer;
} forgery;

/* The plan costs 5; whether the certificate shows that nothing costs less. */
static void check_forgery(const forgery *f)
{
    ul_instance instance = parsed(cheap_and_dear);
    const ul_packing *in = instance.data;
    char body[2000], hash[65], text[4000];
    paths p;
    make_paths(&p);
    ul_run *run = run_exact(&instance, NULL);
    cr_assert_eq(ul_instance_write(&instance, p.instance), UL_OK);
    cr_assert_eq(instance.kind->plan_write(ul_run_result_of(run)->plan, "exact", p.plan), UL_OK);
    snprintf(body, sizeof body, "ullage-certificate,1,packing\ninstance,x,%s\n%s", in->sha256,
             f->records);
    check_sha256(body, strlen(body), hash);
    FILE *out = fopen(p.certificate, "w");
    fprintf(out, "%send,%s\n", body, hash);
    fclose(out);
    verdict(&p, text, sizeof text);
    cr_expect_not_null(strstr(text, f->answer), "%s\n%s", f->records, text);
    ul_run_free(run);
    remove_paths(&p);
    ul_instance_free(&instance);
}

Test(exact_supply, forged_certificates_prove_nothing)
{
    static const forgery made[] = {
        /* a unit is half a dollar and counted in thousandths: b costs 3000, a 2000 and 1000 */
        {"bound,5\nroot,1,1\nvalue,t,3000\nfee,a,1000\n", "optimal: "},
        {"bound,5\nroot,1,1\nvalue,t,3000\n", "worth more than its price"},
        {"bound,5\nroot,1,1\nvalue,t,3000\nfee,a,999\n", "worth more than its price"},
        {"bound,5\nroot,1,1\nvalue,t,2999\nfee,a,1000\n", "optimal: "}, /* rounds up */
        {"bound,5.5\nroot,1,1\nvalue,t,3000\nfee,a,1000\n", "the tree is not complete"},
        {"bound,5\nroot,1,1\nvalue,t,3000\nfee,a,2000\n", "the tree is not complete"},
        {"bound,5\nroot,1,1\nvalue,t,3000\nfee,b,1000\n", "no type with a supply"},
        {"bound,5\nroot,1,1\nvalue,t,3000\nfee,a,1000\nfee,a,1000\n", "has its fee already"},
        {"bound,5\nfee,a,1000\nroot,1,1\nvalue,t,3000\n", "a fee follows the root"},
        /* the same by a leaf with the supply's row */
        {"bound,5\nroot,1,1\nvalue,t,2000\nsupply,1,a\nleaf,1\nvalue,t,3000\nuse,1,-1000\n",
         "optimal: "},
        {"bound,5\nroot,1,1\nvalue,t,2000\nsupply,1,a\nleaf,1\nvalue,t,3000\nuse,1,1000\n",
         "has no limit on that side"},
        {"bound,5\nroot,1,1\nvalue,t,2000\nsupply,1,a\nleaf,1\nvalue,t,3000\nuse,1,-999\n",
         "worth more than its price"},
        {"bound,5\nroot,1,1\nvalue,t,2000\nsupply,1,a\nleaf,1\nvalue,t,3000\nuse,1,-2000\n",
         "does not reach the bound"},
        {"bound,5\nroot,1,1\nvalue,t,2000\nsupply,1,b\nleaf,1\nvalue,t,3000\nuse,1,-1000\n",
         "no type with a supply"},
        {"bound,5\nroot,1,1\nvalue,t,2000\nsupply,1,a\nholding,1,t:1\nleaf,1\nvalue,t,3000\n",
         "follows its machines record"},
    };
    for (size_t q = 0; q < sizeof made / sizeof *made; q++)
        check_forgery(&made[q]);
}
