/* Any bytes as a certificate for a small instance of the kind UL_FUZZ_KIND, whose
 * optimum is known: nothing may prove that plans cost more than that.
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

static const char *instance_file, *plan_file;
static bool is_sealed;

static void prepare(void)
{
    char plan[1024], sha256[65];
    for (size_t q = 0; q < sizeof small / sizeof *small; q++) {
        if (strcmp(small[q].kind, UL_FUZZ_KIND) != 0)
            continue;
        const size_t length = strlen(small[q].instance);
        check_sha256(small[q].instance, length, sha256);
        snprintf(plan, sizeof plan, "ullage-plan,1,%s\ninstance,p,%s\n%s", small[q].kind, sha256,
                 small[q].optimum);
        instance_file = ul_scratch_file(0, (const uint8_t *)small[q].instance, length);
        plan_file = ul_scratch_file(1, (const uint8_t *)plan, strlen(plan));
        is_sealed = small[q].sealed;
        if (check_run(&(check_paths){.instance = instance_file, .plan = plan_file}, stdout, stderr)
            != CHECK_VALID)
            ul_scratch_broken("the small plan is not valid");
        return;
    }
    ul_scratch_broken("there is no small instance of kind " UL_FUZZ_KIND);
}

static const char *certificate_file(const uint8_t *data, size_t length)
{
    static char text[1 << 16];
    char sha256[65];
    if (!is_sealed || length + 128 > sizeof text)
        return ul_scratch_file(2, data, length);
    memcpy(text, data, length);
    if (length > 0 && text[length - 1] != '\n')
        text[length++] = '\n';
    check_sha256(text, length, sha256);
    length += (size_t)snprintf(text + length, sizeof text - length, "end,%s\n", sha256);
    return ul_scratch_file(2, (const uint8_t *)text, length);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    char *said = NULL;
    size_t written;
    if (instance_file == NULL)
        prepare();
    FILE *out = open_memstream(&said, &written);
    if (out == NULL)
        return 0;
    const check_paths paths = {.instance = instance_file, .plan = plan_file,
                               .certificate = certificate_file(data, length)};
    check_run(&paths, out, out);
    fclose(out);
    if (proves_too_much(said, paths.certificate))
        ul_scratch_broken("a certificate proves more than the optimum");
    free(said);
    return 0;
}
