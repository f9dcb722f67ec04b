/* What a page calls, called from C: the same functions are in ullage.wasm. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solving.h"
#include "web.h"

static const char *in(const char *folder, const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

Test(web, a_lesson_is_made_told_and_proved)
{
    char folder[] = "/tmp/ullage-web-XXXXXX", path[256];
    cr_assert_not_null(mkdtemp(folder));
    strcpy(path, in(folder, "i.csv"));
    cr_assert_str_eq(ul_web_make("gallery:ffd-loses", 0, 1, "", path), "{}");
    const char *story = ul_web_story(path, "", 0, 60);
    cr_assert_not_null(strstr(story, "\"method\": \"ffd\""), "%.200s", story);
    cr_assert_not_null(strstr(story, "\"proved\": true, \"cost\": 2,"), "%.400s", story);
    static const char *const left[] = {"i.csv.story.txt", "i.csv.0.plan.csv", "i.csv.0.svg",
                                       "i.csv.1.plan.csv", "i.csv.1.svg", "i.csv.best.plan.csv",
                                       "i.csv.best.svg", "i.csv.proof.csv", "i.csv"};
    for (size_t q = 0; q < sizeof left / sizeof *left; q++)
        cr_assert_eq(unlink(in(folder, left[q])), 0, "%s", left[q]);
    cr_assert_eq(rmdir(folder), 0);
}

Test(web, what_is_wrong_is_a_sentence)
{
    cr_assert_not_null(strstr(ul_web_make("nobody", 0, 1, "", "/dev/null"),
                              "{\"fault\": \"there is no generator 'nobody'"));
    cr_assert_not_null(strstr(ul_web_story("/nowhere/i.csv", "ffd", 0, 0), "{\"fault\": \"/nowhere"));
    cr_assert_not_null(strstr(ul_web_catalogue(), "\"name\": \"gallery:ffd-loses\""));
}
