/* The instances on which methods were found to lose most, results/worst-cases/instances,
 * made part of the program. */
#ifndef UL_WORST_CASES_H
#define UL_WORST_CASES_H

typedef struct {
    const char *name, *text;
} ul_worst_case;
extern const ul_worst_case ul_worst_cases[]; /* ends with a NULL name */

#endif
