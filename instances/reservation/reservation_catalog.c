/* Amazon EC2 cc2.8xlarge, us-east, Linux, 06/2013: the price list of SEC's
 * Section 8. Heavy leases are billed for every hour of their term.
 */
#include <stdio.h>
#include <string.h>

#include "reservation_demand.h"

static const struct {
    const char *term, *kind;
    uint32_t years;
    ul_micro upfront, price;
    ul_billing billing;
} lease[] = {
    {"1y", "light", 1, 1762 * UL_MICRO, 904000, UL_BILL_USED},
    {"1y", "medium", 1, 4146 * UL_MICRO, 540000, UL_BILL_USED},
    {"1y", "heavy", 1, 5000 * UL_MICRO, 361000, UL_BILL_ALWAYS},
    {"3y", "light", 3, 2710 * UL_MICRO, 904000, UL_BILL_USED},
    {"3y", "medium", 3, 6378 * UL_MICRO, 540000, UL_BILL_USED},
    {"3y", "heavy", 3, 7670 * UL_MICRO, 361000, UL_BILL_ALWAYS},
};

enum { N_LEASES = sizeof lease / sizeof *lease, YEAR_HOURS = 8760 };

static bool word_is(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && memcmp(word, text, length) == 0;
}

static bool word_names(const char *word, size_t length, size_t q)
{
    char name[32];
    snprintf(name, sizeof name, "%s-%s", lease[q].term, lease[q].kind);
    return word_is(word, length, "all") || word_is(word, length, lease[q].term)
           || word_is(word, length, lease[q].kind) || word_is(word, length, name);
}

static ul_status choose(const char *classes, bool chosen[N_LEASES])
{
    for (const char *word = classes;; word++) {
        const size_t length = strcspn(word, "+");
        bool known = word_is(word, length, "none");
        for (size_t q = 0; q < N_LEASES; q++)
            if (word_names(word, length, q))
                known = chosen[q] = true;
        if (!known)
            return ul_fail(UL_E_INPUT, "--set classes=%s: '%.*s' is not all, none, 1y, 3y, light, "
                                       "medium, heavy or a name such as 3y-light", classes,
                           (int)length, word);
        word += length;
        if (*word == '\0')
            return UL_OK;
    }
}

ul_status ul_reservation_catalog(ul_reservation_builder *b, const char *classes,
                                 uint64_t interval_hours)
{
    bool chosen[N_LEASES] = {false};
    UL_TRY(choose(classes, chosen));
    UL_TRY(ul_reservation_add_class(b, &(ul_reservation_class){.name = "on-demand",
                                                               .price = 2400000}));
    for (size_t q = 0; q < N_LEASES; q++) {
        char name[32];
        snprintf(name, sizeof name, "%s-%s", lease[q].term, lease[q].kind);
        const ul_reservation_class facts = {
            .name = name,
            .term = (uint32_t)(lease[q].years * YEAR_HOURS / interval_hours),
            .upfront = lease[q].upfront,
            .price = lease[q].price,
            .billing = lease[q].billing,
        };
        if (chosen[q])
            UL_TRY(ul_reservation_add_class(b, &facts));
    }
    return UL_OK;
}
