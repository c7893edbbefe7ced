#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// How many blocks the calling thread has asked the allocator for, since it began. A program that links this module
/// counts; it is linked by the benchmark alone.
uint64_t callocations_count(void);

#endif
