/* Zone records of TR-Kubernetes for tests; they are not ours to copy, so a test
 * that wants them is skipped where they are absent. */
#pragma once

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "generator.h"
#include "registry.h"

static inline const char *zone_folder(void)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/traces/trk8s", getenv("UL_SHARED") ? getenv("UL_SHARED") : ".");
    if (access(path, R_OK) != 0)
        cr_skip_test("no zone records in UL_SHARED");
    return path;
}

static inline void zone_instance(const char *zone, unsigned capacity, double target,
                                 ul_instance *instance)
{
    char path[512], set[2][64], remark[256];
    const char *const input[] = {path}, *const sets[] = {set[0], set[1]};
    snprintf(path, sizeof path, "%s/record-%s.csv", zone_folder(), zone);
    snprintf(set[0], sizeof set[0], "capacity=%u", capacity);
    snprintf(set[1], sizeof set[1], "target=%.17g", target);
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = input, .n_inputs = 1,
                                       .set = sets, .n_set = 2};
    cr_assert_eq(ul_source_make(ul_importer_find("zone-record"), &options, remark, sizeof remark,
                                instance), UL_OK, "%s", ul_error_text());
}
