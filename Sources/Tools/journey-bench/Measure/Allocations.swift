import CAllocations

/// Counts the memory blocks that the calling thread allocates. The count is deterministic, so a few rounds after a warm-up are
/// enough.
enum Allocations {
    private static let rounds = 8

    static func compare(floor: () throws -> Void, ours: () throws -> Void) rethrows -> Sampler.Samples {
        Sampler.Samples(floor: try samples(of: floor), ours: try samples(of: ours))
    }

    /// The number of bytes that the whole process has in use.
    static var bytesInUse: UInt64 { callocations_bytes() }

    /// Returns the peak of additional bytes in use by the whole process while `body` runs.
    static func peak(_ body: () throws -> Void) rethrows -> Double {
        callocations_watch()
        defer { _ = callocations_peak() }
        try body()
        return Double(callocations_peak())
    }

    private static func samples(of body: () throws -> Void) rethrows -> [Double] {
        for _ in 0..<rounds { try body() }
        return try (0..<rounds).map { _ in
            let start = callocations_count()
            try body()
            return Double(callocations_count() - start)
        }
    }
}
