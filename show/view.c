#include "view.h"

#define UL_VIEW(symbol) extern const ul_view ul_view_##symbol;
#include "views.def"
#undef UL_VIEW

static const ul_view *const views[] = {
#define UL_VIEW(symbol) &ul_view_##symbol,
#include "views.def"
#undef UL_VIEW
    NULL,
};

const ul_view *ul_view_of(const ul_kind *kind)
{
    for (size_t q = 0; views[q] != NULL; q++)
        if (views[q]->kind == kind)
            return views[q];
    return NULL;
}
