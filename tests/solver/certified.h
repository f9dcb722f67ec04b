/* Certificates of the exact method as files and as texts, to be changed and sealed anew. */
#ifndef TEST_CERTIFIED_H
#define TEST_CERTIFIED_H

#include "brute_force.h"
#include "certificate_files.h"
#include "random_packing.h"

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

#endif
