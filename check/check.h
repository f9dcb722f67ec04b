/* ullage-check: is this plan valid for this instance, and what does it cost?
 *
 * The second opinion on everything the workbench claims, so it shares no code
 * with it: its own CSV parser, decimals, SHA-256 and name table. Files are held
 * whole in memory and parsed in place; fields point into them.
 *
 * A file that cannot be read ends the check at once through check_refuse();
 * memory belongs to the check and is released at its end, whichever way it ends.
 */
#ifndef CHECK_H
#define CHECK_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CHECK_VALID = 0, CHECK_INVALID = 1, CHECK_UNREADABLE = 2 };

typedef int64_t check_micro;               /* 1 = 0.000001 */
__extension__ typedef __int128 check_wide; /* sums and products; costs in 10^-12 dollars */

#define CHECK_NOT_FOUND ((size_t)-1)

typedef struct {
    const char *text; /* NUL-terminated */
    size_t length;
} check_field;

typedef struct {
    const char *name; /* as the user typed it */
    char *text;
    size_t length;
    char sha256[65]; /* of the uncompressed content */
    char sealed[65]; /* of the content before its last line; empty until check_seal() */
    size_t at, line; /* the parser's place */
    bool fresh;      /* at the start of a line */
} check_file;

typedef struct {
    const char *file;
    size_t line; /* of the record's first byte, from 1 */
    size_t n;
    const check_field *field;
} check_row;

typedef struct {
    FILE *out, *err;
    const char *subject; /* what is being checked: "plan" or "certificate" */
    size_t violations, most_shown;
    struct check_message *message, **message_end; /* the violations to show, in order */
    jmp_buf refused;
    struct check_memory *memory;
    check_field *field; /* of the row read last */
    size_t field_room;
} check;

/* What a problem kind does. Each reads the files from the second record on. */
typedef struct {
    const char *name;
    /* Reports every violation; returns the cost, which is printed when there were none. */
    check_wide (*plan)(check *c, check_file *instance, check_file *plan);
    /* The bound that the certificate proves: no plan costs less. NULL: no such thing. */
    check_wide (*certificate)(check *c, check_file *instance, check_file *certificate);
} check_kind;

/* Runs a check; the result is an exit status. Messages go to out and err. */
typedef struct {
    const char *instance, *plan;
    const char *certificate; /* NULL: none */
    bool all;                /* show every violation, not only the first few */
} check_paths;
int check_run(const check_paths *paths, FILE *out, FILE *err);

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
/* Prints the violations, if any, and how many they are. */
void check_verdict(check *c);

/* ---- memory ---- */

/* Zeroed; never NULL. */
void *check_alloc(check *c, size_t n, size_t size);
/* Room for one more than n in an array that doubles. */
void *check_grow(check *c, void *array, size_t n, size_t *room, size_t size);
void check_release(check *c);

/* ---- files and records ---- */

void check_load(check *c, const char *path, check_file *file);
/* Hashes what comes before the last line; call it before any record is read. */
void check_seal(check_file *file);
/* The next record, or false at the end. Its fields live until the file is closed,
 * the array of them until the next call. */
bool check_next(check *c, check_file *file, check_row *row);
bool check_is(const check_row *row, size_t field, const char *text);
void check_expect(check *c, const check_row *row, size_t n, const char *form);
/* A name: not empty, no control characters. */
const char *check_name(check *c, const check_row *row, size_t field, const char *what);
/* The record name,NAME, which is there once. */
void check_instance_name(check *c, const check_row *row, const char **name);
check_micro check_decimal(check *c, const check_row *row, size_t field, const char *what);
uint64_t check_count(check *c, const check_row *row, size_t field, const char *what,
                     uint64_t limit);
/* The same for one that may be 0. */
uint64_t check_from_zero(check *c, const check_row *row, size_t field, const char *what,
                         uint64_t limit);

/* A plan's or certificate's record instance,NAME,SHA256; *bound tells whether there was one already. */
void check_read_binding(check *c, const check_row *row, const check_file *instance,
                        const char *name, bool *bound);

/* ---- numbers ---- */

/* Whole numbers of digits only; false when malformed or above the limit. */
bool check_parse_count(const char *text, size_t length, uint64_t limit, uint64_t *value);
bool check_parse_decimal(const char *text, size_t length, check_micro *value);

enum { CHECK_NUMBER_TEXT = 64 };
/* value / 10^decimals, shortest exact form; returns buffer. */
const char *check_text(check_wide value, int decimals, char buffer[CHECK_NUMBER_TEXT]);

/* ---- names and hashes ---- */

/* Keys (any bytes that outlive the table) with dense indices in order of arrival. */
typedef struct {
    check_field *key;
    size_t n, key_room;
    uint32_t *slot; /* index + 1; 0 is free */
    size_t slots;
} check_names;
size_t check_names_find(const check_names *names, const char *text, size_t length);
/* The index; *added tells whether the name is new. */
size_t check_names_add(check *c, check_names *names, const char *text, size_t length, bool *added);

void check_sha256(const void *data, size_t length, char text[65]);

#endif
