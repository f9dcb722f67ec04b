/* The table of what plans come to beside their cost: whatever measures the kind gives. */
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

ul_status ul_measures_sheet(const ul_summary *s, ul_sheet **result)
{
    const ul_measure_names found = ul_measure_names_of(s);
    ul_sheet_column *column;
    ul_sheet_described table = {"measures", "Measures beside cost", NULL, NULL};
    *result = NULL;
    if (found.n == 0)
        return UL_OK;
    UL_ALLOC(s->arena, column, found.n + 2);
    column[0] = (ul_sheet_column){"method", "method", UL_WORD};
    for (size_t c = 0; c < found.n; c++)
        column[c + 1] = (ul_sheet_column){found.name[c], found.name[c], UL_MEASURE};
    table.column = column;
    UL_TRY(ul_arena_format(s->arena, &table.note, "means over the runs with a plan; a name ends in its "
                           "unit, utilisation is the share in use of what is rented%s", s->over));
    UL_TRY(ul_sheet_describe(s->arena, &table, result));
    for (size_t m = 0; m < s->n_methods; m++) {
        double mean[UL_MEASURES_MAX];
        for (size_t c = 0; c < found.n; c++)
            mean[c] = ul_mean_run(s, m, found.name[c]);
        if (s->method[m].n_priced > 0)
            ul_sheet_row(*result, s->method[m].label, NULL, mean);
    }
    return UL_OK;
}
