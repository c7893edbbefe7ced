import Glibc

/// The limit of files and sockets that this process may have open at one time (getrlimit(2), `RLIMIT_NOFILE`).
package enum OpenFiles {
    /// The most that the process may allow itself: the hard limit.
    package static var most: Int { limits.map { Int(clamping: $0.rlim_max) } ?? 1_024 }

    /// Allows the process the most. The usual limit is for programs that cannot take high numbers (select(2)), which nothing here
    /// uses.
    package static func raise() {
        guard var limits, limits.rlim_cur < limits.rlim_max else { return }
        limits.rlim_cur = limits.rlim_max
        _ = setrlimit(resource, &limits)
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

    private static var limits: rlimit? {
        var limits = rlimit()
        return getrlimit(resource, &limits) == 0 ? limits : nil
    }
}
