/* What the packing kind can do, for those who know no kind by name: each
 * function here only restores a type. */
#include "packing_file.h"
#include "packing_plan.h"

static void *reader_new(void)
{
    return ul_packing_builder_new();
}

static void reader_free(void *reader)
{
    ul_packing_builder_free(reader);
}

static ul_status reader_finish(void *reader, ul_input *input, size_t *line, void **data)
{
    ul_packing *in;
    UL_TRY(ul_packing_finish_at(reader, &in, line));
    ul_input_sha256(input, in->sha256);
    *data = in;
    return UL_OK;
}

static ul_instance wrap(void *data)
{
    return ul_packing_instance(data);
}

static void free_data(void *data)
{
    ul_packing_free(data);
}

static ul_status write_data(const void *data, const char *path)
{
    return ul_packing_write(data, path);
}

static ul_status seal_data(void *data)
{
    return ul_packing_seal(data);
}

static ul_status plan_check(const void *plan, ul_cost *cost)
{
    return ul_packing_check(plan, cost);
}

static ul_status plan_copy(const void *plan, ul_arena *arena, void **copy)
{
    ul_packing_plan *to;
    UL_TRY(ul_packing_plan_copy(plan, arena, &to));
    *copy = to;
    return UL_OK;
}

static ul_status plan_write(const void *plan, const char *method, const char *path)
{
    return ul_packing_plan_write(plan, method, path);
}

static ul_status plan_read(const void *data, ul_arena *arena, const char *path, void **plan)
{
    ul_packing_plan *to;
    UL_TRY(ul_packing_plan_read(data, arena, path, &to));
    *plan = to;
    return UL_OK;
}

const ul_kind ul_kind_packing = {
    .id = UL_PACKING,
    .name = "packing",
    .brief = "tasks with several demands onto priced machine types (Eva, Stratus, VSBPP, VBP)",
    .reader_new = reader_new,
    .reader_row = ul_packing_reader_row,
    .reader_finish = reader_finish,
    .reader_free = reader_free,
    .wrap = wrap,
    .free = free_data,
    .write = write_data,
    .seal = seal_data,
    .plan_check = plan_check,
    .plan_copy = plan_copy,
    .plan_write = plan_write,
    .plan_read = plan_read,
};

ul_instance ul_packing_instance(ul_packing *in)
{
    return (ul_instance){&ul_kind_packing, in, in->name, in->sha256};
}

ul_status ul_packing_build(ul_status (*fill)(ul_packing_builder *b, void *context), void *context,
                           ul_instance *instance)
{
    ul_packing_builder *b = ul_packing_builder_new();
    ul_packing *in;
    if (b == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    const ul_status status = fill(b, context);
    if (status != UL_OK) {
        ul_packing_builder_free(b);
        return status;
    }
    UL_TRY(ul_packing_finish(b, &in));
    *instance = ul_packing_instance(in);
    return UL_OK;
}
