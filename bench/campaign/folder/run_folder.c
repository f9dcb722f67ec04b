#include "run_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"

static const char *const parts[] = {"", UL_INSTANCES, UL_PLANS, UL_EVENTS};
enum { N_PARTS = sizeof parts / sizeof *parts };

void ul_run_folder_path(const char *folder, const char *name, char path[UL_PATH])
{
    snprintf(path, UL_PATH, "%s/%s", folder, name);
}

void ul_run_folder_file(const char *folder, const char *part, uint64_t run, char path[UL_PATH])
{
    snprintf(path, UL_PATH, "%s/%s/%06llu.csv", folder, part, (unsigned long long)run);
}

void ul_run_folder_instance(const char *folder, const char *label, char path[UL_PATH])
{
    snprintf(path, UL_PATH, "%s/" UL_INSTANCES "/%s.csv.gz", folder, label);
}

bool ul_run_folder_has(const char *folder, const char *name)
{
    char path[UL_PATH];
    ul_run_folder_path(folder, name, path);
    return access(path, F_OK) == 0;
}

static ul_status make(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST
               ? UL_OK
               : ul_fail(UL_E_IO, "%s: cannot be made: %s", path, strerror(errno));
}

ul_status ul_run_folder_make(const char *folder, const char *part)
{
    char path[UL_PATH];
    if (snprintf(path, sizeof path, "%s%s%s", folder, part[0] != '\0' ? "/" : "", part)
        >= (int)sizeof path)
        return ul_fail(UL_E_INPUT, "%s: the path is too long", folder);
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        UL_TRY(make(path));
        *slash = '/';
    }
    return make(path);
}

ul_status ul_run_folder_make_all(const char *folder)
{
    for (size_t q = 0; q < N_PARTS; q++)
        UL_TRY(ul_run_folder_make(folder, parts[q]));
    return UL_OK;
}

void ul_run_folder_sweep(const char *folder)
{
    char path[UL_PATH];
    for (size_t q = 0; q < N_PARTS; q++) {
        ul_run_folder_path(folder, parts[q], path);
        ul_output_sweep(path);
    }
}

static ul_status rename_to(const char *folder, const char *name, const char *stem,
                           const char *ending, unsigned number)
{
    char from[UL_PATH], to[UL_PATH];
    ul_run_folder_path(folder, name, from);
    snprintf(to, sizeof to, "%s/%s-%u%s", folder, stem, number, ending);
    return rename(from, to) == 0 || errno == ENOENT
               ? UL_OK
               : ul_fail(UL_E_IO, "%s: cannot be renamed: %s", from, strerror(errno));
}

ul_status ul_run_folder_set_aside(const char *folder)
{
    char name[32];
    unsigned number = 0;
    do
        snprintf(name, sizeof name, "suite-%u.csv", ++number);
    while (ul_run_folder_has(folder, name));
    UL_TRY(rename_to(folder, UL_MANIFEST, "manifest", ".json", number));
    return rename_to(folder, UL_SUITE_COPY, "suite", ".csv", number);
}
