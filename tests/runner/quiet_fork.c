/* The runner of tests forks while its other threads sleep, in builds with AddressSanitizer.
 *
 * Criterion makes a test's process by fork() and exec() and asks for memory between them. glibc's
 * allocator allows that; AddressSanitizer's does not before gcc 15 and clang 18: where Criterion's
 * second thread, which has just begun, is inside of the allocator at the fork, its lock stays
 * taken in the child, and both wait for ever.
 */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOOKS_MOST = 2000, ASLEEP_LOOKS = 2 }; /* a millisecond apart */

/* The letter behind its name, which is the last ')', says what a thread does. */
static bool thread_sleeps(const char *thread)
{
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%.20s/stat", thread);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return true; /* it has ended */
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *name_end = strrchr(text, ')');
    return name_end == NULL || strncmp(name_end, ") S", 3) == 0;
}

static bool others_sleep(void)
{
    DIR *threads = opendir("/proc/self/task");
    bool sleep = true;
    for (struct dirent *one; threads != NULL && sleep && (one = readdir(threads)) != NULL;)
        sleep = one->d_name[0] == '.' || atol(one->d_name) == (long)gettid()
                || thread_sleeps(one->d_name);
    if (threads != NULL)
        closedir(threads);
    return sleep;
}

static void wait_for_sleep(void)
{
    for (int look = 0, asleep = 0; look < LOOKS_MOST && asleep < ASLEEP_LOOKS; look++) {
        if (look > 0)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        asleep = others_sleep() ? asleep + 1 : 0;
    }
}

/* A test itself, whose process Criterion calls so, forks as it likes. */
__attribute__((constructor)) static void fork_quietly(void)
{
    if (strcmp(program_invocation_short_name, "boxfort-worker") != 0)
        pthread_atfork(wait_for_sleep, NULL, NULL);
}
