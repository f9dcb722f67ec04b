/* Certificates of floors under schedules in which nobody waits, or moves: as those of any, each change
 * of them which makes them prove less is seen. */
#include "floor_scene.h"

/* ---- nobody waits ---- */

/* c is on a machine for 101 seconds, and no machine costs less than 0.36: with the start of a big
 * machine, 101 seconds at 3.6, that is 0.1111; what c is worth alone would be 0.1044. a is on a big
 * one from 10 on, for 107 seconds: both lists together, 0.36 for ten seconds and then 3.6, are
 * 0.209. */
static const char of_c[] = "bound,0.111\nscale,1\nwait,0\ninstant\npresence,c,0,119999\n";
static const char of_both[] = "bound,0.2089\nscale,1\nwait,0\ninstant\npresence,c,0,119999\n"
                              "instant\npresence,a,0,3600000\n";

Test(check_instants, machines_are_whole_where_nobody_waits)
{
    expect(world, of_c, CHECK_VALID, "at most 0 s on no machine costs less than 0.111");
    expect(world, with(of_c, "0.111", "0.1112"), CHECK_INVALID, "prove less than the bound");
    expect(world, with(of_c, "c,0,119999", "c,0,360001"), CHECK_INVALID, "worth more than its price");
}

Test(check_instants, the_list_that_proves_most_counts_at_each_instant)
{
    expect(world, of_both, CHECK_VALID, "bound: no plan");
    expect(world, with(of_both, "0.2089", "0.2091"), CHECK_INVALID, "prove less than the bound");
    expect(world, with(of_both, "3600000", "3600001"), CHECK_INVALID, "worth more than its price");
}

Test(check_instants, instants_stand_alone)
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
Test(check_instants, discounts_leave_no_whole_machines)
{
    expect(with(world, "startup,small", "sustained,small,86400,1,1\nstartup,small"), of_c,
           CHECK_INVALID, "prove less than the bound");
}

/* ---- nobody waits for long ---- */

/* Any two of them fit a machine, all three do not: two machines for a thousand seconds, at a dollar
 * a second, less ten for each who may be absent. */
static const char half[] = "ullage,1,schedule\nname,z\nresource,cpu\nround,0\nbilling,0,0\n"
                           "type,m,m,3600,10\njob,p,0,1,,1000,free,5\njob,q,0,1,,1000,free,5\n"
                           "job,r,0,1,,1000,free,5\njob,s,0,10,,1000,free,5\n";
static const char of_few[] = "bound,1970\nscale,1\nwait,10\nperiod,0\nwhole,p,0\nwhole,q,0\n"
                             "whole,r,0\nperiod,1000\n";

static void expect_lives(const char *instance, const char *proof, int status, const char *sentence);

Test(check_instants, machines_are_whole_for_the_few_who_must_be_there)
{
    static const struct {
        const char *old, *new;
        int status;
        const char *sentence;
    } odd[] = {
        {"1970", "1970", CHECK_VALID, "bound: no plan"},
        {"1970", "1970.000001", CHECK_INVALID, "prove less than the bound"},
        {"wait,10", "wait,9", CHECK_VALID, "bound: no plan"},
        {"wait,10", "wait,11", CHECK_INVALID, "prove less than the bound"},
        {"whole,r,0\n", "", CHECK_INVALID, "prove less than the bound"},
        {"period,0", "period,0.01", CHECK_INVALID, "prove less than the bound"},
        {"period,1000", "period,1010", CHECK_UNREADABLE, "not in its window"},
        {"whole,r", "whole,q", CHECK_UNREADABLE, "named in this period already"},
        {"whole,r", "whole,x", CHECK_UNREADABLE, "has no job 'x'"},
        {"whole,r,0", "presence,r,0,1", CHECK_UNREADABLE, "nothing has a value beside them"},
        {"wait,10", "value,r,0,1,0\nwait,10", CHECK_UNREADABLE, "nothing has a value beside them"},
        {"period,1000\n", "", CHECK_UNREADABLE, "the last has none"},
        {"period,0\n", "", CHECK_UNREADABLE, "needs records 'wait' and 'period'"},
        {"wait,10\n", "", CHECK_UNREADABLE, "needs records 'wait' and 'period'"},
        {"whole,r,0\n", "whole,s,0\nwhole,s,1\nwhole,s,2\nwhole,s,3\nwhole,s,4\nwhole,s,5\n"
         "whole,s,6\nwhole,s,7\nwhole,s,8\nwhole,s,9\nwhole,r,0\n", CHECK_UNREADABLE, "at most 12"},
    };
    for (size_t q = 0; q < sizeof odd / sizeof *odd; q++)
        expect_lives(half, with(of_few, odd[q].old, odd[q].new), odd[q].status, odd[q].sentence);
}

/* Prices are the least of the period, and a task that no machine holds has none. */
Test(check_instants, whole_machines_cost_what_the_period_does)
{
    static char cheaper[4096];
    snprintf(cheaper, sizeof cheaper, "%s", with(half, "job,p", "price,m,500,1800\njob,p"));
    expect_lives(cheaper, of_few, CHECK_INVALID, "prove less than the bound");
    expect_lives(cheaper, with(of_few, "1970", "985"), CHECK_VALID, "bound: no plan");
    expect_lives(with(half, "job,r,0,1,,1000,free,5", "job,r,0,1,,1000,free,11"), of_few,
                 CHECK_UNREADABLE, "no machine holds");
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

Test(check_instants, lives_are_worth_no_more_than_they_cost)
{
    static const char too_much[] = "is worth more than it costs";
    expect_still("", "", CHECK_VALID, "and never move costs less than 499.99");
    expect_still("499.99", "500", CHECK_INVALID, "prove less than the bound");
    expect_still("share,100,1\n", "", CHECK_INVALID, "prove less than the bound");
    expect_still("q,0,1199990000", "q,0,1200010000", CHECK_INVALID, too_much);
    expect_still("share,0,0", "share,0,0.1", CHECK_INVALID, too_much);
}

/* All come and go at multiples of 100 seconds, and so does the bill. */
Test(check_instants, who_leaves_at_his_time_pays_for_all_of_it)
{
    static char full[4096];
    expect_still("still\n", "still\nfull\n", CHECK_VALID, "nor leave early costs less than 499.99,");
    snprintf(full, sizeof full, "%s", with(of_lives, "still\n", "still\nfull\n"));
    expect_lives(three, with(full, "499.99", "500"), CHECK_VALID, "early costs less than 500,");
    expect_lives(three, with(full, "499.99", "500.000000000001"), CHECK_INVALID, "prove less");
    snprintf(full, sizeof full, "%s", with(full, "499.99", "500"));
    expect_lives(with(three, "job,q", "job,a,0,1,,0.001,free,5\njob,q"), full, CHECK_INVALID,
                 "prove less than the bound");
}

/* Instants may prove twice what they cost, which lives are given back; a task that is worth nothing
 * is given it, too. */
Test(check_instants, what_lives_are_given_counts)
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
Test(check_instants, what_lives_are_given_may_be_too_much_to_count)
{
    expect_lives("ullage,1,schedule\nname,z\nresource,cpu\ntype,big,f,1,2\ntype,small,f,0.5,1\n"
                 "job,a,50000000,1,,182080,free,2\n",
                 "bound,25288.863598472223\nscale,1099511627776\nwait,0\ninstant\npresence,a,0,1\n"
                 "still\nshare,50000000,1000\n",
                 CHECK_UNREADABLE, "more than this program counts");
}

Test(check_instants, records_of_lives_are_in_order)
{
    static const struct {
        const char *old, *new, *sentence;
    } odd[] = {
        {"wait,0\ninstant\npresence,p,0,1800000000\n", "wait,1\n", "needs a record 'wait' of 0"},
        {"still\n", "still\nstill\n", "given twice"},
        {"still\n", "", "needs a record 'still'"},
        {"still\nshare,0,0\nshare,100,1\nshare,200,0\n", "", "needs a record 'still'"},
        {"still\n", "still\nfull\nfull\n", "given once, below a record 'still'"},
        {"still\n", "full\nstill\n", "given once, below a record 'still'"},
        {"share,200,0", "share,100,0", "one after the other"},
        {"share,100,1", "share,100,1000.000001", "at most 1000"},
        {"life,q,0,1199990000\n", "life,p,0,1\n", "has a value above"},
        {"wait,0\ninstant\npresence,p,0,1800000000\n", "value,p,0,1,1\nwait,0\n", "beside lives"},
        {"instant\npresence,p,0,1800000000\n", "period,0\n", "beside lives"},
    };
    for (size_t q = 0; q < sizeof odd / sizeof *odd; q++)
        expect_still(odd[q].old, odd[q].new, CHECK_UNREADABLE, odd[q].sentence);
}
