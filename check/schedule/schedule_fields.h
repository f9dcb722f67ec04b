/* What reading a schedule instance is made of: the fields that several records have, timelines
 * and floors among them, and a function for each record of types and of jobs.
 */
#pragma once

#include "schedule.h"

/* ---- fields ---- */

size_t check_field_find(const check_names *names, const check_field *field);
/* A name that must be new; its index. */
size_t check_field_new(check *c, const check_row *row, size_t field, const char *what,
                       check_names *names);
check_micro check_field_seconds(check *c, const check_row *row, size_t field, const char *what);
/* As many numbers as there are resources. */
void check_field_vector(check *c, const check_row *row, size_t first, const char *what,
                        const check_schedule *s, check_micro *to);
/* The task that fields 1 and 2 name, a job and a number within it. */
size_t check_field_task(check *c, const check_row *row, const check_schedule *s);
/* The part of a workload's name before its variant: "resnet18" of "resnet18[3]". */
size_t check_field_workload(check *c, const check_field *name, check_names *workload);

/* ---- types ---- */

void check_read_type(check *c, const check_row *row, check_schedule *s);
void check_read_billing(check *c, const check_row *row, check_schedule *s);
void check_read_sustained(check *c, const check_row *row, check_schedule *s);
void check_read_startup(check *c, const check_row *row, check_schedule *s);
void check_read_price(check *c, const check_row *row, check_schedule *s);
void check_read_supply(check *c, const check_row *row, check_schedule *s);
void check_read_service(check *c, const check_row *row, check_schedule *s);
void check_read_boot(check *c, const check_row *row, check_schedule *s);
/* Services never hold more of a type than there is. */
void check_type_services(check *c, const check_row *row, const check_schedule *s, size_t k);

/* ---- jobs ---- */

void check_read_job(check *c, const check_row *row, check_schedule *s);
void check_read_tasks(check *c, const check_row *row, check_schedule *s);
void check_read_demand(check *c, const check_row *row, check_schedule *s);
void check_read_moving(check *c, const check_row *row, check_schedule *s);
void check_read_iterations(check *c, const check_row *row, check_schedule *s);
/* *given counts the works of this job so far: records go on where the last one ended. */
void check_read_work(check *c, const check_row *row, check_schedule *s, size_t *given);
/* Works are of all tasks of the last job, or of none. */
void check_job_works(check *c, const check_row *row, const check_schedule *s, size_t given);
