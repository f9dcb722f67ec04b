/* The one file that includes zlib for writing.
 *
 * Writes to PATH.tmp-PID beside the target and renames at the end, so that an
 * interrupted command or a full disk never leaves half a file.
 */
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "fixed.h"

static const char temporary_mark[] = ".tmp-";

struct ul_output {
    char *path, *temporary; /* temporary NULL when writing in place (a device, stdout) */
    FILE *file;
    gzFile gz;
    char *text; /* of a memory output, made when its stream is closed */
    size_t length;
    bool failed;
    int error;
    ul_sha256 hash;
};

static bool ends_in(const char *text, const char *ending)
{
    const size_t n = strlen(text), m = strlen(ending);
    return n >= m && strcmp(text + n - m, ending) == 0;
}

bool ul_output_is_named(const char *path, const char *ending)
{
    const size_t m = strlen(ending), n = strlen(path) - (ends_in(path, ".gz") ? strlen(".gz") : 0);
    return n >= m && memcmp(path + n - m, ending, m) == 0;
}

/* Devices, pipes and links (/dev/stdout is one) are written in place: renaming
 * over them would replace them. */
static bool is_special(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

static ul_status open_file(ul_output *out, const char *path)
{
    const size_t room = strlen(path) + 32;
    out->path = strdup(path);
    const char *target = path;
    if (!is_special(path)) {
        out->temporary = malloc(room);
        if (out->temporary != NULL)
            snprintf(out->temporary, room, "%s%s%ld", path, temporary_mark, (long)getpid());
        target = out->temporary;
    }
    if (out->path == NULL || target == NULL)
        return ul_fail(UL_E_MEMORY, "%s: out of memory", path);
    errno = 0;
    if (ends_in(path, ".gz"))
        out->gz = gzopen(target, "wb6");
    else
        out->file = fopen(target, "wb");
    if (out->file == NULL && out->gz == NULL) {
        const int error = errno;
        free(out->temporary);
        out->temporary = NULL;
        return ul_fail(UL_E_IO, "%s: cannot be written: %s", path, strerror(error));
    }
    if (out->file != NULL)
        setvbuf(out->file, NULL, _IOFBF, 256 * 1024);
    return UL_OK;
}

ul_status ul_output_open(const char *path, ul_output **result)
{
    ul_output *out = calloc(1, sizeof *out);
    UL_NEED(out);
    ul_sha256_init(&out->hash);
    if (path != NULL && strcmp(path, "-") == 0) {
        out->file = stdout;
    } else if (path != NULL) {
        const ul_status status = open_file(out, path);
        if (status != UL_OK) {
            ul_output_discard(out);
            return status;
        }
    }
    *result = out;
    return UL_OK;
}

ul_status ul_output_memory(ul_output **result)
{
    ul_output *out = NULL;
    UL_TRY(ul_output_open(NULL, &out));
    out->file = open_memstream(&out->text, &out->length);
    if (out->file == NULL) {
        ul_output_discard(out);
        return ul_no_memory();
    }
    *result = out;
    return UL_OK;
}

void ul_output_bytes(ul_output *out, const void *data, size_t length)
{
    ul_sha256_add(&out->hash, data, length);
    if (out->failed || length == 0)
        return;
    const bool written = out->file != NULL ? fwrite(data, 1, length, out->file) == length
                         : out->gz != NULL ? gzwrite(out->gz, data, (unsigned)length) == (int)length
                                           : true;
    if (!written) {
        out->failed = true;
        out->error = errno;
    }
}

void ul_output_text(ul_output *out, const char *text)
{
    ul_output_bytes(out, text, strlen(text));
}

void ul_output_format_list(ul_output *out, const char *format, va_list arguments)
{
    char small[512];
    va_list again;
    va_copy(again, arguments);
    const int n = vsnprintf(small, sizeof small, format, again);
    va_end(again);
    if (n < 0 || (size_t)n < sizeof small) {
        ul_output_bytes(out, small, n < 0 ? 0 : (size_t)n);
        return;
    }
    char *large = malloc((size_t)n + 1);
    if (large == NULL) {
        out->failed = true;
        out->error = ENOMEM;
        return;
    }
    vsnprintf(large, (size_t)n + 1, format, arguments);
    ul_output_bytes(out, large, (size_t)n);
    free(large);
}

void ul_output_format(ul_output *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    ul_output_format_list(out, format, arguments);
    va_end(arguments);
}

/* Whether a CSV field stands for itself without quotes. */
static bool is_bare(const char *text)
{
    const size_t length = strlen(text);
    return length == 0
           || (text[0] != ' ' && text[length - 1] != ' ' && text[0] != '#'
               && strpbrk(text, ",\"\r\n\t") == NULL);
}

void ul_output_field(ul_output *out, const char *text)
{
    if (is_bare(text)) {
        ul_output_text(out, text);
        return;
    }
    ul_output_text(out, "\"");
    for (size_t plain; *text != '\0'; text += plain) { /* runs, each quote twice */
        plain = strcspn(text + 1, "\"") + 1;
        if (*text == '"')
            ul_output_text(out, "\"");
        ul_output_bytes(out, text, plain);
    }
    ul_output_text(out, "\"");
}

static void put_value(ul_output *out, char letter, va_list *value)
{
    char number[UL_NUMBER_TEXT];
    switch (letter) {
    case 't':
        ul_output_field(out, va_arg(*value, const char *));
        break;
    case 'm':
        ul_output_text(out, ul_micro_text(va_arg(*value, ul_micro), number));
        break;
    case 'c':
        ul_output_text(out, ul_cost_text(*va_arg(*value, const ul_cost *), number));
        break;
    case 'i':
        ul_output_format(out, "%" PRId64, va_arg(*value, int64_t));
        break;
    case 'u':
        ul_output_format(out, "%" PRIu32, va_arg(*value, uint32_t));
        break;
    default:
        ul_output_format(out, "%zu", va_arg(*value, size_t));
    }
}

void ul_output_csv(ul_output *out, const char *form, ...)
{
    va_list value;
    va_start(value, form);
    while (*form != '\0') {
        const size_t plain = strcspn(form, "%");
        ul_output_bytes(out, form, plain);
        form += plain;
        if (*form == '%') {
            put_value(out, form[1], &value);
            form += 2;
        }
    }
    va_end(value);
}

static void shut(ul_output *out)
{
    int fault = 0;
    if (out->file == stdout)
        fault = fflush(stdout);
    else if (out->file != NULL)
        fault = fclose(out->file);
    if (out->gz != NULL)
        fault = gzclose_w(out->gz) != Z_OK;
    if (fault != 0 && !out->failed) {
        out->failed = true;
        out->error = errno;
    }
}

static void forget(ul_output *out)
{
    free(out->path);
    free(out->temporary);
    free(out->text);
    free(out);
}

ul_status ul_output_take(ul_output *out, char **text, size_t *length)
{
    shut(out);
    const bool failed = out->failed;
    *text = out->text;
    *length = out->length;
    if (!failed)
        out->text = NULL;
    forget(out);
    return failed ? ul_no_memory() : UL_OK;
}

void ul_output_sha256(const ul_output *out, char sha256[UL_SHA256_TEXT])
{
    ul_sha256 hash = out->hash;
    ul_sha256_text(&hash, sha256);
}

ul_status ul_output_close(ul_output *out, char sha256[UL_SHA256_TEXT])
{
    shut(out);
    if (sha256 != NULL)
        ul_sha256_text(&out->hash, sha256);
    if (!out->failed && out->temporary != NULL && rename(out->temporary, out->path) != 0) {
        out->failed = true;
        out->error = errno;
    }
    ul_status status = UL_OK;
    if (out->failed) {
        if (out->temporary != NULL)
            unlink(out->temporary);
        status = ul_fail(UL_E_IO, "%s: cannot be written: %s",
                         out->path == NULL ? "standard output" : out->path, strerror(out->error));
    }
    forget(out);
    return status;
}

void ul_output_discard(ul_output *out)
{
    if (out == NULL)
        return;
    shut(out);
    if (out->temporary != NULL)
        unlink(out->temporary);
    forget(out);
}

void ul_output_sweep(const char *folder)
{
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        const char *mark = strstr(entry->d_name, temporary_mark);
        if (mark == NULL)
            continue;
        const char *pid = mark + strlen(temporary_mark);
        if (pid[0] != '\0' && strspn(pid, "0123456789") == strlen(pid))
            unlinkat(dirfd(entries), entry->d_name, 0);
    }
    closedir(entries);
}

ul_status ul_output_finish(ul_output *out, ul_status status)
{
    if (status == UL_OK)
        return ul_output_close(out, NULL);
    ul_output_discard(out);
    return status;
}
