#include "fill_in.h"

#include <stdio.h>
#include <string.h>

ul_status ul_fill_in(const char *command, const ul_mark *marks, char *text, size_t room)
{
    size_t used = 0;
    while (*command != '\0' && used + 1 < room) {
        const ul_mark *m = marks;
        while (m->mark != NULL && strncmp(command, m->mark, strlen(m->mark)) != 0)
            m++;
        if (m->mark == NULL) {
            text[used++] = *command++;
            continue;
        }
        used += (size_t)snprintf(text + used, room - used, "%s", m->text);
        command += strlen(m->mark);
    }
    if (used + 1 >= room)
        return ul_fail(UL_E_INPUT, "--set command=...: the command is too long");
    text[used] = '\0';
    return UL_OK;
}
