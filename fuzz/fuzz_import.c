/* Any bytes as the input of the importer UL_FUZZ_IMPORTER; one that takes several
 * files gets the parts between lines "----". What stands before a line "====" are parameters,
 * one a line.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "generator.h"
#include "scratch_file.h"

enum { SETTINGS_MAX = 8, SETTINGS_BYTES = 4096 };

/* Cuts the parameters off the beginning of the data; they live in `text`. */
static size_t take_settings(const uint8_t **data, size_t *length, char text[SETTINGS_BYTES],
                            const char *set[SETTINGS_MAX])
{
    static const char mark[] = "====\n";
    const uint8_t *end = memmem(*data, *length, mark, sizeof mark - 1);
    const size_t n = end == NULL ? 0 : (size_t)(end - *data);
    size_t n_set = 0;
    if (end == NULL || n >= SETTINGS_BYTES || memchr(*data, '\0', n) != NULL)
        return 0;
    memcpy(text, *data, n);
    text[n] = '\0';
    for (char *rest, *line = strtok_r(text, "\n", &rest); line != NULL && n_set < SETTINGS_MAX;
         line = strtok_r(NULL, "\n", &rest))
        set[n_set++] = line;
    *data += n + sizeof mark - 1;
    *length -= n + sizeof mark - 1;
    return n_set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    static const char mark[] = "----\n";
    const ul_source *source = ul_importer_find(UL_FUZZ_IMPORTER);
    const char *input[UL_SCRATCH_FILES];
    const char *set[SETTINGS_MAX];
    char remark[512], settings[SETTINGS_BYTES];
    ul_instance instance = {0};
    if (source == NULL)
        ul_scratch_broken("there is no importer " UL_FUZZ_IMPORTER, ul_error_text());
    const size_t n_set = take_settings(&data, &length, settings, set);
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
                                       .n_inputs = source->least_inputs, .set = set,
                                       .n_set = n_set};
    if (source->print != NULL)
        ul_source_print(source, &options, remark, sizeof remark, NULL);
    else if (ul_source_make(source, &options, remark, sizeof remark, &instance) == UL_OK)
        ul_instance_free(&instance);
    return 0;
}
