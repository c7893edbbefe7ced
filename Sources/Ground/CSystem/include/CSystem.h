// System calls that Swift's Glibc module does not carry: macros, variadics and Linux-only headers.
#pragma once

#include <stddef.h>

#ifdef __linux__

/// Fills `buffer` with `count` bytes from the kernel's generator. Returns 0, or -1 with errno set.
int csystem_random(void *buffer, size_t count);

/// Makes this process the parent of orphans among its descendants. Returns 0 or -1.
int csystem_adopt_orphans(void);

/// An epoll set, or -1.
int csystem_epoll(void);

/// Adds `descriptor` to the set, for reading. Returns 0 or -1.
int csystem_epoll_add(int set, int descriptor);

/// Waits until something in the set can be read or `milliseconds` have passed (-1: without end).
void csystem_epoll_wait(int set, int milliseconds);

/// A counter that can wait in an epoll set, or -1.
int csystem_eventfd(void);

/// Makes the counter readable.
void csystem_eventfd_ring(int descriptor);

/// Closes a descriptor.
void csystem_close(int descriptor);

/// Makes it quiet again.
void csystem_eventfd_clear(int descriptor);

#endif
