#include "memory_group.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Our group when we began, empty where groups cannot be made; and the one that we went to, so
 * that it holds no processes but in groups: only then may the limits of those be set. */
static struct {
    char base[300], own[400];
    unsigned n_made;
} tree;

static bool put(const char *group, const char *file, const char *text)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", group, file);
    const int to = open(path, O_WRONLY | O_CLOEXEC);
    const bool written = to >= 0 && write(to, text, strlen(text)) == (ssize_t)strlen(text);
    if (to >= 0)
        close(to);
    return written;
}

static bool has(const char *group, const char *file)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", group, file);
    return access(path, W_OK) == 0;
}

/* Where the tree is mounted, and we in it: both as our name space shows them. */
static bool find_base(void)
{
    char line[1024], mount[128] = "", type[16], ours[160] = "";
    FILE *mounts = fopen("/proc/self/mounts", "r"), *groups = fopen("/proc/self/cgroup", "r");
    bool found = false;
    while (mounts != NULL && !found && fgets(line, sizeof line, mounts) != NULL)
        found = sscanf(line, "%*s %127s %15s", mount, type) == 2 && strcmp(type, "cgroup2") == 0;
    while (groups != NULL && ours[0] == '\0' && fgets(line, sizeof line, groups) != NULL)
        sscanf(line, "0::%159s", ours);
    if (mounts != NULL)
        fclose(mounts);
    if (groups != NULL)
        fclose(groups);
    snprintf(tree.base, sizeof tree.base, "%s%s", mount, strcmp(ours, "/") == 0 ? "" : ours);
    return found && ours[0] != '\0';
}

void ul_memory_groups_end(void)
{
    if (tree.own[0] != '\0') {
        put(tree.base, "cgroup.subtree_control", "-memory");
        put(tree.base, "cgroup.procs", "0");
        rmdir(tree.own);
    }
    tree.base[0] = tree.own[0] = '\0';
}

bool ul_memory_groups_are(void)
{
    return tree.base[0] != '\0';
}

bool ul_memory_groups_begin(void)
{
    if (!find_base()) {
        tree.base[0] = '\0';
        return false;
    }
    snprintf(tree.own, sizeof tree.own, "%s/ullage-%ld", tree.base, (long)getpid());
    bool may = mkdir(tree.own, 0755) == 0;
    if (may && has(tree.own, "memory.max")) { /* as below the root, which may hold processes */
        rmdir(tree.own);
        tree.own[0] = '\0';
        return true;
    }
    may = may && put(tree.own, "cgroup.procs", "0")
          && put(tree.base, "cgroup.subtree_control", "+memory");
    if (!may)
        ul_memory_groups_end();
    return may;
}

void ul_memory_group_make(ul_memory_group *group, uint64_t memory_mb)
{
    char bytes[32];
    group->path[0] = '\0';
    if (!ul_memory_groups_are() || memory_mb == 0)
        return;
    snprintf(group->path, sizeof group->path, "%s/ullage-%ld-%u", tree.base, (long)getpid(),
             tree.n_made++);
    snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)memory_mb << 20);
    if (mkdir(group->path, 0755) != 0 || !put(group->path, "memory.max", bytes)) {
        rmdir(group->path);
        group->path[0] = '\0';
        return;
    }
    put(group->path, "memory.swap.max", "0"); /* not there without swapping */
}

void ul_memory_group_enter(const ul_memory_group *group)
{
    if (group->path[0] != '\0')
        put(group->path, "cgroup.procs", "0");
}

/* How often the kernel ended a process of the group for its limit. */
static bool was_full(const ul_memory_group *group)
{
    char path[600], line[128];
    unsigned long long n = 0;
    snprintf(path, sizeof path, "%s/memory.events", group->path);
    FILE *file = fopen(path, "r");
    while (file != NULL && n == 0 && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "oom_kill %llu", &n);
    if (file != NULL)
        fclose(file);
    return n > 0;
}

bool ul_memory_group_end(ul_memory_group *group)
{
    const struct timespec moment = {0, 1000000};
    if (group->path[0] == '\0')
        return false;
    const bool full = was_full(group);
    put(group->path, "cgroup.kill", "1"); /* since Linux 5.14 */
    for (int q = 0; q < 1000 && rmdir(group->path) != 0; q++)
        nanosleep(&moment, NULL); /* who was killed takes a moment to go */
    group->path[0] = '\0';
    return full;
}
