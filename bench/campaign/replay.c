#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_writer.h"
#include "input.h"
#include "manifest.h"
#include "names.h"
#include "record.h"
#include "run_folder.h"

#define TABLE "replay.csv"
enum { KEY = 8192, PLAN_MAX = 256 << 20, TOLD_MAX = 10 };

typedef struct {
    const char *folder[2]; /* then, now */
    ul_record *record[2];
    size_t n[2];
    ul_names *key; /* of the runs of then, numbered as they are */
    ul_csv_writer csv;
    ul_output *said;
    size_t n_runs, n_plans, n_costs, n_limited, n_other;
    double cpu_s[2];
} comparison;

ul_status ul_replay_suite(const char *folder, ul_suite **result)
{
    UL_TRY(ul_suite_read_copy(folder, result));
    ul_suite *suite = *result;
    for (size_t q = 0; q < suite->n_instances; q++) {
        ul_suite_instance *entry = &suite->instance[q];
        char *path = ul_arena_alloc(suite->arena, UL_PATH, 1);
        UL_NEED(path);
        ul_run_folder_instance(folder, entry->label, path);
        entry->again = path;
    }
    return ul_outside_settle(folder, suite);
}

static const char *key_of(const ul_record *r, char key[KEY])
{
    snprintf(key, KEY, "%s\t%s\t%s\t%llu", r->instance, r->method, r->parameters,
             (unsigned long long)r->seed);
    return key;
}

/* The hash of a run's plan; "" where it has none. */
static void plan_hash(const char *folder, const ul_record *r, char sha256[UL_SHA256_TEXT])
{
    char path[UL_PATH], *text = NULL;
    size_t length;
    ul_input *input;
    sha256[0] = '\0';
    ul_run_folder_file(folder, UL_PLANS, r->run, path);
    if (!r->has_cost || ul_input_open(path, &input) != UL_OK)
        return;
    if (ul_input_read_all(input, PLAN_MAX, &text, &length) == UL_OK)
        ul_input_sha256(input, sha256);
    free(text);
    ul_input_close(input);
}

static void put_cost(ul_csv_writer *csv, const ul_record *r)
{
    char number[UL_NUMBER_TEXT];
    ul_csv_put(csv, r->has_cost ? ul_cost_text(r->cost, number) : "");
}

static void put_row(comparison *c, const ul_record *then, const ul_record *now, const char *verdict)
{
    ul_csv_writer *csv = &c->csv;
    ul_csv_put(csv, now->instance);
    ul_csv_put(csv, now->method);
    ul_csv_put(csv, now->parameters);
    ul_csv_put_number(csv, "%llu", (unsigned long long)now->seed);
    ul_csv_put(csv, verdict);
    ul_csv_put(csv, ul_outcome_name(then->outcome));
    ul_csv_put(csv, ul_outcome_name(now->outcome));
    put_cost(csv, then);
    put_cost(csv, now);
    ul_csv_put_number(csv, "%.6f", then->cpu_s);
    ul_csv_put_number(csv, "%.6f", now->cpu_s);
    ul_csv_end(csv);
}

static void tell(comparison *c, const ul_record *then, const ul_record *now)
{
    char number[2][UL_NUMBER_TEXT];
    if (c->n_other > TOLD_MAX)
        return;
    ul_output_format(c->said, "other     %s %s seed %llu: %s %s, then %s %s\n", now->instance,
                     now->method, (unsigned long long)now->seed, ul_outcome_name(now->outcome),
                     now->has_cost ? ul_cost_text(now->cost, number[0]) : "",
                     ul_outcome_name(then->outcome),
                     then->has_cost ? ul_cost_text(then->cost, number[1]) : "");
}

/* Where a limit ended one of the two, the clock had its say and nothing follows. */
static void compare_run(comparison *c, const ul_record *then, const ul_record *now)
{
    char hash[2][UL_SHA256_TEXT];
    const char *verdict = "same plan";
    const bool same = then->outcome == now->outcome && then->has_cost == now->has_cost
                      && (!then->has_cost || then->cost == now->cost);
    plan_hash(c->folder[0], then, hash[0]);
    plan_hash(c->folder[1], now, hash[1]);
    if (same && strcmp(hash[0], hash[1]) == 0) {
        c->n_plans++;
    } else if (same) {
        verdict = "same cost";
        c->n_costs++;
    } else if (then->limit != UL_LIMIT_NONE || now->limit != UL_LIMIT_NONE) {
        verdict = "limit";
        c->n_limited++;
    } else {
        verdict = "other";
        c->n_other++;
        tell(c, then, now);
    }
    c->n_runs++;
    c->cpu_s[0] += then->cpu_s;
    c->cpu_s[1] += now->cpu_s;
    put_row(c, then, now, verdict);
}

static ul_status compare_all(comparison *c)
{
    static const char *const heading[] = {"instance", "method", "parameters", "seed", "verdict",
                                          "status_then", "status_now", "cost_then", "cost_now",
                                          "cpu_then_s", "cpu_now_s"};
    char key[KEY];
    for (size_t q = 0; q < sizeof heading / sizeof *heading; q++)
        ul_csv_put(&c->csv, heading[q]);
    ul_csv_end(&c->csv);
    for (size_t q = 0; q < c->n[0]; q++) {
        key_of(&c->record[0][q], key);
        if (ul_names_add(c->key, key, strlen(key), NULL) != q)
            return ul_fail(UL_E_INPUT, "%s: run %llu is there twice", c->folder[0],
                           (unsigned long long)c->record[0][q].run);
    }
    for (size_t q = 0; q < c->n[1]; q++) {
        key_of(&c->record[1][q], key);
        const size_t then = ul_names_find(c->key, key, strlen(key));
        if (then != UL_NONE)
            compare_run(c, &c->record[0][then], &c->record[1][q]);
    }
    return UL_OK;
}

static void say_change(ul_output *out, const char *what, const char *then, const char *now)
{
    if (strcmp(then, now) != 0)
        ul_output_format(out, "%-9s %s, then %s\n", what, now, then);
}

static ul_status say_all(const comparison *c, ul_arena *arena)
{
    ul_manifest_facts facts[2];
    const char *missing;
    size_t n_missing;
    ul_output_format(c->said, "runs      %zu: %zu the same plan, %zu another plan of the same cost, "
                              "%zu other where a limit was met, %zu other\n", c->n_runs, c->n_plans,
                     c->n_costs, c->n_limited, c->n_other);
    if (c->n_runs < c->n[0])
        ul_output_format(c->said, "missing   %zu runs of %s are not of its suite\n",
                         c->n[0] - c->n_runs, c->folder[0]);
    ul_output_format(c->said, "CPU time  %.3f s, then %.3f s\n", c->cpu_s[1], c->cpu_s[0]);
    for (size_t q = 0; q < 2; q++)
        UL_TRY(ul_manifest_facts_read(c->folder[q], arena, &facts[q], NULL, NULL));
    say_change(c->said, "version", facts[0].version, facts[1].version);
    say_change(c->said, "machine", facts[0].cpu, facts[1].cpu);
    UL_TRY(ul_outside_missing(c->folder[0], arena, &n_missing, &missing));
    if (n_missing > 0)
        ul_output_format(c->said, "programs  %zu are others here, and the folder has no copy: %s%s\n",
                         n_missing, missing, n_missing > 1 ? ", ..." : "");
    ul_output_format(c->said, "table     %s/" TABLE "\n", c->folder[1]);
    return UL_OK;
}

static ul_status compare(comparison *c, ul_arena *arena)
{
    char path[UL_PATH];
    for (size_t q = 0; q < 2; q++) {
        ul_run_folder_path(c->folder[q], UL_RECORDS, path);
        UL_TRY(ul_record_read(path, arena, &c->record[q], &c->n[q]));
    }
    ul_run_folder_path(c->folder[1], TABLE, path);
    UL_TRY(ul_output_open(path, &c->csv.out));
    UL_TRY(ul_output_finish(c->csv.out, compare_all(c)));
    return say_all(c, arena);
}

ul_status ul_replay_compare(const char *then, const char *now, ul_output *out, bool *same)
{
    comparison c = {.folder = {then, now}, .key = ul_names_new(), .said = out};
    ul_arena *arena = ul_arena_new();
    const ul_status status = c.key == NULL || arena == NULL ? ul_no_memory() : compare(&c, arena);
    *same = status == UL_OK && c.n_other == 0 && c.n_runs == c.n[0];
    ul_names_free(c.key);
    ul_arena_free(arena);
    return status;
}
