#include "artifact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "manifest.h"
#include "program.h"
#include "record.h"
#include "report_html.h"
#include "run_folder.h"

enum { SAID = 1 << 16 };

typedef struct {
    const ul_artifact_options *options;
    ul_arena *arena;
    char stage[UL_PATH]; /* a folder of ours; in it the artifact's */
    char root[UL_PATH];
    ul_manifest_facts facts;
    ul_outside_list outside;
    size_t n_runs, n_plans;
    double run_s; /* wall time of all runs */
    double check_s, report_s;
    char **answer; /* the report's sentences */
    size_t n_answers;
    const char *asked; /* and what to ask it for: "", or the baseline */
} packing;

/* ---- programs that help ---- */

static ul_status run(char *const argv[], char *said, size_t room)
{
    int code;
    UL_TRY(ul_program_run(argv, said, room, &code));
    return code == 0 ? UL_OK : ul_fail(UL_E_IO, "%s: %.400s", argv[0], said);
}

static ul_status copy(const packing *p, const char *from, const char *to)
{
    char said[1024], path[UL_PATH];
    ul_run_folder_path(p->root, to, path);
    return run((char *[]){"cp", "-RL", "--", (char *)from, path, NULL}, said, sizeof said);
}

/* A file of the artifact; a script where it begins like one. */
static ul_status write_text(const packing *p, const char *name, const char *text)
{
    char path[UL_PATH];
    ul_output *out;
    ul_run_folder_path(p->root, name, path);
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, text);
    UL_TRY(ul_output_close(out, NULL));
    chmod(path, strncmp(text, "#!", 2) == 0 ? 0755 : 0644);
    return UL_OK;
}

/* ---- what is in it ---- */

/* Every C library is the system's, and nobody's but its own loader's. */
static bool is_of_libc(const char *name)
{
    static const char *const of[] = {"libc.so", "libm.so", "libdl.so", "librt.so", "libpthread.so",
                                     "ld-linux", "linux-vdso"};
    for (size_t q = 0; q < sizeof of / sizeof *of; q++)
        if (strncmp(name, of[q], strlen(of[q])) == 0)
            return true;
    return false;
}

/* "	libgsl.so.27 => /lib/x86_64-linux-gnu/libgsl.so.27 (0x...)" of ldd, line by line. */
static ul_status copy_libraries(const packing *p)
{
    char said[SAID], to[UL_PATH], *rest = said;
    UL_TRY(run((char *[]){"ldd", (char *)p->options->program, NULL}, said, sizeof said));
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        char *name = line + strspn(line, " \t"), *path = strstr(name, " => /");
        if (path == NULL || is_of_libc(name))
            continue;
        *path = '\0';
        path += 4;
        path[strcspn(path, " ")] = '\0';
        snprintf(to, sizeof to, "lib/%s", name);
        UL_TRY(copy(p, path, to));
    }
    return UL_OK;
}

static const char wrapper[] =
    "#!/bin/sh\n"
    "# ullage as it was, with the libraries that it had\n"
    "here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
    "LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} OPENBLAS_NUM_THREADS=1\n"
    "export LD_LIBRARY_PATH OPENBLAS_NUM_THREADS\n"
    "exec \"$here/bin/ullage\" \"$@\"\n";

static const char check[] =
    "#!/bin/sh\n"
    "# every plan of results/, by the checker alone, at the cost that is recorded\n"
    "here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
    "LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\n"
    "export LD_LIBRARY_PATH\n"
    "cd \"$here/results\" || exit 2\n"
    "valid=0 wrong=0\n"
    "while read -r run cost instance; do\n"
    "    said=$(\"$here/bin/ullage-check\" \"instances/$instance.csv.gz\" \"plans/$run.csv\" 2>&1)\n"
    "    case \"\n$said\n\" in\n"
    "        *\"\nvalid: cost $cost\n\"*) valid=$((valid + 1)) ;;\n"
    "        *) wrong=$((wrong + 1)) && echo \"run $run on $instance, recorded $cost: $said\" ;;\n"
    "    esac\n"
    "done <\"$here/plans.txt\"\n"
    "echo \"$valid plans are valid at their cost, $wrong are not\"\n"
    "[ $wrong = 0 ]\n";

static ul_status write_plans(packing *p)
{
    char path[UL_PATH], number[UL_NUMBER_TEXT];
    ul_record *record;
    ul_output *out;
    ul_run_folder_path(p->options->folder, UL_RECORDS, path);
    UL_TRY(ul_record_read(path, p->arena, &record, &p->n_runs));
    ul_run_folder_path(p->root, "plans.txt", path);
    UL_TRY(ul_output_open(path, &out));
    for (size_t q = 0; q < p->n_runs; q++) {
        p->run_s += record[q].wall_s;
        p->n_plans += record[q].has_cost;
        if (record[q].has_cost)
            ul_output_format(out, "%06llu %s %s\n", (unsigned long long)record[q].run,
                             ul_cost_text(record[q].cost, number), record[q].instance);
    }
    return ul_output_close(out, NULL);
}

static ul_status fill(packing *p)
{
    UL_TRY(ul_run_folder_make(p->root, "bin"));
    UL_TRY(ul_run_folder_make(p->root, "lib"));
    UL_TRY(copy(p, p->options->folder, "results"));
    UL_TRY(copy(p, p->options->program, "bin/ullage"));
    UL_TRY(copy(p, p->options->checker, "bin/ullage-check"));
    UL_TRY(copy_libraries(p));
    UL_TRY(write_plans(p));
    UL_TRY(write_text(p, "ullage", wrapper));
    return write_text(p, "check", check);
}

/* ---- what is claimed ---- */

static ul_status time_it(const packing *p, const char *program, char *const rest[2], double *wall_s)
{
    char path[UL_PATH], *said = malloc(SAID);
    const double start_s = ul_clock_wall_s();
    UL_NEED(said);
    ul_run_folder_path(p->root, program, path);
    const ul_status status = run((char *[]){path, rest[0], rest[1], NULL}, said, SAID);
    *wall_s = ul_clock_wall_s() - start_s;
    free(said);
    return status;
}

static ul_status find_answer(packing *p)
{
    ul_summary *summary;
    ul_report_options r = {0};
    UL_TRY(ul_summary_read(&p->options->folder, 1, p->arena, &summary));
    ul_report_find_baseline(summary, &r);
    UL_TRY(ul_arena_format(p->arena, &p->asked, r.has_baseline ? " --baseline '%s'" : "%s",
                           r.has_baseline ? summary->method[r.baseline].label : ""));
    return ul_report_answer(summary, &r, "", &p->answer, &p->n_answers);
}

static ul_status try_all(packing *p)
{
    char results[UL_PATH];
    ul_run_folder_path(p->root, "results", results);
    UL_TRY(time_it(p, "check", (char *[2]){NULL, NULL}, &p->check_s));
    UL_TRY(time_it(p, "ullage", (char *[2]){"report", results}, &p->report_s));
    return find_answer(p);
}

/* ---- what is said of it ---- */

static void put_time(ul_output *out, double seconds)
{
    if (seconds < 90)
        ul_output_format(out, "%.0f s |\n", seconds < 1 ? 1 : seconds);
    else
        ul_output_format(out, "%.0f min |\n", seconds / 60);
}

static ul_status write_readme(const packing *p)
{
    char path[UL_PATH];
    ul_output *out;
    bool whole = true;
    for (size_t q = 0; q < p->outside.n; q++)
        whole = whole && p->outside.one[q].copy[0] != '\0';
    ul_run_folder_path(p->root, "README.md", path);
    UL_TRY(ul_output_open(path, &out));
    ul_output_format(out, "# %s\n\nThe results of a suite of Ullage, `results/`, with the programs that made them "
                          "(%s, %s). %s has to be installed on a Debian of that time or later; elsewhere "
                          "`docker build -t artifact . && docker run --rm -it artifact` opens a shell in which "
                          "everything is there. Times are those of the machine that made it (%s).\n\n"
                          "| claim | command | time |\n|---|---|---|\n",
                     p->facts.suite, p->facts.version, p->facts.started,
                     whole ? "Nothing" : "What is called the system's below, and nothing else,",
                     p->facts.cpu);
    for (size_t q = 0; q < p->n_answers; q++) {
        ul_output_format(out, "| %s | `./ullage report results%s` | ", p->answer[q], p->asked);
        put_time(out, p->report_s);
    }
    ul_output_format(out, "| Each of the %zu plans is valid, at the cost that is recorded. | `./check` | ",
                     p->n_plans);
    put_time(out, p->check_s);
    ul_output_format(out, "| The %zu runs come out again: same plans, same costs. | `./ullage bench results "
                          "--replay --out again` | ", p->n_runs);
    put_time(out, p->run_s + p->check_s);
    ul_output_text(out, "\n`./ullage report results --html page.html` draws every figure; `results/records.csv` is the "
                        "raw data, a row a run, `results/manifest.json` says what made it.\n\n## Programs\n\n"
                        "| name | SHA-256 | copy |\n|---|---|---|\n");
    for (size_t q = 0; q < p->outside.n; q++)
        ul_output_format(out, "| `%s` | `%s` | %s%s |\n", p->outside.one[q].name, p->outside.one[q].sha256,
                         p->outside.one[q].copy[0] != '\0' ? "results/" : "the system's",
                         p->outside.one[q].copy);
    ul_output_text(out, "\n`SHA256SUMS` has every file: `sha256sum -c --quiet SHA256SUMS`.\n");
    return ul_output_close(out, NULL);
}

/* The package that has a program here, as it is found or else where packages put theirs; the
 * smallest of a language lacks most of its library. */
static bool find_package(const char *name, char *said, size_t room)
{
    char found[UL_PATH], usual[UL_PATH];
    const char *base = strrchr(name, '/') == NULL ? name : strrchr(name, '/') + 1, *minimal;
    char *const tried[] = {found, usual};
    snprintf(usual, sizeof usual, "/usr/bin/%.200s", base);
    for (size_t q = 0; q < 2 && ul_program_find(name, found, sizeof found); q++) {
        int code = 1;
        if (ul_program_run((char *[]){"dpkg", "-S", tried[q], NULL}, said, room, &code) != UL_OK
            || code != 0)
            continue;
        said[strcspn(said, ":")] = '\0';
        minimal = strstr(said, "-minimal");
        said[minimal == NULL ? strlen(said) : (size_t)(minimal - said)] = '\0';
        return true;
    }
    return false;
}

static ul_status write_dockerfile(const packing *p)
{
    char path[UL_PATH], said[4096];
    ul_output *out;
    ul_run_folder_path(p->root, "Dockerfile", path);
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "FROM debian:12-slim\n");
    for (size_t q = 0; q < p->outside.n; q++)
        if (p->outside.one[q].copy[0] == '\0' && find_package(p->outside.one[q].name, said, sizeof said))
            ul_output_format(out, "RUN apt-get update && apt-get install -y --no-install-recommends %s\n", said);
    ul_output_text(out, "COPY . /artifact\nWORKDIR /artifact\nCMD [\"/bin/bash\"]\n");
    return ul_output_close(out, NULL);
}

static ul_status write_citation(const packing *p)
{
    const char *text;
    UL_TRY(ul_arena_format(p->arena, &text,
                           "cff-version: 1.2.0\n"
                           "message: \"If you use these results, please cite them.\"\n"
                           "title: \"Results of the suite %s\"\n"
                           "type: dataset\n"
                           "authors:\n  - name: \"The authors of this artifact\"\n"
                           "date-released: %.10s\n"
                           "references:\n"
                           "  - type: software\n"
                           "    title: \"Ullage: how far from the best possible is a cloud provisioning decision\"\n"
                           "    authors:\n      - name: \"The Ullage authors\"\n"
                           "    version: \"%s\"\n", p->facts.suite, p->facts.started, p->facts.version));
    return write_text(p, "CITATION.cff", text);
}

static ul_status pack(const packing *p)
{
    static const char sums[] = "cd \"$1\" && find . -type f ! -name SHA256SUMS -print0 | sort -z | "
                               "xargs -0 sha256sum >SHA256SUMS";
    char said[4096];
    UL_TRY(run((char *[]){"sh", "-c", (char *)sums, "sh", (char *)p->root, NULL}, said, sizeof said));
    return run((char *[]){"tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-czf",
                          (char *)p->options->archive, "-C", (char *)p->stage,
                          strrchr(p->root, '/') + 1, NULL}, said, sizeof said);
}

static ul_status make(packing *p)
{
    UL_TRY(ul_manifest_facts_read(p->options->folder, p->arena, &p->facts, NULL, NULL));
    UL_TRY(ul_outside_read(p->options->folder, p->arena, &p->outside));
    UL_TRY(fill(p));
    UL_TRY(try_all(p));
    UL_TRY(write_readme(p));
    UL_TRY(write_dockerfile(p));
    UL_TRY(write_citation(p));
    return pack(p);
}

ul_status ul_artifact_write(const ul_artifact_options *options)
{
    packing p = {.options = options, .arena = ul_arena_new()};
    const char *base = strrchr(options->archive, '/'), *temporary = getenv("TMPDIR");
    char said[1024];
    if (!ul_run_folder_has(options->folder, UL_RECORDS))
        return ul_fail(UL_E_INPUT, "%s: there are no records to make an artifact of", options->folder);
    base = base == NULL ? options->archive : base + 1;
    snprintf(p.stage, sizeof p.stage, "%s/ullage-artifact-XXXXXX", temporary == NULL ? "/tmp" : temporary);
    UL_NEED(p.arena);
    if (mkdtemp(p.stage) == NULL)
        return ul_fail(UL_E_IO, "%s: cannot be made", p.stage);
    snprintf(p.root, sizeof p.root, "%.2000s/%.*s", p.stage, (int)strcspn(base, "."), base);
    ul_status status = ul_run_folder_make(p.root, "");
    if (status == UL_OK)
        status = make(&p);
    ul_program_run((char *[]){"rm", "-rf", "--", p.stage, NULL}, said, sizeof said, &(int){0});
    ul_arena_free(p.arena);
    return status;
}
