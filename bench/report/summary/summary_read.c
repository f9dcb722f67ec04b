/* From folders to numbered instances and methods: joins runs and collects what a
 * reader must be told. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "instance.h"
#include "registry.h"
#include "run_folder.h"
#include "summary_parts.h"

/* ---- records ---- */

/* A run's number counts repetitions, instances and methods in the suite's order; rows
 * come as runs end, and the first method rotates. */
static int suite_order(const void *a, const void *b)
{
    const ul_record *x = a, *y = b;
    return (x->run > y->run) - (x->run < y->run);
}

/* Rows that were copied would count twice. */
static ul_status check_runs(const ul_record *record, size_t n, const char *path)
{
    for (size_t q = 1; q < n; q++)
        if (record[q].run == record[q - 1].run)
            return ul_fail(UL_E_INPUT, "%s: run %llu is there twice", path,
                           (unsigned long long)record[q].run);
    return UL_OK;
}

static ul_status read_folder(ul_summary_reading *state, size_t f)
{
    ul_summary *s = state->summary;
    char path[UL_PATH];
    const char *text;
    ul_record *record;
    size_t n;
    ul_run_folder_path(state->path[f], UL_RECORDS, path);
    if (ul_record_is_torn(path)) {
        UL_TRY(ul_arena_format(s->arena, &text, "The last row of %s is incomplete and not counted "
                               "('ullage bench --resume' does its run again).", path));
        UL_TRY(ul_summary_remark(state, text));
    }
    UL_TRY(ul_record_read(path, s->arena, &record, &n));
    if (n == 0)
        return ul_fail(UL_E_INPUT, "%s: there are no records to report", path);
    qsort(record, n, sizeof *record, suite_order);
    UL_TRY(check_runs(record, n, path));
    state->record =
        ul_arena_grow(s->arena, state->record, s->n_records, s->n_records + n, sizeof *record);
    UL_NEED(state->record);
    memcpy(state->record + s->n_records, record, n * sizeof *record);
    s->n_records += n;
    return UL_OK;
}

/* ---- instances ---- */

static ul_status add_twin(ul_summary_reading *state, const char *label, const char *same_as)
{
    enum { NAMED = 8 };
    if (state->n_twins++ >= NAMED)
        return UL_OK;
    return ul_arena_format(state->summary->arena, &state->twins, "%s, %s is %s",
                           state->n_twins == 1 ? "" : state->twins, label, same_as);
}

/* A label that another content has already is told apart by its folder. */
static ul_status name_instance(ul_summary_reading *state, const ul_record *r, size_t number)
{
    bool is_new;
    UL_TRY(ul_names_put(state->label, r->instance, &(size_t){0}, &is_new));
    state->instance[number] = (ul_instance_summary){.sha256 = r->sha256, .kind = r->kind};
    return ul_arena_format(state->summary->arena, &state->instance[number].label, "%s%s%s",
                           r->instance, is_new ? "" : " @",
                           is_new ? "" : ul_summary_short_name(r->folder));
}

/* What an instance is known by: its content without its name or, in a file of an earlier
 * version, with it. */
static ul_status find_content(ul_summary_reading *state, const ul_record *r, size_t *number,
                              bool *is_new)
{
    const char *const known[] = {r->content[0] == '\0' ? r->sha256 : r->content, r->sha256};
    *number = state->summary->n_instances;
    for (int q = 1; q >= 0; q--) {
        const size_t at = ul_names_find(state->content, known[q], strlen(known[q]));
        *number = at == UL_NONE ? *number : state->instance_of_content[at];
    }
    *is_new = *number == state->summary->n_instances;
    state->summary->n_instances += *is_new;
    for (int q = 0; q < 2; q++) {
        bool added;
        size_t at;
        UL_TRY(ul_names_put(state->content, known[q], &at, &added));
        if (added)
            state->instance_of_content[at] = *number;
    }
    return UL_OK;
}

static ul_status number_instance(ul_summary_reading *state, size_t q)
{
    const ul_record *r = &state->record[q];
    bool new_content, new_key;
    size_t number, key;
    char text[UL_KEY_TEXT];
    UL_TRY(find_content(state, r, &number, &new_content));
    UL_TRY(ul_names_put(state->key, ul_summary_key(r->folder, r->instance, text), &key, &new_key));
    state->summary->instance_of[q] = number;
    if (new_key) {
        state->instance_of_key[key] = number;
        if (new_content)
            return name_instance(state, r, number);
        if (strcmp(state->instance[number].label, r->instance) != 0)
            return add_twin(state, r->instance, state->instance[number].label);
    } else if (state->instance_of_key[key] != number) {
        return ul_fail(UL_E_INPUT,
                       "%s/" UL_RECORDS ": instance '%s' has two contents: %.64s and "
                       "%.64s",
                       r->folder, r->instance,
                       state->instance[state->instance_of_key[key]].sha256, r->sha256);
    }
    return UL_OK;
}

static ul_status number_instances(ul_summary_reading *state)
{
    ul_summary *s = state->summary;
    const char *text;
    for (size_t q = 0; q < s->n_records; q++)
        UL_TRY(number_instance(state, q));
    s->instance = state->instance;
    if (state->n_twins == 0)
        return UL_OK;
    UL_TRY(ul_arena_format(s->arena, &text, "Equal instances (the same content but for the name) count "
                           "once: %zu label%s%s%s.", state->n_twins, state->n_twins == 1 ? "" : "s",
                           state->twins, state->n_twins > 8 ? ", ..." : ""));
    return ul_summary_remark(state, text);
}

/* ---- references ---- */

static void add_to_reference(const ul_record *r, const char *label, ul_reference *reference)
{
    if (r->has_cost && (reference->cheapest == NULL || r->cost < reference->cheapest->cost)) {
        reference->cheapest = r;
        reference->cheapest_by = label;
    }
    reference->infeasible = reference->infeasible || r->outcome == UL_INFEASIBLE;
    if (r->has_cost) /* the other where one is NaN */
        reference->best = fmin(reference->best, ul_cost_double(r->cost));
    if (ul_record_is_optimum(r)) {
        reference->optimum = ul_cost_double(r->cost);
        reference->certified = reference->certified || strcmp(r->certificate, "verified") == 0;
    }
    if (ul_record_bounds_all(r) && r->bound > 0)
        reference->bound = fmax(reference->bound, ul_cost_double(r->bound));
}

/* A heuristic that gives up says infeasible, too: another's plan refutes it. What would
 * have stopped the bench must not be averaged into a table. */
static ul_status find_references(ul_summary_reading *state)
{
    ul_summary *s = state->summary;
    ul_reference *reference;
    ul_extremes *extremes;
    bool alarm;
    UL_ALLOC(s->arena, reference, s->n_instances);
    UL_ALLOC(s->arena, extremes, s->n_instances);
    for (size_t q = 0; q < s->n_instances; q++)
        reference[q].optimum = reference[q].bound = reference[q].best = NAN;
    for (size_t q = 0; q < s->n_records; q++) {
        UL_TRY(ul_extremes_add(&extremes[s->instance_of[q]], &s->record[q], &alarm));
        add_to_reference(&s->record[q], s->method[s->method_of[q]].label,
                         &reference[s->instance_of[q]]);
    }
    for (size_t q = 0; q < s->n_instances; q++)
        reference[q].infeasible = reference[q].infeasible && isnan(reference[q].best);
    s->reference = reference;
    return UL_OK;
}

/* ---- what differs between rows and folders ---- */

/* Adds "a, b" of the texts that differ from those before them. */
typedef struct {
    const char *seen[8];
    size_t n;
} differing;

static void add_text(differing *d, const char *text)
{
    for (size_t q = 0; q < d->n; q++)
        if (strcmp(d->seen[q], text) == 0)
            return;
    if (d->n < sizeof d->seen / sizeof *d->seen)
        d->seen[d->n++] = text;
}

static ul_status tell_differing(ul_summary_reading *state, const differing *d, const char *what)
{
    const char *text = what;
    for (size_t q = 0; q < d->n && d->n > 1; q++)
        UL_TRY(ul_arena_format(state->summary->arena, &text, "%s%s%s%s", text, q == 0 ? ": " : "; ",
                               d->seen[q], q + 1 == d->n ? "." : ""));
    return d->n < 2 ? UL_OK : ul_summary_remark(state, text);
}

static ul_status limits_text(const ul_summary *s, const ul_manifest_facts *f, const char **result)
{
    return ul_arena_format(s->arena, result, "%s %g s wall, %g s CPU, %g MB (0 is none)",
                           ul_summary_short_name(f->folder), f->wall_s, f->cpu_s, f->memory_mb);
}

static ul_status tell_differences(ul_summary_reading *state)
{
    const ul_summary *s = state->summary;
    differing version = {.n = 0}, machine = {.n = 0}, limits = {.n = 0};
    bool same = true;
    for (size_t q = 0; q < s->n_records; q++)
        add_text(&version, s->record[q].version);
    for (size_t f = 0; f < s->n_folders; f++) {
        const ul_manifest_facts *facts = &s->folder[f], *first = &s->folder[0];
        const char *text;
        if (!facts->is_there)
            continue;
        add_text(&machine, facts->cpu);
        UL_TRY(limits_text(s, facts, &text));
        add_text(&limits, text);
        same = same && facts->wall_s == first->wall_s && facts->cpu_s == first->cpu_s
               && facts->memory_mb == first->memory_mb;
    }
    UL_TRY(
        tell_differing(state, &version, "The rows were made by different versions of the program"));
    UL_TRY(tell_differing(state, &machine,
                          "The folders were made on different machines, whose times "
                          "do not compare"));
    return same ? UL_OK : tell_differing(state, &limits, "The folders had different limits");
}

/* ---- the whole ---- */

/* Whoever proves is exact; of methods that this program does not have, who ever proved. */
static void find_exact(const ul_summary *s)
{
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_method *known = ul_method_find(s->record[q].method);
        ul_method_summary *method = &s->method[s->method_of[q]];
        method->is_exact = method->is_exact || ul_record_is_optimum(&s->record[q])
                           || (known != NULL && (known->traits & UL_PROVES) != 0);
    }
}

static ul_status fill(ul_summary_reading *state)
{
    ul_summary *s = state->summary;
    for (size_t f = 0; f < s->n_folders; f++)
        UL_TRY(read_folder(state, f));
    s->record = state->record;
    UL_ALLOC(s->arena, s->instance_of, s->n_records);
    UL_ALLOC(s->arena, s->method_of, s->n_records);
    UL_ALLOC(s->arena, s->detail, s->n_records);
    UL_ALLOC(s->arena, state->instance, s->n_records);
    UL_ALLOC(s->arena, state->instance_of_content, 2 * s->n_records);
    UL_ALLOC(s->arena, state->instance_of_key, s->n_records);
    UL_TRY(number_instances(state));
    UL_TRY(ul_summary_find_methods(state));
    UL_TRY(find_references(state));
    UL_TRY(ul_summary_read_manifests(state));
    UL_TRY(ul_summary_find_classes(state));
    UL_TRY(tell_differences(state));
    for (size_t f = 0; f < s->n_folders; f++)
        if (s->folder[f].passed_over[0] != '\0')
            UL_TRY(ul_summary_remark(state, s->folder[f].passed_over));
    find_exact(s);
    for (size_t q = 0; q < s->n_records; q++) {
        UL_ALLOC(s->arena, s->detail[q], 1);
        UL_TRY(ul_events_read(&s->record[q], s->arena, &s->detail[q]->events));
    }
    return ul_summary_fill(s);
}

ul_status ul_summary_read(const char *const *folder, size_t n, ul_arena *arena,
                          ul_summary **summary)
{
    ul_summary *s = ul_arena_alloc(arena, 1, sizeof *s);
    ul_summary_reading state = {.summary = s, .path = folder};
    ul_names **const names[] = {&state.content, &state.label, &state.method,
                                &state.run,     &state.key,   &state.class_name};
    bool whole = s != NULL;
    for (size_t q = 0; q < sizeof names / sizeof *names; q++)
        whole = (*names[q] = ul_names_new()) != NULL && whole;
    ul_status status = whole ? UL_OK : ul_no_memory();
    if (status == UL_OK) {
        s->arena = arena;
        s->n_folders = n;
        s->remark = ul_arena_alloc(arena, UL_REMARKS_MAX + 1, sizeof *s->remark);
        status = s->remark == NULL ? ul_no_memory() : fill(&state);
    }
    for (size_t q = 0; q < sizeof names / sizeof *names; q++)
        ul_names_free(*names[q]);
    *summary = s;
    return status;
}

/* ---- how long customers wait in the plans of runs, which are read for it ---- */

static ul_status read_waits(const ul_record *record, const ul_instance *instance, ul_arena *arena,
                            ul_run_detail *detail)
{
    char path[UL_PATH];
    void *plan;
    double *wait_s;
    ul_run_folder_file(record->folder, UL_PLANS, record->run, path);
    UL_TRY(instance->kind->plan_read(instance->data, arena, path, &plan));
    UL_TRY(instance->kind->plan_waits(plan, arena, &wait_s, &detail->n_waits));
    detail->wait_s = wait_s;
    return UL_OK;
}

/* All runs of an instance, which is read once. */
static void read_instance(const ul_summary *s, size_t i)
{
    ul_instance instance = {0};
    bool tried = false;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *record = &s->record[q];
        const ul_kind *kind = ul_kind_find(record->kind);
        if (s->instance_of[q] != i || !record->has_cost || kind == NULL || kind->plan_waits == NULL)
            continue;
        if (!tried) {
            char path[UL_PATH];
            ul_run_folder_instance(record->folder, record->instance, path);
            if (ul_instance_read(path, &instance) != UL_OK)
                instance = (ul_instance){0};
            tried = true;
        }
        s->detail[q]->unread = instance.data == NULL
                               || read_waits(record, &instance, s->arena, s->detail[q]) != UL_OK;
    }
    ul_instance_free(&instance);
}

void ul_summary_waits(ul_summary *s)
{
    for (size_t i = 0; i < s->n_instances; i++)
        read_instance(s, i);
}
