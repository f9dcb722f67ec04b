/* SHA-256 (FIPS 180-4), streaming. Names an instance by its content. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { UL_SHA256_BYTES = 32, UL_SHA256_TEXT = 65 }; /* 64 hexadecimal digits and NUL */

/* ---- below: not for plugins ---- */

typedef struct {
    uint32_t state[8];
    uint64_t bytes;
    uint8_t block[64];
} ul_sha256;

void ul_sha256_init(ul_sha256 *hash);
void ul_sha256_add(ul_sha256 *hash, const void *data, size_t length);
/* Either ends the stream. */
void ul_sha256_end(ul_sha256 *hash, uint8_t digest[UL_SHA256_BYTES]);
void ul_sha256_text(ul_sha256 *hash, char text[UL_SHA256_TEXT]);
