/* The instances on which methods were found to lose most, results/worst-cases/instances,
 * made part of the program. */
#pragma once

typedef struct {
    const char *name, *text;
} ul_worst_case;
extern const ul_worst_case ul_worst_cases[]; /* ends with a NULL name */
