#include "sec_levels.h"

ul_status ul_sec_levels_set(ul_sec_levels *levels, double now, size_t n)
{
    UL_MORE(levels->arena, levels->level, n, levels->room);
    for (; levels->on > n; levels->on--)
        levels->level[levels->on].used_s += now - levels->level[levels->on].since_s;
    while (levels->on < n)
        levels->level[++levels->on].since_s = now;
    levels->most = levels->on > levels->most ? levels->on : levels->most;
    return UL_OK;
}

double ul_sec_level_s(const ul_sec_levels *levels, double now, size_t n)
{
    if (n > levels->most)
        return 0;
    const struct ul_sec_level *level = &levels->level[n];
    return level->used_s + (n <= levels->on ? now - level->since_s : 0);
}

void ul_sec_levels_next(ul_sec_levels *levels)
{
    levels->from_s += levels->period_s;
    for (size_t n = 1; n <= levels->most; n++) {
        levels->level[n].used_s = 0;
        levels->level[n].since_s = levels->from_s;
    }
    levels->most = levels->on;
}
