/* Files in memory, and RFC 4180 records parsed in place.
 *
 * As in the workbench's reader: fields without quotes lose the blanks around
 * them, a line that begins with '#' where a record could is a comment, blank
 * lines and a byte order mark are skipped, lines end in LF, CR LF or CR.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "check.h"

void check_load(check *c, const char *path, check_file *file)
{
    struct stat facts;
    *file = (check_file){.name = path, .line = 1, .fresh = true};
    if (stat(path, &facts) != 0)
        check_refuse_file(c, path, "%s", strerror(errno));
    if (S_ISDIR(facts.st_mode))
        check_refuse_file(c, path, "is a folder, expected a file");
    gzFile from = gzopen(path, "rb");
    if (from == NULL)
        check_refuse_file(c, path, "cannot be opened: %s", strerror(errno));
    size_t room = 0;
    int got = 0, fault = Z_OK;
    do {
        /* one byte more than the text, for the last field's NUL */
        file->text = check_grow(c, file->text, file->length + 1, &room, 1);
        const size_t left = room - file->length - 1;
        got = gzread(from, file->text + file->length, left < 1u << 30 ? (unsigned)left : 1u << 30);
        file->length += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    gzerror(from, &fault);
    gzclose_r(from);
    if (got < 0 || fault == Z_BUF_ERROR)
        check_refuse_file(c, path, "cannot be read to its end: the file is damaged or cut off");
    check_sha256(file->text, file->length, file->sha256);
    if (file->length >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0)
        file->at = 3;
}

void check_seal(check_file *file)
{
    size_t end = file->length;
    while (end > 0 && file->text[end - 1] == '\n')
        end--;
    while (end > 0 && file->text[end - 1] != '\n')
        end--;
    check_sha256(file->text, end, file->sealed);
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool ends_field(const check_file *file, size_t at)
{
    const char byte = file->text[at];
    return at == file->length || byte == ',' || byte == '\n' || byte == '\r';
}

/* A quoted field, from behind its opening quote; the text moves left over
 * doubled quotes. Leaves file->at on the separator. */
static check_field read_quoted(check *c, check_file *file, const check_row *row)
{
    char *const start = file->text + file->at;
    size_t length = 0;
    for (;; file->at++) {
        const char byte = file->text[file->at];
        if (file->at == file->length)
            check_refuse(c, row, row->n, "the file ends inside a quoted field");
        if (byte == '\n')
            file->line++;
        if (byte == '"' && file->text[++file->at] != '"')
            break;
        start[length++] = byte;
    }
    while (is_blank(file->text[file->at]))
        file->at++;
    if (!ends_field(file, file->at))
        check_refuse(c, row, row->n, "a quoted field must end at its closing quote");
    return (check_field){start, length};
}

static check_field read_plain(check *c, check_file *file, const check_row *row)
{
    char *const start = file->text + file->at;
    for (; !ends_field(file, file->at); file->at++)
        if (file->text[file->at] == '"')
            check_refuse(c, row, row->n, "a quote inside a field must be doubled, and the field "
                                         "quoted");
    size_t length = (size_t)(file->text + file->at - start);
    while (length > 0 && is_blank(start[length - 1]))
        length--;
    return (check_field){start, length};
}

/* Fields up to the end of the record; true when it is more than a blank line. */
static bool read_record(check *c, check_file *file, check_row *row)
{
    bool quoted = false;
    char separator;
    do {
        while (is_blank(file->text[file->at]))
            file->at++;
        c->field = check_grow(c, c->field, row->n, &c->field_room, sizeof *c->field);
        quoted = file->text[file->at] == '"';
        file->at += quoted;
        const check_field field = quoted ? read_quoted(c, file, row) : read_plain(c, file, row);
        separator = file->at == file->length ? '\n' : file->text[file->at];
        if (memchr(field.text, '\0', field.length) != NULL)
            check_refuse(c, row, row->n, "holds a zero byte; this is not a text file");
        file->text[(size_t)(field.text - file->text) + field.length] = '\0';
        c->field[row->n++] = field;
        file->at += file->at < file->length;
    } while (separator == ',');
    row->field = c->field;
    file->fresh = separator == '\n';
    file->line += file->fresh;
    return row->n > 1 || quoted || c->field[0].length > 0;
}

bool check_next(check *c, check_file *file, check_row *row)
{
    while (file->at < file->length) {
        if (file->fresh && file->text[file->at] == '#') {
            const char *end = memchr(file->text + file->at, '\n', file->length - file->at);
            file->at = end == NULL ? file->length : (size_t)(end - file->text) + 1;
            file->line++;
            continue;
        }
        *row = (check_row){.file = file->name, .line = file->line};
        if (read_record(c, file, row))
            return true;
    }
    return false;
}
