#include "manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "build.h" /* made by the build: UL_BUILD_VERSION, UL_BUILD_COMPILER, ... */
#include "json.h"
#include "json_writer.h"
#include "memory_group.h"
#include "output.h"
#include "run_folder.h"

/* The first "model name" or, on machines without one, the architecture. */
static void cpu_name(char *name, size_t room)
{
    char line[512];
    struct utsname machine;
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, room, "%s", uname(&machine) == 0 ? machine.machine : "unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, room, "%s", colon + 2);
        break;
    }
    if (file != NULL)
        fclose(file);
}

/* An input, on a line of its own, with what reports sort by. */
static void put_input(ul_json_writer *json, const ul_manifest_input *input)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", input->name);
    ul_json_text_member(json, "sha256", input->sha256);
    if (input->family != NULL)
        ul_json_text_member(json, "family", input->family);
    if (input->size > 0)
        ul_json_count_member(json, "size", input->size);
    if (input->is_limited)
        ul_json_text_member(json, "supply", "limited");
    if (input->n_labels > 0) {
        ul_json_open_member(json, "labels", "{", ", ");
        for (size_t q = 0; q < input->n_labels; q++)
            ul_json_text_member(json, input->label[q].name, input->label[q].value);
        ul_json_close(json, "}");
    }
    ul_json_close(json, "}");
}

static void put_inputs(ul_json_writer *json, const ul_manifest_input *input, size_t n)
{
    ul_json_open_member(json, "inputs", n == 0 ? "[" : "[\n    ", ",\n    ");
    for (size_t q = 0; q < n; q++)
        put_input(json, &input[q]);
    ul_json_close(json, n == 0 ? "]" : "\n  ]");
}

/* The program and where it ran. */
static void put_program(ul_json_writer *json, int argc, char **argv)
{
    char text[256];
    const time_t now = time(NULL);
    ul_json_text_member(json, "version", UL_BUILD_VERSION);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    ul_json_text_member(json, "started", text);
    ul_json_texts_member(json, "argv", (const char *const *)argv, (size_t)argc);
    ul_json_text_member(json, "compiler", UL_BUILD_COMPILER);
    ul_json_text_member(json, "flags", UL_BUILD_FLAGS);
    ul_json_text_member(json, "libraries", UL_BUILD_LIBRARIES);
    cpu_name(text, sizeof text);
    ul_json_text_member(json, "cpu", text);
    ul_json_put_member(json, "cores", "%ld", sysconf(_SC_NPROCESSORS_ONLN));
}

/* Begins a manifest: an object with a member a line. */
static ul_status begin(const char *folder, ul_output **out, ul_json_writer *json)
{
    char path[UL_PATH];
    ul_run_folder_path(folder, UL_MANIFEST, path);
    UL_TRY(ul_output_open(path, out));
    *json = ul_json_writer_on(*out);
    ul_json_open(json, "{\n  ", ",\n  ");
    return UL_OK;
}

static ul_status end(ul_output *out, ul_json_writer *json)
{
    ul_json_close(json, "\n}\n");
    return ul_output_close(out, NULL);
}

static ul_status write_suite(const ul_suite *suite, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    ul_output_bytes(out, suite->text, suite->text_length);
    return ul_output_close(out, NULL);
}

static void put_outside(ul_json_writer *json, const ul_outside_list *list)
{
    ul_json_open_member(json, "programs", "[\n    ", ",\n    ");
    for (size_t q = 0; q < list->n; q++) {
        ul_json_open(json, "{", ", ");
        ul_json_text_member(json, "name", list->one[q].name);
        ul_json_text_member(json, "sha256", list->one[q].sha256);
        if (list->one[q].copy[0] != '\0')
            ul_json_text_member(json, "copy", list->one[q].copy);
        ul_json_close(json, "}");
    }
    ul_json_close(json, "\n  ]");
}

/* The build leaves the difference beside the program; it may have gone on since. */
static ul_status copy_diff(const char *folder)
{
    char from[UL_PATH], to[UL_PATH], sha256[UL_SHA256_TEXT], *text;
    const ssize_t n = readlink("/proc/self/exe", from, sizeof from - 1);
    ul_input *input;
    ul_output *out;
    size_t length;
    if (UL_BUILD_DIFF[0] == '\0' || n <= 0)
        return UL_OK;
    from[n] = '\0';
    snprintf(strrchr(from, '/'), 32, "/ullage.diff");
    if (ul_input_open(from, &input) != UL_OK)
        return UL_OK;
    const ul_status status = ul_input_read_all(input, 64 << 20, &text, &length);
    ul_input_sha256(input, sha256);
    ul_input_close(input);
    UL_TRY(status);
    ul_run_folder_path(folder, UL_DIFF, to);
    ul_status written = UL_OK;
    if (strcmp(sha256, UL_BUILD_DIFF) == 0 && (written = ul_output_open(to, &out)) == UL_OK) {
        ul_output_bytes(out, text, length);
        written = ul_output_close(out, NULL);
    }
    free(text);
    return written;
}

ul_status ul_manifest_write(const char *folder, const ul_suite *suite, const ul_manifest_run *run)
{
    char path[UL_PATH];
    ul_output *out;
    ul_json_writer json;
    UL_TRY(begin(folder, &out, &json));
    put_program(&json, run->argc, run->argv);
    if (UL_BUILD_DIFF[0] != '\0')
        ul_json_text_member(&json, "diff_sha256", UL_BUILD_DIFF);
    ul_json_text_member(&json, "suite", suite->name);
    ul_json_text_member(&json, "suite_sha256", suite->sha256);
    if (run->replay_of != NULL)
        ul_json_text_member(&json, "replay_of", run->replay_of);
    put_inputs(&json, run->input, suite->n_instances);
    if (run->outside.n > 0)
        put_outside(&json, &run->outside);
    if (run->passed_over[0] != '\0')
        ul_json_text_member(&json, "passed_over", run->passed_over);
    ul_json_count_member(&json, "repetitions", suite->repetitions);
    ul_json_name(&json, "limits");
    ul_json_put(&json, "{\"wall_s\": %g, \"cpu_s\": %g, \"memory_mb\": %llu, \"memory_by\": \"%s\"}",
                suite->wall_s, suite->cpu_s, (unsigned long long)suite->memory_mb,
                ul_memory_groups_are() ? "cgroup" : "watching");
    UL_TRY(end(out, &json));
    UL_TRY(copy_diff(folder));
    ul_run_folder_path(folder, UL_SUITE_COPY, path);
    return write_suite(suite, path);
}

ul_status ul_manifest_write_table(const char *folder, const ul_manifest_table *table)
{
    ul_output *out;
    ul_json_writer json;
    UL_TRY(begin(folder, &out, &json));
    put_program(&json, table->argc, table->argv);
    ul_json_text_member(&json, "table", table->name);
    ul_json_text_member(&json, "paper", table->paper);
    ul_json_text_member(&json, "parameters", table->parameters);
    put_inputs(&json, table->input, table->n_inputs);
    ul_json_count_member(&json, "seed", table->seed);
    ul_json_put_member(&json, "limits", "{\"wall_s\": %g}", table->time_limit_s);
    ul_json_put_member(&json, "wall_s", "%.1f", table->wall_s);
    return end(out, &json);
}

static ul_status open_manifest(const char *folder, ul_json **document)
{
    char path[UL_PATH];
    ul_run_folder_path(folder, UL_MANIFEST, path);
    return ul_json_read(path, document);
}

static double number_of(const ul_json *value)
{
    double number;
    return ul_json_number(value, &number) ? number : 0;
}

/* A known input's facts; inputs that the suite has got since are not there yet. */
static bool read_input(const ul_json *input, const ul_suite *suite, ul_instance_fact *fact)
{
    const char *name, *sha256;
    size_t q = 0;
    if (!ul_json_text(ul_json_member(input, "name"), &name)
        || !ul_json_text(ul_json_member(input, "sha256"), &sha256)
        || strlen(sha256) != UL_SHA256_TEXT - 1)
        return false;
    while (q < suite->n_instances && strcmp(suite->instance[q].label, name) != 0)
        q++;
    if (q == suite->n_instances)
        return true;
    memcpy(fact[q].sha256, sha256, UL_SHA256_TEXT);
    fact[q].size = (uint64_t)number_of(ul_json_member(input, "size"));
    fact[q].is_limited = ul_json_member(input, "supply") != NULL;
    return true;
}

ul_status ul_manifest_read(const char *folder, const ul_suite *suite, ul_instance_fact *fact)
{
    ul_json *document;
    const ul_status status = open_manifest(folder, &document);
    if (status == UL_E_IO)
        return status;
    bool whole = status == UL_OK;
    if (whole) {
        const ul_json *inputs = ul_json_member(document, "inputs");
        whole = ul_json_count(inputs) > 0;
        for (size_t q = 0; whole && q < ul_json_count(inputs); q++)
            whole = read_input(ul_json_element(inputs, q), suite, fact);
        ul_json_free(document);
    }
    return whole ? UL_OK
                 : ul_fail(UL_E_INPUT, "%s/" UL_MANIFEST ": it is damaged: the hashes of the suite's "
                                       "instances are not in it; without the file --resume makes "
                                       "it again", folder);
}

/* Both suites have their instances in order, and one has grown: the other's are looked for
 * behind the last that was found. */
static ul_status check_instances(const char *folder, const ul_suite *then, const ul_suite *now)
{
    size_t o = 0;
    for (size_t q = 0; q < now->n_instances; q++)
        for (size_t left = then->n_instances; left > 0; left--, o = (o + 1) % then->n_instances) {
            const ul_suite_instance *x = &then->instance[o], *y = &now->instance[q];
            if (strcmp(x->label, y->label) != 0)
                continue;
            if (x->cpu_s != y->cpu_s)
                return ul_fail(UL_E_INPUT, "%s: instance '%s' had another limit when this folder "
                                           "was made; choose another --out", folder, x->label);
            break;
        }
    return UL_OK;
}

/* Runs of one method under two limits would be averaged as if they were alike. */
static ul_status check_limits(const char *folder, const ul_suite *then, const ul_suite *now)
{
    for (size_t m = 0; m < now->n_methods; m++)
        for (size_t o = 0; o < then->n_methods; o++) {
            const ul_suite_method *x = &then->method[o], *y = &now->method[m];
            if (strcmp(x->method->name, y->method->name) == 0
                && strcmp(x->parameters, y->parameters) == 0
                && (x->wall_s != y->wall_s || x->cpu_s != y->cpu_s || x->memory_mb != y->memory_mb))
                return ul_fail(UL_E_INPUT, "%s: method '%s' had other limits when this folder was "
                                           "made; choose another --out", folder, x->method->name);
        }
    return check_instances(folder, then, now);
}

ul_status ul_manifest_agree(const char *folder, const ul_suite *suite, bool *changed)
{
    ul_suite *made_by;
    UL_TRY(ul_suite_read_copy(folder, &made_by));
    *changed = made_by->text_length != suite->text_length
               || memcmp(made_by->text, suite->text, suite->text_length) != 0;
    const ul_status status = strcmp(made_by->name, suite->name) != 0
                                 ? ul_fail(UL_E_INPUT, "%s: this folder was made by another suite, "
                                                       "'%s'; choose another --out", folder,
                                           made_by->name)
                                 : check_limits(folder, made_by, suite);
    ul_suite_free(made_by);
    return status;
}

/* ---- what a report wants to know ---- */

static ul_status read_text(const ul_json *document, const char *name, ul_arena *arena, const char **text)
{
    if (!ul_json_text(ul_json_member(document, name), text)) {
        *text = "";
        return UL_OK;
    }
    *text = ul_arena_text(arena, *text, strlen(*text));
    return *text == NULL ? ul_no_memory() : UL_OK;
}

typedef struct {
    ul_manifest_class_fn fn;
    void *context;
    const char *input;
} telling;

static ul_status tell_label(void *context, const char *name, const ul_json *value)
{
    const telling *t = context;
    const char *text;
    return ul_json_text(value, &text) ? t->fn(t->context, t->input, name, text) : UL_OK;
}

static ul_status tell_input(telling *t, const ul_json *input)
{
    const char *text;
    char number[32];
    if (!ul_json_text(ul_json_member(input, "name"), &t->input))
        return UL_OK;
    if (ul_json_text(ul_json_member(input, "family"), &text))
        UL_TRY(t->fn(t->context, t->input, "family", text));
    snprintf(number, sizeof number, "%.0f", number_of(ul_json_member(input, "size")));
    if (ul_json_member(input, "size") != NULL)
        UL_TRY(t->fn(t->context, t->input, "size", number));
    const ul_json *labels = ul_json_member(input, "labels");
    return ul_json_is_object(labels) ? ul_json_each(labels, tell_label, t) : UL_OK;
}

static ul_status read_facts(const ul_json *document, ul_arena *arena, ul_manifest_facts *facts)
{
    const ul_json *limits = ul_json_member(document, "limits");
    facts->is_there = true;
    facts->cores = number_of(ul_json_member(document, "cores"));
    facts->wall_s = number_of(ul_json_member(limits, "wall_s"));
    facts->cpu_s = number_of(ul_json_member(limits, "cpu_s"));
    facts->memory_mb = number_of(ul_json_member(limits, "memory_mb"));
    UL_TRY(read_text(document, "suite", arena, &facts->suite));
    UL_TRY(read_text(document, "version", arena, &facts->version));
    UL_TRY(read_text(document, "started", arena, &facts->started));
    UL_TRY(read_text(document, "cpu", arena, &facts->cpu));
    return read_text(document, "passed_over", arena, &facts->passed_over);
}

ul_status ul_manifest_facts_read(const char *folder, ul_arena *arena, ul_manifest_facts *facts,
                                 ul_manifest_class_fn fn, void *context)
{
    ul_json *document;
    telling t = {.fn = fn, .context = context};
    *facts = (ul_manifest_facts){.folder = folder, .suite = "", .version = "", .started = "",
                                 .cpu = "", .passed_over = ""};
    if (!ul_run_folder_has(folder, UL_MANIFEST))
        return UL_OK;
    ul_status status = open_manifest(folder, &document);
    if (status != UL_OK) /* who has no manifest that can be read has no facts */
        return status == UL_E_MEMORY ? status : UL_OK;
    status = read_facts(document, arena, facts);
    const ul_json *inputs = ul_json_member(document, "inputs");
    for (size_t q = 0; fn != NULL && q < ul_json_count(inputs) && status == UL_OK; q++)
        status = tell_input(&t, ul_json_element(inputs, q));
    ul_json_free(document);
    return status;
}
