import Glibc

/// Memory that is neither paged out nor written into a core dump.
enum LockedMemory {
    /// At least `count` zeroed bytes in whole pages, with how many they are. They stay with the process, which ends when
    /// the system has none to give: a secret is never put where it could be read later.
    static func pages(atLeast count: Int) -> (start: UnsafeMutableRawPointer, count: Int) {
        let page = Int(getpagesize())
        let count = (count + page - 1) / page * page
        let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else { preconditionFailure("no memory for secrets") }
        guard mlock(start, count) == 0 else {
            preconditionFailure("memory for secrets cannot be locked: raise the limit that `ulimit -l` shows")
        }
        madvise(start, count, MADV_DONTDUMP)
        return (start, count)
    }

    /// Zeroes `count` bytes, also where the compiler can see that nobody reads them again.
    static func wipe(_ start: UnsafeMutableRawPointer, count: Int) { explicit_bzero(start, count) }
}
