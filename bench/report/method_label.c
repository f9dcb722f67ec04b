#include "method_label.h"

#include <stdbool.h>
#include <string.h>

/* Whether one of a label's words, after its name, is this one. */
static bool has_word(const char *label, const char *word, size_t length)
{
    for (label = strchr(label, ' '); label != NULL; label = strchr(label + 1, ' '))
        if (strncmp(label + 1, word, length) == 0 && strchr(" ", label[1 + length]) != NULL)
            return true;
    return false;
}

static bool same_name(const char *a, const char *b)
{
    const size_t length = strcspn(a, " ");
    return length == strcspn(b, " ") && strncmp(a, b, length) == 0;
}

ul_status ul_method_labels_shorten(ul_arena *arena, char **label, size_t n)
{
    char **brief;
    UL_ALLOC(arena, brief, n);
    for (size_t m = 0; m < n; m++) {
        size_t end = strcspn(label[m], " ");
        brief[m] = ul_arena_text(arena, label[m], strlen(label[m]));
        if (brief[m] == NULL)
            return ul_no_memory();
        for (const char *word = strchr(label[m], ' '); word != NULL; word = strchr(word + 1, ' ')) {
            const size_t length = strcspn(word + 1, " ");
            bool shared = true;
            for (size_t q = 0; q < n && shared; q++)
                shared = !same_name(label[q], label[m]) || has_word(label[q], word + 1, length);
            memcpy(brief[m] + end, word, shared ? 0 : length + 1);
            end += shared ? 0 : length + 1;
        }
        brief[m][end] = '\0';
    }
    memcpy(label, brief, n * sizeof *label);
    return UL_OK;
}
