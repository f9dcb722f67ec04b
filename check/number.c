/* Exact decimals, and the fields that hold them. */
#include <string.h>

#include "check.h"

#define MICRO ((check_micro)1000000)
#define MICRO_MAX ((check_wide)1000000000000000000)

__extension__ typedef unsigned __int128 unsigned_wide;

void check_too_large(check *c)
{
    check_refuse_file(c, c->counted, "its numbers add up to more than this program counts");
}

/* Limits are below 2^64, so that a digit more is far from 2^127. */
bool check_parse_count(const char *text, size_t length, uint64_t limit, uint64_t *value)
{
    check_wide total = 0;
    for (size_t q = 0; q < length; q++) {
        if (text[q] < '0' || text[q] > '9')
            return false;
        total = total * 10 + (text[q] - '0');
        if (total > (check_wide)limit)
            return false;
    }
    *value = (uint64_t)total;
    return length > 0;
}

bool check_parse_decimal(const char *text, size_t length, check_micro *value)
{
    const char *point = memchr(text, '.', length);
    const size_t whole_length = point == NULL ? length : (size_t)(point - text);
    uint64_t whole, part = 0;
    if (!check_parse_count(text, whole_length, (uint64_t)(MICRO_MAX / MICRO), &whole))
        return false;
    if (point != NULL) {
        size_t decimals = length - whole_length - 1;
        if (decimals == 0)
            return false;
        for (; decimals > 6; decimals--)
            if (text[whole_length + decimals] != '0')
                return false;
        if (!check_parse_count(point + 1, decimals, UINT64_MAX, &part))
            return false;
        for (; decimals < 6; decimals++)
            part *= 10; /* below 10^6 */
    }
    const check_wide total = (check_wide)whole * MICRO + part;
    *value = (check_micro)total;
    return total <= MICRO_MAX;
}

const char *check_text(check_wide value, int decimals, char buffer[CHECK_NUMBER_TEXT])
{
    char reversed[CHECK_NUMBER_TEXT];
    size_t n = 0, m = 0;
    unsigned_wide left = value < 0 ? -(unsigned_wide)value : (unsigned_wide)value;
    for (int q = 0; q < decimals || left > 0 || q == decimals; q++) {
        const int digit = (int)(left % 10);
        if (q == decimals && n > 0)
            reversed[n++] = '.';
        if (q >= decimals || n > 0 || digit != 0) /* no zeros behind the last digit */
            reversed[n++] = (char)('0' + digit);
        left /= 10;
    }
    if (value < 0)
        reversed[n++] = '-';
    while (n > 0)
        buffer[m++] = reversed[--n];
    buffer[m] = '\0';
    return buffer;
}

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
