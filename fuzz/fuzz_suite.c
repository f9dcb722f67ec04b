/* Any bytes as a suite. */
#include "scratch_file.h"
#include "suite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    ul_suite *suite;
    if (ul_suite_read(ul_scratch_file(0, data, length), &suite) == UL_OK)
        ul_suite_free(suite);
    return 0;
}
