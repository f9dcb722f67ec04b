/* Records of machine types: how they come, are billed and run out. */
#include "schedule_fields.h"

static check_micro read_dollars(check *c, const check_row *row, size_t field)
{
    const check_micro price = check_decimal(c, row, field, "the price");
    if (price > CHECK_PRICE_MAX)
        check_refuse(c, row, field, "the price is above a million dollars an hour");
    return price;
}

void check_read_type(check *c, const check_row *row, check_schedule *s)
{
    bool added;
    check_expect(c, row, 4 + s->resource.n, "type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY...");
    const size_t k = check_field_new(c, row, 1, "type", &s->type);
    s->types = check_grow(c, s->types, k, &s->type_room, sizeof *s->types);
    s->capacity =
        check_grow(c, s->capacity, k, &s->capacity_room, s->resource.n * sizeof *s->capacity);
    const char *family = check_name(c, row, 2, "family");
    s->types[k] = (check_machine_type){
        .family = check_names_add(c, &s->family, family, row->field[2].length, &added),
        .price = read_dollars(c, row, 3),
    };
    check_field_vector(c, row, 4, "the capacity", s, s->capacity + k * s->resource.n);
}

static check_machine_type *type_of(check *c, const check_row *row, size_t field,
                                   const check_schedule *s)
{
    const size_t k = check_field_find(&s->type, &row->field[field]);
    if (k == CHECK_NOT_FOUND)
        check_refuse(c, row, field, "type '%.80s' is not defined above this record",
                     row->field[field].text);
    return &s->types[k];
}

void check_read_billing(check *c, const check_row *row, check_schedule *s)
{
    if (row->n != 4)
        check_expect(c, row, 3, "billing,UNIT_S,LEAST_S[,TYPE]");
    const check_micro unit = check_field_seconds(c, row, 1, "the unit");
    const check_micro least = check_field_seconds(c, row, 2, "the least billed time");
    if (row->n == 3) {
        if (s->has_billing)
            check_refuse(c, row, 0, "the billing of all types is given twice");
        s->has_billing = true;
        s->unit = unit;
        s->least = least;
        return;
    }
    check_machine_type *type = type_of(c, row, 3, s);
    if (type->has_billing)
        check_refuse(c, row, 3, "the billing of type '%.80s' is given twice", row->field[3].text);
    type->has_billing = true;
    type->unit = unit;
    type->least = least;
}

void check_read_sustained(check *c, const check_row *row, check_schedule *s)
{
    if (row->n < 4 || row->n > 3 + CHECK_SHARES_MAX)
        check_expect(c, row, 4, "sustained,TYPE,PERIOD_S,SHARE...");
    check_machine_type *type = type_of(c, row, 1, s);
    type->period = check_field_seconds(c, row, 2, "the period");
    if (type->period < CHECK_PERIOD_LEAST)
        check_refuse(c, row, 2, "the period of a discount is a day at least");
    if (type->n_shares > 0)
        check_refuse(c, row, 1, "the discount of a type is given once");
    if (type->n_steps > 0)
        check_refuse(c, row, 1, "a price that moves has no sustained-use discount");
    for (size_t q = 3; q < row->n; q++) {
        type->share[type->n_shares] = check_decimal(c, row, q, "the share");
        if (type->share[type->n_shares++] > CHECK_SECOND)
            check_refuse(c, row, q, "a share of the price is at most 1");
    }
    if (type->period % (check_micro)type->n_shares != 0)
        check_refuse(c, row, 2, "the parts of the period are whole microseconds");
}

void check_read_startup(check *c, const check_row *row, check_schedule *s)
{
    if (row->n != 6)
        check_expect(c, row, 5,
                     "startup,TYPE,BILLED_AFTER_S,USABLE_AFTER_THAT_S,GONE_AFTER_S"
                     "[,USABLE_AT_MOST_S]");
    check_machine_type *type = type_of(c, row, 1, s);
    if (type->has_startup)
        check_refuse(c, row, 1, "the start-up of type '%.80s' is given twice", row->field[1].text);
    type->has_startup = true;
    type->billed_after = check_field_seconds(c, row, 2, "the time until billing");
    type->usable_after = check_field_seconds(c, row, 3, "the time until use");
    type->gone_after = check_field_seconds(c, row, 4, "the time until it is gone");
    type->usable_at_most = row->n == 6
                               ? check_field_seconds(c, row, 5, "the longest time until use")
                               : type->usable_after;
    if (type->usable_at_most < type->usable_after)
        check_refuse(c, row, 5, "the longest time until use is below the shortest");
}

void check_read_price(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 4, "price,TYPE,FROM_S,PRICE_PER_HOUR");
    check_machine_type *type = type_of(c, row, 1, s);
    if (type->n_shares > 0)
        check_refuse(c, row, 1, "a price that moves has no sustained-use discount");
    type->step = check_grow(c, type->step, type->n_steps, &type->step_room, sizeof *type->step);
    const check_price_step step = {check_field_seconds(c, row, 2, "the second"),
                                   read_dollars(c, row, 3)};
    if (type->n_steps > 0 && step.from <= type->step[type->n_steps - 1].from)
        check_refuse(c, row, 2, "prices of a type come in ascending seconds");
    type->step[type->n_steps++] = step;
}

static check_supply read_span(check *c, const check_row *row)
{
    const check_supply supply = {
        .count = check_from_zero(c, row, 2, "the number of machines", UINT32_MAX),
        .from = check_field_seconds(c, row, 3, "the first second"),
        .to = check_field_seconds(c, row, 4, "the last second"),
    };
    if (supply.to < supply.from)
        check_refuse(c, row, 4, "the %s ends before it begins", row->field[0].text);
    return supply;
}

void check_read_supply(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 5, "supply,TYPE,COUNT,FROM_S,TO_S");
    check_machine_type *type = type_of(c, row, 1, s);
    type->supply =
        check_grow(c, type->supply, type->n_supplies, &type->supply_room, sizeof *type->supply);
    type->supply[type->n_supplies++] = read_span(c, row);
}

void check_read_service(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 5, "service,TYPE,COUNT,FROM_S,TO_S");
    check_machine_type *type = type_of(c, row, 1, s);
    type->service =
        check_grow(c, type->service, type->n_services, &type->service_room, sizeof *type->service);
    type->service[type->n_services++] = read_span(c, row);
}

void check_read_boot(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 3, "boot,COUNT,SECONDS");
    s->boots = check_grow(c, s->boots, s->n_boots, &s->boot_room, sizeof *s->boots);
    s->boots[s->n_boots] =
        (struct boot){check_count(c, row, 1, "the number of machines", UINT32_MAX),
                      check_field_seconds(c, row, 2, "the time until use")};
    if (s->n_boots > 0
        && (s->boots[s->n_boots].count <= s->boots[s->n_boots - 1].count
            || s->boots[s->n_boots].seconds < s->boots[s->n_boots - 1].seconds))
        check_refuse(c, row, 1, "boot records come in ascending counts and times");
    /* Between two records the time is rounded to a second, so it only ascends with whole ones. */
    if (s->boots[s->n_boots].seconds % CHECK_SECOND != 0)
        check_refuse(c, row, 2, "the time until use of a request is in whole seconds");
    s->n_boots++;
}

/* log2 of a count up to 2^32, with 48 binary digits behind the point: the square of a number
 * from 1 to 2 is beyond 2 where the next digit is 1. It never falls as the count rises. */
static check_wide binary_logarithm(uint64_t count)
{
    const uint64_t one = (uint64_t)1 << 62;
    const int whole = 63 - __builtin_clzll(count);
    uint64_t x = count << (62 - whole); /* count / 2^whole */
    check_wide logarithm = whole;
    for (int digit = 0; digit < 48; digit++) {
        x = (uint64_t)((check_wide)x * x >> 62); /* below 2^64 */
        logarithm = 2 * logarithm + (x >= 2 * one);
        x = x >= 2 * one ? x / 2 : x;
    }
    return logarithm;
}

check_micro check_schedule_boot(const check_schedule *s, uint64_t count)
{
    size_t q = 0;
    while (q < s->n_boots && s->boots[q].count < count)
        q++;
    if (q == s->n_boots)
        return s->boots[q - 1].seconds;
    if (q == 0 || s->boots[q].count == count)
        return s->boots[q].seconds;
    const struct boot *a = &s->boots[q - 1], *b = &s->boots[q];
    const check_wide first = binary_logarithm(a->count);
    const check_wide all = binary_logarithm(b->count) - first, here = binary_logarithm(count) - first;
    const check_wide seconds = (b->seconds - a->seconds) / CHECK_SECOND; /* whole, as both are */
    return a->seconds + (check_micro)((2 * seconds * here + all) / (2 * all)) * CHECK_SECOND;
}

typedef struct {
    check_micro second;
    int64_t left;
} offer;

static int by_second(const void *left, const void *right)
{
    const offer *a = left, *b = right;
    return a->second < b->second ? -1 : a->second > b->second;
}

static size_t add_offers(offer *list, const check_supply *span, size_t n, int64_t sign)
{
    for (size_t q = 0; q < n; q++) {
        list[2 * q] = (offer){span[q].from, sign * (int64_t)span[q].count};
        list[2 * q + 1] = (offer){span[q].to, -sign * (int64_t)span[q].count};
    }
    return 2 * n;
}

void check_type_services(check *c, const check_row *row, const check_schedule *s, size_t k)
{
    const check_machine_type *type = &s->types[k];
    const size_t n = 2 * (type->n_supplies + type->n_services);
    offer *list = check_alloc(c, n, sizeof *list);
    const size_t supplies = add_offers(list, type->supply, type->n_supplies, 1);
    check_wide left = 0; /* at most 2^32 machines a record, and 2^64 records */
    add_offers(list + supplies, type->service, type->n_services, -1);
    check_sort(c, list, n, sizeof *list, by_second);
    for (size_t q = 0; type->n_services > 0 && q < n; q++) {
        left += list[q].left;
        if (left < 0 && (q + 1 == n || list[q + 1].second != list[q].second))
            check_refuse(c, row, 0, "services hold more machines of type '%.80s' than there are",
                         s->type.key[k].text);
    }
}
