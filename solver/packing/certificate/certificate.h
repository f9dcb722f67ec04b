/* The certificate of a packing bound: ullage-certificate,1,packing. What it
 * holds and why it proves the bound is in docs/certificates.md; ullage-check
 * verifies it with pricing of its own.
 */
#pragma once

#include "exact_proof.h"

ul_status ul_certificate_write(const ul_packing *in, const ul_proof *proof, const char *path);
