#include "fraction.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The largest number whose negative is one, too. */
#define MOST ((((ul_cost)1 << 126) - 1) * 2 + 1)

bool ul_fraction_make(ul_cost above, ul_cost below, ul_fraction *result)
{
    if (below == 0 || above < -MOST || below < -MOST)
        return false;
    const ul_cost divisor = ul_cost_divisor(above < 0 ? -above : above, below < 0 ? -below : below);
    *result = (ul_fraction){above / divisor, below / divisor};
    if (below < 0)
        *result = (ul_fraction){-result->above, -result->below};
    return true;
}

bool ul_fraction_add(ul_fraction a, ul_fraction b, ul_fraction *result)
{
    ul_cost left, right, above, below;
    const ul_cost divisor = ul_cost_divisor(a.below, b.below);
    return !__builtin_mul_overflow(a.above, b.below / divisor, &left)
           && !__builtin_mul_overflow(b.above, a.below / divisor, &right)
           && !__builtin_add_overflow(left, right, &above)
           && !__builtin_mul_overflow(a.below, b.below / divisor, &below)
           && ul_fraction_make(above, below, result);
}

bool ul_fraction_multiply(ul_fraction a, ul_fraction b, ul_fraction *result)
{
    ul_fraction p, q;
    ul_cost above, below;
    return ul_fraction_make(a.above, b.below, &p) && ul_fraction_make(b.above, a.below, &q)
           && !__builtin_mul_overflow(p.above, q.above, &above)
           && !__builtin_mul_overflow(p.below, q.below, &below)
           && ul_fraction_make(above, below, result);
}

bool ul_fraction_divide(ul_fraction a, ul_fraction b, ul_fraction *result)
{
    ul_fraction inverse;
    return ul_fraction_make(b.below, b.above, &inverse) && ul_fraction_multiply(a, inverse, result);
}

bool ul_fraction_compare(ul_fraction a, ul_fraction b, int *order)
{
    ul_fraction difference;
    if (!ul_fraction_add(a, ul_fraction_negative(b), &difference))
        return false;
    *order = (difference.above > 0) - (difference.above < 0);
    return true;
}

ul_fraction ul_fraction_negative(ul_fraction a)
{
    return (ul_fraction){-a.above, a.below};
}

ul_cost ul_fraction_floor(ul_fraction a)
{
    const ul_cost whole = a.above / a.below;
    return whole * a.below > a.above ? whole - 1 : whole;
}

bool ul_fraction_micro(ul_fraction a, ul_micro *value, bool *rounded)
{
    ul_fraction millionths;
    if (a.above < 0 || !ul_fraction_multiply(a, (ul_fraction){UL_MICRO, 1}, &millionths))
        return false;
    const ul_cost whole = ul_fraction_floor(millionths);
    *rounded = millionths.below != 1;
    if (whole >= UL_MICRO_MAX)
        return false;
    *value = (ul_micro)whole + *rounded;
    return true;
}

/* ---- reading ---- */

enum { EXPONENT_MAX = 30 };

static bool times_ten_to(ul_fraction a, int exponent, ul_fraction *result)
{
    const ul_fraction ten = {10, 1};
    *result = a;
    for (; exponent > 0; exponent--)
        if (!ul_fraction_multiply(*result, ten, result))
            return false;
    for (; exponent < 0; exponent++)
        if (!ul_fraction_divide(*result, ten, result))
            return false;
    return true;
}

/* Digits from *text on, added behind what *value has; how many there were. */
static bool read_digits(const char **text, ul_cost *value, int *n)
{
    for (*n = 0; isdigit((unsigned char)**text); (*text)++, (*n)++)
        if (__builtin_mul_overflow(*value, (ul_cost)10, value)
            || __builtin_add_overflow(*value, (ul_cost)(**text - '0'), value))
            return false;
    return true;
}

static bool read_exponent(const char **text, int *exponent)
{
    ul_cost value = 0;
    int n;
    if (**text != 'e' && **text != 'E')
        return true;
    const bool is_negative = *++*text == '-';
    *text += **text == '-' || **text == '+';
    if (!read_digits(text, &value, &n) || n == 0 || value > EXPONENT_MAX)
        return false;
    *exponent += is_negative ? -(int)value : (int)value;
    return true;
}

static bool read_decimal(const char *text, bool commas, ul_fraction *result)
{
    ul_cost value = 0;
    int n, decimals = 0, exponent = 0;
    const bool is_negative = *text == '-';
    text += *text == '-' || *text == '+';
    if (!read_digits(&text, &value, &n))
        return false;
    if (*text == '.' || (commas && *text == ',')) {
        text++;
        if (!read_digits(&text, &value, &decimals))
            return false;
    }
    if (n + decimals == 0 || !read_exponent(&text, &exponent) || *text != '\0')
        return false;
    return times_ten_to((ul_fraction){is_negative ? -value : value, 1}, exponent - decimals, result);
}

/* Days from 1970-01-01, by the civil calendar: years begin with March, so that the day that
 * leap years add comes last. */
static int64_t days_since_1970(int64_t year, int month, int day)
{
    year -= month <= 2;
    const int64_t era = (year >= 0 ? year : year - 399) / 400;
    const int64_t of_era = year - era * 400;
    const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* H:MM:SS with a fraction of a second, or H:MM; *text ends behind it. */
static bool read_clock(const char **text, ul_fraction *seconds)
{
    int hours, minutes, used = 0;
    if (sscanf(*text, "%4d:%2d%n", &hours, &minutes, &used) < 2 || hours < 0 || minutes < 0
        || minutes > 59 || !isdigit((unsigned char)**text))
        return false;
    *text += used;
    *seconds = (ul_fraction){3600 * hours + 60 * minutes, 1};
    if (**text != ':')
        return true;
    char second[24];
    const size_t n = strspn(++*text, "0123456789.");
    ul_fraction part;
    if (n >= sizeof second)
        return false;
    memcpy(second, *text, n);
    second[n] = '\0';
    *text += n;
    return read_decimal(second, false, &part) && ul_fraction_add(*seconds, part, seconds);
}

/* What follows a time of day: nothing, Z, or hours from Greenwich. */
static bool read_zone(const char *text, int64_t *east_s)
{
    int hours, minutes = 0, used = 0;
    *east_s = 0;
    text += *text == ' ';
    if (*text == '\0' || strcmp(text, "Z") == 0 || strcmp(text, "UTC") == 0)
        return true;
    const int sign = *text == '-' ? -1 : 1;
    if ((*text != '+' && *text != '-')
        || (sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &used) < 2
            && sscanf(text + 1, "%2d%2d%n", &hours, &minutes, &used) < 1))
        return false;
    *east_s = sign * (3600 * hours + 60 * minutes);
    return true;
}

static bool read_date(const char *text, ul_fraction *result)
{
    int year, month, day, used = 0;
    int64_t east_s = 0;
    ul_fraction clock = {0, 1};
    if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &used) < 3 || used < 8 || month < 1
        || month > 12 || day < 1 || day > 31)
        return false;
    text += used;
    if (*text == 'T' || *text == ' ') {
        text++;
        if (!read_clock(&text, &clock))
            return false;
    }
    if (!read_zone(text, &east_s))
        return false;
    const ul_fraction days = {86400 * days_since_1970(year, month, day) - east_s, 1};
    return ul_fraction_add(days, clock, result);
}

/* A duration as batch systems write it: [DAYS-]HOURS:MINUTES[:SECONDS]. */
static bool read_duration(const char *text, ul_fraction *result)
{
    int days = 0, used = 0;
    if (sscanf(text, "%6d-%n", &days, &used) == 1 && used > 0 && days >= 0)
        text += used;
    else
        days = 0;
    return read_clock(&text, result) && *text == '\0'
           && ul_fraction_add(*result, (ul_fraction){(ul_cost)86400 * days, 1}, result);
}

bool ul_fraction_read(const char *text, bool commas, ul_fraction *result)
{
    if (read_decimal(text, commas, result))
        return true;
    return strchr(text, ':') != NULL || strchr(text, '-') != NULL
               ? read_date(text, result) || read_duration(text, result)
               : false;
}
