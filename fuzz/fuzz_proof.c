/* Small certificates of kind UL_FUZZ_KIND with numbers of every size, genuine and forged,
 * for the checker and for a slow one in numbers that cannot wrap around. What the checker
 * accepts the slow one must accept; what the slow one accepts the checker may only refuse
 * for the size of its numbers.
 *
 * The input is a string of choices. Certificates are of one leaf: a root with values, a
 * leaf of prices, a leaf of survived sets.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "big_number.h"
#include "check.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

enum { MOST = 3 };

/* ---- choices ---- */

static const uint8_t *input;
static size_t input_left;

static uint32_t choose(uint32_t n)
{
    if (input_left == 0)
        return 0;
    input_left--;
    return *input++ % n;
}

/* Small, or next to a power of two or ten, from 0 to the limit. */
static int64_t number(int64_t limit)
{
    const uint32_t form = choose(4), size = choose(60);
    const int64_t shift = (int64_t)choose(3) - 1;
    int64_t value = 1;
    for (uint32_t q = 0; q < size && form == 2 && value < limit / 10; q++)
        value *= 10;
    if (form == 1 || form == 3)
        value = (int64_t)1 << size;
    if (form == 3)
        value = value / 16 * choose(256);
    value = form == 0 ? (int64_t)size : value + shift;
    return value < 0 ? 0 : value > limit ? limit : value;
}

/* ---- the three files ---- */

typedef struct {
    char instance[2048], plan[2048], certificate[4096];
    char body[2048]; /* of the certificate, behind its bound */
} texts;

static void say(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(char *text, size_t room, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list values;
    va_start(values, format);
    vsnprintf(text + used, room - used, format, values);
    va_end(values);
}
#define SAY(text, ...) say(text, sizeof(text), __VA_ARGS__)

/* Heads of the plan and the certificate; the instance is complete. */
static void begin(texts *t)
{
    char sha256[65];
    check_sha256(t->instance, strlen(t->instance), sha256);
    SAY(t->plan, "ullage-plan,1,%s\ninstance,p,%s\n", UL_FUZZ_KIND, sha256);
    SAY(t->certificate, "ullage-certificate,1,%s\ninstance,p,%s\n", UL_FUZZ_KIND, sha256);
}

typedef enum { ACCEPTED, REFUSED, TOO_LARGE } verdict;

static verdict checked(texts *t, bool sealed)
{
    char sha256[65], *said = NULL;
    size_t written;
    if (sealed) {
        check_sha256(t->certificate, strlen(t->certificate), sha256);
        SAY(t->certificate, "end,%s\n", sha256);
    }
    const check_paths paths = {
        .instance = ul_scratch_file(0, (const uint8_t *)t->instance, strlen(t->instance)),
        .plan = ul_scratch_file(1, (const uint8_t *)t->plan, strlen(t->plan)),
        .certificate =
            ul_scratch_file(2, (const uint8_t *)t->certificate, strlen(t->certificate)),
    };
    FILE *out = open_memstream(&said, &written);
    if (out == NULL)
        exit(0);
    const int status = check_run(&paths, out, out);
    fclose(out);
    if (strstr(said, "valid: cost") == NULL && status != CHECK_UNREADABLE) {
        fprintf(stderr, "%s%s%s", t->instance, t->plan, said);
        ul_scratch_broken("the plan made here is not valid");
    }
    /* one that holds and says more than the plan costs is accepted, and false */
    const bool holds = status == CHECK_VALID
                       || strstr(said, ": claims that no plan costs less") != NULL;
    free(said);
    return holds ? ACCEPTED : status == CHECK_UNREADABLE ? TOO_LARGE : REFUSED;
}

static void compare(texts *t, verdict fast, bool proves, bool surely)
{
    if (fast == ACCEPTED && !proves) {
        fprintf(stderr, "%s%s%s", t->instance, t->plan, t->certificate);
        ul_scratch_broken("the checker accepts what proves nothing");
    }
    if (fast == REFUSED && surely) {
        fprintf(stderr, "%s%s%s", t->instance, t->plan, t->certificate);
        ul_scratch_broken("the checker refuses a proof");
    }
}

/* Millionths as a decimal. */
static void say_micro(char *text, size_t room, int64_t micros)
{
    say(text, room, "%lld.%06lld", (long long)(micros / 1000000), (long long)(micros % 1000000));
}

/* ---- what is claimed ---- */

/* A leaf's sum, on its scale of 10^-12 dollars. */
typedef struct {
    ul_big total, scale;
} leaf;

/* Whether no plan costs less than so many dollars. Costs are whole 10^-12: more than one
 * less is enough. */
static bool leaf_proves(const void *of, int64_t dollars)
{
    const leaf *l = of;
    const ul_big below =
        ul_big_minus(ul_big_times(ul_big_of(dollars), ul_big_power(10, 12)), ul_big_of(1));
    return dollars == 0 || ul_big_compare(l->total, ul_big_times(below, l->scale)) > 0;
}

/* Any number, or the largest that is proved, or the next. */
static int64_t choose_claim(bool (*proves)(const void *of, int64_t claim), const void *of,
                            int64_t limit)
{
    const uint32_t form = choose(4);
    int64_t low = 0, high = limit;
    if (form == 0)
        return number(limit);
    while (low < high) {
        const int64_t middle = low + (high - low + 1) / 2;
        if (proves(of, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low + (form == 1 && low < limit);
}

/* ---- packing: a root with values ---- */

typedef struct {
    size_t types, tasks;
    int64_t price[MOST], capacity[MOST]; /* millionths, as demands are */
    int64_t demand[MOST], copies[MOST], value[MOST];
    int64_t num, den;
} packing;

enum { STATES = 4 * 4 * 4 }; /* copies of each of three tasks */

static void counts_of(size_t state, int64_t *count)
{
    for (size_t j = 0; j < MOST; j++, state /= 4)
        count[j] = (int64_t)(state % 4);
}

static bool fits(const packing *p, size_t k, const int64_t *count)
{
    int64_t used = 0;
    for (size_t j = 0; j < p->tasks; j++)
        used += count[j] * p->demand[j];
    return used <= p->capacity[k];
}

/* The cheapest machines for every set of copies, in millionths. */
static ul_big optimum(const packing *p)
{
    static ul_big best[STATES];
    static bool known[STATES];
    size_t last = 0;
    for (size_t j = MOST; j-- > 0;)
        last = last * 4 + (j < p->tasks ? (size_t)p->copies[j] : 0);
    memset(known, 0, sizeof known);
    best[0] = ul_big_of(0);
    known[0] = true;
    for (size_t state = 1; state <= last; state++)
        for (size_t part = 1; part <= state; part++) {
            int64_t all[MOST], count[MOST];
            bool within = true;
            counts_of(state, all);
            counts_of(part, count);
            for (size_t j = 0; j < MOST; j++)
                within = within && count[j] <= all[j] && (j < p->tasks || all[j] == 0);
            for (size_t k = 0; k < p->types && within; k++) {
                if (!fits(p, k, count) || !known[state - part])
                    continue;
                const ul_big cost = ul_big_plus(best[state - part], ul_big_of(p->price[k]));
                if (!known[state] || ul_big_compare(cost, best[state]) < 0)
                    best[state] = cost;
                known[state] = true;
            }
        }
    return best[last];
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Whether no pattern is worth more than its price, and all tasks more than what a plan
 * below the bound may cost: the argument of the root, without cleverness. */
static bool root_proves(const void *of, int64_t bound)
{
    const packing *p = of;
    int64_t unit = 0;
    for (size_t k = 0; k < p->types; k++)
        unit = gcd(p->price[k], unit);
    if (unit == 0)
        return bound == 0;
    for (size_t k = 0; k < p->types; k++)
        for (size_t state = 0; state < STATES; state++) {
            int64_t count[MOST];
            bool there = true;
            ul_big worth = ul_big_of(0);
            counts_of(state, count);
            for (size_t j = 0; j < MOST; j++) {
                there = there && count[j] <= (j < p->tasks ? p->copies[j] : 0);
                if (j < p->tasks)
                    worth = ul_big_plus(worth, ul_big_times(ul_big_of(count[j]),
                                                            ul_big_of(p->value[j])));
            }
            if (there && fits(p, k, count)
                && ul_big_compare(ul_big_times(worth, ul_big_of(p->den)),
                                  ul_big_times(ul_big_of(p->price[k] / unit), ul_big_of(p->num)))
                       > 0)
                return false;
        }
    ul_big total = ul_big_of(0);
    for (size_t j = 0; j < p->tasks; j++)
        total = ul_big_plus(total, ul_big_times(ul_big_of(p->copies[j]), ul_big_of(p->value[j])));
    const int64_t units = bound / unit + (bound % unit > 0);
    return ul_big_compare(ul_big_times(total, ul_big_of(p->den)),
                          ul_big_times(ul_big_of(units - 1), ul_big_of(p->num))) > 0;
}

static void try_packing(texts *t)
{
    packing p = {.types = 1 + choose(MOST), .tasks = 1 + choose(MOST)};
    /* so fine that no table of the checker's fits, or whole */
    const bool fine = choose(2) == 1;
    const int64_t step = fine ? 33333333 : 1000000;
    SAY(t->instance, "ullage,1,packing\nname,p\nresource,r\n");
    for (size_t k = 0; k < p.types; k++) {
        p.price[k] = number(1000000000000000000);
        p.capacity[k] = (k == 0 ? 9 : 1 + choose(9)) * step + (fine ? 10 : 0);
        SAY(t->instance, "type,k%zu,f,", k);
        say_micro(t->instance, sizeof t->instance, p.price[k]);
        SAY(t->instance, ",");
        say_micro(t->instance, sizeof t->instance, p.capacity[k]);
        SAY(t->instance, "\n");
    }
    for (size_t j = 0; j < p.tasks; j++) {
        /* different, so that none are copies */
        p.demand[j] = (1 + (int64_t)j + 3 * choose(3)) * step + (fine ? choose(2) : 0);
        p.copies[j] = 1 + choose(3);
        p.value[j] = number((int64_t)1 << 56);
        SAY(t->instance, "task,t%zu,%lld,,,,", j, (long long)p.copies[j]);
        say_micro(t->instance, sizeof t->instance, p.demand[j]);
        SAY(t->instance, "\n");
    }
    begin(t);
    for (size_t j = 0; j < p.tasks; j++)
        SAY(t->plan, "bin,k0,%lld,t%zu:1\n", (long long)p.copies[j], j);
    p.num = 1 + number(((int64_t)1 << 56) - 1);
    p.den = 1 + number(((int64_t)1 << 56) - 1);
    if (choose(2) == 0) /* values as a solver has them: what a machine costs for each task */
        for (size_t j = 0; j < p.tasks; j++)
            p.value[j] = p.value[j] < p.num / 16 ? p.value[j] : p.num / 16;
    const int64_t bound = choose_claim(root_proves, &p, 9000000000000000000);
    SAY(t->certificate, "bound,");
    say_micro(t->certificate, sizeof t->certificate, bound);
    SAY(t->certificate, "\nroot,%lld,%lld\n", (long long)p.num, (long long)p.den);
    for (size_t j = 0; j < p.tasks; j++)
        SAY(t->certificate, "value,t%zu,%lld\n", j, (long long)p.value[j]);
    const verdict fast = checked(t, true);
    compare(t, fast, ul_big_compare(ul_big_of(bound), optimum(&p)) <= 0,
            root_proves(&p, bound));
}

/* ---- reservations: a leaf of prices ---- */

/* One class beside on demand, which is used; leases cost the same in every interval that
 * has their whole term before it. */
static void try_reservation(texts *t)
{
    char text[UL_BIG_TEXT];
    const int64_t intervals = 1 + choose(MOST), term = 1 + choose(MOST);
    const int64_t hours = 1 + number(9999999999); /* millionths, of an interval */
    const int64_t dear = 1 + number(999999999999), fee = number(1000000000000000);
    const int64_t cheap = number(dear - 1);
    int64_t used[MOST], machines[MOST], peak = 0;
    ul_big w[MOST];
    SAY(t->instance, "ullage,1,reservation\nname,p\ninterval_hours,");
    say_micro(t->instance, sizeof t->instance, hours);
    SAY(t->instance, "\nclass,d,0,0,");
    say_micro(t->instance, sizeof t->instance, dear);
    SAY(t->instance, ",used\nclass,r,%lld,", (long long)term);
    say_micro(t->instance, sizeof t->instance, fee);
    SAY(t->instance, ",");
    say_micro(t->instance, sizeof t->instance, cheap);
    SAY(t->instance, ",used\n");
    for (int64_t i = 0; i < intervals; i++) {
        used[i] = 1 + number(hours - 1);
        machines[i] = 1 + number(9999999);
        peak = machines[i] > peak ? machines[i] : peak;
        SAY(t->instance, "usage,%lld,", (long long)i + 1);
        say_micro(t->instance, sizeof t->instance, used[i]);
        SAY(t->instance, ",%lld\n", (long long)machines[i]);
    }
    begin(t);
    const int64_t scale = 1 + number(999999999);
    SAY(t->body, "scale,%lld\nleaf\n", (long long)scale);
    for (int64_t i = 0; i < intervals; i++) {
        w[i] = ul_big_of(number(1000000000000000000));
        if (choose(2) == 1)
            w[i] = ul_big_times(w[i], ul_big_of(number(100000000000000)));
        SAY(t->body, "price,1,%lld,%s\n", (long long)i + 1, ul_big_text(w[i], text));
    }
    ul_big total = ul_big_of(0);
    for (int64_t i = 0; i < intervals; i++) {
        const ul_big hour = ul_big_times(ul_big_of(used[i]), ul_big_of(scale));
        const ul_big over = ul_big_minus(ul_big_times(hour, ul_big_of(dear - cheap)), w[i]);
        ul_big here = ul_big_times(hour, ul_big_of(dear));
        if (ul_big_compare(over, ul_big_of(0)) > 0)
            here = ul_big_minus(here, over);
        total = ul_big_plus(total, ul_big_times(here, ul_big_of(machines[i])));
        ul_big left = ul_big_times(ul_big_times(ul_big_of(fee), ul_big_of(1000000)),
                                   ul_big_of(scale));
        for (int64_t s = i; s < intervals && s < i + term; s++)
            left = ul_big_minus(left, w[s]);
        if (ul_big_compare(left, ul_big_of(0)) < 0)
            total = ul_big_plus(total, ul_big_times(left, ul_big_of(peak)));
    }
    const leaf l = {total, ul_big_of(scale)};
    const int64_t claimed = choose_claim(leaf_proves, &l, 9000000000000000000);
    SAY(t->certificate, "bound,%lld\n%s", (long long)claimed, t->body);
    compare(t, checked(t, false), leaf_proves(&l, claimed), leaf_proves(&l, claimed));
}

/* ---- availability: a leaf of survived sets ---- */

typedef struct {
    int64_t types, capacity, scale;
    int64_t size[MOST], price[MOST], rare[MOST]; /* down with probability 2^-rare */
    ul_big left[MOST], left_on_demand; /* the first type alone is offered on demand */
    ul_big total;
} zone;

enum { ON_DEMAND = 999999 }; /* dollars */

/* One row in the slow way: what it adds to the sum and takes off the machines. */
static void use_row(zone *z, uint32_t set, ul_big value, int64_t divisor)
{
    const int64_t rest = divisor == 0 ? 0 : z->capacity % divisor;
    const int64_t side = divisor == 0 ? z->capacity : (z->capacity / divisor + 1) * rest;
    z->total = ul_big_plus(z->total, ul_big_times(value, ul_big_of(side)));
    for (int64_t k = 0; k < z->types; k++) {
        int64_t counts = z->size[k];
        if (divisor != 0) {
            const int64_t beyond = counts % divisor;
            counts = counts / divisor * rest + (beyond < rest ? beyond : rest);
        }
        const ul_big paid = ul_big_times(value, ul_big_of(counts));
        if ((set >> k & 1) == 0)
            z->left[k] = ul_big_minus(z->left[k], paid);
        if (k == 0)
            z->left_on_demand = ul_big_minus(z->left_on_demand, paid);
    }
}

static void count_losses(zone *z)
{
    for (int64_t k = 0; k <= z->types; k++) {
        const ul_big lacks = k < z->types ? z->left[k] : z->left_on_demand;
        const int64_t size = z->size[k < z->types ? k : 0];
        const ul_big most = ul_big_of((z->capacity + size - 1) / size);
        if (ul_big_compare(lacks, ul_big_of(0)) < 0)
            z->total = ul_big_plus(z->total, ul_big_times(lacks, most));
    }
}

/* The target is 1 - 2^-allowed: products are exact, and no rounding is near a power of
 * two. */
static void make_zone(texts *t, zone *z, int64_t allowed)
{
    SAY(t->instance, "ullage,1,availability\nname,p\ntarget,%lld,%.17g\n",
        (long long)z->capacity, 1 - 1 / (double)((int64_t)1 << allowed));
    for (int64_t k = 0; k < z->types; k++) {
        z->size[k] = 1 + number(9999999);
        z->price[k] = number(999999999999);
        z->rare[k] = 1 + choose(40);
        SAY(t->instance, "vm,v%lld,%lld,", (long long)k, (long long)z->size[k]);
        say_micro(t->instance, sizeof t->instance, z->price[k]);
        if (k == 0)
            SAY(t->instance, ",%d", ON_DEMAND);
        SAY(t->instance, "%s,%.17g\n", k == 0 ? "" : ",",
            1 - 1 / (double)((int64_t)1 << z->rare[k]));
        z->left[k] = ul_big_times(ul_big_times(ul_big_of(z->price[k]), ul_big_power(10, 6)),
                                  ul_big_of(z->scale));
    }
    z->left_on_demand = ul_big_times(ul_big_times(ul_big_of(ON_DEMAND), ul_big_power(10, 12)),
                                     ul_big_of(z->scale));
}

static void try_availability(texts *t)
{
    char text[UL_BIG_TEXT];
    zone z = {.types = 1 + choose(MOST), .capacity = 1 + number(9999999),
              .scale = 1 + number((int64_t)1 << 50)};
    const int64_t allowed = choose(30), uses = choose(4);
    uint32_t set[MOST];
    bool survived = true;
    make_zone(t, &z, allowed);
    begin(t);
    SAY(t->plan, "on-demand,v0,%lld\n", (long long)((z.capacity + z.size[0] - 1) / z.size[0]));
    for (int64_t q = 0; q < uses; q++) {
        int64_t bits = 0;
        set[q] = choose(1u << z.types);
        SAY(t->body, "set,%lld", (long long)q + 1);
        for (int64_t k = 0; k < z.types; k++)
            if (set[q] >> k & 1) {
                SAY(t->body, ",v%lld", (long long)k);
                bits += z.rare[k];
            }
        SAY(t->body, "\n");
        survived = survived && bits < allowed; /* 2^-bits is above 2^-allowed + 10^-15 */
    }
    SAY(t->body, "leaf,%lld\n", (long long)z.scale);
    for (int64_t q = 0; q < uses; q++) {
        ul_big value = ul_big_of(number(1000000000000000000));
        int64_t divisor = choose(2) == 0 ? 0 : 1 + number(9999999);
        if (choose(2) == 1)
            value = ul_big_times(value, ul_big_of(number(1000000000000000000)));
        if (divisor != 0 && z.capacity % divisor == 0)
            divisor = 0;
        SAY(t->body, "use,%lld,%s", (long long)q + 1, ul_big_text(value, text));
        if (divisor != 0)
            SAY(t->body, ",%lld", (long long)divisor);
        SAY(t->body, "\n");
        use_row(&z, set[q], value, divisor);
    }
    count_losses(&z);
    const leaf l = {z.total, ul_big_of(z.scale)};
    const int64_t claimed = choose_claim(leaf_proves, &l, 999999999999);
    const bool proves = survived && leaf_proves(&l, claimed);
    SAY(t->certificate, "bound,%lld\n%s", (long long)claimed, t->body);
    compare(t, checked(t, false), proves, proves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    static const struct {
        const char *kind;
        void (*attempt)(texts *t);
    } kinds[] = {{"packing", try_packing},
                 {"reservation", try_reservation},
                 {"availability", try_availability}};
    texts t = {.instance = ""};
    input = data;
    input_left = length;
    for (size_t q = 0; q < sizeof kinds / sizeof *kinds; q++)
        if (strcmp(kinds[q].kind, UL_FUZZ_KIND) == 0)
            kinds[q].attempt(&t);
    return 0;
}
