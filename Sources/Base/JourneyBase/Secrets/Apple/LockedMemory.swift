import Darwin

/// Memory that is not paged out. Apple's systems write no core dumps of apps.
enum LockedMemory {
    /// At least `count` zeroed bytes in whole pages, with how many they are. They stay with the process, which ends when
    /// the system has none to give: a secret is never put where it could be read later.
    static func pages(atLeast count: Int) -> (start: UnsafeMutableRawPointer, count: Int) {
        let page = Int(getpagesize())
        let count = (count + page - 1) / page * page
        let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let start, start != MAP_FAILED else { preconditionFailure("no memory for secrets") }
        guard mlock(start, count) == 0 else { preconditionFailure("memory for secrets cannot be locked") }
        return (start, count)
    }

    /// Zeroes `count` bytes, also where the compiler can see that nobody reads them again.
    static func wipe(_ start: UnsafeMutableRawPointer, count: Int) { memset_s(start, count, 0, count) }
}
