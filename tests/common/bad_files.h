/* Broken instances, each with the one line that its reader says. */
#pragma once

#include <criterion/criterion.h>
#include <string.h>

#include "instance.h"

typedef struct {
    const char *text, *fault;
} bad_file;

static inline void expect_all(const bad_file *bad, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        ul_instance instance;
        cr_expect_eq(ul_instance_parse("f", bad[q].text, strlen(bad[q].text), &instance),
                     UL_E_INPUT, "%s", bad[q].text);
        cr_expect_str_eq(ul_error_text(), bad[q].fault);
    }
}

#define EXPECT_ALL(table) expect_all(table, sizeof table / sizeof *table)
