#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// How many blocks the calling thread has asked the allocator for, since it began. A program that links this module
/// counts; it is linked by the benchmark alone.
uint64_t callocations_count(void);

/// How many bytes the whole process has in use, of the allocator's: what is freed and kept for later is not in use, but for
/// the few small blocks that each thread keeps.
uint64_t callocations_bytes(void);

/// Begins to follow how many bytes the whole process takes from the allocator and gives back.
void callocations_watch(void);

/// Ends the watch: the most bytes that were in use at one time during it, beyond those that were in use at its begin.
uint64_t callocations_peak(void);

#endif
