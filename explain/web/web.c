/* See web.h. The functions keep nothing between calls but their last answer. */
#include "web.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"
#include "json_writer.h"
#include "registry.h"
#include "story.h"
#include "ullage.h"
#include "view.h"

enum { FRAMES_MAX = 5000, WORDS_MAX = 64, METHODS_MAX = 16 };

/* What was written, or the fault, in place of the answer before. */
static const char *answer(ul_output *out, ul_status status)
{
    static char *last;
    size_t length;
    free(last);
    last = NULL;
    if (status != UL_OK && out != NULL) {
        ul_output_discard(out);
        out = NULL;
        status = ul_output_memory(&out);
        ul_json_writer json = ul_json_writer_on(out);
        if (status == UL_OK) {
            ul_json_open(&json, "{", ", ");
            ul_json_text_member(&json, "fault", ul_error_text());
            ul_json_close(&json, "}");
        }
    }
    if (status != UL_OK || ul_output_take(out, &last, &length) != UL_OK)
        return "{\"fault\": \"out of memory\"}";
    return last;
}

/* ---- what there is ---- */

static ul_status put_gallery(ul_arena *arena, ul_json_writer *json)
{
    for (const ul_gallery_item *item = ul_gallery; item->name != NULL; item++) {
        const char *path;
        ul_lesson lesson;
        ul_instance instance;
        UL_TRY(ul_arena_format(arena, &path, UL_GALLERY_PREFIX "%s", item->name));
        UL_TRY(ul_lesson_read(path, arena, &lesson));
        UL_TRY(ul_instance_read(path, &instance));
        ul_json_open(json, "{", ", ");
        ul_json_text_member(json, "name", path);
        ul_json_text_member(json, "kind", instance.kind->name);
        ul_json_text_member(json, "title", lesson.title);
        ul_json_close(json, "}");
        ul_instance_free(&instance);
    }
    return UL_OK;
}

const char *ul_web_catalogue(void)
{
    ul_output *out = NULL;
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory() : ul_output_memory(&out);
    if (status == UL_OK) {
        ul_json_writer json = ul_json_writer_on(out);
        ul_json_open(&json, "{", ", ");
        ul_json_name(&json, "catalogue");
        ul_output_text(ul_json_item(&json), ul_catalogue());
        ul_json_open_member(&json, "gallery", "[", ", ");
        status = put_gallery(arena, &json);
        ul_json_close(&json, "]");
        ul_json_close(&json, "}");
    }
    ul_arena_free(arena);
    return answer(out, status);
}

/* ---- instances ---- */

/* Cuts a text into its words; the fault is that there are too many. */
static ul_status cut(char *text, const char *at, const char **word, size_t room, size_t *n)
{
    char *save;
    *n = 0;
    for (char *next = strtok_r(text, at, &save); next != NULL; next = strtok_r(NULL, at, &save)) {
        if (*n == room)
            return ul_fail(UL_E_INPUT, "more than %zu of '%s' and others", room, word[0]);
        word[(*n)++] = next;
    }
    return UL_OK;
}

static ul_status make(const char *what, const ul_source_options *options, const char *path)
{
    const ul_source *source;
    ul_instance instance;
    char remark[256];
    if (strncmp(what, UL_GALLERY_PREFIX, strlen(UL_GALLERY_PREFIX)) == 0)
        return ul_gallery_copy(what, path);
    UL_TRY(ul_generator_choose(what, &source));
    UL_TRY(ul_source_make(source, options, remark, sizeof remark, &instance));
    const ul_status status = ul_instance_write(&instance, path);
    ul_instance_free(&instance);
    return status;
}

const char *ul_web_make(const char *what, double tasks, double seed, const char *settings,
                        const char *path)
{
    const char *set[WORDS_MAX];
    ul_output *out = NULL;
    size_t n = 0;
    char *words = strdup(settings);
    ul_status status = words == NULL ? ul_no_memory() : ul_output_memory(&out);
    if (status == UL_OK)
        status = cut(words, " ", set, WORDS_MAX, &n);
    if (status == UL_OK)
        status = make(what, &(ul_source_options){.tasks = (size_t)tasks, .seed = (uint64_t)seed,
                                                 .to_s = HUGE_VAL, .set = set, .n_set = n}, path);
    if (status == UL_OK)
        ul_output_text(out, "{}");
    free(words);
    return answer(out, status);
}

/* ---- stories ---- */

/* What all of a story's runs are given. */
typedef struct {
    const char *path;
    double limit_s, best_limit_s;
    ul_arena *arena;
} telling;

static void say_progress(void *context, const ul_run *run)
{
    (void)context;
    const ul_run_result *result = ul_run_result_of(run);
    char cost[UL_NUMBER_TEXT] = "-", bound[UL_NUMBER_TEXT] = "-";
    if (result->has_cost)
        ul_cost_text(result->cost, cost);
    if (result->has_bound)
        ul_cost_text(result->bound, bound);
    printf("%s %s %s\n", ul_run_method(run)->name, cost, bound);
}

/* The run's plan and its picture beside the instance, under this name. */
static ul_status write_plan(const telling *t, const ul_run *run, const char *name)
{
    const ul_kind *kind = ul_run_instance(run)->kind;
    const void *plan = ul_run_result_of(run)->plan;
    const ul_view *view = ul_view_of(kind);
    const char *path;
    ul_output *out;
    if (plan == NULL)
        return UL_OK;
    UL_TRY(ul_arena_format(t->arena, &path, "%s.%s.plan.csv", t->path, name));
    UL_TRY(kind->plan_write(plan, ul_run_method(run)->name, path));
    if (view == NULL || view->draw == NULL)
        return UL_OK;
    UL_TRY(ul_arena_format(t->arena, &path, "%s.%s.svg", t->path, name));
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, view->draw(plan, "", NULL, out));
}

static ul_status go(const ul_method *method, const ul_instance *instance, ul_run_options *options,
                    ul_run **run)
{
    options->seed = 1;
    options->methods = ul_methods;
    options->listener = say_progress;
    UL_TRY(ul_run_new(method, instance, options, run));
    return ul_run_go(*run);
}

static ul_status tell_act(const telling *t, const char *asked, size_t q, ul_story *story)
{
    const char *set[WORDS_MAX], *name;
    ul_act *act = &story->act[q];
    const ul_method *method;
    ul_run_options options = {.time_limit_s = t->limit_s, .set = set,
                              .steps = &act->recording.listener};
    char *words = ul_arena_text(t->arena, asked, strlen(asked));
    UL_NEED(words);
    ul_recording_init(&act->recording, FRAMES_MAX);
    story->n_acts = q + 1;
    UL_TRY(ul_method_choose_with(words, set, WORDS_MAX, &options.n_set, t->limit_s,
                                 &method));
    UL_TRY(go(method, story->instance, &options, &act->run));
    UL_TRY(ul_act_finish(act));
    UL_TRY(ul_arena_format(t->arena, &name, "%zu", q));
    return write_plan(t, act->run, name);
}

static ul_status tell_best(const telling *t, ul_story *story)
{
    const ul_method *best = ul_story_prover(story->instance);
    const char *proof;
    if (best == NULL || t->best_limit_s <= 0)
        return UL_OK;
    UL_TRY(ul_arena_format(t->arena, &proof, "%s.proof.csv", t->path));
    ul_run_options options = {.time_limit_s = t->best_limit_s,
                              .certificate = (best->traits & UL_CERTIFIES) != 0 ? proof : NULL};
    UL_TRY(go(best, story->instance, &options, &story->best));
    return write_plan(t, story->best, "best");
}

static ul_status write_text(const telling *t, const ul_story *story)
{
    const char *path;
    ul_output *out;
    UL_TRY(ul_arena_format(t->arena, &path, "%s.story.txt", t->path));
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, ul_story_text(story, out));
}

static ul_status tell(const telling *t, const char *methods, ul_story *story, ul_output *out)
{
    const char *method[METHODS_MAX];
    size_t n = 0;
    char *words = ul_arena_text(t->arena, methods, strlen(methods));
    UL_NEED(words);
    UL_TRY(cut(words, "\n", method, METHODS_MAX, &n));
    UL_TRY(ul_lesson_read(t->path, t->arena, &story->lesson));
    const char *const *asked = n > 0 ? method : story->lesson.method;
    n = n > 0 ? n : story->lesson.n_methods;
    story->act = calloc(n + 1, sizeof *story->act);
    UL_NEED(story->act);
    for (size_t q = 0; q < n; q++)
        UL_TRY(tell_act(t, asked[q], q, story));
    UL_TRY(tell_best(t, story));
    UL_TRY(write_text(t, story));
    return ul_story_json(story, out);
}

const char *ul_web_story(const char *path, const char *methods, double limit_s,
                         double best_limit_s)
{
    ul_instance instance = {0};
    ul_story story = {0};
    ul_output *out = NULL;
    UL_FREED_BY(ul_arena_drop) ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory() : ul_output_memory(&out);
    if (status == UL_OK)
        status = ul_instance_read(path, &instance);
    story.instance = &instance;
    if (status == UL_OK)
        status = tell(&(telling){path, limit_s, best_limit_s, arena}, methods, &story, out);
    ul_story_clear(&story);
    ul_instance_free(&instance);
    return answer(out, status);
}
