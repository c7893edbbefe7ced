// Tells ThreadSanitizer about Swift's Mutex, which waits for a contended lock inside its own library. That is not compiled
// for the checker, so without this it does not see that the lock was taken, and takes what is guarded for shared. Loaded
// before that library, these stand in front of its own functions and say when a lock is had and when it is given up. What
// is not contended the checker sees by itself: it is compiled into our code.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Not there in the programs that a test starts.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void Lock(uint32_t thread, SELF);
typedef SWIFT bool Try(SELF);
typedef SWIFT void Unlock(SELF);

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

SWIFT void journey_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void journey_lock(uint32_t thread, SELF) {
    ((Lock *)next(LOCK))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool journey_try(SELF) __asm__(TRY);
SWIFT bool journey_try(SELF) {
    bool isHeld = ((Try *)next(TRY))(self);
    if (isHeld && __tsan_acquire) __tsan_acquire(self);
    return isHeld;
}

SWIFT void journey_unlock(SELF) __asm__(UNLOCK);
SWIFT void journey_unlock(SELF) {
    if (__tsan_release) __tsan_release(self);
    ((Unlock *)next(UNLOCK))(self);
}
