// System calls that Swift's Glibc module does not carry: macros, variadics and Linux-only headers.
#pragma once

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>

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

/// Adds `descriptor` to the set with `token`, which its events carry: each change of what it can do is told once
/// (edge-triggered). Returns 0 or -1.
int csystem_epoll_add_edge(int set, int descriptor, uint64_t token);

/// Adds a listening `descriptor` to the set with `token`: told as long as somebody waits to be accepted. Returns 0 or -1.
int csystem_epoll_add_listener(int set, int descriptor, uint64_t token);

/// Takes `descriptor` out of the set.
void csystem_epoll_remove(int set, int descriptor);

/// What a descriptor that was added with a token can do.
struct csystem_readiness {
    uint64_t token;
    int can_read;
    int can_write;
    /// The peer sends no more, or the connection is gone.
    int has_ended;
    /// The connection is gone: nothing more can be sent either.
    int has_failed;
};

/// Waits until something in the set happens or `milliseconds` have passed (-1: without end). Fills `events` and returns how
/// many they are, at most 64; none after an interruption.
int csystem_epoll_wait(int set, int milliseconds, struct csystem_readiness *events, int count);

/// Accepts one connection, which neither blocks nor is inherited. Writes its address in network order and the address's length
/// (4, 16, or 0 when it has none). Returns the descriptor, or an error's number below zero.
int csystem_accept(int listener, uint8_t address[16], int *length);

/// A descriptor that is good for nothing but to be closed when there are no others, or -1.
int csystem_spare(void);

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
