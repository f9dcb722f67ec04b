/* Eva's Figures 4 to 8: what its schedulers cost, as a share of no packing, when
 * neighbours slow each other down more, moving takes longer, more jobs want several
 * GPUs or have several tasks, jobs come faster. The figures print no numbers; what is
 * judged is what the text says of them. */
#include "eva_time.h"

enum { POINTS = 5, METHODS_MAX = 8 };

typedef struct {
    const char *vary; /* the parameter of importer and generator that changes */
    const char *value[POINTS], *shown[POINTS];
    const char *method[METHODS_MAX + 1];
    const char *rival[METHODS_MAX + 1]; /* whom the text compares Eva with */
    const char *variant;                /* of Eva, likewise; may be NULL */
    ul_eva_jobs jobs;
} figure;

/* What Eva saves of its rivals' costs, and its variant costs more. */
static void put_savings(ul_table_made *made, const figure *f, const char *of)
{
    for (size_t r = 0; f->rival[r] != NULL; r++) {
        const double saved = ul_below(made, of, "eva", f->rival[r], "cost");
        ul_put(made, of, f->rival[r], "Eva saves", saved);
        ul_add(made, "", "rivals", "Eva saves", saved);
    }
    ul_add(made, "", "all", "full rounds", ul_got(made, of, "eva", "full rounds"));
    if (f->variant != NULL)
        ul_add(made, "", f->variant, "dearer", ul_above(made, of, f->variant, "eva", "cost"));
}

static ul_status experiment(ul_table_made *made)
{
    const figure *f = made->self->data;
    bool traced = true;
    for (size_t q = 0; q < POINTS; q++) {
        const ul_instance *instance;
        UL_TRY(ul_eva_make(made, &f->jobs, ul_text(made, " %s=%s", f->vary, f->value[q]), 0,
                           &traced, &instance));
        UL_TRY(ul_eva_case(made, f->shown[q], instance, f->method));
        put_savings(made, f, f->shown[q]);
        ul_table_let_go(made, NULL);
    }
    if (!traced || ul_table_param(made, "jobs") > 0)
        made->unlike = "the paper's figures are of its whole trace (--set traces=FOLDER)";
    return ul_put_note(made, "Costs as shares of no packing on the same jobs; the last three "
        "columns are Eva's: completion in hours, moves a job, rounds that were Full.");
}

static const ul_column column[] = {
    UL_COL("share", "%", 1, .head = "", .who = "*"), UL_COL("completion", "h", 2, .who = "eva"),
    UL_COL("moves", "count", 2, .who = "eva"), UL_COL("full rounds", "%", 1, .who = "eva"), {0}};
static const ul_panel panel[] = {{.title = "cost, % of no packing", .measure = "share"}, {0}};
static const ul_param param[] = {UL_EVA_TIME_PARAMS, {0}};

#define ALIKE {"full_gavel.csv", "", "alibaba-jobs durations=gavel cores=vcpu", 200}
#define VARIED {"full_gavel.csv", "", "eva-jobs durations=gavel cores=physical", 200}
#define FIGURE(n, section, brief_, axis)                                                        \
    const ul_table ul_table_eva_fig##n = {                                                      \
        .name = "eva-fig" #n, .paper = "Eva, Section " section ", Figure " #n, .brief = brief_, \
        .of = axis, .column = column, .hidden = "Eva saves (%); dearer (%); " UL_EVA_MEASURES,  \
        .panel = panel, .param = param, .data = &figure##n, .experiment = experiment};

static const figure figure4 = {
    "interference", {"1", "0.95", "0.9", "0.85", "0.8"}, {"1", "0.95", "0.9", "0.85", "0.8"},
    {"no-packing", "owl", "eva-rp", "eva"}, {NULL}, "eva-rp", ALIKE};
FIGURE(4, "6.4", "cost by how much neighbours slow each other down", "rate beside a neighbour")

/* Without eva-full-only: on the whole trace it moves four tasks in every round, for ever. */
static const figure figure5 = {
    "moving", {"1", "2", "4", "8", "16"}, {"1x", "2x", "4x", "8x", "16x"},
    {"no-packing", "stratus-eva", "synergy", "owl", "eva"}, {NULL}, NULL, ALIKE};
FIGURE(5, "6.5", "cost by how long moving takes", "times as long")

static const figure figure6 = {
    "multi-gpu", {"0", "0.15", "0.3", "0.45", "0.6"}, {"0%", "15%", "30%", "45%", "60%"},
    {"no-packing", "stratus-eva", "synergy", "owl", "eva-partial-only", "eva"},
    {"stratus-eva", "synergy"}, "eva-partial-only", VARIED};
FIGURE(6, "6.6", "cost by how many jobs want several GPUs", "share of jobs with several GPUs")

static const figure figure7 = {
    "multi-task", {"0", "0.15", "0.3", "0.45", "0.6"}, {"0%", "15%", "30%", "45%", "60%"},
    {"no-packing", "stratus-eva", "synergy", "owl", "eva-single", "eva"},
    {"no-packing", "stratus-eva", "synergy", "owl"}, "eva-single", VARIED};
FIGURE(7, "6.7", "cost by how many jobs have several tasks", "share of jobs with several tasks")

static const figure figure8 = {
    "gap", {"7200", "3600", "1800", "1200", "900"}, {"0.5", "1", "2", "3", "4"},
    {"no-packing", "stratus-eva", "synergy", "owl", "eva"}, {"stratus-eva", "synergy", "owl"},
    NULL, ALIKE};
FIGURE(8, "6.8", "cost by how fast jobs come", "jobs an hour")
