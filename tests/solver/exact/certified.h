/* Certificates of the exact method as files and as texts, to be changed and sealed anew. */
#pragma once

#include "brute_force.h"
#include "certificate_files.h"
#include "random_packing.h"
#include "sanitized.h"

#define HEAD "ullage,1,packing\nname,x\nresource,cpu\n"

enum { CERTIFICATE_ROOM = 200000 };

/* Solves and writes instance, plan and certificate. */
static inline void certify(ul_instance *instance, const paths *p)
{
    const ul_run_options options = {.seed = 1, .methods = ul_methods,
                                    .certificate = p->certificate};
    ul_run *run;
    cr_assert_eq(instance->kind->seal(instance->data), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_new(ul_method_find("exact"), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL);
    cr_assert_eq(ul_instance_write(instance, p->instance), UL_OK, "%s", ul_error_text());
    cr_assert_eq(instance->kind->plan_write(ul_run_result_of(run)->plan, "exact", p->plan), UL_OK);
    ul_run_free(run);
}

static inline size_t load(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "r");
    const size_t length = fread(text, 1, room - 1, file);
    fclose(file);
    text[length] = '\0';
    return length;
}

static inline void store(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    fwrite(text, 1, length, file);
    fclose(file);
}

/* Puts the hash of the changed text in place of the old one. */
static inline void reseal(char *text, size_t length)
{
    char digest[65];
    char *end = text + length - 69; /* end,<64 digits>\n */
    check_sha256(text, (size_t)(end - text), digest);
    memcpy(end + 4, digest, 64);
}

static inline paths example(const char *instance_text, char *text, size_t *length)
{
    paths p;
    ul_instance instance = parsed(instance_text);
    make_paths(&p);
    certify(&instance, &p);
    ul_instance_free(&instance);
    *length = load(p.certificate, text, CERTIFICATE_ROOM);
    return p;
}

/* Replaces one piece of the certificate and seals it again: it is refused, and told why. The
 * files are removed. */
static inline void expect_refused_with(const paths *p, char *text, size_t length, const char *piece,
                                       const char *instead, const char *sentence)
{
    char said[4000];
    char *at = strstr(text, piece);
    cr_assert_not_null(at, "%s is not in: %s", piece, text);
    memmove(at + strlen(instead), at + strlen(piece), strlen(at + strlen(piece)) + 1);
    memcpy(at, instead, strlen(instead));
    length += strlen(instead) - strlen(piece);
    reseal(text, length);
    store(p->certificate, text, length);
    cr_expect_neq(verdict(p, said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_not_null(strstr(said, sentence), "'%s' is not in: %s", sentence, said);
    remove_paths(p);
}

/* ---- every digit, sealed anew ---- */

/* Whether the byte is in a record with this tag. */
static inline bool is_in(const char *text, size_t at, const char *tag)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return strncmp(text + at, tag, strlen(tag)) == 0 && text[at + strlen(tag)] == ',';
}

/* What the checker says is proved, in millionths; -1 when it says nothing. */
static inline double proved_bound(const char *said)
{
    const char *at = strstr(said, "no plan costs less than ");
    return at == NULL ? -1 : strtod(at + strlen("no plan costs less than "), NULL);
}

/* Changes every digit of these records, or of all where that is NULL, to every other, with sanitizers to
 * every third, seals the text again and has it checked. What is accepted must be about this instance and
 * prove no more than the optimum, the cost of the plan beside it. */
static inline void expect_no_lies_in(const char *record, const paths *p, char *text, size_t length,
                                     const char *what)
{
    enum { STEP = UL_SANITIZED ? 3 : 1 };
    char said[4000], seal[64];
    cr_assert_eq(verdict(p, said, sizeof said), CHECK_VALID, "%s: %s", what, said);
    const double optimum = proved_bound(said);
    size_t tried = 0, accepted = 0;
    memcpy(seal, text + length - 65, sizeof seal);
    for (size_t q = 0; q + 69 < length; q++) {
        const char was = text[q];
        if (record != NULL && !is_in(text, q, record))
            continue;
        for (int digit = '0'; digit <= '9' && was >= '0' && was <= '9'; digit += STEP) {
            if (digit == was)
                continue;
            text[q] = (char)digit;
            reseal(text, length);
            store(p->certificate, text, length);
            tried++;
            if (verdict(p, said, sizeof said) != CHECK_VALID)
                continue;
            accepted++;
            cr_expect(!is_in(text, q, "instance") && !is_in(text, q, "ullage-certificate"),
                      "%s: byte %zu: %s", what, q, said);
            const double bound = proved_bound(said);
            cr_expect(is_in(text, q, "bound") ? bound < optimum : bound == optimum,
                      "%s: byte %zu as %c: %s", what, q, digit, said);
        }
        text[q] = was;
    }
    memcpy(text + length - 65, seal, sizeof seal);
    cr_expect(tried > 500 / STEP && accepted < tried / 2, "%s: %zu of %zu accepted", what, accepted,
              tried);
}

static inline void expect_no_lies(const paths *p, char *text, size_t length, const char *what)
{
    expect_no_lies_in(NULL, p, text, length, what);
}
