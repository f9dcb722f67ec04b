/* What another implementation found on real traces, where they are at hand: UL_SHARED names
 * the folder that has them, and a test that wants a file which is not there is skipped. */
#pragma once

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "json.h"

enum { ORACLE_PATH = 512 };

static inline const char *shared_trace(char path[ORACLE_PATH], const char *file)
{
    const char *shared = getenv("UL_SHARED");
    snprintf(path, ORACLE_PATH, "%s/traces/%s", shared == NULL ? "" : shared, file);
    if (access(path, R_OK) != 0)
        cr_skip("no traces/%s in UL_SHARED", file);
    return path;
}

static inline ul_json *shared_outcomes(const char *file)
{
    char path[ORACLE_PATH];
    ul_json *document;
    cr_assert_eq(ul_json_read(shared_trace(path, file), &document), UL_OK, "%s", ul_error_text());
    return document;
}

static inline double number(const ul_json *value)
{
    double result;
    return ul_json_number(value, &result) ? result : NAN;
}
