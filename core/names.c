#include "names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text;
    uint32_t length;
    uint32_t hash;
} entry;

/* A slot repeats the hash, so that passing over a stranger costs no look at its
 * entry: with a million names each such look is a cache miss. */
typedef struct {
    uint32_t hash;
    uint32_t index; /* of the entry, + 1; 0 = free */
} slot;

struct ul_names {
    ul_arena *text;
    entry *entry;
    size_t n, room;
    slot *slot;
    size_t slots; /* power of two, at least twice n */
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

/* Eight bytes a step; the multiplier is 2^64 over the golden ratio, and the
 * upper half of each product is folded back so that every input bit counts. */
static uint32_t hash_of(const char *text, size_t length)
{
    const uint64_t multiplier = 0x9e3779b97f4a7c15u;
    uint64_t hash = length * multiplier;
    while (length > 0) {
        uint64_t word = 0;
        const size_t n = length < sizeof word ? length : sizeof word;
        memcpy(&word, text, n);
        hash = (hash ^ word) * multiplier;
        hash ^= hash >> 32;
        text += n;
        length -= n;
    }
    return (uint32_t)(hash * multiplier >> 32);
}

static slot *slot_of(const ul_names *names, const char *text, size_t length, uint32_t hash)
{
    size_t s = hash & (names->slots - 1);
    for (; names->slot[s].index != 0; s = (s + 1) & (names->slots - 1)) {
        if (names->slot[s].hash != hash)
            continue;
        const entry *e = &names->entry[names->slot[s].index - 1];
        if (e->length == length && memcmp(e->text, text, length) == 0)
            break;
    }
    return &names->slot[s];
}

static bool grow(ul_names *names)
{
    const size_t room = names->room == 0 ? 32 : names->room * 2;
    if (room > UINT32_MAX)
        return false;
    entry *grown = realloc(names->entry, room * sizeof *grown);
    if (grown == NULL)
        return false;
    names->entry = grown;
    slot *slots = calloc(room * 2, sizeof *slots);
    if (slots == NULL)
        return false;
    free(names->slot);
    names->slot = slots;
    names->slots = room * 2;
    names->room = room;
    for (size_t q = 0; q < names->n; q++) {
        size_t s = names->entry[q].hash & (names->slots - 1);
        while (slots[s].index != 0)
            s = (s + 1) & (names->slots - 1);
        slots[s] = (slot){names->entry[q].hash, (uint32_t)q + 1};
    }
    return true;
}

size_t ul_names_add(ul_names *names, const char *text, size_t length, bool *added)
{
    if (added != NULL)
        *added = false;
    if (length > UINT32_MAX || (names->n == names->room && !grow(names)))
        return UL_NONE;
    const uint32_t hash = hash_of(text, length);
    slot *at = slot_of(names, text, length, hash);
    if (at->index != 0)
        return at->index - 1;
    char *copy = ul_arena_text(names->text, text, length);
    if (copy == NULL)
        return UL_NONE;
    names->entry[names->n] = (entry){copy, (uint32_t)length, hash};
    *at = (slot){hash, (uint32_t)++names->n};
    if (added != NULL)
        *added = true;
    return names->n - 1;
}

ul_status ul_names_put(ul_names *names, const char *text, size_t *index, bool *added)
{
    *index = ul_names_add(names, text, strlen(text), added);
    return *index == UL_NONE ? ul_no_memory() : UL_OK;
}

size_t ul_names_find(const ul_names *names, const char *text, size_t length)
{
    if (names->slots == 0)
        return UL_NONE;
    const slot *at = slot_of(names, text, length, hash_of(text, length));
    return at->index == 0 ? UL_NONE : at->index - 1;
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

const char **ul_names_list(ul_arena *arena, const ul_names *names)
{
    const size_t n = ul_names_count(names);
    const char **list = ul_arena_alloc(arena, n, sizeof *list);
    for (size_t q = 0; list != NULL && q < n; q++)
        list[q] = ul_names_text(names, q);
    return list;
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

ul_status ul_name_instance(const char *name, char **copy)
{
    UL_TRY(ul_name_check("instance", name));
    if (*copy != NULL)
        return ul_fail(UL_E_INPUT, "the instance is named twice");
    *copy = strdup(name);
    return *copy == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_names_take(ul_names *names, const char *what, const char *name, bool unique,
                        size_t *index)
{
    UL_TRY(ul_name_check(what, name));
    bool added;
    *index = ul_names_add(names, name, strlen(name), &added);
    if (*index == UL_NONE)
        return ul_no_memory();
    if (unique && !added)
        return ul_fail(UL_E_INPUT, "%s '%s' is named twice", what, name);
    return UL_OK;
}

ul_status ul_names_take_optional(ul_names *names, const char *what, const char *name, uint32_t *index)
{
    size_t q;
    *index = UINT32_MAX;
    if (name == NULL || name[0] == '\0')
        return UL_OK;
    if (strcmp(name, "*") == 0)
        return ul_fail(UL_E_INPUT, "a %s cannot be called '*'", what);
    UL_TRY(ul_names_take(names, what, name, false, &q));
    *index = (uint32_t)q;
    return UL_OK;
}
