/* SEC's Figures 5, 6 and 9: how long jobs wait and what an hour of work costs by the
 * policy's parameters, by how well users estimate run times, and with the time that
 * setting up a job's nodes takes. The figures print no numbers; what is judged is what
 * the text says of them. */
#include "sec_time.h"

static const char *const size[] = {"SumSize", "BestSize", "FirstSize", NULL};
static const char *const size_set[] = {"size=sum", "size=best", "size=first"};

typedef struct {
    const char *point, *world, *set;
} step;

static ul_status run_steps(ul_table_made *made, const step *s, const char *behind)
{
    ul_sec_jobs jobs;
    UL_TRY(ul_sec_find(made, UL_SEC_DATASTAR, &jobs));
    for (; s->point != NULL; s++) {
        const ul_instance *instance;
        UL_TRY(ul_sec_world(&jobs, s->world, &instance));
        for (size_t q = 0; size[q] != NULL; q++)
            UL_TRY(ul_sec_run(&jobs, s->point, ul_text(made, "%s%s", size[q], behind), instance,
                              ul_text(made, "sec %s%s", size_set[q], s->set), NULL, NULL));
        ul_table_let_go(made, NULL);
    }
    return UL_OK;
}

/* ---- Figure 5: T_waitlmt and T_short ---- */

static const step waits[] = {{"0 s", "", " wait=0"}, {"300 s", "", " wait=300"},
                             {"600 s", "", " wait=600"}, {"1200 s", "", " wait=1200"},
                             {"3600 s", "", " wait=3600"}, {0}};

/* By which factor a measure moves with T_short, and with T_waitlmt, whichever way. */
static double moved(const ul_table_made *made, const char *measure, bool by_short)
{
    const double by = by_short ? ul_got(made, "300 s", "SumSize", measure)
                                     / ul_got(made, "300 s", "FirstSize", measure)
                               : ul_got(made, "0 s", "BestSize", measure)
                                     / ul_got(made, "3600 s", "BestSize", measure);
    return fmax(by, 1 / by);
}

static ul_status experiment5(ul_table_made *made)
{
    UL_TRY(run_steps(made, waits, ""));
    ul_put(made, "all", "", "T_short moves the rate more",
           moved(made, "rate", true) > moved(made, "rate", false));
    ul_put(made, "all", "", "T_waitlmt moves the wait more",
           moved(made, "wait", false) > moved(made, "wait", true));
    return ul_put_note(made, "T_short is 0 in SumSize, an hour in BestSize, without end in "
        "FirstSize.");
}

/* ---- Figure 6: estimates ---- */

static ul_status experiment6(ul_table_made *made)
{
    static const step alpha[] = {{"0", "alpha=0", ""}, {"0.5", "alpha=0.5", ""},
                                 {"1", "alpha=1", ""}, {"2", "alpha=2", ""}, {0}};
    UL_TRY(run_steps(made, alpha, ""));
    for (size_t p = 0; alpha[p].point != NULL; p++)
        for (size_t q = 0; size[q] != NULL; q++)
            ul_add(made, "all", "", "utilisation moves by",
                   fabs(ul_got(made, alpha[p].point, size[q], "utilisation")
                        - ul_got(made, "0", size[q], "utilisation")));
    return ul_put_note(made, "Alpha: 0 where users know, 1 as they said, 2 as if they erred twice "
        "as much.");
}

/* ---- Figure 9: what managing costs ---- */

static ul_status experiment9(ul_table_made *made)
{
    static const char *const measure[] = {"wait", "rate"};
    step plain[5] = {waits[0], waits[1], waits[2], waits[3], {0}}, with[5];
    memcpy(with, plain, sizeof with);
    for (size_t p = 0; with[p].point != NULL; p++)
        with[p].world = ul_text(made, "setup=%g", ul_table_param(made, "setup"));
    UL_TRY(run_steps(made, plain, ""));
    UL_TRY(run_steps(made, with, ", set-up"));
    for (size_t m = 0; m < 2; m++)
        for (size_t p = 0; plain[p].point != NULL; p++)
            for (size_t q = 0; size[q] != NULL; q++) {
                const char *of = plain[p].point, *who = ul_text(made, "%s, set-up", size[q]);
                const double by = ul_above(made, of, who, size[q], measure[m]);
                ul_put(made, of, size[q], ul_text(made, "more %s", measure[m]), by);
                ul_add(made, "", "all", ul_text(made, "%s rises by", measure[m]),
                       by > 0 ? by : NAN);
            }
    return ul_put_note(made, "Every job holds its nodes for %g s before it works (the paper's "
        "Table 4: 7.4 to 9.3 s); the wait is until it has them.", ul_table_param(made, "setup"));
}

static const ul_column swept[] = {
    UL_COL("wait", "s", 1, .who = "*"), UL_COL("rate", "$", 4, .head = "$/h", .who = "*"), {0}};
static const ul_column set_up[] = {
    UL_COL("more wait", "%", 2, .who = "*"),
    UL_COL("more rate", "%", 2, .head = "more $/h", .who = "*"), {0}};
static const ul_panel panel[] = {UL_SEC_PANELS};
static const ul_param param[] = {UL_SEC_JOBS, UL_TABLE_PICTURE(""), {0}};
static const ul_param param9[] = {
    UL_SEC_JOBS, UL_TABLE_PICTURE(""),
    UL_REAL("setup", "8", "seconds that setting up a job's nodes takes", 0, 1e6), {0}};

#define SWEEP(n, section, brief_, axis, column_, hidden_, param_)                               \
    const ul_table ul_table_sec_fig##n = {                                                      \
        .name = "sec-fig" #n, .paper = "SEC, Section " section ", Figure " #n, .brief = brief_, \
        .of = axis, .column = column_, .hidden = hidden_ UL_SEC_MEASURES, .panel = panel,       \
        .param = param_, .experiment = experiment##n}

SWEEP(5, "8.3", "waiting and cost by the policy's parameters", "T_waitlmt", swept,
      "T_short moves the rate more (); T_waitlmt moves the wait more (); ", param);
SWEEP(6, "8.4", "waiting and cost by users' estimates", "alpha", swept, "utilisation moves by (%); ",
      param);
SWEEP(9, "8.8", "what setting up each job's nodes adds", "T_waitlmt", set_up,
      "wait rises by (%); rate rises by (%); ", param9);
