/* Any bytes as an instance and, behind a line "----", a plan, for the checker; an
 * '@' in the plan stands for the instance's SHA-256. When the workbench reads both
 * files, the two must agree on whether the plan is valid and on its cost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "instance.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

static const char *plan_file(const uint8_t *text, size_t length, const char *sha256)
{
    static uint8_t whole[1 << 16];
    const uint8_t *at = memchr(text, '@', length);
    if (at == NULL || length + 64 > sizeof whole)
        return ul_scratch_file(1, text, length);
    const size_t before = (size_t)(at - text);
    memcpy(whole, text, before);
    memcpy(whole + before, sha256, 64);
    memcpy(whole + before + 64, at + 1, length - before - 1);
    return ul_scratch_file(1, whole, length + 63);
}

/* Whether the plan is bound to its instance by name and hash is the checker's
 * business alone. */
static bool is_unbound(const char *said)
{
    return strstr(said, "name its instance") != NULL || strstr(said, "names no instance") != NULL
           || strstr(said, "is for instance") != NULL || strstr(said, "another content") != NULL
           || strstr(said, "instance,NAME,SHA256") != NULL
           || strstr(said, "instance twice") != NULL;
}

static void compare(const ul_instance *instance, const void *plan, int status, const char *said)
{
    ul_cost cost;
    char number[UL_NUMBER_TEXT], verdict[UL_NUMBER_TEXT + 32];
    bool is_valid;
    if (instance->kind->plan_check(plan, &is_valid, &cost) != UL_OK)
        return; /* no memory */
    if (is_valid != (status == CHECK_VALID) && !is_unbound(said)) {
        fputs(said, stderr);
        ul_scratch_broken("the checker and the workbench disagree on a plan", ul_error_text());
    }
    if (!is_valid || status != CHECK_VALID)
        return;
    snprintf(verdict, sizeof verdict, "valid: cost %s\n", ul_cost_text(cost, number));
    if (strstr(said, verdict) == NULL) {
        fprintf(stderr, "%s%s", said, verdict);
        ul_scratch_broken("the checker and the workbench see different costs", ul_error_text());
    }
}

static void agree(const check_paths *paths, int status, const char *said)
{
    ul_arena *arena = ul_arena_new();
    ul_instance instance;
    void *plan;
    if (arena == NULL)
        return;
    if (ul_instance_read(paths->instance, &instance) == UL_OK) {
        if (instance.kind->plan_read(instance.data, arena, paths->plan, &plan) == UL_OK)
            compare(&instance, plan, status, said);
        ul_instance_free(&instance);
    }
    ul_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    static const char mark[] = "----\n";
    const uint8_t *cut = memmem(data, length, mark, sizeof mark - 1);
    const size_t first = cut == NULL ? length : (size_t)(cut - data);
    const size_t skip = cut == NULL ? length : first + sizeof mark - 1;
    char sha256[65], *said = NULL;
    size_t written;
    check_sha256(data, first, sha256);
    const check_paths paths = {.instance = ul_scratch_file(0, data, first),
                               .plan = plan_file(data + skip, length - skip, sha256)};
    FILE *out = open_memstream(&said, &written);
    if (out == NULL)
        return 0;
    const int status = check_run(&paths, out, out);
    fclose(out);
    agree(&paths, status, said);
    free(said);
    return 0;
}
