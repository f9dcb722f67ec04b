/* Loading a method from a shared object. */
#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "kept.h"
#include "plugin_entry.h"
#include "priority_plugin.h"
#include "registry.h"

#define LOADING_S 10 /* for what it does when it is loaded */

bool ul_plugin_is_path(const char *name)
{
    const size_t n = strlen(name);
    return strchr(name, '/') != NULL || (n > 3 && strcmp(name + n - 3, ".so") == 0);
}

/* A library that somebody loaded for himself alone (as interpreters do) lends its
 * functions to what it loads only when it is everybody's. In a program this does nothing. */
static void open_ourselves(void)
{
    Dl_info facts;
    void *address;
    memcpy(&address, &ul_plugin_functions[0], sizeof address);
    if (dladdr(address, &facts) != 0 && facts.dli_fname != NULL)
        dlopen(facts.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

/* A method, whose struct the object exports, or a rule of the online game. */
static ul_status take_method(const char *path, void *object, const ul_method **method)
{
    const ul_plugin *plugin = dlsym(object, UL_PLUGIN_NAME);
    const ul_priority rule = ul_priority_of(object);
    if (plugin == NULL && (rule.one != NULL || rule.all != NULL))
        return ul_priority_method(path, rule, method);
    if (plugin == NULL)
        return ul_fail(UL_E_INPUT, "%s: is no method: its source ends in UL_PLUGIN(NAME) of "
                                   "<ullage/plugin.h>, or it has a function of "
                                   "<ullage/priority.h>", path);
    if (plugin->abi != UL_PLUGIN_ABI)
        return ul_fail(UL_E_INPUT, "%s: was built for plugin ABI %lu, and this program has %d: "
                                   "build it again with this program's <ullage/plugin.h>", path,
                       (unsigned long)plugin->abi, UL_PLUGIN_ABI);
    *method = plugin->method;
    return UL_OK;
}

/* The loader's sentence begins with the path, as ours does. */
static ul_status say_why(const char *path, const char *why)
{
    const size_t n = strlen(path);
    if (why != NULL && strncmp(why, path, n) == 0 && strncmp(why + n, ": ", 2) == 0)
        why += n + 2;
    const bool is_other = why != NULL && (strstr(why, "ELF") != NULL || strstr(why, "ET_DYN") != NULL
                                          || strstr(why, "file too short") != NULL);
    return ul_fail(UL_E_INPUT, "%s: cannot be loaded: %s%s", path, why == NULL ? "no reason" : why,
                   is_other ? " (a method is a shared object, built with cc -shared -fPIC)" : "");
}

static void load(void *context, int out)
{
    const bool loaded = dlopen(context, RTLD_NOW | RTLD_LOCAL) != NULL;
    ul_child_send(out, 0, &loaded, sizeof loaded);
}

/* What it does when it is loaded may end a process, or leave some: first one of its own. */
static ul_status try_loading(char *path, double most_s)
{
    double until_s = ul_clock_wall_s() + most_s;
    bool loaded = false, late = false;
    ul_child child;
    ul_message message;
    ul_child_news news = UL_CHILD_QUIET;
    ul_status status = ul_kept_start(load, path, &child);
    if (status != UL_OK)
        return status;
    while (status == UL_OK && news != UL_CHILD_GONE) {
        status = ul_child_next(&child, 0.02, &message, &news);
        loaded = loaded || news == UL_CHILD_SAID;
        if (ul_clock_wall_s() < until_s)
            continue;
        if (late)
            break;
        late = true;
        ul_child_signal(&child, SIGTERM);
        until_s += UL_KEPT_BURIAL_S;
    }
    if ((ul_child_close(&child) == UL_CHILD_DONE && loaded) || status != UL_OK)
        return status;
    return ul_fail(UL_E_INPUT, "%s: cannot be loaded: its constructor %s%s", path,
                   late                ? "does not come to an end"
                   : child.signal != 0 ? "crashes: "
                   : loaded            ? "leaves processes running"
                                       : "ends the process",
                   !late && child.signal != 0 ? strsignal(child.signal) : "");
}

static ul_status check_parameters(const char *path, const ul_param *param)
{
    for (; param != NULL && param->name != NULL; param++)
        if (param->preset == NULL || param->brief == NULL || strpbrk(param->name, " =") != NULL
            || (param->form == UL_PARAM_CHOICE && param->choices == NULL))
            return ul_fail(UL_E_INPUT, "%s: its parameter '%s' has no preset, no brief, no choices "
                                       "or a blank in its name", path, param->name);
    return UL_OK;
}

static bool takes_any(const ul_method *method)
{
    for (size_t q = 0; ul_kinds[q] != NULL; q++)
        if (ul_method_takes(method, ul_kinds[q]))
            return true;
    return false;
}

static ul_status check_method(const char *path, const ul_method *method)
{
    if (method == NULL || method->name == NULL || method->brief == NULL || method->paper == NULL)
        return ul_fail(UL_E_INPUT, "%s: its method has no name, brief or paper", path);
    if (ul_name_check("a method's", method->name) != UL_OK)
        return ul_fail_prefix(UL_E_INPUT, "%s", path);
    if (strchr(method->name, ' ') != NULL || ul_method_find(method->name) != NULL)
        return ul_fail(UL_E_INPUT, "%s: its method is called '%s': choose a name without blanks "
                                   "that no method of this program has", path, method->name);
    if (!takes_any(method))
        return ul_fail(UL_E_INPUT, "%s: its method '%s' takes no kind of instance", path,
                       method->name);
    return check_parameters(path, method->param);
}

ul_status ul_plugin_load(const char *path, double most_s, const ul_method **method)
{
    char here[4096];
    const bool bare = strchr(path, '/') == NULL; /* the loader would look elsewhere */
    if (snprintf(here, sizeof here, "%s%s", bare ? "./" : "", path) >= (int)sizeof here)
        return ul_fail(UL_E_INPUT, "%.40s...: the path is too long", path);
    open_ourselves();
    void *object = dlopen(here, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (object == NULL) {
        UL_TRY(try_loading(here, most_s > 0 ? fmin(most_s, LOADING_S) : LOADING_S));
        object = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    }
    if (object == NULL)
        return say_why(here, dlerror());
    UL_TRY(take_method(here, object, method));
    return check_method(here, *method);
}
