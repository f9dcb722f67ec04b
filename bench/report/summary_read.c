/* From folders to numbered instances and methods: joins runs, sorts instances into
 * classes, and collects what a reader must be told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method_label.h"
#include "names.h"
#include "run_folder.h"
#include "summary_parts.h"

enum { REMARKS_MAX = 16, REMARK_ROOM = 1024, CLASSES_MAX = 32 };

typedef struct {
    ul_summary *summary;
    const char *const *path; /* of the folders */
    ul_record *record;
    size_t room;
    size_t *folder_of; /* by record */
    ul_instance_summary *instance;
    ul_names *content, *label, *method, *run, *key, *class_name;
    size_t *instance_of_key; /* a folder's number and a label in it; by index in key */
    size_t key_room;
    const char *remark[REMARKS_MAX];
    char twins[REMARK_ROOM]; /* labels of contents that are there already */
    size_t n_twins;
} reading;

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory for a report");
}

static ul_status remark(reading *state, const char *text)
{
    ul_summary *s = state->summary;
    if (s->n_remarks == REMARKS_MAX)
        return UL_OK;
    state->remark[s->n_remarks] = ul_arena_text(s->arena, text, strlen(text));
    return state->remark[s->n_remarks++] == NULL ? no_memory() : UL_OK;
}

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

static ul_status read_folder(reading *state, size_t f)
{
    ul_summary *s = state->summary;
    char path[UL_PATH], text[REMARK_ROOM];
    ul_record *record;
    size_t n;
    ul_run_folder_path(state->path[f], UL_RECORDS, path);
    if (ul_record_is_torn(path)) {
        snprintf(text, sizeof text, "The last row of %.900s is incomplete and not counted ('ullage "
                                    "bench --resume' does its run again).", path);
        UL_TRY(remark(state, text));
    }
    UL_TRY(ul_record_read(path, s->arena, &record, &n));
    if (n == 0)
        return ul_fail(UL_E_INPUT, "%s: there are no records to report", path);
    qsort(record, n, sizeof *record, suite_order);
    UL_TRY(check_runs(record, n, path));
    state->record = ul_arena_grow(s->arena, state->record, s->n_records, s->n_records + n,
                                  sizeof *record);
    state->folder_of = ul_arena_grow(s->arena, state->folder_of, s->n_records, s->n_records + n,
                                     sizeof *state->folder_of);
    if (state->record == NULL || state->folder_of == NULL)
        return no_memory();
    memcpy(state->record + s->n_records, record, n * sizeof *record);
    for (size_t q = 0; q < n; q++)
        state->folder_of[s->n_records++] = f;
    return UL_OK;
}

/* ---- instances ---- */

/* The last part of a folder's path. */
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

static void add_twin(reading *state, const char *label, const char *same_as)
{
    const size_t used = strlen(state->twins);
    state->n_twins++;
    if (used < REMARK_ROOM / 2)
        snprintf(state->twins + used, REMARK_ROOM - used, "%s%.100s is %.100s",
                 used == 0 ? "" : ", ", label, same_as);
}

/* A label that another content has already is told apart by its folder. */
static ul_status name_instance(reading *state, const ul_record *r, size_t f, size_t number)
{
    char text[512];
    bool is_new;
    if (ul_names_add(state->label, r->instance, strlen(r->instance), &is_new) == UL_NONE)
        return no_memory();
    snprintf(text, sizeof text, "%.300s%s%.150s", r->instance, is_new ? "" : " @",
             is_new ? "" : short_name(state->path[f]));
    state->instance[number] = (ul_instance_summary){
        .label = ul_arena_text(state->summary->arena, text, strlen(text)),
        .sha256 = r->sha256,
        .kind = r->kind,
    };
    return state->instance[number].label == NULL ? no_memory() : UL_OK;
}

/* The key of a label in a folder; grows the list of instances by key. */
static ul_status find_key(reading *state, size_t f, const char *label, size_t *key, bool *is_new)
{
    char text[512];
    const int n = snprintf(text, sizeof text, "%zu %.400s", f, label);
    *key = ul_names_add(state->key, text, (size_t)n, is_new);
    if (*key != UL_NONE && *key >= state->key_room) {
        const size_t room = 2 * *key + 64;
        state->instance_of_key = ul_arena_grow(state->summary->arena, state->instance_of_key,
                                               state->key_room, room,
                                               sizeof *state->instance_of_key);
        state->key_room = room;
    }
    return *key == UL_NONE || state->instance_of_key == NULL ? no_memory() : UL_OK;
}

static ul_status number_instance(reading *state, size_t q)
{
    const ul_record *r = &state->record[q];
    const size_t f = state->folder_of[q];
    bool new_content, new_key;
    size_t key;
    const size_t number = ul_names_add(state->content, r->sha256, strlen(r->sha256), &new_content);
    if (number == UL_NONE)
        return no_memory();
    UL_TRY(find_key(state, f, r->instance, &key, &new_key));
    state->summary->instance_of[q] = number;
    if (new_key) {
        state->instance_of_key[key] = number;
        if (new_content)
            return name_instance(state, r, f, number);
        if (strcmp(state->instance[number].label, r->instance) != 0)
            add_twin(state, r->instance, state->instance[number].label);
    } else if (state->instance_of_key[key] != number) {
        return ul_fail(UL_E_INPUT, "%s/" UL_RECORDS ": instance '%s' has two contents: %.64s and "
                                   "%.64s", state->path[f], r->instance,
                       state->instance[state->instance_of_key[key]].sha256, r->sha256);
    }
    return UL_OK;
}

static ul_status number_instances(reading *state)
{
    ul_summary *s = state->summary;
    char text[REMARK_ROOM + 200];
    for (size_t q = 0; q < s->n_records; q++)
        UL_TRY(number_instance(state, q));
    s->n_instances = ul_names_count(state->content);
    s->instance = state->instance;
    if (state->n_twins == 0)
        return UL_OK;
    snprintf(text, sizeof text, "Equal instances (the same SHA-256) count once: %zu label%s, %s%s.",
             state->n_twins, state->n_twins == 1 ? "" : "s", state->twins,
             strlen(state->twins) >= REMARK_ROOM / 2 ? ", ..." : "");
    return remark(state, text);
}

/* ---- methods ---- */

enum { NAME_ROOM = 4096 };

static void method_text(const ul_record *r, const char *folder, char text[NAME_ROOM])
{
    snprintf(text, NAME_ROOM, "%s%s%s%s%s", r->method, r->parameters[0] != '\0' ? " " : "",
             r->parameters, folder == NULL ? "" : " @", folder == NULL ? "" : short_name(folder));
}

/* The run, whichever folder it is in. */
enum { RUN_ROOM = NAME_ROOM + 128 };
static size_t run_text(const ul_record *r, char text[RUN_ROOM])
{
    char method[NAME_ROOM];
    method_text(r, NULL, method);
    return (size_t)snprintf(text, RUN_ROOM, "%s %llu %s", r->sha256, (unsigned long long)r->seed,
                            method);
}

/* Methods of a folder that did a run which an earlier folder has, too: they are kept
 * apart, or a run would count twice, and two versions would become one. */
static ul_status find_repeated(reading *state, size_t first, size_t end, ul_names *repeated)
{
    char text[RUN_ROOM];
    for (size_t q = first; q < end; q++) {
        const size_t n = run_text(&state->record[q], text);
        if (ul_names_find(state->run, text, n) == UL_NONE)
            continue;
        method_text(&state->record[q], state->path[state->folder_of[q]], text);
        if (ul_names_add(repeated, text, strlen(text), NULL) == UL_NONE)
            return no_memory();
    }
    for (size_t q = first; q < end; q++) {
        const size_t n = run_text(&state->record[q], text);
        if (ul_names_add(state->run, text, n, NULL) == UL_NONE)
            return no_memory();
    }
    return UL_OK;
}

static ul_status number_methods(reading *state, ul_names *repeated)
{
    ul_summary *s = state->summary;
    for (size_t q = 0; q < s->n_records; q++) {
        char text[NAME_ROOM];
        method_text(&state->record[q], state->path[state->folder_of[q]], text);
        if (ul_names_find(repeated, text, strlen(text)) == UL_NONE)
            method_text(&state->record[q], NULL, text);
        s->method_of[q] = ul_names_add(state->method, text, strlen(text), NULL);
        if (s->method_of[q] == UL_NONE)
            return no_memory();
    }
    s->n_methods = ul_names_count(state->method);
    return ul_names_count(repeated) == 0
               ? UL_OK
               : remark(state, "Runs that several folders have are kept apart: a method is named "
                               "with its folder, @FOLDER, from the second on.");
}

static ul_status label_methods(const reading *state)
{
    const ul_summary *s = state->summary;
    char **label = ul_arena_alloc(s->arena, s->n_methods, sizeof *label);
    if (label == NULL)
        return no_memory();
    for (size_t m = 0; m < s->n_methods; m++) {
        label[m] = ul_arena_text(s->arena, ul_names_text(state->method, m),
                                 ul_names_length(state->method, m));
        if (label[m] == NULL)
            return no_memory();
    }
    UL_TRY(ul_method_labels_shorten(s->arena, label, s->n_methods));
    for (size_t m = 0; m < s->n_methods; m++)
        s->method[m].label = label[m];
    return UL_OK;
}

static ul_status find_methods(reading *state)
{
    ul_names *repeated = ul_names_new();
    ul_status status = repeated == NULL ? no_memory() : UL_OK;
    size_t first = 0;
    while (first < state->summary->n_records && status == UL_OK) {
        size_t end = first;
        while (end < state->summary->n_records
               && state->folder_of[end] == state->folder_of[first])
            end++;
        status = find_repeated(state, first, end, repeated);
        first = end;
    }
    if (status == UL_OK)
        status = number_methods(state, repeated);
    ul_names_free(repeated);
    if (status == UL_OK)
        status = ul_summary_make_methods(state->summary);
    return status == UL_OK ? label_methods(state) : status;
}

/* ---- references ---- */

static void add_to_reference(const ul_record *r, ul_reference *reference)
{
    reference->infeasible = reference->infeasible || r->outcome == UL_INFEASIBLE;
    if (r->has_cost) {
        const double cost = ul_cost_double(r->cost);
        reference->best = reference->has_best && reference->best < cost ? reference->best : cost;
        reference->has_best = true;
        if (r->outcome == UL_OPTIMAL) {
            reference->has_optimum = true;
            reference->optimum = cost;
            reference->certified = reference->certified || strcmp(r->certificate, "verified") == 0;
        }
    }
    if (r->has_bound && r->bound > 0) {
        const double bound = ul_cost_double(r->bound);
        reference->bound = reference->has_bound && reference->bound > bound ? reference->bound
                                                                            : bound;
        reference->has_bound = true;
    }
}

/* A heuristic that gives up says infeasible, too: another's plan refutes it. What would
 * have stopped the bench must not be averaged into a table. */
static ul_status find_references(reading *state)
{
    ul_summary *s = state->summary;
    ul_reference *reference = ul_arena_alloc(s->arena, s->n_instances, sizeof *reference);
    ul_extremes *extremes = ul_arena_alloc(s->arena, s->n_instances, sizeof *extremes);
    bool alarm;
    if (reference == NULL || extremes == NULL)
        return no_memory();
    for (size_t q = 0; q < s->n_records; q++) {
        UL_TRY(ul_extremes_add(&extremes[s->instance_of[q]], &s->record[q], &alarm));
        add_to_reference(&s->record[q], &reference[s->instance_of[q]]);
    }
    for (size_t q = 0; q < s->n_instances; q++)
        reference[q].infeasible = reference[q].infeasible && !reference[q].has_best;
    s->reference = reference;
    return UL_OK;
}

/* ---- classes ---- */

typedef struct {
    reading *state;
    size_t folder;
} class_context;

static ul_status take_class(void *context, const char *input, const char *class, const char *value)
{
    const class_context *c = context;
    reading *state = c->state;
    char text[512];
    const int n = snprintf(text, sizeof text, "%zu %.400s", c->folder, input);
    const size_t key = ul_names_find(state->key, text, (size_t)n);
    const size_t number = ul_names_add(state->class_name, class, strlen(class), NULL);
    if (number == UL_NONE)
        return no_memory();
    if (key == UL_NONE || number >= CLASSES_MAX)
        return UL_OK; /* nothing ran on it yet */
    ul_instance_summary *instance = &state->instance[state->instance_of_key[key]];
    instance->of_class[number] = ul_arena_text(state->summary->arena, value, strlen(value));
    return instance->of_class[number] == NULL ? no_memory() : UL_OK;
}

static ul_status read_manifests(reading *state)
{
    ul_summary *s = state->summary;
    ul_manifest_facts *facts = ul_arena_alloc(s->arena, s->n_folders, sizeof *facts);
    if (facts == NULL)
        return no_memory();
    for (size_t q = 0; q < s->n_instances; q++) {
        state->instance[q].of_class = ul_arena_alloc(s->arena, CLASSES_MAX,
                                                     sizeof *state->instance[q].of_class);
        if (state->instance[q].of_class == NULL)
            return no_memory();
        for (size_t c = 0; c < CLASSES_MAX; c++)
            state->instance[q].of_class[c] = "";
    }
    for (size_t f = 0; f < s->n_folders; f++) {
        class_context context = {state, f};
        UL_TRY(ul_manifest_facts_read(state->path[f], s->arena, &facts[f], take_class, &context));
    }
    s->folder = facts;
    return UL_OK;
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static int by_size(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    return (atof(x) > atof(y)) - (atof(x) < atof(y));
}

/* The values in order of appearance, or by size where all are numbers. */
static ul_status list_values(const ul_summary *s, size_t c, ul_class *class)
{
    bool numbers = true;
    class->n_values = 0;
    class->value = ul_arena_alloc(s->arena, s->n_instances, sizeof *class->value);
    if (class->value == NULL)
        return no_memory();
    for (size_t q = 0; q < s->n_instances; q++) {
        const char *value = s->instance[q].of_class[c];
        size_t v = 0;
        while (v < class->n_values && strcmp(class->value[v], value) != 0)
            v++;
        if (value[0] == '\0' || v < class->n_values)
            continue;
        numbers = numbers && is_number(value);
        class->value[class->n_values++] = value;
    }
    if (numbers)
        qsort(class->value, class->n_values, sizeof *class->value, by_size);
    return UL_OK;
}

/* Many sizes, as samples of traces have, are sorted by their number of digits. */
static ul_status join_sizes(reading *state, size_t c)
{
    for (size_t q = 0; q < state->summary->n_instances; q++) {
        const char *value = state->instance[q].of_class[c];
        char text[64];
        unsigned long long low = 1;
        if (!is_number(value))
            continue;
        for (const char *digit = value + 1; *digit != '\0'; digit++)
            low *= 10;
        snprintf(text, sizeof text, "%llu to %llu", low, low * 10 - 1);
        state->instance[q].of_class[c] = ul_arena_text(state->summary->arena, text, strlen(text));
        if (state->instance[q].of_class[c] == NULL)
            return no_memory();
    }
    return UL_OK;
}

static ul_status find_classes(reading *state)
{
    enum { SIZES_MAX = 8 };
    ul_summary *s = state->summary;
    const size_t n = ul_names_count(state->class_name);
    ul_class *classes = ul_arena_alloc(s->arena, CLASSES_MAX, sizeof *classes);
    if (classes == NULL)
        return no_memory();
    s->n_classes = n < CLASSES_MAX ? n : CLASSES_MAX;
    for (size_t c = 0; c < s->n_classes; c++) {
        classes[c].name = ul_arena_text(s->arena, ul_names_text(state->class_name, c),
                                        ul_names_length(state->class_name, c));
        if (classes[c].name == NULL)
            return no_memory();
        UL_TRY(list_values(s, c, &classes[c]));
        if (strcmp(classes[c].name, "size") == 0 && classes[c].n_values > SIZES_MAX) {
            UL_TRY(join_sizes(state, c));
            UL_TRY(list_values(s, c, &classes[c]));
        }
    }
    s->classes = classes;
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

static ul_status tell_differing(reading *state, const differing *d, const char *what)
{
    char text[REMARK_ROOM];
    int n = snprintf(text, sizeof text, "%s: ", what);
    if (d->n < 2)
        return UL_OK;
    for (size_t q = 0; q < d->n && n < REMARK_ROOM - 160; q++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%.120s", q == 0 ? "" : "; ", d->seen[q]);
    snprintf(text + n, sizeof text - (size_t)n, ".");
    return remark(state, text);
}

static ul_status limits_text(const ul_summary *s, const ul_manifest_facts *f, const char **result)
{
    char text[256];
    snprintf(text, sizeof text, "%s %g s wall, %g s CPU, %g MB (0 is none)", short_name(f->folder),
             f->wall_s, f->cpu_s, f->memory_mb);
    *result = ul_arena_text(s->arena, text, strlen(text));
    return *result == NULL ? no_memory() : UL_OK;
}

static ul_status tell_differences(reading *state)
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
    UL_TRY(tell_differing(state, &version, "The rows were made by different versions of the program"));
    UL_TRY(tell_differing(state, &machine, "The folders were made on different machines, whose times "
                                           "do not compare"));
    return same ? UL_OK : tell_differing(state, &limits, "The folders had different limits");
}

/* ---- the whole ---- */

static ul_status make_numbers(reading *state)
{
    ul_summary *s = state->summary;
    s->instance_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->instance_of);
    s->method_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->method_of);
    state->instance = ul_arena_alloc(s->arena, s->n_records, sizeof *state->instance);
    return s->instance_of == NULL || s->method_of == NULL || state->instance == NULL ? no_memory()
                                                                                     : UL_OK;
}

static ul_status fill(reading *state)
{
    ul_summary *s = state->summary;
    for (size_t f = 0; f < s->n_folders; f++)
        UL_TRY(read_folder(state, f));
    s->record = state->record;
    UL_TRY(make_numbers(state));
    UL_TRY(number_instances(state));
    UL_TRY(find_methods(state));
    UL_TRY(find_references(state));
    UL_TRY(read_manifests(state));
    UL_TRY(find_classes(state));
    UL_TRY(tell_differences(state));
    s->remark = ul_arena_alloc(s->arena, REMARKS_MAX, sizeof *s->remark);
    if (s->remark == NULL)
        return no_memory();
    memcpy((void *)s->remark, state->remark, sizeof state->remark);
    return ul_summary_fill(s);
}

ul_status ul_summary_read(const char *const *folder, size_t n, ul_arena *arena,
                          ul_summary **summary)
{
    ul_summary *s = ul_arena_alloc(arena, 1, sizeof *s);
    reading state = {.summary = s, .path = folder};
    ul_names **const names[] = {&state.content, &state.label, &state.method,
                                &state.run,     &state.key,   &state.class_name};
    bool whole = s != NULL;
    for (size_t q = 0; q < sizeof names / sizeof *names; q++)
        whole = (*names[q] = ul_names_new()) != NULL && whole;
    ul_status status = whole ? UL_OK : no_memory();
    if (status == UL_OK) {
        s->arena = arena;
        s->n_folders = n;
        status = fill(&state);
    }
    for (size_t q = 0; q < sizeof names / sizeof *names; q++)
        ul_names_free(*names[q]);
    *summary = s;
    return status;
}
