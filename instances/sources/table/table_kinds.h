/* What a row of a user's table becomes, by kind of instance. */
#pragma once

#include "table_rows.h"

typedef struct {
    const char *name; /* as in --as */
    const ul_data_field *field;
    ul_data_resources resources;
    /* Makes the instance of the rows, which begin at second 0 where they have a time. */
    ul_status (*make)(const ul_data_rows *rows, const ul_source_request *request,
                      ul_instance *instance);
} ul_data_kind;

extern const ul_data_kind ul_data_packing, ul_data_schedule, ul_data_reservation,
    ul_data_availability;
