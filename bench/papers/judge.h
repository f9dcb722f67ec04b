/* The one rule by which our number is held against the printed one. Nothing else judges:
 * no table has a tolerance of its own.
 */
#pragma once

#include "printed.h"

typedef enum {
    UL_AGREES,
    UL_NEAR,
    UL_DIFFERS_KNOWN, /* PAPER-why.csv names the cause and a command that shows it */
    UL_DIFFERS_OPEN,
    UL_HOLDS, /* of a shape */
    UL_FAILS,
    UL_NOT_JUDGED,
    UL_VERDICTS
} ul_verdict;

const char *ul_verdict_name(ul_verdict verdict);

/* The rule in words, printed with what it judged. */
extern const char ul_judge_rule[];

/* Of our number in the printed one's unit; of a shape 1 where it is as the paper says.
 * NaN, and a row that a word of PAPER-why.csv excepts, is not judged. */
ul_verdict ul_judge(const ul_printed *row, double ours);

/* Why a row is not judged: a word of a list, and the sentence behind it. */
typedef struct {
    const char *word, *means;
} ul_unjudged;
extern const ul_unjudged ul_unjudged_words[]; /* ends with a NULL word */

/* The word for a row of which there is no number of ours (`made` false), or that must not
 * be judged; NULL where it may be. */
const ul_unjudged *ul_judge_excepts(const ul_printed *row, bool made);

enum { UL_WHY_TEXT = 600 };

/* Whether PAPER-why.csv has an experiment for a number that differs: one that shows the cause
 * (`known`), or one that did not find it (`tried`). */
bool ul_judge_shows(const ul_printed *row, ul_verdict verdict);

/* The sentence behind a verdict: the known cause, what was tried, the word; "" where there is
 * none. */
const char *ul_judge_why(const ul_printed *row, ul_verdict verdict, char text[UL_WHY_TEXT]);
