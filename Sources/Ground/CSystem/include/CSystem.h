// System calls that Swift's Glibc module does not carry: macros, variadics and Linux-only headers.
#pragma once

#include <stddef.h>

#ifdef __linux__

/// Fills `buffer` with `count` bytes from the kernel's generator. Returns 0, or -1 with errno set.
int csystem_random(void *buffer, size_t count);

#endif
