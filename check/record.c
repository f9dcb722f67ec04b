/* Fields of a record, each refused with its place; and the records that files of every kind have. */
#include <string.h>

#include "check.h"

bool check_is(const check_row *row, size_t field, const char *text)
{
    return field < row->n && strcmp(row->field[field].text, text) == 0;
}

void check_expect(check *c, const check_row *row, size_t n, const char *form)
{
    if (row->n != n)
        check_refuse(c, row, row->n < n ? row->n : n,
                     "the record has %zu columns, expected %zu: %s", row->n, n, form);
}

const char *check_name(check *c, const check_row *row, size_t field, const char *what)
{
    const check_field *name = &row->field[field];
    if (name->length == 0)
        check_refuse(c, row, field, "the %s's name is empty", what);
    for (size_t q = 0; q < name->length; q++)
        if ((unsigned char)name->text[q] < 0x20 || name->text[q] == 0x7f)
            check_refuse(c, row, field, "the %s's name holds a control character", what);
    return name->text;
}

void check_instance_name(check *c, const check_row *row, const char **name)
{
    check_expect(c, row, 2, "name,NAME");
    if (*name != NULL)
        check_refuse(c, row, 0, "the instance is named twice");
    check_name(c, row, 1, "instance");
    *name = check_keep(c, row->field[1].text, row->field[1].length);
}

check_micro check_decimal(check *c, const check_row *row, size_t field, const char *what)
{
    check_micro value;
    if (!check_parse_decimal(row->field[field].text, row->field[field].length, &value))
        check_refuse(c, row, field, "%s '%.40s' is not a plain decimal number up to 10^12 with at "
                                    "most six decimals", what, row->field[field].text);
    return value;
}

uint64_t check_count(check *c, const check_row *row, size_t field, const char *what,
                     uint64_t limit)
{
    uint64_t value;
    if (!check_parse_count(row->field[field].text, row->field[field].length, limit, &value)
        || value == 0)
        check_refuse(c, row, field, "%s '%.40s' is not a whole number from 1 to %llu", what,
                     row->field[field].text, (unsigned long long)limit);
    return value;
}

uint64_t check_from_zero(check *c, const check_row *row, size_t field, const char *what,
                         uint64_t limit)
{
    uint64_t value;
    if (field >= row->n
        || !check_parse_count(row->field[field].text, row->field[field].length, limit, &value))
        check_refuse(c, row, field, "%s is not a whole number up to %llu", what,
                     (unsigned long long)limit);
    return value;
}

void check_read_binding(check *c, const check_row *row, const check_file *instance,
                        const char *name, bool *bound)
{
    check_expect(c, row, 3, "instance,NAME,SHA256");
    if (*bound)
        check_refuse(c, row, 0, "the %s names its instance twice", c->subject);
    *bound = true;
    if (!check_is(row, 1, name))
        check_violation_first(c, row, "the %s is for instance '%.80s' with SHA-256 %.64s, this one "
                                      "is '%.80s' with %s", c->subject, row->field[1].text,
                              row->field[2].text, name, instance->sha256);
    else if (!check_is(row, 2, instance->sha256))
        check_violation_first(c, row, "the %s was made for another content of '%.80s': it says "
                                      "SHA-256 %.64s, the instance has %s", c->subject, name,
                              row->field[2].text, instance->sha256);
    else
        return;
    if (c->file[2].seals) /* what a certificate says of another instance is not worth a word */
        check_conclude(c);
}

void check_sealed(check *c, const check_file *file, const check_row *row)
{
    char sha256[65];
    check_sha_text(&file->before, sha256);
    check_expect(c, row, 2, "end,SHA256");
    if (!check_is(row, 1, sha256))
        check_refuse(c, row, 1, "the certificate was changed: its text has SHA-256 %s", sha256);
}
