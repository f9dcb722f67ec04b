#include "names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "status.h"

typedef struct {
    const char *text;
    uint32_t length;
    uint32_t hash; /* upper half: enough to skip nearly every string comparison */
} entry;

struct ul_names {
    ul_arena *text;
    entry *entry;
    size_t n, room;
    uint32_t *slot; /* index + 1, 0 = free */
    size_t slots;   /* power of two, at least twice n */
};

ul_names *ul_names_new(void)
{
    ul_names *names = calloc(1, sizeof *names);
    if (names == NULL)
        return NULL;
    names->text = ul_arena_new();
    if (names->text == NULL) {
        free(names);
        return NULL;
    }
    return names;
}

void ul_names_free(ul_names *names)
{
    if (names == NULL)
        return;
    ul_arena_free(names->text);
    free(names->entry);
    free(names->slot);
    free(names);
}

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t q = 0; q < length; q++)
        hash = (hash ^ (unsigned char)text[q]) * 1099511628211u;
    return hash ^ hash >> 29;
}

static size_t slot_of(const ul_names *names, const char *text, size_t length, uint64_t hash)
{
    size_t s = hash & (names->slots - 1);
    for (; names->slot[s] != 0; s = (s + 1) & (names->slots - 1)) {
        const entry *e = &names->entry[names->slot[s] - 1];
        if (e->hash == (uint32_t)(hash >> 32) && e->length == length
            && memcmp(e->text, text, length) == 0)
            break;
    }
    return s;
}

static bool grow(ul_names *names)
{
    const size_t room = names->room == 0 ? 64 : names->room * 2;
    if (room > UINT32_MAX)
        return false;
    entry *grown = realloc(names->entry, room * sizeof *grown);
    if (grown == NULL)
        return false;
    names->entry = grown;
    uint32_t *slot = calloc(room * 2, sizeof *slot);
    if (slot == NULL)
        return false;
    free(names->slot);
    names->slot = slot;
    names->slots = room * 2;
    names->room = room;
    for (size_t q = 0; q < names->n; q++) {
        const entry *e = &names->entry[q];
        names->slot[slot_of(names, e->text, e->length, hash_of(e->text, e->length))] =
            (uint32_t)q + 1;
    }
    return true;
}

size_t ul_names_add(ul_names *names, const char *text, size_t length, bool *added)
{
    if (added != NULL)
        *added = false;
    if (length > UINT32_MAX || (names->n == names->room && !grow(names)))
        return UL_NONE;
    const uint64_t hash = hash_of(text, length);
    const size_t s = slot_of(names, text, length, hash);
    if (names->slot[s] != 0)
        return names->slot[s] - 1;
    char *copy = ul_arena_text(names->text, text, length);
    if (copy == NULL)
        return UL_NONE;
    names->entry[names->n] = (entry){copy, (uint32_t)length, (uint32_t)(hash >> 32)};
    names->slot[s] = (uint32_t)++names->n;
    if (added != NULL)
        *added = true;
    return names->n - 1;
}

size_t ul_names_find(const ul_names *names, const char *text, size_t length)
{
    if (names->slots == 0)
        return UL_NONE;
    const size_t s = slot_of(names, text, length, hash_of(text, length));
    return names->slot[s] == 0 ? UL_NONE : names->slot[s] - 1;
}

const char *ul_names_text(const ul_names *names, size_t index)
{
    return names->entry[index].text;
}

size_t ul_names_length(const ul_names *names, size_t index)
{
    return names->entry[index].length;
}

size_t ul_names_count(const ul_names *names)
{
    return names->n;
}

ul_status ul_name_check(const char *what, const char *name)
{
    const size_t length = strlen(name);
    if (length == 0)
        return ul_fail(UL_E_INPUT, "the %s's name is empty", what);
    if (length > UL_NAME_MAX)
        return ul_fail(UL_E_INPUT, "the %s's name '%.20s...' is longer than %d bytes", what, name,
                       UL_NAME_MAX);
    for (size_t q = 0; q < length; q++)
        if ((unsigned char)name[q] < 0x20 || name[q] == 0x7f)
            return ul_fail(UL_E_INPUT, "the %s's name holds a control character", what);
    return UL_OK;
}
