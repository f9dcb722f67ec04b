/* The proof of a packing bound as VIPR 1.1 (Cheung, Gleixner and Steffy 2017), which checkers
 * that nobody here wrote accept. The program that it speaks of is Gilmore and Gomory's over
 * all maximal patterns; docs/certificates.md says what is told and how.
 */
#pragma once

#include "exact_proof.h"

#define UL_VIPR_ENDING ".vipr" /* of a certificate's name: asks for a proof in this form */

/* Where a proof cannot be told so, *untold says why and the file stays as it was. */
ul_status ul_vipr_write(const ul_packing *in, const ul_proof *proof, const char *path,
                        const char **untold);
