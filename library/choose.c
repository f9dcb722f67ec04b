/* A method as users name it. */
#include <string.h>

#include "nearest.h"
#include "plugin_entry.h"
#include "registry.h"

ul_status ul_method_choose(const char *name, double most_s, const ul_method **method)
{
    if (ul_plugin_is_path(name)) {
        UL_TRY(ul_plugin_load(name, most_s, method));
        return ul_plugin_apart(*method, method);
    }
    *method = ul_method_find(name);
    if (*method != NULL)
        return UL_OK;
    ul_nearest near = {.wanted = name, .length = strlen(name)};
    char hint[UL_NEAREST_TEXT];
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        ul_nearest_look(&near, ul_methods[q]->name);
    return ul_fail(UL_E_INPUT, "there is no method '%s'; 'ullage list methods' shows them%s", name,
                   ul_nearest_hint(&near, hint));
}

static const ul_param *among(const ul_param *list, const char *word)
{
    const size_t n = strcspn(word, "=");
    for (; list != NULL && list->name != NULL; list++)
        if (strlen(list->name) == n && strncmp(list->name, word, n) == 0)
            return list;
    return NULL;
}

/* The parameter that "NAME=..." sets, of the method or of any of its name; NULL: none. */
static const ul_param *parameter(const ul_method *method, const char *word)
{
    const ul_param *found = strchr(word, '=') == NULL ? NULL : among(method->param, word);
    for (size_t q = 0; found == NULL && strchr(word, '=') != NULL && ul_methods[q] != NULL; q++)
        if (strcmp(ul_methods[q]->name, method->name) == 0)
            found = among(ul_methods[q]->param, word);
    return found;
}

/* Whether the word is the next of a text, as a command is one: the parameter before is a
 * text, and no parameter has the word's name. */
static bool goes_on(const ul_method *method, const char *before, const char *word)
{
    const ul_param *text = parameter(method, before);
    return text != NULL && text->form == UL_PARAM_TEXT && parameter(method, word) == NULL;
}

/* Whether the word is "by" or the step behind it, of a range as 0.5..2 by 0.25. */
static bool is_step(const char *before, const char *word)
{
    const size_t n = strlen(before);
    return strstr(before, "..") != NULL
           && (strcmp(word, "by") == 0 || (n > 3 && strcmp(before + n - 3, " by") == 0));
}

/* The word belongs to the value before it, which ended where this puts the blank back. */
static void join(char *word)
{
    while (*--word != '\0')
        continue;
    *word = ' ';
}

ul_status ul_method_choose_with(char *asked, const char **set, size_t room, size_t *n,
                                double most_s, const ul_method **method)
{
    char *save;
    const size_t before = *n;
    const char *name = strtok_r(asked, " ", &save);
    UL_TRY(ul_method_choose(name == NULL ? "" : name, most_s, method));
    for (char *word = strtok_r(NULL, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        if (*n > before && (goes_on(*method, set[*n - 1], word) || is_step(set[*n - 1], word))) {
            join(word);
            continue;
        }
        if (*n == room)
            return ul_fail(UL_E_INPUT, "more than %zu parameters of a method", room);
        set[(*n)++] = word;
    }
    return ul_param_check_once(set, *n);
}
