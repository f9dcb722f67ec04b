#include "manifest.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "build.h" /* made by the build: UL_BUILD_VERSION, UL_BUILD_COMPILER, ... */
#include "json.h"
#include "output.h"

const char *ul_build_version(void)
{
    return UL_BUILD_VERSION;
}

static void put_string(ul_output *out, const char *text)
{
    ul_output_text(out, "\"");
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            ul_output_format(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            ul_output_format(out, "\\u%04x", *text);
        else
            ul_output_bytes(out, text, 1);
    }
    ul_output_text(out, "\"");
}

static void put_member(ul_output *out, const char *name, const char *value)
{
    ul_output_format(out, "  \"%s\": ", name);
    put_string(out, value);
    ul_output_text(out, ",\n");
}

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

static void put_inputs(ul_output *out, const ul_manifest_input *input, size_t n)
{
    ul_output_text(out, "  \"inputs\": [");
    for (size_t q = 0; q < n; q++) {
        ul_output_text(out, q == 0 ? "\n    {\"name\": " : ",\n    {\"name\": ");
        put_string(out, input[q].name);
        ul_output_format(out, ", \"sha256\": \"%s\"}", input[q].sha256);
    }
    ul_output_text(out, "\n  ],\n");
}

/* The program and where it ran. */
static void put_program(ul_output *out, int argc, char **argv)
{
    char text[256];
    const time_t now = time(NULL);
    put_member(out, "version", UL_BUILD_VERSION);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    put_member(out, "started", text);
    ul_output_text(out, "  \"argv\": [");
    for (int q = 0; q < argc; q++) {
        ul_output_text(out, q == 0 ? "" : ", ");
        put_string(out, argv[q]);
    }
    ul_output_text(out, "],\n");
    put_member(out, "compiler", UL_BUILD_COMPILER);
    put_member(out, "flags", UL_BUILD_FLAGS);
    put_member(out, "libraries", UL_BUILD_LIBRARIES);
    cpu_name(text, sizeof text);
    put_member(out, "cpu", text);
    ul_output_format(out, "  \"cores\": %ld,\n", sysconf(_SC_NPROCESSORS_ONLN));
}

static void put_manifest(ul_output *out, const ul_suite *suite, const ul_manifest_input *input,
                         int argc, char **argv)
{
    ul_output_text(out, "{\n");
    put_program(out, argc, argv);
    put_member(out, "suite", suite->name);
    put_member(out, "suite_sha256", suite->sha256);
    put_inputs(out, input, suite->n_instances);
    ul_output_format(out, "  \"repetitions\": %llu,\n", (unsigned long long)suite->repetitions);
    ul_output_format(out, "  \"limits\": {\"wall_s\": %g, \"cpu_s\": %g, \"memory_mb\": %llu}\n}\n",
                     suite->wall_s, suite->cpu_s, (unsigned long long)suite->memory_mb);
}

static ul_status write_suite(const ul_suite *suite, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    ul_output_bytes(out, suite->text, suite->text_length);
    return ul_output_close(out, NULL);
}

ul_status ul_manifest_write(const char *folder, const ul_suite *suite,
                            const ul_manifest_input *input, int argc, char **argv)
{
    char path[4096];
    ul_output *out;
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    UL_TRY(ul_output_open(path, &out));
    put_manifest(out, suite, input, argc, argv);
    UL_TRY(ul_output_close(out, NULL));
    snprintf(path, sizeof path, "%s/suite.csv", folder);
    return write_suite(suite, path);
}

ul_status ul_manifest_write_table(const char *folder, const ul_manifest_table *table)
{
    char path[4096];
    ul_output *out;
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "{\n");
    put_program(out, table->argc, table->argv);
    put_member(out, "table", table->name);
    put_member(out, "paper", table->paper);
    put_member(out, "parameters", table->parameters);
    put_inputs(out, table->input, table->n_inputs);
    ul_output_format(out, "  \"seed\": %llu,\n  \"limits\": {\"wall_s\": %g},\n  \"wall_s\": "
                          "%.1f\n}\n", (unsigned long long)table->seed, table->time_limit_s,
                     table->wall_s);
    return ul_output_close(out, NULL);
}

static bool read_input(const ul_json *input, const char *label, ul_instance_fact *fact)
{
    const char *name, *sha256;
    if (!ul_json_text(ul_json_member(input, "name"), &name) || strcmp(name, label) != 0
        || !ul_json_text(ul_json_member(input, "sha256"), &sha256)
        || strlen(sha256) != UL_SHA256_TEXT - 1)
        return false;
    memcpy(fact->sha256, sha256, UL_SHA256_TEXT);
    return true;
}

ul_status ul_manifest_read(const char *folder, const ul_suite *suite, ul_instance_fact *fact)
{
    char path[4096];
    ul_input *input;
    ul_json *document;
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    UL_TRY(ul_input_open(path, &input));
    const ul_status status = ul_json_read(input, &document);
    ul_input_close(input);
    bool whole = status == UL_OK;
    if (whole) {
        const ul_json *inputs = ul_json_member(document, "inputs");
        whole = ul_json_count(inputs) == suite->n_instances;
        for (size_t q = 0; whole && q < suite->n_instances; q++)
            whole = read_input(ul_json_element(inputs, q), suite->instance[q].label, &fact[q]);
        ul_json_free(document);
    }
    return whole ? UL_OK
                 : ul_fail(UL_E_INPUT, "%s: it is damaged: the hashes of the suite's instances are "
                                       "not in it; without the file --resume makes it again", path);
}

ul_status ul_manifest_agree(const char *folder, const ul_suite *suite)
{
    ul_suite *made_by;
    UL_TRY(ul_suite_read_copy(folder, &made_by));
    const bool same = strcmp(made_by->sha256, suite->sha256) == 0;
    ul_suite_free(made_by);
    return same ? UL_OK
                : ul_fail(UL_E_INPUT, "%s: this folder was made by another suite; choose another "
                                      "--out", folder);
}
