/* Exact decimal numbers: 64-bit counts of millionths, 128-bit counts of
 * million-millionths for products and sums of money.
 *
 * Why: "this plan costs exactly the optimum" must be ==, and a sum over a
 * million machines must not drift. Six decimals hold every cloud price list we
 * know; more digits are an input error rather than a silent rounding.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t ul_micro; /* 1 = 0.000001 */
__extension__ typedef __int128 ul_cost; /* dollars an hour, or dollars; 1 = 10^-12 */

#define UL_MICRO ((ul_micro)1000000)
#define UL_COST_PER_MICRO ((ul_cost)1000000)
#define UL_MICRO_MAX ((ul_micro)1000000000000000000) /* 10^12 units: room to add nine */

enum { UL_NUMBER_TEXT = 64 }; /* bytes that hold any number written below */

/* Shortest exact decimal, for example "12.24"; returns buffer. */
const char *ul_micro_text(ul_micro value, char buffer[UL_NUMBER_TEXT]);
const char *ul_cost_text(ul_cost value, char buffer[UL_NUMBER_TEXT]);
/* The shortest decimal that reads back as the same double. */
const char *ul_real_text(double value, char buffer[UL_NUMBER_TEXT]);
/* A 128-bit whole number that is no amount of money. */
const char *ul_whole_text(ul_cost value, char buffer[UL_NUMBER_TEXT]);

/* Greatest common divisor; of anything and 0 it is the other. */
ul_micro ul_micro_divisor(ul_micro a, ul_micro b);
ul_cost ul_cost_divisor(ul_cost a, ul_cost b);

double ul_micro_double(ul_micro value); /* correctly rounded, as strtod would read it */
double ul_cost_double(ul_cost value);

/* ---- below: not for plugins ---- */

typedef enum {
    UL_NUMBER_OK = 0,
    UL_NUMBER_EMPTY,
    UL_NUMBER_MALFORMED,   /* not [0-9]+(.[0-9]+)? */
    UL_NUMBER_NEGATIVE,
    UL_NUMBER_TOO_LARGE,   /* above 10^12 */
    UL_NUMBER_TOO_FINE,    /* more than six decimals that are not zero */
    UL_NUMBER_TOO_LONG,    /* more digits than can be counted with */
} ul_number_fault;

/* Reads a plain non-negative decimal. */
ul_number_fault ul_micro_parse(const char *text, size_t length, ul_micro *value);

/* Reads a non-negative decimal, perhaps with an exponent (1e-05), times a whole
 * factor, rounded up to the next millionth; *rounded tells whether it was. For
 * foreign files, whose demands may be finer than ours. */
ul_number_fault ul_micro_parse_up(const char *text, size_t length, uint32_t factor,
                                  ul_micro *value, bool *rounded);

/* The same for a number that reached us as a double; a distance from a whole
 * number of millionths that the double cannot express is not rounded. */
ul_number_fault ul_micro_from_double_up(double number, ul_micro *value, bool *rounded);

/* The same number in units of 10^-decimals, rounded, half a unit up; at most `limit`. What it
 * has more is not looked at, so that the rounding is of the decimal, whatever a double of it
 * is. */
ul_number_fault ul_scaled_parse(const char *text, size_t length, int decimals, ul_cost limit,
                                ul_cost *value);
/* Of a double: of the decimal that ul_real_text() writes. It is a number from 0 to the limit. */
ul_cost ul_scaled_from_double(double number, int decimals);

/* The whole part of 10^6 a / b of two such numbers, of at most eighteen digits each, b above
 * zero. */
ul_number_fault ul_micro_quotient(const char *a, const char *b, ul_micro limit, ul_micro *value);

/* Reads a plain non-negative whole number up to a limit. */
ul_number_fault ul_count_parse(const char *text, size_t length, uint64_t limit, uint64_t *value);

/* Reads back what ul_cost_text() writes. */
ul_number_fault ul_cost_parse(const char *text, size_t length, ul_cost *value);

/* What is wrong, as the end of a sentence ("is negative"). */
const char *ul_number_fault_text(ul_number_fault fault);
