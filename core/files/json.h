/* JSON documents, read-only, over jansson.
 *
 * A whole document is held in memory (about 20 times its text). Members keep
 * the order of the file; a member named twice is a fault.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "input.h"
#include "status.h"

typedef struct ul_json ul_json; /* a value; lives as long as its document */

/* "FILE:LINE: column C: SENTENCE" when the text is not JSON. */
ul_status ul_json_read(const char *path, ul_json **document);
/* The same of a text in memory; `name` is what a fault calls it. */
ul_status ul_json_parse(const char *name, const char *text, size_t length, ul_json **document);
void ul_json_free(ul_json *document); /* NULL is nothing to free */

/* Member of an object, element of an array; NULL when there is none, or when
 * the value is not an object or array. */
const ul_json *ul_json_member(const ul_json *value, const char *name);
const ul_json *ul_json_element(const ul_json *value, size_t q);
size_t ul_json_count(const ul_json *value); /* of members or elements, else 0 */

/* Calls fn for each member in file order until one fails; a fault when the
 * value is not an object. */
typedef ul_status (*ul_json_member_fn)(void *context, const char *name, const ul_json *value);
ul_status ul_json_each(const ul_json *value, ul_json_member_fn fn, void *context);

/* The value when it has the form, else false. NULL has none. */
bool ul_json_text(const ul_json *value, const char **text);
bool ul_json_number(const ul_json *value, double *number);
bool ul_json_truth(const ul_json *value, bool *truth);
bool ul_json_is_object(const ul_json *value);
bool ul_json_is_array(const ul_json *value);
