#include "view.h"

#define UL_VIEW(symbol) extern const ul_view ul_view_##symbol;
#include "views.def"
#undef UL_VIEW

const ul_view *const ul_views[] = {
#define UL_VIEW(symbol) &ul_view_##symbol,
#include "views.def"
#undef UL_VIEW
    NULL,
};

const ul_view *ul_view_of(const ul_kind *kind)
{
    for (size_t q = 0; ul_views[q] != NULL; q++)
        if (ul_views[q]->kind == kind)
            return ul_views[q];
    return NULL;
}
