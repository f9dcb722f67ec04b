/* A schedule instance and a timeline as the checker reads them. Seconds are
 * millionths throughout, as the format has them. */
#pragma once

#include "check.h"

enum { CHECK_SCHEDULE_RESOURCES_MAX = 16, CHECK_SHARES_MAX = 8 };
#define CHECK_PERIOD_LEAST ((check_micro)86400 * 1000000)
#define CHECK_TASKS_MAX ((uint64_t)50000000)
#define CHECK_SECONDS_MAX ((check_micro)10000000000 * 1000000) /* 10^16: room to add a hundred */
#define CHECK_SECOND ((check_micro)1000000)
/* Times are written to the microsecond; a sum of two of them may be off by two. */
#define CHECK_SLACK ((check_micro)2)
#define CHECK_PRICE_MAX (1000000 * (check_micro)1000000) /* of an hour, in millionths of a dollar */
/* Work is counted in 10^-24 s: microseconds at a rate, of which 10^18 is the whole. */
#define CHECK_RATE ((int64_t)1000000000000000000)
/* What a task's work may be off by: a share of 10^-9 of it, since those who make timelines count
 * in doubles, and eight microseconds, since times are whole ones, a few of them together. */
#define CHECK_WORK_PER_SLACK 1000000000
#define CHECK_WORK_SLACK ((check_wide)8)

typedef struct {
    check_micro from, price;
} check_price_step;

typedef struct {
    check_micro from, to;
    uint64_t count;
} check_supply;

typedef struct {
    size_t family;
    check_micro price;
    check_micro billed_after, usable_after, usable_at_most, gone_after;
    bool has_startup;
    bool has_billing; /* its own, not that of all types */
    check_micro unit, least;
    check_micro period; /* of a sustained-use discount, with the shares of its parts */
    check_micro share[CHECK_SHARES_MAX];
    size_t n_shares;
    check_price_step *step; /* moving prices, by time */
    size_t n_steps, step_room;
    check_supply *supply, *service; /* services hold of the supply */
    size_t n_supplies, supply_room, n_services, service_room;
} check_machine_type;

typedef struct {
    size_t first, n; /* tasks */
    bool gang, overridden;
    size_t workload; /* base name, CHECK_NOT_FOUND: none */
    bool counted;     /* in iterations, so that tasks' own work is not asked for: */
    check_micro work; /* what all of them take alone */
    bool has_moving;
    check_micro fetch, build, init, upload;
    size_t image; /* CHECK_NOT_FOUND: none */
} check_job;

typedef struct {
    check_index job;
    check_index demand; /* row of the demand table */
    check_micro arrival, work;
    check_index last; /* stay + 1, in the order of working; 0: none */
    check_wide done; /* by stays that count, in 10^-24 s */
} check_task;

typedef struct {
    const char *name;
    check_names resource, type, family, job, workload, image, override, pair_key;
    check_machine_type *types;
    check_micro *capacity;        /* types x resources */
    check_job *jobs;
    check_task *tasks;
    size_t n_tasks;
    check_micro *demand;          /* rows x resources */
    size_t n_demands;
    check_micro *override_demand; /* overrides x resources */
    bool has_billing, has_cut_off;
    bool loses_work;              /* a stay that is cut off counts for nothing */
    size_t stretch; /* resource + 1 of which a task takes what is there and is slower; 0: none */
    check_micro unit, least;      /* billing of types without their own */
    check_micro longest_wait;     /* of a task of the timeline that was checked */
    size_t n_stays;               /* of all its tasks together */
    bool short_stay;              /* a task left sooner after its arrival than it takes alone */
    struct boot {
        uint64_t count;
        check_micro seconds;
    } *boots;
    size_t n_boots;
    struct pair {
        size_t workload, beside; /* base names, CHECK_NOT_FOUND is '*' */
        uint32_t rate; /* millionths */
    } *pairs;
    size_t n_pairs;
    uint32_t *rate; /* workloads + 1 squared, the last row and column for none; NULL: all 1 */
    size_t type_room, capacity_room, job_room, task_room, demand_room, override_room, boot_room,
        pair_room;
} check_schedule;

typedef struct {
    size_t line;
    check_index type;
    check_micro ordered, ready, released;
} check_machine;

typedef struct {
    size_t line;
    check_index task, machine;
    check_micro from, working, stopped, to;
    bool lost, is_last, has_image;
} check_stay;

typedef struct {
    const check_schedule *s;
    const char *file;
    check_names id;
    check_machine *machine;
    check_stay *stay;
    size_t n_stays, machine_room, stay_room;
    bool has_cost;
    check_row cost_place;
    check_wide cost; /* as the file claims, in 10^-12 dollars */
} check_timeline;

/* schedule_read.c */
void check_schedule_read(check *c, check_file *file, check_schedule *s);
/* What a task needs on machines of a family, one per resource. */
const check_micro *check_schedule_demand(const check_schedule *s, size_t task, size_t family);
/* Microseconds that a task takes alone on a machine that has all it asks for; */
check_micro check_schedule_work(const check_schedule *s, size_t task);
/* and with the loading that nobody else can have done. */
check_wide check_schedule_stay(const check_schedule *s, size_t task);
/* What becomes of an amount, at most 2^118, where a task is stretched on a type: a share of
 * it, rounded down or up; elsewhere all of it. */
check_wide check_schedule_stretched(const check_schedule *s, size_t task, size_t type,
                                    check_wide amount, bool up);
/* Seconds until a request of `count` machines is usable, by the boot records. */
check_micro check_schedule_boot(const check_schedule *s, uint64_t count);

/* timeline_read.c */
void check_timeline_read(check *c, const check_file *instance, check_file *plan,
                         check_schedule *s, check_timeline *t);

/* timeline_rules.c: machines, supply, stays and capacity. */
void check_timeline_rules(check *c, check_schedule *s, check_timeline *t);
/* timeline_work.c: every task is done, and none works on after that. */
void check_timeline_work(check *c, check_schedule *s, check_timeline *t);
/* timeline_wait.c: the most seconds that a task is on no machine, between its arrival and
 * its end. */
check_micro check_timeline_wait(check *c, const check_schedule *s, const check_timeline *t);
/* Whether a task leaves sooner after its arrival than it takes alone; where that is by a little it is
 * forgiven. */
bool check_timeline_short(check *c, const check_schedule *s, const check_timeline *t);
/* timeline_bill.c: what the machines cost together, in 10^-12 dollars. */
check_wide check_timeline_bill(check *c, const check_schedule *s, const check_timeline *t);

/* timeline_sustained.c: what the leases of a type with a sustained-use discount cost, in
 * millionths of a dollar an hour times microseconds. */
typedef struct {
    check_micro from, to;
} check_billed;
check_wide check_timeline_sustained(check *c, const check_schedule *s,
                                    const check_machine_type *type, check_billed *lease, size_t n);

/* A violation of a line of the timeline: "FILE:LINE: SENTENCE". */
#define CHECK_TIMELINE_VIOLATION(c, t, at_line, ...)                              \
    check_violation(c, &(check_row){.file = (t)->file, .line = (at_line)}, __VA_ARGS__)
