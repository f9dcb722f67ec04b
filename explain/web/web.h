/* Ullage in a page: what ullage.wasm exports. Files are the module's own, in memory.
 *
 * Each function returns JSON that lives until the next call, {"fault": "a sentence"} where
 * something is wrong. While methods run, every improvement is a line on standard output,
 * "METHOD COST BOUND", which a worker hands to its page.
 */
#pragma once

/* What there is: {"catalogue": as ul_catalogue() has it, "gallery": [{"name", "kind", "title"}]}. */
const char *ul_web_catalogue(void);

/* Writes an instance to a file: "gallery:NAME", or a generator's, with `tasks` of them (0: as it
 * presets), this seed and settings "NAME=VALUE NAME=VALUE". */
const char *ul_web_make(const char *what, double tasks, double seed, const char *settings,
                        const char *path);

/* The story of methods, a line each ("": those of the file's lesson), for limit_s seconds each,
 * and of the method that proves for best_limit_s (0: not at all), as the player reads it. Writes
 * PATH.story.txt, PATH.N.plan.csv and PATH.N.svg of the N-th method from 0, PATH.best.plan.csv
 * of the one that proves, and its PATH.proof.csv. */
const char *ul_web_story(const char *path, const char *methods, double limit_s,
                         double best_limit_s);
