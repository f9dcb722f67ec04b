/* The table of what plans come to beside their cost: whatever measures the kind gives. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "summary.h"

ul_measure_names ul_measure_names_of(const ul_summary *s)
{
    ul_measure_names found = {.n = 0};
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_measures *measures = s->record[q].measures;
        for (size_t i = 0; measures != NULL && i < measures->n; i++) {
            size_t c = 0;
            while (c < found.n && strcmp(found.name[c], measures->item[i].name) != 0)
                c++;
            if (c == found.n && c < UL_MEASURES_MAX)
                found.name[found.n++] = measures->item[i].name;
        }
    }
    return found;
}

static void put_mean(ul_sheet *sheet, double mean)
{
    char rounded[32], exact[32];
    snprintf(rounded, sizeof rounded, "%.6g", mean);
    snprintf(exact, sizeof exact, "%.12g", mean);
    if (isnan(mean))
        ul_sheet_none(sheet, "");
    else
        ul_sheet_exact(sheet, rounded, exact);
}

ul_status ul_measures_sheet(const ul_summary *s, ul_sheet **result)
{
    const ul_measure_names found = ul_measure_names_of(s);
    *result = NULL;
    if (found.n == 0)
        return UL_OK;
    char *align = ul_arena_alloc(s->arena, found.n + 2, 1);
    if (align == NULL)
        return ul_no_memory();
    memset(align, 'r', found.n + 1);
    align[0] = 'l';
    static const char about[] = "means over the runs with a plan; a name ends in its unit, "
                                "utilisation is the share in use of what is rented";
    const char *note;
    UL_TRY(ul_arena_format(s->arena, &note, "%s%s", about, s->over));
    UL_TRY(ul_sheet_new(s->arena, "measures", "Measures beside cost", note, align, result));
    ul_sheet_cell(*result, "method");
    ul_sheet_heads(*result, found.name, found.n);
    for (size_t m = 0; m < s->n_methods; m++) {
        if (s->method[m].n_priced == 0)
            continue;
        ul_sheet_cell(*result, "%s", s->method[m].label);
        for (size_t c = 0; c < found.n; c++)
            put_mean(*result, ul_mean_run(s, m, found.name[c]));
    }
    return UL_OK;
}
