#include "bracket.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "amount.h"

ul_status ul_bracket_find(const ul_trials *trials, double wait_s, const char *certificate,
                          ul_arena *arena, ul_bracket *b)
{
    const char *const *name;
    *b = (ul_bracket){.trials = trials, .wait_s = wait_s};
    UL_TRY(ul_policies_list(trials, arena, &name, &b->n));
    UL_ALLOC(arena, b->outcome, b->n);
    UL_TRY(ul_policy_floor_find(trials, -1, wait_s < 0 ? certificate : NULL, 0, &b->every));
    if (wait_s >= 0)
        UL_TRY(ul_policy_floor_find(trials, wait_s, certificate, 0, &b->patient));
    for (size_t q = 0; q < b->n; q++) {
        char label[96];
        snprintf(label, sizeof label, "%zu of %zu: %.40s", q + 1, b->n, name[q]);
        UL_TRY(ul_policy_try(trials, &(ul_trial){name[q], .label = label}, &b->outcome[q]));
    }
    return UL_OK;
}

ul_status ul_bracket_check(const ul_bracket *b)
{
    for (size_t q = 0; q < b->n; q++)
        UL_TRY(ul_policy_above(&b->outcome[q], &b->every));
    return UL_OK;
}

/* For programs: how it ended, and what every row is above. */
static void put_facts(ul_sheet *sheet, const ul_policy_outcome *one, const ul_bracket *b)
{
    char text[UL_NUMBER_TEXT];
    ul_sheet_cell(sheet, "%s", one->what);
    ul_sheet_exact(sheet, "", b->every.none ? "" : ul_cost_text(b->every.bound, text));
    if (b->wait_s >= 0)
        ul_sheet_exact(sheet, "", b->every.none ? "" : ul_cost_text(b->patient.bound, text));
}

/* How far a cost is above a floor. */
static void put_share(ul_sheet *sheet, double cost, const ul_policy_floor *floor)
{
    const double bound = ul_cost_double(floor->bound);
    ul_sheet_number(sheet, UL_SHARE, bound > 0 ? cost / bound - 1 : NAN);
}

static void fill_row(ul_sheet *sheet, const ul_policy_outcome *one, const ul_bracket *b)
{
    char rounded[64], exact[UL_NUMBER_TEXT];
    ul_sheet_cell(sheet, "%s", one->name);
    if (!one->has_cost) {
        ul_sheet_none(sheet, one->what);
        for (int q = 0; q < (b->wait_s < 0 ? 4 : 5); q++)
            ul_sheet_none(sheet, "");
        ul_sheet_cell(sheet, "%s", "");
        ul_sheet_cell(sheet, "%s", one->why);
        return;
    }
    snprintf(rounded, sizeof rounded, "%.*f", ul_dollars_decimals(one->cost), one->cost);
    ul_sheet_exact(sheet, rounded, ul_cost_text(one->exact_cost, exact));
    put_share(sheet, one->cost, &b->every);
    if (b->wait_s >= 0 && one->longest_wait_s <= b->wait_s)
        put_share(sheet, one->cost, &b->patient);
    else if (b->wait_s >= 0) /* it waits for too long, or who knows */
        ul_sheet_number(sheet, UL_SHARE, NAN);
    snprintf(rounded, sizeof rounded, "%.2f", one->completion_h);
    snprintf(exact, sizeof exact, "%.10g", one->completion_h);
    ul_sheet_exact(sheet, rounded, exact);
    ul_sheet_number(sheet, UL_WHOLE, one->longest_wait_s);
    ul_sheet_number(sheet, UL_SECONDS, one->cpu_s);
    ul_sheet_cell(sheet, "%s", one->knows);
    ul_sheet_cell(sheet, "%s", "");
}

/* A sentence on a floor, and one on the least possible between it and the cheapest policy that
 * waits no longer. */
static ul_status say_floor(const ul_bracket *b, const ul_policy_floor *floor, double wait_s, ul_arena *arena,
                           const char **note)
{
    const double bound = ul_cost_double(floor->bound);
    const ul_policy_outcome *best = NULL;
    for (size_t q = 0; q < b->n; q++)
        if (b->outcome[q].has_cost && b->outcome[q].longest_wait_s <= wait_s
            && (best == NULL || b->outcome[q].cost < best->cost))
            best = &b->outcome[q];
    UL_TRY(ul_arena_format(arena, note, "Floor $%.*f", ul_dollars_decimals(bound), ul_bound_as_said(bound)));
    if (isinf(wait_s))
        UL_TRY(ul_arena_format(arena, note, "%s, in %.2f s: no schedule costs less, online or clairvoyant, "
                               "however long jobs wait.", *note, b->every.cpu_s + b->patient.cpu_s));
    else
        UL_TRY(ul_arena_format(arena, note, "%s of schedules in which no task spends more than %.10g s on no "
                               "machine, between its arrival and its end.", *note, wait_s));
    if (best == NULL)
        return UL_OK;
    if (bound <= 0)
        return ul_arena_format(arena, note, "%s The least possible is at most $%.2f (%s).", *note,
                               best->cost, best->name);
    return ul_arena_format(arena, note, "%s The least possible is between it and $%.2f (%s): %.1f%%.", *note,
                           best->cost, best->name, 100 * (best->cost / bound - 1));
}

static ul_status make_note(const ul_bracket *b, ul_arena *arena, const char **note)
{
    const char *patient;
    *note = "There is no schedule: all machines there are cannot do the work.";
    if (b->every.none)
        return UL_OK;
    UL_TRY(say_floor(b, &b->every, HUGE_VAL, arena, note));
    if (b->wait_s < 0)
        return UL_OK;
    UL_TRY(say_floor(b, &b->patient, b->wait_s, arena, &patient));
    return ul_arena_format(arena, note, "%s %s", *note, patient);
}

/* Columns in the order of the sheet; those with a dot are of the second floor, which not
 * everybody asks for, those with a bar for programs alone. */
static const struct {
    char align, of;
    const char *head, *key;
} column[] = {
    {'l', ' ', "method", "method"},
    {'r', ' ', "cost, $", "cost"},
    {'r', ' ', "above the floor", "above_floor"},
    {'r', '.', "without waiting", "above_patient_floor"},
    {'r', ' ', "completion, h", "completion_h"},
    {'r', ' ', "longest wait, s", "longest_wait_s"},
    {'r', ' ', "CPU, s", "cpu_s"},
    {'l', ' ', "knows", "knows"},
    {'l', ' ', "why not", "why_not"},
    {'l', '|', "status", "status"},
    {'r', '|', "floor, $", "floor"},
    {'r', ':', "floor without waiting, $", "patient_floor"},
};
enum { COLUMNS = sizeof column / sizeof *column };

ul_status ul_bracket_table(const ul_bracket *b, bool for_programs, ul_arena *arena, ul_sheet **sheet)
{
    const char **key, *note;
    char *align;
    size_t used = 0, kept[COLUMNS];
    UL_ALLOC(arena, key, COLUMNS);
    UL_ALLOC(arena, align, COLUMNS + 1);
    for (size_t c = 0; c < COLUMNS; c++) {
        if ((strchr(".:", column[c].of) != NULL && b->wait_s < 0)
            || (strchr("|:", column[c].of) != NULL && !for_programs))
            continue;
        kept[used] = c;
        key[used] = column[c].key;
        align[used++] = column[c].align;
    }
    UL_TRY(make_note(b, arena, &note));
    UL_TRY(ul_sheet_new(arena, "bracket", b->trials->instance->name, note, align, sheet));
    (*sheet)->key = key;
    for (size_t c = 0; c < used; c++)
        ul_sheet_cell(*sheet, "%s", column[kept[c]].head);
    for (size_t q = 0; q < b->n; q++) {
        fill_row(*sheet, &b->outcome[q], b);
        if (for_programs)
            put_facts(*sheet, &b->outcome[q], b);
    }
    return UL_OK;
}
