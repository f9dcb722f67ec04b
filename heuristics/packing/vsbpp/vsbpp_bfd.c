/* Kang and Park's iterated best-fit decreasing; the algorithm is in vsbpp.c. */
#include "vsbpp.h"

static ul_status vsbpp_bfd_solve(const ul_packing *in, ul_run *run)
{
    return ul_vsbpp_solve(in, run, UL_BEST_FIT);
}

static const ul_param param[] = {UL_PARAM_SIZE("price"), {0}};

const ul_method ul_method_vsbpp_bfd = {
    .name = "vsbpp-bfd",
    .brief = "iterated largest type first, best-fit decreasing, right-sized",
    .paper = "Kang and Park 2003; Eva, Section 4.2",
    .traits = UL_CONSTRUCTIVE | UL_SUPPLY,
    .param = param,
    .packing = vsbpp_bfd_solve,
};
