#include "schedule_fields.h"

#include <string.h>

size_t check_field_find(const check_names *names, const check_field *field)
{
    return check_names_find(names, field->text, field->length);
}

size_t check_field_new(check *c, const check_row *row, size_t field, const char *what,
                       check_names *names)
{
    bool added;
    const char *name = check_name(c, row, field, what);
    const size_t index = check_names_add(c, names, name, row->field[field].length, &added);
    if (!added)
        check_refuse(c, row, field, "%s '%.80s' is named twice", what, name);
    return index;
}

check_micro check_field_seconds(check *c, const check_row *row, size_t field, const char *what)
{
    const check_micro seconds = check_decimal(c, row, field, what);
    if (seconds > CHECK_SECONDS_MAX)
        check_refuse(c, row, field, "%s is beyond %lld seconds", what,
                     (long long)(CHECK_SECONDS_MAX / CHECK_SECOND));
    return seconds;
}

void check_field_vector(check *c, const check_row *row, size_t first, const char *what,
                        const check_schedule *s, check_micro *to)
{
    for (size_t r = 0; r < s->resource.n; r++)
        to[r] = check_decimal(c, row, first + r, what);
}

size_t check_field_task(check *c, const check_row *row, const check_schedule *s)
{
    const size_t j = check_field_find(&s->job, &row->field[1]);
    if (j == CHECK_NOT_FOUND)
        check_refuse(c, row, 1, "the instance has no job '%.80s'", row->field[1].text);
    const uint64_t i = check_from_zero(c, row, 2, "the task", CHECK_TASKS_MAX);
    if (i >= s->jobs[j].n)
        check_refuse(c, row, 2, "job '%.80s' has %zu tasks, counted from 0", row->field[1].text,
                     s->jobs[j].n);
    return s->jobs[j].first + i;
}

size_t check_field_workload(check *c, const check_field *name, check_names *workload)
{
    bool added;
    const char *bracket = memchr(name->text, '[', name->length);
    const size_t length = bracket == NULL ? name->length : (size_t)(bracket - name->text);
    return length == 0 ? CHECK_NOT_FOUND : check_names_add(c, workload, name->text, length, &added);
}
