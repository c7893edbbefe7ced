// The allocator's entries, as the C library lets a program replace them: each counts, and goes on to the library's own.

#include "CAllocations.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static __thread uint64_t allocations;

// Followed only while somebody watches, so that nothing else pays for it.
static atomic_bool watching;
static atomic_llong inUse;
static atomic_llong most;

static void change(long long bytes) {
    long long now = atomic_fetch_add(&inUse, bytes) + bytes;
    long long seen = atomic_load(&most);
    while (now > seen && !atomic_compare_exchange_weak(&most, &seen, now)) continue;
}

static void *took(void *memory) {
    if (atomic_load_explicit(&watching, memory_order_relaxed)) change((long long)malloc_usable_size(memory));
    return memory;
}

static void gave(void *memory) {
    if (atomic_load_explicit(&watching, memory_order_relaxed)) change(-(long long)malloc_usable_size(memory));
}

void callocations_watch(void) {
    atomic_store(&inUse, 0);
    atomic_store(&most, 0);
    atomic_store(&watching, true);
}

uint64_t callocations_peak(void) {
    atomic_store(&watching, false);
    return (uint64_t)atomic_load(&most);
}

uint64_t callocations_count(void) { return allocations; }

uint64_t callocations_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void *malloc(size_t size) {
    allocations++;
    return took(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return took(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size) {
    allocations++;
    gave(memory);
    void *block = __libc_realloc(memory, size);
    // What cannot be moved stays, but for a size of nothing, which gives it back.
    return block == NULL && size > 0 ? (took(memory), NULL) : took(block);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return took(__libc_memalign(alignment, size));
}

void free(void *memory) {
    gave(memory);
    __libc_free(memory);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *block = memalign(alignment, size);
    if (block == NULL) return ENOMEM;
    *memory = block;
    return 0;
}
