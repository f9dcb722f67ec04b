#include "exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
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

static int remove_one(const char *path, const struct stat *facts, int what, struct FTW *where)
{
    (void)facts, (void)what, (void)where;
    remove(path);
    return 0;
}

void ul_exchange_close(const ul_exchange *files)
{
    enum { OPEN_FOLDERS = 16 };
    nftw(files->folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

ul_left ul_exchange_left(const char *path)
{
    struct stat facts;
    if (lstat(path, &facts) != 0)
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
