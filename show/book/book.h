/* A folder's documentation as pages that link to each other.
 */
#pragma once

#include "arena.h"
#include "html.h"

/* FOLDER/docs/NAME.md as TO/NAME.html, README.md as index.html, with their pictures inside;
 * and whatever they link to in FOLDER, further Markdown as pages, other files as they are. What
 * is not there is no link. TO is a folder that is there. */
ul_status ul_book_write(const char *folder, const char *to, ul_arena *arena);

/* The frame of a page in the book's style; home is the address of the site's first page. */
ul_html ul_book_frame(const char *title);
void ul_book_begin(ul_output *out, const ul_html *frame, const char *home);
