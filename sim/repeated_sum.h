/* Repeated addition of doubles, without repeating it.
 *
 * A simulated second adds a rate to what a job has done; ten million such sums round
 * ten million times, and the papers' results depend on it (2.1 added n times is not
 * 2.1 * n). Between two powers of two every addition rounds alike, so that many of
 * them are one exact product: O(binades passed), bit for bit the same.
 */
#pragma once

#include <stdint.h>

/* *sum after adding `step` > 0 to it until it reaches `goal`, at most n times; tells
 * how often that was. Where step is too small to change the sum it is n. */
uint64_t ul_repeated_sum(double *sum, double step, double goal, uint64_t n);
