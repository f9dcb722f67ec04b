#include "judge.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scratch_file.h"

enum { FILES = 3 };
#define STEPS 1000000000u /* a second or so: who forges can keep a checker busy for minutes */

static bool read_whole(const char *path, char **data, long *length)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    const bool well = fseek(file, 0, SEEK_END) == 0 && (*length = ftell(file)) >= 0
                      && fseek(file, 0, SEEK_SET) == 0
                      && (*data = malloc((size_t)*length + 1)) != NULL
                      && fread(*data, 1, (size_t)*length, file) == (size_t)*length;
    fclose(file);
    return well;
}

bool judge_keep(FILE *stream, const char *const paths[FILES])
{
    char *data[FILES] = {NULL, NULL, NULL};
    long length[FILES] = {-1, -1, -1};
    bool well = true;
    for (size_t q = 0; q < FILES; q++)
        well &= paths[q] == NULL || read_whole(paths[q], &data[q], &length[q]);
    well = well && fprintf(stream, "%ld %ld %ld\n", length[0], length[1], length[2]) > 0;
    for (size_t q = 0; q < FILES; q++) {
        if (well && length[q] > 0)
            well = fwrite(data[q], 1, (size_t)length[q], stream) == (size_t)length[q];
        free(data[q]);
    }
    return well && fflush(stream) == 0;
}

static void print_wide(bool has, check_wide value)
{
    char digits[48], *at = digits + sizeof digits;
    *--at = '\0';
    do {
        *--at = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value > 0);
    printf(" %s", has ? at : "-");
}

/* One case from standard input; false at its end. */
static bool judge_one(void)
{
    long length[FILES];
    const char *path[FILES] = {NULL, NULL, NULL};
    char line[100], text[4000] = "";
    if (fgets(line, sizeof line, stdin) == NULL
        || sscanf(line, "%ld %ld %ld", &length[0], &length[1], &length[2]) != FILES)
        return false;
    for (size_t q = 0; q < FILES; q++) {
        if (length[q] < 0)
            continue;
        uint8_t *data = malloc((size_t)length[q] + 1);
        if (data == NULL || fread(data, 1, (size_t)length[q], stdin) != (size_t)length[q]) {
            free(data);
            return false;
        }
        path[q] = ul_scratch_file(q, data, (size_t)length[q]);
        free(data);
    }
    check_outcome found = {0};
    const check_paths paths = {.instance = path[0], .plan = path[1], .certificate = path[2],
                               .steps = STEPS};
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    if (out == NULL)
        return false;
    printf("%d", check_run_to(&paths, out, out, &found));
    fclose(out);
    print_wide(found.has_cost, found.cost);
    print_wide(found.has_bound, found.bound);
    for (char *at = text; *at != '\0'; at++)
        *at = *at == '\n' ? '|' : *at;
    printf(" %s\n", text);
    return fflush(stdout) == 0;
}

int judge_all(void)
{
    while (judge_one()) {
    }
    return ferror(stdin) || ferror(stdout) ? 2 : 0;
}
