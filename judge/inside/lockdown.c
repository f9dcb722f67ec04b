#include "lockdown.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#define MACHINE 0
#endif

static const int needed[] = {
    SYS_read, SYS_write, SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_futex, SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_rt_sigaction,
    SYS_getrandom, SYS_clock_gettime, SYS_gettimeofday, SYS_sched_yield, SYS_getpid, SYS_gettid,
    SYS_tgkill, SYS_sigaltstack, SYS_sysinfo, SYS_sched_getaffinity,
};
static const int loading[] = {
    SYS_openat, SYS_close, SYS_fstat, SYS_newfstatat, SYS_pread64, SYS_lseek, SYS_getcwd, SYS_prctl, SYS_seccomp,
};
enum { FILTER_MAX = 64 };

static size_t allow(struct sock_filter *filter, size_t n, const int *call, size_t calls)
{
    for (size_t q = 0; q < calls; q++) {
        filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call[q], 0, 1);
        filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    return n;
}

static size_t make_filter(struct sock_filter filter[2 * FILTER_MAX], bool loads)
{
    const struct sock_filter head[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    memcpy(filter, head, sizeof head);
    size_t n = allow(filter, sizeof head / sizeof *head, needed, sizeof needed / sizeof *needed);
    if (loads)
        n = allow(filter, n, loading, sizeof loading / sizeof *loading);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    return n;
}

ul_status ul_lockdown(bool loads)
{
    struct sock_filter filter[2 * FILTER_MAX];
    const struct sock_fprog program = {(unsigned short)make_filter(filter, loads), filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
        || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
        return ul_fail(UL_E_IO, "this system does not let a process limit itself: %s", strerror(errno));
    return UL_OK;
}

ul_status ul_lockdown_text(ul_arena *arena, const char **text, int *number)
{
    struct sock_filter filter[2 * FILTER_MAX];
    const size_t n = make_filter(filter, false) * sizeof *filter;
    unsigned char bytes[sizeof filter];
    char *hexadecimal;
    memcpy(bytes, filter, n);
    UL_ALLOC(arena, hexadecimal, 2 * n + 1);
    for (size_t q = 0; q < n; q++)
        snprintf(hexadecimal + 2 * q, 3, "%02x", bytes[q]);
    *text = hexadecimal;
    *number = SYS_seccomp;
    return UL_OK;
}
