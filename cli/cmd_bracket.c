/* ullage bracket: what policies cost, and the floor that no schedule goes below. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "policies.h"
#include "say.h"
#include "sheet.h"

typedef struct {
    const char *file;
    bool csv, json;
    double wait_s; /* of the second floor; negative: none is asked for */
    ul_run_args run;
} options;

enum { WAIT = 0x200 }; /* an option without a letter */

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'c':
        o->run.run.certificate = value;
        return 0;
    case 'C':
        o->csv = true;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case WAIT:
        o->wait_s = ul_arg_seconds(value, "--wait", state);
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->run;
        return 0;
    case ARGP_KEY_ARG:
        ul_arg_one(&o->file, value, "instance", state);
        return 0;
    case ARGP_KEY_END:
        if (o->file == NULL)
            argp_error(state, "a workload is needed");
        ul_arg_apart(o->file, o->run.run.certificate, state);
        if (o->run.set.n > 0 && o->run.n_named == 0)
            argp_error(state, "--set is for methods that -m names");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"certificate", 'c', "FILE", 0, "write the proof of the floor, for ullage-check", 0},
    {"csv", 'C', 0, 0, "the table as CSV, with exact dollars and the floor", 0},
    {"json", 'j', 0, 0, "the same as one JSON object", 0},
    {"wait", WAIT, "S", 0, "also the floor of schedules in which no task spends more than S seconds on "
                           "no machine; the certificate is that one's", 0},
    {0},
};

/* What no schedule costs less than, and no schedule in which tasks wait for at most so
 * long. */
typedef struct {
    double every, patient, wait_s, cpu_s; /* patient: NAN where nobody asked for it */
    ul_cost exact, exact_patient;         /* of every schedule, and of the patient */
    bool none;                            /* it is proved that there is none */
} floors;

/* Cents; of less than a dollar three digits, so that rounding does not lift a floor. */
static int decimals_of(double dollars)
{
    return dollars >= 1 || dollars <= 0 ? 2 : 2 - (int)floor(log10(dollars));
}

/* For programs: how it ended, and what every row is above. */
static void put_facts(ul_sheet *sheet, const ul_policy_outcome *one, const floors *floor)
{
    char text[UL_NUMBER_TEXT];
    ul_sheet_cell(sheet, "%s", one->what);
    ul_sheet_exact(sheet, "", floor->none ? "" : ul_cost_text(floor->exact, text));
    if (!isnan(floor->patient))
        ul_sheet_exact(sheet, "", floor->none ? "" : ul_cost_text(floor->exact_patient, text));
}

static void fill_row(ul_sheet *sheet, const ul_policy_outcome *one, const floors *floor)
{
    char rounded[64], exact[UL_NUMBER_TEXT];
    ul_sheet_cell(sheet, "%s", one->name);
    if (!one->has_cost) {
        ul_sheet_none(sheet, one->what);
        for (int q = 0; q < (isnan(floor->patient) ? 4 : 5); q++)
            ul_sheet_none(sheet, "");
        ul_sheet_cell(sheet, "%s", "");
        ul_sheet_cell(sheet, "%s", one->why);
        return;
    }
    const bool waits = !(one->longest_wait_s <= floor->wait_s); /* too long, or who knows */
    snprintf(rounded, sizeof rounded, "%.*f", decimals_of(one->cost), one->cost);
    ul_sheet_exact(sheet, rounded, ul_cost_text(one->exact_cost, exact));
    ul_sheet_number(sheet, UL_SHARE, floor->every > 0 ? one->cost / floor->every - 1 : NAN);
    if (!isnan(floor->patient))
        ul_sheet_number(sheet, UL_SHARE,
                        floor->patient > 0 && !waits ? one->cost / floor->patient - 1 : NAN);
    snprintf(rounded, sizeof rounded, "%.2f", one->completion_h);
    snprintf(exact, sizeof exact, "%.10g", one->completion_h);
    ul_sheet_exact(sheet, rounded, exact);
    ul_sheet_number(sheet, UL_WHOLE, one->longest_wait_s);
    ul_sheet_number(sheet, UL_SECONDS, one->cpu_s);
    ul_sheet_cell(sheet, "%s", one->knows);
    ul_sheet_cell(sheet, "%s", "");
}

static const ul_policy_outcome *best_of(const ul_policy_outcome *list, size_t n, double wait_s)
{
    const ul_policy_outcome *best = NULL;
    for (size_t q = 0; q < n; q++)
        if (list[q].has_cost && list[q].longest_wait_s <= wait_s
            && (best == NULL || list[q].cost < best->cost))
            best = &list[q];
    return best;
}

/* A sentence on the least possible between a floor and the best. */
static size_t say_bracket(char *note, size_t room, double floor, const ul_policy_outcome *best)
{
    int used = 0;
    if (best != NULL && floor > 0)
        used = snprintf(note, room, " The least possible is between it and $%.2f (%s): %.1f%%.",
                        best->cost, best->name, 100 * (best->cost / floor - 1));
    else if (best != NULL)
        used = snprintf(note, room, " The least possible is at most $%.2f (%s).", best->cost,
                        best->name);
    return (size_t)used;
}

static const char *make_note(const ul_policy_outcome *list, size_t n, const floors *floor, ul_arena *arena)
{
    char note[800];
    if (floor->none)
        return "There is no schedule: all machines there are cannot do the work.";
    size_t used = (size_t)snprintf(note, sizeof note, "Floor $%.*f, in %.2f s: no schedule costs "
                                   "less, online or clairvoyant, however long jobs wait.",
                                   decimals_of(floor->every), ul_bound_as_said(floor->every),
                                   floor->cpu_s);
    used += say_bracket(note + used, sizeof note - used, floor->every, best_of(list, n, HUGE_VAL));
    if (!isnan(floor->patient)) {
        used += (size_t)snprintf(note + used, sizeof note - used, " Floor $%.*f of schedules in "
                                 "which no task spends more than %.10g s on no machine, between its "
                                 "arrival and its end.", decimals_of(floor->patient),
                                 ul_bound_as_said(floor->patient), floor->wait_s);
        say_bracket(note + used, sizeof note - used, floor->patient,
                    best_of(list, n, floor->wait_s));
    }
    return ul_arena_text(arena, note, strlen(note));
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

static ul_status make_sheet(const ul_instance *instance, const ul_policy_outcome *list, size_t n,
                            const floors *floor, bool for_programs, ul_arena *arena, ul_sheet **sheet)
{
    const char **key;
    char *align;
    size_t used = 0, kept[COLUMNS];
    UL_ALLOC(arena, key, COLUMNS);
    UL_ALLOC(arena, align, COLUMNS + 1);
    for (size_t c = 0; c < COLUMNS; c++) {
        if ((strchr(".:", column[c].of) != NULL && isnan(floor->patient))
            || (strchr("|:", column[c].of) != NULL && !for_programs))
            continue;
        kept[used] = c;
        key[used] = column[c].key;
        align[used++] = column[c].align;
    }
    UL_TRY(ul_sheet_new(arena, "bracket", instance->name, make_note(list, n, floor, arena), align, sheet));
    (*sheet)->key = key;
    for (size_t c = 0; c < used; c++)
        ul_sheet_cell(*sheet, "%s", column[kept[c]].head);
    for (size_t q = 0; q < n; q++) {
        fill_row(*sheet, &list[q], floor);
        if (for_programs)
            put_facts(*sheet, &list[q], floor);
    }
    return UL_OK;
}

static ul_status print(const options *o, const ul_instance *instance, const ul_sheet *sheet,
                       const floors *floor)
{
    char text[UL_NUMBER_TEXT];
    ul_output *out;
    UL_TRY(ul_output_open("-", &out));
    if (!o->json)
        return ul_output_finish(out, (o->csv ? ul_sheet_csv : ul_sheet_text)(sheet, out));
    ul_json_writer json = ul_json_writer_on(out);
    ul_json_open(&json, "{", ",\n");
    ul_json_text_member(&json, "instance", instance->name);
    ul_json_name(&json, "floor");
    ul_json_put(&json, "%s", floor->none ? "null" : ul_cost_text(floor->exact, text));
    ul_json_name(&json, "methods");
    const ul_status status = ul_sheet_json(sheet, &json);
    ul_json_close(&json, "}");
    ul_output_format(out, "\n");
    return ul_output_finish(out, status);
}

/* The floor of every schedule (a negative wait) or of those in which nobody waits longer. */
static ul_status find_floor(const options *o, const ul_instance *instance, double wait_s,
                            const char *certificate, ul_cost *bound, floors *floor)
{
    double cpu_s;
    bool none;
    UL_TRY(ul_policy_floor(&o->run, instance, wait_s, certificate, bound, &cpu_s, &none));
    floor->cpu_s += cpu_s;
    floor->none = floor->none || none;
    return UL_OK;
}

static ul_status bracket(void *context, const ul_instance *instance, ul_arena *arena)
{
    options *o = context;
    const char *name[UL_METHODS_NAMED_MAX], *certificate = o->run.run.certificate;
    ul_policy_outcome list[UL_METHODS_NAMED_MAX];
    floors floor = {.wait_s = o->wait_s, .patient = NAN};
    ul_sheet *sheet;
    UL_TRY(ul_run_args_spread(&o->run, arena));
    const size_t n = ul_policies_list(&o->run, instance->kind, name);
    UL_TRY(find_floor(o, instance, -1, o->wait_s < 0 ? certificate : NULL, &floor.exact, &floor));
    floor.every = ul_cost_double(floor.exact);
    if (o->wait_s >= 0) {
        UL_TRY(find_floor(o, instance, o->wait_s, certificate, &floor.exact_patient, &floor));
        floor.patient = ul_cost_double(floor.exact_patient);
    }
    for (size_t q = 0; q < n; q++) {
        char label[96];
        snprintf(label, sizeof label, "%zu of %zu: %.40s", q + 1, n, name[q]);
        UL_TRY(ul_policy_try(&o->run, instance, name[q], label, &list[q]));
    }
    UL_TRY(make_sheet(instance, list, n, &floor, o->csv || o->json, arena, &sheet));
    UL_TRY(print(o, instance, sheet, &floor));
    for (size_t q = 0; q < n; q++)
        UL_TRY(ul_policy_above(&list[q], floor.exact, floor.none));
    return UL_OK;
}

int ul_command_bracket(int argc, char **argv)
{
    static const struct argp_child children[] = {{&ul_run_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "FILE",
        .children = children,
        .doc = "What each policy costs on a workload, or each that -m names, and how far that is "
               "above what no schedule can cost less than. Limits are for each method."
               "\vExample: ullage gen eva-jobs -n 20 -o jobs.csv && "
               "ullage bracket jobs.csv -m eva -m synergy",
    };
    options o = {.wait_s = -1, .run = UL_RUN_ARGS_PRESET};
    ul_parse_args(&argp, argc, argv, &o);
    return ul_policies_command(o.file, &o, bracket);
}
