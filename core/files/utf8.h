/* Names hold any bytes; what we write for other programs is valid UTF-8. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UL_UTF8_REPLACEMENT = 0xfffd };

/* The code point at text (not at its NUL) and the bytes it takes; a byte that
 * begins no valid sequence is one UL_UTF8_REPLACEMENT. */
size_t ul_utf8_next(const char *text, uint32_t *code);

/* Writes a code point; returns its bytes (1 to 4), no NUL. */
size_t ul_utf8_put(uint32_t code, char buffer[4]);

/* Whether all of a text is valid. */
bool ul_utf8_is(const char *text);

/* How many code points a text has: its width on a terminal, nearly always. */
size_t ul_utf8_count(const char *text);
