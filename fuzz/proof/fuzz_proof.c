#include "proof.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

/* ---- choices ---- */

static const uint8_t *input;
static size_t input_left;

uint32_t proof_choose(uint32_t n)
{
    if (input_left == 0)
        return 0;
    input_left--;
    return *input++ % n;
}

int64_t proof_number(int64_t limit)
{
    const uint32_t form = proof_choose(4), size = proof_choose(60);
    const int64_t shift = (int64_t)proof_choose(3) - 1;
    int64_t value = 1;
    for (uint32_t q = 0; q < size && form == 2 && value < limit / 10; q++)
        value *= 10;
    if (form == 1 || form == 3)
        value = (int64_t)1 << size;
    if (form == 3)
        value = value / 16 * proof_choose(256);
    value = form == 0 ? (int64_t)size : value + shift;
    return value < 0 ? 0 : value > limit ? limit : value;
}

/* ---- the three files ---- */

void proof_say(char *text, size_t room, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list values;
    va_start(values, format);
    vsnprintf(text + used, room - used, format, values);
    va_end(values);
}

void proof_begin(proof_texts *t)
{
    char sha256[65];
    check_sha256(t->instance, strlen(t->instance), sha256);
    SAY(t->plan, "ullage-plan,1,%s\ninstance,p,%s\n", UL_FUZZ_KIND, sha256);
    SAY(t->certificate, "ullage-certificate,1,%s\ninstance,p,%s\n", UL_FUZZ_KIND, sha256);
}

proof_verdict proof_checked(proof_texts *t, bool sealed)
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
        ul_scratch_broken("the plan made here is not valid", "");
    }
    /* one that holds and says more than the plan costs is accepted, and false */
    const bool holds = status == CHECK_VALID
                       || strstr(said, ": claims that no plan costs less") != NULL;
    free(said);
    return holds ? ACCEPTED : status == CHECK_UNREADABLE ? TOO_LARGE : REFUSED;
}

void proof_compare(proof_texts *t, proof_verdict fast, bool proves, bool surely)
{
    if (fast == ACCEPTED && !proves) {
        fprintf(stderr, "%s%s%s", t->instance, t->plan, t->certificate);
        ul_scratch_broken("the checker accepts what proves nothing", "");
    }
    if (fast == REFUSED && surely) {
        fprintf(stderr, "%s%s%s", t->instance, t->plan, t->certificate);
        ul_scratch_broken("the checker refuses a proof", "");
    }
}

void proof_say_micro(char *text, size_t room, int64_t micros)
{
    proof_say(text, room, "%lld.%06lld", (long long)(micros / 1000000), (long long)(micros % 1000000));
}

/* ---- what is claimed ---- */

bool proof_leaf_proves(const void *of, int64_t dollars)
{
    const proof_leaf *l = of;
    const ul_big below =
        ul_big_minus(ul_big_times(ul_big_of(dollars), ul_big_power(10, 12)), ul_big_of(1));
    return dollars == 0 || ul_big_compare(l->total, ul_big_times(below, l->scale)) > 0;
}

int64_t proof_choose_claim(bool (*proves)(const void *of, int64_t claim), const void *of,
                            int64_t limit)
{
    const uint32_t form = proof_choose(4);
    int64_t low = 0, high = limit;
    if (form == 0)
        return proof_number(limit);
    while (low < high) {
        const int64_t middle = low + (high - low + 1) / 2;
        if (proves(of, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low + (form == 1 && low < limit);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    proof_texts t = {.instance = ""};
    input = data;
    input_left = length;
    proof_try(&t);
    return 0;
}
