/* Generators and importers: where instances come from. One file and one line
 * in generators.def or importers.def each.
 */
#pragma once

#include <stdint.h>

#include "instance.h"
#include "param.h"
#include "rng.h"

typedef struct {
    size_t tasks; /* how many to make or to sample; 0 = the default, or all of a trace */
    ul_rng *rng;
    uint64_t seed;
    size_t jobs;         /* importers of jobs: so many of them drawn at random; 0 = all */
    double from_s, to_s; /* importers: time window of the trace; to_s may be HUGE_VAL */
    double window_s;     /* its length where it was drawn at random, else 0 */
    bool is_snapshot;    /* importers: the tasks that run at at_s, whenever they came */
    double at_s;
    const char *const *input; /* importers: paths */
    size_t n_inputs;
    const ul_param_values *param;
    char *remark; /* importers: one line on what was dropped or rounded, or "" */
    size_t remark_room;
} ul_source_request;

struct ul_packing_builder;
struct ul_schedule_builder;

typedef struct {
    const char *name;
    const char *brief;
    const char *paper;
    const ul_param *param; /* ends with a NULL name; may be NULL */
    size_t tasks;          /* default for ul_source_request.tasks; 0 = not used */
    size_t least_inputs, most_inputs; /* importers: how many files */
    bool samples;          /* importers: takes --tasks and a time window, else whole instances */
    bool has_runtimes;     /* importers: knows who runs at a second, for snapshots */
    ul_status (*make)(const ul_source_request *request, ul_instance *instance);
    /* In its place: fills a builder with tasks, or with jobs of which those that the request
     * draws are kept. */
    ul_status (*packing)(struct ul_packing_builder *b, void *request);
    ul_status (*schedule)(struct ul_schedule_builder *b, void *request);
    /* In its place: writes a file that is no instance (a list of types). */
    ul_status (*print)(const ul_source_request *request, const char *path);
} ul_source;

/* The parameter of importers that make schedules. */
#define UL_SOURCE_JOBS                                                                            \
    UL_COUNT("jobs", "0", "so many jobs, drawn at random by the seed; 0: all", 0, 5e7)

extern const ul_source *const ul_generators[]; /* end with NULL */
extern const ul_source *const ul_importers[];

const ul_source *ul_generator_find(const char *name);
const ul_source *ul_importer_find(const char *name);
/* The same for users: a name that nothing has is a fault with the nearest that is there. */
ul_status ul_generator_choose(const char *name, const ul_source **source);
ul_status ul_importer_choose(const char *name, const ul_source **source);

/* Adds a part to the request's remark; parts are separated by "; ". */
void ul_source_remark(const ul_source_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Names an imported instance after its first file, without folder and ending,
 * and after the sample taken from it. */
enum { UL_SOURCE_NAME = 200 };
const char *ul_source_name(const ul_source_request *request, char name[UL_SOURCE_NAME]);

/* What a user asks for, with text parameters. */
typedef struct {
    size_t tasks;
    uint64_t seed;
    bool is_seeded; /* the user chose it: refused where nothing is drawn at random */
    double from_s, to_s;
    double window_s; /* not 0: a window of this length between the two, drawn at random */
    bool is_snapshot;
    double at_s;
    const char *const *input;
    size_t n_inputs;
    const char *const *set;
    size_t n_set;
} ul_source_options;

/* Runs a generator or importer; a generated instance carries its SHA-256. */
ul_status ul_source_make(const ul_source *source, const ul_source_options *options,
                         char *remark, size_t remark_room, ul_instance *instance);
/* The same for one that prints. */
ul_status ul_source_print(const ul_source *source, const ul_source_options *options,
                          char *remark, size_t remark_room, const char *path);
