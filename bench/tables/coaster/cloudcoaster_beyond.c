/* Beyond CloudCoaster's paper: what revocations do to it, what the servers for short jobs
 * cost above what their work must, and how few transient servers keep a promised delay. */
#include "coaster_cases.h"

/* ---- revocations ---- */

static ul_status experiment_revocations(ul_table_made *made)
{
    static const ul_coaster_case rate[] = {
        {"never", "cloudcoaster r=3 revocations=0"},
        {"every 18 hours", "cloudcoaster r=3 revocations=0.0555556"},
        {"every 4 hours", "cloudcoaster r=3 revocations=0.25"},
        {"every hour", "cloudcoaster r=3 revocations=1"},
        {"every 15 minutes", "cloudcoaster r=3 revocations=4"},
        {"every 5 minutes", "cloudcoaster r=3 revocations=12"},
        {0}};
    ul_put_note(made, "Each transient server is revoked after an exponential time, what runs on it "
        "begins again, what waits there goes to servers that stay. The paper has none: it argues "
        "from 18 hours between failures.");
    return ul_coaster_cases(made, rate, NULL);
}

const ul_table ul_table_cloudcoaster_revocations = {
    .name = "cloudcoaster-revocations", .paper = "Beyond CloudCoaster, Section 4.2",
    .brief = "CloudCoaster whose transient servers are revoked at a rate",
    .who = "revoked on average", .hidden = UL_COASTER_MEASURES,
    .column = UL_COLUMNS(UL_COL("delay", "s", 2, .head = "short tasks wait, s"),
        UL_COL("99%", "s", 1), UL_COL("longest delay", "s", 1), UL_COL("long tasks", "s", 1),
        UL_COL("begun again", "count", 0), UL_COL("in use", "count", 1)),
    .param = UL_PARAMS(UL_COASTER_PARAMS), .experiment = experiment_revocations,
};

/* ---- the price of the servers for short jobs ---- */

/* The floor under what a system ran on its servers for short jobs: all slot-seconds as one task,
 * at the price of the cheapest slot. Where a folder for certificates is named, the workload goes
 * there too: nothing else makes it again. */
static ul_status put_floor(ul_table_made *made, const ul_coaster_case *one,
                           const ul_schedule_plan *plan)
{
    const char *folder = ul_table_text(made, "certificates");
    char seconds[UL_NUMBER_TEXT];
    const ul_instance *instance;
    ul_instance own;
    const double kept = ul_got(made, "", one->name, "servers kept");
    ul_micro used_s = 0, short_s = 0;
    double ratio = 1, least; /* the cheapest slot costs a dollar an hour, or by this less */
    (void)sscanf(one->name, "cloudcoaster-%lf", &ratio);
    const double price = ul_coaster_price(made, one->name, ratio);
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const bool alone = stay->machine < kept || plan->machine[stay->machine].type != 0;
        used_s += alone ? stay->to_s - stay->from_s : 0;
        short_s += ul_coaster_is_short(plan->in, stay->task) ? stay->to_s - stay->from_s : 0;
    }
    const char *text = ul_text(
        made, "ullage,1,schedule\nname,short-tasks-%s\nresource,slots\nround,0\n"
        "billing,0,0\ntype,slot,slot,%.6f,1\njob,short,0,1,short,%s,free,1\n", one->name,
        floor(1e6 / ratio) / 1e6, ul_micro_text(used_s, seconds));
    UL_TRY(ul_instance_parse("short tasks", text, strlen(text), &own));
    const ul_status status = own.kind->seal(own.data);
    own = own.kind->wrap(own.data);
    UL_TRY(ul_table_own(made, &own, &instance));
    UL_TRY(status);
    UL_TRY(ul_table_floor(made, instance, ul_text(made, "-%s", one->name), "", &least));
    if (folder[0] != '\0')
        UL_TRY(ul_instance_write(instance, ul_text(made, "%s/workload-%s.csv", folder, one->name)));
    ul_put(made, "", one->name, "cost", price);
    ul_put(made, "", one->name, "slot-hours used", ul_micro_double(used_s) / 3600);
    ul_put(made, "", one->name, "of all short", ul_micro_double(short_s) / 3600);
    ul_put(made, "", one->name, "floor", least);
    ul_put(made, "", one->name, "times", price / least);
    ul_put(made, "", one->name, "above", price - least);
    return price >= least ? UL_OK
                          : ul_fail(UL_E_INTERNAL, "%s: a bill of $%.6f is below its floor of $%.6f",
                                    one->name, price, least);
}

static ul_status experiment_floor(ul_table_made *made)
{
    static const ul_coaster_case system[] = {
        {"eagle", "eagle"}, {"cloudcoaster-1", "cloudcoaster r=1"},
        {"cloudcoaster-2", "cloudcoaster r=2"}, {"cloudcoaster-3", "cloudcoaster r=3"}, {0}};
    ul_put_note(made, "A server costs a dollar an hour, a transient one 1/r of it. The floor: a "
        "task takes a slot for its message and its work wherever it runs, so the slot-hours used "
        "there cost at least the price of the cheapest slot. The other short tasks ran on general "
        "servers.");
    return ul_coaster_cases(made, system, put_floor);
}

const ul_table ul_table_cloudcoaster_floor = {
    .name = "cloudcoaster-floor", .paper = "Beyond CloudCoaster, Section 3.1",
    .brief = "the price of servers for short jobs against a proved floor", .who = "system, r",
    .hidden = UL_COASTER_MEASURES,
    .column = UL_COLUMNS(UL_COL("cost", "$", 2), UL_COL("slot-hours used", "h", 1),
        UL_COL("of all short", "h", 1), UL_COL("floor", "$", 2), UL_COL("times", "x", 1),
        UL_COL("above", "$", 2), UL_COL("delay", "s", 2)),
    .param = UL_PARAMS(UL_COASTER_PARAMS, UL_TABLE_CERTIFICATES), .experiment = experiment_floor,
};

/* ---- the cheapest that keeps a promise ---- */

enum { SERVERS = 8, LEVELS = 4, GRID = 1 + (SERVERS - 1) * LEVELS };

static ul_status experiment_target(ul_table_made *made)
{
    static const int most[SERVERS] = {0, 20, 40, 60, 80, 120, 160, 240};
    static const char *const level[LEVELS] = {"0.8", "0.9", "0.95", "0.97"};
    const double target_s = ul_table_param(made, "target"), ratio = ul_table_param(made, "ratio");
    const char *asked = ul_table_text(made, "measure"), *best = "none of these";
    const char *measure = ul_same(asked, "p99") ? "99%" : ul_same(asked, "p90") ? "90%" : "delay";
    ul_coaster_case one[GRID + 1] = {0};
    double least = HUGE_VAL;
    for (size_t k = 0, n = 0; k < SERVERS; k++) /* every K with every L, the most servers last */
        for (size_t q = 0; q < (k == 0 ? 1 : LEVELS); q++)
            one[n++] = (ul_coaster_case){
                ul_text(made, "K %d, L %s", most[k], k == 0 ? "any" : level[q]),
                ul_text(made, "cloudcoaster k=%d L=%s", most[k], level[q])};
    UL_TRY(ul_coaster_cases(made, one, NULL));
    for (size_t q = 0; q < GRID; q++) {
        const double cost = ul_coaster_price(made, one[q].name, ratio);
        const bool keeps = ul_got(made, "", one[q].name, measure) <= target_s;
        ul_put(made, "", one[q].name, "cost", cost);
        ul_put(made, "", one[q].name, "keeps it", keeps);
        if (keeps && cost < least) {
            least = cost;
            best = one[q].name;
        }
    }
    return ul_put_note(made, "Cost of the servers for short jobs, a transient one %g times "
        "cheaper; promised: %s at most %g s, 1 where it is kept. The cheapest that keeps it: %s.",
        ratio, asked, target_s, best);
}

const ul_table ul_table_cloudcoaster_target = {
    .name = "cloudcoaster-target", .paper = "Beyond CloudCoaster, Section 3",
    .brief = "the fewest transient servers, and the threshold, that keep a delay",
    .who = "setting", .hidden = UL_COASTER_MEASURES,
    .column = UL_COLUMNS(UL_COL("cost", "$", 2), UL_COL("in use", "count", 1),
        UL_COL("delay", "s", 2), UL_COL("90%", "s", 1, .head = "90%, s"),
        UL_COL("99%", "s", 1, .head = "99%, s"), UL_COL("keeps it", "", 0)),
    .param = UL_PARAMS(UL_COASTER_PARAMS,
        UL_REAL("target", "20", "seconds that short tasks may wait", 0, 1e6),
        UL_CHOICE("measure", "mean", "of which this is asked", "mean|p90|p99"),
        UL_REAL("ratio", "3", "how many times cheaper a transient server is", 1, 1000)),
    .experiment = experiment_target,
};
