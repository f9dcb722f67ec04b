/* What the packing kind can do, for those who know no kind by name. */
#include "packing_file.h"
#include "packing_plan.h"
#include "kind_functions.h"

UL_KIND_FUNCTIONS(packing, ul_packing_finish_at(reader, &in, line))

const ul_kind ul_kind_packing = {
    .brief = "tasks with several demands onto priced machine types (Eva, Stratus, VSBPP, VBP)",
    UL_KIND_MEMBERS(packing),
};
