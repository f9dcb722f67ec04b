/* A certificate of a floor under every schedule, and what it is verified by. */
#ifndef CHECK_FLOOR_H
#define CHECK_FLOOR_H

#include "schedule.h"

/* Tasks that need the same everywhere and are slowed down alike. */
typedef struct {
    size_t task;               /* one of them */
    uint64_t n;
    check_wide work, loading;  /* microseconds that they need, together, at the least */
    int64_t work_value, loading_value; /* of a second, in units of the certificate */
    bool named;
} check_floor_class;

typedef struct {
    check *c;
    const check_schedule *s;
    const char *file;
    int64_t scale; /* units in a millionth of a dollar an hour */
    check_names key;
    check_floor_class *class;
    size_t class_room;
    uint32_t *class_of; /* per task */
} check_floor;

/* What a type costs at the least, whenever and however long. */
check_micro check_floor_price(const check_machine_type *type);
/* What a task takes on a machine of a type; false where it does not fit one. */
bool check_floor_takes(const check_schedule *s, size_t type, size_t task,
                       check_micro need[CHECK_SCHEDULE_RESOURCES_MAX]);

/* floor_patterns.c: a violation for each type on which some set of tasks is worth more
 * than the machine costs. */
void check_floor_patterns(check_floor *f);

/* floor.c: the bound that a certificate proves. */
check_wide check_floor_certificate(check *c, void *problem, const check_file *instance,
                                   check_file *certificate);

#endif
