public import Foundation
public import JourneyBase
internal import Synchronization

extension Dependencies {
    /// Creates dependencies that are the same in each run: a fixed wall clock, deterministic bytes and a clock that the test
    /// moves.
    ///
    /// - Parameters:
    ///   - now: The wall-clock time.
    ///   - clock: The clock for waiting.
    ///   - seed: The seed of the deterministic bytes.
    ///   - log: The log.
    /// - Returns: The dependencies.
    public static func fixed(
        now: Date = Date(timeIntervalSince1970: 1_800_000_000), clock: any Clock<Duration> = ManualClock(),
        seed: UInt64 = 1, log: Log = .silent
    ) -> Dependencies {
        let counter = Counter(seed)
        return Dependencies(now: { now }, clock: clock, random: { counter.bytes($0) }, log: log)
    }
}

/// A SplitMix64 generator: evenly distributed and repeatable, for tests only.
private final class Counter: Sendable {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) { state = Mutex(seed) }

    func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            var out: [UInt8] = []
            while out.count < count {
                state &+= 0x9E37_79B9_7F4A_7C15
                var word = state
                word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
                word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
                word ^= word >> 31
                withUnsafeBytes(of: word) { out.append(contentsOf: $0.prefix(count - out.count)) }
            }
            return out
        }
    }
}
