/* Any bytes as the input of the importer UL_FUZZ_IMPORTER; one that takes several
 * files gets the parts between lines "----".
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "generator.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    static const char mark[] = "----\n";
    const ul_source *source = ul_importer_find(UL_FUZZ_IMPORTER);
    const char *input[UL_SCRATCH_FILES];
    char remark[512];
    ul_instance instance = {0};
    if (source == NULL)
        ul_scratch_broken("there is no importer " UL_FUZZ_IMPORTER);
    for (size_t q = 0; q < source->least_inputs && q < UL_SCRATCH_FILES; q++) {
        const bool last = q + 1 == source->least_inputs;
        const uint8_t *cut = last ? NULL : memmem(data, length, mark, sizeof mark - 1);
        const size_t part = cut == NULL ? length : (size_t)(cut - data);
        const size_t skip = cut == NULL ? length : part + sizeof mark - 1;
        input[q] = ul_scratch_file(q, data, part);
        if (q == 0) /* price histories are known by their names */
            input[q] = ul_scratch_named(input[q], "zone-Linux-m3.large.csv");
        data += skip;
        length -= skip;
    }
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = input,
                                       .n_inputs = source->least_inputs};
    if (ul_source_make(source, &options, remark, sizeof remark, &instance) == UL_OK)
        ul_instance_free(&instance);
    return 0;
}
