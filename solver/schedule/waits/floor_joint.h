/* Prices of being on a machine in all periods at once, and of starts.
 *
 * One linear program for all of time: who must be on a machine may choose when, within his window;
 * machines are sets of those who are there, by period; and whenever machines of fewer dollars are in
 * use than in the period before, some were started and are given back. Its dual is prices by period
 * and the shares of a start (floor_starts.h). Sets are columns that are made when they are worth it.
 */
#pragma once

#include "floor_presences.h"

/* Fills *found, by period and class, dollars an hour, and the windows' shares of a start, for tasks
 * that have no prices of work. It begins with those of other periods, which were *found before. What
 * is found holds, if the time ends early, too. */
ul_status ul_floor_joint(const ul_floor_problem *problem, ul_floor_windows *windows, ul_run *run,
                         ul_arena *arena, const ul_floor_windows *others, double **found);
