/* The certificate of a packing bound: ullage-certificate,1,packing. What it
 * holds and why it proves the bound is told in docs/exact.md; ullage-check
 * verifies it with pricing of its own.
 */
#ifndef UL_CERTIFICATE_H
#define UL_CERTIFICATE_H

#include "branch_tree.h"
#include "exact_master.h"

/* `tree` is NULL when the master's dual proves the bound by itself. */
ul_status ul_certificate_write(const ul_packing *in, const ul_exact_problem *problem,
                               const ul_exact_dual *dual, const ul_tree *tree, int64_t units,
                               const char *path);

#endif
