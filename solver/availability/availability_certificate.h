/* Writes ullage-certificate,1,availability: the search's tree of decisions with a dual
 * solution at every end, in a form that a checker verifies without linear programming.
 * docs/availability.md defines it and says why it is a proof.
 */
#pragma once

#include "availability_nodes.h"

/* *bound is what the tree is to prove; it is lowered to what its ends do. */
ul_status ul_cover_certificate_write(const ul_cover *cover, const ul_cover_node *root,
                                     ul_cost *bound, const char *path);

/* That there is no pool: all types together miss the target. */
ul_status ul_cover_certificate_write_none(const ul_cover *cover, const char *path);
