/* Any bytes as an instance file. What is accepted must survive being written
 * and read again: same canonical form, same hash.
 */
#include <string.h>

#include "instance.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    ul_instance first = {0}, second = {0};
    if (ul_instance_read(ul_scratch_file(0, data, length), &first) != UL_OK)
        return 0;
    const char *path = ul_scratch_output();
    if (ul_instance_write(&first, path) != UL_OK || ul_instance_read(path, &second) != UL_OK)
        ul_scratch_broken("a written instance is not readable", ul_error_text());
    if (first.kind->seal(first.data) != UL_OK || strcmp(first.sha256, second.sha256) != 0)
        ul_scratch_broken("a written instance differs from the one read", ul_error_text());
    ul_instance_free(&first);
    ul_instance_free(&second);
    return 0;
}
