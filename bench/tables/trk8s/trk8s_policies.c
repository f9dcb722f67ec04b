/* TR-Kubernetes, Figures 6 and 14: provisioning policies at 5000 units and 99.999%, and its
 * greedy from 99% to 99.9999%, over all zones; our local search and the proved optimum beside
 * them.
 *
 * Cost is a share of what the capacity costs on demand; the availability of several
 * zones is averaged as the paper plots it, in nines. Policies that know no target count in
 * Figure 6 even where they miss it, and the table says in how many zones they keep it.
 */
#include <math.h>

#include "availability.h"
#include "trk8s_zones.h"

static ul_status experiment6(ul_table_made *made)
{
    static const bool wanted[UL_FIG_POLICIES] = {true, true, true, true, true, true, true};
    ul_zones *zones;
    UL_TRY(ul_zones_open(made, &zones));
    ul_put_note(made, "Mean (least-most) over zones, in percent of the on-demand type with the least "
                      "price per unit; above the optimum where the target is kept; nines are "
                      "-log10(1 - availability).");
    return ul_zones_run(zones, "", ul_table_param(made, "target"), false, wanted);
}

static ul_status experiment14(ul_table_made *made)
{
    static const bool wanted[UL_FIG_POLICIES] = {
        [UL_FIG_TRK8S_CODE] = true, [UL_FIG_LOCAL] = true, [UL_FIG_OPTIMUM] = true};
    static const struct {
        double target;
        const char *name;
    } point[] = {{0.99, "99%"}, {0.999, "99.9%"}, {0.9999, "99.99%"}, {0.99999, "99.999%"},
                 {0.999999, "99.9999%"}};
    enum { POINTS = sizeof point / sizeof *point };
    const char *greedy = ul_fig_policy_name[UL_FIG_TRK8S_CODE];
    double least = HUGE_VAL, most = 0;
    ul_zones *zones;
    UL_TRY(ul_zones_open(made, &zones));
    for (size_t q = 0; q < POINTS; q++) {
        UL_TRY(ul_zones_run(zones, point[q].name, point[q].target, true, wanted));
        least = fmin(least, ul_got(made, point[q].name, greedy, "cost, least"));
        most = fmax(most, ul_got(made, point[q].name, greedy, "cost, most"));
    }
    ul_put(made, "all", greedy, "cost, least", least);
    ul_put(made, "all", greedy, "cost, most", most);
    ul_put(made, "all", greedy, "saving lost per nine",
           (ul_got(made, point[POINTS - 1].name, greedy, "cost")
            - ul_got(made, point[0].name, greedy, "cost")) / (POINTS - 1));
    ul_put_note(made, "Mean (least-most) over the zones where the target was kept, in percent of the "
                      "on-demand type with the least price per unit. Where the proof did not end in "
                      "time the optimum is the best pool found.");
    return UL_OK;
}

static const ul_column column6[] = {
    {UL_SEEN("cost", "%", 1), .head = "cost / on-demand", .ranges = true},
    {UL_SEEN("above optimum", "%", 1), .ranges = true}, {UL_SEEN("nines", "nines", 2), .ranges = true},
    {UL_SEEN("excess", "%", 1), .ranges = true}, {UL_SEEN("keeps target", "count", 0)},
    {UL_SEEN("proved", "count", 0)}, UL_ZONE_MEASURES, {0}};
static const ul_column column14[] = {
    {UL_SEEN("cost", "%", 1), .who = "trk8s-code", .head = "trk8s-code cost", .ranges = true},
    {UL_SEEN("cost", "%", 1), .who = "availability-local", .head = "local cost", .ranges = true},
    {UL_SEEN("cost", "%", 1), .who = "availability-exact", .head = "optimum cost", .ranges = true},
    {UL_SEEN("above optimum", "%", 1), .who = "trk8s-code", .head = "greedy above optimum",
     .ranges = true},
    {UL_SEEN("nines", "nines", 2), .who = "trk8s-code", .head = "greedy nines", .ranges = true},
    {UL_SEEN("nines", "nines", 2), .who = "availability-exact", .head = "optimum nines",
     .ranges = true},
    {UL_SEEN("excess", "%", 1), .who = "trk8s-code", .head = "greedy excess", .ranges = true},
    {UL_SEEN("excess", "%", 1), .who = "availability-exact", .head = "optimum excess",
     .ranges = true},
    {UL_SEEN("keeps target", "count", 0), .who = "trk8s-code", .head = "greedy keeps target"},
    {UL_SEEN("proved", "count", 0), .who = "availability-exact", .head = "proved"},
    {UL_UNSEEN("saving lost per nine", "%")}, UL_ZONE_MEASURES, {0}};
static const ul_panel panel[] = {
    {.title = "cost, % of on-demand", .measure = "cost"},
    {.title = "excess capacity, %", .measure = "excess"},
    {.title = "availability, number of nines", .measure = "nines", .mark = "target"}, {0}};
static const ul_table_layout layout6 = {
    .title = "TR-Kubernetes, Figure 6: cost and availability of provisioning policies",
    .who = "policy", .column = column6, .panel = panel};
static const ul_table_layout layout14 = {
    .title = "TR-Kubernetes, Figure 14: cost and excess by availability target", .of = "target",
    .column = column14, .panel = panel};
static const ul_param param6[] = {
    UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_ZONE_PICTURE("trk8s-fig6.svg"),
    {.name = "target", .preset = "0.99999", .form = UL_PARAM_REAL, .low = 0, .high = 1,
     .brief = "availability promised"},
    {0}};
static const ul_param param14[] = {UL_ZONE_FOLDER, UL_ZONE_CAPACITY,
                                   UL_ZONE_PICTURE("trk8s-fig14.svg"), {0}};

const ul_table ul_table_trk8s_fig6 = {
    .name = "trk8s-fig6",
    .brief = "provisioning policies at 99.999%: cost, availability, excess; ours and the optimum",
    .paper = "TR-Kubernetes, Figure 6",
    .param = param6,
    .time_limit_s = 20,
    .layout = &layout6,
    .experiment = experiment6,
};

const ul_table ul_table_trk8s_fig14 = {
    .name = "trk8s-fig14",
    .brief = "cost and excess from 99% to 99.9999%: the greedy, ours and the optimum",
    .paper = "TR-Kubernetes, Figure 14",
    .param = param14,
    .time_limit_s = 20,
    .layout = &layout14,
    .experiment = experiment14,
};
