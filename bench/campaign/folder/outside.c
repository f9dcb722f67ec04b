#include "outside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "json.h"
#include "output.h"
#include "program.h"
#include "run_folder.h"
#include "words.h"

enum { COPY_MAX = 1 << 20, OUTSIDE_MAX = 1000 };

/* ---- files ---- */

/* The bytes of a file, where they are few, and its hash. Returns false when there is none. */
static bool read_file(const char *path, char **bytes, size_t *length, char sha256[UL_SHA256_TEXT])
{
    struct stat facts;
    FILE *file = stat(path, &facts) == 0 && S_ISREG(facts.st_mode) ? fopen(path, "rb") : NULL;
    char block[1 << 16];
    ul_sha256 hash;
    *bytes = NULL;
    *length = 0;
    if (file == NULL)
        return false;
    if (facts.st_size <= COPY_MAX)
        *bytes = malloc((size_t)facts.st_size + 1);
    ul_sha256_init(&hash);
    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;) {
        ul_sha256_add(&hash, block, n);
        if (*bytes != NULL && *length + n <= (size_t)facts.st_size)
            memcpy(*bytes + *length, block, n);
        *length += n;
    }
    fclose(file);
    ul_sha256_text(&hash, sha256);
    return true;
}

/* A word of a command as a path: itself, or where the shell would find it. */
static bool is_file(const char *name, const char *sha256)
{
    char path[UL_PATH], found[UL_SHA256_TEXT], *bytes;
    size_t length;
    bool same = read_file(name, &bytes, &length, found) && strcmp(found, sha256) == 0;
    free(bytes);
    if (!same && strchr(name, '/') == NULL && ul_program_find(name, path, sizeof path)) {
        same = read_file(path, &bytes, &length, found) && strcmp(found, sha256) == 0;
        free(bytes);
    }
    return same;
}

static ul_status write_copy(const char *folder, const char *copy, const char *bytes, size_t length,
                            bool runs)
{
    char path[UL_PATH];
    ul_output *out;
    UL_TRY(ul_run_folder_make(folder, UL_PROGRAMS));
    ul_run_folder_path(folder, copy, path);
    UL_TRY(ul_output_open(path, &out));
    ul_output_bytes(out, bytes, length);
    UL_TRY(ul_output_close(out, NULL));
    chmod(path, runs ? 0755 : 0644);
    return UL_OK;
}

/* ---- reading ---- */

static const char *text_of(const ul_json *one, const char *name, ul_arena *arena)
{
    const char *text;
    if (!ul_json_text(ul_json_member(one, name), &text))
        return "";
    text = ul_arena_text(arena, text, strlen(text));
    return text == NULL ? "" : text;
}

ul_status ul_outside_read(const char *folder, ul_arena *arena, ul_outside_list *list)
{
    char path[UL_PATH];
    ul_json *document;
    *list = (ul_outside_list){0};
    if (!ul_run_folder_has(folder, UL_MANIFEST))
        return UL_OK;
    ul_run_folder_path(folder, UL_MANIFEST, path);
    UL_TRY(ul_json_read(path, &document));
    const ul_json *programs = ul_json_member(document, "programs");
    const size_t n = ul_json_count(programs);
    list->one = ul_arena_alloc(arena, n, sizeof *list->one);
    for (; list->one != NULL && list->n < n; list->n++) {
        const ul_json *one = ul_json_element(programs, list->n);
        list->one[list->n] = (ul_outside){text_of(one, "name", arena), text_of(one, "sha256", arena),
                                          text_of(one, "copy", arena)};
    }
    ul_json_free(document);
    return list->one == NULL ? ul_no_memory() : UL_OK;
}

/* ---- taking ---- */

typedef struct {
    const char *folder;
    ul_arena *arena;
    ul_outside_list *list;
} taking;

/* What is found on PATH is the system's, as an interpreter is: it has a hash and no copy. */
static ul_status take_file(const taking *t, const char *name, const char *path)
{
    char sha256[UL_SHA256_TEXT], *bytes;
    size_t length;
    ul_outside one = {.copy = ""};
    struct stat facts;
    for (size_t q = 0; q < t->list->n; q++)
        if (strcmp(t->list->one[q].name, name) == 0)
            return UL_OK;
    if (t->list->n == OUTSIDE_MAX || !read_file(path, &bytes, &length, sha256))
        return UL_OK;
    const bool kept = bytes != NULL && (strcmp(name, path) == 0);
    const char *base = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    ul_status status = ul_arena_format(t->arena, &one.name, "%s", name);
    if (status == UL_OK)
        status = ul_arena_format(t->arena, &one.sha256, "%s", sha256);
    if (status == UL_OK && kept)
        status = ul_arena_format(t->arena, &one.copy, UL_PROGRAMS "/%.8s-%s", sha256, base);
    if (status == UL_OK && kept)
        status = write_copy(t->folder, one.copy, bytes, length,
                            stat(path, &facts) == 0 && (facts.st_mode & 0111) != 0);
    free(bytes);
    t->list->one[t->list->n++] = one;
    return status;
}

/* The files among a command's words. One that cannot be read as words fails when it runs. */
static ul_status take_command(const taking *t, const char *command)
{
    static const ul_mark none = {0};
    char **argv;
    const ul_status status = ul_words(command, &none, t->arena, &argv);
    if (status != UL_OK)
        return status == UL_E_MEMORY ? status : UL_OK;
    const char *base = strrchr(argv[0], '/');
    UL_TRY(take_file(t, strstr(command, argv[0]) != NULL || base == NULL ? argv[0] : base + 1,
                     argv[0]));
    for (size_t q = 1; argv[q] != NULL; q++)
        UL_TRY(take_file(t, argv[q], argv[q]));
    return UL_OK;
}

ul_status ul_outside_take(const char *folder, const ul_suite *suite, ul_arena *arena,
                          ul_outside_list *list)
{
    const taking t = {folder, arena, list};
    list->n = 0;
    UL_ALLOC(arena, list->one, OUTSIDE_MAX);
    for (size_t m = 0; m < suite->n_methods; m++) {
        const ul_suite_method *method = &suite->method[m];
        if (method->object != NULL)
            UL_TRY(take_file(&t, method->object, method->object));
        for (size_t q = 0; q < method->n_set; q++)
            if (strncmp(method->set[q], "command=", 8) == 0)
                UL_TRY(take_command(&t, method->set[q] + 8));
    }
    return UL_OK;
}

ul_status ul_outside_carry(const char *from, const char *to, ul_arena *arena, ul_outside_list *list)
{
    UL_TRY(ul_outside_read(from, arena, list));
    for (size_t q = 0; q < list->n; q++) {
        char path[UL_PATH], sha256[UL_SHA256_TEXT], *bytes;
        size_t length;
        struct stat facts;
        if (list->one[q].copy[0] == '\0')
            continue;
        ul_run_folder_path(from, list->one[q].copy, path);
        if (!read_file(path, &bytes, &length, sha256) || strcmp(sha256, list->one[q].sha256) != 0
            || bytes == NULL) {
            free(bytes);
            return ul_fail(UL_E_INPUT, "%s: it is not what the manifest says (its SHA-256 is "
                                       "another)", path);
        }
        const ul_status status = write_copy(to, list->one[q].copy, bytes, length,
                                            stat(path, &facts) == 0 && (facts.st_mode & 0111) != 0);
        free(bytes);
        UL_TRY(status);
    }
    return UL_OK;
}

/* ---- running them from the folder ---- */

static bool is_edge(char c)
{
    return c == '\0' || strchr(" \t\n'\"", c) != NULL;
}

/* The text with a path for each occurrence of a word. */
static ul_status replace_word(ul_arena *arena, const char **text, const char *word, const char *path)
{
    const size_t length = strlen(word);
    const char *from = strchr(*text, '=') + 1;
    for (const char *at; (at = strstr(from, word)) != NULL;) {
        from = at + length;
        if (!is_edge(*from) || !(at[-1] == '=' || is_edge(at[-1])))
            continue;
        const size_t behind = (size_t)(at - *text) + strlen(path);
        UL_TRY(ul_arena_format(arena, text, "%.*s%s%s", (int)(at - *text), *text, path, from));
        from = *text + behind;
    }
    return UL_OK;
}

/* Where the folder's copy is, with the whole path; *instead: it is to be used. */
static ul_status find_copy(const char *folder, const ul_outside *one, char *path, size_t room,
                           bool *instead)
{
    char relative[UL_PATH];
    *instead = one->copy[0] != '\0' && !is_file(one->name, one->sha256);
    if (!*instead)
        return UL_OK;
    ul_run_folder_path(folder, one->copy, relative);
    char *whole = realpath(relative, NULL);
    if (whole == NULL || strpbrk(whole, " \t'\"") != NULL) {
        free(whole);
        return ul_fail(UL_E_INPUT, "%s: the program's copy is not there, or its path has blanks or "
                                   "quotes in it", relative);
    }
    snprintf(path, room, "%s", whole);
    free(whole);
    return UL_OK;
}

ul_status ul_outside_settle(const char *folder, ul_suite *suite)
{
    ul_outside_list list;
    UL_TRY(ul_outside_read(folder, suite->arena, &list));
    for (size_t q = 0; q < list.n; q++) {
        char path[UL_PATH];
        bool instead;
        UL_TRY(find_copy(folder, &list.one[q], path, sizeof path, &instead));
        for (size_t m = 0; instead && m < suite->n_methods; m++) {
            ul_suite_method *method = &suite->method[m];
            const char **set;
            UL_ALLOC(suite->arena, set, method->n_set);
            memcpy(set, method->set, method->n_set * sizeof *set);
            for (size_t s = 0; s < method->n_set; s++)
                if (strncmp(set[s], "command=", 8) == 0)
                    UL_TRY(replace_word(suite->arena, &set[s], list.one[q].name, path));
            method->set = set;
        }
    }
    return UL_OK;
}

ul_status ul_outside_place(const char *folder, const char *name, char path[], size_t room)
{
    ul_outside_list list;
    bool instead = false;
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory() : ul_outside_read(folder, arena, &list);
    for (size_t q = 0; status == UL_OK && q < list.n; q++)
        if (strcmp(list.one[q].name, name) == 0)
            status = find_copy(folder, &list.one[q], path, room, &instead);
    if (!instead)
        snprintf(path, room, "%s", name);
    ul_arena_free(arena);
    return status;
}

ul_status ul_outside_missing(const char *folder, ul_arena *arena, size_t *n, const char **first)
{
    ul_outside_list list;
    *n = 0;
    UL_TRY(ul_outside_read(folder, arena, &list));
    for (size_t q = list.n; q-- > 0;)
        if (list.one[q].copy[0] == '\0' && !is_file(list.one[q].name, list.one[q].sha256)) {
            ++*n;
            *first = list.one[q].name;
        }
    return UL_OK;
}
