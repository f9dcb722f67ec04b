#include "manifest.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "build.h" /* made by the build: UL_BUILD_VERSION, UL_BUILD_COMPILER, ... */
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

static void put_instances(ul_output *out, const ul_suite *suite)
{
    ul_output_text(out, "  \"instances\": [");
    for (size_t q = 0; q < suite->n_instances; q++) {
        ul_output_text(out, q == 0 ? "\n    " : ",\n    ");
        put_string(out, suite->instance[q].label);
    }
    ul_output_text(out, "\n  ],\n");
}

static void put_manifest(ul_output *out, const ul_suite *suite, int argc, char **argv)
{
    char text[256];
    const time_t now = time(NULL);
    ul_output_text(out, "{\n");
    put_member(out, "version", UL_BUILD_VERSION);
    put_member(out, "suite", suite->name);
    put_member(out, "suite_sha256", suite->sha256);
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
    put_instances(out, suite);
    ul_output_format(out, "  \"cores\": %ld,\n  \"repetitions\": %llu,\n",
                     sysconf(_SC_NPROCESSORS_ONLN), (unsigned long long)suite->repetitions);
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

ul_status ul_manifest_write(const char *folder, const ul_suite *suite, int argc, char **argv)
{
    char path[4096];
    ul_output *out;
    snprintf(path, sizeof path, "%s/suite.csv", folder);
    if (access(path, F_OK) == 0)
        return UL_OK; /* resumed: the first manifest stands */
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    UL_TRY(ul_output_open(path, &out));
    put_manifest(out, suite, argc, argv);
    UL_TRY(ul_output_close(out, NULL));
    snprintf(path, sizeof path, "%s/suite.csv", folder);
    return write_suite(suite, path);
}

ul_status ul_manifest_agree(const char *folder, const ul_suite *suite, bool resume)
{
    char path[4096];
    ul_suite *made_by;
    snprintf(path, sizeof path, "%s/suite.csv", folder);
    if (!resume || access(path, F_OK) != 0)
        return UL_OK;
    UL_TRY(ul_suite_read(path, &made_by));
    const bool same = strcmp(made_by->sha256, suite->sha256) == 0;
    ul_suite_free(made_by);
    return same ? UL_OK
                : ul_fail(UL_E_INPUT, "%s: this folder was made by another suite; choose another "
                                      "--out", folder);
}
