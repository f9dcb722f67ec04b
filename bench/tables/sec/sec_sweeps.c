/* SEC's Figures 5, 6 and 9: how long jobs wait and what an hour of work costs by the
 * policy's parameters, by how well users estimate run times, and with the time that
 * setting up a job's nodes takes. The figures print no numbers; what is judged is what
 * the text says of them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sec_time.h"

enum { SUM, BEST, FIRST, SIZES, POINTS = 5 };
static const char *const size_set[SIZES] = {"size=sum", "size=best", "size=first"};
static const char *const size_name[SIZES] = {"SumSize", "BestSize", "FirstSize"};

typedef struct {
    ul_sec_figure time;
    size_t n; /* points */
    const char *const *point;
    ul_sec_outcome of[POINTS][SIZES];
    ul_sec_outcome with[POINTS][SIZES]; /* set-up times; Figure 9 */
} sweep;

/* One point of a sweep: a world and a policy's parameter, each in three sizes. */
static ul_status run_point(sweep *s, const char *label, const char *const *world, const char *set,
                           ul_sec_outcome *of)
{
    ul_instance instance = {0};
    UL_TRY(ul_sec_figure_world(&s->time, world, &instance));
    ul_status status = UL_OK;
    for (int q = 0; q < SIZES && status == UL_OK; q++) {
        const char *const sets[] = {size_set[q], set, NULL};
        char text[64];
        snprintf(text, sizeof text, "%s %s", label, size_name[q]);
        status = ul_sec_figure_run(&s->time, text, &instance, "sec", sets, &of[q], NULL);
    }
    ul_instance_free(&instance);
    return status;
}

static ul_status begin(sweep **s, const ul_table_request *request, ul_arena *arena,
                       ul_table_made *made, const char *const *point, size_t n)
{
    *s = ul_arena_alloc(arena, 1, sizeof **s);
    if (*s == NULL)
        return ul_no_memory();
    (*s)->point = point;
    (*s)->n = n;
    return ul_sec_figure_begin(&(*s)->time, request, arena, made, UL_SEC_DATASTAR);
}

static ul_status new_sheet(sweep *s, const char *name, const char *title, const char *axis,
                           const char *about)
{
    char jobs[200], note[600];
    ul_table_made *made = s->time.made;
    snprintf(note, sizeof note, "%s. %s", ul_sec_figure_jobs(&s->time, jobs), about);
    UL_TRY(ul_sheet_new(s->time.arena, name, title, ul_arena_text(s->time.arena, note, strlen(note)),
                        "lrrrrrr", &made->table));
    ul_sheet_cell(made->table, "%s", axis);
    for (int q = 0; q < SIZES; q++)
        ul_sheet_cell(made->table, "wait s, %s", size_name[q]);
    for (int q = 0; q < SIZES; q++)
        ul_sheet_cell(made->table, "$/h, %s", size_name[q]);
    return UL_OK;
}

static ul_status add_number(sweep *s, size_t p, int q, const char *measure, const char *unit,
                            double ours)
{
    return ul_table_number(s->time.made, s->time.arena, &(ul_number){
        .of = s->point[p], .subject = size_name[q], .measure = measure, .unit = unit,
        .ours = ours}, NULL);
}

static ul_status fill_rows(sweep *s)
{
    ul_sheet *sheet = s->time.made->table;
    for (size_t p = 0; p < s->n; p++) {
        ul_sheet_cell(sheet, "%s", s->point[p]);
        for (int q = 0; q < SIZES; q++)
            ul_sheet_cell(sheet, "%.1f", s->of[p][q].wait_s);
        for (int q = 0; q < SIZES; q++)
            ul_sheet_cell(sheet, "%.4f", s->of[p][q].rate);
        for (int q = 0; q < SIZES; q++) {
            UL_TRY(add_number(s, p, q, "mean wait", "s", s->of[p][q].wait_s));
            UL_TRY(add_number(s, p, q, "rate", "$/node-hour", s->of[p][q].rate));
            UL_TRY(add_number(s, p, q, "utilisation", "%", 100 * s->of[p][q].utilisation));
        }
    }
    return UL_OK;
}

static ul_status draw(const sweep *s, const char *title)
{
    double wait_s[POINTS * SIZES], rate[POINTS * SIZES];
    for (size_t p = 0; p < s->n; p++)
        for (int q = 0; q < SIZES; q++) {
            wait_s[p * SIZES + (size_t)q] = s->of[p][q].wait_s;
            rate[p * SIZES + (size_t)q] = s->of[p][q].rate;
        }
    return ul_sec_figure_draw(&s->time, &(ul_sec_bars){
        .title = title, .group = s->point, .n_groups = s->n, .bar = size_name, .n_bars = SIZES,
        .wait_s = wait_s, .rate = rate});
}

static ul_status claim(sweep *s, ul_claim said)
{
    said.origin = UL_DERIVED;
    said.why = "what makes the paper's scheduler look again, and which nodes it counts, is not "
               "said in full";
    return ul_sec_figure_claim(&s->time, &said);
}

/* ---- Figure 5: T_waitlmt and T_short ---- */

/* Pairs of neighbours on a line of the figure that go the way the paper says. */
static int count_pairs(const sweep *s, bool along_wait, bool waits)
{
    int n = 0;
    for (size_t p = 0; p < s->n; p++)
        for (int q = 0; q < SIZES; q++) {
            const bool ends = along_wait ? p + 1 == s->n : q + 1 == SIZES;
            if (ends)
                continue;
            const ul_sec_outcome *a = &s->of[p][q];
            const ul_sec_outcome *b = along_wait ? &s->of[p + 1][q] : &s->of[p][q + 1];
            n += waits ? b->wait_s >= a->wait_s : b->rate <= a->rate;
        }
    return n;
}

static ul_status claim_pairs(sweep *s, const char *what, bool along_wait, bool waits)
{
    const double pairs = along_wait ? (double)((s->n - 1) * SIZES) : (double)(s->n * (SIZES - 1));
    return claim(s, (ul_claim){
        .what = what, .paper = pairs, .ours = count_pairs(s, along_wait, waits), .unit = ""});
}

/* How far rates are apart by the one parameter, with the other at the paper's choice. */
static double moved_by_short(const sweep *s)
{
    return 100 * (s->of[1][SUM].rate / s->of[1][FIRST].rate - 1);
}

static double moved_by_wait(const sweep *s)
{
    return 100 * (s->of[0][BEST].rate / s->of[s->n - 1][BEST].rate - 1);
}

static ul_status make5(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const point[] = {"0 s", "300 s", "600 s", "1200 s", "3600 s"};
    static const char *const set[] = {"wait=0", "wait=300", "wait=600", "wait=1200", "wait=3600"};
    static const char *const world[] = {NULL};
    sweep *s;
    UL_TRY(begin(&s, request, arena, made, point, POINTS));
    for (size_t p = 0; p < s->n; p++)
        UL_TRY(run_point(s, point[p], world, set[p], s->of[p]));
    UL_TRY(new_sheet(s, "sec-fig5", "SEC, Figure 5: waiting and cost by the policy's parameters",
                     "T_waitlmt", "T_short is 0 in SumSize, an hour in BestSize, without end in "
                                  "FirstSize"));
    UL_TRY(fill_rows(s));
    UL_TRY(claim_pairs(s, "pairs of neighbours: more wait with T_waitlmt", true, true));
    UL_TRY(claim_pairs(s, "pairs of neighbours: more wait with T_short", false, true));
    UL_TRY(claim_pairs(s, "pairs of neighbours: lower rate with T_waitlmt", true, false));
    UL_TRY(claim_pairs(s, "pairs of neighbours: lower rate with T_short", false, false));
    UL_TRY(claim(s, (ul_claim){
        .what = "T_short moves the rate, against T_waitlmt", .paper = moved_by_wait(s),
        .ours = moved_by_short(s), .sense = UL_CLAIM_AT_LEAST, .decimals = 2, .unit = "%"}));
    return draw(s, "Wait and cost by T_waitlmt and size (SEC, Figure 5)");
}

/* ---- Figure 6: estimates ---- */

static double most_use_changes(const sweep *s)
{
    double most = 0;
    for (size_t p = 0; p < s->n; p++)
        for (int q = 0; q < SIZES; q++)
            most = fmax(most, 100 * fabs(s->of[p][q].utilisation - s->of[0][q].utilisation));
    return most;
}

static ul_status make6(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    enum { ALPHAS = 4 };
    static const char *const point[ALPHAS] = {"0", "0.5", "1", "2"};
    static const char *const alpha[ALPHAS] = {"alpha=0", "alpha=0.5", "alpha=1", "alpha=2"};
    sweep *s;
    UL_TRY(begin(&s, request, arena, made, point, ALPHAS));
    for (size_t p = 0; p < s->n; p++) {
        const char *const world[] = {alpha[p], NULL};
        UL_TRY(run_point(s, point[p], world, NULL, s->of[p]));
    }
    UL_TRY(new_sheet(s, "sec-fig6", "SEC, Figure 6: waiting and cost by users' estimates", "alpha",
                     "Alpha: 0 where users know, 1 as they said, 2 as if they erred twice as much"));
    UL_TRY(fill_rows(s));
    const ul_sec_outcome *known = s->of[0], *said = s->of[2];
    UL_TRY(claim(s, (ul_claim){
        .what = "BestSize: rate where users know, against what they said", .paper = 100,
        .ours = 100 * known[BEST].rate / said[BEST].rate, .sense = UL_CLAIM_AT_MOST, .decimals = 2,
        .unit = "%"}));
    UL_TRY(claim(s, (ul_claim){
        .what = "BestSize: wait where users know, against what they said", .paper = 100,
        .ours = 100 * known[BEST].wait_s / said[BEST].wait_s, .sense = UL_CLAIM_AT_LEAST,
        .decimals = 2, .unit = "%"}));
    UL_TRY(claim(s, (ul_claim){
        .what = "FirstSize: wait where users know, against what they said", .paper = 100,
        .ours = 100 * known[FIRST].wait_s / said[FIRST].wait_s, .sense = UL_CLAIM_AT_MOST,
        .decimals = 2, .unit = "%"}));
    UL_TRY(claim(s, (ul_claim){
        .what = "utilisation moves by at most, in points", .paper = 0.95,
        .ours = most_use_changes(s), .sense = UL_CLAIM_AT_MOST, .decimals = 2, .unit = ""}));
    return draw(s, "Wait and cost by users' estimates (SEC, Figure 6)");
}

/* ---- Figure 9: what managing costs ---- */

static double above(double with, double without)
{
    return 100 * (with / without - 1);
}

static ul_status fill_rows9(sweep *s, double *most_wait, double *most_rate)
{
    ul_sheet *sheet = s->time.made->table;
    *most_wait = *most_rate = -HUGE_VAL;
    for (size_t p = 0; p < s->n; p++) {
        ul_sheet_cell(sheet, "%s", s->point[p]);
        for (int q = 0; q < SIZES; q++)
            ul_sheet_cell(sheet, "%+.2f%%", above(s->with[p][q].wait_s, s->of[p][q].wait_s));
        for (int q = 0; q < SIZES; q++)
            ul_sheet_cell(sheet, "%+.2f%%", above(s->with[p][q].rate, s->of[p][q].rate));
        for (int q = 0; q < SIZES; q++) {
            const double wait = above(s->with[p][q].wait_s, s->of[p][q].wait_s);
            const double rate = above(s->with[p][q].rate, s->of[p][q].rate);
            UL_TRY(add_number(s, p, q, "wait with set-up", "% more", wait));
            UL_TRY(add_number(s, p, q, "rate with set-up", "% more", rate));
            *most_wait = fmax(*most_wait, wait);
            *most_rate = fmax(*most_rate, rate);
        }
    }
    return UL_OK;
}

static ul_status draw9(const sweep *s)
{
    double wait[POINTS * SIZES], rate[POINTS * SIZES];
    for (size_t p = 0; p < s->n; p++)
        for (int q = 0; q < SIZES; q++) {
            wait[p * SIZES + (size_t)q] = s->with[p][q].wait_s;
            rate[p * SIZES + (size_t)q] = s->with[p][q].rate;
        }
    return ul_sec_figure_draw(&s->time, &(ul_sec_bars){
        .title = "Wait and cost with 8 s to set up each job (SEC, Figure 9)", .group = s->point,
        .n_groups = s->n, .bar = size_name, .n_bars = SIZES, .wait_s = wait, .rate = rate});
}

static ul_status make9(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    enum { WAITS = 4 };
    static const char *const point[WAITS] = {"0 s", "300 s", "600 s", "1200 s"};
    static const char *const set[WAITS] = {"wait=0", "wait=300", "wait=600", "wait=1200"};
    static const char *const plain[] = {NULL}, *const setup[] = {"setup=8", NULL};
    sweep *s;
    double most_wait, most_rate;
    UL_TRY(begin(&s, request, arena, made, point, WAITS));
    for (size_t p = 0; p < s->n; p++) {
        UL_TRY(run_point(s, point[p], plain, set[p], s->of[p]));
        UL_TRY(run_point(s, point[p], setup, set[p], s->with[p]));
    }
    UL_TRY(new_sheet(s, "sec-fig9", "SEC, Figure 9: what setting up each job's nodes adds",
                     "T_waitlmt", "Every job holds its nodes for 8 s before it works (the paper's "
                                  "Table 4: 7.4 to 9.3 s); the wait is until it has them"));
    UL_TRY(fill_rows9(s, &most_wait, &most_rate));
    UL_TRY(claim(s, (ul_claim){
        .what = "wait with set-up, more by at most", .paper = 5, .ours = most_wait,
        .sense = UL_CLAIM_AT_MOST, .decimals = 2, .unit = "%"}));
    UL_TRY(claim(s, (ul_claim){
        .what = "rate with set-up, more by at most", .paper = 0.5, .ours = most_rate,
        .sense = UL_CLAIM_AT_MOST, .decimals = 2, .unit = "%"}));
    return draw9(s);
}

static const ul_param param[] = {UL_SEC_TIME_PARAMS, {0}};

const ul_table ul_table_sec_fig5 = {
    .name = "sec-fig5",
    .brief = "SEC's parameters: waiting against cost",
    .paper = "SEC, Section 8.3, Figure 5",
    .param = param,
    .make = make5,
};

const ul_table ul_table_sec_fig6 = {
    .name = "sec-fig6",
    .brief = "SEC and users' estimates of run times",
    .paper = "SEC, Section 8.4, Figure 6",
    .param = param,
    .make = make6,
};

const ul_table ul_table_sec_fig9 = {
    .name = "sec-fig9",
    .brief = "SEC with the time that setting up nodes takes",
    .paper = "SEC, Section 8.8, Figure 9",
    .param = param,
    .make = make9,
};
