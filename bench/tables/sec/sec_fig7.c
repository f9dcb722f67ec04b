/* SEC's Figure 7: the average rate per instance-hour that each method pays, in
 * total and in pure cost, on batch traces and on generated demand; with the
 * optimum that the paper could only bracket.
 *
 * Traces are looked for in the folder `traces`; those absent are left out and
 * counted in the note. C' <= optimum <= every plan is asserted for each demand:
 * a breach is an alarm and no table.
 */
#include "reservation_plan.h"
#include "sec_time.h"

static const char *const shape[] = {"steady", "growing", "slowing", "rise-and-fall", "bursty"};
enum { N_SHAPES = sizeof shape / sizeof *shape };

static const struct {
    const char *label, *method;
} run_of[] = {
    {"on-demand-only", "on-demand-only"}, {"1y-only", "1y-only"}, {"3y-only", "3y-only"},
    {"online", "sec-online"}, {"greedy", "sec-greedy"}, {"optimum", "reservation-exact"},
    {"C' bound", "sec-bound"},
};
enum { N_RUNS = sizeof run_of / sizeof *run_of, OPTIMUM = N_RUNS - 2, BOUND = N_RUNS - 1 };

static const struct {
    const char *setting, *rate, *above;
} objective[] = {{"objective=total", "total rate", "total over optimum"},
                 {"objective=pure", "pure rate", "pure over optimum"}};

static ul_status run_all(ul_table_made *made, const char *name, const ul_instance *instance,
                         size_t o, size_t *unproved)
{
    const double hours = (double)ul_reservation_all_hours(instance->data) / (double)UL_MICRO;
    ul_cost cost[N_RUNS];
    bool proved[N_RUNS];
    const char *of = ul_text(made, "-%s-%s", name, o == 0 ? "total" : "pure");
    for (size_t m = 0; m < N_RUNS; m++)
        UL_TRY(ul_sec_leases(made, instance, run_of[m].method, m == OPTIMUM ? of : NULL, &cost[m],
                             &proved[m]));
    for (size_t m = 0; m < N_RUNS; m++) {
        if (m == BOUND ? cost[m] > cost[OPTIMUM] : proved[OPTIMUM] && cost[m] < cost[OPTIMUM])
            return ul_fail(UL_E_INTERNAL, "alarm: on %s '%s' is on the wrong side of the optimum",
                           name, run_of[m].label);
        ul_put(made, name, run_of[m].label, objective[o].rate, ul_cost_double(cost[m]) / hours);
        ul_put(made, name, run_of[m].label, objective[o].above,
               100 * (ul_cost_double(cost[m]) / ul_cost_double(cost[OPTIMUM]) - 1));
    }
    ul_put(made, name, run_of[OPTIMUM].label, o == 0 ? "total proved" : "pure proved",
           proved[OPTIMUM]);
    *unproved += !proved[OPTIMUM];
    return UL_OK;
}

/* The demand of a file or, where there is none, of a shape. */
static ul_status measure(ul_table_made *made, const char *name, const char *input,
                         size_t *unproved)
{
    const char *shaped = input != NULL ? "" : ul_text(made, " years=%s instances=%s shape=%s",
                                                      ul_table_text(made, "years"),
                                                      ul_table_text(made, "instances"), name);
    for (size_t o = 0; o < 2; o++) {
        const ul_instance *instance;
        UL_TRY(ul_table_instance(made, &(ul_source_options){.input = &input}, &instance,
                                 "%s %s classes=%s%s", input == NULL ? "reservation" : "swf",
                                 objective[o].setting, ul_table_text(made, "classes"), shaped));
        UL_TRY(run_all(made, name, instance, o, unproved));
    }
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    size_t n = 0, unproved = 0;
    for (size_t q = 0; q < UL_SEC_N_TRACES; q++)
        if (ul_sec_has(made, q) != NULL) {
            UL_TRY(measure(made, ul_sec_traces[q].name, ul_sec_has(made, q), &unproved));
            n++;
        }
    if (n == 0 && ul_sec_folder(made) != NULL)
        return ul_fail(UL_E_INPUT, "%s: none of the paper's traces is there (%s, ...); without a "
                                   "folder the demands are generated", ul_sec_folder(made),
                       ul_sec_traces[0].file);
    for (size_t q = 0; q < N_SHAPES; q++)
        UL_TRY(measure(made, shape[q], NULL, &unproved));
    bool no_dearer = n > 0;
    for (size_t q = 0; q < UL_SEC_N_TRACES; q++) {
        const char *of = ul_sec_traces[q].name;
        const double online = ul_got(made, of, "online", "pure rate");
        no_dearer = no_dearer && !(online > ul_got(made, of, "1y-only", "pure rate"))
                    && !(online > ul_got(made, of, "3y-only", "pure rate"));
    }
    if (n == 0)
        made->unlike = "the paper's numbers are of traces (--set traces=FOLDER)";
    ul_put(made, "traces", "online", "no dearer than a class alone", no_dearer);
    return ul_put_note(made, "Dollars an instance-hour, and how far above the optimum; no waiting, "
        "ceil(processors / 16) instances a job, weekly. 1y-only, 3y-only and online see the past "
        "alone. Optima that are not proved: %zu. The last %d demands are generated; %zu of %d "
        "traces are not there.", unproved, N_SHAPES, UL_SEC_N_TRACES - n, UL_SEC_N_TRACES);
}

const ul_table ul_table_sec_fig7 = {
    .name = "sec-fig7", .paper = "SEC, Section 8.5, Figure 7",
    .brief = "what each reservation method pays per instance-hour, and the optimum",
    .of = "demand", .who = "method",
    .hidden = "total proved (); pure proved (); no dearer than a class alone ()",
    .column = UL_COLUMNS(UL_COL("total rate", "$", 4, .head = "total $/h"),
        UL_COL("total over optimum", "%", 2, .head = "over optimum"),
        UL_COL("pure rate", "$", 4, .head = "pure $/h"),
        UL_COL("pure over optimum", "%", 2, .head = "over optimum")),
    .panel = UL_PANELS({.title = "pure cost, $/h", .measure = "pure rate"},
        {.title = "total cost, $/h", .measure = "total rate"}),
    .param = UL_PARAMS(UL_SEC_TRACES,
        UL_TEXT("classes", "light+heavy",
                "leases on offer; the paper's are light and heavy, of one and " "three years"),
        UL_COUNT("years", "3", "length of the generated demands", 1, 6),
        UL_COUNT("instances", "200", "peak of the generated demands", 1, 100000),
        UL_TABLE_PICTURE(""), UL_TABLE_CERTIFICATES), .time_limit_s = 60, .experiment = experiment,
};
