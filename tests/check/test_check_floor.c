/* Certificates of floors under schedules, by hand: one that proves its bound, and that
 * each change of it, or of the world, which makes it prove less is seen. */
#include "floor_scene.h"

/* Units are millionths of a dollar an hour. Together a and b are worth half of the one
 * and four fifths of the other, 3.52; a beside c and one of d 3.44. The work is worth 478.4
 * seconds at a dollar an hour; somebody has to start a big machine, 101 seconds at 3.6. */
static const char values[] = "scale,1\nvalue,a,0,3200000,0\nvalue,b,0,2400000,0\n"
                             "value,c,0,119999,0\nvalue,d,1,119999,0\n";

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
