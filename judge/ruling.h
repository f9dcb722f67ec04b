/* The judge: a candidate's file, an exam, and what comes of it.
 *
 * Stages: the quick set, which ends it for who is bad; the training set; and for finalists
 * the sealed set and the search for the worst case. The score is the least that the set can
 * cost over what the candidate pays: 1 is optimal, larger is better. Who fails on one
 * instance, by time, memory, a crash, an answer that is none, or by asking the system for
 * what it was not given, scores nothing.
 */
#pragma once

#include "exam.h"
#include "json_writer.h"
#include "run.h"

typedef struct {
    const ul_exam *exam;
    bool isolated;
    double time_limit_s, cpu_limit_s; /* of a candidate, for everything */
    double answer_s;                  /* of one answer */
    uint64_t memory_mb;               /* of all its processes */
    uint64_t threads;                 /* of a program, at a time */
    double least_score; /* on the quick set, to go on; negative: four fifths of the worst rival's */
    int last_stage;     /* 1: the quick set alone */
    bool finalist;
    uint64_t evaluations; /* of the search for the worst case */
} ul_ruling_rules;

typedef struct {
    ul_cost cost;
    double excess_l1, completion_s; /* NaN: not measured */
} ul_ruling_case;

typedef struct {
    bool is_done;
    double score;
    ul_ruling_case *item; /* as many as the exam has */
} ul_ruling_set;

typedef struct {
    const char *candidate;
    bool is_valid;
    const char *how; /* "time-limit", "crash", "cheats" ... of who is not */
    char why[1000];
    int stage; /* the last that was done */
    double score;
    ul_ruling_set set[UL_SETS];
    size_t loses_most; /* of the training set */
    double cpu_s, wall_s;
    double worst; /* its cost over the optimum; 0: not sought */
    char *worst_instance;
} ul_ruling;

/* Frees nothing of the rules; `ruling` lives in the arena but for the worst instance. */
ul_status ul_ruling_reach(const ul_ruling_rules *rules, const char *candidate, ul_arena *arena,
                           ul_ruling *ruling);

/* One object. */
void ul_ruling_json(const ul_ruling_rules *rules, const ul_ruling *ruling, ul_json_writer *json);
