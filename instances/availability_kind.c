/* What the availability kind can do, for those who know no kind by name: each
 * function here only restores a type. */
#include "availability_file.h"
#include "availability_plan.h"

static void *reader_new(void)
{
    return ul_availability_builder_new();
}

static void reader_free(void *reader)
{
    ul_availability_builder_free(reader);
}

static ul_status reader_finish(void *reader, ul_input *input, size_t *line, void **data)
{
    (void)line;
    ul_availability *in;
    UL_TRY(ul_availability_finish(reader, &in));
    ul_input_sha256(input, in->sha256);
    *data = in;
    return UL_OK;
}

static ul_instance wrap(void *data)
{
    return ul_availability_instance(data);
}

static void free_data(void *data)
{
    ul_availability_free(data);
}

static ul_status write_data(const void *data, const char *path)
{
    return ul_availability_write(data, path);
}

static ul_status seal_data(void *data)
{
    return ul_availability_seal(data);
}

static ul_status plan_check(const void *plan, ul_cost *cost)
{
    return ul_availability_check(plan, cost);
}

static ul_status plan_copy(const void *plan, ul_arena *arena, void **copy)
{
    ul_availability_plan *to;
    UL_TRY(ul_availability_plan_copy(plan, arena, &to));
    *copy = to;
    return UL_OK;
}

static ul_status plan_write(const void *plan, const char *method, const char *path)
{
    return ul_availability_plan_write(plan, method, path);
}

static ul_status plan_read(const void *data, ul_arena *arena, const char *path, void **plan)
{
    ul_availability_plan *to;
    UL_TRY(ul_availability_plan_read(data, arena, path, &to));
    *plan = to;
    return UL_OK;
}

const ul_kind ul_kind_availability = {
    .id = UL_AVAILABILITY,
    .name = "availability",
    .brief = "the cheapest pool of unreliable machines that keeps its promise (TR-Kubernetes)",
    .reader_new = reader_new,
    .reader_row = ul_availability_reader_row,
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

ul_instance ul_availability_instance(ul_availability *in)
{
    return (ul_instance){&ul_kind_availability, in, in->name, in->sha256};
}

ul_status ul_availability_build(ul_status (*fill)(ul_availability_builder *b, void *context),
                                void *context, ul_instance *instance)
{
    ul_availability_builder *b = ul_availability_builder_new();
    ul_availability *in;
    if (b == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    const ul_status status = fill(b, context);
    if (status != UL_OK) {
        ul_availability_builder_free(b);
        return status;
    }
    UL_TRY(ul_availability_finish(b, &in));
    *instance = ul_availability_instance(in);
    return UL_OK;
}
