/* Cases for two checkers: an instance, a plan and a certificate in one stream, each as
 * "BYTES BYTES BYTES\n" (-1: none) and so many bytes. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Appends the case that the files at three paths make; NULL: none. */
bool judge_keep(FILE *stream, const char *const paths[3]);

/* Answers each case on standard input by a line: the checker's exit status, its cost and
 * bound in 10^-12 dollars ("-": none), and its sentences, each
 * with a bar behind it. */
int judge_all(void);
