/* The certificate of a packing bound: ullage-certificate,1,packing. What it
 * holds and why it proves the bound is told in docs/exact.md; ullage-check
 * verifies it with pricing of its own.
 */
#ifndef UL_CERTIFICATE_H
#define UL_CERTIFICATE_H

#include "exact_state.h"

/* No plan costs less than `units`: by the master's values and the family bounds, and by
 * the tree where these are not enough (else NULL). */
ul_status ul_certificate_write(const ul_exact *exact, const ul_tree *tree, int64_t units,
                               const char *path);

#endif
