#include "CSystem.h"

#ifdef __linux__

#include <errno.h>
#include <sys/random.h>

int csystem_random(void *buffer, size_t count) {
    unsigned char *next = buffer;
    while (count > 0) {
        ssize_t got = getrandom(next, count, 0);
        if (got < 0) {
            if (errno == EINTR) continue;
            return -1;
        }
        next += got;
        count -= (size_t)got;
    }
    return 0;
}

#endif
