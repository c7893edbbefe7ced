import CAllocations

/// Counts the blocks that the calling thread takes from the allocator. The same code takes the same number each time, so a
/// few rounds after a warm-up are enough.
enum Allocations {
    private static let rounds = 8

    static func compare(floor: () throws -> Void, ours: () throws -> Void) rethrows -> Sampler.Samples {
        Sampler.Samples(floor: try samples(of: floor), ours: try samples(of: ours))
    }

    /// What the whole process has in use.
    static var bytesInUse: UInt64 { callocations_bytes() }

    /// The most bytes that the whole process has taken at one time while `body` ran, beyond those in use before.
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
