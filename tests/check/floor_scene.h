/* A small world, a timeline of it, and what the checker says of a certificate for them. */
#pragma once

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

typedef struct {
    int status;
    char text[4096];
} verdict;

/* a and b slow each other down; d's tasks need a gpu on p and none on c. */
static const char world[] = "ullage,1,schedule\nname,z\nresource,gpu,cpu\nbilling,0,0\n"
                            "type,big,p,3.6,2,8\nstartup,big,20,100,1\n"
                            "type,small,c,0.36,0,4\nstartup,small,10,50,1\n"
                            "job,a,10,1,x[1],100,gang,1,4\nmoving,a,5,10,2,1,3,ia\n"
                            "job,b,10,1,y,60,gang,1,4\nmoving,b,5,10,2,1,3,ib\n"
                            "job,c,0,1,,100,free,0,1\nmoving,c,1,0,0,1,4\n"
                            "job,d,0,2,,10,gang,1,1\ndemand,d,c,0,1\n"
                            "throughput,x,y,0.5\nthroughput,y,*,0.8\n";

static const char timeline[] = "machine,m0,big,300,420,600\nmachine,m1,small,300,360,410\n"
                               "machine,m2,small,300,360,470\n"
                               "run,a,0,m0,420,435,574.5,574.5\nrun,b,0,m0,420,435,512,512\n"
                               "run,c,0,m1,360,361,401,405\nrun,c,0,m2,405,406,466,466\n"
                               "run,d,0,m1,361,361,380,380\nrun,d,1,m2,370,370,380,380\n";

static inline void write_bound(char *path, const char *tag, const char *instance, const char *records)
{
    char hash[65];
    strcpy(path, "/tmp/ullage-floor-XXXXXX");
    const int descriptor = mkstemp(path);
    FILE *out = fdopen(descriptor, "w");
    cr_assert_not_null(out);
    check_sha256(instance, strlen(instance), hash);
    if (tag == NULL)
        fputs(instance, out);
    else
        fprintf(out, "%s,1,schedule\ninstance,z,%s\n%s", tag, hash, records);
    fclose(out);
}

static inline verdict check_floor_of(const char *instance, const char *records)
{
    verdict v = {0};
    char path[3][32];
    write_bound(path[0], NULL, instance, NULL);
    write_bound(path[1], "ullage-plan", instance, timeline);
    write_bound(path[2], "ullage-certificate", instance, records);
    FILE *out = fmemopen(v.text, sizeof v.text - 1, "w");
    v.status = check_run(&(check_paths){.instance = path[0], .plan = path[1],
                                        .certificate = path[2]}, out, out);
    fclose(out);
    for (size_t q = 0; q < 3; q++)
        unlink(path[q]);
    return v;
}

static inline void expect(const char *instance, const char *records, int status, const char *sentence)
{
    const verdict v = check_floor_of(instance, records);
    cr_expect_eq(v.status, status, "%s%d: %s", records, v.status, v.text);
    cr_expect_not_null(strstr(v.text, sentence), "%s'%s' is not in: %s", records, sentence, v.text);
}

/* A text with the first `old` in it replaced. */
static inline const char *with(const char *text, const char *old, const char *new)
{
    static char changed[4096];
    const char *at = strstr(text, old);
    cr_assert_not_null(at, "%s", old);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return changed;
}
