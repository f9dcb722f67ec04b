/* JSON text, item by item. The writer puts separators and quotes; how many lines an
 * object or array takes is said when it is opened:
 *
 *     ul_json_open(&json, "{", ", ");
 *     ul_json_text_member(&json, "method", "ffd");
 *     ul_json_open_member(&json, "bins", "[", ",");
 *     ul_json_put(&json, "%d", 2);
 *     ul_json_close(&json, "]");
 *     ul_json_close(&json, "}");                      {"method": "ffd", "bins": [2]}
 *
 * It holds nothing back: every call writes straight to the output.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixed.h"
#include "output.h"

enum { UL_JSON_DEPTH = 16 };

typedef struct {
    ul_output *out;
    size_t depth;                       /* objects and arrays open */
    const char *between[UL_JSON_DEPTH]; /* of each: what stands between two items */
    bool begun[UL_JSON_DEPTH];          /* of each: has an item */
    bool named;                         /* a member's name stands there, its value comes */
} ul_json_writer;

/* Writes to `out`, which stays the caller's. */
ul_json_writer ul_json_writer_on(ul_output *out);

/* An object or array: `opening` is its bracket and what follows it, `between` stands
 * between two items; `closing` is the bracket and what stands before it. Deeper than
 * UL_JSON_DEPTH is a mistake in the program. */
void ul_json_open(ul_json_writer *json, const char *opening, const char *between);
void ul_json_close(ul_json_writer *json, const char *closing);

/* The name of a member, whose value is the next item. */
void ul_json_name(ul_json_writer *json, const char *name);

/* A value: a string; a number with 15 digits, null where it is not finite; millionths,
 * exactly; or anything else that JSON knows, as the format has it. */
void ul_json_put_text(ul_json_writer *json, const char *text);
void ul_json_put_real(ul_json_writer *json, double number);
void ul_json_put_micro(ul_json_writer *json, ul_micro number);
void ul_json_put(ul_json_writer *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An array of millionths. */
void ul_json_put_micros(ul_json_writer *json, const ul_micro *number, size_t n, const char *between);

/* An item that somebody else writes: puts what stands before it and returns the output. */
ul_output *ul_json_item(ul_json_writer *json);

/* A member with its value, which the last one opens. */
void ul_json_text_member(ul_json_writer *json, const char *name, const char *text);
void ul_json_micro_member(ul_json_writer *json, const char *name, ul_micro number);
void ul_json_count_member(ul_json_writer *json, const char *name, uint64_t count);
void ul_json_truth_member(ul_json_writer *json, const char *name, bool truth);
void ul_json_real_member(ul_json_writer *json, const char *name, double number);
void ul_json_put_member(ul_json_writer *json, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ul_json_open_member(ul_json_writer *json, const char *name, const char *opening,
                         const char *between);

void ul_json_texts_member(ul_json_writer *json, const char *name, const char *const *text, size_t n);

/* A text as a JSON string, quotes included. Bytes that are no UTF-8 are replaced. */
void ul_json_string(ul_output *out, const char *text);
