#include "lockdown.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
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
    SYS_read, SYS_write, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_futex, SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigprocmask,
    SYS_getrandom, SYS_clock_gettime, SYS_gettimeofday, SYS_sched_yield, SYS_getpid, SYS_gettid,
    SYS_tgkill, SYS_sigaltstack, SYS_sysinfo, SYS_sched_getaffinity, SYS_mbind, /* OpenBLAS */
};
/* Of files that are open, for the loader; and what opens one, or names it. */
static const int loading[] = {SYS_close, SYS_fstat, SYS_pread64, SYS_lseek};
static const int opening[] = {SYS_openat, SYS_newfstatat};
/* What no program needs that packs: other processes' memory, namespaces, and memory that is
 * seen in no process's. */
static const int forbidden[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_unshare, SYS_setns, SYS_mount,
    SYS_memfd_create, SYS_shmget, SYS_bpf, SYS_perf_event_open, SYS_io_uring_setup, SYS_userfaultfd,
    SYS_keyctl, SYS_add_key, SYS_msgget, SYS_semget, SYS_mq_open, SYS_pidfd_getfd,
#ifdef SYS_memfd_secret
    SYS_memfd_secret,
#endif
};
enum { FILTER_MAX = 64, OTHER_ABI = 0x40000000 };

static const struct sock_filter head[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
};

/* Pages of a shared mapping stay when no process shows them any more: there is none. */
static const struct sock_filter mappings[] = {
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[3])),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

/* What the system answers to who is stopped is not theirs to say. */
static const struct sock_filter signals[] = {
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigaction, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SIGSYS, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

static size_t append(struct sock_filter *filter, size_t n, const struct sock_filter *part, size_t bytes)
{
    memcpy(filter + n, part, bytes);
    return n + bytes / sizeof *part;
}

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
    size_t n = append(filter, append(filter, 0, head, sizeof head), mappings, sizeof mappings);
    n = append(filter, n, signals, sizeof signals);
    n = answer(filter, n, needed, sizeof needed / sizeof *needed, SECCOMP_RET_ALLOW);
    if (loads) {
        n = answer(filter, n, loading, sizeof loading / sizeof *loading, SECCOMP_RET_ALLOW);
        n = answer(filter, n, opening, sizeof opening / sizeof *opening, SECCOMP_RET_TRAP);
    }
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

ul_status ul_lockdown(void)
{
    struct sock_filter filter[2 * FILTER_MAX];
    return set_filter(filter, make_filter(filter, true));
}

void ul_lockdown_kill(void)
{
    for (;;)
        syscall(SYS_ptrace);
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
/* Of sockets those within the machine: others than the network's reach out, too (AF_VSOCK). */
static const struct sock_filter sockets[] = {
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_ABI, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
};

static size_t program_filter(struct sock_filter filter[2 * FILTER_MAX])
{
    size_t n = append(filter, 0, head, sizeof head);
    n = answer(filter, n, forbidden, sizeof forbidden / sizeof *forbidden, SECCOMP_RET_KILL_PROCESS);
    n = append(filter, n, processes, sizeof processes);
    n = append(filter, append(filter, n, sockets, sizeof sockets), mappings, sizeof mappings);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    return n;
}

ul_status ul_lockdown_program(void)
{
    struct sock_filter filter[2 * FILTER_MAX];
    return set_filter(filter, program_filter(filter));
}

/* A pipe holds it: what is read from is handed on. */
ul_status ul_lockdown_file(int *file)
{
    struct sock_filter filter[2 * FILTER_MAX];
    const size_t bytes = program_filter(filter) * sizeof *filter;
    int end[2];
    if (pipe(end) != 0 || write(end[1], filter, bytes) != (ssize_t)bytes)
        return ul_fail(UL_E_IO, "cannot open a pipe: %s", strerror(errno));
    close(end[1]);
    *file = end[0];
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
