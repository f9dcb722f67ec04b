/* Builds a deadline instance and checks every rule of it. O(1) a tick. */
#include "deadline.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "names.h"

struct ul_deadline_parts {
    char *name;
    bool *has_spot;
};

struct ul_deadline_builder {
    struct ul_deadline_parts parts;
    ul_deadline in;
    size_t room;
    bool priced;
};

static void parts_clear(struct ul_deadline_parts *parts)
{
    free(parts->name);
    free(parts->has_spot);
}

void ul_deadline_free(ul_deadline *in)
{
    if (in == NULL)
        return;
    parts_clear(in->parts);
    free(in->parts);
    free(in);
}

ul_deadline_builder *ul_deadline_builder_new(void)
{
    return calloc(1, sizeof(ul_deadline_builder));
}

void ul_deadline_builder_free(ul_deadline_builder *b)
{
    if (b == NULL)
        return;
    parts_clear(&b->parts);
    free(b);
}

ul_status ul_deadline_set_name(ul_deadline_builder *b, const char *name)
{
    return ul_name_instance(name, &b->parts.name);
}

static ul_status check_seconds(const char *what, int64_t seconds, int64_t least)
{
    return seconds >= least && seconds <= UL_DEADLINE_SECONDS_MAX
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s is %lld seconds; it takes %lld to %lld", what,
                         (long long)seconds, (long long)least, (long long)UL_DEADLINE_SECONDS_MAX);
}

ul_status ul_deadline_set_tick(ul_deadline_builder *b, int64_t tick_s)
{
    if (b->in.tick_s != 0)
        return ul_fail(UL_E_INPUT, "the length of a tick is given twice");
    UL_TRY(check_seconds("a tick", tick_s, 1));
    b->in.tick_s = tick_s;
    return UL_OK;
}

ul_status ul_deadline_set_job(ul_deadline_builder *b, int64_t work_s, int64_t deadline_s,
                              int64_t overhead_s)
{
    if (b->in.work_s != 0)
        return ul_fail(UL_E_INPUT, "there is a second job; an instance has one");
    UL_TRY(check_seconds("the work", work_s, 1));
    UL_TRY(check_seconds("the deadline", deadline_s, 1));
    UL_TRY(check_seconds("the overhead", overhead_s, 0));
    b->in.work_s = work_s;
    b->in.deadline_s = deadline_s;
    b->in.overhead_s = overhead_s;
    return UL_OK;
}

ul_status ul_deadline_price(const char *text, int64_t *price)
{
    const ul_cost dollar = 1000000 * UL_COST_PER_MICRO;
    ul_cost value = 0;
    if (ul_scaled_parse(text, strlen(text), UL_DEADLINE_PRICE_DECIMALS,
                        UL_DEADLINE_PRICE_MAX * dollar, &value) != UL_NUMBER_OK)
        return ul_fail(UL_E_INPUT, "the price '%.40s' is not a number from 0 to %lld dollars an "
                                   "hour", text, (long long)UL_DEADLINE_PRICE_MAX);
    *price = (int64_t)value;
    return UL_OK;
}

ul_status ul_deadline_set_prices(ul_deadline_builder *b, int64_t spot, int64_t on_demand)
{
    if (b->priced)
        return ul_fail(UL_E_INPUT, "the prices are given twice");
    b->priced = true;
    b->in.price[UL_SPOT] = spot;
    b->in.price[UL_ON_DEMAND] = on_demand;
    return UL_OK;
}

ul_status ul_deadline_add_ticks(ul_deadline_builder *b, bool has_spot, uint64_t n)
{
    if (n > UL_DEADLINE_TICKS_MAX - b->in.n_ticks)
        return ul_fail(UL_E_INPUT, "there are more than %d ticks", UL_DEADLINE_TICKS_MAX);
    for (uint64_t q = 0; q < n; q++) {
        UL_TRY(ul_grow(&b->parts.has_spot, b->in.n_ticks, &b->room, sizeof *b->parts.has_spot));
        b->parts.has_spot[b->in.n_ticks++] = has_spot;
    }
    return UL_OK;
}

static ul_status check_whole(const ul_deadline_builder *b)
{
    const ul_deadline *in = &b->in;
    if (b->parts.name == NULL)
        return ul_fail(UL_E_INPUT, "the instance has no name; add 'name,NAME'");
    if (in->tick_s == 0 || in->work_s == 0 || !b->priced)
        return ul_fail(UL_E_INPUT, "the instance has no tick, job or price; add "
                                   "'tick,SECONDS', 'job,WORK_S,DEADLINE_S,OVERHEAD_S' and "
                                   "'price,SPOT,ON_DEMAND'");
    if ((int64_t)in->n_ticks > UL_DEADLINE_SECONDS_MAX / in->tick_s)
        return ul_fail(UL_E_INPUT, "the trace is longer than %lld seconds",
                       (long long)UL_DEADLINE_SECONDS_MAX);
    if ((int64_t)in->n_ticks * in->tick_s < in->deadline_s)
        return ul_fail(UL_E_INPUT, "the trace ends after %lld seconds, before the deadline of %lld",
                       (long long)((int64_t)in->n_ticks * in->tick_s), (long long)in->deadline_s);
    const int64_t usable = in->deadline_s / in->tick_s;
    const int64_t needed = (in->work_s + in->overhead_s + in->tick_s - 1) / in->tick_s;
    if (needed > usable)
        return ul_fail(UL_E_INPUT, "work and overhead take %lld ticks, the deadline leaves %lld: "
                                   "nothing makes it in time", (long long)needed,
                       (long long)usable);
    const int64_t dearest = in->price[UL_SPOT] > in->price[UL_ON_DEMAND] ? in->price[UL_SPOT]
                                                                         : in->price[UL_ON_DEMAND];
    if ((ul_cost)dearest * usable > UL_DEADLINE_SUM_MAX)
        return ul_fail(UL_E_INPUT, "the price times the ticks before the deadline is above %d "
                                   "dollars", (int)(UL_DEADLINE_SUM_MAX / 1000000000000));
    return UL_OK;
}

ul_status ul_deadline_finish(ul_deadline_builder *b, ul_deadline **result)
{
    const ul_status status = check_whole(b);
    ul_deadline *in = status == UL_OK ? calloc(1, sizeof *in) : NULL;
    struct ul_deadline_parts *parts = in != NULL ? malloc(sizeof *parts) : NULL;
    if (parts == NULL) {
        free(in);
        ul_deadline_builder_free(b);
        return status != UL_OK ? status : ul_no_memory();
    }
    *parts = b->parts;
    *in = b->in;
    in->parts = parts;
    in->name = parts->name;
    in->has_spot = parts->has_spot;
    in->n_usable = (size_t)(in->deadline_s / in->tick_s);
    free(b);
    *result = in;
    return UL_OK;
}
