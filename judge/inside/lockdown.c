#include "lockdown.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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
/* What no program needs that packs: other processes' memory, namespaces, and memory that is
 * seen in no process's. */
static const int forbidden[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_unshare, SYS_setns, SYS_mount,
    SYS_memfd_create, SYS_shmget, SYS_bpf, SYS_perf_event_open, SYS_io_uring_setup, SYS_userfaultfd,
    SYS_keyctl, SYS_add_key,
};
enum { FILTER_MAX = 64, OTHER_ABI = 0x40000000 };

static const struct sock_filter head[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
};

/* What becomes of those whose number, or other loaded word, is one of these. */
static size_t answer(struct sock_filter *filter, size_t n, const int *call, size_t calls, uint32_t with)
{
    for (size_t q = 0; q < calls; q++) {
        filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call[q], 0, 1);
        filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, with);
    }
    return n;
}

static size_t make_filter(struct sock_filter filter[2 * FILTER_MAX], bool loads)
{
    memcpy(filter, head, sizeof head);
    size_t n = answer(filter, sizeof head / sizeof *head, needed, sizeof needed / sizeof *needed,
                      SECCOMP_RET_ALLOW);
    if (loads)
        n = answer(filter, n, loading, sizeof loading / sizeof *loading, SECCOMP_RET_ALLOW);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    return n;
}

static ul_status set_filter(struct sock_filter *filter, size_t n)
{
    const struct sock_fprog program = {(unsigned short)n, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
        || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
        return ul_fail(UL_E_IO, "this system does not let a process limit itself: %s", strerror(errno));
    return UL_OK;
}

ul_status ul_lockdown(bool loads)
{
    struct sock_filter filter[2 * FILTER_MAX];
    return set_filter(filter, make_filter(filter, loads));
}

/* Threads are clones that stay in their process; who asks in the newer way is told that there
 * is none, and asks in this. */
static const struct sock_filter processes[] = {
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#ifdef SYS_fork
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fork, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_vfork, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
};
static const struct sock_filter sockets[] = {
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_ABI, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
};

ul_status ul_lockdown_program(bool may_fork)
{
    static const int network[] = {AF_INET, AF_INET6};
    struct sock_filter filter[2 * FILTER_MAX];
    size_t n = sizeof head / sizeof *head;
    memcpy(filter, head, sizeof head);
    n = answer(filter, n, forbidden, sizeof forbidden / sizeof *forbidden, SECCOMP_RET_KILL_PROCESS);
    if (!may_fork) {
        memcpy(filter + n, processes, sizeof processes);
        n += sizeof processes / sizeof *processes;
    }
    memcpy(filter + n, sockets, sizeof sockets);
    n += sizeof sockets / sizeof *sockets;
    n = answer(filter, n, network, sizeof network / sizeof *network, SECCOMP_RET_KILL_PROCESS);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    return set_filter(filter, n);
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
