/* RFC 4180 records, read and hashed as they come.
 *
 * As in the workbench's reader: fields without quotes lose the blanks around
 * them, a line that begins with '#' where a record could is a comment, blank
 * lines and a byte order mark are skipped, lines end in LF, CR LF or CR; a comment
 * begins behind a line feed and ends with one.
 *
 * O(bytes) time; the memory of one chunk and of the longest record.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "check.h"

enum { CHUNK = 1 << 16, END = -1, BYTE = 8 /* steps: to parse and to hash one */ };

/* Brings the hash up to the parser. */
static void hash_on(check_file *file)
{
    check_sha_add(&file->sha, file->chunk + file->hashed, file->at - file->hashed);
    file->hashed = file->at;
}

void check_close(check_file *file)
{
    if (file->open)
        gzclose_r(file->from);
    file->open = false;
}

/* The next chunk; none at the end. */
static void refill(check *c, check_file *file)
{
    int fault = Z_OK;
    hash_on(file);
    file->at = file->hashed = file->end = 0;
    if (!file->open)
        return;
    const int got = gzread(file->from, file->chunk, CHUNK);
    gzerror(file->from, &fault);
    if (got < 0 || fault == Z_BUF_ERROR)
        check_refuse_file(c, file->name, "cannot be read to its end: the file is damaged or cut "
                                         "off");
    file->end = (size_t)got;
    check_spend_on(c, file->end, BYTE);
    if (got > 0)
        return;
    check_sha_text(&file->sha, file->sha256);
    check_close(file);
}

void check_open(check *c, const char *path, check_file *file)
{
    struct stat facts;
    *file = (check_file){.name = path, .line = 1, .fresh = true};
    if (stat(path, &facts) != 0)
        check_refuse_file(c, path, "%s", strerror(errno));
    if (S_ISDIR(facts.st_mode))
        check_refuse_file(c, path, "is a folder, expected a file");
    file->chunk = check_alloc(c, CHUNK, 1);
    file->from = gzopen(path, "rb");
    if (file->from == NULL)
        check_refuse_file(c, path, "cannot be opened: %s", strerror(errno));
    file->open = true;
    check_sha_start(&file->sha);
    refill(c, file);
    if (file->end >= 3 && memcmp(file->chunk, "\xef\xbb\xbf", 3) == 0)
        file->at = 3;
}

/* The byte that the parser is at, or END. */
static int here(check *c, check_file *file)
{
    if (file->at == file->end)
        refill(c, file);
    return file->at == file->end ? END : (unsigned char)file->chunk[file->at];
}

static bool is_blank(int byte)
{
    return byte == ' ' || byte == '\t';
}

static bool ends_field(int byte)
{
    return byte == END || byte == ',' || byte == '\n' || byte == '\r';
}

/* Appends to the row's texts. */
static void put(check *c, check_file *file, char byte)
{
    file->row = check_grow(c, file->row, file->row_length, &file->row_room, 1);
    file->row[file->row_length++] = byte;
}

static void skip_blanks(check *c, check_file *file)
{
    while (is_blank(here(c, file)))
        file->at++;
}

/* A quoted field, from behind its opening quote, which leaves the parser on the
 * separator. */
static void read_quoted(check *c, check_file *file, const check_row *row)
{
    int before = END;
    for (int byte;; before = byte, file->at++) {
        byte = here(c, file);
        if (byte == END)
            check_refuse(c, row, row->n, "the file ends inside a quoted field");
        file->line += byte == '\r' || (byte == '\n' && before != '\r');
        if (byte == '"') {
            file->at++;
            if (here(c, file) != '"')
                break;
        }
        put(c, file, (char)byte);
    }
    skip_blanks(c, file);
    if (!ends_field(here(c, file)))
        check_refuse(c, row, row->n, "a quoted field must end at its closing quote");
}

static void read_plain(check *c, check_file *file, const check_row *row)
{
    const size_t start = file->row_length;
    for (int byte; !ends_field(byte = here(c, file)); file->at++) {
        if (byte == '"')
            check_refuse(c, row, row->n, "a quote inside a field must be doubled, and the field "
                                         "quoted");
        put(c, file, (char)byte);
    }
    while (file->row_length > start && is_blank(file->row[file->row_length - 1]))
        file->row_length--;
}

/* A field; true when it is quoted. */
static bool read_field(check *c, check_file *file, check_row *row)
{
    skip_blanks(c, file);
    const size_t start = file->row_length;
    const bool quoted = here(c, file) == '"';
    file->at += quoted;
    if (quoted)
        read_quoted(c, file, row);
    else
        read_plain(c, file, row);
    const size_t length = file->row_length - start;
    if (length > 0 && memchr(file->row + start, '\0', length) != NULL)
        check_refuse(c, row, row->n, "holds a zero byte; this is not a text file");
    put(c, file, '\0');
    c->field = check_grow(c, c->field, row->n, &c->field_room, sizeof *c->field);
    c->field[row->n++].length = length;
    return quoted;
}

/* Fields up to the end of the record; true when it is more than a blank line. */
static bool read_record(check *c, check_file *file, check_row *row)
{
    bool quoted;
    int separator;
    file->row_length = 0;
    do {
        quoted = read_field(c, file, row);
        separator = here(c, file);
        file->at += separator != END;
    } while (separator == ',');
    if (separator == '\r' && here(c, file) == '\n') {
        file->at++;
        separator = '\n';
    }
    const char *text = file->row; /* which does not move any more */
    for (size_t q = 0; q < row->n; q++) {
        c->field[q].text = text;
        text += c->field[q].length + 1;
    }
    row->field = c->field;
    file->fresh = separator != '\r';
    file->line++;
    return row->n > 1 || quoted || c->field[0].length > 0;
}

static void skip_line(check *c, check_file *file)
{
    while (here(c, file) != END) {
        const char *from = file->chunk + file->at;
        const char *end = memchr(from, '\n', file->end - file->at);
        file->at = end == NULL ? file->end : (size_t)(end - file->chunk) + 1;
        if (end != NULL)
            break;
    }
    file->line++;
}

bool check_next(check *c, check_file *file, check_row *row)
{
    for (int byte; (byte = here(c, file)) != END;) {
        if (file->fresh && byte == '#') {
            skip_line(c, file);
            continue;
        }
        if (file->seals) {
            hash_on(file);
            file->before = file->sha;
        }
        *row = (check_row){.file = file->name, .line = file->line};
        if (read_record(c, file, row))
            return true;
    }
    return false;
}
