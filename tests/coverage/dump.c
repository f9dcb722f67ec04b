/* What a process has counted, written before it leaves: for builds with gcov (scripts/coverage).
 *
 * gcov writes its counts when a process returns from main() or calls exit(). Our forked workers
 * leave by _exit(), because their parent's buffers are not theirs to write: the linker (--wrap)
 * leads them through here. A candidate's process may open no file once it is locked down, so it
 * writes before that; what it does afterwards is in no count. Where a sandbox has no such folder,
 * nobody is told: what candidates print is read. */
#include <gcov.h>
#include <stdbool.h>
#include <stdlib.h>

#include "status.h"

static bool locked;

void __real__exit(int code) __attribute__((noreturn));
void __wrap__exit(int code) __attribute__((noreturn));
ul_status __real_ul_lockdown(void);
ul_status __wrap_ul_lockdown(void);

static void be_quiet(void) __attribute__((constructor));
static void be_quiet(void)
{
    setenv("GCOV_ERROR_FILE", "/dev/null", 1);
}

void __wrap__exit(int code)
{
    if (!locked)
        __gcov_dump();
    __real__exit(code);
}

ul_status __wrap_ul_lockdown(void)
{
    locked = true;
    __gcov_dump();
    return __real_ul_lockdown();
}
