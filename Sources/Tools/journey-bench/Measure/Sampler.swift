import Glibc

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

    /// Takes the figures of both sides by turns, floor first in every other one, so that neither is always first.
    ///
    /// - Parameters:
    ///   - turns: The turns to take. Those below zero are warm-ups, whose figures are not kept.
    ///   - measure: Gives one side's figures of a turn, always as many.
    /// - Returns: The samples of each figure, in the order of `measure`.
    static func alternate(
        _ turns: Range<Int>, _ measure: (_ isFloor: Bool, _ turn: Int) async throws -> [Double]
    ) async rethrows -> [Samples] {
        var samples: [Samples] = []
        for turn in turns {
            for isFloor in turn.isMultiple(of: 2) ? [true, false] : [false, true] {
                let figures = try await measure(isFloor, turn)
                guard turn >= 0 else { continue }
                if samples.isEmpty { samples = figures.map { _ in Samples() } }
                for (index, figure) in figures.enumerated() {
                    samples[index][keyPath: isFloor ? \Samples.floor : \Samples.ours].append(figure)
                }
            }
        }
        return samples
    }

    /// Measures both by the clock on the wall, after a warm-up that also finds how many rounds fill a sample. For what
    /// waits for others: threads, sockets, processes.
    func compare(floor: () async throws -> Void, ours: () async throws -> Void) async throws -> Samples {
        let (floorRounds, oursRounds) = (try await rounds(of: floor), try await rounds(of: ours))
        return try await Sampler.alternate(0..<pairs) { isFloor, _ in
            [isFloor ? try await wallTime(floorRounds, floor) : try await wallTime(oursRounds, ours)]
        }[0]
    }

    /// Measures both by the thread's own processor time, which does not run while others have the processor. For what
    /// only calculates.
    func calculate(floor: () throws -> Void, ours: () throws -> Void) async throws -> Samples {
        let (floorRounds, oursRounds) = (try rounds(of: floor), try rounds(of: ours))
        return try await Sampler.alternate(0..<pairs) { isFloor, _ in
            [isFloor ? try threadTime(floorRounds, floor) : try threadTime(oursRounds, ours)]
        }[0]
    }

    /// As `calculate`, for work that may go from thread to thread: by the whole process's processor time, which counts what
    /// nobody else does as long as nothing else runs in it.
    func calculateInProcess(floor: () throws -> Void, ours: () async throws -> Void) async throws -> Samples {
        let (floorRounds, oursRounds) = (try rounds(of: floor), try await rounds(of: ours))
        return try await Sampler.alternate(0..<pairs) { isFloor, _ in
            let start = Sampler.processorTime(CLOCK_PROCESS_CPUTIME_ID)
            if isFloor {
                for _ in 0..<floorRounds { try floor() }
            } else {
                for _ in 0..<oursRounds { try await ours() }
            }
            let time = Sampler.processorTime(CLOCK_PROCESS_CPUTIME_ID) - start
            return [time / Double(isFloor ? floorRounds : oursRounds)]
        }[0]
    }

    /// Takes the floor from a program that measures itself for a second, and ours by the thread's own processor time for a fifth
    /// of one: fewer pairs, as each lasts.
    ///
    /// One run of the floor may give several figures, each of which has its own `ours`.
    func alternate(
        floor: () async throws -> [Double], ours: [() throws -> Void]
    ) async throws -> [Samples] {
        var long = self
        long.sample = .milliseconds(200)
        let rounds = try ours.map { try long.rounds(of: $0) }
        var samples = ours.map { _ in Samples() }
        for _ in 0..<max(1, pairs / 6) {
            let figures = try await floor()
            for index in ours.indices {
                samples[index].floor.append(figures[index])
                samples[index].ours.append(try threadTime(rounds[index], ours[index]))
            }
        }
        return samples
    }

    /// Measures one thing that has no floor, by the thread's own processor time.
    func calculate(_ body: () throws -> Void) rethrows -> [Double] {
        let rounds = try rounds(of: body)
        return try (0..<pairs).map { _ in try threadTime(rounds, body) }
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    private var least: Double { Double(sample / .nanoseconds(1)) }

    private func rounds(of body: () async throws -> Void) async rethrows -> Int {
        var rounds = 1
        while try await wallTime(rounds, body) * Double(rounds) < least, rounds < 1 << 24 { rounds *= 2 }
        return rounds
    }

    private func rounds(of body: () throws -> Void) rethrows -> Int {
        var rounds = 1
        while try threadTime(rounds, body) * Double(rounds) < least, rounds < 1 << 24 { rounds *= 2 }
        return rounds
    }

    private func wallTime(_ rounds: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = clock.now
        for _ in 0..<rounds { try await body() }
        return Double((clock.now - start) / .nanoseconds(1)) / Double(rounds)
    }

    private func threadTime(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
        let start = Sampler.processorTime(CLOCK_THREAD_CPUTIME_ID)
        for _ in 0..<rounds { try body() }
        return (Sampler.processorTime(CLOCK_THREAD_CPUTIME_ID) - start) / Double(rounds)
    }

    /// Nanoseconds that the calling thread, or the process, has run.
    private static func processorTime(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Keeps the compiler from leaving out what nobody reads.
@inline(never)
func keep<T>(_ value: T) { withExtendedLifetime(value) {} }
