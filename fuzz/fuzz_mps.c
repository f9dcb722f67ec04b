/* Any bytes as a free MPS file. What is accepted must survive being written and
 * read again, with as many rows, columns and terms.
 */
#include "model_file.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    ul_model *first, *second;
    if (ul_model_read_mps(ul_scratch_file(0, data, length), &first) != UL_OK)
        return 0;
    const char *path = ul_scratch_output();
    if (ul_model_write_mps(first, path) != UL_OK || ul_model_read_mps(path, &second) != UL_OK)
        ul_scratch_broken("a written model is not readable");
    if (first->n_rows != second->n_rows || first->n_columns != second->n_columns
        || first->n_terms != second->n_terms)
        ul_scratch_broken("a written model differs from the one read");
    ul_model_free(first);
    ul_model_free(second);
    return 0;
}
