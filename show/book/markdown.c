/* See markdown.h. Blocks are told by how a line begins, spans inside them by one pass that calls
 * itself on what stands between two marks. Linear but for marks that nobody closes. */
#include "markdown.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"

typedef struct {
    const ul_markdown *m;
    ul_output *out;
    char **line; /* ends with a NULL */
    const char **anchor;
    size_t n_anchors, anchors_room;
} writer;

/* ---- in a line ---- */

static ul_status put_text(writer *w, const char *from, const char *end)
{
    const char *text = ul_arena_text(w->m->arena, from, (size_t)(end - from));
    UL_NEED(text);
    ul_html_put(w->out, "%s", text);
    return UL_OK;
}

/* How often the character at `at` stands there in a row. */
static size_t run_of(const char *at, const char *end)
{
    const char *q = at;
    while (q < end && *q == *at)
        q++;
    return (size_t)(q - at);
}

/* Behind an escaped character, code, other marks of a kind, or a character. */
static const char *next(const char *at, const char *end)
{
    const size_t ticks = *at == '`' ? run_of(at, end) : 0;
    if (*at == '\\' && at + 1 < end && ispunct((unsigned char)at[1]))
        return at + 2;
    for (const char *q = at + ticks; ticks > 0 && q < end; q += run_of(q, end))
        if (*q == '`' && run_of(q, end) == ticks)
            return q + ticks;
    return at + (*at == '`' || *at == '*' ? run_of(at, end) : 1);
}

/* The mark that closes emphasis of so many stars; NULL without one. */
static const char *closing_stars(const char *at, const char *end, size_t stars)
{
    for (const char *q = at; q < end; q = next(q, end))
        if (*q == '*' && run_of(q, end) == stars && q > at && !isspace((unsigned char)q[-1]))
            return q;
    return NULL;
}

/* The bracket that closes the one before `at`; NULL without one. */
static const char *closing_bracket(const char *at, const char *end)
{
    size_t depth = 1;
    for (; at < end; at = next(at, end)) {
        depth += *at == '[';
        depth -= *at == ']';
        if (depth == 0)
            return at;
    }
    return NULL;
}

static ul_status put_line(writer *w, const char *at, const char *end);

/* A link or picture that begins at *at, which moves behind it; else *at stays. */
static ul_status put_link(writer *w, const char **at, const char *end)
{
    const bool is_picture = **at == '!';
    const char *words = *at + 1 + is_picture, *address;
    const char *close = closing_bracket(words, end);
    const char *target = close == NULL || close + 1 >= end || close[1] != '(' ? NULL : close + 2;
    const char *last = target == NULL ? NULL : memchr(target, ')', (size_t)(end - target));
    if (last == NULL)
        return UL_OK;
    *at = last + 1;
    target = ul_arena_text(w->m->arena, target, (size_t)(last - target));
    UL_NEED(target);
    UL_TRY(w->m->resolve(w->m->context, target, is_picture, &address));
    if (is_picture && address != NULL) {
        ul_html_put(w->out, "<img src=\"%s\" alt=\"", address);
        UL_TRY(put_text(w, words, close));
        ul_output_text(w->out, "\">");
        return UL_OK;
    }
    if (address != NULL)
        ul_html_put(w->out, "<a href=\"%s\">", address);
    UL_TRY(put_line(w, words, close));
    ul_output_text(w->out, address != NULL ? "</a>" : "");
    return UL_OK;
}

static ul_status put_code(writer *w, const char **at, const char *end)
{
    const char *behind = next(*at, end);
    const size_t ticks = run_of(*at, end);
    if (*at + ticks == behind) /* nothing closes it */
        return UL_OK;
    ul_output_text(w->out, "<code>");
    UL_TRY(put_text(w, *at + ticks, behind - ticks));
    ul_output_text(w->out, "</code>");
    *at = behind;
    return UL_OK;
}

static ul_status put_emphasis(writer *w, const char **at, const char *end)
{
    const size_t stars = run_of(*at, end);
    const char *from = *at + stars;
    const char *close = stars > 2 || from >= end || isspace((unsigned char)*from)
                            ? NULL : closing_stars(from, end, stars);
    if (close == NULL)
        return UL_OK;
    ul_output_text(w->out, stars == 2 ? "<strong>" : "<em>");
    UL_TRY(put_line(w, from, close));
    ul_output_text(w->out, stars == 2 ? "</strong>" : "</em>");
    *at = close + stars;
    return UL_OK;
}

static ul_status put_line(writer *w, const char *at, const char *end)
{
    while (at < end) {
        const char *before = at;
        if (*at == '`')
            UL_TRY(put_code(w, &at, end));
        else if (*at == '[' || (*at == '!' && at + 1 < end && at[1] == '['))
            UL_TRY(put_link(w, &at, end));
        else if (*at == '*')
            UL_TRY(put_emphasis(w, &at, end));
        if (at > before)
            continue;
        at = next(at, end); /* text, up to what may be a mark */
        if (*before == '\\' && at == before + 2)
            before++;
        while (at < end && strchr("`[!*\\", *at) == NULL)
            at++;
        UL_TRY(put_text(w, before, at));
    }
    return UL_OK;
}

static ul_status put_whole(writer *w, const char *text)
{
    return put_line(w, text, text + strlen(text));
}

/* ---- blocks ---- */

static bool is_blank(const char *line)
{
    return line[strspn(line, " ")] == '\0';
}

/* How long the mark of a list's item is, 0 where the line is none; *number of an ordered one. */
static size_t item_mark(const char *line, unsigned long *number)
{
    const size_t digits = strspn(line, "0123456789");
    *number = digits > 0 && digits < 9 ? strtoul(line, NULL, 10) : 0;
    if (digits > 0)
        return digits < 9 && strncmp(line + digits, ". ", 2) == 0 ? digits + 2 : 0;
    return strncmp(line, "- ", 2) == 0 ? 2 : 0;
}

/* How deep a heading is, 0 where the line is none. */
static size_t heading_depth(const char *line)
{
    const size_t depth = strspn(line, "#");
    return depth <= 6 && line[depth] == ' ' ? depth : 0;
}

/* Whether the line goes on with a paragraph or an item. */
static bool goes_on(const char *line)
{
    unsigned long number;
    return line != NULL && !is_blank(line) && line[0] != '|' && strncmp(line, "```", 3) != 0
           && heading_depth(line) == 0 && item_mark(line, &number) == 0;
}

/* Letters in lower case, digits and dashes; blanks are dashes, other signs go; a number behind
 * where another heading has it. */
static ul_status put_anchor(writer *w, const char *heading)
{
    char *anchor = ul_arena_text(w->m->arena, heading, strlen(heading)), *to = anchor;
    size_t before = 0;
    UL_NEED(anchor);
    UL_MORE(w->m->arena, w->anchor, w->n_anchors, w->anchors_room);
    for (const char *q = heading; *q != '\0'; q++)
        if (isalnum((unsigned char)*q) || strchr("-_ ", *q) != NULL || (unsigned char)*q >= 0x80)
            *to++ = *q == ' ' ? '-' : (char)tolower((unsigned char)*q);
    *to = '\0';
    for (size_t q = 0; q < w->n_anchors; q++)
        before += strcmp(w->anchor[q], anchor) == 0;
    w->anchor[w->n_anchors++] = anchor;
    ul_html_put(w->out, " id=\"%s", anchor);
    if (before > 0)
        ul_output_format(w->out, "-%zu", before);
    ul_output_text(w->out, "\"");
    return UL_OK;
}

static ul_status put_heading(writer *w)
{
    const char *line = *w->line++;
    const size_t depth = heading_depth(line);
    ul_output_format(w->out, "<h%zu", depth);
    UL_TRY(put_anchor(w, line + depth + 1));
    ul_output_text(w->out, ">");
    UL_TRY(put_whole(w, line + depth + 1));
    ul_output_format(w->out, "</h%zu>\n", depth);
    return UL_OK;
}

/* From a fence to the next, or as long as lines are indented. */
static void put_code_block(writer *w)
{
    const bool fenced = (*w->line)[0] == '`';
    w->line += fenced;
    ul_output_text(w->out, "<pre><code>");
    while (*w->line != NULL && (fenced ? strncmp(*w->line, "```", 3) != 0 : !is_blank(*w->line)
                                             && strncmp(*w->line, "    ", 4) == 0)) {
        ul_html_put(w->out, "%s\n", *w->line++ + (fenced ? 0 : 4));
        char **behind = w->line;
        while (!fenced && *behind != NULL && is_blank(*behind))
            behind++;
        for (; *behind != NULL && strncmp(*behind, "    ", 4) == 0 && w->line < behind; w->line++)
            ul_output_text(w->out, "\n");
    }
    w->line += fenced && *w->line != NULL;
    ul_output_text(w->out, "</code></pre>\n");
}

static ul_status put_list(writer *w)
{
    unsigned long number, other;
    size_t mark = item_mark(*w->line, &number);
    const bool ordered = mark > 0 && isdigit((unsigned char)(*w->line)[0]);
    ul_output_format(w->out, ordered ? "<ol start=\"%lu\">\n" : "<ul>\n", number);
    while (mark > 0) {
        ul_output_text(w->out, "<li>");
        UL_TRY(put_whole(w, *w->line++ + mark));
        for (; goes_on(*w->line); w->line++) {
            ul_output_text(w->out, "\n");
            UL_TRY(put_whole(w, *w->line + strspn(*w->line, " ")));
        }
        ul_output_text(w->out, "</li>\n");
        char **behind = w->line;
        while (*behind != NULL && is_blank(*behind))
            behind++;
        mark = *behind == NULL || ordered != (isdigit((unsigned char)**behind) != 0)
                   ? 0 : item_mark(*behind, &other);
        w->line = mark > 0 ? behind : w->line;
    }
    ul_output_text(w->out, ordered ? "</ol>\n" : "</ul>\n");
    return UL_OK;
}

/* A row's cells; a bar in code or behind a backslash parts none. */
static ul_status put_row(writer *w, const char *line, const char *cell)
{
    const char *end = line + strlen(line);
    while (end > line + 1 && end[-1] == ' ')
        end--;
    end -= end > line + 1 && end[-1] == '|';
    ul_output_text(w->out, "<tr>");
    for (const char *from = line + 1; from <= end; from++) {
        const char *to = from;
        while (to < end && *to != '|')
            to = next(to, end);
        const char *last = to;
        while (from < last && *from == ' ')
            from++;
        while (last > from && last[-1] == ' ')
            last--;
        ul_output_format(w->out, "<%s>", cell);
        UL_TRY(put_line(w, from, last));
        ul_output_format(w->out, "</%s>", cell);
        from = to;
    }
    ul_output_text(w->out, "</tr>\n");
    return UL_OK;
}

static ul_status put_table(writer *w)
{
    ul_output_text(w->out, "<div class=\"wide\"><table>\n");
    for (bool first = true; *w->line != NULL && (*w->line)[0] == '|'; w->line++) {
        const bool is_head = first && w->line[1] != NULL && strncmp(w->line[1], "|-", 2) == 0;
        UL_TRY(put_row(w, *w->line, is_head ? "th" : "td"));
        w->line += is_head;
        first = false;
    }
    ul_output_text(w->out, "</table></div>\n");
    return UL_OK;
}

static ul_status put_paragraph(writer *w)
{
    ul_output_text(w->out, "<p>");
    do {
        UL_TRY(put_whole(w, *w->line++));
        ul_output_text(w->out, goes_on(*w->line) ? "\n" : "</p>\n");
    } while (goes_on(*w->line));
    return UL_OK;
}

static ul_status put_blocks(writer *w)
{
    unsigned long number;
    while (*w->line != NULL) {
        const char *line = *w->line;
        ul_status status = UL_OK;
        if (is_blank(line))
            w->line++;
        else if (strncmp(line, "```", 3) == 0 || strncmp(line, "    ", 4) == 0)
            put_code_block(w);
        else
            status = heading_depth(line) > 0         ? put_heading(w)
                     : line[0] == '|'                ? put_table(w)
                     : item_mark(line, &number) > 0  ? put_list(w)
                                                     : put_paragraph(w);
        UL_TRY(status);
    }
    return UL_OK;
}

ul_status ul_markdown_html(const ul_markdown *markdown, const char *text, ul_output *out)
{
    writer w = {.m = markdown, .out = out};
    size_t n = 1, q = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        n++;
    char *rest = ul_arena_text(markdown->arena, text, strlen(text));
    UL_ALLOC(markdown->arena, w.line, n + 1);
    UL_NEED(rest);
    while (rest != NULL)
        w.line[q++] = strsep(&rest, "\n");
    return put_blocks(&w);
}
