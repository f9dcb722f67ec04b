#include "nearest.h"

#include <stdio.h>
#include <string.h>

enum { LENGTH_MAX = 40 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of letters to put in, leave out, change or swap with the next. */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t row[3][LENGTH_MAX + 1];
    for (size_t j = 0; j <= m; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3], *before = row[(i - 1) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            now[j] = least(least(before[j], now[j - 1]) + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

void ul_nearest_look(ul_nearest *nearest, const char *name)
{
    const size_t length = strlen(name);
    if (length > LENGTH_MAX || nearest->length > LENGTH_MAX)
        return;
    const size_t away = distance(nearest->wanted, nearest->length, name, length);
    if (nearest->best == NULL || away < nearest->distance) {
        nearest->best = name;
        nearest->distance = away;
    }
}

const char *ul_nearest_hint(const ul_nearest *nearest, char text[UL_NEAREST_TEXT])
{
    text[0] = '\0';
    if (nearest->best != NULL && 3 * nearest->distance <= nearest->length)
        snprintf(text, UL_NEAREST_TEXT, "; did you mean '%s'?", nearest->best);
    return text;
}
