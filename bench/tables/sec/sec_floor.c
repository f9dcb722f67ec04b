/* How far SEC's policies are from what no schedule can undercut: on demand, and paid through
 * the leases that are proved the best for what each of them rents; beside them a schedule that
 * lets jobs wait until machines are always busy.
 *
 * An hour of use costs no less than under the cheapest lease that is used all the time, in
 * pure cost: the floor with leases on offer holds under every portfolio on every schedule's
 * usage (docs/floor.md), and its certificate names them.
 */
#include "reservation.h"
#include "sec_time.h"

static const struct {
    const char *name, *method;
} policy[] = {{"sec", "sec"}, {"no-wait", "no-wait"}, {"individual", "individual"},
              {"schedule-search", "schedule-search start=floor moves=0"}};
enum { POLICIES = sizeof policy / sizeof *policy };

/* The menu as schedule-floor takes it: FEE/HOURS/PRICE, joined by +. */
static const char *write_leases(ul_table_made *made, const ul_reservation *in)
{
    const char *text = "leases=", *between = "";
    for (size_t c = 0; c < in->n_classes; c++) {
        const ul_reservation_class *one = &in->classes[c];
        char fee[UL_NUMBER_TEXT], hours[UL_NUMBER_TEXT], price[UL_NUMBER_TEXT];
        if (one->term == 0)
            continue;
        text = ul_text(made, "%s%s%s/%s/%s", text, between, ul_micro_text(one->upfront, fee),
                       ul_micro_text(in->interval_hours * one->term, hours),
                       ul_micro_text(one->price, price));
        between = "+";
    }
    return text;
}

static ul_status experiment(ul_table_made *made)
{
    ul_sec_jobs jobs;
    const ul_instance *instance, *demand;
    const char *leases = "";
    double floor, leased = 0;
    bool proved = true, optimal;
    ul_cost cost;
    UL_TRY(ul_sec_find(made, UL_SEC_DATASTAR, &jobs));
    UL_TRY(ul_sec_world(&jobs, "", &instance));
    UL_TRY(ul_table_floor(made, instance, "", "", &floor));
    for (size_t q = 0; q < POLICIES; q++) {
        const char *who = policy[q].name;
        UL_TRY(ul_sec_run(&jobs, "", who, instance, policy[q].method, NULL, &demand));
        leases = write_leases(made, demand->data);
        UL_TRY(ul_sec_leases(made, demand, "reservation-exact", ul_text(made, "-%s", who), &cost,
                             &optimal));
        ul_put(made, "", who, "best leases", ul_cost_double(cost));
        proved = proved && optimal;
    }
    UL_TRY(ul_table_floor(made, instance, "-leased", ul_text(made, " %s", leases), &leased));
    for (size_t q = 0; q < POLICIES; q++) {
        const char *who = policy[q].name;
        ul_put(made, "", who, "above the floor", 100 * (ul_got(made, "", who, "cost") / floor - 1));
        ul_put(made, "", who, "leases above the floor",
               100 * (ul_got(made, "", who, "best leases") / leased - 1));
    }
    return ul_put_note(made, "No schedule costs less than $%.0f on demand, and no portfolio of "
        "leases on any schedule's usage less than $%.0f (%s, pure cost). Best leases: for what the "
        "policy rented, light and heavy of one and three years%s. Both floors hold however long "
        "jobs wait; schedule-search is clairvoyant and lets them wait for the others.", floor,
        leased, leases, proved ? ", proved" : " (not proved)");
}

const ul_table ul_table_sec_floor = {
    .name = "sec-floor", .paper = "Beyond SEC, Section 8",
    .brief = "SEC's policies and their best leases above what no schedule undercuts",
    .who = "policy", .hidden = UL_SEC_MEASURES,
    .column = UL_COLUMNS(UL_COL("cost", "$", 0, .head = "on demand, $"),
        UL_COL("above the floor", "%", 2), UL_COL("best leases", "$", 0),
        UL_COL("leases above the floor", "%", 2, .head = "above the floor")),
    .param = UL_PARAMS(UL_SEC_JOBS, UL_TABLE_CERTIFICATES), .time_limit_s = 60,
    .experiment = experiment,
};
