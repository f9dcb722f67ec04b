#include "process_tree.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double look_least_s = 0.02;

typedef struct {
    int pid, parent;
    unsigned long ticks;
    bool inside;
} process;

/* /proc/PID/stat; proc(5). The process's name, in parentheses, may hold anything. */
static bool read_process(const char *pid, process *one)
{
    char path[300], text[1024];
    unsigned long user, system, children_user, children_system;
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false; /* ended in the meantime */
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    const char *behind_name = strrchr(text, ')');
    if (behind_name == NULL
        || sscanf(behind_name + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu",
                  &one->parent, &user, &system, &children_user, &children_system) != 5)
        return false;
    one->pid = atoi(pid);
    one->ticks = user + system + children_user + children_system;
    one->inside = false;
    return true;
}

static process *read_processes(size_t *n)
{
    size_t room = 256;
    process *list = malloc(room * sizeof *list);
    DIR *entries = opendir("/proc");
    *n = 0;
    for (const struct dirent *entry;
         list != NULL && entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (!isdigit((unsigned char)entry->d_name[0]) || !read_process(entry->d_name, &list[*n]))
            continue;
        if (++*n == room) {
            room *= 2;
            process *grown = realloc(list, room * sizeof *grown);
            if (grown == NULL)
                break;
            list = grown;
        }
    }
    if (entries != NULL)
        closedir(entries);
    return list;
}

/* Whether another process was found to be the root or to have a parent inside. */
static bool spread(process *list, size_t n, pid_t root)
{
    bool found = false;
    for (size_t q = 0; q < n; q++)
        for (size_t p = 0; p < n && !list[q].inside; p++)
            if (list[q].pid == root || (list[p].inside && list[p].pid == list[q].parent))
                list[q].inside = found = true;
    return found;
}

double ul_process_tree_cpu_s(pid_t root)
{
    size_t n;
    unsigned long ticks = 0;
    process *list = read_processes(&n);
    while (spread(list, n, root))
        continue;
    for (size_t q = 0; q < n; q++)
        ticks += list[q].inside ? list[q].ticks : 0;
    free(list);
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

double ul_process_tree_look_s(double now_s, double left_s)
{
    return now_s + fmax(look_least_s, left_s / (double)sysconf(_SC_NPROCESSORS_ONLN));
}

enum { GENERATIONS = 64 };
typedef size_t amount_fn(pid_t pid);

size_t ul_process_resident_kb(pid_t pid)
{
    size_t space, resident;
    ul_process_memory_kb(pid, &space, &resident);
    return resident;
}

/* Each page divided by how many share it; proc(5). Whose may not be read has what it holds. */
static size_t share_kb(pid_t pid)
{
    char path[64], line[256];
    size_t share = 0;
    bool found = false;
    snprintf(path, sizeof path, "/proc/%ld/smaps_rollup", (long)pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = sscanf(line, "Pss: %zu", &share) == 1;
    if (file != NULL)
        fclose(file);
    return found ? share : ul_process_resident_kb(pid);
}

static size_t offspring_sum(pid_t root, int depth, amount_fn *amount);

/* The children of one thread, each with its own; proc(5). A kernel without the list has none. */
static size_t children_sum(const char *task, int depth, amount_fn *amount)
{
    char path[300];
    long child;
    size_t sum = 0;
    snprintf(path, sizeof path, "%.280s/children", task);
    FILE *list = fopen(path, "r");
    while (list != NULL && fscanf(list, "%ld", &child) == 1)
        sum += amount((pid_t)child) + (depth > 0 ? offspring_sum((pid_t)child, depth - 1, amount) : 0);
    if (list != NULL)
        fclose(list);
    return sum;
}

static size_t offspring_sum(pid_t root, int depth, amount_fn *amount)
{
    char path[300];
    size_t sum = 0;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)root);
    DIR *threads = opendir(path);
    for (const struct dirent *thread; threads != NULL && (thread = readdir(threads)) != NULL;) {
        if (!isdigit((unsigned char)thread->d_name[0]))
            continue;
        snprintf(path, sizeof path, "/proc/%ld/task/%.200s", (long)root, thread->d_name);
        sum += children_sum(path, depth, amount);
    }
    if (threads != NULL)
        closedir(threads);
    return sum;
}

bool ul_process_tree_above(pid_t root, bool with_root, size_t limit_kb)
{
    amount_fn *const by[] = {ul_process_resident_kb, share_kb};
    for (size_t q = 0; q < sizeof by / sizeof *by; q++)
        if ((with_root ? by[q](root) : 0) + offspring_sum(root, GENERATIONS, by[q]) <= limit_kb)
            return false;
    return true;
}

/* Each has a folder in that of its process; proc(5). */
static size_t threads_of(pid_t pid)
{
    char path[64];
    struct stat facts;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    return stat(path, &facts) == 0 ? (size_t)facts.st_nlink - 2 : 0;
}

size_t ul_process_tree_threads(pid_t root)
{
    return offspring_sum(root, GENERATIONS, threads_of);
}

void ul_process_memory_kb(pid_t pid, size_t *space, size_t *resident)
{
    const size_t page_kb = (size_t)sysconf(_SC_PAGESIZE) / 1024;
    char path[64];
    *space = *resident = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    if (fscanf(file, "%zu %zu", space, resident) != 2)
        *space = *resident = 0;
    fclose(file);
    *space *= page_kb;
    *resident *= page_kb;
}
