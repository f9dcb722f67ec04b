/* What the importers of whole packing instances from text files share. */
#pragma once

#include "generator.h"
#include "packing.h"
#include "tokens.h"

/* Reads the request's one input, word by word, into an instance. */
typedef ul_status (*ul_foreign_fn)(ul_packing_builder *b, ul_tokens *tokens,
                                   const ul_source_request *request);
ul_status ul_foreign_import(ul_foreign_fn read, const ul_source_request *request,
                            ul_instance *instance);

/* Resources r1, r2, ...; the number is the next word. */
ul_status ul_foreign_resources(ul_packing_builder *b, ul_tokens *tokens, uint64_t *n);

/* The next n words as amounts of the resources. */
ul_status ul_foreign_vector(ul_tokens *tokens, const char *what, uint64_t n,
                            ul_micro vector[UL_RESOURCES_MAX]);

/* Adds item kind "iQ" (q counted from 1) with its copies; a kind that nobody
 * asks for is left out, our format has no records of nothing. */
ul_status ul_foreign_item(ul_packing_builder *b, ul_tokens *tokens, uint64_t q, uint64_t copies,
                          const ul_micro *demand);

/* Forgets supplies that are no limit, once all items are there, and remarks that. */
void ul_foreign_forget_idle_supplies(ul_packing_builder *b, const ul_source_request *request);

/* A fault unless the file ends here and there were items. */
ul_status ul_foreign_end(const ul_packing_builder *b, ul_tokens *tokens);
