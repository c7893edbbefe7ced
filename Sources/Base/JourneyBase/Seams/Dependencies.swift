public import Foundation

/// Time, randomness and the log, passed in: a test gives fixed ones, an app the system's.
public struct Dependencies: Sendable {
    /// Wall-clock time, for expiry only.
    public var now: @Sendable () -> Date
    /// Monotonic time, for waiting.
    public var clock: any Clock<Duration>
    /// That many unpredictable bytes.
    public var random: @Sendable (Int) -> [UInt8]
    /// Where fixed sentences with allow-listed fields go.
    public var log: Log

    /// Dependencies of the given parts.
    public init(
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration>, random: @escaping @Sendable (Int) -> [UInt8],
        log: Log = .silent
    ) {
        self.now = now
        self.clock = clock
        self.random = random
        self.log = log
    }

    /// The system's clock and generator, and no log.
    public static var system: Dependencies {
        Dependencies(now: { Date() }, clock: ContinuousClock(), random: SystemRandom.bytes)
    }

    /// A random identifier of 128 bits, as 32 lower-case hexadecimal digits.
    public func identifier() -> String { Hex.encode(random(16)) }

    /// A random UUID of version 4 (RFC 9562, section 5.4), in lower case.
    public func uuid() -> String {
        var bytes = random(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = Hex.encode(bytes)
        var parts: [Substring] = []
        var rest = hex[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts.joined(separator: "-")
    }
}
