/* The functions of a kind's table, which only restore types, and the public ones
 * that every kind has; a macro, since the language has no templates.
 *
 * UL_KIND_FUNCTIONS(packing, FINISH) defines them for ul_packing, ul_packing_builder
 * and ul_packing_plan. FINISH is how `reader` becomes `in`, and may set `*line`.
 * UL_KIND_MEMBERS(packing) are the members of its ul_kind that come of it.
 */
#pragma once

#include <string.h>

#define UL_KIND_FUNCTIONS(kind, finish)                                                           \
    static void *reader_new(void)                                                                 \
    {                                                                                             \
        return ul_##kind##_builder_new();                                                         \
    }                                                                                             \
    static void reader_free(void *reader)                                                         \
    {                                                                                             \
        ul_##kind##_builder_free(reader);                                                         \
    }                                                                                             \
    static ul_status reader_finish(void *reader, ul_input *input, size_t *line, void **data)      \
    {                                                                                             \
        ul_##kind *in = NULL;                                                                     \
        (void)line;                                                                               \
        UL_TRY(finish);                                                                           \
        ul_input_sha256(input, in->sha256);                                                       \
        *data = in;                                                                               \
        return UL_OK;                                                                             \
    }                                                                                             \
    static ul_instance wrap(void *data)                                                           \
    {                                                                                             \
        return ul_##kind##_instance(data);                                                        \
    }                                                                                             \
    static void free_data(void *data)                                                             \
    {                                                                                             \
        ul_##kind##_free(data);                                                                   \
    }                                                                                             \
    static ul_status write_data(const void *data, const char *path)                               \
    {                                                                                             \
        return ul_##kind##_write(data, path);                                                     \
    }                                                                                             \
    static ul_status seal_data(void *data)                                                        \
    {                                                                                             \
        return ul_##kind##_seal(data);                                                            \
    }                                                                                             \
    static ul_status identify(const void *data, char sha256[UL_SHA256_TEXT])                      \
    {                                                                                             \
        ul_##kind nameless = *(const ul_##kind *)data;                                            \
        nameless.name = "";                                                                       \
        UL_TRY(ul_##kind##_seal(&nameless));                                                      \
        memcpy(sha256, nameless.sha256, UL_SHA256_TEXT);                                          \
        return UL_OK;                                                                             \
    }                                                                                             \
    static ul_status plan_check(const void *plan, bool *valid, ul_cost *cost)                     \
    {                                                                                             \
        return ul_##kind##_check(plan, valid, cost);                                              \
    }                                                                                             \
    static ul_status plan_copy(const void *plan, ul_arena *arena, void **copy)                    \
    {                                                                                             \
        ul_##kind##_plan *to;                                                                     \
        UL_TRY(ul_##kind##_plan_copy(plan, arena, &to));                                          \
        *copy = to;                                                                               \
        return UL_OK;                                                                             \
    }                                                                                             \
    static ul_status plan_write(const void *plan, const char *method, const char *path)           \
    {                                                                                             \
        return ul_##kind##_plan_write(plan, method, path);                                        \
    }                                                                                             \
    static ul_status plan_read(const void *data, ul_arena *arena, const char *path, void **plan)  \
    {                                                                                             \
        ul_##kind##_plan *to;                                                                     \
        UL_TRY(ul_##kind##_plan_read(data, arena, path, &to));                                    \
        *plan = to;                                                                               \
        return UL_OK;                                                                             \
    }                                                                                             \
    ul_status ul_##kind##_write(const ul_##kind *in, const char *path)                            \
    {                                                                                             \
        ul_output *out;                                                                           \
        UL_TRY(ul_output_open(path, &out));                                                       \
        ul_##kind##_put(in, out);                                                                 \
        return ul_output_close(out, NULL);                                                        \
    }                                                                                             \
    ul_status ul_##kind##_seal(ul_##kind *in)                                                     \
    {                                                                                             \
        ul_output *out;                                                                           \
        UL_TRY(ul_output_open(NULL, &out));                                                       \
        ul_##kind##_put(in, out);                                                                 \
        return ul_output_close(out, in->sha256);                                                  \
    }                                                                                             \
    ul_instance ul_##kind##_instance(ul_##kind *in)                                               \
    {                                                                                             \
        return (ul_instance){&ul_kind_##kind, in, in->name, in->sha256, NULL, NULL, 0, false};    \
    }                                                                                             \
    ul_status ul_##kind##_build(ul_status (*fill)(ul_##kind##_builder *b, void *context),         \
                                void *context, ul_instance *instance)                             \
    {                                                                                             \
        ul_##kind##_builder *b = ul_##kind##_builder_new();                                       \
        ul_##kind *in = NULL;                                                                     \
        if (b == NULL)                                                                            \
            return ul_no_memory();                                                                \
        const ul_status status = fill(b, context);                                                \
        if (status != UL_OK) {                                                                    \
            ul_##kind##_builder_free(b);                                                          \
            return status;                                                                        \
        }                                                                                         \
        UL_TRY(ul_##kind##_finish(b, &in));                                                       \
        *instance = ul_##kind##_instance(in);                                                     \
        return UL_OK;                                                                             \
    }

#define UL_KIND_MEMBERS(kind)                                                                     \
    .name = #kind, .reader_new = reader_new, .reader_row = ul_##kind##_reader_row,                \
    .reader_finish = reader_finish, .reader_free = reader_free, .wrap = wrap, .free = free_data,  \
    .write = write_data, .seal = seal_data, .identify = identify, .plan_check = plan_check, .plan_copy = plan_copy,     \
    .plan_write = plan_write, .plan_read = plan_read
