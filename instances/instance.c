#include "instance.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gallery.h"
#include "output.h"

const ul_kind *const ul_kinds[] = {
#define UL_KIND(kind) &ul_kind_##kind,
#include "kinds.def"
#undef UL_KIND
    NULL,
};

const ul_kind *ul_kind_find(const char *name)
{
    for (size_t q = 0; ul_kinds[q] != NULL; q++)
        if (strcmp(name, ul_kinds[q]->name) == 0)
            return ul_kinds[q];
    return NULL;
}

typedef struct {
    const ul_kind *kind;
    void *reader;
    size_t last_line;
} reading;

static ul_status read_header(reading *state, const ul_csv_row *row)
{
    if (strcmp(row->field[0].text, "ullage") != 0)
        return ul_csv_fail(row, 0, "the file does not begin with 'ullage,1,KIND'; foreign formats "
                                   "come in through 'ullage import'");
    if (row->n != 3)
        return ul_csv_fail(row, row->n < 3 ? row->n : 3, "the first record is 'ullage,1,KIND'");
    if (strcmp(row->field[1].text, "1") != 0)
        return ul_csv_fail(row, 1, "format version '%.20s' is not known; this program reads 1",
                           row->field[1].text);
    state->kind = ul_kind_find(row->field[2].text);
    if (state->kind == NULL)
        return ul_csv_fail(row, 2, "problem kind '%.40s' is not known", row->field[2].text);
    state->reader = state->kind->reader_new();
    return state->reader == NULL ? ul_fail(UL_E_MEMORY, "%s: out of memory", row->file) : UL_OK;
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    state->last_line = row->line;
    return state->kind == NULL ? read_header(state, row)
                               : state->kind->reader_row(state->reader, row);
}

static ul_status read_input(ul_input *input, ul_instance *instance)
{
    reading state = {0};
    void *data = NULL;
    ul_status status = ul_csv_read(input, read_row, &state);
    if (status == UL_OK && state.kind == NULL)
        status = ul_fail(UL_E_INPUT, "%s:1: column 1: the file is empty; expected 'ullage,1,KIND'",
                         ul_input_name(input));
    if (status != UL_OK) {
        if (state.reader != NULL)
            state.kind->reader_free(state.reader);
        return status;
    }
    status = state.kind->reader_finish(state.reader, input, &state.last_line, &data);
    if (status != UL_OK)
        return ul_fail_prefix(status, "%s:%zu: column 1", ul_input_name(input), state.last_line);
    *instance = state.kind->wrap(data);
    return UL_OK;
}

/* What comes through a pipe can be read once. */
static bool can_be_read_again(const char *path)
{
    struct stat facts;
    return strncmp(path, UL_GALLERY_PREFIX, strlen(UL_GALLERY_PREFIX)) == 0
           || (stat(path, &facts) == 0 && S_ISREG(facts.st_mode));
}

ul_status ul_instance_read(const char *path, ul_instance *instance)
{
    ul_input *input;
    UL_TRY(ul_gallery_open(path, &input));
    const ul_status status = read_input(input, instance);
    ul_input_close(input);
    if (status != UL_OK || !can_be_read_again(path))
        return status;
    instance->path = strdup(path);
    if (instance->path != NULL)
        return UL_OK;
    ul_instance_free(instance);
    return ul_no_memory();
}

ul_status ul_instance_parse(const char *name, const void *data, size_t length, ul_instance *instance)
{
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    UL_TRY(ul_input_memory(name, data, length, &input));
    UL_TRY(read_input(input, instance));
    instance->length = length;
    instance->text = malloc(length);
    if (instance->text != NULL) {
        memcpy(instance->text, data, length);
        return UL_OK;
    }
    ul_instance_free(instance);
    return ul_no_memory();
}

ul_status ul_instance_write(const ul_instance *instance, const char *path)
{
    return instance->kind->write(instance->data, path);
}

/* From the file, or from the text of an instance that has one, to `to` or nowhere; the content's
 * hash. */
static ul_status copy_content(const ul_instance *instance, const char *from, const char *to,
                              char sha256[UL_SHA256_TEXT])
{
    char bytes[1 << 16];
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    ul_output *out;
    UL_TRY(instance->text != NULL
               ? ul_input_memory(instance->name, instance->text, instance->length, &input)
               : ul_gallery_open(from, &input));
    ul_status status = ul_output_open(to, &out);
    for (size_t got = sizeof bytes; status == UL_OK && got == sizeof bytes;) {
        status = ul_input_read(input, bytes, sizeof bytes, &got);
        if (status == UL_OK)
            ul_output_bytes(out, bytes, got);
        else
            ul_output_discard(out);
    }
    return status == UL_OK ? ul_output_close(out, sha256) : status;
}

ul_status ul_instance_hand_over(const ul_instance *instance, const char *path)
{
    char sha256[UL_SHA256_TEXT];
    if (instance->path == NULL && instance->text == NULL) {
        UL_TRY(ul_instance_write(instance, path));
        UL_TRY(copy_content(instance, path, NULL, sha256));
    } else {
        UL_TRY(copy_content(instance, instance->path, path, sha256));
    }
    if (strcmp(sha256, instance->sha256) == 0)
        return UL_OK;
    return instance->path == NULL
               ? ul_fail(UL_E_INPUT, "%s: it came through a pipe and cannot be handed on byte by byte; "
                                     "give it as a file", instance->name)
               : ul_fail(UL_E_INPUT, "%s: the file has changed since it was read", instance->path);
}

void ul_instance_free(ul_instance *instance)
{
    if (instance == NULL)
        return;
    const bool is_handle = instance->is_handle;
    if (instance->kind != NULL)
        instance->kind->free(instance->data);
    free(instance->path);
    free(instance->text);
    *instance = (ul_instance){0};
    if (is_handle)
        free(instance);
}

ul_instance *ul_instance_handle(ul_instance *instance)
{
    ul_instance *handle = malloc(sizeof *handle);
    if (handle == NULL) {
        ul_no_memory();
        ul_instance_free(instance);
        return NULL;
    }
    *handle = *instance;
    handle->is_handle = true;
    return handle;
}
