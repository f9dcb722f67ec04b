/* How far SEC's policies are from what no schedule can undercut: on demand, and paid through
 * the leases that are proved the best for what each of them rents; beside them a schedule that
 * lets jobs wait until machines are always busy.
 *
 * The floor under leases is one under every portfolio on every schedule's usage, in pure cost:
 * the leases are in its certificate, and what an hour costs at the least follows from them
 * (docs/floor.md).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reservation.h"
#include "sec_time.h"
#include "table_floor.h"

enum { POLICIES = 4, CLAIRVOYANT = 3 };
static const char *const policy[POLICIES] = {"sec", "no-wait", "individual", "schedule-search"};

typedef struct {
    ul_sec_figure time;
    ul_sec_outcome of[POLICIES];
    double leased[POLICIES]; /* what the best leases cost */
    bool proved;
    char leases[400];           /* on offer */
    double floor, leased_floor; /* dollars */
} figure;

/* The leases on offer, as schedule-floor takes them. */
static void say_leases(const ul_reservation *in, char *text, size_t room)
{
    char fee[UL_NUMBER_TEXT], hours[UL_NUMBER_TEXT], price[UL_NUMBER_TEXT];
    size_t used = (size_t)snprintf(text, room, "leases=");
    for (size_t c = 0; c < in->n_classes && used < room; c++) {
        const ul_reservation_class *one = &in->classes[c];
        if (one->term > 0)
            used += (size_t)snprintf(text + used, room - used, "%s%s/%s/%s",
                                     text[used - 1] == '=' ? "" : "+",
                                     ul_micro_text(one->upfront, fee),
                                     ul_micro_text(in->interval_hours * (ul_micro)one->term, hours),
                                     ul_micro_text(one->price, price));
    }
}

static ul_status run_policy(figure *f, const ul_instance *instance, size_t q)
{
    static const char *const in_turns[] = {"start=floor", "moves=0", NULL};
    ul_sec_demand demand = {.pure = true};
    bool proved = false;
    UL_TRY(ul_sec_figure_run(&f->time, policy[q], instance, policy[q],
                             q == CLAIRVOYANT ? in_turns : NULL, &f->of[q], &demand));
    say_leases(demand.instance.data, f->leases, sizeof f->leases);
    const ul_status status = ul_sec_figure_leases(&f->time, &demand.instance, "reservation-exact",
                                                  &f->leased[q], &proved);
    f->proved = f->proved && proved;
    ul_instance_free(&demand.instance);
    return status;
}

static ul_status run_workload(figure *f)
{
    ul_instance instance = {0};
    UL_TRY(ul_sec_figure_world(&f->time, NULL, &instance));
    ul_status status = ul_table_floor(f->time.request, &instance, "", &f->floor);
    f->proved = true;
    for (size_t q = 0; q < POLICIES && status == UL_OK; q++)
        status = run_policy(f, &instance, q);
    if (status == UL_OK)
        status = ul_table_floor_with(f->time.request, &instance, "-leased", f->leases,
                                     &f->leased_floor);
    ul_instance_free(&instance);
    return status;
}

static ul_status fill_row(figure *f, size_t q)
{
    ul_sheet *sheet = f->time.made->table;
    const double above = 100 * (f->of[q].cost / f->floor - 1);
    const double leased = 100 * (f->leased[q] / f->leased_floor - 1);
    ul_sheet_cell(sheet, "%s", policy[q]);
    ul_sheet_cell(sheet, "%.0f", f->of[q].cost);
    ul_sheet_cell(sheet, "%.2f%%", above);
    ul_sheet_cell(sheet, "%.0f", f->leased[q]);
    ul_sheet_cell(sheet, "%.2f%%", leased);
    UL_TRY(ul_table_number(f->time.made, f->time.arena, &(ul_number){
        .subject = policy[q], .measure = "above the floor", .unit = "%", .ours = above}, NULL));
    return ul_table_number(f->time.made, f->time.arena, &(ul_number){
        .subject = policy[q], .measure = "leases above the floor", .unit = "%", .ours = leased},
        NULL);
}

static ul_status begin_sheet(figure *f)
{
    static const char *const head[] = {"policy", "on demand, $", "above the floor",
                                       "best leases, $", "above the floor"};
    char jobs[200], note[800];
    snprintf(note, sizeof note, "%s. No schedule costs less than $%.0f on demand, and no portfolio "
             "of leases on any schedule's usage less than $%.0f: an hour as under the cheapest "
             "lease used all the time (pure cost). Best leases: for what the policy "
             "rented, light and heavy of one and three years%s. Both floors hold however long "
             "jobs wait; schedule-search is clairvoyant and lets them wait for the others", ul_sec_figure_jobs(&f->time, jobs), f->floor, f->leased_floor,
             f->proved ? ", proved" : " (not proved)");
    UL_TRY(ul_sheet_new(f->time.arena, "sec-floor", "SEC's policies above the floor",
                        ul_arena_text(f->time.arena, note, strlen(note)), "lrrrr",
                        &f->time.made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(f->time.made->table, "%s", head[c]);
    return UL_OK;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    figure *f;
    UL_ALLOC(arena, f, 1);
    UL_TRY(ul_sec_figure_begin(&f->time, request, arena, made, UL_SEC_DATASTAR));
    UL_TRY(run_workload(f));
    UL_TRY(begin_sheet(f));
    for (size_t q = 0; q < POLICIES; q++)
        UL_TRY(fill_row(f, q));
    return UL_OK;
}

static const ul_param param[] = {
    UL_SEC_JOBS_PARAMS,
    UL_TABLE_CERTIFICATES,
    {0},
};

const ul_table ul_table_sec_floor = {
    .name = "sec-floor",
    .brief = "SEC's policies and their best leases above what no schedule undercuts",
    .paper = "beyond SEC, Section 8",
    .param = param,
    .time_limit_s = 60,
    .make = make,
};
