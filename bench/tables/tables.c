/* The list of all tables, made from tables.def. */
#include <string.h>

#include "table.h"

#define UL_TABLE(symbol) extern const ul_table ul_table_##symbol;
#include "tables.def"
#undef UL_TABLE

const ul_table *const ul_tables[] = {
#define UL_TABLE(symbol) &ul_table_##symbol,
#include "tables.def"
#undef UL_TABLE
    NULL,
};

const ul_table *ul_table_find(const char *name)
{
    for (size_t q = 0; ul_tables[q] != NULL; q++)
        if (strcmp(ul_tables[q]->name, name) == 0)
            return ul_tables[q];
    return NULL;
}
