/* Small certificates of kind UL_FUZZ_KIND with numbers of every size, genuine and forged,
 * for the checker and for a slow one in numbers that cannot wrap around. What the checker
 * accepts the slow one must accept; what the slow one accepts the checker may only refuse
 * for the size of its numbers.
 *
 * The input is a string of choices. Certificates are of one leaf: a root with values, a
 * leaf of prices, a leaf of survived sets; a file a kind makes them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "big_number.h"

enum { PROOF_MOST = 3 }; /* of whatever there are several */

typedef struct {
    char instance[2048], plan[2048], certificate[4096];
    char body[2048]; /* of the certificate, behind its bound */
} proof_texts;

/* Makes the three files by its choices, has them checked and compares. */
void proof_try(proof_texts *t);

/* ---- choices ---- */

uint32_t proof_choose(uint32_t n);
/* Small, or next to a power of two or ten, from 0 to the limit. */
int64_t proof_number(int64_t limit);

/* ---- the three files ---- */

void proof_say(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define SAY(text, ...) proof_say(text, sizeof(text), __VA_ARGS__)
/* Millionths as a decimal. */
void proof_say_micro(char *text, size_t room, int64_t micros);
/* Heads of the plan and the certificate; the instance is complete. */
void proof_begin(proof_texts *t);

typedef enum { ACCEPTED, REFUSED, TOO_LARGE } proof_verdict;
/* What the checker says; `sealed` certificates end with their hash. */
proof_verdict proof_checked(proof_texts *t, bool sealed);
/* Whether the slow way `proves` it, and whether that is in the checker's reach, `surely`. */
void proof_compare(proof_texts *t, proof_verdict fast, bool proves, bool surely);

/* ---- what is claimed ---- */

/* A leaf's sum, on its scale of 10^-12 dollars. */
typedef struct {
    ul_big total, scale;
} proof_leaf;

/* Whether no plan costs less than `dollars`. Costs are whole 10^-12: more than one
 * less is enough. */
bool proof_leaf_proves(const void *of, int64_t dollars);
/* Any number, or the largest that is proved, or the next. */
int64_t proof_choose_claim(bool (*proves)(const void *of, int64_t claim), const void *of,
                           int64_t limit);
