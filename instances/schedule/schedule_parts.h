/* What lies behind a schedule; for the files of this folder only. */
#pragma once

#include "arena.h"
#include "names.h"
#include "schedule.h"

enum { UL_SCHEDULE_NAMES = 7 };

struct ul_schedule_parts {
    ul_arena *arena;
    ul_names *kept[UL_SCHEDULE_NAMES]; /* own the texts that the instance points to */
    const ul_names *type_name, *job_name;
    uint32_t *job_at; /* a job's index by its place in the file; NULL: the same */
    ul_schedule_type *type;
    ul_micro *capacity;
    ul_schedule_job *job;
    ul_schedule_task *task;
    ul_schedule_boot *boot;
    ul_micro *row; /* distinct demand vectors, n_resources each */
    struct {
        uint32_t row;              /* where no family differs */
        uint32_t cheapest;         /* type index */
        const uint32_t *by_family; /* a row per family, or NULL */
        const ul_micro *const *held; /* by family, where it is stretched on any; else NULL */
    } *shape;
    /* What one machine costs from second 0 to each of its type's price changes. */
    const ul_cost **paid;
    ul_schedule_pair *pair;
    size_t n_pairs;
    uint32_t *class_of; /* of each workload */
    size_t n_classes;
    double *throughput; /* classes x classes */
    ul_micro *slowed;   /* the same, exactly */
    bool uniform;
};

/* A record of a type that comes by second, kept until all are there. */
struct ul_schedule_moment {
    uint32_t type;
    uint32_t line;
    ul_micro from_s, to_s;
    uint64_t value; /* a price, or a number of machines */
    size_t order;   /* in the file */
};

/* A schedule under construction. Types come before jobs and all records that name
 * them, so that a misspelt name is caught; a job's records follow it, so that only
 * one job at a time is open. */
struct ul_schedule_builder {
    char *name;
    ul_names *resource, *type_name, *family, *job_name, *workload, *image, *base;
    bool has_round, has_cutoff, has_keeps, has_billing;
    ul_micro round_s, cutoff_s;
    bool keeps_work;
    bool has_stretch;
    uint32_t stretch;
    ul_micro unit_s, least_s;
    ul_schedule_type *type;
    ul_micro *capacity; /* types x resources */
    size_t type_room;
    struct ul_schedule_moment *price, *supply, *service;
    size_t n_prices, price_room, n_supplies, supply_room, n_services, service_room;
    ul_schedule_boot *boot;
    size_t n_boots, boot_room;
    ul_schedule_job *job;
    uint32_t *job_line;
    size_t job_room;
    ul_schedule_task *task;
    size_t n_tasks, task_room;
    ul_names *rows, *shapes;
    /* of the job that is open */
    struct ul_schedule_group {
        uint32_t first_task, row;
    } *group; /* its tasks with one demand, in order */
    size_t n_groups, group_room;
    uint32_t *own_row; /* by family; UL_SCHEDULE_NONE: the group's */
    uint32_t *key;     /* of a shape, being made */
    size_t n_works, n_estimates;
    bool has_iterations, has_moving;
    uint32_t line; /* of the file, where the next records come from */
    ul_schedule_pair *pair;
    size_t n_pairs, pair_room;
    ul_names *pair_seen;
};

/* A fault unless a number of seconds is one that a schedule can have. */
ul_status ul_schedule_check_seconds(const char *what, ul_micro seconds);

/* Gives the tasks of the open job their shapes; nothing where no job is open. */
ul_status ul_schedule_close_job(ul_schedule_builder *b);

/* Makes the types of what the builder holds; *line is of the record at fault. */
ul_status ul_schedule_fill_types(ul_schedule_builder *b, ul_schedule *in, size_t *line);
