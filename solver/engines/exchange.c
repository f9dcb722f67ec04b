#include "exchange.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_BYTES = 64 * 1024 };

ul_status ul_exchange_open(ul_exchange *files)
{
    const struct {
        char *path;
        const char *name;
    } file[] = {{files->instance, "instance.csv"}, {files->plan, "plan.csv"}, {files->mps, "model.mps"},
                {files->lp, "model.lp"},           {files->sol, "model.sol"}, {files->log, "log"}};
    const char *base = getenv("TMPDIR");
    if (base == NULL || base[0] == '\0')
        base = "/tmp";
    if (snprintf(files->folder, sizeof files->folder, "%s/ullage-XXXXXX", base)
            >= (int)sizeof files->folder
        || mkdtemp(files->folder) == NULL)
        return ul_fail(UL_E_IO, "no temporary folder in %s: %s; set TMPDIR", base, strerror(errno));
    for (size_t q = 0; q < sizeof file / sizeof *file; q++)
        snprintf(file[q].path, sizeof files->log, "%s/%s", files->folder, file[q].name);
    return UL_OK;
}

static DIR *open_folder(int in, const char *name)
{
    fchmodat(in, name, 0700, 0);
    const int folder = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *entries = folder < 0 ? NULL : fdopendir(folder);
    if (entries == NULL && folder >= 0)
        close(folder);
    return entries;
}

/* Under a number that no other has. */
static bool bring_up(int folder, const char *name, int top, unsigned *number)
{
    char as[32];
    fchmodat(folder, name, 0700, 0); /* its entry for what is above it changes */
    do
        snprintf(as, sizeof as, "%u", (*number)++);
    while (renameat(folder, name, top, as) != 0 && (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR));
    return faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
}

/* Removes what stands in a folder; what folders it has that are not empty go up to `top`.
 * Returns false when it could do nothing. */
static bool empty_folder(DIR *folder, int top, unsigned *number)
{
    const int in = dirfd(folder);
    bool any = false;
    for (const struct dirent *one; (one = readdir(folder)) != NULL;) {
        const char *name = one->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            any = unlinkat(in, name, 0) == 0 || unlinkat(in, name, AT_REMOVEDIR) == 0
                  || (in != top && bring_up(in, name, top, number)) || any;
    }
    return any;
}

static bool empty_folders_in(DIR *top, unsigned *number)
{
    bool any = false;
    rewinddir(top);
    for (const struct dirent *one; (one = readdir(top)) != NULL;) {
        const bool is_self = strcmp(one->d_name, ".") == 0 || strcmp(one->d_name, "..") == 0;
        DIR *inner = is_self ? NULL : open_folder(dirfd(top), one->d_name);
        if (inner == NULL)
            continue;
        any = empty_folder(inner, dirfd(top), number) || any;
        closedir(inner);
    }
    rewinddir(top);
    return any;
}

/* Folders may be so deep that no path names what is in them, and more than may be open at a
 * time: those inside are brought up and emptied there. O(what there is). */
void ul_exchange_close(const ul_exchange *files)
{
    unsigned number = 0;
    DIR *top = open_folder(AT_FDCWD, files->folder);
    while (top != NULL) {
        const bool any = empty_folder(top, dirfd(top), &number);
        if (!empty_folders_in(top, &number) && !any)
            break;
    }
    if (top != NULL)
        closedir(top);
    rmdir(files->folder);
}

ul_status ul_exchange_create(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return ul_fail(UL_E_IO, "%s: cannot be made: %s", path, strerror(errno));
    close(file);
    return UL_OK;
}

ul_left ul_exchange_left(const char *path)
{
    struct stat facts;
    if (lstat(path, &facts) != 0 || (S_ISREG(facts.st_mode) && facts.st_size == 0))
        return UL_LEFT_NOTHING;
    return S_ISREG(facts.st_mode) && access(path, R_OK) == 0 ? UL_LEFT_FILE : UL_LEFT_OTHER;
}

FILE *ul_exchange_log(const ul_exchange *files)
{
    FILE *log = ul_exchange_left(files->log) == UL_LEFT_FILE ? fopen(files->log, "r") : NULL;
    if (log != NULL && fseek(log, -LOG_BYTES, SEEK_END) != 0)
        rewind(log); /* it is shorter */
    return log;
}
