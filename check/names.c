/* A name table: open addressing, linear probing, at most half full. */
#include <string.h>

#include "check.h"

/* Multiplication by an odd constant and a fold: short keys spread well. */
static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = length;
    for (size_t q = 0; q < length; q++) {
        hash = (hash ^ (unsigned char)text[q]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static size_t slot_of(const check_names *names, const char *text, size_t length)
{
    size_t at = hash_of(text, length) & (names->slots - 1);
    check_spend(names->c, length);
    for (; names->slot[at] != 0; at = (at + 1) & (names->slots - 1)) {
        const check_field *key = &names->key[names->slot[at] - 1];
        /* Names may be chosen to share a slot, and to differ in the end only. */
        check_spend(names->c, 2 + (key->length == length ? length / 8 : 0));
        if (key->length == length && memcmp(key->text, text, length) == 0)
            break;
    }
    return at;
}

size_t check_names_find(const check_names *names, const char *text, size_t length)
{
    if (names->slots == 0)
        return CHECK_NOT_FOUND;
    const size_t found = names->slot[slot_of(names, text, length)];
    return found == 0 ? CHECK_NOT_FOUND : found - 1;
}

size_t check_names_add(check *c, check_names *names, const char *text, size_t length, bool *added)
{
    names->c = c;
    if (names->n * 2 >= names->slots) {
        check_free(c, names->slot);
        names->slots = names->slots == 0 ? 128 : names->slots * 2;
        names->slot = check_alloc(c, names->slots, sizeof *names->slot);
        for (size_t q = 0; q < names->n; q++)
            names->slot[slot_of(names, names->key[q].text, names->key[q].length)] =
                (check_index)(q + 1);
    }
    const size_t at = slot_of(names, text, length);
    *added = names->slot[at] == 0;
    if (*added) {
        if (names->n == CHECK_INDEX_MAX)
            check_refuse_file(c, c->counted, "has more than %zu names", CHECK_INDEX_MAX);
        names->key = check_grow(c, names->key, names->n, &names->key_room, sizeof *names->key);
        names->key[names->n] = (check_field){check_keep(c, text, length), length};
        names->slot[at] = (check_index)++names->n;
    }
    return (size_t)names->slot[at] - 1;
}
