public import Foundation
public import JourneyBase
internal import Synchronization

extension Dependencies {
    /// Dependencies that are the same in each run: `now` stands still, bytes count up from `seed`, and `clock` moves when
    /// a test moves it.
    public static func fixed(
        now: Date = Date(timeIntervalSince1970: 1_800_000_000), clock: any Clock<Duration> = ManualClock(),
        seed: UInt64 = 1, log: Log = .silent
    ) -> Dependencies {
        let counter = Counter(seed)
        return Dependencies(now: { now }, clock: clock, random: { counter.bytes($0) }, log: log)
    }
}

/// SplitMix64: evenly spread, repeatable, and good for nothing but tests.
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
