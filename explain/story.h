/* A story: an instance, what some methods decided on it, and the best that
 * is known, to measure them by.
 */
#pragma once

#include "gallery.h"
#include "output.h"
#include "recording.h"
#include "run.h"

typedef struct {
    ul_run *run; /* gone to its end; owned */
    ul_recording recording;
    bool told; /* by the method itself; else its plan is shown piece by piece */
} ul_act;

typedef struct {
    const ul_instance *instance;
    ul_lesson lesson;
    ul_act *act; /* those that have begun; not moved while a run tells */
    size_t n_acts;
    ul_run *best; /* of the method that proves; NULL when it was not asked */
    bool turn_first; /* the page opens where the reader tries, not where methods are watched */
    const char *modules; /* the folder of ullage.wasm: the page is live; NULL: it only plays */
    const char *site;    /* the way to the site's folder that has the modules and the first page; NULL: it stands alone */
    const char *file;    /* what the instance was read from, for a live page to change */
} ul_story;

/* After the run: where the method told nothing, records its plan instead. */
ul_status ul_act_finish(ul_act *act);
void ul_story_clear(ul_story *story);

/* The method whose plan or bound the others are measured by: the first that improves until it
 * has proved its plan; where a kind has none, one whose bound is certified; NULL without any. */
const ul_method *ul_story_prover(const ul_instance *instance);

/* What is known of the optimum: a cost, a bound that no plan undercuts, and
 * whether they are equal. From the prover, and from bounds of the methods. */
typedef struct {
    bool has_cost, has_bound, proved;
    double cost, bound;
} ul_story_known;
ul_story_known ul_story_reference(const ul_story *story);

/* How the act ended, in one or two sentences: cost, and distance from the best.
 * The caller frees the text. */
ul_status ul_story_end(const ul_story *story, const ul_act *act, char **text);

/* Why a run without a plan has none: the end of a sentence. */
const char *ul_story_no_plan(const ul_run *run);

/* The whole story for a terminal. */
ul_status ul_story_text(const ul_story *story, ul_output *out);

/* What the player reads of it. */
ul_status ul_story_json(const ul_story *story, ul_output *out);

/* The same as a page that plays it: one file that needs nothing else, unless it is of a site. */
ul_status ul_story_player(const ul_story *story, const char *path);

/* The modules of a folder as the script that the live pages of a site share. */
#define UL_SITE_MODULES "modules.js"
ul_status ul_story_modules(const char *folder, const char *path);
