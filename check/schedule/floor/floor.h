/* A certificate of a floor under every schedule, and what it is verified by. */
#pragma once

#include "schedule.h"

#define CHECK_FLOOR_VALUE_MAX ((uint64_t)1 << 50)
#define CHECK_ALWAYS INT64_MAX /* the end of all time */

/* Tasks that need the same everywhere and are slowed down alike; those that the certificate
 * calls long are apart from the others. */
typedef struct {
    size_t task;               /* one of them */
    bool is_long;
    uint64_t n;
    check_wide work, loading;  /* microseconds that they need, together, at the least */
    int64_t work_value, loading_value; /* of a second, in units of the certificate */
    bool named;
    size_t rises_in, rises_at; /* the last period that says so, counted from 1, and its record */
    /* In the period at hand: of a second on a machine, what is taken off it, and how many tasks
     * have the former. */
    int64_t presence, toll;
    uint64_t there;
    uint64_t come; /* those who arrive before it ends and are not paid for when it begins */
} check_floor_class;

/* From one second to the next period, the last one for ever; what is said of it are parts of
 * four lists. */
typedef struct {
    check_micro from;
    size_t first, n;               /* presences */
    size_t first_toll, n_tolls;
    size_t first_rise, n_rises;
    size_t first_scarce, n_scarce;
    bool has_start;
    check_micro start;             /* the share of a start that is paid when it begins, millionths */
    size_t n_whole;                /* tasks whose machines are whole; behind those of earlier ones */
} check_floor_period;

typedef struct {
    size_t class;
    int64_t value;
} check_floor_presence;

/* What a second is worth in a period beyond its value at all times. */
typedef struct {
    size_t class;
    int64_t work, loading;
} check_floor_rise;

/* What a second of a type's supply is worth in a period. */
typedef struct {
    size_t type;
    int64_t value;
} check_floor_scarce;

/* From a second on, millionths of what an instant costs. */
typedef struct {
    check_micro from, share;
} check_floor_share;

typedef struct {
    check *c;
    const check_schedule *s;
    const char *file;
    int64_t scale; /* units in a millionth of a dollar an hour */
    check_wide claimed;  /* the bound, 10^-12 dollars; -1: not read yet */
    bool infeasible;     /* the claim is that there is no timeline */
    check_micro *leased; /* per type: what an hour costs at the least under a lease; NULL: none */
    size_t n_leases;
    check_names key;
    char *key_text; /* room for one */
    size_t key_length;
    bool valued; /* a value has been read */
    check_floor_class *class;
    size_t class_room;
    check_index *class_of; /* per task */
    check_floor_period *period;
    check_floor_rise *rise;
    check_floor_scarce *scarce;
    int64_t *scarcity; /* per type, in the period at hand; */
    check_micro *starting; /* what starts add to its price there */
    bool starts; /* some period has a share of a start */
    size_t n_periods, period_room, n_rises, rise_room, n_scarce, scarce_room;
    /* Where tasks may wait for so long and no longer (negative: for ever), what being on a
     * machine is worth by period; the last one has no such values. */
    check_micro wait;
    check_floor_presence *presence;
    size_t n_presences, presence_room;
    check_floor_presence *toll;
    size_t n_tolls, toll_room;
    check_index *whole; /* tasks, period by period */
    size_t n_whole, whole_room;
    bool instants; /* its periods are lists of values, each of which holds at all times */
    /* Where nobody moves: what a second of each task is worth, -1 of those that are not named, and
     * which share of an instant the lists prove. NULL: tasks may move, and they prove all of it. */
    int64_t *life;
    bool full; /* they stay for as long as they take alone: nothing is forgiven */
    check_floor_share *share;
    size_t n_shares, share_room;
} check_floor;

/* floor_classes.c: the least seconds of work and of loading of a task, and both: its least time on a
 * machine. Some of it is not asked for. */
enum { CHECK_FLOOR_FORGIVEN = 10 }; /* microseconds */
check_wide check_floor_least_work(const check_schedule *s, size_t task);
check_wide check_floor_least_loading(const check_schedule *s, size_t task);
check_wide check_floor_least(const check_schedule *s, size_t task);
/* What a task takes on a machine of a type; false where it does not fit one. */
bool check_floor_takes(const check_schedule *s, size_t type, size_t task,
                       check_micro need[CHECK_SCHEDULE_RESOURCES_MAX]);
/* The classes of all tasks, the record long, and the class that a record's second and third fields
 * name by a task. */
void check_floor_fill_classes(check_floor *f);
void check_floor_read_long(check_floor *f, const check_row *row);
check_floor_class *check_floor_class_at(check_floor *f, const check_row *row);

/* floor_patterns.c: a violation for each type on which some set of tasks is worth more
 * than the machine costs between two seconds. */
void check_floor_patterns(check_floor *f, check_micro from, check_micro to);

/* floor_periods.c: the record period, and value and supply below it, */
void check_floor_read_period(check_floor *f, const check_row *row);
void check_floor_read_rise(check_floor *f, const check_row *row);
void check_floor_read_supply(check_floor *f, const check_row *row);
/* the sets of all times, period by period; what all tasks' work and loading is worth beyond
 * its value at all times, and all supply. */
void check_floor_periods(check_floor *f);
check_wide check_floor_rise_total(check_floor *f);
check_wide check_floor_supply_total(check_floor *f);

/* floor_presence.c: the records wait, presence and instant; how many tasks of each class are in their
 * windows, period after period; what all tasks' being on machines is worth. */
void check_floor_read_wait(check_floor *f, const check_row *row);
void check_floor_read_presence(check_floor *f, const check_row *row);
void check_floor_read_instant(check_floor *f, const check_row *row);
typedef struct {
    /* Of windows, and when tasks are paid for; sorted, those before are counted. */
    struct check_floor_mark *begin, *end, *paid;
    size_t begun, ended, n_paid;
} check_floor_windows;
void check_floor_windows_open(check_floor *f, check_floor_windows *w);
void check_floor_windows_count(check_floor *f, check_floor_windows *w, check_micro from,
                               check_micro to);
void check_floor_windows_close(check_floor *f, check_floor_windows *w);
check_wide check_floor_presence_total(check_floor *f);
/* When all that a task is to do is paid for. */
check_micro check_floor_is_paid(const check_floor *f, size_t task);
/* The period that holds a second, or the first. */
size_t check_floor_period_at(const check_floor *f, check_micro at);

/* floor_tolls.c: the record toll; what all tasks pay. */
void check_floor_read_toll(check_floor *f, const check_row *row);
check_wide check_floor_toll_total(check_floor *f);

/* floor_starts.c: the record start; what a machine is billed before anybody can use it and after its
 * release, at its least price, times microseconds; by how much that raises the price in a period. */
void check_floor_read_start(check_floor *f, const check_row *row);
check_wide check_floor_startup(const check_floor *f, size_t type);
check_micro check_floor_start_part(const check_floor *f, size_t period, size_t type);

/* floor_whole.c: the record whole; that nothing is there which does not go with it; what machines
 * cost in periods that have some, less what who is absent may save. */
void check_floor_read_whole(check_floor *f, const check_row *row);
void check_floor_whole_alone(const check_floor *f);
check_wide check_floor_whole_total(check_floor *f);

/* floor_lives.c: the records still, full, share and life; the shares of all instants before one, in
 * millionths; a violation where the life of a machine is worth more than it costs; what
 * instants, or presences, and all lives are worth. */
void check_floor_read_still(check_floor *f, const check_row *row);
void check_floor_read_full(check_floor *f, const check_row *row);
void check_floor_read_share(check_floor *f, const check_row *row);
void check_floor_read_life(check_floor *f, const check_row *row);
check_wide check_floor_shared(const check_floor *f, check_micro to);
void check_floor_lives(check_floor *f);
check_wide check_floor_lives_total(const check_floor *f, check_wide of_instants);

/* floor_claims.c: the records infeasible and lease, and whether they suit the others; what a
 * second on a type costs at the least, by what the certificate speaks of. */
void check_floor_read_infeasible(check_floor *f, const check_row *row);
void check_floor_read_lease(check_floor *f, const check_row *row);
void check_floor_claim(const check_floor *f);
check_micro check_floor_pays(const check_floor *f, size_t type, check_micro from, check_micro to);

/* floor.c: the bound that a certificate proves, or that there is no timeline. */
check_wide check_floor_certificate(check *c, void *problem, const check_file *instance,
                                   check_file *certificate);
