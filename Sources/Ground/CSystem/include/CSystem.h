// System calls that Swift's Glibc module does not carry: macros, variadics and Linux-only headers.
#pragma once

#include <spawn.h>
#include <stddef.h>

#ifdef __linux__

/// A pipe whose ends no child inherits: for reading and for writing. Returns 0, or -1 with errno set.
int csystem_pipe(int ends[2]);

/// Has a child that is spawned with `actions` keep no descriptor from `first` on. Returns 0 or an error's number.
int csystem_close_from(posix_spawn_file_actions_t *actions, int first);

/// Makes this process the parent of orphans among its descendants. Returns 0 or -1.
int csystem_adopt_orphans(void);

/// On how many processors this process may run, which may be less than the machine has; 0 when nobody knows.
int csystem_processors(void);

/// An epoll set, or -1.
int csystem_epoll(void);

/// Adds `descriptor` to the set, for reading. Returns 0 or -1.
int csystem_epoll_add(int set, int descriptor);

/// Adds `descriptor` to the set, to be told when its peer hangs up. Returns 0 or -1.
int csystem_epoll_add_hangup(int set, int descriptor);

/// Takes `descriptor` out of the set.
void csystem_epoll_remove(int set, int descriptor);

/// Waits until something in the set happens or `milliseconds` have passed (-1: without end). Fills `descriptors` with
/// whom it happened to and returns how many they are, at most 16.
int csystem_epoll_wait(int set, int milliseconds, int *descriptors, int count);

/// Has the set look at `descriptor` for reading, writing, both, or, with neither, no more. Returns 0 or -1.
int csystem_epoll_watch(int set, int descriptor, int reads, int writes);

/// Has the set tell once when `descriptor` can be read or, with `writes`, also when it can be written to. Returns 0 or -1.
int csystem_epoll_once(int set, int descriptor, int writes);

/// Something that happened to a descriptor in a set.
struct csystem_event {
    int descriptor;
    int can_read;
    int can_write;
    int has_failed;
};

/// Waits without end and fills `events`. Returns how many there are; none after an interruption.
int csystem_epoll_next(int set, struct csystem_event *events, int count);

/// A timer that can wait in an epoll set, or -1. It is not running.
int csystem_timerfd(void);

/// Makes the timer readable after `nanoseconds`, at least one, in place of what it was set to.
void csystem_timerfd_set(int descriptor, long long nanoseconds);

/// A counter that can wait in an epoll set, or -1.
int csystem_eventfd(void);

/// Makes the counter readable.
void csystem_eventfd_ring(int descriptor);

/// Closes a descriptor.
void csystem_close(int descriptor);

/// Makes it quiet again.
void csystem_eventfd_clear(int descriptor);

#endif
