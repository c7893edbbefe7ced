import Darwin

/// Memory that isn't paged out. Apple platforms write no core dumps of apps.
enum LockedMemory {
    /// Allocates at least `count` zeroed bytes in whole pages, and returns them with their exact number. They are never freed.
    ///
    /// Ends the process if the system has none left, so that no secret is stored in readable memory.
    static func pages(atLeast count: Int) -> (start: UnsafeMutableRawPointer, count: Int) {
        let page = Int(getpagesize())
        let count = (count + page - 1) / page * page
        let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let start, start != MAP_FAILED else {
            preconditionFailure("mmap of locked memory failed; RLIMIT_MEMLOCK may be too low")
        }
        guard mlock(start, count) == 0 else {
            preconditionFailure("mlock of memory failed; RLIMIT_MEMLOCK may be too low")
        }
        return (start, count)
    }

    /// Zeroes `count` bytes, even if the compiler can prove that they aren't read again.
    static func wipe(_ start: UnsafeMutableRawPointer, count: Int) { memset_s(start, count, 0, count) }
}
