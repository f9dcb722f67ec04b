/* Eva's Figures 4 to 8: what its schedulers cost, as a share of no packing, when
 * neighbours slow each other down more, moving takes longer, more jobs want several
 * GPUs or have several tasks, jobs come faster. The figures print no numbers; what is
 * judged is what the text says of them.
 *
 * Figures 4 and 5 take the Alibaba trace with Gavel's durations where the folder
 * `traces` has it; the others vary what a trace cannot, and are generated. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eva_time.h"

enum { POINTS = 5, SETTINGS = 4 };

typedef struct {
    const char *name, *title, *vary; /* the parameter that changes */
    const char *axis;
    const char *value[POINTS], *shown[POINTS];
    const char *generator, *setting[SETTINGS]; /* and what is set beside it */
    bool traced;                   /* a trace can vary so */
    const char *method[UL_EVA_METHODS_MAX + 1];
    ul_status (*claim)(ul_eva_cases *cases);
} figure;

static size_t method_at(const ul_eva_cases *cases, const char *name)
{
    size_t m = 0;
    while (strcmp(cases->method[m], name) != 0)
        m++;
    return m;
}

/* The greatest of ours over another's cost, percent above; least where it is sought. */
static double above(const ul_eva_cases *cases, const char *name, const char *other, double sign)
{
    const size_t m = method_at(cases, name), n = method_at(cases, other);
    double most = -HUGE_VAL;
    for (size_t q = 0; q < cases->n; q++)
        most = fmax(most, sign * 100 * (cases->outcome[q][m].cost / cases->outcome[q][n].cost - 1));
    return sign * most;
}

static ul_status claim(ul_eva_cases *cases, const char *what, double paper, double ours, int sense,
                       double tolerance)
{
    return ul_table_claim(cases->made, cases->arena, &(ul_claim){
        .what = what, .paper = paper, .ours = ours, .sense = sense, .tolerance = tolerance,
        .decimals = 1, .unit = "%",
        .why = "other jobs than the paper's: it does not say which it took"});
}

static ul_status claim4(ul_eva_cases *cases)
{
    const size_t eva = method_at(cases, "eva"), rp = method_at(cases, "eva-rp");
    return claim(cases, "cost of Eva against Eva-RP at the strongest interference", 100,
                 100 * cases->outcome[POINTS - 1][eva].cost / cases->outcome[POINTS - 1][rp].cost,
                 UL_CLAIM_AT_MOST, 0);
}

static ul_status claim5(ul_eva_cases *cases)
{
    const size_t eva = method_at(cases, "eva"), always = method_at(cases, "eva-full-only");
    double most = 0;
    for (size_t q = 0; q < cases->n; q++)
        most = fmax(most, 100 * cases->outcome[q][eva].full);
    UL_TRY(claim(cases, "rounds with a Full Reconfiguration at most", 12, most, UL_CLAIM_AT_MOST,
                 0));
    return claim(cases, "cost of Eva against always Full at the longest moves", 100,
                 100 * cases->outcome[POINTS - 1][eva].cost
                     / cases->outcome[POINTS - 1][always].cost, UL_CLAIM_AT_MOST, 0);
}

static ul_status claim6(ul_eva_cases *cases)
{
    UL_TRY(claim(cases, "always Partial is dearer than Eva by at most", 8,
                 above(cases, "eva-partial-only", "eva", 1), UL_CLAIM_AT_MOST, 0));
    return claim(cases, "Eva above Stratus at most", -10, above(cases, "eva", "stratus-eva", 1),
                 UL_CLAIM_AT_MOST, 5);
}

static ul_status claim7(ul_eva_cases *cases)
{
    UL_TRY(claim(cases, "Eva-Single is dearer than Eva by at most", 13,
                 above(cases, "eva-single", "eva", 1), UL_CLAIM_AT_MOST, 0));
    return claim(cases, "Eva above no packing at most", -10, above(cases, "eva", "no-packing", 1),
                 UL_CLAIM_AT_MOST, 0);
}

static ul_status claim8(ul_eva_cases *cases)
{
    UL_TRY(claim(cases, "Eva above Stratus at most", -10, above(cases, "eva", "stratus-eva", 1),
                 UL_CLAIM_AT_MOST, 5));
    UL_TRY(claim(cases, "Eva above Synergy at most", -10, above(cases, "eva", "synergy", 1),
                 UL_CLAIM_AT_MOST, 5));
    return claim(cases, "Eva above Owl at most", -10, above(cases, "eva", "owl", 1),
                 UL_CLAIM_AT_MOST, 5);
}

static const figure figure4 = {
    "eva-fig4", "Eva, Figure 4: cost by interference", "interference", "rate beside a neighbour",
    {"1", "0.95", "0.9", "0.85", "0.8"}, {"1", "0.95", "0.9", "0.85", "0.8"},
    "alibaba-jobs", {"durations=gavel", "cores=vcpu"}, true,
    {"no-packing", "owl", "eva-rp", "eva"}, claim4};
static const figure figure5 = {
    "eva-fig5", "Eva, Figure 5: cost by how long moving takes", "moving", "times as long",
    {"1", "2", "4", "8", "16"}, {"1x", "2x", "4x", "8x", "16x"}, "alibaba-jobs",
    {"durations=gavel", "cores=vcpu"}, true, {"no-packing", "stratus-eva", "synergy", "owl", "eva-full-only", "eva"}, claim5};
static const figure figure6 = {
    "eva-fig6", "Eva, Figure 6: cost by jobs with several GPUs", "multi-gpu",
    "share of jobs with several GPUs",
    {"0", "0.15", "0.3", "0.45", "0.6"}, {"0%", "15%", "30%", "45%", "60%"},
    "eva-jobs", {"durations=gavel", "cores=physical"}, false,
    {"no-packing", "stratus-eva", "synergy", "owl", "eva-partial-only", "eva"}, claim6};
static const figure figure7 = {
    "eva-fig7", "Eva, Figure 7: cost by jobs with several tasks", "multi-task",
    "share of jobs with several tasks",
    {"0", "0.15", "0.3", "0.45", "0.6"}, {"0%", "15%", "30%", "45%", "60%"},
    "eva-jobs", {"durations=gavel", "cores=physical"}, false,
    {"no-packing", "stratus-eva", "synergy", "owl", "eva-single", "eva"}, claim7};
static const figure figure8 = {
    "eva-fig8", "Eva, Figure 8: cost by how fast jobs come", "gap", "jobs an hour",
    {"7200", "3600", "1800", "1200", "900"}, {"0.5", "1", "2", "3", "4"},
    "alibaba-jobs", {"durations=gavel", "cores=vcpu"}, false,
    {"no-packing", "stratus-eva", "synergy", "owl", "eva"}, claim8};

static ul_status run_point(const ul_table_request *request, const figure *f, ul_eva_cases *cases,
                           size_t q, const char *input)
{
    char vary[64], jobs[32];
    const char *set[SETTINGS + 2];
    size_t n = 0;
    const size_t wanted = (size_t)ul_param_number(request->param, "jobs");
    snprintf(vary, sizeof vary, "%s=%s", f->vary, f->value[q]);
    snprintf(jobs, sizeof jobs, "jobs=%zu", wanted);
    set[n++] = vary;
    if (input != NULL)
        set[n++] = jobs;
    for (size_t s = 0; input == NULL && s < SETTINGS && f->setting[s] != NULL; s++)
        set[n++] = f->setting[s];
    const ul_source_options options = {.tasks = input != NULL ? 0 : wanted == 0 ? 200 : wanted,
                                       .seed = request->seed, .to_s = HUGE_VAL, .input = &input,
                                       .n_inputs = input != NULL, .set = set, .n_set = n};
    return ul_eva_case(cases, f->shown[q],
                       input != NULL ? ul_importer_find("eva-jobs")
                                     : ul_generator_find(f->generator), &options);
}

static ul_status fill_row(ul_eva_cases *cases, const figure *f, size_t q)
{
    ul_sheet *sheet = cases->made->table;
    const size_t eva = method_at(cases, "eva");
    ul_sheet_cell(sheet, "%s", f->shown[q]);
    for (size_t m = 0; m < cases->n_methods; m++) {
        const ul_eva_outcome *o = &cases->outcome[q][m];
        ul_sheet_cell(sheet, "%.1f%%", 100 * o->share);
        UL_TRY(ul_table_number(cases->made, cases->arena, &(ul_number){
            .of = f->shown[q], .subject = cases->method[m], .measure = "cost",
            .unit = "% of no packing", .ours = 100 * o->share}, NULL));
        UL_TRY(ul_table_number(cases->made, cases->arena, &(ul_number){
            .of = f->shown[q], .subject = cases->method[m], .measure = "completion", .unit = "h",
            .ours = o->completion_h}, NULL));
        UL_TRY(ul_table_number(cases->made, cases->arena, &(ul_number){
            .of = f->shown[q], .subject = cases->method[m], .measure = "rate", .unit = "of alone",
            .ours = o->rate}, NULL));
    }
    const ul_eva_outcome *o = &cases->outcome[q][eva];
    ul_sheet_cell(sheet, "%.2f", o->completion_h);
    ul_sheet_cell(sheet, "%.2f", o->migrations / (double)cases->jobs);
    ul_sheet_cell(sheet, "%.1f%%", 100 * o->full);
    UL_TRY(ul_table_number(cases->made, cases->arena, &(ul_number){
        .of = f->shown[q], .subject = "eva", .measure = "moves", .unit = "a job",
        .ours = o->migrations / (double)cases->jobs}, NULL));
    return ul_table_number(cases->made, cases->arena, &(ul_number){
        .of = f->shown[q], .subject = "eva", .measure = "Full rounds", .unit = "%",
        .ours = 100 * o->full}, NULL);
}

static ul_status begin_sheet(ul_eva_cases *cases, const figure *f, const char *input)
{
    char note[400], align[16] = "l";
    snprintf(note, sizeof note, "Costs as shares of no packing on the same %zu jobs, %s; the last "
             "three columns are Eva's: completion in hours, moves a job, rounds that were Full.",
             cases->jobs, input != NULL ? "of the trace" : "generated");
    for (size_t m = 0; m < cases->n_methods + 3; m++)
        strcat(align, "r");
    UL_TRY(ul_sheet_new(cases->arena, f->name, f->title,
                        ul_arena_text(cases->arena, note, strlen(note)),
                        ul_arena_text(cases->arena, align, strlen(align)), &cases->made->table));
    ul_sheet_cell(cases->made->table, "%s", f->axis);
    for (size_t m = 0; m < cases->n_methods; m++)
        ul_sheet_cell(cases->made->table, "%s", cases->method[m]);
    ul_sheet_cell(cases->made->table, "%s", "completion");
    ul_sheet_cell(cases->made->table, "%s", "moves");
    ul_sheet_cell(cases->made->table, "%s", "Full");
    return UL_OK;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made,
                      const figure *f)
{
    ul_eva_cases *cases;
    char path[4096];
    const char *input = NULL;
    UL_ALLOC(arena, cases, 1);
    if (f->traced)
        UL_TRY(ul_table_trace(request, "full_gavel.csv", path, &input));
    UL_TRY(ul_eva_cases_begin(cases, request, arena, made, f->method));
    for (size_t q = 0; q < POINTS; q++)
        UL_TRY(run_point(request, f, cases, q, input));
    UL_TRY(begin_sheet(cases, f, input));
    for (size_t q = 0; q < POINTS; q++)
        UL_TRY(fill_row(cases, f, q));
    UL_TRY(f->claim(cases));
    return ul_eva_draw(cases, f->title, f->axis);
}

static const ul_param param[] = {UL_EVA_TIME_PARAMS("200"), {0}};

static ul_status make4(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return make(request, arena, made, &figure4);
}

const ul_table ul_table_eva_fig4 = {
    .name = "eva-fig4",
    .brief = "Eva against interference: cost by scheduler",
    .paper = "Eva, Section 6.4, Figure 4",
    .param = param,
    .make = make4,
};

static ul_status make5(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return make(request, arena, made, &figure5);
}

const ul_table ul_table_eva_fig5 = {
    .name = "eva-fig5",
    .brief = "Eva against long moves: cost by scheduler",
    .paper = "Eva, Section 6.5, Figure 5",
    .param = param,
    .make = make5,
};

static ul_status make6(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return make(request, arena, made, &figure6);
}

const ul_table ul_table_eva_fig6 = {
    .name = "eva-fig6",
    .brief = "Eva and jobs with several GPUs: cost by scheduler",
    .paper = "Eva, Section 6.6, Figure 6",
    .param = param,
    .make = make6,
};

static ul_status make7(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return make(request, arena, made, &figure7);
}

const ul_table ul_table_eva_fig7 = {
    .name = "eva-fig7",
    .brief = "Eva and jobs with several tasks: cost by scheduler",
    .paper = "Eva, Section 6.7, Figure 7",
    .param = param,
    .make = make7,
};

static ul_status make8(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return make(request, arena, made, &figure8);
}

const ul_table ul_table_eva_fig8 = {
    .name = "eva-fig8",
    .brief = "Eva and how fast jobs come: cost by scheduler",
    .paper = "Eva, Section 6.8, Figure 8",
    .param = param,
    .make = make8,
};
