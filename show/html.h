/* The frame of a page that stands alone: style (that of all pages, page/base.css, then its own)
 * and script inside, and a policy by which only this script (and those of its site, if the
 * page shares them) runs and nothing else is ever fetched, whatever a name in the page holds.
 */
#pragma once

#include "output.h"

typedef struct {
    const char *text;
    size_t length;
} ul_html_part;

/* A part of the page's own files, which are arrays without a NUL. */
#define UL_HTML_PART(array) {(array), sizeof(array)}

enum { UL_HTML_PARTS_MAX = 16 };

typedef struct {
    const char *title; /* escaped by ul_html_begin() */
    ul_html_part css;
    ul_html_part js[UL_HTML_PARTS_MAX]; /* one script; ends with a NULL text */
    bool works; /* it starts workers from its own text, and WebAssembly in them */
    bool shares; /* it takes scripts from files of its site */
} ul_html;

/* Up to and with <body>; the script comes last, with ul_html_end(). */
void ul_html_begin(ul_output *out, const ul_html *page);
void ul_html_end(ul_output *out, const ul_html *page);

/* Markup with texts, escaped, where the format has %s. */
void ul_html_put(ul_output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The way back to a site's first page. */
void ul_html_home(ul_output *out, const char *address);

/* JSON for the page's script, as the element "data". */
void ul_html_data(ul_output *out, const char *json, size_t length);

/* Bytes for the page's script, as an element of this id, in base64. */
void ul_html_embed(ul_output *out, const char *id, const void *bytes, size_t length);

void ul_html_base64(ul_output *out, const void *bytes, size_t length);

/* data:TYPE;base64,... of some bytes. */
void ul_html_data_address(ul_output *out, const char *type, const void *data, size_t length);
