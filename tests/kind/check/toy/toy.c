/* Checks a toy plan: known packs, and units enough. */
#include "check.h"

enum { UNITS_MAX = 1000000 };

typedef struct {
    const char *name;
    uint64_t wanted;
    check_names pack;
    struct pack {
        uint64_t units;
        check_micro price;
    } *packs;
    size_t room;
} toy;

static void *read_instance(check *c, check_file *file)
{
    check_row row;
    bool added;
    toy *t = check_alloc(c, 1, sizeof *t);
    while (check_next(c, file, &row)) {
        if (check_is(&row, 0, "name")) {
            check_instance_name(c, &row, &t->name);
        } else if (check_is(&row, 0, "wanted")) {
            check_expect(c, &row, 2, "wanted,UNITS");
            t->wanted = check_from_zero(c, &row, 1, "the units wanted", UNITS_MAX);
        } else if (check_is(&row, 0, "pack")) {
            check_expect(c, &row, 4, "pack,NAME,UNITS,PRICE");
            const char *name = check_name(c, &row, 1, "pack");
            const size_t k = check_names_add(c, &t->pack, name, row.field[1].length, &added);
            t->packs = check_grow(c, t->packs, k, &t->room, sizeof *t->packs);
            t->packs[k] = (struct pack){check_count(c, &row, 2, "the units", UNITS_MAX),
                                        check_decimal(c, &row, 3, "the price")};
        } else {
            check_refuse(c, &row, 0, "record '%.40s' is not known", row.field[0].text);
        }
    }
    if (t->name == NULL)
        check_refuse_file(c, file->name, "lacks a name");
    return t;
}

static check_wide check_plan(check *c, void *problem, const check_file *instance, check_file *plan)
{
    toy *t = problem;
    check_row row;
    check_wide units = 0, cost = 0;
    bool bound = false;
    while (check_next(c, plan, &row)) {
        if (check_is(&row, 0, "instance")) {
            check_read_binding(c, &row, instance, t->name, &bound);
        } else if (check_is(&row, 0, "buy")) {
            check_expect(c, &row, 3, "buy,PACK,COUNT");
            const size_t k = check_names_find(&t->pack, row.field[1].text, row.field[1].length);
            const uint64_t count = check_from_zero(c, &row, 2, "the number", UNITS_MAX);
            if (k == CHECK_NOT_FOUND) {
                check_violation(c, &row, "the instance has no pack '%.80s'", row.field[1].text);
                continue;
            }
            units = check_plus(c, units, check_times(c, (check_wide)count, t->packs[k].units));
            cost = check_plus(c, cost, check_times(c, (check_wide)count, t->packs[k].price));
        } else if (!check_is(&row, 0, "method")) {
            check_refuse(c, &row, 0, "record '%.40s' is not known", row.field[0].text);
        }
    }
    if (!bound)
        check_violation(c, NULL, "%s: the plan does not name its instance", plan->name);
    if (units < (check_wide)t->wanted)
        check_violation(c, NULL, "the packs have too few units");
    return check_times(c, cost, 1000000);
}

const check_kind check_kind_toy = {
    .name = "toy",
    .instance = read_instance,
    .plan = check_plan,
};
