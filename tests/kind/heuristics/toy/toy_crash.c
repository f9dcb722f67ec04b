/* A method that crashes: the conformance test names it. */
#include <stdlib.h>

#include "run.h"
#include "toy.h"

static ul_status solve(const ul_toy *in, ul_run *run)
{
    (void)in;
    (void)run;
    abort();
}

const ul_method ul_method_toy_crash = {
    .name = "toy-crash",
    .brief = "crashes",
    .paper = "a test",
    .traits = UL_ANYTIME,
    .toy = solve,
};
