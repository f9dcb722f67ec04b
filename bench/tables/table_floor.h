/* The floor under every schedule of a table's workload, with its proof kept.
 */
#ifndef UL_TABLE_FLOOR_H
#define UL_TABLE_FLOOR_H

#include "table.h"

/* What no schedule of the instance costs less than, in dollars. Where the parameter
 * `certificates` names a folder, the proof goes into FOLDER/floor`of`.csv. */
ul_status ul_table_floor(const ul_table_request *request, const ul_instance *instance,
                         const char *of, double *dollars);

/* The same with a parameter of schedule-floor. */
ul_status ul_table_floor_with(const ul_table_request *request, const ul_instance *instance,
                              const char *of, const char *set, double *dollars);

#define UL_TABLE_CERTIFICATES                                                                    \
    {.name = "certificates", .preset = "", .form = UL_PARAM_TEXT,                                \
     .brief = "folder to write the floors' certificates into"}

#endif
