// For pipe2 and posix_spawn_file_actions_addclosefrom_np.
#define _GNU_SOURCE
#include "CSystem.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

int csystem_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int csystem_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int csystem_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int csystem_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

int csystem_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

int csystem_epoll_add(int set, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

int csystem_epoll_add_edge(int set, int descriptor, uint64_t token) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.u64 = token};
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

int csystem_epoll_add_listener(int set, int descriptor, uint64_t token) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = token};
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

void csystem_epoll_remove(int set, int descriptor) { (void)epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL); }

int csystem_epoll_wait(int set, int milliseconds, struct csystem_readiness *events, int count) {
    struct epoll_event found[64];
    // An interruption is a wake-up like any other: the caller looks at everything after each one.
    int number = epoll_wait(set, found, count < 64 ? count : 64, milliseconds);
    for (int index = 0; index < number; index += 1) {
        events[index].token = found[index].data.u64;
        events[index].can_read = (found[index].events & EPOLLIN) != 0;
        events[index].can_write = (found[index].events & EPOLLOUT) != 0;
        events[index].has_ended = (found[index].events & (EPOLLRDHUP | EPOLLHUP)) != 0;
        events[index].has_failed = (found[index].events & (EPOLLERR | EPOLLHUP)) != 0;
    }
    return number < 0 ? 0 : number;
}

int csystem_accept(int listener, uint8_t address[16], int *length) {
    struct sockaddr_storage peer = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof peer;
    int descriptor = accept4(listener, (struct sockaddr *)&peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor < 0) return -errno;
    *length = 0;
    int yes = 1;
    if (peer.ss_family == AF_INET) {
        memcpy(address, &((struct sockaddr_in *)&peer)->sin_addr, *length = 4);
        (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    } else if (peer.ss_family == AF_INET6) {
        memcpy(address, &((struct sockaddr_in6 *)&peer)->sin6_addr, *length = 16);
        (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    return descriptor;
}

int csystem_spare(void) { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

int csystem_epoll_watch(int set, int descriptor, int reads, int writes) {
    struct epoll_event event = {.events = (reads ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0), .data.fd = descriptor};
    if (!reads && !writes) return epoll_ctl(set, EPOLL_CTL_DEL, descriptor, &event);
    if (epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
    return errno == EEXIST ? epoll_ctl(set, EPOLL_CTL_MOD, descriptor, &event) : -1;
}

int csystem_epoll_once(int set, int descriptor, int writes) {
    struct epoll_event event = {
        .events = EPOLLIN | EPOLLONESHOT | (writes ? EPOLLOUT : 0), .data.fd = descriptor,
    };
    if (epoll_ctl(set, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    return errno == ENOENT ? epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) : -1;
}

int csystem_epoll_next(int set, struct csystem_event *events, int count) {
    struct epoll_event found[16];
    int number = epoll_wait(set, found, count < 16 ? count : 16, -1);
    for (int index = 0; index < number; index += 1) {
        events[index].descriptor = found[index].data.fd;
        events[index].can_read = (found[index].events & (EPOLLIN | EPOLLHUP)) != 0;
        events[index].can_write = (found[index].events & EPOLLOUT) != 0;
        events[index].has_failed = (found[index].events & EPOLLERR) != 0;
    }
    return number < 0 ? 0 : number;
}

int csystem_timerfd(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

void csystem_timerfd_set(int descriptor, long long nanoseconds) {
    if (nanoseconds < 1) nanoseconds = 1;
    struct itimerspec time = {
        .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000},
    };
    (void)timerfd_settime(descriptor, 0, &time, NULL);
}

void csystem_close(int descriptor) { (void)close(descriptor); }

int csystem_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void csystem_eventfd_ring(int descriptor) {
    uint64_t one = 1;
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;  // Full means that it is readable already.
}

void csystem_eventfd_clear(int descriptor) {
    uint64_t count;
    ssize_t got = read(descriptor, &count, sizeof count);
    (void)got;
}

#endif
