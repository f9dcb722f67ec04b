/* The exact method against brute force, against odd instances, and its
 * certificates against the independent checker. */
#include <stdlib.h>
#include <unistd.h>

#include "brute_force.h"
#include "check.h"
#include "random_packing.h"

/* ---- optima ---- */

static void expect_optimal(const ul_instance *instance, ul_cost optimum, const char *what)
{
    ul_run *run = solved(instance, "exact", "");
    const ul_run_result *result = ul_run_result_of(run);
    char cost[UL_NUMBER_TEXT], best[UL_NUMBER_TEXT];
    cr_expect_eq(result->outcome, UL_OPTIMAL, "%s: %s", what, ul_outcome_name(result->outcome));
    cr_expect(result->cost == optimum, "%s: %s, the optimum is %s", what,
              ul_cost_text(result->cost, cost), ul_cost_text(optimum, best));
    ul_run_free(run);
}

static void expect_cost(const char *text, double dollars)
{
    ul_instance instance = parsed(text);
    expect_optimal(&instance, (ul_cost)llround(dollars * 1e6) * UL_COST_PER_MICRO, text);
    ul_instance_free(&instance);
}

Test(exact, agrees_with_brute_force)
{
    for (size_t q = 0; q < ul_tiny_count(); q++) {
        ul_instance instance;
        char what[40];
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK, "%s", ul_error_text());
        snprintf(what, sizeof what, "tiny instance %zu", q);
        expect_optimal(&instance, ul_brute_force(instance.data), what);
        ul_instance_free(&instance);
    }
}

Test(exact, agrees_with_brute_force_on_random_instances)
{
    ul_rng *rng = ul_rng_new(2024);
    for (size_t q = 0; q < 500;) {
        ul_instance instance = random_packing(rng, 1 + q % 6);
        const ul_packing *in = instance.data;
        char what[40];
        if (in->n_copies <= UL_TINY_TASKS) {
            snprintf(what, sizeof what, "random instance %zu", q++);
            expect_optimal(&instance, ul_brute_force(in), what);
        }
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

#define HEAD "ullage,1,packing\nname,x\nresource,cpu\n"

Test(exact, takes_what_costs_nothing)
{
    expect_cost(HEAD "type,gift,f,0,4\ntype,big,f,3,8\ntask,t,5,,,,4\n", 0);
    expect_cost(HEAD "type,gift,f,0,4\ntype,big,f,3,8\ntask,t,5,,,,4\ntask,u,2,,,,5\n", 6);
}

Test(exact, places_tasks_that_need_nothing)
{
    expect_cost(HEAD "type,a,f,2,4\ntask,t,100000,,,,0\n", 2);
    expect_cost(HEAD "type,a,f,2,4\ntask,t,7,,,,0\ntask,u,3,,,,2\n", 4);
}

Test(exact, packs_one_task_and_a_million)
{
    expect_cost(HEAD "type,a,f,2,4\ntype,b,f,1.5,4\ntask,t,1,,,,4\n", 1.5);
    expect_cost(HEAD "type,a,f,2,7\ntype,b,f,3.1,11\ntask,t,1000000,,,,2\n", 620000);
}

Test(exact, takes_fractions_and_huge_capacities)
{
    expect_cost(HEAD "type,a,f,0.000003,0.000007\ntask,t,3,,,,0.000003\ntask,u,1,,,,0.000001\n",
                0.000006);
    expect_cost(HEAD "type,a,f,5,900000000000.5\ntype,b,f,3,500000000000.25\n"
                     "task,t,3,,,,299999999999.999999\ntask,u,2,,,,200000000000.333333\n", 8);
}

Test(exact, takes_sixty_four_resources)
{
    char text[8000] = "ullage,1,packing\nname,x\nresource";
    for (int r = 0; r < 64; r++)
        snprintf(text + strlen(text), 16, ",r%d", r);
    strcat(text, "\ntype,a,f,1");
    for (int r = 0; r < 64; r++)
        strcat(text, ",10");
    for (int j = 0; j < 8; j++) {
        snprintf(text + strlen(text), 32, "\ntask,t%d,1,,,", j);
        for (int r = 0; r < 64; r++)
            snprintf(text + strlen(text), 8, ",%d", (r * 7 + j * 3) % 11 < 6 ? 2 : 3);
    }
    strcat(text, "\n");
    expect_cost(text, 2);
}

Test(exact, keeps_its_deadline_and_its_plan)
{
    ul_instance instance = generated("heterogeneous", 150, 1);
    const ul_run_options options = {.seed = 1, .time_limit_s = 0.5, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_expect(result->has_cost && result->has_bound && result->bound <= result->cost);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* ---- certificates ---- */

typedef struct {
    char instance[40], plan[40], certificate[40];
} paths;

static void make_paths(paths *p)
{
    char *path[] = {p->instance, p->plan, p->certificate};
    for (int q = 0; q < 3; q++) {
        strcpy(path[q], "/tmp/ullage-exact-XXXXXX");
        const int descriptor = mkstemp(path[q]);
        cr_assert(descriptor >= 0);
        close(descriptor);
    }
}

static void remove_paths(const paths *p)
{
    unlink(p->instance);
    unlink(p->plan);
    unlink(p->certificate);
}

/* Solves and writes instance, plan and certificate. */
static void certify(ul_instance *instance, const paths *p)
{
    const ul_run_options options = {.seed = 1, .methods = ul_methods,
                                    .certificate = p->certificate};
    ul_run *run;
    cr_assert_eq(instance->kind->seal(instance->data), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_new(ul_method_find("exact"), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL);
    cr_assert_eq(ul_instance_write(instance, p->instance), UL_OK, "%s", ul_error_text());
    cr_assert_eq(instance->kind->plan_write(ul_run_result_of(run)->plan, "exact", p->plan), UL_OK);
    ul_run_free(run);
}

static int verdict(const paths *p, char *text, size_t room)
{
    memset(text, 0, room);
    FILE *out = fmemopen(text, room - 1, "w");
    const int status = check_run(&(check_paths){p->instance, p->plan, p->certificate}, out, out);
    fclose(out);
    return status;
}

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

Test(exact, certifies_tiny_instances)
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

Test(exact, certifies_random_instances)
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

Test(exact, certifies_table_7)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ul_instance instance = generated("eva-table7", 40, seed);
        expect_certified(&instance, "eva-table7");
        ul_instance_free(&instance);
    }
}

static size_t load(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "r");
    const size_t length = fread(text, 1, room - 1, file);
    fclose(file);
    text[length] = '\0';
    return length;
}

static void store(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    fwrite(text, 1, length, file);
    fclose(file);
}

/* Puts the hash of the changed text in place of the old one. */
static void reseal(char *text, size_t length)
{
    char digest[65];
    char *end = text + length - 69; /* end,<64 digits>\n */
    check_sha256(text, (size_t)(end - text), digest);
    memcpy(end + 4, digest, 64);
}

enum { CERTIFICATE_ROOM = 200000 };

static paths certified_example(char *text, size_t *length)
{
    paths p;
    ul_instance instance = generated("eva-table7", 40, 2);
    make_paths(&p);
    certify(&instance, &p);
    ul_instance_free(&instance);
    *length = load(p.certificate, text, CERTIFICATE_ROOM);
    return p;
}

Test(exact, every_changed_digit_of_a_certificate_is_caught)
{
    static char text[CERTIFICATE_ROOM];
    char said[4000];
    size_t length;
    const paths p = certified_example(text, &length);
    for (size_t q = 0; q < length; q++) {
        if (text[q] < '0' || text[q] > '9')
            continue;
        const char was = text[q];
        text[q] = was == '9' ? '0' : (char)(was + 1);
        store(p.certificate, text, length);
        cr_expect_neq(verdict(&p, said, sizeof said), CHECK_VALID, "byte %zu: %s", q, said);
        text[q] = was;
    }
    remove_paths(&p);
}

Test(exact, a_resealed_certificate_proves_no_more_than_is_true)
{
    /* a changed value may still prove something; never more than the optimum, and a
     * raised bound or a value above what patterns bear is refused */
    static char text[CERTIFICATE_ROOM], changed[CERTIFICATE_ROOM];
    char said[4000];
    size_t length, caught = 0, tried = 0;
    const paths p = certified_example(text, &length);
    for (size_t q = 0; q + 69 < length; q++) {
        if (text[q] < '1' || text[q] > '8' || (q > 0 && text[q - 1] != ','))
            continue;
        memcpy(changed, text, length);
        changed[q]++;
        reseal(changed, length);
        store(p.certificate, changed, length);
        tried++;
        const bool accepted = verdict(&p, said, sizeof said) == CHECK_VALID;
        caught += !accepted;
        if (accepted)
            cr_expect_null(strstr(said, "costs less than 9"), "%s", said);
    }
    cr_expect_gt(tried, 10);
    cr_expect_gt(10 * caught, 8 * tried, "%zu of %zu", caught, tried);
    remove_paths(&p);
}

Test(exact, a_raised_bound_is_refused)
{
    static char text[CERTIFICATE_ROOM], changed[CERTIFICATE_ROOM];
    char said[4000];
    size_t length;
    const paths p = certified_example(text, &length);
    char *bound = strstr(text, "\nbound,") + 7;
    char *end = strchr(bound, '\n');
    /* more digits: the same bound and a lattice step more */
    const size_t head = (size_t)(end - text);
    memcpy(changed, text, head);
    const bool point = memchr(bound, '.', (size_t)(end - bound)) != NULL;
    const int extra = sprintf(changed + head, "%s", point ? "1" : ".1");
    memcpy(changed + head + extra, end, length - head);
    reseal(changed, length + (size_t)extra);
    store(p.certificate, changed, length + (size_t)extra);
    cr_expect_eq(verdict(&p, said, sizeof said), CHECK_INVALID, "%s", said);
    remove_paths(&p);
}
