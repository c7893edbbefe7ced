/// Takes pairs of samples, floor and ours by turns, so that whatever else the machine does meets both alike.
struct Sampler: Sendable {
    /// How many pairs; at least 30 make a median worth printing.
    var pairs: Int
    /// How long one sample is to last at least.
    var sample: Duration = .milliseconds(8)

    private let clock = ContinuousClock()

    init(pairs: Int) { self.pairs = pairs }

    /// Nanoseconds for one round of each.
    struct Samples: Sendable {
        var floor: [Double] = []
        var ours: [Double] = []

        /// The median of the pairs' ratios, each of which was measured within one moment.
        var ratio: Double { Sampler.median(zip(floor, ours).map { $1 / $0 }) }
    }

    /// Measures both, after a warm-up that also finds how many rounds fill a sample.
    func compare(
        floor: () async throws -> Void, ours: () async throws -> Void
    ) async rethrows -> Samples {
        let floorRounds = try await rounds(of: floor)
        let oursRounds = try await rounds(of: ours)
        var samples = Samples()
        for index in 0..<pairs {
            // Neither is always first.
            for isFloor in index.isMultiple(of: 2) ? [true, false] : [false, true] {
                if isFloor {
                    samples.floor.append(try await nanoseconds(floorRounds, floor))
                } else {
                    samples.ours.append(try await nanoseconds(oursRounds, ours))
                }
            }
        }
        return samples
    }

    /// Measures one thing that has no floor.
    func measure(_ body: () async throws -> Void) async rethrows -> [Double] {
        let rounds = try await rounds(of: body)
        var samples: [Double] = []
        for _ in 0..<pairs { samples.append(try await nanoseconds(rounds, body)) }
        return samples
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    private func rounds(of body: () async throws -> Void) async rethrows -> Int {
        var rounds = 1
        while true {
            let time = try await nanoseconds(rounds, body) * Double(rounds)
            if time >= Double(sample / .nanoseconds(1)) || rounds >= 1 << 24 { return rounds }
            rounds *= 2
        }
    }

    private func nanoseconds(_ rounds: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = clock.now
        for _ in 0..<rounds { try await body() }
        return Double((clock.now - start) / .nanoseconds(1)) / Double(rounds)
    }
}

/// Keeps the compiler from leaving out what nobody reads.
@inline(never)
func keep<T>(_ value: T) { withExtendedLifetime(value) {} }
