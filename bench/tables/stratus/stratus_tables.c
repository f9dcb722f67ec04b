/* Stratus' Figures 4 to 8 and Tables 2 and 3: four schedulers on two workloads, by what they
 * cost on spot and on demand, how full their machines are and how long jobs wait; from
 * SuperCloud to Stratus, one part after the other; and estimates that are off.
 *
 * The paper estimates run times by JVuPredict, which is not public. Estimates are exact here,
 * which it says lowers its cost by 5% and 9%; where it speaks of JVuPredict itself, those of
 * Figure 8 stand for it whose cost is nearest to that, three times too long at most. */
#include <math.h>
#include <stdio.h>

#include "stratus_time.h"
#include "table_floor.h"

static const ul_stratus_row schedulers[] = {{"stratus", "stratus", NULL}, {"fleet", "fleet", NULL},
                                            {"hotspot", "hotspot", NULL},
                                            {"supercloud", "supercloud", NULL}, {0}};

static double cost(const ul_table_made *made, const char *of, const char *who)
{
    return ul_got(made, of, who, "cost");
}

/* ---- Figures 4 and 7 ---- */

static ul_status put_costs(ul_table_made *made, const ul_stratus_row *row, const char *price)
{
    double least_of_all = HUGE_VAL;
    UL_TRY(ul_stratus_runs(made, row, price, true));
    for (const char *const *of = ul_stratus_workload; *of != NULL; of++) {
        const double stratus = cost(made, *of, "stratus"), floor = ul_got(made, *of, "all", "floor");
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (size_t q = 0; row[q].label != NULL; q++) {
            const double other = cost(made, *of, row[q].label), saved = 100 * (1 - stratus / other);
            ul_put(made, *of, row[q].label, "above the floor", 100 * (other / floor - 1));
            if (q == 0)
                continue;
            ul_put(made, *of, row[q].label, "Stratus saves", saved);
            ul_put(made, *of, row[q].label, "gap closed", 100 * (other - stratus) / (other - floor));
            ul_put(made, *of, row[q].label, "dearer", 100 * (other / stratus - 1));
            least = q < 4 ? fmin(least, saved) : least;
            most = q < 4 ? fmax(most, saved) : most;
        }
        ul_put(made, *of, "others", "Stratus saves, least", least);
        ul_put(made, *of, "others", "Stratus saves, most", most);
        least_of_all = fmin(least_of_all, least);
    }
    ul_put(made, "both", "others", "Stratus saves, least", least_of_all);
    ul_put_note(made, "Cost, what Stratus saves of it, how far it is above what no schedule can "
                      "undercut (schedule-floor), and how much of what others pay above that "
                      "Stratus does not.");
    return UL_OK;
}

static ul_status experiment_fig4(ul_table_made *made)
{
    static const ul_stratus_row row[] = {
        {"stratus", "stratus", NULL}, {"fleet", "fleet", NULL}, {"hotspot", "hotspot", NULL},
        {"supercloud", "supercloud", NULL}, {"stratus, cheapest fit", "stratus scaling=cheapest",
                                             NULL}, {0}};
    return put_costs(made, row, ul_table_text(made, "price"));
}

static ul_status experiment_fig7(ul_table_made *made)
{
    return put_costs(made, schedulers, "on-demand");
}

#define OF_COSTS(of_)                                                                          \
    {UL_SEEN("cost", "$", 2), .of = of_, .head = of_ ", $"},                                   \
    {UL_SEEN("Stratus saves", "%", 1), .of = of_}, {UL_SEEN("dearer", "%", 1), .of = of_},     \
    {UL_SEEN("above the floor", "%", 1), .of = of_}, {UL_SEEN("gap closed", "%", 0), .of = of_}
static const ul_column cost_column[] = {
    OF_COSTS("google"), OF_COSTS("two-sigma"), {UL_UNSEEN("Stratus saves, least", "%")},
    {UL_UNSEEN("Stratus saves, most", "%")}, UL_STRATUS_MEASURES, {0}};

/* ---- Figure 5 and Table 2 ---- */

static ul_status experiment_schedulers(ul_table_made *made)
{
    ul_put_note(made, "Used: requests times run times over capacity paid for, of what there is least "
                      "of. Latency: from a job's submission to its end, over what it takes when "
                      "every task runs at once; the median job and the 95th of a hundred.");
    return ul_stratus_runs(made, schedulers, ul_table_text(made, "price"), false);
}

static const ul_column used_column[] = {
    {UL_SEEN("used", "%", 1), .of = "google", .head = "google"},
    {UL_SEEN("vCPU used", "%", 1), .of = "google", .head = "vCPU"},
    {UL_SEEN("memory used", "%", 1), .of = "google", .head = "memory"},
    {UL_SEEN("used", "%", 1), .of = "two-sigma", .head = "two-sigma"},
    {UL_SEEN("vCPU used", "%", 1), .of = "two-sigma", .head = "vCPU"},
    {UL_SEEN("memory used", "%", 1), .of = "two-sigma", .head = "memory"}, UL_STRATUS_MEASURES, {0}};
static const ul_column latency_column[] = {
    {UL_SEEN("latency 50%", "x", 2), .of = "google", .head = "google 50%"},
    {UL_SEEN("latency 95%", "x", 1), .of = "google", .head = "95%"},
    {UL_SEEN("latency 50%", "x", 2), .of = "two-sigma", .head = "two-sigma 50%"},
    {UL_SEEN("latency 95%", "x", 1), .of = "two-sigma", .head = "95%"}, UL_STRATUS_MEASURES, {0}};

/* ---- Figure 6 ---- */

/* What Stratus still saves after each part, and what the part brought. */
static ul_status experiment_fig6(ul_table_made *made)
{
    static const ul_stratus_row row[] = {
        {"supercloud", "supercloud", NULL},
        {"+ packing", "supercloud packing=dot-product", NULL},
        {"+ scaling", "supercloud packing=dot-product scaling=efficient", NULL},
        {"+ clearing", "supercloud packing=dot-product scaling=efficient clearing=yes", NULL},
        {"+ bins: stratus", "stratus", NULL}, {0}};
    enum { CLEARING = 3, STRATUS = 4 };
    double moving_falls = -HUGE_VAL;
    UL_TRY(ul_stratus_runs(made, row, ul_table_text(made, "price"), false));
    for (const char *const *of = ul_stratus_workload; *of != NULL; of++) {
        for (size_t q = 0; q <= STRATUS; q++) {
            const double saves = 100 * (1 - cost(made, *of, row[STRATUS].label)
                                                / cost(made, *of, row[q].label));
            ul_put(made, *of, row[q].label, "Stratus saves", saves);
            if (q > 0)
                ul_put(made, *of, row[q].label, "less than before",
                       ul_got(made, *of, row[q - 1].label, "Stratus saves") - saves);
        }
        moving_falls = fmax(moving_falls,
                            100 * (1 - ul_got(made, *of, row[STRATUS].label, "moving")
                                           / ul_got(made, *of, row[CLEARING].label, "moving")));
    }
    ul_put(made, "both", row[STRATUS].label, "moving falls by, most", moving_falls);
    ul_put_note(made, "Each row adds a part to the one above; clearing knows run times, as in the "
                      "paper. Less than before: by how many points the part lowers what Stratus "
                      "saves.");
    return UL_OK;
}

#define OF_PARTS(of_)                                                                          \
    {UL_SEEN("cost", "$", 2), .of = of_, .head = of_ ", $"},                                   \
    {UL_SEEN("Stratus saves", "%", 1), .of = of_}, {UL_SEEN("less than before", "%", 1), .of = of_}
static const ul_column parts_column[] = {OF_PARTS("google"), OF_PARTS("two-sigma"),
                                         {UL_UNSEEN("moving falls by, most", "%")},
                                         UL_STRATUS_MEASURES, {0}};

/* ---- Figure 8 ---- */

enum { FACTORS = 9 };
#define FACTOR(h) {"h=" h, "stratus", h}, {"h=" h ", no clearing", "stratus clearing=no", h}
static const ul_stratus_row factors[] = {
    FACTOR("0.01"), FACTOR("0.03"), FACTOR("0.1"), FACTOR("0.3"), FACTOR("1"), FACTOR("3"),
    FACTOR("10"), FACTOR("30"), FACTOR("100"), {0}};

static ul_status experiment_fig8(ul_table_made *made)
{
    UL_TRY(ul_stratus_runs(made, factors, ul_table_text(made, "price"), false));
    for (const char *const *of = ul_stratus_workload; *of != NULL; of++)
        for (size_t h = 0; h < FACTORS; h++) {
            const char *who = factors[2 * h].label, *without = factors[2 * h + 1].label;
            const double ours = cost(made, *of, who), exact = cost(made, *of, "h=1");
            ul_put(made, *of, who, "dearer without", 100 * (cost(made, *of, without) / ours - 1));
            ul_put(made, *of, who, "clearing saves", 100 * (1 - ours / cost(made, *of, without)));
            ul_put(made, *of, who, "exact saves", 100 * (1 - exact / ours));
            ul_put(made, *of, who, "moving falls by",
                   100 * (1 - ul_got(made, *of, "h=1", "moving") / ul_got(made, *of, who, "moving")));
            ul_put(made, *of, who, "moves of a task", ul_got(made, *of, who, "moves")
                                                          / ul_got(made, *of, who, "tasks moved"));
        }
    ul_put_note(made, "Estimates are run times times a factor drawn between h and 1 for each task. "
                      "What exact ones save, and by how much the time spent moving falls, is against "
                      "the row's.");
    return UL_OK;
}

#define OF_FACTORS(of_)                                                                        \
    {UL_SEEN("cost", "$", 2), .of = of_, .head = of_ ", $"},                                   \
    {UL_SEEN("dearer without", "%", 1), .of = of_}, {UL_SEEN("clearing saves", "%", 1), .of = of_},\
    {UL_SEEN("exact saves", "%", 1), .of = of_}, {UL_SEEN("used", "%", 1), .of = of_},         \
    {UL_SEEN("machines", "count", 0), .of = of_}, {UL_SEEN("cleared", "count", 0), .of = of_}
static const ul_column factor_column[] = {
    OF_FACTORS("google"), OF_FACTORS("two-sigma"), {UL_UNSEEN("moving falls by", "%")},
    {UL_UNSEEN("moves of a task", "count")}, UL_STRATUS_MEASURES, {0}};

/* ---- Table 3 ---- */

static ul_status experiment_table3(ul_table_made *made)
{
    static const ul_stratus_row row[] = {{"h=0.01", "stratus", "0.01"}, {"h=1", "stratus", "1"},
                                         {"h=100", "stratus", "100"}, {0}};
    ul_put_note(made, "From a job's submission to its end, over what it takes when every task runs "
                      "at once.");
    return ul_stratus_runs(made, row, ul_table_text(made, "price"), false);
}

/* ---- what they look like ---- */

static const ul_param spot_param[] = {UL_STRATUS_PARAMS("3"), UL_STRATUS_PRICE("spot"), {0}};
static const ul_param fig4_param[] = {UL_STRATUS_PARAMS("3"), UL_STRATUS_PRICE("spot"),
                                      UL_TABLE_CERTIFICATES, {0}};
static const ul_param fig7_param[] = {UL_STRATUS_PARAMS("3"), UL_TABLE_CERTIFICATES, {0}};
static const ul_param off_param[] = {UL_STRATUS_PARAMS("1"), UL_STRATUS_PRICE("on-demand"), {0}};

#define TABLE(symbol_, name_, section_, brief_, title_, heading_, column_, axis_, measure_, param_, \
              experiment_)                                                                     \
    static const ul_panel panel_##symbol_[] = {{.title = axis_, .measure = measure_}, {0}};    \
    static const ul_table_layout layout_##symbol_ = {                                          \
        .title = "Stratus, " title_, .who = heading_, .column = column_,                       \
        .panel = panel_##symbol_};                                                             \
    const ul_table ul_table_stratus_##symbol_ = {                                              \
        .name = name_, .brief = brief_, .paper = "Stratus, Section " section_,                 \
        .param = param_, .layout = &layout_##symbol_, .experiment = experiment_}

TABLE(fig4, "stratus-fig4", "5.1, Figure 4", "cost of Stratus, Fleet, HotSpot and SuperCloud on spot",
      "Figure 4: cost of four schedulers on spot", "scheduler", cost_column, "cost, $", "cost",
      fig4_param, experiment_fig4);
TABLE(fig5, "stratus-fig5", "5.1, Figure 5", "how full four schedulers' machines are",
      "Figure 5: how full machines are", "scheduler", used_column,
      "constraining resource used, %", "used", spot_param, experiment_schedulers);
TABLE(fig6, "stratus-fig6", "5.2, Figure 6", "from SuperCloud to Stratus, one part after the other",
      "Figure 6: from SuperCloud to Stratus", "scheduler", parts_column,
      "of the cost Stratus saves, %", "Stratus saves", spot_param, experiment_fig6);
TABLE(fig7, "stratus-fig7", "5.3, Figure 7", "cost of four schedulers on demand",
      "Figure 7: cost of four schedulers on demand", "scheduler", cost_column, "cost, $", "cost",
      fig7_param, experiment_fig7);
TABLE(fig8, "stratus-fig8", "5.4.2, Figure 8",
      "how Stratus bears estimates that are off: cost, machines rented and cleared",
      "Figure 8: cost and machines by how far estimates are off", "estimates", factor_column,
      "cost, $", "cost", off_param, experiment_fig8);
TABLE(table2, "stratus-table2", "5.1, Table 2", "how long jobs take under four schedulers",
      "Table 2: how long jobs take, over their run alone", "scheduler", latency_column,
      "median latency over run alone", "latency 50%", spot_param, experiment_schedulers);
TABLE(table3, "stratus-table3", "5.4.2, Table 3",
      "how long jobs take under Stratus when estimates are off",
      "Table 3: how long jobs take by how far estimates are off", "estimates", latency_column,
      "median latency over run alone", "latency 50%", off_param, experiment_table3);
