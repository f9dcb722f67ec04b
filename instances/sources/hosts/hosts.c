#include "hosts.h"

ul_status ul_hosts_world(ul_schedule_builder *b, const char *name, const ul_param_values *param)
{
    const ul_micro capacity[2] = {(ul_micro)(ul_param_number(param, "cpu") * UL_MICRO),
                                  (ul_micro)(ul_param_number(param, "mem") * UL_MICRO)};
    UL_TRY(ul_schedule_set_name(b, name));
    UL_TRY(ul_schedule_add_resource(b, "cpu"));
    UL_TRY(ul_schedule_add_resource(b, "mem_gb"));
    UL_TRY(ul_schedule_add_type(b, "host", "host", UL_MICRO, capacity));
    return ul_schedule_set_billing(b, NULL, 0, 0);
}
