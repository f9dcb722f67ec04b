#include "exam.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "run.h"
#include "space.h"

static const double proof_s = 20; /* for one optimum */

static const char *label_of(const ul_suite_instance *entry, const char *name)
{
    for (size_t q = 0; q < entry->n_labels; q++)
        if (strcmp(entry->labels[q].name, name) == 0)
            return entry->labels[q].value;
    return "";
}

static ul_status find_set(const ul_suite_instance *entry, ul_exam_set_name *found)
{
    static const char *const name[] = {"quick", "training", "sealed"};
    for (*found = 0; *found < UL_SETS; (*found)++)
        if (strcmp(label_of(entry, "set"), name[*found]) == 0)
            return UL_OK;
    return ul_fail(UL_E_INPUT, "%s: a task's instances are labelled: label,set,quick or training or "
                               "sealed stands before them", entry->label);
}

/* A seed of 64 bits, by the judge's secret and the place in the suite: of 32 bits all could be
 * tried by who has seen a few items. */
static uint64_t sealed_seed(const char *sealed, size_t place)
{
    ul_sha256 hash;
    uint8_t digest[UL_SHA256_BYTES];
    char text[32];
    uint64_t seed = 0;
    const int n = snprintf(text, sizeof text, ":%zu", place);
    ul_sha256_init(&hash);
    ul_sha256_add(&hash, sealed, strlen(sealed));
    ul_sha256_add(&hash, text, (size_t)n);
    ul_sha256_end(&hash, digest);
    for (size_t q = 0; q < 8; q++)
        seed = seed << 8 | digest[q];
    return seed | (uint64_t)1 << 63; /* never one that is short */
}

/* ---- what is known of a case ---- */

static ul_status run_method(const ul_method *method, const char *const *set, size_t n_set,
                            const ul_instance *instance, ul_run **run)
{
    const ul_run_options options = {.seed = 1, .set = set, .n_set = n_set, .methods = ul_methods,
                                    .time_limit_s = proof_s};
    *run = NULL;
    const ul_status status = ul_run_new(method, instance, &options, run);
    return status == UL_OK ? ul_run_go(*run) : status;
}

static ul_status find_least(ul_exam_case *one)
{
    const ul_space *space = ul_space_of(one->instance.kind);
    ul_run *run;
    if (space == NULL)
        return ul_fail(UL_E_INPUT, "nothing proves optima of kind %s", one->instance.kind->name);
    ul_status status = run_method(ul_method_find(space->reference), NULL, 0, &one->instance, &run);
    if (status == UL_OK) {
        const ul_run_result *result = ul_run_result_of(run);
        one->least = result->bound;
        one->is_optimum = ul_run_proves(result);
        if (!result->has_bound || result->bound <= 0)
            status = ul_fail(UL_E_INPUT, "%s: no bound was found within %g s", one->instance.name, proof_s);
    }
    ul_run_free(run);
    return status;
}

static ul_status run_rival(const ul_exam *exam, size_t q, ul_exam_case *one, ul_cost *cost)
{
    const ul_suite_method *rival = exam->rival[q];
    ul_run *run;
    ul_status status = run_method(rival->method, rival->set, rival->n_set, &one->instance, &run);
    if (status == UL_OK) {
        const ul_run_result *result = ul_run_result_of(run);
        const double *completion = ul_measures_find(&result->measures, "mean_completion_s");
        *cost = result->cost;
        if (q == 0)
            one->completion_s = completion == NULL ? NAN : *completion;
        if (!result->has_cost)
            status = ul_fail(UL_E_INPUT, "%s has no plan on %s", rival->method->name, one->instance.name);
    }
    ul_run_free(run);
    return status;
}

/* Methods of one name take different kinds. */
static void list_rivals(ul_exam *exam)
{
    for (size_t q = 0; q < exam->suite->n_methods && exam->n_rivals < UL_EXAM_RIVALS; q++)
        if (ul_method_takes(exam->suite->method[q].method, exam->kind))
            exam->rival[exam->n_rivals++] = &exam->suite->method[q];
}

static ul_status run_rivals(ul_exam *exam)
{
    for (size_t s = 0; s < UL_SETS; s++)
        for (size_t q = 0; q < exam->n_rivals; q++) {
            ul_exam_set *set = &exam->set[s];
            double paid = 0, least = 0;
            for (size_t c = 0; c < set->n; c++) {
                ul_cost cost;
                UL_TRY(run_rival(exam, q, &set->item[c], &cost));
                paid += ul_cost_double(cost);
                least += ul_cost_double(set->item[c].least);
            }
            set->score[q] = least / paid;
        }
    return UL_OK;
}

/* ---- sets ---- */

static ul_status add_case(ul_exam *exam, size_t place, const char *sealed)
{
    ul_suite_instance entry = exam->suite->instance[place];
    ul_exam_set_name name;
    UL_TRY(find_set(&entry, &name));
    exam->is_online = exam->is_online || strcmp(label_of(&entry, "game"), "online") == 0;
    if (name == UL_SET_SEALED && sealed == NULL)
        return UL_OK;
    if (name == UL_SET_SEALED) {
        if (entry.source == NULL)
            return ul_fail(UL_E_INPUT, "%s: a sealed set is generated or imported by seeds", entry.label);
        entry.seed = sealed_seed(sealed, place);
        entry.is_seeded = true;
    }
    ul_exam_set *set = &exam->set[name];
    ul_exam_case *one = &set->item[set->n];
    UL_TRY(ul_suite_load(&entry, &one->instance));
    set->n++;
    if (exam->kind != NULL && exam->kind != one->instance.kind)
        return ul_fail(UL_E_INPUT, "the instances of a task are of one kind");
    exam->kind = one->instance.kind;
    return find_least(one);
}

static void seal(ul_exam *exam)
{
    ul_sha256 hash;
    ul_sha256_init(&hash);
    for (size_t c = 0; c < exam->set[UL_SET_SEALED].n; c++)
        ul_sha256_add(&hash, exam->set[UL_SET_SEALED].item[c].instance.sha256, UL_SHA256_TEXT - 1);
    ul_sha256_text(&hash, exam->seal);
}

static ul_status fill(ul_exam *exam, const char *task, const char *sealed)
{
    char name[256];
    snprintf(name, sizeof name, "judge-%.200s", task);
    UL_TRY(ul_suite_read(strpbrk(task, "/.") != NULL ? task : name, &exam->suite)); /* a file has an end */
    for (size_t s = 0; s < UL_SETS; s++)
        UL_ALLOC(exam->arena, exam->set[s].item, exam->suite->n_instances);
    for (size_t q = 0; q < exam->suite->n_instances; q++)
        UL_TRY(add_case(exam, q, sealed));
    if (exam->set[UL_SET_QUICK].n == 0 || exam->set[UL_SET_TRAINING].n == 0)
        return ul_fail(UL_E_INPUT, "%s: a task has a quick set and a training set", task);
    if (sealed != NULL && exam->set[UL_SET_SEALED].n == 0)
        return ul_fail(UL_E_INPUT, "%s: the task has no sealed set", task);
    if (sealed != NULL)
        seal(exam);
    list_rivals(exam);
    return run_rivals(exam);
}

ul_status ul_exam_new(const char *task, const char *sealed, ul_exam **result)
{
    if (sealed != NULL && strlen(sealed) < UL_EXAM_SEED)
        return ul_fail(UL_E_INPUT, "--sealed: who guesses '%s' has the sealed set; it has %d characters or "
                                   "more, as of: openssl rand -hex 16", sealed, UL_EXAM_SEED);
    ul_exam *exam = calloc(1, sizeof *exam);
    if (exam == NULL || (exam->arena = ul_arena_new()) == NULL) {
        free(exam);
        return ul_no_memory();
    }
    const ul_status status = fill(exam, task, sealed);
    if (status == UL_OK)
        *result = exam;
    else
        ul_exam_free(exam);
    return status;
}

void ul_exam_free(ul_exam *exam)
{
    if (exam == NULL)
        return;
    for (size_t s = 0; s < UL_SETS; s++)
        for (size_t c = 0; c < exam->set[s].n; c++)
            ul_instance_free(&exam->set[s].item[c].instance);
    if (exam->suite != NULL)
        ul_suite_free(exam->suite);
    ul_arena_free(exam->arena);
    free(exam);
}
