/* Kang and Park's iterated first-fit decreasing; the algorithm is in vsbpp.c. */
#include "vsbpp.h"

static ul_status vsbpp_ffd_solve(const ul_packing *in, ul_run *run)
{
    return ul_vsbpp_solve(in, run, UL_FIRST_FIT);
}

static const ul_param param[] = {UL_PARAM_SIZE("price"), {0}};

const ul_method ul_method_vsbpp_ffd = {
    .name = "vsbpp-ffd",
    .brief = "iterated largest type first, first-fit decreasing, right-sized",
    .paper = "Kang and Park 2003; Eva, Section 4.2",
    .traits = UL_CONSTRUCTIVE | UL_SUPPLY,
    .param = param,
    .packing = vsbpp_ffd_solve,
};
