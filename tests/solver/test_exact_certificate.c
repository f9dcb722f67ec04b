/* The exact method's certificates against the independent checker, which accepts
 * what was proved and refuses what was changed or forged. */
#include <stdlib.h>
#include <unistd.h>

#include "brute_force.h"
#include "certificate_files.h"
#include "random_packing.h"

#define HEAD "ullage,1,packing\nname,x\nresource,cpu\n"

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

/* Five shapes at concave prices: a tree of thousands of nodes, and 2,800 selections. */
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

Test(exact_certificate, every_changed_digit_of_a_certificate_is_caught)
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

Test(exact_certificate, a_raised_bound_is_refused)
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

/* ---- floors ---- */

/* Three tasks with GPUs, two to a machine: every plan has two such machines. The
 * values alone would be content with one and a half. There are too many others to
 * look at every selection of tasks. */
#define FLOORED "ullage,1,packing\nname,x\nresource,gpu,cpu\n" \
                "type,g,gpu,10,4,10\ntype,c,cpu,1,0,10\ntype,d,cpu,1.9,0,20\n" \
                "task,t,3,,,,1,4\ntask,u,107,,,,0,3\ntask,v,42,,,,0,5\n"

static paths example(const char *instance_text, char *text, size_t *length)
{
    paths p;
    ul_instance instance = parsed(instance_text);
    make_paths(&p);
    certify(&instance, &p);
    ul_instance_free(&instance);
    *length = load(p.certificate, text, CERTIFICATE_ROOM);
    return p;
}

static paths floored_example(char *text, size_t *length)
{
    return example(FLOORED, text, length);
}

Test(exact_certificate, a_floor_carries_its_own_proof)
{
    static char text[CERTIFICATE_ROOM];
    char said[4000];
    size_t length;
    const paths p = floored_example(text, &length);
    cr_expect_not_null(strstr(text, "\nfloor,1,2,g:1\n"), "%s", text);
    cr_expect_not_null(strstr(text, "\nrebate,1,"), "%s", text);
    cr_expect_eq(verdict(&p, said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_not_null(strstr(said, "optimal: "), "%s", said);
    remove_paths(&p);
}

/* The verdict after one piece of the text was replaced. */
static void expect_floor_refused(const char *piece, const char *instead, const char *sentence)
{
    static char text[CERTIFICATE_ROOM];
    char said[4000];
    size_t length;
    const paths p = floored_example(text, &length);
    char *at = strstr(text, piece);
    cr_assert_not_null(at, "%s is not in: %s", piece, text);
    memmove(at + strlen(instead), at + strlen(piece), strlen(at + strlen(piece)) + 1);
    memcpy(at, instead, strlen(instead));
    length += strlen(instead) - strlen(piece);
    reseal(text, length);
    store(p.certificate, text, length);
    cr_expect_neq(verdict(&p, said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_not_null(strstr(said, sentence), "'%s' is not in: %s", sentence, said);
    remove_paths(&p);
}

Test(exact_certificate, a_floor_raised_or_misused_is_refused)
{
    expect_floor_refused("\nfloor,1,2,", "\nfloor,1,3,", "the tree is not complete");
    expect_floor_refused("\nfloor,1,2,g:1", "\nfloor,1,2,c:1", "worth more than its price");
    expect_floor_refused("\nrebate,1,", "\nrebate,2,", "is no floor");
    expect_floor_refused("\nrebate,1,", "\nrebate,1,9", "beyond its price");
    expect_floor_refused("\nproved\n", "\nvalue,\n", "expected");
}

/* ---- every digit, sealed anew ---- */

/* Whether the byte is in a record with this tag. */
static bool is_in(const char *text, size_t at, const char *tag)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return strncmp(text + at, tag, strlen(tag)) == 0 && text[at + strlen(tag)] == ',';
}

/* What the checker says is proved, in millionths; -1 when it says nothing. */
static double proved_bound(const char *said)
{
    const char *at = strstr(said, "no plan costs less than ");
    return at == NULL ? -1 : strtod(at + strlen("no plan costs less than "), NULL);
}

/* Changes every digit to every other, seals the text again and has it checked.
 * What is accepted must be about this instance and prove no more than the
 * optimum, the cost of the plan beside it. */
static void expect_no_lies(const paths *p, char *text, size_t length, const char *what)
{
    char said[4000], seal[64];
    cr_assert_eq(verdict(p, said, sizeof said), CHECK_VALID, "%s: %s", what, said);
    const double optimum = proved_bound(said);
    size_t tried = 0, accepted = 0;
    memcpy(seal, text + length - 65, sizeof seal);
    for (size_t q = 0; q + 69 < length; q++) {
        const char was = text[q];
        for (char digit = '0'; digit <= '9' && was >= '0' && was <= '9'; digit++) {
            if (digit == was)
                continue;
            text[q] = digit;
            reseal(text, length);
            store(p->certificate, text, length);
            tried++;
            if (verdict(p, said, sizeof said) != CHECK_VALID)
                continue;
            accepted++;
            cr_expect(!is_in(text, q, "instance") && !is_in(text, q, "ullage-certificate"),
                      "%s: byte %zu: %s", what, q, said);
            const double bound = proved_bound(said);
            cr_expect(is_in(text, q, "bound") ? bound < optimum : bound == optimum,
                      "%s: byte %zu as %c: %s", what, q, digit, said);
        }
        text[q] = was;
    }
    memcpy(text + length - 65, seal, sizeof seal);
    cr_expect(tried > 500 && accepted < tried / 2, "%s: %zu of %zu accepted", what, accepted,
              tried);
}

/* Two families that sell in steps, one with more memory. The tasks need 112 cores and
 * 399 of memory: 20.7 steps of a and 7.3 of b would do, for 98.6; in whole numbers 20
 * and 8 are the cheapest, for 100. */
#define STEPPED "ullage,1,packing\nname,x\nresource,cpu,ram\n" \
                "type,a1,a,3,4,8\ntype,a2,a,6,8,16\ntype,b1,b,5,4,32\ntype,b2,b,10,8,64\n" \
                "task,t,31,,,,1,3\ntask,u,29,,,,2,5\ntask,v,23,,,,1,7\n"

/* A certificate of steps as it would be written for this bound. */
static int steps_verdict(const char *bound, char *said, size_t room)
{
    static char text[CERTIFICATE_ROOM];
    size_t length;
    const paths p = example(STEPPED, text, &length);
    char *at = strstr(text, "\nbound,");
    sprintf(at, "\nbound,%s\nsteps\nend,%064d\n", bound, 0);
    length = strlen(text);
    reseal(text, length);
    store(p.certificate, text, length);
    const int status = verdict(&p, said, room);
    remove_paths(&p);
    return status;
}

Test(exact_certificate, steps_of_prices_have_room_for_all_resources_at_once)
{
    char said[4000];
    cr_expect_eq(steps_verdict("100", said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_eq(steps_verdict("101", said, sizeof said), CHECK_INVALID, "%s", said);
    cr_expect_not_null(strstr(said, "have room for all tasks"), "%s", said);
}

/* Nothing but the claim that a look at every selection proves it. */
Test(exact_certificate, selections_prove_no_more_than_the_optimum)
{
    static char text[CERTIFICATE_ROOM], changed[CERTIFICATE_ROOM];
    char said[4000];
    size_t length;
    const paths p = example("ullage,1,packing\nname,x\nresource,gpu,cpu\n"
                            "type,g,gpu,10,4,10\ntype,c,cpu,1,0,10\ntype,d,cpu,1.9,0,20\n"
                            "task,t,3,,,,1,4\ntask,u,7,,,,0,3\ntask,v,2,,,,0,5\n",
                            text, &length);
    cr_assert_not_null(strstr(text, "\nbound,22.9\nselections\n"), "%s", text);
    const char *const bound[] = {"22.8", "23.0", "22.9", "92.9"};
    for (size_t q = 0; q < sizeof bound / sizeof *bound; q++) {
        memcpy(changed, text, length + 1);
        memcpy(strstr(changed, "22.9"), bound[q], 4);
        reseal(changed, length);
        store(p.certificate, changed, length);
        const bool true_bound = strtod(bound[q], NULL) <= 22.9;
        cr_expect_eq(verdict(&p, said, sizeof said), true_bound ? CHECK_VALID : CHECK_INVALID,
                     "%s: %s", bound[q], said);
    }
    remove_paths(&p);
}

Test(exact_certificate, no_digit_of_a_floor_makes_it_lie)
{
    static char text[CERTIFICATE_ROOM];
    size_t length;
    const paths p = floored_example(text, &length);
    expect_no_lies(&p, text, length, "floored");
    remove_paths(&p);
}

/* Tasks of 800 together at prices that fall with the size. The linear program would
 * be content with 5.33 machines of 150; in whole numbers the cheapest that hold 800 are
 * four of 150 and two of 100: 689.9, where 5 of 150 and one of 100 cost 712.4 and 6 of
 * 150 cost 734.8. Nothing but the root's values says so. */
#define COUNTED "ullage,1,packing\nname,x\nresource,size\ntype,a,f,100,100\n" \
                "type,b,f,122.474487,150\ntask,t,4,,,,90\ntask,u,4,,,,60\ntask,v,2,,,,100\n"

Test(exact_certificate, machines_come_in_whole_numbers)
{
    static char text[CERTIFICATE_ROOM];
    char said[4000];
    size_t length;
    const paths p = example(COUNTED, text, &length);
    cr_expect_not_null(strstr(text, "\nbound,689.897948\n"), "%s", text);
    cr_expect_null(strstr(text, "\nbranch,"), "%s", text);
    cr_expect_null(strstr(text, "\nleaf,"), "%s", text);
    cr_expect_eq(verdict(&p, said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_not_null(strstr(said, "optimal: "), "%s", said);
    expect_no_lies(&p, text, length, "counted");
    remove_paths(&p);
}

Test(exact_certificate, no_digit_of_a_tree_makes_it_lie)
{
    /* rows of every kind: cuts, counts of machines and of copies, filters, branches */
    static char text[CERTIFICATE_ROOM];
    ul_rng *rng = ul_rng_new(11);
    for (size_t q = 0, done = 0; done < 3 && q < 400; q++) {
        ul_instance instance = random_packing(rng, 9);
        paths p;
        make_paths(&p);
        certify(&instance, &p);
        const size_t length = load(p.certificate, text, CERTIFICATE_ROOM);
        if (strstr(text, "\nbranch,") != NULL && length < 1500) {
            expect_no_lies(&p, text, length, "random");
            done++;
        }
        cr_expect(done > 0 || q < 399, "no instance needed a tree");
        remove_paths(&p);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
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

/* ---- forgeries ---- */

/* The verdict on a certificate with these records, sealed as it should be. */
static void expect_forgery(const char *instance, const char *bins, const char *records,
                           int status, const char *sentence)
{
    static char text[CERTIFICATE_ROOM];
    char said[4000], digest[65];
    paths p;
    make_paths(&p);
    store(p.instance, instance, strlen(instance));
    check_sha256(instance, strlen(instance), digest);
    int length = snprintf(text, sizeof text, "ullage-plan,1,packing\ninstance,x,%s\n%s", digest,
                          bins);
    store(p.plan, text, (size_t)length);
    length = snprintf(text, sizeof text,
                      "ullage-certificate,1,packing\ninstance,x,%s\n%send,%064d\n", digest,
                      records, 0);
    reseal(text, (size_t)length);
    store(p.certificate, text, (size_t)length);
    cr_expect_eq(verdict(&p, said, sizeof said), status, "%s", said);
    cr_expect_not_null(strstr(said, sentence), "'%s' is not in: %s", sentence, said);
    remove_paths(&p);
}

#define TWO_PRICES HEAD "type,a,f,1,10\ntype,b,f,5,10\ntask,t,1,,,,2\n"

Test(exact_certificate, a_row_used_twice_in_a_leaf_is_refused)
{
    expect_forgery(TWO_PRICES, "bin,b,1,t:1\n",
                   "bound,5\nroot,1,1\nmachines,1,a:1\nbranch,1,1\nleaf,1\nuse,1,-1\nuse,1,-1\n"
                   "leaf,1\nuse,1,1\n", CHECK_UNREADABLE, "row 1 is used already");
}

Test(exact_certificate, a_bound_that_wraps_around_is_refused)
{
    /* 2^72 price units, each 2^56 on the root's scale: 0 in 128 bits */
    expect_forgery(HEAD "type,a,f,0.000001,10\ntask,t,1,,,,2\n", "bin,a,1,t:1\n",
                   "bound,4722366482869645.213697\nroot,72057594037927936,1\nvalue,t,1\n",
                   CHECK_UNREADABLE, "more than this program counts");
}

Test(exact_certificate, a_leaf_whose_sum_wraps_around_is_refused)
{
    static char instance[8000], bins[4000], records[CERTIFICATE_ROOM / 2];
    char *at = instance, *bin = bins, *record = records;
    at += sprintf(at, HEAD "type,a,f,1,1000000000000\n");
    bin += sprintf(bin, "bin,a,1");
    for (int j = 0; j < 64; j++) {
        at += sprintf(at, "task,t%d,100000000,,,,0.000001\n", j);
        bin += sprintf(bin, ",t%d:100000000", j);
    }
    strcpy(bin, "\n");
    /* 200 cuts, each with a right-hand side above 2^64 and a value of 2^56 */
    record += sprintf(record, "bound,1\nroot,10,1\n");
    for (int r = 1; r <= 200; r++)
        record += sprintf(record, "cut,%d,1,t0:4294967295\n", r);
    record += sprintf(record, "leaf,1\n");
    for (int r = 1; r <= 200; r++)
        record += sprintf(record, "use,%d,72057594037927936\n", r);
    expect_forgery(instance, bins, records, CHECK_UNREADABLE, "more than this program counts");
}

Test(exact_certificate, values_above_a_price_are_seen_where_a_machine_lacks_a_resource)
{
    /* no table fits; type a has no gpu, and t does not ask for one: 6 is the optimum */
    expect_forgery("ullage,1,packing\nname,x\nresource,cpu,gpu\ntype,a,f,1,1000,0\n"
                   "type,b,f,5,500,1\ntask,t,1,,,,300.000001,0\ntask,u,1,,,,300,0.000001\n",
                   "bin,b,1,t:1\nbin,b,1,u:1\n",
                   "bound,10\nroot,1000,1\nvalue,t,5000\nvalue,u,5000\n", CHECK_INVALID,
                   "worth more than its price");
}
