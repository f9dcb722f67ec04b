/* Eva's Tables 13 and 14: the Alibaba trace, with its own durations and with Gavel's,
 * under five schedulers; and what no schedule costs less than.
 *
 * Which job has which of Alibaba's durations the paper does not say. Not as recorded: then no
 * packing costs $442,334 and not the printed $480,130. Dealt out anew by Python's shuffle with
 * seed 2 it costs just that, so that is what Table 13 takes unless told otherwise. */
#include "eva_time.h"

static const char *const method[] = {"no-packing", "stratus-eva", "synergy", "owl", "eva", NULL};
enum { OTHERS = 4 };

static ul_status experiment(ul_table_made *made)
{
    bool traced;
    double floor;
    ul_eva_jobs jobs = *(const ul_eva_jobs *)made->self->data;
    const ul_instance *instance;
    jobs.import = ul_text(made, " deal=%s", ul_table_text(made, "deal"));
    UL_TRY(ul_eva_make(made, &jobs, "", 0, &traced, &instance));
    UL_TRY(ul_eva_case(made, "", instance, method));
    UL_TRY(ul_table_floor(made, instance, "", "", &floor));
    for (size_t m = 0; method[m] != NULL; m++) {
        const double saved = ul_below(made, "", "eva", method[m], "cost");
        const double longer = ul_above(made, "", method[m], method[0], "completion");
        ul_put(made, "", method[m], "above the floor",
               100 * (ul_got(made, "", method[m], "cost") / floor - 1));
        if (m > 0) {
            ul_put(made, "", method[m], "longer", longer);
            ul_add(made, "all", "packing", "longer", longer);
        }
        if (m < OTHERS) {
            ul_put(made, "", method[m], "Eva saves", saved);
            ul_add(made, "all", "others", "Eva saves", saved);
        }
    }
    if (!traced || ul_table_param(made, "jobs") > 0)
        made->unlike = "the paper's numbers are of its whole trace (--set traces=FOLDER)";
    return ul_put_note(made, "Floor: $%.0f, which no schedule costs less than, online or "
        "clairvoyant, however long jobs wait. Rate: work over the time it took once running, mean "
        "over jobs; tasks a machine over all of its time (the paper samples a month).", floor);
}

static const ul_column column[] = {
    UL_COL("cost", "$", 0), UL_COL("above the floor", "%", 1),
    UL_COL("share", "%", 1, .head = "of no packing"), UL_COL("tasks per machine", "count", 2),
    UL_COL("rate", "x", 3), UL_COL("completion", "h", 2), UL_COL("idle", "h", 2),
    UL_COL("longer", "%", 1), UL_COL("Eva saves", "%", 1), {0}};
static const ul_panel panel[] = {{.title = "cost, % of no packing", .measure = "share"}, {0}};
static const ul_eva_jobs alibaba = {"full_alibaba.csv", "",
                                    "alibaba-jobs cores=vcpu durations=alibaba", 200},
                         gavel = {"full_gavel.csv", "", "alibaba-jobs cores=vcpu durations=gavel", 200};

#define TABLE(n, durations, jobs_, deal)                                                       \
    static const ul_param param##n[] = {                                                       \
        UL_EVA_TIME_PARAMS, UL_TABLE_CERTIFICATES,                                             \
        UL_COUNT("deal", deal, "seed by which durations are dealt out among the jobs; 0: as "  \
                               "recorded", 0, 4294967295.0), {0}};                             \
    const ul_table ul_table_eva_table##n = {                                                   \
        .name = "eva-table" #n, .paper = "Eva, Section 6.3, Table " #n,                        \
        .brief = "five schedulers over the Alibaba trace with " durations " durations",        \
        .who = "method", .column = column, .hidden = UL_EVA_MEASURES, .panel = panel,            \
        .param = param##n, .data = &jobs_, .experiment = experiment}
TABLE(13, "its own", alibaba, "2");
TABLE(14, "Gavel's", gavel, "0");
