/* Certificates of floors under schedules in which nobody waits for long: what machines cost while
 * they start, period by period, and who cannot be there yet. */
#include "floor_scene.h"

/* Two bursts, at a dollar a second: each of a thousand seconds, and each needs a start, which is a
 * hundred more, as one in between would cost four thousand. */
static const char bursts[] = "ullage,1,schedule\nname,z\nresource,cpu\nround,0\nbilling,0,0\n"
                             "type,m,m,3600,10\nstartup,m,0,100,0\n"
                             "job,p,0,1,,1000,free,5\njob,q,5000,1,,1000,free,5\n";
static const char of_starts[] =
    "bound,2199\nscale,1\nwait,0\nperiod,0\nstart,0\npresence,p,0,3959999964\nperiod,1000\nstart,1\n"
    "period,5000\nstart,0.0\npresence,q,0,3959999964\nperiod,6000\nstart,1\n";

static void expect_floor(const char *instance, const char *proof, int status, const char *sentence)
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

Test(check_starts, are_paid_where_many_machines_are_needed)
{
    static const struct {
        const char *old, *new;
        int status;
        const char *sentence;
    } odd[] = {
        {"2199", "2199", CHECK_VALID, "bound: no plan"},
        {"2199", "2200", CHECK_INVALID, "prove less than the bound"},
        {"p,0,3959999964", "p,0,3959999965", CHECK_INVALID, "worth more than its price"},
        {"start,0\n", "start,0.000001\n", CHECK_INVALID, "worth more than its price"},
        {"start,0\n", "", CHECK_VALID, "bound: no plan"},
        {"start,0.0\n", "start,0.9\n", CHECK_INVALID, "worth more than its price"},
        {"1000\nstart,1\n", "1000\n", CHECK_INVALID, "worth more than its price"},
        {"6000\nstart,1\n", "6000\n", CHECK_INVALID, "worth more than its price"},
        {"6000\nstart,1\n", "6000\nstart,1.000001\n", CHECK_UNREADABLE, "not between 0 and 1"},
        {"start,0\n", "start,0\nstart,0\n", CHECK_UNREADABLE, "already"},
        {"period,0\nstart,0\n", "start,0\nperiod,0\n", CHECK_UNREADABLE, "needs records 'wait'"},
        {"wait,0\nperiod,0\nstart,0\n", "period,0\nstart,0\nwait,0\n", CHECK_UNREADABLE,
         "needs records 'wait'"},
        {"period,5000", "period,4999\nstart,1\nperiod,5000", CHECK_UNREADABLE, "change too fast"},
        {"wait,0\n", "wait,0\ninstant\n", CHECK_UNREADABLE, "there are instants above"},
    };
    for (size_t q = 0; q < sizeof odd / sizeof *odd; q++)
        expect_floor(bursts, with(of_starts, odd[q].old, odd[q].new), odd[q].status, odd[q].sentence);
}

/* Whole machines cost what the period does, a part of a start included. */
Test(check_starts, are_part_of_whole_machines)
{
    static const char of_one[] = "bound,988\nscale,1\nwait,10\nperiod,0\nwhole,p,0\nperiod,900\n"
                                 "start,1\nperiod,2000\n";
    static const char later[] = "bound,989\nscale,1\nwait,10\nperiod,0\nwhole,p,0\nperiod,1000\n"
                                "start,0\nperiod,3000\n";
    expect_floor(bursts, of_one, CHECK_VALID, "bound: no plan");
    expect_floor(bursts, with(of_one, "988", "989"), CHECK_INVALID, "prove less than the bound");
    expect_floor(bursts, later, CHECK_VALID, "bound: no plan");
    expect_floor(bursts, with(later, "989", "990.1"), CHECK_INVALID, "prove less than the bound");
}

/* Two fit a machine together, and share its price at all times; while only one has come, the other
 * half is his. */
Test(check_starts, nobody_is_there_before_he_arrives)
{
    static const char of_one[] = "bound,1599\nscale,1\nvalue,p,0,1800000000,0\nwait,0\nperiod,0\n"
                                 "presence,p,0,1800000000\nperiod,5000\n";
    static char sooner[4096];
    snprintf(sooner, sizeof sooner, "%s", with(bursts, "job,q,5000", "job,q,4999.999999"));
    expect_floor(bursts, of_one, CHECK_VALID, "bound: no plan");
    expect_floor(bursts, with(of_one, "1599", "1600"), CHECK_INVALID, "prove less than the bound");
    expect_floor(bursts, with(of_one, "period,5000", "period,5001"), CHECK_INVALID,
                 "worth more than its price");
    expect_floor(sooner, of_one, CHECK_INVALID, "worth more than its price");
    expect_floor(bursts, with(of_one, "period,5000\n",
                              "period,5000\npresence,q,0,1\nperiod,6000\n"), CHECK_INVALID,
                 "worth more than its price");
}

/* A machine holds both at once, and half of its price is either's only while both are there: for that
 * time each pays the other half back, in work or not. */
Test(check_starts, nobody_is_on_two_machines_at_once)
{
    static const char of_both[] = "bound,1599\nscale,1\nvalue,p,0,3600000000,3600000000\nwait,0\n"
                                  "period,0\nperiod,500\ntoll,p,0,1800000000\nperiod,1000\n"
                                  "period,1500\n";
    static const struct {
        const char *old, *new;
        int status;
        const char *sentence;
    } odd[] = {
        {"1599", "1599", CHECK_VALID, "bound: no plan"},
        {"1599", "1600", CHECK_INVALID, "prove less than the bound"},
        {"1800000000", "1799999999", CHECK_INVALID, "worth more than its price"},
        {"1800000000", "1804000000", CHECK_INVALID, "prove less than the bound"},
        {"1800000000", "3600000001", CHECK_INVALID, "prove less than the bound"},
        {"period,500", "period,400", CHECK_INVALID, "prove less than the bound"},
        {"period,1000", "period,999", CHECK_INVALID, "worth more than its price"},
        {"wait,0", "wait,1", CHECK_INVALID, "worth more than its price"},
        {"1800000000\n", "1800000000\ntoll,q,0,1800000000\n", CHECK_VALID, "bound: no plan"},
        {"1800000000\n", "1800000000\ntoll,q,0,1800000001\n", CHECK_UNREADABLE, "another toll"},
        {"period,1500\n", "period,1500\ntoll,p,0,1\n", CHECK_UNREADABLE, "has no end"},
        {"period,0\n", "toll,p,0,1\nperiod,0\n", CHECK_UNREADABLE, "needs records 'wait'"},
        {"1800000000", "1125899906842625", CHECK_UNREADABLE, "the value"},
    };
    static char there[4096];
    snprintf(there, sizeof there, "%s", with(bursts, "job,q,5000", "job,q,500"));
    for (size_t q = 0; q < sizeof odd / sizeof *odd; q++)
        expect_floor(there, with(of_both, odd[q].old, odd[q].new), odd[q].status, odd[q].sentence);
}

/* What supply and tolls are worth together is more than there are numbers for, and no gain. */
Test(check_starts, tolls_and_supply_do_not_wrap)
{
    static const char proof[] = "bound,1000000\nscale,1\nwait,0\nperiod,0\n"
                                "toll,p,0,1125899906842624\nperiod,1000000000\n"
                                "supply,m,1125272377384055\n";
    static char limited[4096];
    snprintf(limited, sizeof limited, "%s",
             with(bursts, "startup,m", "supply,m,16800000,0,10000000000\nstartup,m"));
    expect_floor(limited, proof, CHECK_UNREADABLE, "more than this program counts");
}

/* His second is worth a fifth of one of work at the least: after five times as long as he takes alone
 * all of his work is paid for, and who comes then is alone. */
Test(check_starts, nobody_counts_whose_work_is_paid_for)
{
    static const char of_both[] = "bound,1599\nscale,1\nvalue,p,0,1800000000,360000000\nwait,0\n"
                                  "period,5000\npresence,q,0,1800000000\nperiod,6000\n";
    static const char *const sooner[][2] = {
        {",360000000", ",359990000"},
        {",360000000", ",0"},
        {"period,5000", "period,4999"},
        {"wait,0", "wait,1"},
        {"period,6000", "value,p,0,0,0\nperiod,6000"}, /* work may be worth more at other times */
    };
    expect_floor(bursts, of_both, CHECK_VALID, "bound: no plan");
    expect_floor(bursts, with(of_both, "1599", "1600"), CHECK_INVALID, "prove less than the bound");
    for (size_t q = 0; q < sizeof sooner / sizeof *sooner; q++)
        expect_floor(bursts, with(of_both, sooner[q][0], sooner[q][1]), CHECK_INVALID,
                     "worth more than its price");
    expect_floor(with(bursts, "q,5000,1,,1000", "q,5000,1,,1001"), of_both, CHECK_VALID, "bound");
    expect_floor(with(bursts, "p,0,1,,1000", "p,0,1,,1001"), of_both, CHECK_INVALID,
                 "worth more than its price");
}
