/* What the two files that call GLPK share: the traps around its calls.
 *
 * GLPK aborts the program on misuse and on exhausted memory; its error hook
 * jumps back here instead, the environment is freed, and every problem of this
 * thread is gone with it: handles made before notice by the environment's age.
 */
#pragma once

#include <glpk.h>
#include <setjmp.h>
#include <stdbool.h>

#include "status.h"

extern _Thread_local jmp_buf ul_glpk_escape;
extern _Thread_local unsigned long ul_glpk_age; /* how often the environment was lost */

/* Sets the hooks. */
void ul_glpk_watch(void);

/* After an abort: whether memory was short. */
bool ul_glpk_is_short(void);

/* After an abort: frees the environment; the fault says whether memory was short. */
ul_status ul_glpk_lost(void);

/* Runs the statements that follow it up to UL_GLPK_UNTRAP; on a GLPK abort returns. */
#define UL_GLPK_TRAP()                   \
    do {                                 \
        ul_glpk_watch();                 \
        if (setjmp(ul_glpk_escape) != 0) \
            return ul_glpk_lost();       \
    } while (0)
#define UL_GLPK_UNTRAP() glp_error_hook(NULL, NULL)

/* What GLPK calls a row or column with these bounds. */
int ul_glpk_bound_kind(double low, double high);
