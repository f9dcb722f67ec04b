/* Certificates of floors under schedules, by hand: one that proves its bound, and that
 * each change of it, or of the world, which makes it prove less is seen. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

typedef struct {
    int status;
    char text[4096];
} verdict;

/* a and b slow each other down; d's tasks need a gpu on p and none on c. */
static const char world[] = "ullage,1,schedule\nname,z\nresource,gpu,cpu\nbilling,0,0\n"
                            "type,big,p,3.6,2,8\nstartup,big,20,100,1\n"
                            "type,small,c,0.36,0,4\nstartup,small,10,50,1\n"
                            "job,a,10,1,x[1],100,gang,1,4\nmoving,a,5,10,2,1,3,ia\n"
                            "job,b,10,1,y,60,gang,1,4\nmoving,b,5,10,2,1,3,ib\n"
                            "job,c,0,1,,100,free,0,1\nmoving,c,1,0,0,1,4\n"
                            "job,d,0,2,,10,gang,1,1\ndemand,d,c,0,1\n"
                            "throughput,x,y,0.5\nthroughput,y,*,0.8\n";

static const char timeline[] = "machine,m0,big,300,420,600\nmachine,m1,small,300,360,410\n"
                               "machine,m2,small,300,360,470\n"
                               "run,a,0,m0,420,435,574.5,574.5\nrun,b,0,m0,420,435,512,512\n"
                               "run,c,0,m1,360,361,401,405\nrun,c,0,m2,405,406,466,466\n"
                               "run,d,0,m1,361,361,380,380\nrun,d,1,m2,370,370,380,380\n";

/* Units are millionths of a dollar an hour. Together a and b are worth half of the one
 * and four fifths of the other, 3.52; a beside c and one of d 3.44. The work is worth 478.4
 * seconds at a dollar an hour; somebody has to start a big machine, 101 seconds at 3.6. */
static const char values[] = "scale,1\nvalue,a,0,3200000,0\nvalue,b,0,2400000,0\n"
                             "value,c,0,119999,0\nvalue,d,1,119999,0\n";

static void write_bound(char *path, const char *tag, const char *instance, const char *records)
{
    char hash[65];
    strcpy(path, "/tmp/ullage-floor-XXXXXX");
    const int descriptor = mkstemp(path);
    FILE *out = fdopen(descriptor, "w");
    cr_assert_not_null(out);
    check_sha256(instance, strlen(instance), hash);
    if (tag == NULL)
        fputs(instance, out);
    else
        fprintf(out, "%s,1,schedule\ninstance,z,%s\n%s", tag, hash, records);
    fclose(out);
}

static verdict check_floor_of(const char *instance, const char *records)
{
    verdict v = {0};
    char path[3][32];
    write_bound(path[0], NULL, instance, NULL);
    write_bound(path[1], "ullage-plan", instance, timeline);
    write_bound(path[2], "ullage-certificate", instance, records);
    FILE *out = fmemopen(v.text, sizeof v.text - 1, "w");
    v.status = check_run(&(check_paths){.instance = path[0], .plan = path[1],
                                        .certificate = path[2]}, out, out);
    fclose(out);
    for (size_t q = 0; q < 3; q++)
        unlink(path[q]);
    return v;
}

static void expect(const char *instance, const char *records, int status, const char *sentence)
{
    const verdict v = check_floor_of(instance, records);
    cr_expect_eq(v.status, status, "%s%d: %s", records, v.status, v.text);
    cr_expect_not_null(strstr(v.text, sentence), "%s'%s' is not in: %s", records, sentence, v.text);
}

/* A text with the first `old` in it replaced. */
static const char *with(const char *text, const char *old, const char *new)
{
    static char changed[4096];
    const char *at = strstr(text, old);
    cr_assert_not_null(at, "%s", old);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return changed;
}

static const char *claim(const char *dollars)
{
    static char records[1024];
    snprintf(records, sizeof records, "bound,%s\n%s", dollars, values);
    return records;
}

Test(check_floor, values_prove_their_bound)
{
    expect(world, claim("0.2338"), CHECK_VALID, "bound: no plan costs less than 0.2338, verified");
}

Test(check_floor, and_no_more)
{
    expect(world, claim("0.2339"), CHECK_INVALID, "the values prove less than the bound it claims");
}

Test(check_floor, a_set_worth_more_than_its_machine)
{
    static const char *const raised[][2] = {
        {"a,0,3200000", "a,0,3400000"}, /* beside c and d */
        {"b,0,2400000", "b,0,2600000"}, /* beside a */
        {"c,0,119999", "c,0,130000"},
        {"d,1,119999", "d,1,180000"},
        {"a,0,3200000,0", "a,0,3200000,3200000"}, /* who loads is not slowed down by b */
        {"d,1,119999,0", "d,1,119999,360000"},
        {"scale,1\n", "scale,1\nvalue,d,0,1,0\n"},
    };
    for (size_t q = 0; q + 1 < sizeof raised / sizeof *raised; q++)
        expect(world, with(claim("0.2338"), raised[q][0], raised[q][1]), CHECK_INVALID,
               "is worth more than its price");
    expect(world, with(claim("0.2338"), raised[6][0], raised[6][1]), CHECK_UNREADABLE,
           "tasks like this one have another value above");
}

Test(check_floor, loading_may_be_worth_something)
{
    /* a loads 7 seconds: 5 to fetch, 2 to get ready; alone or beside b, who is then not
     * slowed down */
    expect(world, with(claim("0.2347"), "a,0,3200000,0", "a,0,3200000,500000"), CHECK_VALID, "bound");
    expect(world, with(claim("0.2349"), "a,0,3200000,0", "a,0,3200000,500000"), CHECK_INVALID,
           "prove less");
}

Test(check_floor, a_world_in_which_the_values_do_not_hold)
{
    static const char *const worlds[][2] = {
        {"throughput,x,y,0.5\n", ""},             /* company costs a nothing */
        {"type,big,p,3.6,2,8", "type,big,p,3.5,2,8"},
        {"type,small,c,0.36", "type,small,c,0.35"},
        {"type,small,c,0.36,0,4\n", "type,small,c,0.36,0,4\nprice,small,9000,0.3\n"},
    };
    for (size_t q = 0; q < sizeof worlds / sizeof *worlds; q++) {
        static char changed[4096];
        strcpy(changed, with(world, worlds[q][0], worlds[q][1]));
        const verdict v = check_floor_of(changed, claim("0.2338"));
        cr_expect_neq(v.status, CHECK_VALID, "%s: %s", worlds[q][0], v.text);
    }
}

static void check_small(const char *instance, const char *plan, const char *records, verdict *v)
{
    char path[3][32];
    memset(v, 0, sizeof *v);
    write_bound(path[0], NULL, instance, NULL);
    write_bound(path[1], "ullage-plan", instance, plan == NULL ? "" : plan);
    write_bound(path[2], "ullage-certificate", instance, records == NULL ? "" : records);
    FILE *out = fmemopen(v->text, sizeof v->text - 1, "w");
    v->status = check_run(&(check_paths){.instance = path[0], .plan = plan == NULL ? NULL : path[1],
                                         .certificate = records == NULL ? NULL : path[2]}, out, out);
    fclose(out);
    for (size_t q = 0; q < 3; q++)
        unlink(path[q]);
}

Test(check_floor, machines_used_before_they_are_billed_have_none)
{
    verdict v;
    check_small("ullage,1,schedule\nname,z\nresource,cpu\ntype,t,f,3.6,1\nstartup,t,5,0,0\nboot,1,2\n"
                "job,a,0,1,w,10,free,1\n",
                "machine,m,t,0,2,12\nrun,a,0,m,2,2,12,12\n", "bound,0\nscale,1\n", &v);
    cr_expect_eq(v.status, CHECK_UNREADABLE);
    cr_expect_not_null(strstr(v.text, "used before they are billed"), "%s", v.text);
}

Test(check_floor, a_discount_for_long_use)
{
    /* whole periods cost the mean of 1 and 0.5 a second */
    static const char discount[] = "ullage,1,schedule\nname,z\nresource,cpu\ntype,t,f,3.6,1\n"
                                   "sustained,t,86400,1,0.5\njob,a,0,1,,86400,free,1\n";
    static const char plan[] = "machine,m,t,0,0,86400\nrun,a,0,m,0,0,86400,86400\n";
    verdict v;
    check_small(discount, plan, "bound,64.7\nscale,1\nvalue,a,0,2699999,0\n", &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
    check_small(discount, plan, "bound,64.7\nscale,1\nvalue,a,0,2700001,0\n", &v);
    cr_expect_eq(v.status, CHECK_INVALID, "%s", v.text);
}

Test(check_floor, stretched_tasks_get_less_done)
{
    /* half as fast, for it asks for two: a second of the machine is half a second of work */
    static const char stretched[] = "ullage,1,schedule\nname,z\nresource,cpu\nstretch,cpu\n"
                                    "type,t,f,3.6,1\njob,a,0,1,,100,free,2\n";
    static const char plan[] = "machine,m,t,0,0,200\nrun,a,0,m,0,0,200,200\n";
    verdict v;
    check_small(stretched, plan, "bound,0.1999\nscale,1\nvalue,a,0,7199999,0\n", &v);
    cr_expect_eq(v.status, CHECK_VALID, "%s", v.text);
    check_small(stretched, plan, "bound,0.1999\nscale,1\nvalue,a,0,7200001,0\n", &v);
    cr_expect_eq(v.status, CHECK_INVALID, "%s", v.text);
}

/* One cheap machine, until second 100, of which a service has the first 10; then any
 * number at twice its price: 300 seconds at 7.2, less 90 of supply at 3.6. */
static const char scarce[] = "ullage,1,schedule\nname,z\nresource,cpu\ntype,cheap,f,3.6,1\n"
                             "supply,cheap,1,0,100\nservice,cheap,1,0,10\ntype,dear,f,7.2,1\n"
                             "job,a,0,2,,150,free,1\n";
static const char scarce_plan[] = "machine,m,cheap,10,10,100\nmachine,n,dear,0,0,150\n"
                                  "machine,o,dear,100,100,160\nrun,a,0,n,0,0,150,150\n"
                                  "run,a,1,m,10,10,100,100\nrun,a,1,o,100,100,160,160\n";

static void expect_of(const char *instance, const char *plan, const char *records, int status,
                      const char *sentence)
{
    verdict v;
    check_small(instance, plan, records, &v);
    cr_expect_eq(v.status, status, "%s%d: %s", records, v.status, v.text);
    cr_expect_not_null(strstr(v.text, sentence), "%s'%s' is not in: %s", records, sentence, v.text);
}

Test(check_floor, limited_supply_has_a_price)
{
    static const char proof[] = "bound,0.5099\nscale,1\nvalue,a,0,7199999,0\nperiod,0\n"
                                "supply,cheap,3600000\n";
    static const struct {
        const char *old, *new;
        int status;
        const char *sentence;
    } change[] = {
        {"0.5099", "0.51001", CHECK_INVALID, "prove less"},
        {"supply,cheap,3600000", "supply,cheap,3599000", CHECK_INVALID, "type 'cheap' is worth more"},
        {"supply,cheap,3600000", "supply,cheap,3610000", CHECK_INVALID, "prove less"},
        {"7199999", "7200001", CHECK_INVALID, "type 'dear' is worth more"},
        {"7199999", "7190000", CHECK_INVALID, "prove less"},
        {"period,0\n", "period,50\n", CHECK_INVALID, "is worth more"}, /* before it no supply counts */
        {"3600000\n", "3600000\nperiod,50\n", CHECK_INVALID, "is worth more"},
        {"period,0\n", "", CHECK_UNREADABLE, "supply needs a record 'period'"},
        {"supply,cheap", "supply,dear", CHECK_UNREADABLE, "any number of type 'dear'"},
        {"supply,cheap", "supply,none", CHECK_UNREADABLE, "no type 'none'"},
        {"supply,cheap,3600000\n", "supply,cheap,1\nsupply,cheap,1\n", CHECK_UNREADABLE,
         "has a value in this period"},
        {"period,0\n", "period,0\npresence,a,0,1\n", CHECK_UNREADABLE, "needs a record 'wait'"},
    };
    expect_of(scarce, scarce_plan, proof, CHECK_VALID, "no plan costs less than 0.5099");
    for (size_t q = 0; q < sizeof change / sizeof *change; q++)
        expect_of(scarce, scarce_plan, with(proof, change[q].old, change[q].new),
                  change[q].status, change[q].sentence);
}

Test(check_floor, more_supply_proves_less)
{
    static const char proof[] = "bound,0.5099\nscale,1\nvalue,a,0,7199999,0\nperiod,0\n"
                                "supply,cheap,3600000\n";
    static const char *const more[][2] = {{"cheap,1,0,100", "cheap,1,0,101"},
                                          {"supply,cheap,1,0", "supply,cheap,2,0"},
                                          {"service,cheap,1,0,10\n", ""}};
    for (size_t q = 0; q < 3; q++) {
        static char changed[4096];
        strcpy(changed, with(scarce, more[q][0], more[q][1]));
        expect_of(changed, scarce_plan, proof, CHECK_INVALID, "prove less");
    }
}

/* The price doubles at second 100: a may have been done before, b comes when it has. */
Test(check_floor, values_rise_with_prices)
{
    static const char moving[] = "ullage,1,schedule\nname,z\nresource,cpu\ntype,t,f,1.8,1\n"
                                 "price,t,100,3.6\njob,a,0,1,,100,free,1\n"
                                 "job,b,100,1,,100,free,1\njob,c,100,1,,100,free,0.5\n";
    static const char plan[] = "machine,m,t,0,0,100\nmachine,n,t,100,100,200\n"
                               "machine,o,t,200,200,300\nrun,a,0,m,0,0,100,100\n"
                               "run,b,0,n,100,100,200,200\nrun,c,0,o,200,200,300,300\n";
    static const char proof[] = "bound,0.1499\nscale,1\nvalue,c,0,0,0\nvalue,a,0,1799999,0\n"
                                "period,0\nperiod,100\nvalue,b,0,1799999,0\n";
    expect_of(moving, plan, proof, CHECK_VALID, "no plan costs less than 0.1499");
    expect_of(moving, plan, with(proof, "0.1499", "0.1501"), CHECK_INVALID, "prove less");
    expect_of(moving, plan, with(proof, "period,100\nvalue,b,0,1799999,0\n", ""), CHECK_INVALID,
              "prove less");
    expect_of(moving, plan, with(proof, "b,0,1799999", "b,0,1800002"), CHECK_INVALID, "worth more");
    expect_of(moving, plan, with(proof, "period,100", "period,99"), CHECK_INVALID, "worth more");
    /* what is worth more only for a while can be waited out, and who came before has no part */
    expect_of(moving, plan, with(proof, "b,0,1799999,0\n", "b,0,1799999,0\nperiod,1000\n"),
              CHECK_INVALID, "prove less");
    expect_of(moving, plan, with(proof, "period,100", "period,101"), CHECK_INVALID, "prove less");
    expect_of(moving, plan, with(proof, "value,b,0,1799999,0\n",
                                 "value,b,0,1799999,0\nvalue,a,0,1799998,0\n"),
              CHECK_UNREADABLE, "have another value in this period");
}

Test(check_floor, a_text_that_is_no_certificate)
{
    expect(world, values, CHECK_UNREADABLE, "lacks its instance, bound or scale");
    expect(world, "bound,0\n", CHECK_UNREADABLE, "lacks its instance, bound or scale");
    expect(world, "bound,0\nbound,0\n", CHECK_UNREADABLE, "the bound is given twice");
    expect(world, "scale,1\nscale,1\n", CHECK_UNREADABLE, "the scale is given twice");
    expect(world, "bound,-1\n", CHECK_UNREADABLE, "the bound '-1' is not a decimal number");
    expect(world, "value,q,0,1,1\n", CHECK_UNREADABLE, "the instance has no job 'q'");
    expect(world, "value,d,2,1,1\n", CHECK_UNREADABLE, "job 'd' has 2 tasks");
    expect(world, "value,d,0,1e3,1\n", CHECK_UNREADABLE, "the value of work");
    expect(world, "prices,1\n", CHECK_UNREADABLE, "record 'prices' is not known");
}

Test(check_floor, nobody_works_on_what_is_not_paid_for)
{
    static const char free_world[] = "ullage,1,schedule\nname,z\nresource,cpu\nbilling,0,0\n"
                                     "type,t,f,3.6,1\njob,a,0,1,,0.000002,free,1\n";
    static const char *const stays[] = {
        "machine,m,t,5,5,5\nrun,a,0,m,5,5,5.000002,5.000002\n",
        "machine,m,t,5,4.999998,5\nrun,a,0,m,4.999998,4.999998,5,5\n",
        "machine,m,t,5,5,5\nrun,a,0,m,4.999998,4.999998,5,5\n",
    };
    for (size_t q = 0; q < sizeof stays / sizeof *stays; q++) {
        verdict v;
        check_small(free_world, stays[q], NULL, &v);
        cr_expect_eq(v.status, CHECK_INVALID, "%zu: %s", q, v.text);
    }
}

/* A lease under which an hour of use costs as much as on demand changes nothing but the class of
 * plans; a cheaper one leaves less. */
Test(check_floor, holds_under_leases_at_what_an_hour_of_use_costs_at_the_least)
{
    static const struct {
        const char *lease;
        int status;
        const char *said;
    } of[] = {
        {"lease,big,3600,10000,3.24\n", CHECK_VALID,
         "no plan paid on demand or by these leases costs less than 0.2338"},
        {"lease,big,3600,10000,3.24\n", CHECK_VALID,
         "lease of type 'big': $3600 for 10000 h and $3.24 an hour, at least $3.6 for an hour"},
        {"lease,big,1,1000000,3.599999\n", CHECK_VALID, "at least $3.6 for an hour"},
        {"lease,big,0.99,1000000,3.599999\n", CHECK_VALID, "at least $3.599999 for an hour"},
        {"lease,big,3400,10000,3.24\n", CHECK_INVALID, "the values prove less"},
        {"lease,big,3400,10000,2.24\n", CHECK_INVALID, "is worth more than its price"},
        {"lease,small,0,1,0.3\n", CHECK_INVALID, "is worth more than its price"},
        {"lease,big,1000000000000,0.000001,1000000000000\n", CHECK_VALID, "0.2338"},
        {"wait,600\nperiod,1\nlease,big,3600,10000,3.24\n", CHECK_VALID,
         "spend at most 600 s on no machine paid on demand or by these leases costs"},
        {"lease,big,3600,0,3.24\n", CHECK_UNREADABLE, "a term of no hours"},
        {"lease,bigger,3600,1,3.24\n", CHECK_UNREADABLE, "no type 'bigger'"},
        {"lease,big,3600,1\n", CHECK_UNREADABLE, "lease,TYPE,FEE,HOURS,PRICE_PER_HOUR"},
    };
    for (size_t q = 0; q < sizeof of / sizeof *of; q++) {
        char records[1024];
        snprintf(records, sizeof records, "%s%s", claim("0.2338"), of[q].lease);
        expect(world, records, of[q].status, of[q].said);
    }
}

/* Five tasks of 500 seconds, no two of which fit a machine, and two machines for 1000. */
static const char too_few[] = "ullage,1,schedule\nname,z\nresource,cpu\nbilling,0,0\n"
                              "type,a,f,1,10\nsupply,a,2,0,1000\njob,A,0,5,,500,free,6\n";

Test(check_floor, there_is_no_plan_where_supply_does_not_suffice)
{
    static const char none[] = "infeasible\nscale,1\nvalue,A,0,1000,0\nperiod,0\nsupply,a,1001\n"
                               "period,1000\nsupply,a,1001\n";
    static const struct {
        const char *old, *new; /* of the world, or of the certificate */
        bool of_world;
        int status;
        const char *said;
    } change[] = {
        {"", "", false, CHECK_VALID, "infeasible: there is no plan, verified"},
        {"free,6", "free,5", true, CHECK_INVALID, "is worth more than its price"},
        {",500,", ",400,", true, CHECK_INVALID, "prove less"},
        {"supply,a,2", "supply,a,3", true, CHECK_INVALID, "prove less"},
        {"job,", "type,b,f,1000,10\njob,", true, CHECK_INVALID, "on type 'b' is worth more"},
        {"supply,a,1001\nperiod", "period", false, CHECK_INVALID, "is worth more than its price"},
        {"A,0,1000,0", "A,0,700,0", false, CHECK_INVALID, "prove less"},
        {"infeasible", "infeasible\nbound,1", false, CHECK_UNREADABLE, "given twice"},
        {"infeasible", "bound,1\ninfeasible", false, CHECK_UNREADABLE, "given twice"},
        {"infeasible", "infeasible\nlease,a,1,1,1", false, CHECK_UNREADABLE, "of no wait and of no"},
        {"period,0", "wait,9\nperiod,0", false, CHECK_UNREADABLE, "of no wait and of no"},
        {"infeasible\n", "", false, CHECK_UNREADABLE, "lacks its instance, bound or scale"},
    };
    for (size_t q = 0; q < sizeof change / sizeof *change; q++) {
        const char *changed = with(change[q].of_world ? too_few : none, change[q].old,
                                   change[q].new);
        expect_of(change[q].of_world ? changed : too_few, NULL,
                  change[q].of_world ? none : changed, change[q].status, change[q].said);
    }
}

/* ---- nobody waits ---- */

/* c is on a machine for 101 seconds, and no machine costs less than 0.36: with the start of a big
 * machine, 101 seconds at 3.6, that is 0.1111; what c is worth alone would be 0.1044. a is on a big
 * one from 10 on, for 107 seconds: both lists together, 0.36 for ten seconds and then 3.6, are
 * 0.209. */
static const char of_c[] = "bound,0.111\nscale,1\nwait,0\ninstant\npresence,c,0,119999\n";
static const char of_both[] = "bound,0.2089\nscale,1\nwait,0\ninstant\npresence,c,0,119999\n"
                              "instant\npresence,a,0,3600000\n";

Test(check_floor, machines_are_whole_where_nobody_waits)
{
    expect(world, of_c, CHECK_VALID, "at most 0 s on no machine costs less than 0.111");
    expect(world, with(of_c, "0.111", "0.1112"), CHECK_INVALID, "prove less than the bound");
    expect(world, with(of_c, "c,0,119999", "c,0,360001"), CHECK_INVALID, "worth more than its price");
}

Test(check_floor, the_list_that_proves_most_counts_at_each_instant)
{
    expect(world, of_both, CHECK_VALID, "bound: no plan");
    expect(world, with(of_both, "0.2089", "0.2091"), CHECK_INVALID, "prove less than the bound");
    expect(world, with(of_both, "3600000", "3600001"), CHECK_INVALID, "worth more than its price");
}

Test(check_floor, instants_stand_alone)
{
    static const struct {
        const char *old, *new, *sentence;
    } odd[] = {
        {"wait,0", "wait,1", "needs a record 'wait' of 0"},
        {"wait,0\n", "", "needs a record 'wait' of 0"},
        {"wait,0\n", "wait,0\nperiod,0\n", "there are periods above"},
        {"presence,a,0,3600000\n", "period,0\n", "there are instants above"},
        {"wait,0\n", "value,c,0,1,1\nwait,0\n", "nothing but presence has a value"},
        {"presence,a,0,3600000\n", "value,d,0,1,1\n", "nothing but presence has a value"},
        {"instant\n", "instant,0\n", "instant"},
    };
    for (size_t q = 0; q < sizeof odd / sizeof *odd; q++)
        expect(world, with(of_both, odd[q].old, odd[q].new), CHECK_UNREADABLE,
               odd[q].sentence);
}

/* With a discount a machine has no price of an instant: nothing is rounded. */
Test(check_floor, discounts_leave_no_whole_machines)
{
    expect(with(world, "startup,small", "sustained,small,86400,1,1\nstartup,small"), of_c,
           CHECK_INVALID, "prove less than the bound");
}

/* ---- nobody moves ---- */

/* At 3600 dollars an hour the three cost 500 however they are placed. Whole machines are two while
 * all are there, and lives have the rest: each is worth a little less than 100 seconds. */
static const char three[] = "ullage,1,schedule\nname,z\nresource,cpu\nround,0\nbilling,0,0\n"
                            "type,m,m,3600,10\njob,p,0,1,,200,free,5\njob,q,0,1,,300,free,5\n"
                            "job,r,100,1,,200,free,5\n";
static const char of_lives[] = "bound,499.99\nscale,1\nwait,0\ninstant\npresence,p,0,1800000000\n"
                               "still\nshare,0,0\nshare,100,1\nshare,200,0\nlife,p,0,1799990000\n"
                               "life,q,0,1199990000\nlife,r,0,1799990000\n";

static void expect_lives(const char *instance, const char *proof, int status, const char *sentence)
{
    verdict v = {0};
    char path[2][32];
    write_bound(path[0], NULL, instance, NULL);
    write_bound(path[1], "ullage-certificate", instance, proof);
    FILE *out = fmemopen(v.text, sizeof v.text - 1, "w");
    v.status = check_run(&(check_paths){.instance = path[0], .certificate = path[1]}, out, out);
    fclose(out);
    cr_expect(v.status == status && strstr(v.text, sentence) != NULL, "%d, %s of %s", v.status, v.text,
              proof);
    unlink(path[0]);
    unlink(path[1]);
}

static void expect_still(const char *old, const char *new, int status, const char *sentence)
{
    expect_lives(three, with(of_lives, old, new), status, sentence);
}

Test(check_floor, lives_are_worth_no_more_than_they_cost)
{
    static const char too_much[] = "is worth more than it costs";
    expect_still("", "", CHECK_VALID, "and never move costs less than 499.99");
    expect_still("499.99", "500", CHECK_INVALID, "prove less than the bound");
    expect_still("share,100,1\n", "", CHECK_INVALID, "prove less than the bound");
    expect_still("q,0,1199990000", "q,0,1200010000", CHECK_INVALID, too_much);
    expect_still("share,0,0", "share,0,0.1", CHECK_INVALID, too_much);
}

/* Instants may prove twice what they cost, which lives are given back; a task that is worth nothing
 * is given it, too. */
Test(check_floor, what_lives_are_given_counts)
{
    static const char lives[] = "share,100,1\nshare,200,0\nlife,p,0,1799990000\n"
                                "life,q,0,1199990000\nlife,r,0,1799990000\n";
    expect_still(lives, "share,100,2\nshare,200,0\nlife,q,0,1199990000\n", CHECK_INVALID,
                 "is worth more than it costs"); /* p leaves a little before its 200 seconds */
    expect_still(lives, "share,100,2\nshare,199.9995,0\nlife,q,0,1199990000\n", CHECK_VALID,
                 "never move");
    expect_still(lives, "share,100,3\nshare,200,0\n", CHECK_INVALID, "is worth more than it costs");
}

/* What a machine costs from the beginning of time fits 128 bits at both ends of a life, and the
 * difference does not: wrapped around it said that nothing is given. */
Test(check_floor, what_lives_are_given_may_be_too_much_to_count)
{
    expect_lives("ullage,1,schedule\nname,z\nresource,cpu\ntype,big,f,1,2\ntype,small,f,0.5,1\n"
                 "job,a,50000000,1,,182080,free,2\n",
                 "bound,25288.863598472223\nscale,1099511627776\nwait,0\ninstant\npresence,a,0,1\n"
                 "still\nshare,50000000,1000\n",
                 CHECK_UNREADABLE, "more than this program counts");
}

Test(check_floor, records_of_lives_are_in_order)
{
    static const struct {
        const char *old, *new, *sentence;
    } odd[] = {
        {"wait,0\ninstant\npresence,p,0,1800000000\n", "wait,1\n", "needs a record 'wait' of 0"},
        {"still\n", "still\nstill\n", "given twice"},
        {"still\n", "", "needs a record 'still'"},
        {"still\nshare,0,0\nshare,100,1\nshare,200,0\n", "", "needs a record 'still'"},
        {"share,200,0", "share,100,0", "one after the other"},
        {"share,100,1", "share,100,1000.000001", "at most 1000"},
        {"life,q,0,1199990000\n", "life,p,0,1\n", "has a value above"},
        {"wait,0\ninstant\npresence,p,0,1800000000\n", "value,p,0,1,1\nwait,0\n", "beside lives"},
        {"instant\npresence,p,0,1800000000\n", "period,0\n", "beside lives"},
    };
    for (size_t q = 0; q < sizeof odd / sizeof *odd; q++)
        expect_still(odd[q].old, odd[q].new, CHECK_UNREADABLE, odd[q].sentence);
}
