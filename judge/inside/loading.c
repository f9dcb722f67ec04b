/* The libraries that the object needs, which are the system's, are loaded before. Then the filter
 * is set, under which no file is ever opened again: the loader's one question for the object
 * itself is trapped, and a handler answers it with the file that is open. Whoever asks for
 * another is killed; and who rewrites the handler in memory has nothing from it. */
#include "loading.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "lockdown.h"

/* ---- the system call that was trapped ---- */

#if defined(__x86_64__)
#define RESULT(context) (context)->uc_mcontext.gregs[REG_RAX]
static const int argument_at[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10};
#define ARGUMENT(context, q) (context)->uc_mcontext.gregs[argument_at[q]]
#elif defined(__aarch64__)
#define RESULT(context) (context)->uc_mcontext.regs[0]
#define ARGUMENT(context, q) (context)->uc_mcontext.regs[q]
#else
static long long nowhere;
#define RESULT(context) (*((void)(context), &nowhere))
#define ARGUMENT(context, q) (*((void)(context), &nowhere))
#endif

static struct {
    const char *path;
    int file;
    bool is_given;
} the_object;

static void stand_in(int number, siginfo_t *info, void *context)
{
    ucontext_t *asked = context;
    (void)number;
    if (info->si_syscall == SYS_openat && !the_object.is_given
        && strcmp((const char *)ARGUMENT(asked, 1), the_object.path) == 0) {
        the_object.is_given = true;
        RESULT(asked) = the_object.file;
    } else if (info->si_syscall == SYS_newfstatat && (int)ARGUMENT(asked, 0) == the_object.file) {
        RESULT(asked) = syscall(SYS_fstat, the_object.file, ARGUMENT(asked, 2));
    } else
        ul_lockdown_kill();
}

/* ---- what it needs ---- */

typedef struct {
    const char *bytes;
    size_t n;
    ElfW(Ehdr) head;
} elf;

static bool take(const elf *file, size_t at, void *to, size_t size)
{
    if (at > file->n || file->n - at < size)
        return false;
    memcpy(to, file->bytes + at, size);
    return true;
}

static bool take_segment(const elf *file, size_t q, ElfW(Phdr) *segment)
{
    return q < file->head.e_phnum && take(file, file->head.e_phoff + q * sizeof *segment, segment, sizeof *segment);
}

/* Where in the file it stands what stands at an address when it is loaded; its end: nowhere. */
static size_t place_of(const elf *file, size_t address)
{
    ElfW(Phdr) segment;
    for (size_t q = 0; take_segment(file, q, &segment); q++)
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
            return address - segment.p_vaddr + segment.p_offset;
    return file->n;
}

static bool take_dynamic(const elf *file, size_t q, ElfW(Dyn) *entry)
{
    ElfW(Phdr) segment;
    for (size_t s = 0; take_segment(file, s, &segment); s++)
        if (segment.p_type == PT_DYNAMIC)
            return q < segment.p_filesz / sizeof *entry
                   && take(file, segment.p_offset + q * sizeof *entry, entry, sizeof *entry) && entry->d_tag != DT_NULL;
    return false;
}

/* A library of the system's, which is looked for by its name: the object itself is none. */
static ul_status load_library(const elf *file, size_t at, const char *own_name)
{
    const char *name = file->bytes + at;
    if (at >= file->n || memchr(name, '\0', file->n - at) == NULL || strchr(name, '/') != NULL
        || strcmp(name, own_name) == 0)
        return ul_fail(UL_E_INPUT, "it needs a library that is none of the system's");
    return dlopen(name, RTLD_NOW | RTLD_LOCAL) != NULL ? UL_OK : ul_fail(UL_E_INPUT, "%s", dlerror());
}

/* What is no such object, or lies, is the loader's to complain about. */
static ul_status load_needed(const elf *file, const char *own_name)
{
    ElfW(Dyn) entry;
    size_t names = file->n;
    for (size_t q = 0; take_dynamic(file, q, &entry); q++)
        if (entry.d_tag == DT_STRTAB)
            names = place_of(file, entry.d_un.d_ptr);
    for (size_t q = 0; take_dynamic(file, q, &entry); q++)
        if (entry.d_tag == DT_NEEDED)
            UL_TRY(load_library(file, entry.d_un.d_val < file->n ? names + entry.d_un.d_val : file->n, own_name));
    return UL_OK;
}

static ul_status load_libraries(const char *path, int from)
{
    struct stat facts;
    elf file = {0};
    if (fstat(from, &facts) != 0)
        return ul_fail(UL_E_IO, "cannot be read: %s", strerror(errno));
    file.n = (size_t)facts.st_size;
    void *bytes = mmap(NULL, file.n, PROT_READ, MAP_PRIVATE, from, 0);
    if (bytes == MAP_FAILED)
        return ul_fail(UL_E_IO, "cannot be read: %s", strerror(errno));
    file.bytes = bytes;
    const bool is_elf = take(&file, 0, &file.head, sizeof file.head)
                        && memcmp(file.head.e_ident, ELFMAG, SELFMAG) == 0;
    const ul_status status = is_elf ? load_needed(&file, strrchr(path, '/') + 1) : UL_OK;
    munmap(bytes, file.n);
    return status;
}

ul_status ul_load_locked(const char *path, void **object)
{
    const struct sigaction trap = {.sa_sigaction = stand_in, .sa_flags = SA_SIGINFO};
    the_object.path = path;
    the_object.file = open(path, O_RDONLY | O_CLOEXEC);
    if (the_object.file < 0)
        return ul_fail(UL_E_IO, "cannot be read: %s", strerror(errno));
    UL_TRY(load_libraries(path, the_object.file));
    if (sigaction(SIGSYS, &trap, NULL) != 0)
        return ul_fail(UL_E_IO, "this system does not let a process limit itself: %s", strerror(errno));
    UL_TRY(ul_lockdown());
    *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return *object != NULL ? UL_OK : ul_fail(UL_E_INPUT, "%s", dlerror());
}
