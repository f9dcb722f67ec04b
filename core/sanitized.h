/* Whether this build runs under the address sanitizer: its shadow memory is
 * terabytes of address space, so limits on that cannot be set, and it is slow.
 */
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define UL_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UL_SANITIZED 1
#endif
#endif
#ifndef UL_SANITIZED
#define UL_SANITIZED 0
#endif
