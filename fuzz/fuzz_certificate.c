/* Any bytes as a certificate for small instances of the kind UL_FUZZ_KIND, whose
 * optima are known: nothing may prove that plans cost more than these. Whichever instance
 * it names by its hash, it is put before all.
 *
 * A packing certificate ends with a hash of itself, which no mutation would hit;
 * it is added here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

static const struct {
    const char *kind, *instance, *optimum;
    bool sealed;
} small[] = {
    {"packing",
     "ullage,1,packing\nname,p\nresource,size\ntype,w100,w100,100,100\ntype,w120,w120,120,120\n"
     "type,w150,w150,150,150\ntask,i1,1,,,,88\ntask,i2,1,,,,2\ntask,i3,1,,,,97\ntask,i4,1,,,,24\n"
     "task,i5,1,,,,87\ntask,i6,1,,,,38\ntask,i7,1,,,,54\ntask,i8,1,,,,82\ntask,i9,1,,,,24\n"
     "task,i10,1,,,,43\ntask,i11,1,,,,2\ntask,i12,1,,,,62\n",
     "bin,w150,1,i2:1,i11:1,i4:1,i9:1,i7:1,i10:1\nbin,w100,1,i1:1\nbin,w100,1,i3:1\n"
     "bin,w150,1,i5:1,i12:1\nbin,w120,1,i6:1,i8:1\n",
     true},
    {"reservation",
     "ullage,1,reservation\nname,p\ninterval_hours,168\nclass,on-demand,0,0,2.4,used\n"
     "class,light,3,150,0.9,used\nclass,heavy,2,170,0.5,used\nclass,long,5,300,0.7,always\n"
     "usage,1,149,2\nusage,1,57,2\nusage,2,131,3\nusage,2,17,1\nusage,3,134,4\nusage,3,42,1\n"
     "usage,4,147,1\nusage,4,47,1\nusage,5,109,3\nusage,5,55,1\nusage,6,141,4\nusage,6,37,3\n"
     "usage,7,149,2\nusage,7,16,3\n",
     "buy,1,light,1\nbuy,1,heavy,2\nbuy,2,heavy,1\nbuy,3,light,1\nbuy,3,heavy,1\nbuy,5,heavy,3\n"
     "buy,6,heavy,2\n",
     false},
    {"availability",
     "ullage,1,availability\nname,p\ntarget,23,0.9995\nvm,a,3,0.31,1.3,0.97\n"
     "vm,b,5,0.42,,0.99\nvm,c,4,0.3,2.1,0.9\nvm,d,7,0.9,1.9,0.995\nvm,e,2,0.17,,0.98\n",
     "hold,a,1\nhold,b,2\nhold,d,2\nhold,e,5\n",
     false},
    {"deadline",
     "ullage,1,deadline\nname,p\ntick,10\njob,40,80,14\nprice,0.3,1\nspot,3\nnone,2\nspot,4\n",
     "spot,3\nidle,1\non-demand,4\n",
     false},
};

/* A packing of so many items that the checker looks along a line (check/packing/shadow.c): any
 * three of them fit a machine, and four do not. */
enum { WIDE_ITEMS = 66, WIDE_TEXT = 4096 };

static struct {
    const char *instance, *plan;
} world[2];
static size_t n_worlds;
static bool is_sealed;

static void add_world(const char *kind, const char *instance, const char *optimum)
{
    char plan[WIDE_TEXT], sha256[65];
    const size_t q = n_worlds++, length = strlen(instance);
    check_sha256(instance, length, sha256);
    snprintf(plan, sizeof plan, "ullage-plan,1,%s\ninstance,p,%s\n%s", kind, sha256, optimum);
    world[q].instance = ul_scratch_file(1 + 2 * q, (const uint8_t *)instance, length);
    world[q].plan = ul_scratch_file(2 + 2 * q, (const uint8_t *)plan, strlen(plan));
    const check_paths paths = {.instance = world[q].instance, .plan = world[q].plan};
    if (check_run(&paths, stdout, stderr) != CHECK_VALID)
        ul_scratch_broken("the small plan is not valid", "");
}

static void add_wide(void)
{
    static const char head[] = "ullage,1,packing\nname,p\nresource,r,s\ntype,t,t,1,1000000,1000000\n";
    static char instance[WIDE_TEXT], plan[WIDE_TEXT];
    int at = snprintf(instance, sizeof instance, "%s", head), to = 0;
    for (int q = 0; q < WIDE_ITEMS; q++) {
        at += snprintf(instance + at, sizeof instance - (size_t)at, "task,a%d,1,,,,%d,%d\n", q,
                       333200 + q, 333300 - q);
        if (q % 3 == 0)
            to += snprintf(plan + to, sizeof plan - (size_t)to, "bin,t,1,a%d:1,a%d:1,a%d:1\n", q,
                           q + 1, q + 2);
    }
    add_world("packing", instance, plan);
}

static void prepare(void)
{
    for (size_t q = 0; q < sizeof small / sizeof *small; q++)
        if (strcmp(small[q].kind, UL_FUZZ_KIND) == 0) {
            add_world(small[q].kind, small[q].instance, small[q].optimum);
            is_sealed = small[q].sealed;
        }
    if (strcmp(UL_FUZZ_KIND, "packing") == 0)
        add_wide();
    if (n_worlds == 0)
        ul_scratch_broken("there is no small instance of kind " UL_FUZZ_KIND, "");
}

static const char *certificate_file(const uint8_t *data, size_t length)
{
    static char text[1 << 16];
    char sha256[65];
    if (!is_sealed || length + 128 > sizeof text)
        return ul_scratch_file(0, data, length);
    memcpy(text, data, length);
    if (length > 0 && text[length - 1] != '\n')
        text[length++] = '\n';
    check_sha256(text, length, sha256);
    length += (size_t)snprintf(text + length, sizeof text - length, "end,%s\n", sha256);
    return ul_scratch_file(0, (const uint8_t *)text, length);
}

/* The checker's words on a certificate that holds and says too much. They are its
 * second line, behind the plan's cost: further below, input may be quoted. */
static bool proves_too_much(const char *said, const char *certificate)
{
    char claim[128];
    if (strncmp(said, "availability ", 13) == 0) /* a line more, before the cost */
        said = strchr(said, '\n') + 1;
    const char *second = strchr(said, '\n');
    snprintf(claim, sizeof claim, "\n%s: claims that no plan costs less", certificate);
    return second != NULL && strncmp(second, claim, strlen(claim)) == 0;
}

static void look(const check_paths *paths)
{
    char *said = NULL;
    size_t written;
    FILE *out = open_memstream(&said, &written);
    if (out == NULL)
        return;
    check_run(paths, out, out);
    fclose(out);
    if (proves_too_much(said, paths->certificate))
        ul_scratch_broken("a certificate proves more than the optimum", "");
    free(said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    if (n_worlds == 0)
        prepare();
    const char *certificate = certificate_file(data, length);
    for (size_t q = 0; q < n_worlds; q++)
        look(&(check_paths){.instance = world[q].instance, .plan = world[q].plan,
                            .certificate = certificate});
    return 0;
}
