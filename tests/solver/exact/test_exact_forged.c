/* Certificates of the exact method that were changed or forged: the independent checker
 * refuses them, or they prove no more than what is true. */
#include "certified.h"

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

Test(exact_forged, every_changed_digit_of_a_certificate_is_caught)
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

Test(exact_forged, a_raised_bound_is_refused)
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

/* ---- family bounds ---- */

/* Three tasks with GPUs, two to a machine: every plan has two such machines. The
 * values alone would be content with one and a half. There are too many others to
 * look at every subset of tasks. */
#define FLOORED "ullage,1,packing\nname,x\nresource,gpu,cpu\n" \
                "type,g,gpu,10,4,10\ntype,c,cpu,1,0,10\ntype,d,cpu,1.9,0,20\n" \
                "task,t,3,,,,1,4\ntask,u,107,,,,0,3\ntask,v,42,,,,0,5\n"

static paths floored_example(char *text, size_t *length)
{
    return example(FLOORED, text, length);
}

Test(exact_forged, a_floor_carries_its_own_proof)
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

static void expect_floor_refused(const char *piece, const char *instead, const char *sentence)
{
    static char text[CERTIFICATE_ROOM];
    size_t length;
    const paths p = floored_example(text, &length);
    expect_refused_with(&p, text, length, piece, instead, sentence);
}

Test(exact_forged, a_floor_raised_or_misused_is_refused)
{
    expect_floor_refused("\nfloor,1,2,", "\nfloor,1,3,", "the tree is not complete");
    expect_floor_refused("\nfloor,1,2,g:1", "\nfloor,1,2,c:1", "worth more than its price");
    expect_floor_refused("\nrebate,1,", "\nrebate,2,", "is no floor");
    expect_floor_refused("\nrebate,1,", "\nrebate,1,9", "beyond its price");
    expect_floor_refused("\nproved\n", "\nvalue,\n", "expected");
}

/* ---- every digit, sealed anew ---- */

/* Two families that sell in steps, one with more memory. The tasks need 112 cores and
 * 399 of memory: 20.7 steps of a and 7.3 of b would do, for 98.6; in whole numbers 20
 * and 8 are the cheapest, for 100. */
#define STEPPED "ullage,1,packing\nname,x\nresource,cpu,ram\n" \
                "type,a1,a,3,4,8\ntype,a2,a,6,8,16\ntype,b1,b,5,4,32\ntype,b2,b,10,8,64\n" \
                "task,t,31,,,,1,3\ntask,u,29,,,,2,5\ntask,v,23,,,,1,7\n"

/* A certificate of nothing but a claim that whoever reads it can count again. */
static int claim_verdict(const char *instance, const char *bound, const char *way, char *said, size_t room)
{
    static char text[CERTIFICATE_ROOM];
    size_t length;
    const paths p = example(instance, text, &length);
    char *at = strstr(text, "\nbound,");
    sprintf(at, "\nbound,%s\n%s\nend,%064d\n", bound, way, 0);
    length = strlen(text);
    reseal(text, length);
    store(p.certificate, text, length);
    const int status = verdict(&p, said, room);
    remove_paths(&p);
    return status;
}

Test(exact_forged, steps_of_prices_have_room_for_all_resources_at_once)
{
    char said[4000];
    cr_expect_eq(claim_verdict(STEPPED, "100", "steps", said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_eq(claim_verdict(STEPPED, "101", "steps", said, sizeof said), CHECK_INVALID, "%s", said);
    cr_expect_not_null(strstr(said, "have room for all tasks"), "%s", said);
}

Test(exact_forged, selections_prove_no_more_than_the_optimum)
{
    static const char instance[] = "ullage,1,packing\nname,x\nresource,gpu,cpu\n"
                                   "type,g,gpu,10,4,10\ntype,c,cpu,1,0,10\ntype,d,cpu,1.9,0,20\n"
                                   "task,t,3,,,,1,4\ntask,u,7,,,,0,3\ntask,v,2,,,,0,5\n";
    char said[4000];
    const char *const bound[] = {"22.8", "23.0", "22.9", "92.9"};
    for (size_t q = 0; q < sizeof bound / sizeof *bound; q++)
        cr_expect_eq(claim_verdict(instance, bound[q], "selections", said, sizeof said),
                     strtod(bound[q], NULL) <= 22.9 ? CHECK_VALID : CHECK_INVALID, "%s: %s", bound[q], said);
}

Test(exact_forged, no_digit_of_a_floor_makes_it_lie)
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

Test(exact_forged, machines_come_in_whole_numbers)
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

Test(exact_forged, no_digit_of_a_tree_makes_it_lie)
{
    /* rows of every kind: cuts, counts of machines and of copies, filters, branches */
    static char text[CERTIFICATE_ROOM];
    ul_rng *rng = ul_rng_new(11);
    for (size_t q = 0, done = 0; done < (UL_SANITIZED ? 1 : 3) && q < 400; q++) {
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

/* ---- forgeries ---- */

/* Instance, plan and a certificate with these records, sealed as it should be: its length. */
static size_t forge(const char *instance, const char *bins, const char *records, const paths *p,
                    char *text)
{
    char digest[65];
    store(p->instance, instance, strlen(instance));
    check_sha256(instance, strlen(instance), digest);
    int length = snprintf(text, CERTIFICATE_ROOM, "ullage-plan,1,packing\ninstance,x,%s\n%s", digest,
                          bins);
    store(p->plan, text, (size_t)length);
    length = snprintf(text, CERTIFICATE_ROOM,
                      "ullage-certificate,1,packing\ninstance,x,%s\n%send,%064d\n", digest,
                      records, 0);
    reseal(text, (size_t)length);
    store(p->certificate, text, (size_t)length);
    return (size_t)length;
}

static void expect_forgery(const char *instance, const char *bins, const char *records,
                           int status, const char *sentence)
{
    static char text[CERTIFICATE_ROOM];
    char said[4000];
    paths p;
    make_paths(&p);
    forge(instance, bins, records, &p, text);
    cr_expect_eq(verdict(&p, said, sizeof said), status, "%s", said);
    cr_expect_not_null(strstr(said, sentence), "'%s' is not in: %s", sentence, said);
    remove_paths(&p);
}

#define TWO_PRICES HEAD "type,a,f,1,10\ntype,b,f,5,10\ntask,t,1,,,,2\n"

Test(exact_forged, a_row_used_twice_in_a_leaf_is_refused)
{
    expect_forgery(TWO_PRICES, "bin,b,1,t:1\n",
                   "bound,5\nroot,1,1\nmachines,1,a:1\nbranch,1,1\nleaf,1\nuse,1,-1\nuse,1,-1\n"
                   "leaf,1\nuse,1,1\n", CHECK_UNREADABLE, "row 1 is used already");
}

Test(exact_forged, a_bound_that_wraps_around_is_refused)
{
    /* 2^72 price units, each 2^56 on the root's scale: 0 in 128 bits */
    expect_forgery(HEAD "type,a,f,0.000001,10\ntask,t,1,,,,2\n", "bin,a,1,t:1\n",
                   "bound,4722366482869645.213697\nroot,72057594037927936,1\nvalue,t,1\n",
                   CHECK_UNREADABLE, "more than this program counts");
}

/* As much as the dearest machine for each of the most tasks. */
Test(exact_forged, a_bound_is_as_large_as_costs_are)
{
    static const char all[] = HEAD "type,a,f,1000000000000,2\ntask,t,100000000,,,,2\n";
    expect_forgery(all, "bin,a,100000000,t:1\n",
                   "bound,100000000000000000000\nroot,1,1\nvalue,t,1\n", CHECK_VALID, "optimal: ");
    expect_forgery(all, "bin,a,100000000,t:1\n",
                   "bound,100000000000000000000.000001\nroot,1,1\nvalue,t,1\n", CHECK_INVALID, "");
    expect_forgery(all, "bin,a,100000000,t:1\n",
                   "bound,1.0000000\nroot,1,1\nvalue,t,1\n", CHECK_UNREADABLE, "at most 6 decimals");
}

Test(exact_forged, a_leaf_whose_sum_wraps_around_is_refused)
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

Test(exact_forged, values_above_a_price_are_seen_where_a_machine_lacks_a_resource)
{
    /* no table fits; type a has no gpu, and t does not ask for one: 6 is the optimum */
    expect_forgery("ullage,1,packing\nname,x\nresource,cpu,gpu\ntype,a,f,1,1000,0\n"
                   "type,b,f,5,500,1\ntask,t,1,,,,300.000001,0\ntask,u,1,,,,300,0.000001\n",
                   "bin,b,1,t:1\nbin,b,1,u:1\n",
                   "bound,10\nroot,1000,1\nvalue,t,5000\nvalue,u,5000\n", CHECK_INVALID,
                   "worth more than its price");
}

/* ---- cuts in cases ---- */

/* Five tasks, two to a machine, and one that fits beside one of them: half of each task, rounded up, is
 * three machines. */
#define HALVES HEAD "type,a,f,1,10\ntask,t,5,,,,5\ntask,u,1,,,,1\n"

static void expect_halves(const char *records, int status, const char *sentence)
{
    expect_forgery(HALVES, "bin,a,2,t:2\nbin,a,1,t:1,u:1\n", records, status, sentence);
}

Test(exact_forged, a_cut_counts_several_copies_together)
{
    expect_halves("bound,3\ncases\ncut,1,2,t:1\nleaf,1\nuse,1,1\n", CHECK_VALID, "optimal: ");
    expect_halves("bound,3\ncases\ncut,1,2,t:7,t:1\nleaf,1\nuse,1,1\n", CHECK_VALID, "optimal: ");
    expect_halves("bound,3\ncases\ncut,1,4,t:2\nleaf,7\nuse,1,7\n", CHECK_VALID, "optimal: ");
    /* what u costs is counted once, and nobody need take it */
    expect_halves("bound,3\ncases\ncut,1,2,t:1\nleaf,9\nuse,1,9\nvalue,u,-8\n", CHECK_VALID, "optimal: ");
    expect_halves("bound,3\ncases\ncut,1,2,t:1\nleaf,9\nuse,1,9\nvalue,u,-9\n", CHECK_INVALID, "does not reach");
    expect_halves("bound,3\ncases\ncut,1,2,t:1\nleaf,1\nuse,1,1\nvalue,u,1\n", CHECK_INVALID, "worth more");
    expect_halves("bound,4\ncases\ncut,1,2,t:1\nleaf,1\nuse,1,1\n", CHECK_INVALID, "does not reach");
    expect_halves("bound,3\ncases\ncut,1,2,t:1\nleaf,1\nuse,1,2\n", CHECK_INVALID, "worth more");
    expect_halves("bound,3\ncases\ncut,1,2,t:3\nleaf,1\nuse,1,1\n", CHECK_INVALID, "worth more");
    expect_halves("bound,3\ncases\ncut,1,1,t:1\nleaf,1\nuse,1,1\n", CHECK_INVALID, "worth more");
    expect_halves("bound,3\ncases\ncut,1,2,t:1,u:1\nleaf,1\nuse,1,-1\n", CHECK_INVALID, "no limit on that side");
    expect_halves("bound,3\ncases\ncut,1,0,t:1\nleaf,1\nuse,1,1\n", CHECK_UNREADABLE, "");
    expect_halves("bound,3\ncases\ncut,1,2,t:1\nbranch,1,2\nleaf,1\nuse,1,1\nleaf,1\nuse,1,1\n",
                  CHECK_UNREADABLE, "counts nothing");
    expect_halves("bound,3\ncases\ncut,1,2,t:1\nleaf,72057594037927936\nuse,1,72057594037927936\n",
                  CHECK_VALID, "optimal: ");
}

Test(exact_forged, no_digit_of_priced_cuts_makes_them_lie)
{
    static char text[CERTIFICATE_ROOM];
    paths p;
    make_paths(&p);
    const size_t length =
        forge(HEAD "type,k,f,2,5\ntype,l,g,3.5,2.5\ntask,a,1,,,,1.5\ntask,b,1,,,,1\n"
                   "task,c,2,,,,3\ntask,d,2,,,,2\n",
              "bin,k,1,a:1,c:1\nbin,k,1,b:1,d:2\nbin,k,1,c:1\n",
              "bound,6\ncases\ncut,12,2,a:1,c:1,d:1\ncut,33,3,b:1,c:2\nleaf,1000\nvalue,a,0\n"
              "use,12,4000\nuse,33,0\n", &p, text);
    expect_no_lies(&p, text, length, "priced cuts");
    remove_paths(&p);
}
