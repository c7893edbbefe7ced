import Glibc

/// Takes pairs of samples, alternating between the floor and this package, so that other load on the machine affects both alike.
struct Sampler: Sendable {
    /// The number of pairs; a reliable median needs at least 30.
    var pairs: Int
    /// The minimum duration of a sample.
    var sample: Duration = .milliseconds(8)

    private let clock = ContinuousClock()

    init(pairs: Int) { self.pairs = pairs }

    /// The nanoseconds per round of each side.
    struct Samples: Sendable {
        var floor: [Double] = []
        var ours: [Double] = []

        /// The median of the pairs' ratios; both samples of a pair are taken close together in time.
        var ratio: Double { Sampler.median(zip(floor, ours).map { $1 / $0 }) }
    }

    /// Takes samples of both sides alternately, with the floor first in every other turn.
    ///
    /// - Parameters:
    ///   - turns: The turns to take. Those below zero are warm-ups, whose results are discarded.
    ///   - measure: Returns the results of one side in a turn, always in the same number.
    /// - Returns: The samples of each result, in the order of `measure`.
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

    /// Measures both sides by wall-clock time, after a warm-up that also determines the rounds per sample. For work that waits
    /// for threads, sockets or processes.
    func compare(floor: () async throws -> Void, ours: () async throws -> Void) async throws -> Samples {
        let (floorRounds, oursRounds) = (try await rounds(of: floor), try await rounds(of: ours))
        return try await Sampler.alternate(0..<pairs) { isFloor, _ in
            [isFloor ? try await wallTime(floorRounds, floor) : try await wallTime(oursRounds, ours)]
        }[0]
    }

    /// Measures both sides by the thread's processor time, which excludes other processes. For pure computation.
    func calculate(floor: () throws -> Void, ours: () throws -> Void) async throws -> Samples {
        let (floorRounds, oursRounds) = (try rounds(of: floor), try rounds(of: ours))
        return try await Sampler.alternate(0..<pairs) { isFloor, _ in
            [isFloor ? try threadTime(floorRounds, floor) : try threadTime(oursRounds, ours)]
        }[0]
    }

    /// Measures like `calculate`, for work that may change threads: by the processor time of the whole process, in which nothing
    /// else may run.
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

    /// Measures a floor that measures itself for a second, and this package by the thread's processor time for a fifth of a
    /// second. Takes fewer pairs because of their duration.
    ///
    /// One run of the floor may return several results, each with its own `ours`.
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

    /// Measures an operation without a floor, by the thread's processor time.
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

    /// Returns the processor time of the calling thread, or the process, in nanoseconds.
    private static func processorTime(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Prevents the compiler from removing an unused result.
@inline(never)
func keep<T>(_ value: T) { withExtendedLifetime(value) {} }
