/* Any bytes as the input of the importer UL_FUZZ_IMPORTER; one that takes two
 * files gets the parts before and after a line "----".
 */
#include <math.h>
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
    const uint8_t *cut =
        source->least_inputs == 2 ? memmem(data, length, mark, sizeof mark - 1) : NULL;
    const size_t first = cut == NULL ? length : (size_t)(cut - data);
    const size_t skip = cut == NULL ? length : first + sizeof mark - 1;
    /* price histories are known by their names */
    input[0] = ul_scratch_named(ul_scratch_file(0, data, first), "zone-Linux-m3.large.csv");
    input[1] = ul_scratch_file(1, data + skip, length - skip);
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = input,
                                       .n_inputs = source->least_inputs};
    if (ul_source_make(source, &options, remark, sizeof remark, &instance) == UL_OK)
        ul_instance_free(&instance);
    return 0;
}
