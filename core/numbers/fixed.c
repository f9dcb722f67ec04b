#include "fixed.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

ul_number_fault ul_micro_parse(const char *text, size_t length, ul_micro *value)
{
    if (length == 0)
        return UL_NUMBER_EMPTY;
    if (text[0] == '-' && length > 1 && is_digit(text[1]))
        return UL_NUMBER_NEGATIVE;
    size_t q = 0;
    ul_micro whole = 0;
    bool large = false;
    for (; q < length && is_digit(text[q]); q++) {
        whole = large ? 0 : whole * 10 + (text[q] - '0');
        large = large || whole > UL_MICRO_MAX / UL_MICRO;
    }
    if (q == 0)
        return UL_NUMBER_MALFORMED;
    ul_micro part = 0;
    bool fine = false;
    if (q < length) {
        if (text[q] != '.' || q + 1 == length)
            return UL_NUMBER_MALFORMED;
        ul_micro unit = UL_MICRO / 10;
        for (q++; q < length && is_digit(text[q]); q++, unit /= 10) {
            fine = fine || (unit == 0 && text[q] != '0');
            part += unit * (text[q] - '0');
        }
    }
    if (q != length)
        return UL_NUMBER_MALFORMED;
    if (large || whole * UL_MICRO + part > UL_MICRO_MAX)
        return UL_NUMBER_TOO_LARGE;
    if (fine)
        return UL_NUMBER_TOO_FINE;
    *value = whole * UL_MICRO + part;
    return UL_NUMBER_OK;
}

/* The digits of a number as one integer, and the power of ten that goes with it. */
typedef struct {
    ul_cost digits;
    int64_t power;
    bool more; /* digits beyond those kept, not all zero */
} mantissa;

enum { DIGITS_KEPT = 24, POWER_MAX = 1000000000 };

static void add_digit(mantissa *m, char digit, bool after_point)
{
    static const ul_cost enough = (ul_cost)1000000000000 * 1000000000000; /* 10^DIGITS_KEPT */
    if (m->digits >= enough / 10) {
        m->more = m->more || digit != '0';
        m->power += !after_point; /* no text is as long as 64 bits count */
        return;
    }
    m->digits = m->digits * 10 + (digit - '0');
    m->power -= after_point;
}

static ul_number_fault read_mantissa(const char *text, size_t length, mantissa *m)
{
    size_t q = 0, n = 0;
    bool point = false;
    for (; q < length && (is_digit(text[q]) || (text[q] == '.' && !point)); q++) {
        if (text[q] == '.') {
            point = true;
            continue;
        }
        n++;
        add_digit(m, text[q], point);
    }
    if (n == 0)
        return UL_NUMBER_MALFORMED;
    if (q == length)
        return UL_NUMBER_OK;
    if (text[q] != 'e' && text[q] != 'E')
        return UL_NUMBER_MALFORMED;
    q++;
    const bool down = q < length && text[q] == '-';
    q += q < length && (text[q] == '-' || text[q] == '+');
    uint64_t power = 0;
    const ul_number_fault fault = ul_count_parse(text + q, length - q, POWER_MAX, &power);
    if (fault == UL_NUMBER_TOO_LARGE)
        power = POWER_MAX;
    else if (fault != UL_NUMBER_OK)
        return UL_NUMBER_MALFORMED;
    m->power += down ? -(int64_t)power : (int64_t)power;
    return UL_NUMBER_OK;
}

static ul_number_fault read_number(const char *text, size_t length, mantissa *m)
{
    *m = (mantissa){0};
    if (length == 0)
        return UL_NUMBER_EMPTY;
    if (text[0] == '-' && length > 1 && is_digit(text[1]))
        return UL_NUMBER_NEGATIVE;
    return read_mantissa(text, length, m);
}

ul_number_fault ul_micro_parse_up(const char *text, size_t length, uint32_t factor,
                                  ul_micro *value, bool *rounded)
{
    mantissa m;
    const ul_number_fault fault = read_number(text, length, &m);
    if (fault != UL_NUMBER_OK)
        return fault;
    ul_cost total = m.digits * factor; /* below 10^24 * 2^32, far from 2^127 */
    int64_t power = m.power + 6;
    for (; power > 0 && total > 0 && total <= UL_MICRO_MAX; power--)
        total *= 10;
    bool up = m.more && factor > 0;
    for (; power < 0 && total > 0; power++) {
        up = up || total % 10 != 0;
        total /= 10;
    }
    total += up;
    if (total > UL_MICRO_MAX)
        return UL_NUMBER_TOO_LARGE;
    *value = (ul_micro)total;
    *rounded = up;
    return UL_NUMBER_OK;
}

ul_number_fault ul_scaled_parse(const char *text, size_t length, int decimals, ul_cost limit,
                                ul_cost *value)
{
    mantissa m;
    const ul_number_fault fault = read_number(text, length, &m);
    if (fault != UL_NUMBER_OK)
        return fault;
    ul_cost total = m.digits, behind = 0; /* behind: the digit that is dropped last */
    int64_t power = m.power + decimals;
    for (; power > 0 && total > 0 && total <= limit; power--)
        total *= 10;
    for (; power < 0 && (total > 0 || behind > 0); power++) {
        behind = total % 10;
        total /= 10;
    }
    *value = total + (behind >= 5);
    return *value > limit ? UL_NUMBER_TOO_LARGE : UL_NUMBER_OK;
}

ul_cost ul_scaled_from_double(double number, int decimals)
{
    char text[UL_NUMBER_TEXT];
    ul_cost value = 0;
    ul_real_text(number, text);
    return ul_scaled_parse(text, strlen(text), decimals, (ul_cost)1 << 120, &value) == UL_NUMBER_OK
               ? value : 0;
}

/* Without the zeros behind them the digits are few, or too many to divide by. */
static ul_number_fault read_short(const char *text, mantissa *m)
{
    static const ul_cost many = (ul_cost)1000000000000 * 1000000;
    const ul_number_fault fault = read_number(text, strlen(text), m);
    for (; m->digits > 0 && m->digits % 10 == 0; m->power++)
        m->digits /= 10;
    return fault == UL_NUMBER_OK && (m->more || m->digits >= many) ? UL_NUMBER_TOO_LONG : fault;
}

ul_number_fault ul_micro_quotient(const char *a, const char *b, ul_micro limit, ul_micro *value)
{
    mantissa x, y;
    const ul_number_fault fault = read_short(a, &x), by = read_short(b, &y);
    if (fault != UL_NUMBER_OK || by != UL_NUMBER_OK)
        return fault != UL_NUMBER_OK ? fault : by;
    if (y.digits == 0)
        return UL_NUMBER_MALFORMED;
    int64_t power = x.power - y.power + 6;
    ul_cost whole = x.digits / y.digits, rest = x.digits % y.digits;
    for (; power > 0 && (whole > 0 || rest > 0) && whole <= limit; power--) {
        whole = whole * 10 + rest * 10 / y.digits;
        rest = rest * 10 % y.digits;
    }
    for (; power < 0 && whole > 0; power++)
        whole /= 10;
    *value = whole > limit ? limit : (ul_micro)whole;
    return whole > limit ? UL_NUMBER_TOO_LARGE : UL_NUMBER_OK;
}

ul_number_fault ul_micro_from_double_up(double number, ul_micro *value, bool *rounded)
{
    if (isnan(number))
        return UL_NUMBER_MALFORMED;
    if (number < 0)
        return UL_NUMBER_NEGATIVE;
    if (number > (double)(UL_MICRO_MAX / UL_MICRO))
        return UL_NUMBER_TOO_LARGE;
    const double scaled = number * (double)UL_MICRO;
    const double nearest = nearbyint(scaled);
    *rounded = fabs(scaled - nearest) > scaled * 4 * DBL_EPSILON;
    *value = (ul_micro)(*rounded ? ceil(scaled) : nearest);
    return UL_NUMBER_OK;
}

ul_number_fault ul_count_parse(const char *text, size_t length, uint64_t limit, uint64_t *value)
{
    if (length == 0)
        return UL_NUMBER_EMPTY;
    if (text[0] == '-' && length > 1 && is_digit(text[1]))
        return UL_NUMBER_NEGATIVE;
    uint64_t total = 0;
    bool large = false;
    for (size_t q = 0; q < length; q++) {
        if (!is_digit(text[q]))
            return UL_NUMBER_MALFORMED;
        const uint64_t digit = (uint64_t)(text[q] - '0');
        large = large || total > (limit - digit) / 10 || digit > limit;
        total = large ? 0 : total * 10 + digit;
    }
    if (large)
        return UL_NUMBER_TOO_LARGE;
    *value = total;
    return UL_NUMBER_OK;
}

ul_number_fault ul_cost_parse(const char *text, size_t length, ul_cost *value)
{
    const bool negative = length > 0 && text[0] == '-';
    size_t q = negative;
    if (q == length)
        return length == 0 ? UL_NUMBER_EMPTY : UL_NUMBER_MALFORMED;
    ul_cost total = 0;
    int decimals = -1; /* digits behind the point so far; -1 before it */
    for (; q < length; q++) {
        if (text[q] == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (!is_digit(text[q]))
            return UL_NUMBER_MALFORMED;
        if (decimals == 12)
            return UL_NUMBER_TOO_FINE;
        if (total > ((ul_cost)1 << 110))
            return UL_NUMBER_TOO_LARGE;
        total = total * 10 + (text[q] - '0');
        decimals += decimals >= 0;
    }
    for (int left = decimals < 0 ? 12 : 12 - decimals; left > 0; left--) {
        if (total > ((ul_cost)1 << 110))
            return UL_NUMBER_TOO_LARGE;
        total *= 10;
    }
    *value = negative ? -total : total;
    return UL_NUMBER_OK;
}

const char *ul_number_fault_text(ul_number_fault fault)
{
    static const char *const text[] = {
        [UL_NUMBER_OK] = "is a number",
        [UL_NUMBER_EMPTY] = "is empty where a number is expected",
        [UL_NUMBER_MALFORMED] = "is not a plain decimal number such as 12.24",
        [UL_NUMBER_NEGATIVE] = "is negative",
        [UL_NUMBER_TOO_LARGE] = "is too large",
        [UL_NUMBER_TOO_FINE] = "has more than six decimals",
        [UL_NUMBER_TOO_LONG] = "has more than eighteen digits",
    };
    return text[fault];
}

/* Writes value / 10^decimals without trailing zeros, from the right. */
static const char *decimal_text(ul_cost value, int decimals, char buffer[UL_NUMBER_TEXT])
{
    char digits[UL_NUMBER_TEXT];
    char *to = digits + sizeof digits;
    *--to = '\0';
    const bool negative = value < 0;
    bool written = false;
    if (negative)
        value = -value;
    for (int q = 0; q < decimals; q++, value /= 10) {
        const char digit = (char)('0' + (int)(value % 10));
        written = written || digit != '0';
        if (written)
            *--to = digit;
    }
    if (written)
        *--to = '.';
    do {
        *--to = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value > 0);
    if (negative)
        *--to = '-';
    return memcpy(buffer, to, (size_t)(digits + sizeof digits - to));
}

const char *ul_micro_text(ul_micro value, char buffer[UL_NUMBER_TEXT])
{
    return decimal_text(value, 6, buffer);
}

const char *ul_cost_text(ul_cost value, char buffer[UL_NUMBER_TEXT])
{
    return decimal_text(value, 12, buffer);
}

const char *ul_real_text(double value, char buffer[UL_NUMBER_TEXT])
{
    for (int digits = DBL_DIG; digits <= 17; digits++) {
        snprintf(buffer, UL_NUMBER_TEXT, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value)
            break;
    }
    return buffer;
}

const char *ul_whole_text(ul_cost value, char buffer[UL_NUMBER_TEXT])
{
    return decimal_text(value, 0, buffer);
}

ul_micro ul_micro_divisor(ul_micro a, ul_micro b)
{
    while (b != 0) {
        const ul_micro rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

ul_cost ul_cost_divisor(ul_cost a, ul_cost b)
{
    while (b != 0) {
        const ul_cost rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

double ul_micro_double(ul_micro value)
{
    return (double)value / (double)UL_MICRO;
}

double ul_cost_double(ul_cost value)
{
    return (double)value / 1e12;
}
