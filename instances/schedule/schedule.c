#include "schedule.h"

#include <stdlib.h>
#include <string.h>

#include "schedule_parts.h"

void ul_schedule_free(ul_schedule *in)
{
    if (in == NULL)
        return;
    struct ul_schedule_parts *parts = in->parts;
    if (parts != NULL) {
        ul_arena_free(parts->arena);
        for (size_t q = 0; q < UL_SCHEDULE_NAMES; q++)
            ul_names_free(parts->kept[q]);
        free(parts->type);
        free(parts->capacity);
        free(parts->job);
        free(parts->task);
        free(parts->boot);
        free(parts->pair);
        free(parts);
    }
    free(in);
}

size_t ul_schedule_find_job(const ul_schedule *in, const char *name, size_t length)
{
    const size_t j = ul_names_find(in->parts->job_name, name, length);
    return j == UL_NONE || in->parts->job_at == NULL ? j : in->parts->job_at[j];
}

size_t ul_schedule_find_type(const ul_schedule *in, const char *name, size_t length)
{
    return ul_names_find(in->parts->type_name, name, length);
}

const ul_micro *ul_schedule_demand(const ul_schedule *in, size_t shape, size_t family)
{
    const ul_micro *const *held = in->parts->shape[shape].held;
    return held == NULL ? ul_schedule_asked(in, shape, family) : held[family];
}

double ul_schedule_speed(const ul_schedule *in, size_t i, size_t k)
{
    if (in->stretch == UL_SCHEDULE_NONE)
        return 1;
    const ul_micro *asked = ul_schedule_asked(in, in->task[i].shape, in->type[k].family);
    const ul_micro has = in->type[k].capacity[in->stretch];
    return asked[in->stretch] <= has ? 1 : (double)has / (double)asked[in->stretch];
}

/* In two parts: the rest of the first is below what is asked for, so that times what there is
 * it is below 2^120. */
ul_cost ul_schedule_stretched(const ul_schedule *in, size_t i, size_t k, ul_cost amount)
{
    if (in->stretch == UL_SCHEDULE_NONE)
        return amount;
    const ul_micro asked =
        ul_schedule_asked(in, in->task[i].shape, in->type[k].family)[in->stretch];
    const ul_micro has = in->type[k].capacity[in->stretch];
    return asked <= has ? amount : amount / asked * has + amount % asked * has / asked;
}

const ul_micro *ul_schedule_asked(const ul_schedule *in, size_t shape, size_t family)
{
    const struct ul_schedule_parts *parts = in->parts;
    const uint32_t *by_family = parts->shape[shape].by_family;
    const uint32_t row = by_family == NULL ? parts->shape[shape].row : by_family[family];
    return parts->row + (size_t)row * in->n_resources;
}

bool ul_schedule_fits(const ul_schedule *in, const ul_micro *demand, const ul_micro *free)
{
    for (size_t r = 0; r < in->n_resources; r++)
        if (demand[r] > free[r])
            return false;
    return true;
}

uint32_t ul_schedule_cheapest_for(const ul_schedule *in, size_t shape)
{
    return in->parts->shape[shape].cheapest;
}

uint32_t ul_schedule_class(const ul_schedule *in, uint32_t w)
{
    return w == UL_SCHEDULE_NONE ? 0 : in->parts->class_of[w];
}

size_t ul_schedule_classes(const ul_schedule *in)
{
    return in->parts->n_classes;
}

double ul_schedule_class_throughput(const ul_schedule *in, uint32_t a, uint32_t b)
{
    return in->parts->throughput[a * in->parts->n_classes + b];
}

ul_micro ul_schedule_class_slowed(const ul_schedule *in, uint32_t a, uint32_t b)
{
    return in->parts->slowed[a * in->parts->n_classes + b];
}

double ul_schedule_throughput(const ul_schedule *in, uint32_t w, uint32_t v)
{
    return ul_schedule_class_throughput(in, ul_schedule_class(in, w), ul_schedule_class(in, v));
}

bool ul_schedule_uniform_throughput(const ul_schedule *in, double *rate)
{
    *rate = in->parts->throughput[0];
    return in->parts->uniform;
}

bool ul_schedule_is_estimated(const ul_schedule *in)
{
    for (size_t i = 0; i < in->n_tasks; i++)
        if (in->task[i].estimate_s != in->task[i].work_s)
            return true;
    return false;
}

const ul_schedule_pair *ul_schedule_pairs(const ul_schedule *in, size_t *n)
{
    *n = in->parts->n_pairs;
    return in->parts->pair;
}

/* The last price record that begins by a second. */
static size_t price_index(const ul_schedule_type *type, ul_micro at_s)
{
    size_t low = 0, high = type->n_prices;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (type->moving_price[middle].from_s <= at_s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

ul_micro ul_schedule_price_at(const ul_schedule *in, size_t k, ul_micro at_s)
{
    const ul_schedule_type *type = &in->type[k];
    return type->n_prices == 0 ? type->price : type->moving_price[price_index(type, at_s)].price;
}

/* What a machine costs from second 0 until another. */
static ul_cost paid_until(const ul_schedule *in, size_t k, ul_micro at_s)
{
    const ul_schedule_type *type = &in->type[k];
    if (type->n_prices == 0)
        return (ul_cost)type->price * at_s;
    const size_t q = price_index(type, at_s);
    const ul_schedule_price *price = &type->moving_price[q];
    return in->parts->paid[k][q] + (ul_cost)price->price * (at_s - price->from_s);
}

ul_micro ul_schedule_billed_s(const ul_schedule *in, size_t k, ul_micro ordered_s,
                              ul_micro released_s)
{
    const ul_schedule_type *type = &in->type[k];
    const ul_micro from_s = ordered_s + type->billed_after_s;
    ul_micro billed = released_s + type->gone_after_s - from_s;
    if (released_s < from_s)
        return 0;
    if (type->billing_unit_s > 0 && billed % type->billing_unit_s != 0)
        billed += type->billing_unit_s - billed % type->billing_unit_s;
    return billed < type->billing_least_s ? type->billing_least_s : billed;
}

ul_cost ul_schedule_bill(const ul_schedule *in, size_t k, ul_micro ordered_s, ul_micro released_s)
{
    const ul_micro billed_s = ul_schedule_billed_s(in, k, ordered_s, released_s);
    const ul_micro from_s = ordered_s + in->type[k].billed_after_s;
    return paid_until(in, k, from_s + billed_s) - paid_until(in, k, from_s);
}

ul_cost ul_schedule_dollars(ul_cost bill)
{
    return (bill + 3599) / 3600;
}

/* log2 of a count, with 48 binary digits behind the point: the square of a number from 1 to 2
 * is beyond 2 where the next digit is 1. */
static ul_cost binary_logarithm(uint32_t count)
{
    const uint64_t one = (uint64_t)1 << 62;
    const int whole = 31 - __builtin_clz(count);
    uint64_t x = (uint64_t)count << (62 - whole);
    ul_cost logarithm = whole;
    for (int digit = 0; digit < 48; digit++) {
        x = (uint64_t)((ul_cost)x * x >> 62);
        const bool beyond = x >= 2 * one;
        logarithm = 2 * logarithm + beyond;
        x = beyond ? x / 2 : x;
    }
    return logarithm;
}

bool ul_schedule_are_variants(const char *a, const char *b)
{
    const size_t n = strcspn(a, "[");
    return n == strcspn(b, "[") && memcmp(a, b, n) == 0;
}

ul_micro ul_schedule_alone_s(const ul_schedule *in, const ul_schedule_job *job)
{
    ul_micro end_s = 0;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const ul_micro own_s = in->task[i].arrival_s + in->task[i].work_s;
        end_s = own_s > end_s ? own_s : end_s;
    }
    return end_s - job->arrival_s;
}

ul_micro ul_schedule_boot_s(const ul_schedule *in, uint32_t count)
{
    const ul_schedule_boot *boot = in->boot;
    size_t q = 0;
    while (q < in->n_boots && boot[q].count < count)
        q++;
    if (q == in->n_boots)
        return boot[q - 1].usable_after_s;
    if (q == 0 || boot[q].count == count)
        return boot[q].usable_after_s;
    const ul_cost low = binary_logarithm(boot[q - 1].count);
    const ul_cost all = binary_logarithm(boot[q].count) - low, here = binary_logarithm(count) - low;
    const ul_micro from_s = boot[q - 1].usable_after_s, to_s = boot[q].usable_after_s;
    return from_s + (ul_micro)((2 * (to_s - from_s) / UL_MICRO * here + all) / (2 * all)) * UL_MICRO;
}
