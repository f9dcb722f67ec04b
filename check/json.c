/* The verdict as JSON: for programs that ask, and for the page in which the checker is a
 * module of its own. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Bytes of the UTF-8 character that the text begins with; 0 when it is none. */
static size_t character(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    const unsigned char lead = byte[0];
    const size_t n = lead < 0x80                   ? 1
                     : lead >= 0xc2 && lead < 0xe0 ? 2
                     : lead >= 0xe0 && lead < 0xf0 ? 3
                     : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    if (n > length)
        return 0;
    for (size_t q = 1; q < n; q++)
        if ((byte[q] & 0xc0) != 0x80)
            return 0;
    const bool too_long = (lead == 0xe0 && byte[1] < 0xa0) || (lead == 0xf0 && byte[1] < 0x90);
    const bool unused = (lead == 0xed && byte[1] >= 0xa0) || (lead == 0xf4 && byte[1] >= 0x90);
    return too_long || unused ? 0 : n;
}

/* A text as a JSON string. Names may be any bytes, and be cut: what is no UTF-8 is
 * shown as U+FFFD. */
static void put_string(FILE *to, const char *text, size_t length)
{
    putc('"', to);
    for (size_t q = 0; q < length;) {
        const size_t n = character(text + q, length - q);
        const unsigned char c = (unsigned char)text[q];
        if (n == 0)
            fprintf(to, "\\ufffd");
        else if (c == '"' || c == '\\')
            fprintf(to, "\\%c", c);
        else if (c < 0x20)
            fprintf(to, "\\u%04x", c);
        else
            fwrite(text + q, 1, n, to);
        q += n == 0 ? 1 : n;
    }
    putc('"', to);
}

static void put_dollars(FILE *to, const char *name, bool known, check_wide dollars)
{
    char number[CHECK_NUMBER_TEXT];
    fprintf(to, "\"%s\": %s, ", name, known ? check_text(dollars, 12, number) : "null");
}

/* {"valid": true, "cost": 12.8, "bound": null, "said": [lines], ...}: the verdict, the bound
 * that a certificate proves, every line of what is said, and whether the bound speaks of the
 * plan: one of schedules in which nobody waits may not. */
static void put_json(FILE *to, int status, const check_outcome *outcome, const char *said)
{
    fprintf(to, "{\"valid\": %s, ", status == CHECK_VALID     ? "true"
                               : status == CHECK_INVALID ? "false" : "null");
    put_dollars(to, "cost", outcome->has_cost, outcome->cost);
    put_dollars(to, "bound", outcome->has_bound, outcome->bound);
    fprintf(to, "\"said\": [");
    for (bool first = true; *said != '\0'; first = false) {
        const size_t length = strcspn(said, "\n");
        fprintf(to, first ? "" : ", ");
        put_string(to, said, length);
        said += length + (said[length] == '\n');
    }
    fprintf(to, "], \"infeasible\": %s, \"speaks_of_plan\": %s}\n", outcome->infeasible ? "true" : "false",
           !outcome->has_cost || !outcome->has_bound ? "null" : outcome->elsewhere ? "false" : "true");
}

int check_json(const check_paths *paths, FILE *out)
{
    char *said = NULL;
    size_t length = 0;
    check_outcome outcome;
    FILE *to = open_memstream(&said, &length);
    if (to == NULL)
        return CHECK_UNREADABLE;
    const int status = check_run_to(paths, to, to, &outcome);
    if (fclose(to) != 0 || said == NULL)
        return CHECK_UNREADABLE;
    put_json(out, status, &outcome, said);
    free(said);
    return status;
}

enum { IN_PAGE_MB = 384 }; /* a module has 512 */

const char *check_in_page(const char *instance, const char *plan, const char *certificate)
{
    static char *last;
    size_t length = 0;
    free(last);
    last = NULL;
    FILE *to = open_memstream(&last, &length);
    if (to == NULL)
        return "";
    check_json(&(check_paths){.instance = instance, .memory_mb = IN_PAGE_MB,
                              .plan = plan[0] == '\0' ? NULL : plan,
                              .certificate = certificate[0] == '\0' ? NULL : certificate}, to);
    return fclose(to) == 0 && last != NULL ? last : "";
}
