/* See book.h. What is to be written is a list that begins with docs/ and grows by what its pages
 * link to. */
#include "book.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "chart_page.h" /* made by the build from show/page/ */
#include "input.h"
#include "markdown.h"

enum { FILE_MAX = 64 << 20 };

typedef struct {
    const char *path;    /* in the folder: docs/exact.md */
    const char *address; /* in the book: exact.html */
} leaf;

typedef struct {
    const char *folder, *to;
    ul_arena *arena;
    leaf *leaf;
    size_t n, room, now; /* the leaf that is written */
} book;

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), n = strlen(ending);
    return length >= n && strcmp(text + length - n, ending) == 0;
}

/* Where a file of the folder stands in the book, as one name: slashes are dashes. */
static ul_status name_leaf(book *b, const char *path, leaf *made)
{
    const bool is_page = ends_with(path, ".md");
    const char *name = strncmp(path, "docs/", 5) == 0 ? path + 5 : path;
    const size_t length = strlen(name) - (is_page ? 3 : 0);
    made->path = path;
    if (strcmp(path, "docs/README.md") == 0)
        return ul_arena_format(b->arena, &made->address, "index.html");
    char *address = ul_arena_text(b->arena, name, length);
    UL_NEED(address);
    for (char *q = address; (q = strchr(q, '/')) != NULL;)
        *q = '-';
    return ul_arena_format(b->arena, &made->address, "%s%s", address, is_page ? ".html" : "");
}

/* The leaf of a file, which is added where it is new. */
static ul_status add(book *b, const char *path, const leaf **found)
{
    for (size_t q = 0; q < b->n; q++)
        if (strcmp(b->leaf[q].path, path) == 0) {
            *found = &b->leaf[q];
            return UL_OK;
        }
    UL_MORE(b->arena, b->leaf, b->n, b->room);
    *found = &b->leaf[b->n++];
    return name_leaf(b, path, &b->leaf[b->n - 1]);
}

/* What a page means by a relative path, as one from the folder; NULL where it leads out of it. */
static ul_status normalize(book *b, const char *target, const char **path)
{
    const char *base = b->leaf[b->now].path;
    char *made = ul_arena_alloc(b->arena, strlen(base) + strlen(target) + 2, 1);
    char *copy = ul_arena_text(b->arena, target, strcspn(target, "#")), *part;
    UL_NEED(made && copy);
    memcpy(made, base, strrchr(base, '/') == NULL ? 0 : (size_t)(strrchr(base, '/') - base));
    *path = target[0] == '/' ? NULL : made;
    while ((part = strsep(&copy, "/")) != NULL && *path != NULL) {
        char *slash = strrchr(made, '/');
        if (strcmp(part, "..") != 0)
            strcat(strcat(made, made[0] == '\0' ? "" : "/"), part);
        else if (made[0] == '\0')
            *path = NULL;
        else
            *(slash == NULL ? made : slash) = '\0';
    }
    return UL_OK;
}

static ul_status read_leaf(const book *b, const char *path, char **bytes, size_t *length)
{
    const char *file;
    UL_TRY(ul_arena_format(b->arena, &file, "%s/%s", b->folder, path));
    return ul_input_read_file(file, FILE_MAX, bytes, length);
}

/* A picture becomes part of the page, whose policy lets it fetch nothing. */
static ul_status picture(const book *b, const char *path, const char **address)
{
    ul_output *out;
    char *bytes, *text;
    size_t length;
    UL_TRY(ul_output_memory(&out));
    const ul_status status = read_leaf(b, path, &bytes, &length);
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    ul_html_data_address(out, ends_with(path, ".svg") ? "image/svg+xml" : "image/png", bytes, length);
    free(bytes);
    UL_TRY(ul_output_take(out, &text, &length));
    *address = ul_arena_text(b->arena, text, length);
    free(text);
    return *address == NULL ? ul_no_memory() : UL_OK;
}

static ul_status resolve(void *context, const char *target, bool is_picture, const char **address)
{
    book *b = context;
    const char *path = NULL, *file;
    const leaf *found;
    struct stat status;
    *address = target;
    if (target[0] == '#' || strncmp(target, "https://", 8) == 0)
        return UL_OK;
    *address = NULL;
    UL_TRY(normalize(b, target, &path));
    if (path == NULL)
        return UL_OK;
    UL_TRY(ul_arena_format(b->arena, &file, "%s/%s", b->folder, path));
    if (stat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return UL_OK;
    if (is_picture)
        return picture(b, path, address);
    UL_TRY(add(b, path, &found));
    return ul_arena_format(b->arena, address, "%s%s", found->address, target + strcspn(target, "#"));
}

ul_html ul_book_frame(const char *title)
{
    return (ul_html){.title = title, .css = UL_HTML_PART(ul_page_book_css)};
}

void ul_book_begin(ul_output *out, const ul_html *frame, const char *home)
{
    ul_html_begin(out, frame);
    ul_html_put(out, "<nav><a href=\"%sindex.html\">Ullage</a> <a href=\"%sbook/index.html\">The book</a> "
                     "<a href=\"%sbook/findings.html\">Findings</a> "
                     "<a href=\"%scoverage.html\">The papers' numbers</a></nav>\n<main>\n", home, home, home, home);
}

static ul_status write_page(book *b, const char *text, ul_output *out)
{
    const char *heading = text + strspn(text, "# ");
    const char *title = ul_arena_text(b->arena, heading, strcspn(heading, "\n"));
    const ul_html frame = ul_book_frame(title == NULL ? "" : title);
    ul_book_begin(out, &frame, "../");
    UL_TRY(ul_markdown_html(&(ul_markdown){resolve, b, b->arena}, text, out));
    ul_output_text(out, "</main>\n");
    ul_html_end(out, &frame);
    return UL_OK;
}

static ul_status write_leaf(book *b)
{
    const leaf *l = &b->leaf[b->now];
    const char *to;
    ul_output *out;
    char *bytes;
    size_t length;
    UL_TRY(ul_arena_format(b->arena, &to, "%s/%s", b->to, l->address));
    UL_TRY(read_leaf(b, l->path, &bytes, &length));
    ul_status status = ul_output_open(to, &out);
    if (status == UL_OK) {
        if (ends_with(l->path, ".md"))
            status = write_page(b, bytes, out);
        else
            ul_output_bytes(out, bytes, length);
        status = ul_output_finish(out, status);
    }
    free(bytes);
    return status;
}

ul_status ul_book_write(const char *folder, const char *to, ul_arena *arena)
{
    book b = {.folder = folder, .to = to, .arena = arena};
    const char *docs, *path;
    const leaf *found;
    struct dirent **entry;
    UL_TRY(ul_arena_format(arena, &docs, "%s/docs", folder));
    const int n = scandir(docs, &entry, NULL, alphasort);
    if (n < 0)
        return ul_fail(UL_E_IO, "%s: cannot be read", docs);
    ul_status status = UL_OK;
    for (int q = 0; q < n; q++) {
        if (status == UL_OK)
            status = ul_arena_format(arena, &path, "docs/%s", entry[q]->d_name);
        if (status == UL_OK && ends_with(path, ".md"))
            status = add(&b, path, &found);
        free(entry[q]);
    }
    free(entry);
    for (; status == UL_OK && b.now < b.n; b.now++)
        status = write_leaf(&b);
    return status;
}
