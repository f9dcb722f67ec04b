#include "solving.h"

Test(no_packing, table_3_costs_16_20)
{
    ul_instance instance = generated("eva-table3", 0, 1);
    cr_assert_eq(solved_cost(&instance, "no-packing", ""), 16200000);
    ul_instance_free(&instance);
}

Test(no_packing, copies_are_machines_of_their_own)
{
    ul_instance instance = parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1.5,4\n"
                                  "task,t,3,,,,1\n");
    cr_assert_eq(solved_cost(&instance, "no-packing", ""), 4500000);
    ul_instance_free(&instance);
}
