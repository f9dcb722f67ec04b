#include "grid.h"

#include <stdio.h>
#include <string.h>

#include "fixed.h"

typedef struct {
    ul_arena *arena;
    const char *assignment; /* for faults */
    const char *value[UL_GRID_MAX];
    size_t n, steps;
    bool whole; /* numbers of the parameter are */
} expansion;

static ul_status add(expansion *e, const char *text)
{
    if (e->n == UL_GRID_MAX)
        return ul_fail(UL_E_INPUT, "%s: more than %d values", e->assignment, UL_GRID_MAX);
    e->value[e->n++] = text;
    return UL_OK;
}

/* A decimal, perhaps negative, that takes all of the length. */
static bool read_number(const char *text, size_t length, ul_micro *value)
{
    const bool negative = length > 0 && text[0] == '-';
    const bool good = ul_micro_parse(text + negative, length - negative, value) == UL_NUMBER_OK;
    *value = negative ? -*value : *value;
    return good;
}

/* Of a range that says no step: whole numbers one by one where they are few. */
static ul_micro step_of(const expansion *e, ul_micro low, ul_micro high)
{
    if (e->whole && (e->steps == 0 || high - low < (ul_micro)e->steps * UL_MICRO))
        return UL_MICRO;
    if (e->steps == 0)
        return 0;
    const ul_micro step = (high - low) / (ul_micro)(e->steps - 1);
    return e->whole ? (step + UL_MICRO - 1) / UL_MICRO * UL_MICRO : step;
}

/* "LOW..HIGH" or "LOW..HIGH by STEP" between `before` and `behind`; *taken: it is one. */
static ul_status add_range(expansion *e, const char *before, const char *text, size_t length,
                           const char *behind, bool *taken)
{
    char piece[128], number[UL_NUMBER_TEXT];
    ul_micro low, high, step;
    *taken = false;
    if (length >= sizeof piece)
        return UL_OK;
    snprintf(piece, sizeof piece, "%.*s", (int)length, text);
    const char *dots = strstr(piece, ".."), *by = strstr(piece, " by ");
    if (dots == NULL || !read_number(piece, (size_t)(dots - piece), &low))
        return UL_OK;
    if (!read_number(dots + 2, by == NULL ? strlen(dots + 2) : (size_t)(by - dots) - 2, &high))
        return UL_OK;
    *taken = true;
    if (by == NULL)
        step = step_of(e, low, high);
    else if (!read_number(by + 4, strlen(by + 4), &step))
        step = 0;
    if (high < low || step <= 0)
        return ul_fail(UL_E_INPUT, "%s: a range is LOW..HIGH by STEP, with a step above 0, as in "
                                   "0.5..2 by 0.25", e->assignment);
    for (ul_micro at = low; at <= high; at += step) {
        const char *made;
        UL_TRY(ul_arena_format(e->arena, &made, "%s%s%s", before, ul_micro_text(at, number), behind));
        UL_TRY(add(e, made));
    }
    return UL_OK;
}

/* Each of the pieces that '|' separates. */
static ul_status add_pieces(expansion *e, const char *before, const char *text, size_t length,
                            const char *behind)
{
    const char *const end = text + length;
    for (const char *at = text; at <= end;) {
        const char *bar = memchr(at, '|', (size_t)(end - at)), *made;
        const char *stop = bar == NULL ? end : bar;
        bool taken;
        UL_TRY(add_range(e, before, at, (size_t)(stop - at), behind, &taken));
        if (!taken) {
            UL_TRY(ul_arena_format(e->arena, &made, "%s%.*s%s", before, (int)(stop - at), at, behind));
            UL_TRY(add(e, made));
        }
        at = stop + 1;
    }
    return UL_OK;
}

/* The first "{...}" with alternatives in it; NULL: none. */
static const char *find_brace(const char *text, const char **close)
{
    for (const char *open = strchr(text, '{'); open != NULL; open = strchr(open + 1, '{')) {
        *close = strchr(open, '}');
        if (*close == NULL)
            return NULL;
        const size_t n = (size_t)(*close - open);
        if (memchr(open, '|', n) != NULL || memmem(open, n, "..", 2) != NULL)
            return open;
    }
    return NULL;
}

/* What stands in braces, one pair after the other: each of the values made so far may have
 * another pair. */
static ul_status expand_text(expansion *e, const char *text)
{
    UL_TRY(add(e, text));
    for (const char *open, *close; (open = find_brace(e->value[0], &close)) != NULL;) {
        const char *old[UL_GRID_MAX];
        const size_t n = e->n;
        memcpy(old, e->value, n * sizeof *old);
        e->n = 0;
        for (size_t q = 0; q < n; q++) {
            open = find_brace(old[q], &close);
            const char *before =
                open == NULL ? "" : ul_arena_text(e->arena, old[q], (size_t)(open - old[q]));
            UL_NEED(before);
            UL_TRY(open == NULL ? add(e, old[q])
                                : add_pieces(e, before, open + 1, (size_t)(close - open) - 1,
                                             close + 1));
        }
    }
    return UL_OK;
}

static ul_status expand(expansion *e, const ul_param *table, const char *assignment)
{
    const size_t name = strcspn(assignment, "=");
    const ul_param *param = table;
    while (param != NULL && param->name != NULL
           && (strlen(param->name) != name || strncmp(param->name, assignment, name) != 0))
        param++;
    if (param == NULL || param->name == NULL || assignment[name] != '=')
        return add(e, assignment);
    if (param->form == UL_PARAM_TEXT)
        return expand_text(e, assignment);
    e->whole = param->form == UL_PARAM_WHOLE;
    const char *before = ul_arena_text(e->arena, assignment, name + 1);
    return before == NULL ? ul_no_memory()
                          : add_pieces(e, before, assignment + name + 1,
                                       strlen(assignment + name + 1), "");
}

ul_status ul_grid_new(const ul_param *table, const char *const *set, size_t n_set, size_t steps,
                      ul_arena *arena, ul_grid *grid)
{
    const char *const **value;
    *grid = (ul_grid){.n = 1, .n_set = n_set};
    UL_ALLOC(arena, value, n_set);
    UL_ALLOC(arena, grid->n_values, n_set);
    grid->value = value;
    for (size_t q = 0; q < n_set; q++) {
        expansion e = {.arena = arena, .assignment = set[q], .steps = steps};
        const char **kept;
        UL_TRY(expand(&e, table, set[q]));
        UL_ALLOC(arena, kept, e.n);
        memcpy(kept, e.value, e.n * sizeof *kept);
        value[q] = kept;
        grid->n_values[q] = e.n;
        if (e.n > UL_GRID_MAX / grid->n)
            return ul_fail(UL_E_INPUT, "%s: more than %d settings", set[q], UL_GRID_MAX);
        grid->n *= e.n;
    }
    return UL_OK;
}

void ul_grid_setting(const ul_grid *grid, size_t index, const char **set)
{
    for (size_t q = grid->n_set; q-- > 0; index /= grid->n_values[q])
        set[q] = grid->value[q][index % grid->n_values[q]];
}
