/* Markdown as HTML, as much of it as documentation here uses: headings with the anchors that
 * forges give them, paragraphs, flat lists, tables, code in fences or indented; in their lines
 * code, emphasis, links and pictures. Everything else is text, and text is escaped: no markup
 * of the source becomes markup of the page.
 */
#pragma once

#include "arena.h"
#include "output.h"

typedef struct {
    /* The address, on the page, of what a link or picture names; NULL where it leads nowhere:
     * then the words stand alone. */
    ul_status (*resolve)(void *context, const char *target, bool is_picture, const char **address);
    void *context;
    ul_arena *arena;
} ul_markdown;

ul_status ul_markdown_html(const ul_markdown *markdown, const char *text, ul_output *out);
