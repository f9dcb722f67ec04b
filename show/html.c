#include "html.h"

#include <stdarg.h>
#include <string.h>

#include "chart_page.h" /* made by the build from show/page/ */
#include "svg.h"

void ul_html_base64(ul_output *out, const void *bytes, size_t length)
{
    const unsigned char *data = bytes;
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t q = 0; q < length; q += 3) {
        const size_t left = length - q;
        const uint32_t bits = (uint32_t)data[q] << 16
                              | (left > 1 ? (uint32_t)data[q + 1] << 8 : 0)
                              | (left > 2 ? (uint32_t)data[q + 2] : 0);
        const char four[4] = {digit[bits >> 18], digit[bits >> 12 & 63],
                              left > 1 ? digit[bits >> 6 & 63] : '=',
                              left > 2 ? digit[bits & 63] : '='};
        ul_output_bytes(out, four, sizeof four);
    }
}

void ul_html_data_address(ul_output *out, const char *type, const void *bytes, size_t length)
{
    ul_output_format(out, "data:%s;base64,", type);
    ul_html_base64(out, bytes, length);
}

void ul_html_put(ul_output *out, const char *format, ...)
{
    va_list text;
    va_start(text, format);
    for (const char *at; (at = strstr(format, "%s")) != NULL; format = at + 2) {
        ul_output_bytes(out, format, (size_t)(at - format));
        ul_svg_escape(out, va_arg(text, const char *));
    }
    va_end(text);
    ul_output_text(out, format);
}

void ul_html_home(ul_output *out, const char *address)
{
    ul_html_put(out, "<p class=\"home\"><a href=\"%s\">Ullage: all lessons</a></p>\n", address);
}

void ul_html_embed(ul_output *out, const char *id, const void *bytes, size_t length)
{
    ul_output_format(out, "<script type=\"text/plain\" id=\"%s\">", id);
    ul_html_base64(out, bytes, length);
    ul_output_text(out, "</script>\n");
}

/* '<' would begin markup, and stands in strings only. */
void ul_html_data(ul_output *out, const char *json, size_t length)
{
    ul_output_text(out, "<script type=\"application/json\" id=\"data\">\n");
    for (size_t from = 0; from < length;) {
        const char *found = memchr(json + from, '<', length - from);
        const size_t until = found == NULL ? length : (size_t)(found - json);
        ul_output_bytes(out, json + from, until - from);
        if (found != NULL)
            ul_output_text(out, "\\u003c");
        from = until + 1;
    }
    ul_output_text(out, "\n</script>\n");
}

void ul_html_begin(ul_output *out, const ul_html *page)
{
    ul_sha256 hash;
    uint8_t digest[UL_SHA256_BYTES];
    ul_sha256_init(&hash);
    for (const ul_html_part *part = page->js; part->text != NULL; part++)
        ul_sha256_add(&hash, part->text, part->length);
    ul_sha256_end(&hash, digest);
    ul_output_text(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                        "img-src data:; style-src 'unsafe-inline'; script-src 'sha256-");
    ul_html_base64(out, digest, sizeof digest);
    /* a page that is opened as a file has no self */
    ul_output_format(out, "'%s%s%s", page->shares ? " 'self' file:" : "",
                     page->works ? " 'wasm-unsafe-eval'" : "", page->works ? "; worker-src blob:" : "");
    ul_output_text(out, "\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        "<meta name=\"color-scheme\" content=\"light dark\">\n"
                        "<link rel=\"icon\" href=\"data:,\">\n<title>");
    ul_svg_escape(out, page->title);
    ul_output_text(out, "</title>\n<style>");
    ul_output_bytes(out, ul_page_base_css, sizeof ul_page_base_css);
    ul_output_bytes(out, page->css.text, page->css.length);
    ul_output_text(out, "</style>\n</head>\n<body>\n");
}

void ul_html_end(ul_output *out, const ul_html *page)
{
    ul_output_text(out, "<script>");
    for (const ul_html_part *part = page->js; part->text != NULL; part++)
        ul_output_bytes(out, part->text, part->length);
    ul_output_text(out, "</script>\n</body>\n</html>\n");
}
