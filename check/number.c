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

enum { POWER_MAX = 1000000000 };
#define DIGITS_KEPT ((check_wide)1000000000000 * 1000000000000) /* 10^24 */
#define DOLLARS_MAX (DIGITS_KEPT * 10) /* times 10^12 it is below 2^127, with a digit more */

static void add_digit(check_real *to, char digit, bool after_point)
{
    const bool full = to->digits >= DIGITS_KEPT / 10;
    if (full)
        to->more = to->more || digit != '0';
    else
        to->digits = to->digits * 10 + (digit - '0');
    to->power += full - after_point; /* no text is as long as 64 bits count */
}

/* [+-]DIGITS behind the e; one that is beyond all reason is the largest. */
static bool read_power(const char *text, size_t length, check_real *to)
{
    const bool negative = length > 0 && text[0] == '-';
    const size_t sign = length > 0 && (text[0] == '-' || text[0] == '+');
    uint64_t power = 0;
    if (length == sign)
        return false;
    for (size_t q = sign; q < length; q++) {
        if (text[q] < '0' || text[q] > '9')
            return false;
        power = power < POWER_MAX ? power * 10 + (uint64_t)(text[q] - '0') : POWER_MAX;
    }
    to->power += negative ? -(int64_t)power : (int64_t)power;
    return true;
}

bool check_parse_real(const char *text, size_t length, check_real *value)
{
    bool point = false, any = false;
    *value = (check_real){0};
    for (size_t q = 0; q < length; q++) {
        if (text[q] >= '0' && text[q] <= '9') {
            add_digit(value, text[q], point);
            any = true;
        } else if (text[q] == '.' && !point) {
            point = true;
        } else {
            return any && (text[q] == 'e' || text[q] == 'E')
                   && read_power(text + q + 1, length - q - 1, value);
        }
    }
    return any;
}

check_wide check_scaled(check *c, const check_row *row, size_t field, const char *what,
                        int decimals, uint64_t most)
{
    check_real number;
    check_wide limit = (check_wide)most;
    for (int q = 0; q < decimals; q++)
        limit = check_times(c, limit, 10);
    const bool read = check_parse_real(row->field[field].text, row->field[field].length, &number);
    check_wide value = number.digits, rest = 0; /* rest: the digit behind those kept */
    int64_t power = number.power + decimals;
    for (; power > 0 && value > 0 && value <= limit; power--)
        value *= 10; /* at most ten limits */
    for (; power < 0 && (value > 0 || rest > 0); power++) {
        rest = value % 10;
        value /= 10;
    }
    value += rest >= 5;
    if (!read || value > limit)
        check_refuse(c, row, field, "%s '%.40s' is not a number from 0 to %llu", what,
                     row->field[field].text, (unsigned long long)most);
    return value;
}

check_wide check_dollars(check *c, const check_row *row, size_t field, const char *what,
                         int decimals)
{
    const char *text = row->field[field].text;
    check_wide value = 0, most = DOLLARS_MAX;
    int behind = -1; /* digits behind the point so far; -1 before it */
    bool read = *text >= '0' && *text <= '9';
    for (int q = 0; q < decimals; q++)
        most *= 10;
    for (; read && *text != '\0'; text++) {
        const bool point = *text == '.' && behind < 0;
        read = point || (*text >= '0' && *text <= '9' && behind < decimals && value <= most);
        value = point || !read ? value : value * 10 + (*text - '0');
        behind += point || behind >= 0;
    }
    for (behind = behind < 0 ? 0 : behind; behind < decimals; behind++)
        value = value <= most ? value * 10 : value;
    if (!read || value > most || text[-1] == '.')
        check_refuse(c, row, field, "%s '%.40s' is not a decimal number up to 10^25 with at most "
                                    "%d decimals", what, row->field[field].text, decimals);
    return value;
}

bool check_quotient(const check_real *a, const check_real *b, check_wide limit, check_wide *whole)
{
    int64_t power = a->power - b->power + 6;
    check_wide rest = a->digits % b->digits;
    *whole = a->digits / b->digits;
    for (; power > 0 && (*whole > 0 || rest > 0) && *whole <= limit; power--) {
        *whole = *whole * 10 + rest * 10 / b->digits; /* digits are below 10^24 */
        rest = rest * 10 % b->digits;
    }
    for (; power < 0 && *whole > 0; power++)
        *whole /= 10;
    return *whole <= limit;
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
