/* Arithmetic on the columns of a user's table.
 *
 *     end - start        (end - start) ms        mem MiB        ceil(cores / 2)
 *     state == "done" and cores > 0               [submit time]        default(gpus, 0)
 *
 * Numbers are exact. A unit behind a value turns it into seconds (us, ms, s, min, h, d) or
 * into gigabytes (B, kB, MB, GB, TB by thousands; KiB, MiB, GiB, TiB by 1024).
 */
#pragma once

#include "arena.h"
#include "fraction.h"
#include "names.h"

typedef struct ul_formula ul_formula;

typedef enum {
    UL_TERM_TEXT,
    UL_TERM_NUMBER,
    UL_TERM_MISSING,
    UL_TERM_WRONG, /* text is why, as the end of a sentence */
} ul_term_form;

typedef struct {
    ul_term_form form;
    ul_fraction number;
    const char *text;
} ul_term;

/* Columns that the formula names are added to `columns`, by whose index they are known. */
ul_status ul_formula_parse(ul_arena *arena, const char *text, ul_names *columns,
                           const ul_formula **formula);

/* Of a row, whose values by column are `value` (NULL: there is none). */
ul_term ul_formula_term(const ul_formula *formula, const char *const *value, bool commas);
/* The same as a number where it can be one. */
ul_term ul_formula_number(const ul_formula *formula, const char *const *value, bool commas);
