/* The story as one page: markup, style and script from explain/page/, and the
 * steps as JSON. No name from a file becomes markup: '<' does not occur in the
 * data, the script only ever sets text, and the page may load nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "json_writer.h"
#include "narrator.h"
#include "player_page.h" /* made by the build from explain/page/ */
#include "story.h"

/* What a step changes in the picture: an operation of the page and its numbers, a letter
 * each: i bin, j task, k type, t interval, n count, c copies, v value, or the digit itself:
 * whether machines are on trial, or on demand. A step that is not here moves nothing. */
static const struct {
    const char *name, *numbers;
} operation[] = {
    [UL_STEP_NEXT] = {"next", "j"},         [UL_STEP_OPEN] = {"open", "ikc0"},
    [UL_STEP_OPEN_FOR] = {"open", "ikc0j"}, [UL_STEP_TRIAL] = {"open", "ikc1"},
    [UL_STEP_PUT] = {"put", "ijn"},         [UL_STEP_KEEP] = {"keep", "in"},
    [UL_STEP_DROP] = {"empty", "i"},        [UL_STEP_EMPTY] = {"empty", "i"},
    [UL_STEP_RESIZE] = {"resize", "ik"},    [UL_STEP_OFFER] = {"would", "ik"},
    [UL_STEP_BUY] = {"buy", "tkn"},         [UL_STEP_ENOUGH] = {"at", "t"},
    [UL_STEP_HOLD] = {"hold", "kn0"},       [UL_STEP_RENT] = {"hold", "kn1"},
    [UL_STEP_BOUND] = {"bound", "v"},       [UL_STEP_ARRIVE] = {"arrive", "jn"},
    [UL_STEP_ORDER] = {"order", "in"},      [UL_STEP_READY] = {"ready", "in"},
    [UL_STEP_START] = {"start", "ij"},      [UL_STEP_LEAVE] = {"leave", "ij"},
    [UL_STEP_DONE] = {"done", "ij"},        [UL_STEP_GONE] = {"gone", "in"},
};

static void put_letter(const ul_step *s, char letter, ul_json_writer *json)
{
    const uint64_t number = letter == 'i'   ? s->bin
                            : letter == 'j' ? s->task
                            : letter == 'k' ? s->type
                            : letter == 't' ? s->interval
                            : letter == 'n' ? s->count
                            : letter == 'c' ? ul_step_copies(s)
                                            : (uint64_t)(letter - '0');
    if (letter == 'v')
        ul_json_put_real(json, s->value);
    else
        ul_json_put(json, "%llu", (unsigned long long)number);
}

static void put_operation(const ul_step *s, ul_json_writer *json)
{
    const bool known = s->kind < sizeof operation / sizeof *operation
                       && operation[s->kind].name != NULL;
    ul_json_open(json, "[", ",");
    ul_json_put_text(json, known ? operation[s->kind].name : "look");
    for (const char *at = known ? operation[s->kind].numbers : ""; *at != '\0'; at++)
        put_letter(s, *at, json);
    ul_json_close(json, "]");
}

static ul_status put_frame(void *context, const ul_frame *frame)
{
    ul_json_writer *json = context;
    ul_json_open(json, "\n{", ", ");
    ul_json_micro_member(json, "at", frame->item[0].step.at_s);
    ul_json_truth_member(json, "fact", frame->item[0].step.kind >= UL_STEP_ARRIVE);
    ul_json_text_member(json, "say", frame->say);
    ul_json_open_member(json, "weighed", "[", ",");
    for (size_t q = 0; q < frame->n_weighed; q++) {
        ul_json_open(json, "[", ",");
        ul_json_put(json, "%zu", frame->item[q].step.type);
        ul_json_put_text(json, frame->weighed[q]);
        ul_json_close(json, "]");
    }
    ul_json_close(json, "]");
    ul_json_open_member(json, "does", "[", ",");
    for (size_t q = frame->n_weighed; q < frame->n; q++)
        put_operation(&frame->item[q].step, json);
    ul_json_close(json, "]");
    ul_json_close(json, "}");
    return UL_OK;
}

/* The plan of a run as the kind's narrator writes it, or null. */
static ul_status put_plan(const ul_story *story, const ul_run *run, ul_json_writer *json)
{
    const void *plan = run == NULL ? NULL : ul_run_result_of(run)->plan;
    ul_json_name(json, "plan");
    if (plan != NULL)
        return ul_narrator_of(story->instance->kind)->plan_json(plan, json);
    ul_json_put(json, "null");
    return UL_OK;
}

static ul_status put_end(const ul_story *story, const ul_act *act, ul_json_writer *json)
{
    char *text;
    UL_TRY(ul_story_end(story, act, &text));
    ul_json_text_member(json, "end", text);
    free(text);
    return UL_OK;
}

static void put_cost(ul_json_writer *json, const char *name, bool known, double cost)
{
    ul_json_real_member(json, name, known ? cost : NAN);
}

/* The parameters that were chosen otherwise than the method would, for a heading. */
static ul_status put_chosen(const ul_run *run, ul_json_writer *json)
{
    const ul_param *param = ul_run_method(run)->param;
    ul_output *out;
    char *text;
    size_t length;
    UL_TRY(ul_output_memory(&out));
    bool later = false;
    for (; param != NULL && param->name != NULL; param++) {
        const char *value = ul_run_choice(run, param->name);
        if (strcmp(value, param->preset) == 0)
            continue;
        ul_output_format(out, "%s%s=%s", later ? " " : "", param->name, value);
        later = true;
    }
    UL_TRY(ul_output_take(out, &text, &length));
    ul_json_text_member(json, "chosen", text);
    free(text);
    return UL_OK;
}

static ul_status put_act(const ul_story *story, const ul_act *act, ul_json_writer *json)
{
    const ul_run_result *result = ul_run_result_of(act->run);
    const ul_method *method = ul_run_method(act->run);
    ul_json_open(json, "{", ",\n");
    ul_json_text_member(json, "method", method->name);
    ul_json_text_member(json, "parameters", ul_run_parameters(act->run));
    UL_TRY(put_chosen(act->run, json));
    ul_json_text_member(json, "knows", ul_knows_mark(result->knows));
    ul_json_text_member(json, "brief", method->brief);
    ul_json_text_member(json, "paper", method->paper);
    ul_json_truth_member(json, "told", act->told);
    ul_json_count_member(json, "left_out", act->recording.n_left_out);
    put_cost(json, "cost", result->has_cost, ul_cost_double(result->cost));
    UL_TRY(put_end(story, act, json));
    UL_TRY(put_plan(story, act->run, json));
    ul_json_open_member(json, "frames", "[", ",");
    UL_TRY(ul_narrate(story->instance, &act->recording, put_frame, json));
    ul_json_close(json, "]");
    ul_json_close(json, "}");
    return UL_OK;
}

static ul_status put_best(const ul_story *story, ul_json_writer *json)
{
    const ul_story_known known = ul_story_reference(story);
    ul_json_open_member(json, "best", "{", ", ");
    ul_json_text_member(json, "method", story->best == NULL ? "" : ul_run_method(story->best)->name);
    ul_json_truth_member(json, "proved", known.proved);
    put_cost(json, "cost", known.has_cost, known.cost);
    put_cost(json, "bound", known.has_bound, known.bound);
    UL_TRY(put_plan(story, story->best, json));
    ul_json_close(json, "}");
    return UL_OK;
}

ul_status ul_story_json(const ul_story *story, ul_output *out)
{
    ul_json_writer json = ul_json_writer_on(out);
    const ul_instance *instance = story->instance;
    ul_json_open(&json, "{", ",\n");
    ul_json_text_member(&json, "kind", instance->kind->name);
    ul_json_text_member(&json, "cost_per", instance->kind->cost_per);
    ul_json_truth_member(&json, "clock", ul_narrator_of(instance->kind)->has_clock);
    ul_json_truth_member(&json, "turn_first", story->turn_first);
    ul_json_text_member(&json, "name", instance->name);
    ul_json_text_member(&json, "title", story->lesson.title);
    ul_json_text_member(&json, "lesson", story->lesson.text);
    ul_json_text_member(&json, "answer", story->lesson.answer);
    UL_TRY(put_best(story, &json));
    ul_json_name(&json, "instance");
    UL_TRY(ul_narrator_of(instance->kind)->instance_json(instance->data, &json));
    ul_json_open_member(&json, "acts", "[", ",\n");
    for (size_t q = 0; q < story->n_acts; q++)
        UL_TRY(put_act(story, &story->act[q], &json));
    ul_json_close(&json, "]");
    ul_json_close(&json, "}");
    return UL_OK;
}

/* Puts the bytes of a file that a live page needs. */
typedef void putter(ul_output *out, const char *id, const void *bytes, size_t length);

static ul_status put_file(const char *path, const char *id, putter *put, ul_output *out)
{
    enum { FILE_MAX = 64 << 20 };
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    char *bytes;
    size_t length;
    UL_TRY(ul_gallery_open(path, &input));
    UL_TRY(ul_input_read_all(input, FILE_MAX, &bytes, &length));
    put(out, id, bytes, length);
    free(bytes);
    return UL_OK;
}

static ul_status put_modules(const char *folder, putter *put, ul_output *out)
{
    static const struct {
        const char *name, *id;
    } file[] = {{"ullage.js", "ullage-js"}, {"ullage.wasm", "ullage-wasm"},
                {"ullage-check.js", "ullage-check-js"}, {"ullage-check.wasm", "ullage-check-wasm"}};
    char path[4096];
    for (size_t q = 0; q < sizeof file / sizeof *file; q++) {
        snprintf(path, sizeof path, "%s/%s", folder, file[q].name);
        UL_TRY(put_file(path, file[q].id, put, out));
    }
    put(out, "worker-js", ul_page_worker_js, sizeof ul_page_worker_js);
    return UL_OK;
}

static void put_member(ul_output *out, const char *id, const void *bytes, size_t length)
{
    ul_output_format(out, "\"%s\": \"", id);
    ul_html_base64(out, bytes, length);
    ul_output_text(out, "\",\n");
}

ul_status ul_story_modules(const char *folder, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "globalThis.ullageModules = {\n");
    const ul_status status = put_modules(folder, put_member, out);
    ul_output_text(out, "};\n");
    return ul_output_finish(out, status);
}

/* What a live page runs again, and with what. */
static ul_status put_live(const ul_story *story, ul_output *out)
{
    if (story->site == NULL)
        UL_TRY(put_modules(story->modules, ul_html_embed, out));
    else
        ul_html_put(out, "<script type=\"text/plain\" id=\"modules\">%s/" UL_SITE_MODULES "</script>\n", story->site);
    return put_file(story->file, "csv", ul_html_embed, out);
}

/* The page's script: a function of the story, and its call. A live page may open instances of
 * any kind. */
static void put_scripts(const ul_story *story, ul_html_part *part)
{
    static const char before[] = "\n\"use strict\";\n(function () {\nfunction player(data, ended) {\n";
    static const char between[] = "}\n", after[] = "})();\n";
    *part++ = (ul_html_part){before, sizeof before - 1};
    *part++ = (ul_html_part)UL_HTML_PART(ul_page_page_js);
    for (size_t q = 0; q < sizeof ul_page_scripts / sizeof *ul_page_scripts; q++)
        if (story->modules != NULL
            || strcmp(ul_page_scripts[q].kind, story->instance->kind->name) == 0)
            *part++ = ul_page_scripts[q].script;
    *part++ = (ul_html_part)UL_HTML_PART(ul_page_turn_js);
    *part++ = (ul_html_part)UL_HTML_PART(ul_page_player_js);
    if (story->modules != NULL)
        *part++ = (ul_html_part)UL_HTML_PART(ul_page_live_js);
    *part++ = (ul_html_part){between, sizeof between - 1};
    *part++ = (ul_html_part)UL_HTML_PART(ul_page_start_js);
    *part = (ul_html_part){after, sizeof after - 1};
}

static ul_status put_page(const ul_story *story, const char *data, size_t length, ul_output *out)
{
    ul_html page = {
        .title = story->lesson.title[0] != '\0' ? story->lesson.title : story->instance->name,
        .css = UL_HTML_PART(ul_page_player_css),
        .works = story->modules != NULL,
        .shares = story->modules != NULL && story->site != NULL,
    };
    put_scripts(story, page.js);
    ul_html_begin(out, &page);
    if (story->site != NULL) {
        char home[64];
        snprintf(home, sizeof home, "%s/index.html", story->site);
        ul_html_home(out, home);
    }
    ul_output_bytes(out, ul_page_player_html, sizeof ul_page_player_html);
    ul_html_data(out, data, length);
    if (story->modules != NULL)
        UL_TRY(put_live(story, out));
    ul_html_end(out, &page);
    return UL_OK;
}

ul_status ul_story_player(const ul_story *story, const char *path)
{
    ul_output *out;
    char *data;
    size_t length;
    UL_TRY(ul_output_memory(&out));
    const ul_status status = ul_story_json(story, out);
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    UL_TRY(ul_output_take(out, &data, &length));
    const ul_status opened = ul_output_open(path, &out);
    const ul_status put = opened == UL_OK ? put_page(story, data, length, out) : opened;
    free(data);
    UL_TRY(opened);
    return ul_output_finish(out, put);
}
