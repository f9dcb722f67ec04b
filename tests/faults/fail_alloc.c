/* Memory that is refused on request, in builds with sanitizers.
 *
 *     ULLAGE_FAIL_ALLOC=K COMMAND      the K-th request of the process fails
 *     ULLAGE_FAIL_ALLOC=K,where ...    and says from where
 *     ULLAGE_FAIL_ALLOC=all:FILE ...   the command runs once to find its requests, and then once
 *                                      for each place that asks, with that place's first request
 *                                      refused: each must end cleanly. FILE remembers the places,
 *                                      so that another command tries only those it has new
 *
 * The linker (--wrap) leads every request of our own objects through here: the heap's and the
 * arenas', which mostly have memory at hand and would not ask. What shared libraries request for
 * themselves never comes here. GLPK's memory is its own on purpose: it ends the process where it
 * gets none, and says so.
 *
 * A place is the chain of the last DEPTH callers. A run is a fork of this process before main(),
 * in an empty folder of its own: it costs what the command costs, and no start of the sanitizer.
 */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"

#define FOLDER "/tmp/ullage-faults-XXXXXX"

enum { DEPTH = 2, PLACES = 4096, SAID = 8192, LEAKED = 23 };

/* What the first run found, in memory that its parent sees too. */
typedef struct {
    size_t n, request[PLACES];
    uint64_t place[PLACES];
} places;

static atomic_size_t n_requests;
static size_t refused; /* the request that is refused; 0: none */
static bool tells_where;
static places *found; /* where requests are noted instead */

__attribute__((weak)) void *__real_ul_arena_alloc(ul_arena *arena, size_t n, size_t size);
extern const char __executable_start[], etext[];

/* The callers as offsets in our own program, which are the same in every process. */
static uint64_t place_of(void *const caller[], int n)
{
    uint64_t place = 14695981039346656037u;
    for (int q = 0; q < n; q++)
        if ((const char *)caller[q] >= __executable_start && (const char *)caller[q] < etext)
            place = (place ^ (uint64_t)((const char *)caller[q] - __executable_start)) * 1099511628211u;
    return place;
}

/* Notes who asks, where nobody asked from there before. Everything in the checker asks through one
 * function, two calls further away. */
static void note(size_t request)
{
    static _Thread_local bool inside; /* the first backtrace() asks for memory itself */
    const int depth = 3 + DEPTH + (__real_ul_arena_alloc == NULL ? 2 : 0);
    void *caller[3 + DEPTH + 2]; /* note(), refuses() and the wrapper come first */
    if (inside)
        return;
    inside = true;
    const int n = backtrace(caller, depth);
    inside = false;
    const uint64_t place = place_of(caller + 3, n - 3);
    size_t p = 0;
    while (p < found->n && found->place[p] != place)
        p++;
    if (p == PLACES || p < found->n)
        return;
    found->place[p] = place;
    found->request[p] = request;
    found->n++;
}

static bool refuses(void)
{
    const size_t request = atomic_fetch_add(&n_requests, 1) + 1;
    if (found != NULL)
        note(request);
    if (request != refused)
        return false;
    if (tells_where)
        __sanitizer_print_stack_trace();
    errno = ENOMEM;
    return true;
}

/* ---- what the linker puts in place of each function; the checker has no arenas ---- */

#define REFUSABLE(type, name, parameters, arguments) \
    __attribute__((weak)) type __real_##name parameters; \
    type __wrap_##name parameters;                   \
    type __wrap_##name parameters                    \
    {                                                \
        return refuses() ? NULL : __real_##name arguments; \
    }

REFUSABLE(void *, malloc, (size_t size), (size))
REFUSABLE(void *, calloc, (size_t n, size_t size), (n, size))
REFUSABLE(void *, realloc, (void *old, size_t size), (old, size))
REFUSABLE(char *, strdup, (const char *text), (text))
REFUSABLE(FILE *, open_memstream, (char **text, size_t *length), (text, length))
REFUSABLE(void *, ul_arena_alloc, (ul_arena *arena, size_t n, size_t size), (arena, n, size))
REFUSABLE(void *, ul_arena_alloc_raw, (ul_arena *arena, size_t n, size_t size), (arena, n, size))
REFUSABLE(void *, ul_arena_grow, (ul_arena *arena, void *old, size_t old_n, size_t new_n, size_t size),
          (arena, old, old_n, new_n, size))
REFUSABLE(void *, ul_arena_more, (ul_arena *arena, void *array, size_t n, size_t *room, size_t size),
          (arena, array, n, room, size))
REFUSABLE(char *, ul_arena_text, (ul_arena *arena, const char *text, size_t length),
          (arena, text, length))
REFUSABLE(char *, ul_arena_words, (ul_arena *arena, const char *format, va_list arguments),
          (arena, format, arguments))

/* ---- a run for every place ---- */

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

static int remove_one(const char *path, const struct stat *facts, int type, struct FTW *at)
{
    (void)facts, (void)type, (void)at;
    return remove(path);
}

/* Returns 1 at a file that a run without refusals does not make: files under their own names are
 * whole, and what is worth keeping (a plan, the records of a bench) stays. */
static int is_litter(const char *path, const struct stat *facts, int type, struct FTW *at)
{
    (void)facts, (void)at;
    char twin[PATH_MAX];
    const char *inside = strchr(path + strlen(FOLDER), '/') + 1; /* FOLDER/RUN/... */
    inside += strcspn(inside, "/");
    snprintf(twin, sizeof twin, "%.*s/0%s", (int)strlen(FOLDER), path, inside);
    return type == FTW_F && access(twin, F_OK) != 0;
}

/* Runs the command in a folder of its own; returns how it ended, as waitpid() says it, and the
 * beginning of what it wrote to standard error. */
static int run(const char *folder, int argc, char **argv, char said[SAID])
{
    fflush(NULL);
    int pipes[2], ended = 0;
    if (mkdir(folder, 0700) != 0 || pipe(pipes) != 0)
        return -1;
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, 0), dup2(nowhere, 1), dup2(pipes[1], 2);
        close(pipes[0]), close(pipes[1]), close(nowhere);
        if (chdir(folder) != 0 || setenv("TMPDIR", folder, 1) != 0)
            _exit(99);
        exit(__real_main(argc, argv));
    }
    close(pipes[1]);
    size_t n = 0;
    for (ssize_t got; n < SAID - 1 && (got = read(pipes[0], said + n, SAID - 1 - n)) > 0;)
        n += (size_t)got;
    said[n] = '\0';
    close(pipes[0]);
    waitpid(child, &ended, 0);
    return ended;
}

/* The last line of a text; NULL where it does not end. */
static const char *last_line(char *said)
{
    const size_t n = strlen(said);
    if (n == 0 || said[n - 1] != '\n')
        return NULL;
    said[n - 1] = '\0';
    const char *before = strrchr(said, '\n');
    return before == NULL ? said : before + 1;
}

/* What is wrong with how a run ended whose request was refused; NULL: nothing. */
static const char *judge(int ended, char *said, const char *folder)
{
    if (!WIFEXITED(ended))
        return "it was ended by a signal";
    if (strstr(said, "Sanitizer") != NULL || WEXITSTATUS(ended) == LEAKED)
        return "the sanitizer complains";
    if (WEXITSTATUS(ended) == 0)
        return getenv("ULLAGE_FAIL_MAY_DO_WITHOUT") == NULL ? "it takes no notice" : NULL;
    if (nftw(folder, is_litter, 8, FTW_PHYS) != 0)
        return "it leaves a file behind";
    if (WEXITSTATUS(ended) != (__real_ul_arena_alloc != NULL ? 3 : 2)) /* the checker's is 2 */
        return "its exit status is another";
    const char *line = last_line(said);
    return line == NULL || strstr(line, "memory") == NULL ? "its last line does not speak of memory" : NULL;
}

/* Reads the places that are known, or writes those that are known now. */
static bool keep_places(places *all, const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (file == NULL)
        return *mode == 'r' && errno == ENOENT;
    if (*mode == 'r')
        all->n = fread(all->place, sizeof *all->place, PLACES, file);
    else
        fwrite(all->place, sizeof *all->place, all->n, file);
    return fclose(file) == 0;
}

static int run_all(const char *known, int argc, char **argv)
{
    char folder[] = FOLDER, path[sizeof folder + 24], said[SAID];
    void *warm[1];
    backtrace(warm, 1);
    places *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mkdtemp(folder) == NULL || !keep_places(all, known, "r"))
        return 1;
    const size_t n_known = all->n;
    unsetenv("ULLAGE_FAIL_ALLOC"); /* not for the programs that it runs */
    int bad = 0, passed_over = 0;
    found = all;
    snprintf(path, sizeof path, "%s/0", folder);
    const int ended = run(path, argc, argv, said);
    found = NULL;
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) > 1) {
        printf("without a refusal it ends with status %d: %s\n", ended, said);
        bad++;
    }
    for (size_t p = n_known; p < all->n; p++) {
        snprintf(path, sizeof path, "%s/%zu", folder, p + 1);
        refused = all->request[p];
        const int how = run(path, argc, argv, said);
        const char *wrong = judge(how, said, path);
        passed_over += WIFEXITED(how) && WEXITSTATUS(how) == 0;
        if (wrong == NULL)
            continue;
        printf("request %zu: %s (status %d)\n%s\n", refused, wrong, WEXITSTATUS(how), said);
        bad++;
    }
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    printf("%zu new places ask for memory: %d go well without it, %d end badly\n", all->n - n_known,
           passed_over, bad);
    return !keep_places(all, known, "w") || bad > 0;
}

int __wrap_main(int argc, char **argv)
{
    const char *asked = getenv("ULLAGE_FAIL_ALLOC");
    if (asked == NULL)
        return __real_main(argc, argv);
    setenv("OPENBLAS_NUM_THREADS", "1", 0); /* or it would start itself once more */
    if (strncmp(asked, "all:", 4) == 0)
        return run_all(asked + 4, argc, argv);
    refused = strtoul(asked, NULL, 10);
    tells_where = strstr(asked, ",where") != NULL;
    unsetenv("ULLAGE_FAIL_ALLOC");
    return __real_main(argc, argv);
}
