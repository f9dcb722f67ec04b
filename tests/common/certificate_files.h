/* An instance, a plan and a certificate as files, and what the independent checker says. */
#pragma once

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

typedef struct {
    char instance[40], plan[40], certificate[40];
} paths;

/* In memory where there is such a folder: a certificate is written over thousands of times. */
static inline void make_paths(paths *p)
{
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    char *path[] = {p->instance, p->plan, p->certificate};
    for (int q = 0; q < 3; q++) {
        snprintf(path[q], sizeof p->plan, "%s/ullage-certificate-XXXXXX", folder);
        const int descriptor = mkstemp(path[q]);
        cr_assert(descriptor >= 0);
        close(descriptor);
    }
}

static inline void remove_paths(const paths *p)
{
    unlink(p->instance);
    unlink(p->plan);
    unlink(p->certificate);
}

static inline int verdict(const paths *p, char *text, size_t room)
{
    memset(text, 0, room);
    FILE *out = fmemopen(text, room - 1, "w");
    const int status = check_run(
        &(check_paths){.instance = p->instance, .plan = p->plan, .certificate = p->certificate}, out,
        out);
    fclose(out);
    return status;
}

/* Whether the certificate alone proves that there is no plan. */
static inline bool proves_none(const paths *p, char *text, size_t room)
{
    check_outcome found;
    memset(text, 0, room);
    FILE *out = fmemopen(text, room - 1, "w");
    check_run_to(&(check_paths){.instance = p->instance, .certificate = p->certificate}, out, out,
                 &found);
    fclose(out);
    return found.infeasible;
}
