/* ullage-check: is this plan valid for this instance, and what does it cost?
 *
 * The second opinion on everything the workbench claims, so it shares no code
 * with it: its own CSV parser, decimals, SHA-256 and name table. Files are read
 * once, record by record, so that they may be pipes and of any length.
 *
 * A file that cannot be read ends the check at once through check_refuse();
 * memory belongs to the check, is limited, and is released at its end, whichever
 * way it ends.
 *
 * No number may wrap around: one that did would prove anything. Sums and products
 * of 128 bits are check_plus() and its like, which refuse; where plain arithmetic
 * stands, a comment beside it says why it is enough. Where that is wrong the program
 * ends there and then, without a verdict: it is compiled so.
 */
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CHECK_VALID = 0, CHECK_INVALID = 1, CHECK_UNREADABLE = 2 };

typedef int64_t check_micro;               /* 1 = 0.000001 */
__extension__ typedef __int128 check_wide; /* sums and products; costs in 10^-12 dollars */

#define CHECK_NOT_FOUND ((size_t)-1)

/* What counts something up is as wide as nothing can fill, or refuses to go beyond its end: an
 * index of what is held in memory, and a stamp, which is new each time and starts again when it
 * is not. In the build fuzz-narrow both end soon, so that a fuzzer gets there. */
#ifdef CHECK_NARROW
typedef uint8_t check_index, check_stamp;
#else
typedef uint32_t check_index;
typedef uint64_t check_stamp;
#endif
#define CHECK_INDEX_MAX ((size_t)(check_index)-1)

typedef struct {
    const char *text; /* NUL-terminated */
    size_t length;
} check_field;

typedef struct {
    uint32_t state[8], round[64];
    uint8_t block[64];
    uint64_t length; /* bytes so far */
} check_sha;

typedef struct {
    const char *name; /* as the user typed it */
    struct gzFile_s *from;
    char *chunk;      /* what was read last; the parser is at chunk[at] */
    size_t at, end;
    size_t hashed;    /* chunk[0 .. hashed - 1] is in the hash */
    check_sha sha;
    char sha256[65];  /* of the uncompressed content; empty until its end was read */
    check_sha before; /* of the content before the row read last, where wanted */
    bool seals;       /* it is */
    size_t line;
    bool fresh;       /* at the start of a line */
    char *row;        /* the texts of the row read last */
    size_t row_length, row_room;
    bool open;
} check_file;

typedef struct {
    const char *file;
    size_t line; /* of the record's first byte, from 1 */
    size_t n;
    const check_field *field;
} check_row;

typedef struct {
    FILE *out, *err;
    struct check_outcome *outcome;
    const char *subject; /* what is being checked: "plan" or "certificate" */
    check_index violations; /* or as many as can be counted */
    size_t most_shown;
    struct check_message *message, **message_end; /* the violations to show, in order */
    jmp_buf ended;
    const char *counted; /* the file whose numbers are being added up, for refusals */
    struct check_memory *memory;
    size_t used, most_used; /* bytes; most_used is the limit */
    uint64_t steps, most_steps; /* of what may take long */
    char *keep;             /* where the next name goes */
    size_t keep_room;
    check_file file[3];     /* the open ones are closed at the end */
    check_field *field;     /* of the row read last */
    size_t field_room;
    char holds_for[160]; /* the plans that a certificate speaks of; "": all */
    bool elsewhere;      /* this plan is none of them */
} check;

#define CHECK_NO_PLAN ((check_wide)-1)

/* What a problem kind does. Each reads its file from the second record on; the
 * instance is read once and handed on, with its file for the hash. */
typedef struct {
    const char *name;
    void *(*instance)(check *c, check_file *instance);
    /* Reports every violation; returns the cost, which is printed when there were none. */
    check_wide (*plan)(check *c, void *problem, const check_file *instance, check_file *plan);
    /* The bound that the certificate proves, in 10^-12 dollars: no plan costs less; or
     * CHECK_NO_PLAN, that there is none. */
    check_wide (*certificate)(check *c, void *problem, const check_file *instance,
                              check_file *certificate);
    /* If there is a plan, there is one that costs no more than this. NULL: not known. */
    check_wide (*most)(check *c, const void *problem);
} check_kind;

/* Runs a check; the result is an exit status. Messages go to out and err. */
typedef struct {
    const char *instance;
    const char *plan;        /* NULL: none, the certificate alone */
    const char *certificate; /* NULL: none */
    bool all;                /* show every violation, not only the first few */
    size_t memory_mb;        /* 0: CHECK_MEMORY_MB */
    uint64_t steps;          /* 0: CHECK_STEPS */
} check_paths;
enum { CHECK_MEMORY_MB = 2048 };
#define CHECK_STEPS ((uint64_t)160000000000) /* of an addition each: some minutes */
#define CHECK_STEPS_MAX ((uint64_t)1000000000000000000)
int check_run(const check_paths *paths, FILE *out, FILE *err);
/* The same, with what was found in numbers, in 10^-12 dollars: the cost of a valid plan
 * and the bound that a certificate proves, or that there is no plan. */
typedef struct check_outcome {
    bool has_cost, has_bound, infeasible;
    bool elsewhere; /* the bound does not speak of this plan */
    check_wide cost, bound;
} check_outcome;
int check_run_to(const check_paths *paths, FILE *out, FILE *err, check_outcome *outcome);

/* The same as one JSON object on `out`; and for a page, of files in its memory ("": none), as
 * a text that lives until the next call. */
int check_json(const check_paths *paths, FILE *out);
const char *check_in_page(const char *instance, const char *plan, const char *certificate);

/* ---- reporting ---- */

/* The file cannot be read: "FILE:LINE: column C: SENTENCE", field counted from 0. */
_Noreturn void check_refuse(check *c, const check_row *row, size_t field, const char *format, ...)
    __attribute__((format(printf, 4, 5), cold));
_Noreturn void check_refuse_file(check *c, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));
/* A promise of the plan is broken; the check goes on. Position as above, or no row at all. */
void check_violation(check *c, const check_row *row, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));
/* The same for one that explains the others: it is shown before them. */
void check_violation_first(check *c, const check_row *row, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));
/* The check ends here with the violations that were found. */
_Noreturn void check_conclude(check *c);
/* Prints the violations, if any, and how many they are. */
void check_verdict(check *c);

/* ---- memory ---- */

/* Zeroed; never NULL: what is beyond the limit is refused. */
void *check_alloc(check *c, size_t n, size_t size);
/* Gives back what check_alloc() or check_grow() gave; NULL is fine. */
void check_free(check *c, void *array);
/* Room for one more than n in an array that doubles; the new part is zeroed. */
void *check_grow(check *c, void *array, size_t n, size_t *room, size_t size);
/* A copy with a NUL behind it that lasts as long as the check. */
const char *check_keep(check *c, const char *text, size_t length);
/* Whether an array more is within the limit, with as many bytes left for the rest. */
bool check_affords(const check *c, uint64_t n, size_t size);
void check_release(check *c);

/* ---- time ---- */

/* One budget for the whole of a check: whatever a file can make long is counted here, in
 * steps of an addition or so. Counts `steps` more; false when they are beyond the limit. */
static inline bool check_may_spend(check *c, uint64_t steps)
{
    const bool enough = steps <= c->most_steps - c->steps;
    c->steps = enough ? c->steps + steps : c->most_steps;
    return enough;
}

_Noreturn void check_too_long(check *c) __attribute__((cold));

/* The same where there is no other way: what is looked at is refused. */
static inline void check_spend(check *c, uint64_t steps)
{
    if (!check_may_spend(c, steps))
        check_too_long(c);
}

/* a times b steps. */
static inline void check_spend_on(check *c, uint64_t a, uint64_t b)
{
    uint64_t steps;
    check_spend(c, __builtin_mul_overflow(a, b, &steps) ? UINT64_MAX : steps);
}

/* qsort(), counted; of nothing, too. */
void check_sort(check *c, void *array, size_t n, size_t size,
                int (*order)(const void *, const void *));

/* ---- files and records ---- */

void check_open(check *c, const char *path, check_file *file);
void check_close(check_file *file);
/* The next record, or false at the end. Its fields live until the next call. */
bool check_next(check *c, check_file *file, check_row *row);
bool check_is(const check_row *row, size_t field, const char *text);
void check_expect(check *c, const check_row *row, size_t n, const char *form);
/* A name: not empty, no control characters. It lives as long as the row. */
const char *check_name(check *c, const check_row *row, size_t field, const char *what);
/* The record name,NAME, which is there once. */
void check_instance_name(check *c, const check_row *row, const char **name);
check_micro check_decimal(check *c, const check_row *row, size_t field, const char *what);
uint64_t check_count(check *c, const check_row *row, size_t field, const char *what,
                     uint64_t limit);
/* The same for one that may be 0. */
uint64_t check_from_zero(check *c, const check_row *row, size_t field, const char *what,
                         uint64_t limit);

/* A certificate's last record end,SHA256: the hash of all before it. */
void check_sealed(check *c, const check_file *file, const check_row *row);
/* A plan's or certificate's record instance,NAME,SHA256; *bound tells whether there was one already. */
void check_read_binding(check *c, const check_row *row, const check_file *instance,
                        const char *name, bool *bound);

/* ---- numbers ---- */

/* Sums and products that refuse the file c->counted when they leave 128 bits. */
_Noreturn void check_too_large(check *c) __attribute__((cold));

static inline check_wide check_plus(check *c, check_wide a, check_wide b)
{
    check_wide result;
    if (__builtin_add_overflow(a, b, &result))
        check_too_large(c);
    return result;
}

static inline check_wide check_minus(check *c, check_wide a, check_wide b)
{
    check_wide result;
    if (__builtin_sub_overflow(a, b, &result))
        check_too_large(c);
    return result;
}

static inline check_wide check_times(check *c, check_wide a, check_wide b)
{
    check_wide result;
    if (__builtin_mul_overflow(a, b, &result))
        check_too_large(c);
    return result;
}

/* The least whole number that is not below a / b, b above zero. */
static inline check_wide check_ratio_up(check_wide a, check_wide b)
{
    return a / b + (a % b > 0);
}

/* Whole numbers of digits only; false when malformed or above the limit. */
bool check_parse_count(const char *text, size_t length, uint64_t limit, uint64_t *value);
bool check_parse_decimal(const char *text, size_t length, check_micro *value);

/* A number that may have an exponent and any number of digits: digits * 10^power, to some
 * twenty digits; `more` tells that others follow, not all of them zero. */
typedef struct {
    check_wide digits;
    int64_t power;
    bool more;
} check_real;
bool check_parse_real(const char *text, size_t length, check_real *value);
/* The field in units of 10^-decimals, rounded, half a unit up; refuses it beyond `most`, which
 * is in whole numbers. */
check_wide check_scaled(check *c, const check_row *row, size_t field, const char *what,
                        int decimals, uint64_t most);
/* Dollars with at most `decimals` of them, twelve or fewer, in 10^-decimals. */
check_wide check_dollars(check *c, const check_row *row, size_t field, const char *what,
                         int decimals);
/* The whole part of 10^6 a / b, of numbers of at most eighteen digits, b above zero; false
 * when it is beyond the limit. */
bool check_quotient(const check_real *a, const check_real *b, check_wide limit, check_wide *whole);

enum { CHECK_NUMBER_TEXT = 64 };
/* value / 10^decimals, shortest exact form; returns buffer. */
const char *check_text(check_wide value, int decimals, char buffer[CHECK_NUMBER_TEXT]);

/* ---- names and hashes ---- */

/* Keys (any bytes, copied) with dense indices in order of arrival. */
typedef struct {
    check *c; /* whose steps a search takes; NULL: there is no name yet */
    check_field *key;
    size_t n, key_room;
    check_index *slot; /* index + 1; 0 is free */
    size_t slots;
} check_names;
size_t check_names_find(const check_names *names, const char *text, size_t length);
/* The index; *added tells whether the name is new. */
size_t check_names_add(check *c, check_names *names, const char *text, size_t length, bool *added);

void check_sha_start(check_sha *sha);
void check_sha_add(check_sha *sha, const void *data, size_t length);
/* Of what was added so far; more may follow. */
void check_sha_text(const check_sha *sha, char text[65]);
void check_sha256(const void *data, size_t length, char text[65]);
